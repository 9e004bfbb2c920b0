import { filterRows } from '../../figures/row-filter';
import type { KeptReport } from '../fetching/report-cache';
import type { Digest } from '../ports';
import { layOutReport, type QuestionTable, readCriteria } from '../saved/report-question';
import { summarizeTable, type TableRows, type TableSummary } from '../saved/table-summary';
import { headingsOf } from '../tables/sheet-table';
import { keepsHeadings } from '../writing/table-heading';
import type { BegunRefresh } from './refresh-begun';

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
}

/** Lays out what was fetched as the report shows it. */
export function layOutNew(begun: BegunRefresh, report: KeptReport, digest: Digest): NewTable {
  const { saved, range, lease, chosen } = begun;
  const table = layOutReport(saved, report, begun);
  const headings = headingsOf(table.columns);
  const hash = digest(JSON.stringify([headings, table.rows]));
  const isShown =
    lease.by === 'schedule' &&
    saved.content?.hash === hash &&
    // A write that was cut short may have left more rows, or other columns.
    saved.content.rows === saved.extent &&
    keepsHeadings(saved, headings);
  const fields = report.fields.map(({ name }) => name);
  const shifts = { asked: chosen, range, fields, rows: filterRows(report.rows, readCriteria(saved)) };
  return { report, table, hash, isShown, shifts, summary: summarizeTable(shifts) };
}
