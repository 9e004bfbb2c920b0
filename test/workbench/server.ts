import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { LocalService } from '../api-server/local-service';
import type { RunningWarehouse } from '../warehouse-server/start-warehouse-server';
import { bundlePage } from './bundle-page';
import { DocumentRecord } from './document-record';
import { createJsonServer, Refusal, type Request, type Route } from './json-server';
import type {
  Calculated,
  ClockCall,
  DocumentView,
  Edit,
  FunctionCall,
  MenuCall,
  RunCall,
  SelectionCall,
  WarehouseRowsView,
  WarehouseView,
  WorkbenchEvent,
} from './protocol';
import { ScriptHost, type ScriptHostOptions } from './script-host';
import { compareWithService } from './service-comparison';
import { SIDEBAR_POLICY, withGoogleScript } from './sidebar-html';

/** What the workbench shows and runs. */
export interface WorkbenchOptions extends ScriptHostOptions {
  /** The project's folder: the page is bundled from its sources. */
  readonly root: string;
  /** The service, to compare the warehouse with. */
  readonly server?: LocalService;
  /** The local warehouse beside it. @default none */
  readonly warehouse?: RunningWarehouse | null;
  /** @default 0, any free port */
  readonly port?: number;
}

/** A workbench that is being served. */
export interface RunningWorkbench {
  /** The page's address, for example `http://127.0.0.1:4321/`. */
  readonly url: string;
  /** Stops serving. The emulator stays as it is. */
  close(): Promise<void>;
}

/**
 * Serves a spreadsheet page with the add-on installed, on this machine only.
 *
 * The page is ready to be opened when the promise resolves; `onOpen` has run by then.
 */
export async function startWorkbench(options: WorkbenchOptions): Promise<RunningWorkbench> {
  const folder = await bundlePage(options.root);
  const stream = new EventStream();
  const record = new DocumentRecord(options.book, (event, pageId) => stream.send(event, pageId));
  const host = new ScriptHost(options, (event) => stream.send(event));
  const server = createJsonServer({
    ...pageRoutes(folder, stream, host),
    ...workRoutes(record, host, Boolean(options.warehouse)),
    ...warehouseRoutes(options, host),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      host.dispose();
      record.dispose();
      stream.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What the local warehouse holds, and the service that it is to be equal to. */
function warehouseRoutes({ warehouse, server }: WorkbenchOptions, host: ScriptHost): Record<string, Route> {
  if (!warehouse || !server) return {};
  return {
    'GET /warehouse': () => viewWarehouse(warehouse),
    'GET /warehouse/rows': ({ url }): Promise<WarehouseRowsView> =>
      warehouse.rows(url.searchParams.get('table') ?? '', ROWS_SHOWN),
    'GET /warehouse/comparison': () => compareWithService({ server, warehouse, now: host.nowMillis() }),
    'POST /warehouse/restate': async () => {
      await server.setClock(new Date(host.nowMillis()).toISOString());
      const { from, to } = await server.restate(RESTATED_DAYS);
      return { sentence: `The service has changed its figures of ${from} to ${to}.` };
    },
  };
}

/** Rows of a table that the page shows. */
const ROWS_SHOWN = 100;

/** The tables and views that the local warehouse holds, tables first. */
export async function viewWarehouse(warehouse: RunningWarehouse): Promise<WarehouseView> {
  const tables = [...(await warehouse.tables())].sort((one, other) => (one.type < other.type ? -1 : 1));
  return {
    place: `${warehouse.project}.${warehouse.dataset}, ${warehouse.location}`,
    tables: tables.map(({ name, type, rowCount }) => ({
      name,
      title: name.split('.').at(-1) ?? name,
      facts: type === 'VIEW' ? 'view' : `${rowCount.toLocaleString('en')} ${rowCount === 1 ? 'row' : 'rows'}`,
    })),
  };
}

/** Days that `Change last week in the service` is about. */
const RESTATED_DAYS = 7;

function workRoutes(record: DocumentRecord, host: ScriptHost, hasWarehouse: boolean): Record<string, Route> {
  return {
    'GET /document': (): DocumentView => ({
      ...record.view(),
      functions: host.functions,
      menu: host.menu(),
      mails: host.mails(),
      nowMillis: host.nowMillis(),
      hasWarehouse,
    }),
    'POST /edit': async ({ body, pageId }) => {
      const { edits } = body as { edits: readonly Edit[] };
      const sheetId = refused(() => record.edit(edits, pageId));
      await host.answer(edits);
      return { sheetId };
    },
    'POST /calculated': ({ body, pageId }) => {
      record.keepCalculated(body as Calculated, pageId);
      return {};
    },
    'POST /selection': ({ body }) => {
      host.select(body as SelectionCall);
      return {};
    },
    'POST /function': ({ body }) => host.calculate(body as FunctionCall),
    'POST /run': ({ body }) => host.runFromSidebar(body as RunCall),
    'POST /menu': async ({ body }) => {
      await host.choose((body as MenuCall).caption);
      return {};
    },
    'POST /clock': async ({ body }) => {
      const { hours } = body as ClockCall;
      try {
        await record.tellAfter(() => host.advance(hours));
      } finally {
        // After the cells: who waits for the clock to stand still finds them in place.
        host.tellTime();
      }
      return {};
    },
  };
}

function pageRoutes(folder: string, stream: EventStream, host: ScriptHost): Record<string, Route> {
  const file =
    (name: string, type: string): Route =>
    (_request, response) => {
      response.writeHead(200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': 'no-store',
        'Content-Security-Policy': PAGE_POLICY,
      });
      response.end(readFileSync(path.join(folder, name)));
    };
  const shim = readFileSync(path.join(folder, 'sidebar-shim.js'), 'utf8');
  return {
    'GET /': file('index.html', 'text/html'),
    'GET /page.js': file('page.js', 'text/javascript'),
    'GET /page.css': file('page.css', 'text/css'),
    'GET /events': ({ pageId }: Request, response) => {
      stream.add(response, pageId);
    },
    'GET /sidebar': ({ url }, response) => {
      const html = host.sidebarHtml();
      if (html === null) throw new Refusal(404, 'No sidebar is open.');
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': SIDEBAR_POLICY,
      });
      // By the page's own clock, which a test may have stopped.
      const aheadMillis = Number(url.searchParams.get('ahead')) || 0;
      response.end(withGoogleScript(html, `window.clockAheadMillis=${aheadMillis};${shim}`));
    },
  };
}

/** Everything from this server, nothing from elsewhere; the grid sets styles and shows pictures of its own. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function refused<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new Refusal(409, (error as Error).message);
  }
}

/** Every page that listens, and a way to tell them things. */
class EventStream {
  readonly #pages = new Map<ServerResponse, string>();

  /** Keeps an answer open and writes events to it until the page goes away. */
  add(response: ServerResponse, pageId: string): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(': connected\n\n');
    this.#pages.set(response, pageId);
    response.on('close', () => this.#pages.delete(response));
  }

  /** Tells all pages. @param except The page that caused the event and shows it already. */
  send(event: WorkbenchEvent, except?: string): void {
    const text = `data: ${JSON.stringify(event)}\n\n`;
    for (const [response, pageId] of this.#pages) if (pageId !== except) response.write(text);
  }

  /** Ends all answers, so that the server can close. */
  close(): void {
    for (const response of this.#pages.keys()) response.end();
    this.#pages.clear();
  }
}
