import type { DateRange } from '../../src/calendar/calendar-date';
import type { Connection } from '../../src/employer-api/connection';
import type { Surface } from '../../src/employer-api/ports';
import { SHIFT_FULFILMENT_REPORT } from '../../src/employer-api/shift-report';
import {
  cacheKeys,
  type DaysQuestion,
  type FetchedDays,
  fetchDays,
  type ReadReport,
  readDays,
} from '../../src/reports/fetching/fetch-days';
import { monthsOf } from '../../src/reports/fetching/kept-rows';
import type { FetchServices } from '../../src/reports/ports';
import { startBudget } from './budget';
import { MemoryCache } from './memory-cache';
import { nodeDigest, nodePacker } from './node-text';
import { CONNECTION, RANGE } from './sample-report';
import { StubClock } from './stub-clock';
import { StubLock } from './stub-lock';
import { type StubReport, StubTransport } from './stub-transport';

/** The spreadsheet's time zone. */
const ZONE = 'Europe/London';

/** The failure that a call ended with. */
export interface Outcome {
  readonly code: string;
  readonly message: string;
}

/** Everything that executions of one spreadsheet share, over a scripted service. */
export class Fetching {
  readonly clock = new StubClock();
  readonly cache = new MemoryCache();
  readonly lock = new StubLock();
  readonly transport: StubTransport;
  readonly services: Omit<FetchServices, 'budget'>;
  /** Where the cache keeps the state of the connection with its token, and the rows of the month of `RANGE`. */
  readonly keys = {
    ...cacheKeys(CONNECTION, nodeDigest),
    rows: this.rowsKey(RANGE),
  };
  private ids = 0;

  /** @param secondsPerCall How long the service takes for each answer. */
  constructor(reports: readonly StubReport[], secondsPerCall = 0) {
    this.transport = new StubTransport(reports, this.clock, secondsPerCall);
    this.services = {
      transport: this.transport,
      cache: this.cache,
      lock: this.lock,
      clock: this.clock,
      makeId: () => {
        this.ids += 1;
        return `id-${this.ids}`;
      },
      digest: nodeDigest,
      packer: nodePacker,
    };
  }

  /** The same with another cache, as of another person. */
  with(cache: MemoryCache): Fetching {
    return Object.assign(Object.create(this), { services: { ...this.services, cache } });
  }

  /** What an execution reads with that begins now: nothing but the cache is left of those before. */
  reading(surface: Surface = 'cell') {
    const budget = startBudget(surface, this.clock.now());
    return { fetchingFor: () => ({ ...this.services, budget }) };
  }

  /** One cell that is calculated. */
  cell(range = RANGE, connection: Connection = CONNECTION): ReadReport {
    const question = { kind: SHIFT_FULFILMENT_REPORT, connection, ranges: [range], zone: () => ZONE };
    return readDays(this.reading().fetchingFor(), question)[0] as ReadReport;
  }

  /** What a refresh that begins now fetches. */
  fetch(range = RANGE, surface: Surface = 'trigger', changes: Partial<DaysQuestion> = {}): FetchedDays {
    return fetchDays(this.reading(surface).fetchingFor(), {
      kind: SHIFT_FULFILMENT_REPORT,
      connection: CONNECTION,
      ranges: [range],
      zone: () => ZONE,
      ...changes,
    });
  }

  /** Where the cache keeps the rows of the month of a range. */
  rowsKey(range: DateRange): string {
    const [month = range] = monthsOf([range]);
    return cacheKeys(CONNECTION, nodeDigest).rows(SHIFT_FULFILMENT_REPORT, month);
  }

  /** What is known of the connection, as the product wrote it. */
  get state(): Record<string, unknown> {
    return JSON.parse(this.cache.entries.get(this.keys.state) || '{}');
  }

  /** Puts an entry as another execution would have. */
  put(name: keyof Fetching['keys'], value: unknown): void {
    this.cache.entries.set(this.keys[name], JSON.stringify(value));
  }

  /** The days of each report request so far, as they were sent. */
  get asked(): string[] {
    return this.transport.reportRequests.map(({ url }) =>
      url.replace(/^.*from_date=([\d-]+)&to_date=([\d-]+)$/, '$1 to $2'),
    );
  }
}

/** The failure that some work ends with. */
export function failureOf(work: () => unknown): Outcome {
  try {
    work();
  } catch (error) {
    const { code, message } = error as Outcome;
    return { code, message };
  }
  throw new Error('The work did not fail');
}
