import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRequest, type ServerRole } from './http-message';
import { sendAnswer } from './send-answer';
import { createService } from './service';
import type { Store, StoreOptions } from './store';

/** How a server is made. Ports are loopback ports; 0 takes any free one. */
export interface ApiServerOptions extends StoreOptions {
  readonly authPort: number;
  readonly usPort: number;
  readonly ukPort: number;
  readonly controlPort: number;
}

/** Where a server listens: origins without a trailing slash. */
export interface ApiServerAddresses {
  readonly auth: string;
  readonly regions: { readonly US: string; readonly UK: string };
  readonly control: string;
}

/** The service on this machine: not listening yet. */
export interface ApiServer {
  readonly store: Store;
  /** Starts all four listeners. Rejects when a port is taken. */
  listen(): Promise<ApiServerAddresses>;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** Builds the Employer Reporting API: an authorisation server, two regions, and a control port. */
export function createApiServer(options: ApiServerOptions): ApiServer {
  const service = createService(options);
  const answerAs = (role: ServerRole) => async (incoming: IncomingMessage, response: ServerResponse) =>
    sendAnswer(service.answer(await readRequest(role, incoming)), response);
  const listeners = {
    auth: buildListener(answerAs('auth')),
    US: buildListener(answerAs('US')),
    UK: buildListener(answerAs('UK')),
    control: buildListener((incoming, response) => service.desk.answer(incoming, response)),
  };
  return {
    store: service.store,
    listen: async () => ({
      auth: await listenOn(listeners.auth, options.authPort),
      regions: {
        US: await listenOn(listeners.US, options.usPort),
        UK: await listenOn(listeners.UK, options.ukPort),
      },
      control: await listenOn(listeners.control, options.controlPort),
    }),
    close: async () => {
      await Promise.all(Object.values(listeners).map(closeListener));
    },
  };
}

/** A caller that goes away in the middle is no event for a server; anything else ends as a reset connection. */
function buildListener(
  handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Server {
  // A connection that lies idle is never closed from this side: on a busy machine a caller would use it at that moment,
  // and take a service that is there for one that cannot be reached.
  return createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    handle(incoming, response).catch((cause: unknown) => {
      const isCallerGone = incoming.destroyed && !incoming.complete;
      if (!isCallerGone) process.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`);
      response.destroy();
    });
  });
}

function listenOn(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

function closeListener(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
