import path from 'node:path';
import type { CONNECTION_FORM } from '../../src/contract/connection';
import type { Typed } from '../../src/contract/form';
import type { ReportForm } from '../../src/contract/reports';
import type { ServiceAddresses } from '../../src/employer-api/connection';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import type { SidebarState } from '../../src/sidebar/state-view';
import { LocalService } from '../api-server/local-service';
import type { Book } from '../emulator/book';
import { Emulator, type EmulatorOptions } from '../emulator/emulator';
import type { ExecutionRecord, ServiceCall } from '../emulator/execution';
import type { FormulaResult } from '../emulator/person';
import type { FormulaArgument } from '../emulator/values';
import type { Mail } from '../emulator/world';
import { builtBundle } from './built-bundle';

/** When every scene begins: a Tuesday. */
export const START = '2026-03-10T09:00:00Z';
/** The person at the keyboard, who owns the spreadsheet. */
export const ANN = 'ann@employer.example';
/** Another editor. */
export const BOB = 'bob@employer.example';

/** The built add-on in a spreadsheet in London, and the service in this process. */
export class Scene {
  readonly book: Book;

  constructor(
    readonly server: LocalService,
    readonly emulator: Emulator,
    readonly addresses: ServiceAddresses,
    zone: string,
    locale = 'en_GB',
  ) {
    this.book = emulator.createSpreadsheet({ owner: ANN, zone, locale });
  }

  /** The demo employer's credentials, as a person types them. */
  form(changes: Partial<Typed<typeof CONNECTION_FORM>> = {}): Typed<typeof CONNECTION_FORM> {
    const { region, clientId, clientSecret } = this.server.demoEmployer;
    return { region, clientId, clientSecret, employer: 'me', audience: 'everyone', ...changes };
  }

  /** Calls a sidebar endpoint. @throws {Error} when the call itself fails; a `failed` outcome is returned. */
  ask(name: string, argument?: unknown, person = ANN, ...more: unknown[]): SidebarOutcome {
    const args = argument === undefined ? more : [argument, ...more];
    const result = this.book.as(person).callFromSidebar(name, ...args);
    if (result.kind === 'failure') throw new Error(result.message);
    return result.value as unknown as SidebarOutcome;
  }

  /** Refreshes a report in the sidebar and confirms beforehand that its table may lose whatever it does. */
  refresh(id: string, person = ANN): SidebarOutcome {
    return this.ask('sidebarRefreshReport', id, person, true);
  }

  /** Connects the demo employer. */
  connect(changes: Partial<Typed<typeof CONNECTION_FORM>> = {}): SidebarState {
    return state(this.ask('sidebarConnect', this.form(changes)));
  }

  /** Saves a report for fixed days. @returns Its ID. */
  saveReport(changes: Partial<ReportForm> = {}): string {
    const form = {
      id: null,
      period: 'custom',
      from: '2026-03-01',
      to: '2026-03-07',
      sheet: 'Shifts',
      readableHeadings: false,
      ...changes,
    };
    const { reports } = state(this.ask('sidebarSaveReport', form));
    const saved = reports.find((report) => report.sheet === form.sheet);
    if (saved === undefined) throw new Error('The report was not saved.');
    return saved.id;
  }

  /** Types a formula's dates into the custom function. */
  formula(...args: (string | number | boolean)[]) {
    return this.book.as(ANN).runFormula('SHIFT_FULFILMENT', args);
  }

  /** Calculates a custom function with these arguments; `undefined` is one left out. */
  call(name: string, ...args: FormulaArgument[]): FormulaResult {
    return this.book.as(ANN).runFormula(name, args);
  }

  /** Does something once, just before the service call that is so-manieth of a method from now on takes effect. */
  before(method: string, act: () => void, which = 1): void {
    let seen = 0;
    const see = (call: ServiceCall) => {
      if (call.method === method) seen += 1;
      if (seen < which) return;
      this.emulator.off('call', see);
      act();
    };
    this.emulator.on('call', see);
  }

  /** From now on another execution holds the lock. */
  holdLock(): void {
    const { emulator, book } = this;
    emulator.locks.set(`document:${emulator.scriptIdOf(book)}:${book.id}`, -1);
  }

  /**
   * From now on these are all the records that the service has; what was kept is gone.
   *
   * @param onlyAsked Whether it keeps to the days that it is asked for.
   */
  async serve(records: readonly unknown[], onlyAsked = true): Promise<void> {
    this.emulator.caches.clear();
    await this.server.clearScenarios();
    await this.server.setScenario('report', { name: 'replace-rows', rows: [...records], onlyAsked });
  }

