import type { ReportForm } from '../../src/contract/reports';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { LocalService } from '../api-server/local-service';
import type { Book } from '../emulator/book';
import { Emulator } from '../emulator/emulator';
import { REPORT_FORM } from '../support/report-form';
import { type RunningWarehouse, startWarehouseServer } from '../warehouse-server/start-warehouse-server';
import { writeStartSheet } from './start-document';

/** The built add-on in a spreadsheet, with the service running beside it. */
export interface Demo {
  readonly server: LocalService;
  readonly emulator: Emulator;
  readonly book: Book;
  /** The local warehouse; null for none. */
  readonly warehouse: RunningWarehouse | null;
  /** Email address of the person at the keyboard. */
  readonly person: string;
  close(): Promise<void>;
}

/** What a demo starts with. */
export interface DemoOptions {
  /** The project's folder. */
  readonly root: string;
  /** The built add-on. */
  readonly dist: string;
  /** `real`: time passes by itself, as a person at the page expects. */
  readonly clock: 'virtual' | 'real';
  /** ISO 8601 instant. @default now */
  readonly startAt?: string;
  /** Whether the person is to find it as a new user does; else connect and refresh at once. @default false */
  readonly unconnected?: boolean;
  /** Whether `dist` is the warehouse edition, so that a warehouse runs beside the service. @default false */
  readonly hasWarehouse?: boolean;
}

/** The report that the demo refreshes first. */
const FIRST_REPORT: ReportForm = {
  ...REPORT_FORM,
  period: 'last 13 weeks',
  sheet: 'Shift report',
  readableHeadings: true,
};

/** Starts the service, and a spreadsheet in London with the add-on bound to it. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { root, dist, clock, startAt, unconnected = false, hasWarehouse = false } = options;
  // The local getters of a Date follow the process: in Apps Script they follow the manifest's zone.
  process.env.TZ = 'Etc/UTC';
  const server = new LocalService();
  const warehouse = hasWarehouse ? await startWarehouseServer({ root }) : null;
  const now = startAt ?? new Date().toISOString();
  const emulator = new Emulator({
    dist,
    clock,
    startAt: now,
    installation: 'bound',
    exchange: (request) => server.exchange(request) ?? warehouse?.exchange(request),
    ...(warehouse === null ? {} : { dataSources: warehouse.read }),
  });
  const person = 'you@employer.example';
  const book = emulator.createSpreadsheet({ owner: person, zone: 'Europe/London', name: 'Shift planning' });
  const { name, region } = server.demoEmployer;
  writeStartSheet(book, unconnected ? undefined : `${name} (${region})`, hasWarehouse);
  await warehouse?.grant(book.as(person).oauthToken());
  const close = async () => warehouse?.close();
  return { server, emulator, book, warehouse, person, close };
}

/** Connects the demo employer as a person would, by the sidebar. @returns What the sidebar says. @throws {Error} */
export function connectDemo({ server, book, person }: Demo): string {
  const { region, clientId, clientSecret } = server.demoEmployer;
  const form = { region, clientId, clientSecret, employer: 'me', audience: 'everyone' };
  return ask(book, person, 'sidebarConnect', form).message;
}

/** Saves the first report and refreshes it; beside a warehouse it is sent there too. @returns What the sidebar says. @throws {Error} */
export function refreshDemo({ book, person, warehouse }: Demo): string {
  // The days that the service still changes are in every refresh, so that a warehouse stays equal to it.
  const period = warehouse === null ? FIRST_REPORT.period : 'last 7 days';
  const saved = ask(book, person, 'sidebarSaveReport', { ...FIRST_REPORT, period });
  const id = saved.state?.reports[0]?.id ?? null;
  if (warehouse !== null) {
    const { project, dataset, location } = warehouse;
    ask(book, person, 'sidebarSaveWarehouse', { project, dataset, location, reports: [id] });
    ask(book, person, 'sidebarSetUpWarehouse');
  }
  return ask(book, person, 'sidebarRefreshReport', id).message;
}

/** Builds the *Overview* of the first report. @returns What the sidebar says. @throws {Error} */
export function buildOverview({ book, person }: Demo): string {
  const { state } = ask(book, person, 'sidebarState');
  return ask(book, person, 'sidebarBuildDashboard', state?.reports[0]?.id, 'overview').message;
}

/** The sheet that `refreshDemo` fills. */
export const DEMO_SHEET = FIRST_REPORT.sheet;

function ask(book: Book, person: string, name: string, ...args: readonly unknown[]): SidebarOutcome {
  const result = book.as(person).callFromSidebar(name, ...args);
  if (result.kind === 'failure') throw new Error(result.message);
  const outcome = result.value as unknown as SidebarOutcome;
  if (outcome.kind === 'failed') throw new Error(outcome.message);
  return outcome;
}
