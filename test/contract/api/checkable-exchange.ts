/** As much of a recorded request and its answer as the checks read. */
export interface CheckableExchange {
  /** Which server was asked: `auth`, `US` or `UK`. */
  readonly role: string;
  readonly method: string;
  /** Path and query as sent, without the origin. */
  readonly url: string;
  /** Request headers, names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Null when no status line was sent. */
  readonly status: number | null;
  readonly answerHeaders: readonly (readonly [name: string, value: string])[];
  /** Null when it was not kept; it is then not checked. */
  readonly answerBody: string | null;
  /** True for faults made on purpose: their answers are not checked. */
  readonly deliberatelyBroken: boolean;
}

/** All values of one header of the request, in any letter case. */
export function requestHeader(exchange: CheckableExchange, name: string): readonly string[] {
  return pairs(exchange.rawHeaders)
    .filter(([other]) => other.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);
}

/** Names of the request's headers, in lower case. */
export function requestHeaderNames(exchange: CheckableExchange): readonly string[] {
  return pairs(exchange.rawHeaders).map(([name]) => name.toLowerCase());
}

/** All values of one header of the answer, in any letter case. */
export function answerHeader(exchange: CheckableExchange, name: string): readonly string[] {
  return exchange.answerHeaders
    .filter(([other]) => other.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);
}

/** The path of the request, without its query. */
export function pathOf(exchange: CheckableExchange): string {
  return exchange.url.split('?', 1)[0] ?? '';
}

/** The query of the request. */
export function queryOf(exchange: CheckableExchange): URLSearchParams {
  const at = exchange.url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : exchange.url.slice(at + 1));
}

/** The media type without parameters, in lower case. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function pairs(flat: readonly string[]): readonly (readonly [string, string])[] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []));
}
