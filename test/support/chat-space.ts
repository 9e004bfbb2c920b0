import type { HttpAnswer, HttpRequest } from '../emulator/services/url-fetch-app';

/** A message as it arrived. */
export interface ChatArrival {
  readonly status: number;
  /** What was wrong with it; empty where nothing was. */
  readonly problem: string;
  readonly body: string;
}

/** The webhook that the space takes. */
export const WEBHOOK = {
  space: 'AAQAcanary01',
  key: 'AIzaCANARY-key_5d1f',
  token: 'CANARYtoken-e7c2_90ab%3D',
} as const;

/** Its address, as Google Chat shows it. */
export const WEBHOOK_ADDRESS = `https://chat.googleapis.com/v1/spaces/${WEBHOOK.space}/messages?key=${WEBHOOK.key}&token=${WEBHOOK.token}`;

const MOST_BYTES = 32_000;

/** The webhook of a space of Google Chat. It checks path, key, token, content type, size and the shape of the card. */
export class ChatSpace {
  readonly origin = 'https://chat.googleapis.com';
  /** The messages so far. */
  readonly arrivals: ChatArrival[] = [];
  /** What the next messages are answered with, if nothing else is wrong; all later ones with 200. */
  next: number[] = [];

  /** Answers a request to its address; `undefined` for any other. */
  readonly exchange = ({ url, method, headers, body }: HttpRequest): HttpAnswer | undefined => {
    if (!url.startsWith(this.origin)) return undefined;
    const wrong = problemOf(new URL(url), method, new Map(headers).get('Content-Type') ?? '', body);
    const [status, problem] = wrong ?? [this.next.shift() ?? 200, ''];
    this.arrivals.push({ status, problem, body });
    const answer =
      status === 200
        ? { name: `spaces/${WEBHOOK.space}/messages/1` }
        : { error: { code: status, message: body } };
    const type = ['Content-Type', 'application/json'] as const;
    return { status, headers: [type], body: Buffer.from(JSON.stringify(answer)) };
  };
}

function problemOf(
  { pathname, searchParams }: URL,
  method: string,
  type: string,
  body: string,
): readonly [number, string] | undefined {
  if (method !== 'POST' || pathname !== `/v1/spaces/${WEBHOOK.space}/messages`) return [404, 'no such space'];
  if ([...searchParams.keys()].join() !== 'key,token') return [400, 'unexpected parameters'];
  const isKnown = searchParams.get('key') === WEBHOOK.key;
  if (!isKnown || searchParams.get('token') !== decodeURIComponent(WEBHOOK.token))
    return [401, 'wrong key or token'];
  if (!/^application\/json(;|$)/.test(type)) return [400, 'not JSON'];
  if (Buffer.byteLength(body) > MOST_BYTES) return [400, 'too large'];
  return isMessage(JSON.parse(body)) ? undefined : [400, 'unknown shape'];
}

/** A text for notifications, and cards of the three widgets that the product sends. */
function isMessage({ fallbackText, cardsV2, ...others }: Readonly<Record<string, unknown>>): boolean {
  const hasOnly = (object: object, names: readonly string[]) =>
    Object.keys(object).every((name) => names.includes(name));
  const isCard = ({ cardId, card }: { cardId: unknown; card: { sections: { widgets: object[] }[] } }) =>
    typeof cardId === 'string' &&
    card.sections.every(
      ({ widgets }) =>
        widgets.length > 0 &&
        widgets.every(
          (widget) =>
            Object.keys(widget).length === 1 &&
            hasOnly(widget, ['textParagraph', 'decoratedText', 'buttonList']),
        ),
    );
  return (
    typeof fallbackText === 'string' &&
    hasOnly(others, ['text']) &&
    Array.isArray(cardsV2) &&
    cardsV2.every(isCard)
  );
}
