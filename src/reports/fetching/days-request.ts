import type { DateRange } from '../../calendar/date-range';
import type { Connection } from '../../employer-api/connection';
import type { ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import type { Pace } from './pace';
import type { KeptReport } from './report-cache';

/** The days that a refresh wants. */
export interface DaysRequest {
  readonly kind: ReportKind;
  readonly connection: Connection;
  readonly range: DateRange;
  /**
   * What was fetched before is not new enough. Milliseconds since 1970; the same for all runs of one refresh. With
   * `Infinity` nothing is that others have fetched, or an earlier run.
   */
  readonly since: number;
  /** The spreadsheet's time zone, to be kept beside the rows; null when it was not asked for. */
  readonly zone: string | null;
  readonly pace: Pace;
  /**
   * The last days where they are enough if no more come: then the newest are asked for first, and these in every run,
   * whatever is kept of them.
   */
  readonly enough?: DateRange | undefined;
}

/** How far a refresh has come. */
export interface DaysProgress {
  readonly days: number;
  readonly ofDays: number;
  readonly rows: number;
  /** Answers so far, and how many it will be as far as is known. */
  readonly windows: number;
  readonly ofWindows: number;
}

/** What fetching days asks of its caller. */
export interface DaysHooks {
  /** Works under the spreadsheet's lock. @throws {ReportError} `busy` when it is not to be had. */
  locked<Result>(work: () => Result): Result;
  /** Told when something was learnt: to be kept for the connection's next refresh, where that can be. */
  savePace(pace: Pace): void;
}

/** All the days as one report, or how far it came before the time was up. */
export type RefreshedDays =
  | { readonly kind: 'complete'; readonly report: KeptReport }
  | {
      readonly kind: 'unfinished';
      readonly progress: DaysProgress;
      /** Why it stopped, where that is not the time. */
      readonly cause?: ReportError;
      /** The last days as far back as they came, where those are enough. */
      readonly newest?: KeptReport | undefined;
    };
