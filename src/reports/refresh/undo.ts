import { splitList } from '../../contract/reports';
import { refuse } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import {
  addChangeLines,
  CHANGES_SHEET_NAME,
  compareTables,
  parseChangesPlace,
} from '../changes/changes-sheet';
import { noteTaker } from '../notes/notes';
import type { Properties } from '../ports';
import { type DocumentState, locked, PROPERTY, readDocumentState } from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import { hashTable, type SheetValue } from '../sheet/cells';
import { type FoundTable, findTable, headingRow, prepareTable } from '../sheet/report-table';
import {
  clearStaging,
  forgetSnapshots,
  keepSnapshot,
  readSnapshot,
  UNDO_SHEET_NAME,
} from '../sheet/set-aside';
import { cellReader } from '../sheet/sheets';
import { prepareStatusSheet } from '../status/status-sheet';
import { readTableDays, readTableRows, rowsBefore } from './history';
import { commitTable, endRun, type RefreshServices, reportProperty, withLease } from './lease';

/** The hash of a table that was put back: no fetched table has it, so the next refresh counts as a change. */
const PUT_BACK = '';

/** The result of Undo, or of listing what changed. */
interface Done {
  /** The document's state after it. */
  readonly state: DocumentState;
  /** What was done, or why nothing was, for the person. */
  readonly sentence: string;
}

/**
 * Puts back the table from before the last refresh that changed something: all of it, or the rows that were rewritten. The
 * table that it replaces is kept, so that another Undo puts that one back. Notes are not undone: they follow their shifts.
 *
 * @param confirmed Whether the person agrees to replace cells that someone may have edited or sorted since.
 * @throws {ReportError} With the table unchanged: `held_back` if it was edited or sorted and the person has not confirmed;
 *   `invalid_settings` if there is nothing to put back, or only the last rows were kept and people sorted the table;
 *   `settings_missing`; `sheet_blocked`; `range_too_large`; `write_timeout`; `busy`; `changed_meanwhile`.
 */
export function undoRefresh(services: RefreshServices, reportId: string, confirmed: boolean): Done {
  return withLease(services, reportId, (leased) => {
    const { sheets, calendar, clock, stores, digest, followers } = services;
    const { saved, properties, state } = leased;
    const { fingerprint } = findConnection(properties, stores).connection;
    if (saved.undo === null)
      refuse('invalid_settings', `Refresh “${saved.sheet}” first: no table before the one it shows is kept`);
    const snapshot = readSnapshot(services, saved);
    if (snapshot === undefined)
      return refuseUndo(
        saved,
        `the table before it is gone from the hidden sheet “${UNDO_SHEET_NAME}”, or was changed there`,
      );
    const { columns, rows, fields, about, next } = snapshot;
    const { content } = about;
    if (content?.source !== fingerprint)
      return refuseUndo(saved, 'the table before it came by another connection');
    const zone = calendar.zone();
    const notes = saved.headings.length > saved.fields.length ? splitList(saved.noteColumns) : [];
    const draft = { columns, rows, fields, notes };
    const found = findTable(sheets, saved, headingRow(draft), true);
    const { head, shown } = readShown(saved, found, snapshot.since, cellReader(calendar, zone));
    if (!confirmed && hashTable(digest, shown) !== next)
      refuse(
        'held_back',
        `Confirm first: someone may have typed into or sorted “${saved.sheet}”, and Undo replaces its table`,
      );
    const again = { ...shown, since: snapshot.since, next: hashTable(digest, snapshot) };
    const { pointer } = keepSnapshot(services, state, saved, again);
    const room = prepareStatusSheet(services, state, true);
    const takeNotes = noteTaker(services, { ...leased, zone });
    const table = prepareTable(services, saved, found, { ...draft, head }, takeNotes);
    const isFirst = saved.content?.hash !== PUT_BACK;
    const stays = isFirst ? followers.flatMap((one) => one.afterUndo?.(saved.id, properties) ?? []) : [];
    const message = `“${saved.sheet}” shows the table from before its last change. Cells beside the table are unchanged.`;
    let told = message;
    const after = commitTable(
      services,
      { ...leased, zone, fingerprint },
      table,
      room.sheetId,
      (stored, advice) => {
        told = [message, table.notes?.sentence, advice, ...stays].filter(Boolean).join(' ');
        const finishedAt = clock.now();
        const lastRun = { outcome: 'refreshed' as const, finishedAt, message, correlationId: '' };
        const report = {
          ...stored,
          // The next table is compared with the one put back; months whose rows are not all there again are read.
          ...{ ...about, undo: pointer, cursor: null, lastRun },
          content: { ...content, changedAt: finishedAt, hash: PUT_BACK, rows: table.rows },
        };
        return { report, lastRun, outcome: 'undone' };
      },
    );
    return { state: after, sentence: told };
  });
}

