import { type IncomingMessage, STATUS_CODES } from 'node:http';

/** The two regions of the service. Specification section 1. */
export type Region = 'US' | 'UK';

/** Which of the service's three servers was asked: the authorisation server or a region's. */
export type ServerRole = 'auth' | Region;

/** A request as it arrived. */
export interface ApiRequest {
  readonly role: ServerRole;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names and values in turn, spelling and order as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** The first value of a header, in any letter case. */
  header(name: string): string | undefined;
}

/** Header names and values; a name may occur more than once. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** How the bytes of an answer go out. All but `whole` are faults. */
export type Delivery =
  | { readonly kind: 'whole' }
  /** The connection is reset after so many body bytes; before the status line when undefined. */
  | { readonly kind: 'reset'; readonly afterBytes: number | undefined }
  /** The stated length differs from the true one by so many bytes. */
  | { readonly kind: 'wrong length'; readonly difference: number };

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer;
  readonly delivery: Delivery;
}

/** The media type of every documented answer. */
export const JSON_TYPE = 'application/json';

/** The media type of a request's body in lower case, without parameters; empty when none is stated. */
export function mediaTypeOf(request: ApiRequest): string {
  return (request.header('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Ends the work on a request with an answer that refuses it. Any `throw` of one is sent. */
export class Refusal {
  constructor(readonly answer: Answer) {}
}

/**
 * An answer that refuses a reporting request.
 *
 * The specification does not show error bodies; this one names the status and says one sentence (gaps.md).
 */
export function refusalAnswer(status: number, message: string, headers: HeaderList = []): Answer {
  return jsonAnswer(status, { status, error: STATUS_CODES[status] ?? 'Unknown', message }, headers);
}

/** Builds an answer with a JSON body. */
export function jsonAnswer(status: number, body: unknown, headers: HeaderList = []): Answer {
  return textAnswer(status, JSON.stringify(body), JSON_TYPE, headers);
}

/** Builds an answer with any text as its body. */
export function textAnswer(status: number, text: string, type: string, headers: HeaderList = []): Answer {
  return {
    status,
    headers: [['Content-Type', type], ...headers],
    body: Buffer.from(text, 'utf8'),
    delivery: { kind: 'whole' },
  };
}

/** Reads a whole request. Rejects when the caller goes away before its end. */
export async function readRequest(role: ServerRole, incoming: IncomingMessage): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  return apiRequest(role, { method, url, rawHeaders, body: Buffer.concat(chunks).toString('utf8') });
}

/** A request from what was sent. */
export function apiRequest(
  role: ServerRole,
  sent: Pick<ApiRequest, 'method' | 'url' | 'rawHeaders' | 'body'>,
): ApiRequest {
  const [path = '/', ...query] = sent.url.split('?');
  return {
    role,
    ...sent,
    path,
    query: new URLSearchParams(query.join('?')),
    header: (wanted) =>
      sent.rawHeaders.find(
        (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === wanted.toLowerCase(),
      ),
  };
}