  /**
   * Remembers this world and what was asked of the service.
   *
   * @returns What puts both back, as often as wanted; see `Emulator.savePoint` and `LocalService.savePoint`.
   */
  savePoint(): () => Promise<void> {
    const [putWorld, putServer] = [this.emulator.savePoint(), this.server.savePoint()];
    return async () => {
      putWorld();
      await putServer();
    };
  }

  /** The newest execution. */
  get last(): ExecutionRecord {
    const record = this.emulator.executions[this.emulator.executions.length - 1];
    if (record === undefined) throw new Error('Nothing has run.');
    return record;
  }

  /** The paths of the requests that the server has seen since the last `clear`: `token` or `report`. */
  async requestKinds(): Promise<string[]> {
    const exchanges = await this.server.requests();
    return exchanges.map(({ url }) => (url.startsWith('/oauth/') ? 'token' : 'report'));
  }
}

/** What can be chosen for a new world. */
export type SceneOptions = Partial<EmulatorOptions> & { readonly zone?: string; readonly locale?: string };

/** The service of a test file; each test opens scenes of its own on it. */
export class Stage {
  private readonly server: LocalService;
  private readonly kept = new Map<string, () => Promise<{ readonly scene: Scene }>>();

  constructor(options: { readonly allowance?: number } = {}) {
    this.server = new LocalService({ today: START.slice(0, 10), ...options });
  }

  /** A new world: an empty spreadsheet, a service that has seen nothing, the clock at `START`. */
  async open(options: SceneOptions = {}): Promise<Scene> {
    const { zone = 'Europe/London', locale, exchange, ...emulatorOptions } = options;
    await this.server.clear();
    const emulator = new Emulator({
      dist: path.resolve(builtBundle()),
      startAt: START,
      installation: 'bound',
      exchange: (request) => this.server.exchange(request) ?? exchange?.(request),
      ...emulatorOptions,
    });
    return new Scene(this.server, emulator, this.server.addresses, zone, locale);
  }

  /** The same, with the demo employer connected. */
  async connected(options: SceneOptions = {}): Promise<Scene> {
    const scene = await this.open(options);
    scene.connect();
    return scene;
  }

  /**
   * A prepared scene by a name, for all tests of a file: see `prepared`.
   *
   * @param name Of what is prepared, choices included.
   */
  again<Opened extends { readonly scene: Scene }>(
    name: string,
    open: () => Promise<Opened>,
  ): Promise<Opened> {
    const known = this.kept.get(name) ?? prepared<Opened>(open, ({ scene }) => scene);
    this.kept.set(name, known);
    return known() as Promise<Opened>;
  }
}

/**
 * A prepared scene for many tests or cases of a file: made once, and given out as it was then, over and over. Only one of
 * them can be in use at a time. The service must still know its token: not for tests that revoke tokens.
 */
export function prepared<Opened>(
  open: () => Promise<Opened>,
  sceneOf: (opened: Opened) => Scene,
): () => Promise<Opened> {
  let kept: { readonly opened: Opened; readonly putBack: () => Promise<void> } | undefined;
  return async () => {
    if (kept === undefined) {
      const opened = await open();
      kept = { opened, putBack: sceneOf(opened).savePoint() };
    } else await kept.putBack();
    return kept.opened;
  };
}

/** The state in an outcome that must have succeeded. */
export function state(outcome: SidebarOutcome): SidebarState {
  if (outcome.kind === 'failed') throw new Error(outcome.message);
  return outcome.state;
}

/** Our mail about alerts and failures so far, without what the platform sends by itself. */
export function mails(scene: Scene): Mail[] {
  return scene.emulator.mails.filter(({ subject }) => subject.startsWith('Shift Reports: '));
}

/** The names of the service calls that count, in order. */
export function wireCalls(record: ExecutionRecord): string[] {
  return record.calls.filter((call) => call.wire).map((call) => call.method);
}

/** The calls of a formula whose rows are fresh. */
export const WARM_FORMULA: readonly string[] = ['Properties.getProperties', 'Cache.getAll'];
/** Those of one whose rows are not, until it asks the service. */
export const COLD_FORMULA: readonly string[] = [
  ...WARM_FORMULA,
  ...['Lock.tryLock', 'Cache.getAll', 'Cache.putAll', 'Lock.releaseLock'],
  'Spreadsheet.getSpreadsheetTimeZone',
];
