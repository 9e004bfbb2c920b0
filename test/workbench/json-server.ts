import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Answers one path. What it returns is sent as JSON; `undefined` means that it has answered by itself. */
export type Route = (request: Request, response: ServerResponse) => unknown;

/** One request, its body already read. */
export interface Request {
  readonly url: URL;
  readonly body: unknown;
  /** Which open page sent it. */
  readonly pageId: string;
}

/** An answer that is not 200. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Enough for a paste of 100,000 cells. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\]):\d+$/;

/**
 * A server for this machine alone.
 *
 * A `Host` or `Origin` from elsewhere is refused: otherwise any site open in the same browser could drive the
 * script by a name that leads to 127.0.0.1. A POST must carry JSON, which no plain form can.
 *
 * @param routes By method and path, for example `POST /edit`.
 */
export function createJsonServer(routes: Readonly<Record<string, Route>>): Server {
  return createServer((request, response) => {
    answer(request, response, routes).catch((error: Error) => {
      const status = error instanceof Refusal ? error.status : 500;
      if (!response.headersSent) response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(error.message);
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  routes: Readonly<Record<string, Route>>,
): Promise<void> {
  const { host = '', origin, 'content-type': contentType = '' } = request.headers;
  if (!LOOPBACK_HOST.test(host)) throw new Refusal(403, 'Only requests to this machine are answered.');
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refusal(403, 'Only requests from the page itself are answered.');
  }
  const url = new URL(request.url ?? '/', `http://${host}`);
  const route = routes[`${request.method} ${url.pathname}`];
  if (route === undefined) throw new Refusal(404, `There is nothing at ${url.pathname}.`);
  if (request.method === 'POST' && !contentType.startsWith('application/json')) {
    throw new Refusal(415, 'Send JSON.');
  }
  const body = request.method === 'POST' ? await readJson(request) : null;
  const pageId = String(request.headers['x-page'] ?? url.searchParams.get('page') ?? '');
  const result = await route({ url, body, pageId }, response);
  if (result === undefined) return;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(result));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) throw new Refusal(413, 'That is too much at once.');
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}
