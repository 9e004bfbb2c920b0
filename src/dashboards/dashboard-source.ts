import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { WeekStart } from '../calendar/period-words';
import type { Region } from '../employer-api/connection';
import type { ReportError } from '../employer-api/errors';
import type { KeptBases } from '../figures/kept-basis';
import type { KeptReport } from '../reports/report-cache';
import type { SavedReport } from '../reports/saved-report';

/** Everything that a dashboard is made of. */
export interface DashboardSource {
  readonly saved: Pick<SavedReport, 'sheet' | 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'>;
  /** Rows of at least the range, before the report's own criteria. */
  readonly report: Pick<KeptReport, 'rows' | 'generatedAt' | 'issueCount' | 'emptyCount'>;
  /** The days that the dashboard shows. */
  readonly range: DateRange;
  readonly zone: string;
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  readonly region: Region;
  readonly bases: KeptBases | undefined;
  /** When the service made the oldest of the rows, as a serial number in the zone; null when it did not say. */
  readonly asOf: number | null;
  readonly isSample: boolean;
  /** Why the rows are not the newest; `undefined` where they are. */
  readonly stale?: ReportError | undefined;
}
