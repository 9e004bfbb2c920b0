import { ReportError } from '../../employer-api/errors';
import { changedMeanwhile } from '../changed-meanwhile';
import type { Properties, ReportSheets } from '../ports';
import { type DocumentState, PROPERTY, requireStoreRoom } from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import type { StatusBoard, StatusRoom } from '../status/status-board';
import { finishTable, type PreparedTable } from '../writing/table-writer';
import { type ClaimedRefresh, hashQuestion, type RefreshServices } from './refresh-phases';
import { findReport, reportProperties, statusProperty, withTable } from './refresh-records';

/**
 * Checks before a write that this run still has the lease, that the connection of the rows is still the spreadsheet's,
 * and that the question of the report has not changed. Under the lock.
 *
 * @param remedy What the person should do.
 * @returns The report as stored now, on which the next record is based.
 * @throws {ReportError} `busy` if another run has the lease; `changed_meanwhile`; `invalid_settings` if the report was
 *   removed; `settings_missing`.
 */
export function requireUnchanged(
  { stores, digest }: Pick<RefreshServices, 'stores' | 'digest'>,
  claimed: Pick<ClaimedRefresh, 'lease' | 'saved' | 'questionHash' | 'fingerprint'>,
  state: DocumentState,
  properties: Properties,
  remedy = 'Refresh again',
): SavedReport {
  if (state.lease?.id !== claimed.lease.id) throw new ReportError('busy');
  const { connection } = findConnection(properties, stores);
  if (connection.fingerprint !== claimed.fingerprint) changedMeanwhile('the connection', remedy);
  const saved = findReport(state, claimed.saved.id);
  if (hashQuestion(saved, claimed.fingerprint, digest) !== claimed.questionHash)
    changedMeanwhile('this report', remedy);
  return saved;
}

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
    ...prepared.notes?.logs,
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
    ...prepared.notes?.after(),
    ...reportProperties(done),
    [PROPERTY.lease]: '',
    [PROPERTY.zone]: zone,
    ...(statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {}),
  });
  return { ...after, lease: undefined, statusSheet };
}
