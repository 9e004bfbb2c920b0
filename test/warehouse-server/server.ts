import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { admit, type Caller } from './access';
import { Door, type SeenRequest } from './control/door';
import { Warehouse } from './data/warehouse';
import { type Fault, FaultQueue, type Operation } from './faults';
import { jsonAnswer, readRequest, type WireAnswer, type WireRequest } from './http-message';
import { getDataset, insertDataset } from './operations/datasets';
import { getJob } from './operations/jobs';
import { getQueryResults, query } from './operations/queries';
import { deleteTable, getTable, insertTable, listTables, patchTable } from './operations/tables';
import { continueUpload, startUpload } from './operations/uploads';
import { errorBody, notFound, Refusal } from './refusal';

/** Where a server listens: origins without a trailing slash. */
export interface WarehouseAddresses {
  /** What takes the place of `https://bigquery.googleapis.com`. */
  readonly origin: string;
  /** The tests' own entry. */
  readonly door: string;
}

/** One method of the reference: its address, and what answers it. */
interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly path: RegExp;
  answer(caller: Caller, request: WireRequest, names: readonly string[]): WireAnswer | Promise<WireAnswer>;
}

/** Lets the caller set the server's clock with the request itself, which keeps a simulated clock in step. */
const CLOCK_HEADER = 'X-Virtual-Now';
const SESSION_PATH = /^\/upload\/bigquery\/v2\/projects\/([^/]+)\/jobs$/;

/** The REST interface of BigQuery on this machine, as far as the add-on uses it. */
export class WarehouseServer {
  readonly #faults = new FaultQueue();
  readonly #seen: SeenRequest[] = [];
  readonly #routes: readonly Route[];
  readonly #listeners: readonly [Server, Server];
  /** Requests are answered one after another: transactions of the engine never mix. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(readonly warehouse: Warehouse) {
    this.#routes = routesOf(warehouse);
    const door = new Door(warehouse, this.#faults, this.#seen);
    this.#listeners = [
      listener((incoming, response) => this.#answer(incoming, response)),
      listener(async (incoming, response) => {
        const request = await readRequest(incoming);
        send(response, await this.#inTurn(() => door.answer(request)));
      }),
    ];
  }

  static async open(): Promise<WarehouseServer> {
    return new WarehouseServer(await Warehouse.open());
  }

  async listen(port = 0, doorPort = 0): Promise<WarehouseAddresses> {
    const [api, door] = this.#listeners;
    return { origin: await listenOn(api, port), door: await listenOn(door, doorPort) };
  }

  /** Stops listening, closes open connections and the engine. */
  async close(): Promise<void> {
    await Promise.all(
      this.#listeners.map((server) => {
        const isClosed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        return isClosed;
      }),
    );
    this.warehouse.engine.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (incoming.url ?? '').split('?');
    const isUpload = incoming.method === 'PUT' && SESSION_PATH.test(path);
    const route = this.#routes.find((one) => one.method === incoming.method && one.path.test(path));
    const operation = isUpload ? 'upload' : route?.operation;
    const fault = operation === undefined ? undefined : this.#faults.take(operation);
    if (fault?.kind === 'reset') {
      this.#note(operation, incoming, 0, 'reset');
      response.socket?.resetAndDestroy();
      return;
    }
    const isCut = fault?.kind === 'cut';
    const request = await readRequest(incoming, isCut ? fault.bytes : undefined);
    const answer = await this.#inTurn(async () => {
      const now = Date.parse(request.header(CLOCK_HEADER) ?? '');
      if (!Number.isNaN(now)) this.warehouse.clock.standAt(now);
      await this.warehouse.settle();
      return this.#answerOrRefuse(request, route, isUpload, fault);
    });
    const isLost = isCut || fault?.kind === 'lost answer';
    this.#note(operation, incoming, request.body.length, isLost ? 'lost' : answer.status, fault);
    if (isLost) response.socket?.resetAndDestroy();
    else send(response, answer, new Date(this.warehouse.clock.now()).toUTCString());
  }

  async #answerOrRefuse(
    request: WireRequest,
    route: Route | undefined,
    isUpload: boolean,
    fault: Fault | undefined,
  ): Promise<WireAnswer> {
    try {
      if (fault?.kind === 'html') {
        const body = '<!DOCTYPE html><title>Error</title><p>The server encountered an error.</p>';
        return { status: fault.status, headers: { 'Content-Type': 'text/html' }, body };
      }
      if (fault?.kind === 'error') throw refusalOf(fault);
      if (isUpload) {
        if (fault?.kind === 'lost session')
          this.warehouse.sessions.delete(request.query.get('upload_id') ?? '');
        return await continueUpload(this.warehouse, request, fault?.kind === 'cut');
      }
      if (route === undefined) throw notFound('Not Found');
      const [, project = '', ...names] = (route.path.exec(request.path) ?? []).map(decodeURIComponent);
      const caller = admit(this.warehouse, request.header('Authorization'), project);
      return await route.answer(caller, request, names);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      if (cause.note !== undefined) this.#notes.push(cause.note);
      return jsonAnswer(cause.status, errorBody(cause), cause.headers);
    }
  }

  /** Why the request that is being answered was refused, for the log alone. */
  readonly #notes: string[] = [];

  #note(
    operation: Operation | undefined,
    incoming: IncomingMessage,
    bytes: number,
    status: SeenRequest['status'],
    fault?: Fault,
  ): void {
    const [note] = this.#notes.splice(0);
    this.#seen.push({
      at: new Date(this.warehouse.clock.now()).toISOString(),
      operation: operation ?? null,
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      status,
      bytes,
      hasToken: incoming.headers.authorization !== undefined,
      fault: fault?.kind ?? null,
      note: note ?? null,
    });
  }
}

