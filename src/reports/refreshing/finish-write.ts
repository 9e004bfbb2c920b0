import type { Properties } from '../ports';
import { type DocumentState, PROPERTY } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import type { StatusBoard, StatusRoom } from '../status/status-board';
import type { PreparedTable } from '../writing/table-writer';
import type { RefreshServices } from './refresh-begun';
import { reportProperties } from './refresh-records';

/** A written table, and the state after it. */
export interface WrittenTable {
  readonly after: DocumentState;
  readonly done: SavedReport;
  readonly prepared: PreparedTable;
  /** The prepared status sheet. */
  readonly room: StatusRoom | undefined;
}

/**
 * Ends a write: the status sheet, a flush, then the properties, so that these are true when stored. Under the lock;
 * reads nothing.
 *
 * @param more Other properties to write with them.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function finishWrite(
  { sheets, clock, stores }: RefreshServices,
  board: StatusBoard,
  { after, done, prepared, room }: WrittenTable,
  more: Properties,
): DocumentState {
  const zone = after.zone ?? '';
  const statusSheet = board.write(after, zone, room, clock.now());
  if (prepared.isNew) sheets.show(prepared.sheet);
  sheets.flush();
  const staged = prepared.staged ? { [PROPERTY.staging(done.id)]: '' } : {};
  stores.document.write({
    ...more,
    ...staged,
    ...reportProperties(done),
    [PROPERTY.lease]: '',
    [PROPERTY.zone]: zone,
    ...(statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {}),
  });
  return { ...after, lease: undefined, statusSheet };
}
