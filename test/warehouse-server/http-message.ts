import type { IncomingMessage } from 'node:http';

/** A request as it arrived. */
export interface WireRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** The origin that the caller used, for the address of an upload session. */
  readonly origin: string;
  header(name: string): string | undefined;
}

/** An answer before it is sent. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer with a JSON body. */
export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  const type = { 'Content-Type': 'application/json; charset=UTF-8' };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

/** An answer without a body. */
export function emptyAnswer(status: number, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  return { status, headers, body: '' };
}

/**
 * Reads a request to its end, or no more than `most` bytes of its body. Rejects when the caller goes away before.
 */
export async function readRequest(
  incoming: IncomingMessage,
  most = Number.POSITIVE_INFINITY,
): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= most) break;
  }
  const address = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`);
  return {
    method: incoming.method ?? 'GET',
    path: address.pathname,
    query: address.searchParams,
    body: Buffer.concat(chunks).subarray(0, most),
    origin: address.origin,
    header: (name) => incoming.headersDistinct[name.toLowerCase()]?.[0],
  };
}

/** The JSON object of a body; an empty body is an empty object, anything else undefined. */
export function jsonObject(body: Buffer): Record<string, unknown> | undefined {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
