import { type Surface, startBudget } from '../../src/budget';
import type { DateRange } from '../../src/calendar/calendar-date';
import { SHIFT_FULFILMENT_REPORT } from '../../src/employer-api/report-kind';
import { formatPace, NEW_PACE, type Pace, parsePace } from '../../src/reports/fetching/pace';
import { RefreshDays } from '../../src/reports/fetching/refresh-days';
import type { KeptReport } from '../../src/reports/fetching/report-cache';
import type { Fetching } from './fetching';
import { CONNECTION } from './sample-report';

type RefreshedDays = ReturnType<RefreshDays['fetch']>;

/** The spreadsheet's time zone. */
const ZONE = 'Europe/London';

/** A refresh of some days, run after run, as a schedule makes it: what was learnt is kept, `since` stays. */
export class RefreshingDays {
  /** What a document property holds. */
  keptPace = '';
  paceWrites = 0;
  runs = 0;
  since: number;

  constructor(
    readonly fetching: Fetching,
    readonly range: DateRange,
    readonly connection = CONNECTION,
    /** The last days, where a table of these alone may be written. */
    readonly requiredRange?: DateRange,
  ) {
    this.since = fetching.clock.now();
  }

  get pace(): Pace {
    return parsePace(this.keptPace);
  }

  /** Another refresh of the same days. */
  again(): void {
    this.since = this.fetching.clock.now();
  }

  /** One execution. @throws {ReportError} */
  run(surface: Surface = 'trigger'): RefreshedDays {
    this.runs += 1;
    const { services, clock } = this.fetching;
    const run = new RefreshDays(services, startBudget(surface, clock.now()), {
      kind: SHIFT_FULFILMENT_REPORT,
      connection: this.connection,
      range: this.range,
      requiredRange: this.requiredRange,
      since: this.since,
      zone: ZONE,
      pace: this.keptPace === '' ? NEW_PACE : this.pace,
    });
    this.locked(() => run.begin());
    return run.fetch({
      locked: (work) => this.locked(work),
      savePace: (pace) => {
        this.keptPace = formatPace(pace);
        this.paceWrites += 1;
      },
    });
  }

  /** Runs until all is there, an hour after the start of each run that did not get so far. */
  untilComplete(surface: Surface = 'trigger', most = 200): KeptReport {
    for (let run = 0; run < most; run += 1) {
      const startedAt = this.fetching.clock.now();
      const result = this.attempt(surface);
      if (result?.kind === 'complete') return result.report;
      this.fetching.clock.advance(Math.max(0, 3600 - (this.fetching.clock.now() - startedAt) / 1000));
    }
    throw new Error(`Not complete after ${most} runs`);
  }

  private attempt(surface: Surface): RefreshedDays | undefined {
    try {
      return this.run(surface);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === undefined || code === 'platform_unavailable') throw error;
      return undefined;
    }
  }

  private locked<Result>(work: () => Result): Result {
    this.fetching.lock.acquire(15_000);
    try {
      return work();
    } finally {
      this.fetching.lock.release();
    }
  }
}

/** The SHIFT_IDs of a report's rows, in order. */
export function idsOf({ rows }: KeptReport): unknown[] {
  return rows.map((row) => row[17]);
}
