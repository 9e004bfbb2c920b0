import { formatIsoDate, startOfMonth } from '../../calendar/calendar-date';
import type { ShiftRow } from '../../employer-api/shift-records';
import { fitText, shownCount, shownNumber } from '../../employer-api/text';
import { filterRows } from '../../figures/row-filter';
import type { KeptReport } from '../fetching/kept-rows';
import { notesAreDue } from '../notes/table-notes';
import { failedChecks } from '../saved/learned';
import {
  layOutReport,
  noteHeadings,
  type QuestionTable,
  readCriteria,
  requireDays,
} from '../saved/report-question';
import {
  holdsOtherEmployer,
  holdsOthersRows,
  type RowOwner,
  replacesRealRows,
} from '../saved/saved-connection';
import { headingsOf, notePlace, type SheetRow, type SheetValue } from '../sheet/cells';
import { cellReader } from '../sheet/sheets';
import { draftHistory, type HistoryOptions } from '../writing/history-draft';
import { keepsHeadings } from '../writing/table-place';
import type { TableDraft } from '../writing/table-writer';
import { afterWrite, askAbout, describeBlank, findLoss, isLoss } from './loss-guard';
import type { FetchedRefresh, JudgedRefresh, NewTable, RefreshServices } from './refresh-phases';

/** The second phase, or why the new table needs confirmation: a sentence, remedy first, without a full stop. */
type TableUpdate = JudgedRefresh | { readonly confirmationReason: string };

/**
 * Lays out the fetched rows with the days that stay, and finds out whether the table needs confirmation.
 *
 * Reads the sheet of a table that keeps history, as `draftHistory` does; makes no other service call.
 *
 * @param sheetDiffers Whether the sheet was found not to show the expected rows.
 * @throws {ReportError} `sheet_blocked`
 */
export function judgeRefresh(
  services: RefreshServices,
  fetched: FetchedRefresh,
  sheetDiffers: boolean,
): TableUpdate {
  const { saved } = fetched;
  const made = layOutNew(fetched, services, sheetDiffers);
  const { table, shifts } = made;
  const options = made.isShown ? undefined : historyOptions(services, fetched, table);
  const draft: TableDraft = made.isShown
    ? { columns: table.columns, rows: [], head: saved.extent, ...lookAtRows(services, fetched, table) }
    : options
      ? draftHistory(services.sheets, saved, table, options)
      : table;
  const notes = notePlace(table.fields, noteHeadings(saved));
  const judged = { ...fetched, made, draft: { ...draft, fields: table.fields, notes }, sheetDiffers };
  const reason = confirmationReason(saved, fetched.owner);
  // A table equal to the one in place is never held.
  const isCompared = saved.written?.asked === shifts.asked && saved.content?.hash !== made.hash;
  const lost = isCompared ? (findLoss(saved.written, shifts) ?? findLostMonth(draft, table)) : undefined;
  const question = reason ?? (lost === undefined ? undefined : askAbout(lost));
  if (question === undefined || isConfirmed(fetched, question)) return judged;
  return { confirmationReason: question };
}

/** True if a person has confirmed the new table for this reason. */
function isConfirmed({ saved, confirmed }: FetchedRefresh, reason: string): boolean {
  return confirmed && (saved.cursor?.held || reason) === reason;
}

/** A kept month of which most rows did not come again: `only 3 of 40 rows came for 2026-01`. */
function findLostMonth(
  { replaced, before = [], rows }: TableDraft,
  { fields }: QuestionTable,
): string | undefined {
  const dayColumn = fields.indexOf('SHIFT_DATE');
  const countMonths = (counted: readonly SheetRow[]) => {
    const counts = new Map<number, number>();
    for (const row of counted) {
      const day = row[dayColumn];
      const month = typeof day === 'number' ? startOfMonth(Math.floor(day)) : 0;
      counts.set(month, (counts.get(month) ?? 0) + 1);
    }
    return counts;
  };
  const after = countMonths(rows);
  const lost = Array.from(countMonths(replaced ?? before)).find(
    ([month, had]) => month !== 0 && isLoss(had, after.get(month) ?? 0),
  );
  if (lost === undefined) return undefined;
  const [month, had] = lost;
  const came = shownNumber(after.get(month) ?? 0);
  return `only ${came} of ${shownCount(had, 'row')} came for ${formatIsoDate(month).slice(0, 7)}`;
}

