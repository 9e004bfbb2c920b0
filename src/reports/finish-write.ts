import { type DocumentState, PROPERTY } from './document-state';
import type { RefreshServices } from './refresh-begun';
import { reportProperties } from './refresh-records';
import type { SavedReport } from './saved-report';
import type { StatusBoard } from './status-board';
import type { PreparedTable } from './table-writer';

/** A table that was written, and what is true after it. */
export interface WrittenTable {
  readonly after: DocumentState;
  readonly done: SavedReport;
  readonly prepared: PreparedTable<SavedReport>;
  /** Whether the status sheet may be made: after a click, never on a schedule. */
  readonly mayCreate: boolean;
}

/**
 * Ends a write: the status, a flush, then the properties, so that what they say is true by then. Under the lock.
 *
 * @param more Other properties to write with them.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function finishWrite(
  { sheets, clock, stores }: RefreshServices,
  board: StatusBoard,
  { after, done, prepared, mayCreate }: WrittenTable,
  more: Readonly<Record<string, string>>,
): DocumentState {
  const zone = after.zone ?? '';
  const statusSheet = board.show(after, zone, mayCreate, clock.now());
  if (prepared.isNew) sheets.show(prepared.sheet);
  sheets.flush();
  const staged = prepared.staged ? { [PROPERTY.staging(done.id)]: '' } : {};
  stores.document.write({
    ...{ ...more, ...staged, ...reportProperties(done) },
    ...{ [PROPERTY.lease]: '', [PROPERTY.zone]: zone },
    ...(statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {}),
  });
  return { ...after, statusSheet };
}
