import type { Region } from '../../employer-api/connection';
import type { KeptReport } from '../fetching/report-cache';
import type { TableFacts } from './report-question';
import type { SavedReport } from './saved-report';

/** What figures of a saved report are made of, and explained from. */
export interface FigureSource extends TableFacts {
  readonly saved: Pick<SavedReport, 'sheet' | 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'>;
  /** Rows of at least the range, before the report's own criteria. */
  readonly report: Pick<KeptReport, 'rows' | 'generatedAt' | 'issueCount' | 'emptyCount'>;
  readonly region: Region;
  /** When the service made the oldest of the rows, as a serial number in the zone; null when it did not say. */
  readonly asOf: number | null;
  readonly isSample: boolean;
}
