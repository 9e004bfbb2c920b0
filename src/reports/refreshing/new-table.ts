import { fitText } from '../../employer-api/fit-text';
import { filterRows } from '../../figures/row-filter';
import type { KeptReport } from '../fetching/report-cache';
import { failedChecks } from '../saved/learned';
import { layOutReport, type QuestionTable, readCriteria } from '../saved/report-question';
import type { FailedCheck } from '../saved/saved-report';
import { describeBlank } from '../saved/shrink-guard';
import { afterTable, summarizeTable, type TableRows, type TableSummary } from '../saved/table-summary';
import { headingsOf, type SheetRow, type SheetValue } from '../tables/sheet-table';
import { cellReader } from '../writing/history-cells';
import { keepsHeadings } from '../writing/table-heading';
import type { TableDraft } from '../writing/table-writer';
import type { BegunRefresh, RefreshServices } from './refresh-begun';

/** A table about to be written, and its summary. */
export interface NewTable {
  readonly report: KeptReport;
  readonly table: QuestionTable;
  readonly hash: string;
  /** Whether the sheet should already show exactly this, and no person asked for the refresh. */
  readonly isShown: boolean;
  /** The shifts of the table. */
  readonly shifts: TableRows;
  readonly summary: TableSummary;
  /** A sentence on columns and last days without values; empty if there are none. */
  readonly blank: string;
  /** Findings for a person to look into. */
  readonly checks: readonly FailedCheck[];
}

/** Lays out the fetched rows as the report's table. */
export function layOutNew(
  begun: BegunRefresh,
  report: KeptReport,
  { digest, clock }: Pick<RefreshServices, 'digest' | 'clock'>,
): NewTable {
  const { saved, range, lease, owner, today } = begun;
  const table = layOutReport(saved, report, begun);
  const headings = headingsOf(table.columns);
  const hash = digest(JSON.stringify([headings, table.rows]));
  const isShown =
    lease.by === 'schedule' &&
    !begun.isTouched &&
    saved.content?.hash === hash &&
    // An interrupted write may have left more rows or other columns.
    saved.content.rows === saved.extent &&
    keepsHeadings(saved, headings);
  const fields = report.fields.map(({ name }) => name);
  const { venue, area, role } = saved;
  const { sample, employer } = owner;
  const told =
    owner.told ?? (saved.content?.employer === employer ? saved.content?.told : undefined) ?? employer;
  const asked = digest(JSON.stringify([venue, area, role, sample ?? told]));
  const shifts = {
    asked,
    range,
    today,
    at: clock.now(),
    fields,
    rows: filterRows(report.rows, readCriteria(saved, report.rows, begun.seenNames)),
  };
  const sum = summarizeTable(shifts);
  // A confirmation starts the comparison anew.
  const summary = begun.confirmed ? sum : afterTable(saved.summary, sum);
  // Not done under the lock, because comparing names with each other takes time.
  const checks = failedChecks(shifts.rows, today);
  const blank = describeBlank(shifts, begun.confirmed ? null : saved.summary);
  return { report, table, hash, isShown, shifts, summary, checks, blank };
}

/**
 * Checks whether cells already show the rows of a table, so that it need not be written. The rows of staged tables and
 * of kept days are not read: for these the heading row is enough.
 */
export function lookAtRows(
  { calendar, directWriteCells }: RefreshServices,
  { saved, zone }: BegunRefresh,
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