/** @throws {ReportError} `invalid_settings` */
function refuseUndo({ sheet }: Pick<SavedReport, 'sheet'>, why: string): never {
  return refuse('invalid_settings', `Refresh “${sheet}” instead: ${why}`);
}

/**
 * Reads the rows that took the place of a snapshot's: from its first day on, or all. One service call, one more for the
 * days of a table that keeps history.
 *
 * @throws {ReportError} `invalid_settings` if people sorted a table of which only the last rows were kept.
 */
function readShown(
  saved: SavedReport,
  found: FoundTable,
  since: number | null,
  value: (cell: unknown) => SheetValue,
) {
  // An emptied table has no heading row.
  const table =
    found.fields.length > 0 ? found : { ...found, headings: saved.headings, fields: saved.fields };
  const head = since === null ? 0 : rowsBefore(readTableDays(table, value) ?? [], since);
  if (head === undefined)
    return refuseUndo(saved, 'its rows are in another order than the last refresh left them');
  return { head, shown: readTableRows(table, value, head) };
}

/**
 * Writes what the last refresh changed to the sheet of changes: the kept table against what the sheet shows. Under the
 * lease, so that no other run writes there.
 *
 * @throws {ReportError} `invalid_settings` if the report was removed, or only the last rows were kept and people sorted the
 *   table; `sheet_blocked`; `busy`
 */
export function showChanges(services: RefreshServices, reportId: string): Done {
  return withLease(services, reportId, (leased) => {
    const { sheets, calendar } = services;
    const { saved, properties } = leased;
    const { content } = saved;
    const before = readSnapshot(services, saved);
    if (before === undefined || content === null) {
      const sentence = `Nothing to list: no refresh has changed “${saved.sheet}” since its first, or since Disconnect.`;
      return { state: endRun(services, leased, () => ({})), sentence };
    }
    const zone = calendar.zone();
    // Without a click on Refresh a deleted sheet is not made again.
    const found = findTable(sheets, saved, saved, false);
    const { shown } = readShown(saved, found, before.since, cellReader(calendar, zone));
    const days = { ...content, from: before.since ?? content.from };
    const { sentence: said, lines, left } = compareTables(before, shown, days);
    const known = parseChangesPlace(properties[PROPERTY.changes]);
    const refresh = { seen: calendar.serial(content.changedAt, zone), report: saved.sheet };
    const place = lines.length > 0 ? addChangeLines(sheets, known, refresh, lines) : undefined;
    if (place) sheets.flush();
    const changes: Properties = place ? { [PROPERTY.changes]: JSON.stringify(place) } : {};
    const state = endRun(services, leased, () => ({ changes }));
    const where = place === undefined ? '' : ` See the sheet “${CHANGES_SHEET_NAME}”.`;
    const rest = left === 0 ? '' : ` ${shownCount(left, 'more line')} did not fit.`;
    return { state, sentence: `${said}${where}${rest}` };
  });
}

/**
 * Forgets all snapshots and the staged rows. Never fails: cells that cannot be cleared stay in hidden sheets, where nothing
 * reads them.
 */
export function forgetTables(services: RefreshServices): void {
  const { stores, sheets } = services;
  try {
    clearStaging(sheets);
    const { reports } = readDocumentState(stores.document.readAll());
    if (reports.every(({ undo }) => undo === null)) return;
    forgetSnapshots(sheets, reports);
    locked(services, (state) => {
      const changes = state.reports.map((one) => reportProperty({ ...one, undo: null }));
      stores.document.write(Object.assign({}, ...changes));
    });
  } catch {
    // Removing the connection matters more, and is done.
  }
}
