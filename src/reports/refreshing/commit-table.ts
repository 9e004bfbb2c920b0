import { changedMeanwhile } from '../changed-meanwhile';
import type { Properties, ReportSheets } from '../ports';
import { requireStoreRoom } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import type { StatusRoom } from '../status/status-board';
import { finishTable, type PreparedTable } from '../writing/table-writer';
import type { RefreshServices } from './refresh-begun';
import { reportProperties, statusProperty, withTable } from './refresh-records';

/** A table that was prepared before the lock was acquired. */
interface ReadyTable {
  readonly saved: SavedReport;
  readonly prepared: PreparedTable;
  /** The prepared status sheet. */
  readonly room: StatusRoom | undefined;
  /** The current document properties. */
  readonly properties: Properties;
  /** What the person should do if the table was changed in the meantime. @default 'Refresh again' */
  readonly remedy?: string;
}

/**
 * Logs a write in the properties, in case the run is killed, and then writes the table. Under the lock; reads no sheet.
 *
 * @returns The report with its new table.
 * @throws {ReportError} With nothing written: `changed_meanwhile` if the table was changed, `invalid_settings` if the
 *   properties have no room; anything that `write` throws.
 */
export function commitTable(
  { sheets, stores }: RefreshServices,
  { saved, prepared, room, properties, remedy }: ReadyTable,
  write: () => void,
): SavedReport {
  requireUnmoved(sheets, prepared, remedy);
  requireStoreRoom(properties, saved.id);
  const logs = {
    ...(prepared.isLogged ? {} : reportProperties(withTable(saved, prepared.record))),
    ...statusProperty(room),
  };
  if (Object.keys(logs).length > 0) stores.document.write(logs);
  write();
  return withTable(saved, finishTable(sheets, prepared));
}

/**
 * Checks that the sheet of a prepared table still exists, with the same numbers of rows and columns. People may have
 * deleted the sheet, or inserted or deleted rows and columns, while this run waited for the lock.
 *
 * No service call that counts. Not detected: typed or merged cells, a filter, and moved rows.
 *
 * @param remedy What the person should do.
 * @throws {ReportError} `changed_meanwhile`, with nothing written.
 */
function requireUnmoved(
  sheets: ReportSheets,
  { sheet, grid }: PreparedTable,
  remedy = 'Refresh again',
): void {
  const now = sheets.byId(sheet.id)?.gridSize();
  if (now?.rows !== grid.rows || now.columns !== grid.columns) changedMeanwhile('the table', remedy);
}
