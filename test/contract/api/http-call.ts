import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { CheckableExchange } from './openapi-checker';

/** A request to be made; nothing is added but `Host`, `Connection` and `Content-Length`. */
export interface Call {
  readonly origin: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back. */
export interface Reply {
  readonly status: number;
  /** Names in lower case; values of a repeated header joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body's bytes, as they came. */
  readonly bytes: Buffer;
  /** Request and answer as the OpenAPI checker takes them. */
  readonly exchange: CheckableExchange;
}

/**
 * Makes one HTTP request on a connection of its own, follows no redirect and decodes nothing.
 *
 * @param role Which server is asked, as the OpenAPI checker names it.
 */
export function callHttp(role: string, call: Call): Promise<Reply> {
  const open = call.origin.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = { ...call.headers, 'Content-Length': String(Buffer.byteLength(call.body)) };
    const outgoing = open(
      `${call.origin}${call.url}`,
      { method: call.method, headers, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          const status = incoming.statusCode ?? 0;
          resolve({
            status,
            headers: Object.fromEntries(
              Object.entries(incoming.headersDistinct).map(([name, values]) => [
                name,
                (values ?? []).join(', '),
              ]),
            ),
            text,
            bytes,
            exchange: {
              role,
              method: call.method,
              url: call.url,
              rawHeaders: Object.entries(call.headers).flat(),
              body: call.body,
              status,
              answerHeaders: Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
                (values ?? []).map((value) => [name, value] as const),
              ),
              answerBody: text,
              deliberatelyBroken: false,
            },
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(call.body);
  });
}
