import type { Budget } from '../../budget';
import type { Clock, MakeId } from '../../employer-api/ports';
import type { Digest, FetchServices, ReportSheets, SpreadsheetCalendar, TextPacker } from '../ports';
import type { Audience } from '../saved/saved-connection';
import type { StatusSheetPlace } from '../status/status-sheet';
import type { RefreshFollower, RefreshInspector } from './followed-refresh';
import type { LeaseServices } from './lease';

/** What a refresh needs. */
export interface RefreshServices extends LeaseServices, StatusSheetPlace {
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly budget: Budget;
  readonly digest: Digest;
  readonly packer: TextPacker;
  /** The largest table that is written directly, in cells. */
  readonly directWriteCells: number;
  readonly inspectors: readonly RefreshInspector[];
  readonly followers: readonly RefreshFollower[];
}
