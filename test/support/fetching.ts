import { type Surface, startBudget } from '../../src/budget';
import type { DateRange } from '../../src/calendar/calendar-date';
import type { Connection } from '../../src/employer-api/connection';
import { SHIFT_FULFILMENT_REPORT } from '../../src/employer-api/report-kind';
import type { ReadReport } from '../../src/reports/fetching/joined-report';
import { NEW_PACE } from '../../src/reports/fetching/pace';
import { RefreshDays } from '../../src/reports/fetching/refresh-days';
import type { KeptReport } from '../../src/reports/fetching/report-cache';
import { ReportFetcher } from '../../src/reports/fetching/report-fetcher';
import {
  connectionKeys,
  type RequestKeys,
  rangesKey,
  requestKeys,
} from '../../src/reports/fetching/shared-state';
import type { FetchServices } from '../../src/reports/ports';
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
  readonly services: FetchServices & { isSaved?: () => boolean };
  readonly keys = {
    ...connectionKeys(CONNECTION, nodeDigest),
    ...requestKeys(CONNECTION, SHIFT_FULFILMENT_REPORT, RANGE, nodeDigest),
    ranges: rangesKey(CONNECTION, SHIFT_FULFILMENT_REPORT, nodeDigest),
  };
  readonly kind = SHIFT_FULFILMENT_REPORT;
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

  /** From now on executions ask this whether the connection is still the saved one. */
  withSaved(isSaved: () => boolean): this {
    this.services.isSaved = isSaved;
    return this;
  }

  /** A new execution: nothing but the cache is left of those before. */
  execution(surface: Surface = 'cell'): ReportFetcher {
    return new ReportFetcher(this.services, startBudget(surface, this.clock.now()));
  }

  /** One cell that is calculated. */
  cell(range = RANGE, connection: Connection = CONNECTION): ReadReport {
    const read = this.execution().readSeveral(SHIFT_FULFILMENT_REPORT, connection, [range], () => ZONE);
    return read[0] as ReadReport;
  }

  /** One cell that is calculated over several ranges. */
  cells(...ranges: readonly DateRange[]): ReadReport[] {
    return this.execution().readSeveral(SHIFT_FULFILMENT_REPORT, CONNECTION, ranges, () => ZONE);
  }

  /** One refresh, as a time-driven run makes it. */
  refresh(surface: Surface = 'trigger', range = RANGE): KeptReport {
    const request = {
      kind: SHIFT_FULFILMENT_REPORT,
      connection: CONNECTION,
      range,
      since: Number.POSITIVE_INFINITY,
      zone: ZONE,
      pace: NEW_PACE,
    };
    const days = new RefreshDays(this.services, startBudget(surface, this.clock.now()), request);
    const begun = this.locked(() => days.begin());
    const locked = <Result>(work: () => Result): Result => this.locked(work);
    const fetched = begun.fetch({ locked, savePace: () => undefined });
    if (fetched.kind === 'unfinished') throw new Error('The refresh is not finished.');
    return fetched.report;
  }

  /** The keys of a request for other days than `RANGE`. */
  requestKeys(range: DateRange): RequestKeys {
    return requestKeys(CONNECTION, this.kind, range, nodeDigest);
  }

  /** Reads an entry as the product wrote it. */
  entry(name: keyof Fetching['keys']): Record<string, unknown> {
    return JSON.parse(this.cache.entries.get(this.keys[name]) ?? '{}');
  }

  /** Puts an entry as another execution would have. */
  put(name: keyof Fetching['keys'], value: unknown): void {
    this.cache.entries.set(this.keys[name], JSON.stringify(value));
  }

  private locked<Result>(work: () => Result): Result {
    this.lock.acquire(0);
    try {
      return work();
    } finally {
      this.lock.release();
    }
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