function routesOf(warehouse: Warehouse): Route[] {
  const project = '^/bigquery/v2/projects/([^/]+)';
  const dataset = `${project}/datasets/([^/]+)`;
  const route = (operation: Operation, method: string, path: string, answer: Route['answer']): Route => ({
    operation,
    method,
    path: new RegExp(`${path}$`),
    answer,
  });
  return [
    route('datasets.get', 'GET', dataset, (caller, _request, [id = '']) => getDataset(warehouse, caller, id)),
    route('datasets.insert', 'POST', `${project}/datasets`, (caller, request) =>
      insertDataset(warehouse, caller, request),
    ),
    route('tables.list', 'GET', `${dataset}/tables`, (caller, request, [id = '']) =>
      listTables(warehouse, caller, id, request),
    ),
    route('tables.insert', 'POST', `${dataset}/tables`, (caller, request, [id = '']) =>
      insertTable(warehouse, caller, id, request),
    ),
    route('tables.get', 'GET', `${dataset}/tables/([^/]+)`, (caller, _request, [id = '', table = '']) =>
      getTable(warehouse, caller, id, table),
    ),
    route('tables.patch', 'PATCH', `${dataset}/tables/([^/]+)`, (caller, request, [id = '', table = '']) =>
      patchTable(warehouse, caller, id, table, request),
    ),
    route('tables.delete', 'DELETE', `${dataset}/tables/([^/]+)`, (caller, _request, [id = '', table = '']) =>
      deleteTable(warehouse, caller, id, table),
    ),
    route('jobs.insert', 'POST', SESSION_PATH.source.slice(0, -1), (caller, request) =>
      startUpload(warehouse, caller, request),
    ),
    route('jobs.get', 'GET', `${project}/jobs/([^/]+)`, (caller, request, [id = '']) =>
      getJob(warehouse, caller, id, request),
    ),
    route('jobs.query', 'POST', `${project}/queries`, (caller, request) => query(warehouse, caller, request)),
    route('jobs.getQueryResults', 'GET', `${project}/queries/([^/]+)`, (caller, request, [id = '']) =>
      getQueryResults(warehouse, caller, id, request),
    ),
  ];
}

function refusalOf({ status, reason, message, retryAfter }: Fault & { readonly kind: 'error' }): Refusal {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
  return new Refusal(status, reason, message ?? `Canned refusal: ${reason}.`, headers);
}

/** A caller that goes away in the middle is no event for a server; anything else ends as a reset connection. */
function listener(handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
  return createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    handle(incoming, response).catch((cause: unknown) => {
      const isCallerGone = incoming.destroyed && !incoming.complete;
      if (!isCallerGone) process.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`);
      response.destroy();
    });
  });
}

function send(response: ServerResponse, { status, headers, body }: WireAnswer, date?: string): void {
  const length = { 'Content-Length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length, ...(date === undefined ? {} : { Date: date }) });
  response.end(body);
}

function listenOn(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}
