import { type DateRange, formatIsoDate, isOn } from '../../calendar/calendar-date';
import { CONFIRM_FIRST } from '../../contract/reports';
import type { ShiftRow } from '../../employer-api/shift-records';
import { fitText } from '../../employer-api/text';
import { filterRows } from '../../figures/row-filter';
import type { KeptReport } from '../fetching/report-cache';
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
import {
  afterTable,
  checkShrink,
  countFewer,
  describeBlank,
  isRefused,
  summarizeTable,
} from '../saved/shrink-guard';
import { headingsOf, notePlace, type SheetRow, type SheetValue } from '../sheet/cells';
import { cellReader } from '../sheet/sheets';
import { draftHistory, type HistoryOptions } from '../writing/history-draft';
import { keepsHeadings } from '../writing/table-place';
import type { TableDraft } from '../writing/table-writer';
import type { FetchedRefresh, JudgedRefresh, NewTable, RefreshServices } from './refresh-phases';

/** The second phase, or why the new table needs confirmation: a sentence, remedy first, without a full stop. */
type TableUpdate = JudgedRefresh | { readonly confirmationReason: string };

/**
 * Lays out the fetched rows with the days that stay, and finds out whether the table needs confirmation. Kept days that
 * the service no longer has stay if a person has decided so before, and on the schedule, which cannot ask: then only
 * the newest days are written.
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
  const { saved, report } = fetched;
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
  const otherOwner = confirmationReason(saved, fetched.owner);
  if (otherOwner !== undefined)
    return isConfirmed(fetched, otherOwner) ? judged : { confirmationReason: otherOwner };
  const before = saved.summary;
  const oldRows = draft.replaced ?? draft.before;
  const replaced = oldRows && { fields: table.fields, before: oldRows, after: draft.rows };
  const shrunk = before ? checkShrink(before, shifts, replaced) : undefined;
  if (shrunk === undefined) return judged;
  const { requiredRange, confirmed, lease } = fetched;
  const isChosen = isRefused(before, shrunk.reason);
  const stays = shrunk.older !== undefined && !confirmed && (isChosen || lease.by === 'schedule');
  if (stays && requiredRange && fetched.range.from < requiredRange.from) {
    const days = `Days before ${formatIsoDate(requiredRange.from)} stay as they are until next month`;
    const sentence = isChosen ? `${days}, as you chose.` : `${days}: ${shrunk.older}.`;
    const newest = {
      ...fetched,
      range: requiredRange,
      report: newestOf(report, requiredRange),
      deferredDays: { cursor: null, sentence },
    };
    return judgeRefresh(services, newest, sheetDiffers);
  }
  return isConfirmed(fetched, shrunk.reason) ? judged : { confirmationReason: shrunk.reason };
}

/** True if a person has confirmed the new table for this reason. */
function isConfirmed({ saved, confirmed }: FetchedRefresh, reason: string): boolean {
  const asked = saved.cursor?.held || reason;
  return confirmed && asked === reason;
}

/** Lays out the fetched rows as the report's table. */
function layOutNew(
  fetched: FetchedRefresh,
  { digest, clock }: Pick<RefreshServices, 'digest' | 'clock'>,
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
  const { sample, employer } = owner;
  const known =
    owner.employerNumberHash ??
    (saved.content?.employer === employer ? saved.content?.employerNumberHash : undefined) ??
    employer;
  const asked = digest(JSON.stringify([venue, area, role, sample ?? known]));
  const shifts = {
    asked,
    range,
    today,
    at: clock.now(),
    fields,
    rows: filterRows(report.rows, readCriteria(saved, report.rows, fetched.seenNames)),
  };
  const sum = summarizeTable(shifts);
  // A confirmation starts the comparison over.
  const summary = fetched.confirmed ? sum : afterTable(saved.summary, sum);
  // Not done under the lock, because comparing names with each other takes time.
  const checks = failedChecks(shifts.rows, today);
  const before = fetched.confirmed ? null : saved.summary;
  const [blank, fewer] = [describeBlank(shifts, before), countFewer(shifts, before)];
  return { table, hash, isShown, shifts, summary, checks, blank, fewer };
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

function newestOf(report: KeptReport, range: DateRange): KeptReport {
  const column = report.fields.findIndex(({ name }) => name === 'SHIFT_DATE');
  const rows = report.rows.filter((row) => isOn(row[column], range));
  const emptyCount = countEmpty(rows, report);
  // Issues other than empty values stay: the rows they belong to are unknown.
  const issueCount = report.issueCount - report.emptyCount + emptyCount;
  return { ...report, range, rows, emptyCount, issueCount };
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
    return `${CONFIRM_FIRST}sample rows would replace real ones, so the old table stays`;
  }
  if (saved.mode !== 'history' || !holdsOtherEmployer(saved, owner)) return undefined;
  return `${CONFIRM_FIRST}the kept days of another employer would be deleted for good, so the old table stays`;
}
