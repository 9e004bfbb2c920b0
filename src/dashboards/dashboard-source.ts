import type { DateRange } from '../calendar/calendar-date';
import type { ReportError } from '../employer-api/errors';
import type { LeftOut } from '../reports/fetching/joined-report';
import type { FigureSource } from '../reports/saved/report-question';

/** Everything that a dashboard is made of. */
export interface DashboardSource extends FigureSource {
  /** Why the rows are not the newest; `undefined` where they are. */
  readonly stale?: ReportError | undefined;
  /** The days that the rows cover, where they are more than those of the period. */
  readonly covered?: DateRange;
  /** What is not among the rows, or may not be. A refresh has reported it already. @default nothing */
  readonly leftOut?: Omit<LeftOut, 'undated'>;
}
