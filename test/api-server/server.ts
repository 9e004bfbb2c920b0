import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ControlDesk } from './control/control-desk';
import { type Answer, type ApiRequest, readRequest, type ServerRole } from './http-message';
import { answerTokenRequest } from './operations/issue-token';
import { answerReportingCall } from './operations/reporting-call';
import { Recorder } from './recorder';
import { ScenarioQueue } from './scenarios/scenario-queue';
import { sendAnswer } from './send-answer';
import { Store, type StoreOptions } from './store';

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

/**
 * Lets the caller set the server's clock with the request itself, which keeps a simulated clock in step without
 * a second request. It never counts as part of the request: it is taken out before anything else looks.
 */
const CLOCK_HEADER = 'x-virtual-now';

/** Builds the Employer Reporting API: an authorisation server, two regions, and a control port. */
export function createApiServer(options: ApiServerOptions): ApiServer {
  const store = new Store(options);
  const recorder = new Recorder();
  const scenarios = new ScenarioQueue(options.seed, store);
  const fixedReports = new Map<string, string>();
  const desk = new ControlDesk({ store, recorder, scenarios, fixedReports });

  const answerAs = (role: ServerRole) => async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = takeClockHeader(await readRequest(role, incoming), store);
    const { answer, ...mark } = scenarios.answer(request, () =>
      role === 'auth'
        ? answerTokenRequest(request, store)
        : answerReportingCall(request, store, fixedReports),
    );
    const complete = addCommonHeaders(answer, request, store);
    recorder.record(store.clock.now(), request, complete, mark);
    await sendAnswer(complete, response);
  };
  const listeners = {
    auth: buildListener(answerAs('auth')),
    US: buildListener(answerAs('US')),
    UK: buildListener(answerAs('UK')),
    control: buildListener((incoming, response) => desk.answer(incoming, response)),
  };
  return {
    store,
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

function takeClockHeader(request: ApiRequest, store: Store): ApiRequest {
  const text = request.header(CLOCK_HEADER);
  if (text === undefined) return request;
  const millis = Date.parse(text);
  if (!Number.isNaN(millis)) store.clock.standAt(millis);
  const at = request.rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === CLOCK_HEADER,
  );
  return { ...request, rawHeaders: request.rawHeaders.toSpliced(at, 2) };
}

/** `Date` by the server's clock; on regional servers the correlation ID. Specification section 5.7. */
function addCommonHeaders(answer: Answer, request: ApiRequest, store: Store): Answer {
  const date = ['Date', new Date(store.clock.now()).toUTCString()] as const;
  const correlationId = ['X-Correlation-ID', request.header('X-Correlation-ID') || randomUUID()] as const;
  const common = request.role === 'auth' ? [date] : [date, correlationId];
  const given = new Set(answer.headers.map(([name]) => name.toLowerCase()));
  return {
    ...answer,
    headers: [...answer.headers, ...common.filter(([name]) => !given.has(name.toLowerCase()))],
  };
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
