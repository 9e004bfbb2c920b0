import { splitList } from '../../contract/reports';
import { attempt, refuse } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import { addChangeLines, CHANGES_SHEET_NAME, compareTables } from '../changes/changes-sheet';
import { type DocumentState, findConnection, PROPERTY, reportProperty } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { cellReader, hashTable, type ReadCell } from '../sheet/cells';
import { type FoundTable, findTable, headingRow, readTableDays, readTableRows } from '../sheet/report-table';
import { clearHidden, readSnapshot, STAGING_SHEET_NAME, UNDO_SHEET_NAME } from '../sheet/set-aside';
import { changeShown } from '../status/status-sheet';
import type { RefreshServices } from './followed-refresh';
import { rowsBefore } from './history';
import { beginRun, endRun, putTable, takeLease } from './lease';

/** The hash of a table that was put back: no fetched table has it, so the next refresh counts as a change. */
const PUT_BACK = '';

/**
 * Puts back the table from before the last refresh that changed something: all of it, or the rows that were rewritten. The
 * table that it replaces is kept, so that another Undo puts that one back. Notes are not undone: they follow their shifts.
 *
 * @param confirmed Whether the person agrees to replace cells that someone may have edited or sorted since.
 * @returns The document's state after it, and what was done, for the person.
 * @throws {ReportError} With the table unchanged: `held_back` if it was edited or sorted and the person has not confirmed;
 *   `invalid_settings` if there is nothing to put back, or only the last rows were kept and people sorted the table;
 *   `settings_missing`; as `putTable`.
 */
export function undoRefresh(services: RefreshServices, reportId: string, confirmed: boolean) {
  const { sheets, calendar, clock, stores, digest, followers } = services;
  const begun = beginRun(services, reportId, 'sidebar');
  const { connection } = findConnection(begun.properties, stores);
  const run = takeLease(services, { ...begun, connection });
  try {
    const { saved, properties, zone } = run;
    if (saved.undo === null) return refuseUndo(saved, 'no table before it is kept');
    const snapshot = readSnapshot(services, saved);
    if (snapshot === undefined)
      return refuseUndo(
        saved,
        `the table before it, kept on the hidden sheet “${UNDO_SHEET_NAME}”, was changed or deleted`,
      );
    const { columns, rows, fields, about, next, since } = snapshot;
    const { content } = about;
    if (content?.source !== connection.fingerprint)
      return refuseUndo(saved, 'the table before it came by another connection');
    const notes = saved.headings.length > saved.fields.length ? splitList(saved.noteColumns) : [];
    const draft = { columns, rows, fields, notes };
    const found = findTable(sheets, saved, headingRow(draft), true);
    const { head, shown } = readShown(saved, found, since, cellReader(calendar, zone));
    if (head > 0 && !found.isIntact) return refuseUndo(saved, 'its heading row has to be written again');
    if (!confirmed && hashTable(digest, shown) !== next)
      refuse(
        'held_back',
        `Confirm first: someone may have typed into or sorted “${saved.sheet}”, and Undo replaces its table`,
      );
    const replaced = { ...shown, since, next: hashTable(digest, snapshot) };
    // Undone twice, the table is the newer one again.
    const isFirst = saved.content?.hash !== PUT_BACK;
    const stays = isFirst ? followers.flatMap((one) => one.afterUndo?.(saved.id, properties) ?? []) : [];
    const message = `“${saved.sheet}” shows the table from before its last change. Cells beside the table are unchanged.`;
    const table = { found, draft: { ...draft, head }, replaced };
    const { state, ended } = putTable(services, run, table, (stored, sentences) => {
      const finishedAt = clock.now();
      const report = {
        // The next table is compared with the one put back; months whose rows are not all there again are read.
        ...{ ...stored, ...about, cursor: null },
        lastRun: { outcome: 'refreshed' as const, finishedAt, message, correlationId: '' },
        content: { ...content, changedAt: finishedAt, hash: PUT_BACK, rows: head + rows.length },
      };
      return { outcome: 'undone' as const, report, told: [message, ...sentences, ...stays] };
    });
    return { state, sentence: ended.told.join(' ') };
  } catch (error) {
    // A lease that cannot be released expires.
    attempt(() => endRun(services, run, () => ({})));
    throw error;
  }
}

/** @throws {ReportError} `invalid_settings` */
function refuseUndo({ sheet }: Pick<SavedReport, 'sheet'>, why: string): never {
  return refuse('invalid_settings', `Refresh “${sheet}” instead: ${why}`);
}

/**
 * Reads the rows that took the place of a snapshot's: from its first day on, or all.
 *
 * @throws {ReportError} `invalid_settings` if people sorted a table of which only the last rows were kept.
 */
function readShown(saved: SavedReport, found: FoundTable, since: number | null, value: ReadCell) {
  const head = since === null ? 0 : rowsBefore(readTableDays(found, value) ?? [], since);
  if (head === undefined)
    return refuseUndo(saved, 'its rows are in another order than the last refresh left them');
  return { head, shown: readTableRows(found, value, head) };
}

/**
 * Writes what the last refresh changed to the sheet of changes: the kept table against what the sheet shows. Not while a
 * refresh runs.
 *
 * @returns The document's state after it, and what was done, or why nothing was, for the person.
 * @throws {ReportError} `invalid_settings` if the report was removed, or only the last rows were kept and people sorted the
 *   table; `sheet_blocked`; `busy`
 */
export function showChanges(services: RefreshServices, reportId: string) {
  const { sheets, calendar, document } = services;
  const { state, saved, properties, zone } = beginRun(services, reportId, 'sidebar');
  const { content, sheet } = saved;
  const before = readSnapshot(services, saved);
  if (before === undefined || content === null) {
    const sentence = `Nothing to list: no refresh has changed “${sheet}” since its first, or since Disconnect.`;
    return { state, sentence };
  }
  // Without a click on Refresh a deleted sheet is not made again.
  const found = findTable(sheets, saved, saved, false);
  const { shown } = readShown(saved, found, before.since, cellReader(calendar, zone));
  const days = { ...content, from: before.since ?? content.from };
  const { sentence, lines, left } = compareTables(before, shown, days);
  if (lines.length === 0) return { state, sentence };
  const listed = `${reportId} ${content.changedAt}`;
  const isListed = properties[PROPERTY.changes] === listed && sheets.byName(CHANGES_SHEET_NAME);
  const about = [calendar.serial(content.changedAt, zone), sheet];
  addChangeLines(sheets, isListed ? [] : lines.map((line) => [...about, ...line]));
  sheets.flush();
  document.write({ [PROPERTY.changes]: listed });
  const rest = left === 0 ? '' : ` ${shownCount(left, 'more line')} did not fit.`;
  return { state, sentence: `${sentence} See the sheet “${CHANGES_SHEET_NAME}”.${rest}` };
}

/**
 * Forgets all snapshots and the staged rows, and shows on the status sheet that no run is next. Never fails: cells that
 * cannot be cleared stay in hidden sheets, where nothing reads them.
 */
export function forgetTables(services: RefreshServices): void {
  const { sheets } = services;
  for (const name of [STAGING_SHEET_NAME, UNDO_SHEET_NAME] as const) attempt(() => clearHidden(sheets, name));
  // Removing the connection matters more, and is done.
  attempt(() => {
    const forget = ({ reports }: DocumentState) => {
      const kept = reports.filter(({ undo }) => undo !== null);
      return Object.assign({}, ...kept.map((one) => reportProperty({ ...one, undo: null })));
    };
    // Without a schedule no run is next. Formulas show what they did before.
    changeShown(services, forget, false);
  });
}
