import type { Properties } from '../ports';
import { requireStoreRoom } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import type { StatusRoom } from '../status/status-board';
import { finishTable, type PreparedTable } from '../writing/table-writer';
import { requireUnmoved } from '../writing/unmoved-table';
import type { RefreshServices } from './refresh-begun';
import { reportProperties, statusProperty, withTable } from './refresh-records';

/** A table of a report that was made ready before the lock was taken. */
export interface ReadyTable {
  readonly saved: SavedReport;
  readonly prepared: PreparedTable;
  /** What was prepared of the status sheet. */
  readonly room: StatusRoom | undefined;
  /** The document properties as they are now. */
  readonly properties: Properties;
  /** What the person is to do where the table was changed meanwhile. @default 'Refresh again' */
  readonly remedy?: string;
}

/**
 * Has a table written, and before it stored what must be known of a write that is killed. Under the lock; it reads
 * nothing.
 *
 * @returns The report with what is known of its table now.
 * @throws {ReportError} `changed_meanwhile` of the table, `invalid_settings` where the spreadsheet has no room for what is
 *   to be known of it, with nothing written; what `write` throws.
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