/** Lays out the fetched rows as the report's table. */
function layOutNew(
  fetched: FetchedRefresh,
  { digest }: Pick<RefreshServices, 'digest'>,
  sheetDiffers: boolean,
): NewTable {
  const { saved, report, range, lease, owner, today, properties } = fetched;
  const notes = noteHeadings(saved);
  const table = layOutReport(saved, report, fetched);
  const headings = headingsOf(table.columns);
  const hash = digest(JSON.stringify([headings, table.rows]));
  const isShown =
    lease.by === 'schedule' &&
    !sheetDiffers &&
    saved.content?.hash === hash &&
    // An interrupted write may have left more rows or other columns.
    saved.content.rows === saved.extent &&
    keepsHeadings(saved, [...headings, ...notes]) &&
    (notes.length === 0 || !notesAreDue(properties, today, saved.id));
  const fields = report.fields.map(({ name }) => name);
  const { venue, area, role } = saved;
  const employer = owner.employer ?? saved.content?.employer;
  const asked = digest(JSON.stringify([venue, area, role, owner.sample ?? employer]));
  const rows = filterRows(report.rows, readCriteria(saved));
  const shifts = { asked, range, fields, rows };
  const written = afterWrite(saved.written, shifts, fetched.confirmed);
  // Not done under the lock, because comparing names with each other takes time.
  const checks = failedChecks(shifts.rows, today);
  return { table, hash, isShown, shifts, written, checks, blank: describeBlank(shifts, today) };
}

/**
 * Checks whether cells already show the rows of a table, so that it need not be written. The rows of staged tables and
 * of kept days are not read: for these the heading row is enough.
 */
function lookAtRows(
  { calendar, directWriteCells }: RefreshServices,
  { saved, zone }: FetchedRefresh,
  { columns, rows }: QuestionTable,
): Pick<TableDraft, 'isShownBy'> {
  if (saved.mode === 'history' || rows.length * columns.length > directWriteCells) return {};
  const value = cellReader(calendar, zone);
  const written = (wanted: SheetValue = null) =>
    typeof wanted === 'string' ? fitText(wanted) || null : wanted;
  const isShown = (row: SheetRow, cells: readonly unknown[] = []) =>
    columns.every((_, column) => value(cells[column]) === written(row[column]));
  return { isShownBy: (cells) => rows.every((row, at) => isShown(row, cells[at])) };
}

function historyOptions(
  { calendar }: RefreshServices,
  { saved, range, zone, lease, owner }: FetchedRefresh,
  { fields }: QuestionTable,
): HistoryOptions | undefined {
  if (saved.mode !== 'history' || holdsOthersRows(saved, owner)) return undefined;
  const idColumn = fields.indexOf('SHIFT_ID');
  return {
    window: range,
    fields,
    formerFields: saved.fields,
    dateColumn: requireDays(fields),
    idColumn: idColumn < 0 ? null : idColumn,
    calendar,
    zone,
    mayReplace: lease.by !== 'schedule',
  };
}

/** How many values of these rows the service left empty. An absent value may also be an invalid one, so at most all. */
export function countEmpty(rows: readonly ShiftRow[], { emptyCount }: KeptReport): number {
  const without = rows.reduce((sum, row) => sum + row.filter((value) => value === null).length, 0);
  return Math.min(without, emptyCount);
}

/**
 * What to check if a table has no rows although the service has shifts for these days; otherwise empty.
 *
 * @param rows The number of rows of the table.
 */
export function describeNothing(
  rows: number,
  report: Pick<KeptReport, 'rows'>,
  { unshownNotes }: Pick<QuestionTable, 'unshownNotes'>,
): string {
  if (unshownNotes.length > 0) return `${unshownNotes.join('. ')}.`;
  return rows > 0 || report.rows.length === 0
    ? ''
    : 'Check the venue, area and job title: no shift of these days fits.';
}

/**
 * Why a table needs confirmation before it gets these rows, without a full stop; `undefined` if it does not. Kept days
 * cannot be fetched again by another connection, and may not stay beside its rows.
 */
function confirmationReason(saved: FetchedRefresh['saved'], owner: RowOwner): string | undefined {
  if (replacesRealRows(saved, owner)) {
    return askAbout('sample rows would replace real ones');
  }
  if (saved.mode !== 'history' || !holdsOtherEmployer(saved, owner)) return undefined;
  return askAbout('the kept days of another employer would be deleted for good');
}
