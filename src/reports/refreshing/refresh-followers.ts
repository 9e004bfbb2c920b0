import type { CalendarDate } from '../../calendar/calendar-date';
import { type DateRange, overlap } from '../../calendar/date-range';
import type { WeekStart } from '../../calendar/period-unit';
import type { Region } from '../../employer-api/connection';
import type { KeptBases } from '../../figures/kept-basis';
import type { KeptReport } from '../fetching/report-cache';
import type { Properties } from '../ports';
import type { Lease } from '../saved/document-state';
import { reportRange, type SavedReport } from '../saved/saved-report';
import type { SeenNames } from '../saved/seen-names';
import type { BegunRefresh } from './refresh-begun';

/** A report that was fetched and checked, and what is needed to make figures of its rows. */
export interface FollowedRefresh {
  readonly saved: SavedReport;
  /** All rows of the range, before the report's own filters. */
  readonly report: KeptReport;
  readonly range: DateRange;
  readonly zone: string;
  readonly today: CalendarDate;
  /** Of the connection that the rows came by. */
  readonly region: Region;
  readonly weekStart: WeekStart;
  readonly bases: KeptBases | undefined;
  /** The names that refreshes have seen; they are unpacked when asked for. */
  seenNames(): SeenNames | undefined;
  /** Of the connection that the rows came by. */
  readonly fingerprint: string;
  /** Whether the rows are those of the sample employer. */
  readonly isSample: boolean;
  readonly by: Lease['by'];
  /** The document properties as last read, those of this refresh among them. */
  readonly properties: Properties;
}

/** What was found in the rows of a refresh. */
export interface Inspection {
  /** Document properties to be written with those of the refresh. */
  readonly changes: Properties;
  /** What a person should hear, for the message of the run. */
  readonly sentences: readonly string[];
}

/** Looks at the rows of every refresh just before its properties are stored. It makes no service call. */
export interface RefreshInspector {
  /** Never throws. */
  inspect(refresh: FollowedRefresh): Inspection;
}

/** Does what follows from a table that was written, after the refresh itself has ended well. */
export interface RefreshFollower {
  /**
   * Never throws. It makes no service call where nothing follows from this report.
   *
   * @returns What a person should hear: what failed, and what to do.
   */
  follow(refresh: FollowedRefresh): readonly string[];

  /**
   * Says what does not go back with a table that was put back: its rows were not fetched, so nothing follows from them.
   * It makes no service call and never throws.
   *
   * @param properties The document properties as last read.
   */
  afterUndo(reportId: string, properties: Properties): readonly string[];
}

/** What inspectors and followers are told of a refresh. */
export function followedBy(
  { range, zone, today, region, weekStart, bases, seenNames, fingerprint, owner, lease }: BegunRefresh,
  report: KeptReport,
  saved: SavedReport,
  properties: Properties,
): FollowedRefresh {
  const isSample = owner.sample !== undefined;
  const days = { range, zone, today, weekStart };
  return {
    saved,
    report,
    ...days,
    region,
    bases,
    seenNames,
    fingerprint,
    isSample,
    by: lease.by,
    properties,
  };
}

/** The days of the report's period. A table that keeps history fetches more; at midnight the period itself may move. */
export function shownRange({
  saved,
  range,
  today,
  weekStart,
}: Pick<FollowedRefresh, 'saved' | 'range' | 'today' | 'weekStart'>): DateRange {
  if (saved.mode !== 'history') return range;
  return overlap(reportRange(saved, today, weekStart), range) ?? range;
}

/** What all inspectors found, in their order. */
export function inspectAll(inspectors: readonly RefreshInspector[], refresh: FollowedRefresh): Inspection {
  const found = inspectors.map((inspector) => inspector.inspect(refresh));
  const changes: Record<string, string> = Object.assign({}, ...found.map((one) => one.changes));
  return { changes, sentences: found.flatMap(({ sentences }) => sentences) };
}
