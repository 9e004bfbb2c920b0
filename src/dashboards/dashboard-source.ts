import type { ReportError } from '../employer-api/errors';
import type { FigureSource } from '../reports/saved/figure-source';

/** Everything that a dashboard is made of. */
export interface DashboardSource extends FigureSource {
  /** Why the rows are not the newest; `undefined` where they are. */
  readonly stale?: ReportError | undefined;
}
