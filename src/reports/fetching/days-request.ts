import type { DateRange } from '../../calendar/calendar-date';
import type { Connection } from '../../employer-api/connection';
import type { ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import type { CountedAnswer } from './day-margin';
import type { Pace } from './pace';
import type { KeptReport } from './report-cache';

/** The days that a refresh wants. */
export interface DaysRequest {
  readonly kind: ReportKind;
  readonly connection: Connection;
  readonly range: DateRange;
  /**
   * Reports fetched before then are too old. Milliseconds since 1970; the same for all runs of one refresh. With
   * `Infinity`, reports of other executions and earlier runs are never used.
   */
  readonly since: number;
  /** The spreadsheet's time zone, to be kept with the rows; null if unknown. */
  readonly zone: string | null;
  readonly pace: Pace;
  /**
   * The last days, if they alone are a usable result. The newest days are then requested first, and these days in every
   * run, even if they are kept.
   */
  readonly requiredRange?: DateRange | undefined;
  /**
   * The answers of refreshes of this connection earlier in the execution; this one adds its own. Where they disagree with
   * its own about a day at an end, the service's days are not those of SHIFT_DATE.
   */
  readonly earlier?: CountedAnswer[];
}

/** How far a refresh has come. */
export interface DaysProgress {
  readonly days: number;
  readonly ofDays: number;
  readonly rows: number;
  /** The number of answers so far, and the expected total. */
  readonly windows: number;
  readonly ofWindows: number;
}

/** What the caller provides for fetching days. */
export interface DaysHooks {
  /** Runs work under the spreadsheet's lock. @throws {ReportError} `busy` if the lock is taken. */
  locked<Result>(work: () => Result): Result;
  /** Stores the pace for the connection's next refresh. Called whenever it has changed. */
  savePace(pace: Pace): void;
}

/** All days as one report, or the progress before the time was up. */
export type RefreshedDays =
  | { readonly kind: 'complete'; readonly report: KeptReport }
  | {
      readonly kind: 'unfinished';
      readonly progress: DaysProgress;
      /** The failure that stopped it; `undefined` if the time was up. */
      readonly cause?: ReportError;
      /** The last days as far back as they were fetched, if they are a usable result. */
      readonly newest?: KeptReport | undefined;
    };
