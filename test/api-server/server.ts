import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Controls } from './control';
import { type Answer, readRequest, type ServerRole } from './http-message';
import { createService, type Service } from './service';
import type { StoreOptions } from './store';

/** Where a server listens: origins without a trailing slash. */
export interface ApiServerAddresses {
  readonly auth: string;
  readonly regions: { readonly US: string; readonly UK: string };
  readonly control: string;
}

/** Serves the Employer Reporting API: an authorisation server, two regions, and a port for `Controls`, on free ports. */
export async function serve(
  options: StoreOptions,
): Promise<{ service: Service; addresses: ApiServerAddresses }> {
  const service = createService(options);
  const listenAs = (role: ServerRole) =>
    listen(async (incoming, response) =>
      sendAnswer(service.answer(await readRequest(role, incoming)), response),
    );
  const control = await listen(async (incoming, response) => {
    const [name, ...args] = JSON.parse(await text(incoming)) as [keyof Controls, ...unknown[]];
    const result = (service.controls[name] as (...given: unknown[]) => unknown)(...args);
    response.end(JSON.stringify(result ?? null));
  });
  const regions = { US: await listenAs('US'), UK: await listenAs('UK') };
  return { service, addresses: { auth: await listenAs('auth'), regions, control } };
}

/** A caller that goes away in the middle is no event for a server; anything else ends as a reset connection. */
function listen(
  handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<string> {
  // A connection that lies idle is never closed from this side: on a busy machine a caller would use it at that moment,
  // and take a service that is there for one that cannot be reached.
  const server: Server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    handle(incoming, response).catch((cause: unknown) => {
      const isCallerGone = incoming.destroyed && !incoming.complete;
      if (!isCallerGone) process.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`);
      response.destroy();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

/** Statuses that never have a body. RFC 9110 §6.4.1. */
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 304]);

/** Sends an answer the way its delivery says; resolves when it is sent or the connection is gone. */
async function sendAnswer(answer: Answer, response: ServerResponse): Promise<void> {
  const { delivery } = answer;
  // The answer carries a `Date` by the server's own clock.
  response.sendDate = false;
  if (delivery.kind === 'reset' && delivery.afterBytes === undefined) {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(answer.status, buildHead(answer));
  if (BODILESS_STATUSES.has(answer.status)) {
    response.end();
  } else if (delivery.kind === 'reset') {
    await write(response, answer.body.subarray(0, delivery.afterBytes));
    response.socket?.resetAndDestroy();
  } else {
    response.end(answer.body);
    // More was announced than was sent: only a closed connection lets the caller find out.
    if (delivery.kind === 'wrong length' && delivery.difference > 0) {
      response.socket?.end();
    }
  }
}

function buildHead(answer: Answer): string[] {
  const head = answer.headers.flat();
  if (BODILESS_STATUSES.has(answer.status)) return head;
  const difference = answer.delivery.kind === 'wrong length' ? answer.delivery.difference : 0;
  head.push('Content-Length', String(Math.max(0, answer.body.length + difference)));
  // Bytes beyond the stated length would be read as the start of the next answer.
  if (difference !== 0) head.push('Connection', 'close');
  return head;
}

/** Resolves also when the caller is gone, since nothing is left to do then. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
  });
}
