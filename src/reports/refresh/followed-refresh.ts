import type { DateRange } from '../../calendar/calendar-date';
import type { Connection } from '../../employer-api/connection';
import type { KeptReport } from '../fetching/kept-rows';
import type { Properties, TableServices } from '../ports';
import type { DocumentState, Lease } from '../saved/document-state';
import type { SavedReport, TableFacts } from '../saved/saved-report';

/** A refreshed report, with what is needed to compute figures from its rows. */
export interface FollowedRefresh extends TableFacts {
  readonly saved: SavedReport;
  /** All rows of the range, before the report's own filters. */
  readonly report: KeptReport;
  /** Of the rows. */
  readonly connection: Connection;
  /** The days of the report's period. A table that keeps history fetches more. */
  readonly period: DateRange;
  readonly by: Lease['by'];
  /** The document properties as last read, including those of this refresh. */
  readonly properties: Properties;
}

/** Document properties to write with those of the refresh, and sentences for the message of the run. */
export interface Inspection {
  readonly changes: Properties;
  readonly sentences: readonly string[];
}

/** Takes part in refreshes. Never throws, and makes no service call if there is nothing to do for a report. */
export interface RefreshFollower {
  /** Looks at the rows of every refresh just before its properties are stored. Makes no service call. */
  inspect?(refresh: FollowedRefresh): Inspection;
  /**
   * Acts after the refresh has succeeded.
   *
   * @param state The document's state after the refresh.
   * @returns Sentences for the person: what failed, and what to do.
   */
  follow?(refresh: FollowedRefresh, state: DocumentState): readonly string[];
  /**
   * Says what Undo leaves as it is: Undo fetches no rows, so `inspect` and `follow` are not called. Makes no service call.
   *
   * @param properties The document properties as last read.
   */
  afterUndo?(reportId: string, properties: Properties): readonly string[];
  /** Acts at the end of a scheduled run, whatever became of its refreshes. */
  afterSchedule?(): void;
}

/** What a refresh needs, with those who take part in it. */
export interface RefreshServices extends TableServices {
  readonly followers: readonly RefreshFollower[];
}
