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

/** What is about to be written, and what is known of it. */
export interface NewTable {
  readonly report: KeptReport;
  readonly table: QuestionTable;
  readonly hash: string;
  /** Whether the sheet shows exactly this already, and nobody has asked for it by hand. */
  readonly isShown: boolean;
  /** The shifts that it is made of. */
  readonly shifts: TableRows;
  readonly summary: TableSummary;
  /** Which columns and last days have no values, in a sentence; empty where all have. */
  readonly blank: string;
  /** What the shifts hold that a person may want to look into. */
  readonly checks: readonly FailedCheck[];
}

/** Lays out what was fetched as the report shows it. */
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
    // A write that was cut short may have left more rows, or other columns.
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
  // A person's word begins a new day.
  const summary = begun.confirmed ? sum : afterTable(saved.summary, sum);
  // Here and not where they are stored: that is under the lock, and names are compared with each other.
  const checks = failedChecks(shifts.rows, today);
  const blank = describeBlank(shifts, begun.confirmed ? null : saved.summary);
  return { report, table, hash, isShown, shifts, summary, checks, blank };
}

/**
 * Tells whether cells are the rows of a table that need not be written then. Those of tables that would be staged are not
 * read for that, nor days that are kept: of these it is enough that their heading row stands.
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
