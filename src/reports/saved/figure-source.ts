import type { CalendarDate } from '../../calendar/calendar-date';
import type { DateRange } from '../../calendar/date-range';
import type { WeekStart } from '../../calendar/period-unit';
import type { Region } from '../../employer-api/connection';
import type { KeptBases } from '../../figures/kept-basis';
import type { KeptReport } from '../fetching/report-cache';
import type { SavedReport } from './saved-report';
import type { SeenNames } from './seen-names';

/** What figures of a saved report are made of, and explained from. */
export interface FigureSource {
  readonly saved: Pick<SavedReport, 'sheet' | 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'>;
  /** Rows of at least the range, before the report's own criteria. */
  readonly report: Pick<KeptReport, 'rows' | 'generatedAt' | 'issueCount' | 'emptyCount'>;
  /** The days that are shown. */
  readonly range: DateRange;
  readonly zone: string;
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  readonly region: Region;
  readonly bases: KeptBases | undefined;
  /** The names that refreshes have seen; they are unpacked when asked for. */
  seenNames(): SeenNames | undefined;
  /** When the service made the oldest of the rows, as a serial number in the zone; null when it did not say. */
  readonly asOf: number | null;
  readonly isSample: boolean;
}
