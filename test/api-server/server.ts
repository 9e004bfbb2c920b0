import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, readRequest, type ServerRole } from './http-message';
import type { Service } from './service';

/** Where a service listens: origins without a trailing slash. */
export interface ApiServerAddresses {
  readonly auth: string;
  readonly regions: { readonly US: string; readonly UK: string };
  close(): Promise<void>;
}

/** Serves the Employer Reporting API over HTTP: an authorisation server and two regions, on free ports of this machine. */
export async function serve(service: Service): Promise<ApiServerAddresses> {
  const servers: Server[] = [];
  const listenAs = async (role: ServerRole) => {
    const server = await listen(async (incoming, response) =>
      sendAnswer(service.answer(await readRequest(role, incoming)), response),
    );
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return {
    regions: { US: await listenAs('US'), UK: await listenAs('UK') },
    auth: await listenAs('auth'),
    close: async () => {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

/** A caller that goes away in the middle is no event for a server; anything else ends as a reset connection. */
function listen(
  handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
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
    server.listen(0, '127.0.0.1', () => resolve(server));
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
