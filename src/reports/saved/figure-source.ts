import type { Region } from '../../employer-api/connection';
import type { KeptReport } from '../fetching/report-cache';
import type { TableFacts } from './report-question';
import type { SavedReport } from './saved-report';

/** The data from which the figures of a saved report are made and explained. */
export interface FigureSource extends TableFacts {
  readonly saved: Pick<SavedReport, 'sheet' | 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'>;
  /** Rows of at least the range, before the report's own criteria. */
  readonly report: Pick<KeptReport, 'rows' | 'generatedAt' | 'issueCount' | 'emptyCount'>;
  readonly region: Region;
  /** When the service made the oldest rows, as a serial number in the zone; null if it did not say. */
  readonly asOf: number | null;
  readonly isSample: boolean;
}
