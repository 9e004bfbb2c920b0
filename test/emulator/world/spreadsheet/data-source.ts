import type { CellInput } from '../../values';
import { Grid } from './grid';
import type { SpreadsheetDocument } from './spreadsheet-document';
import { writeInputs } from './write-inputs';

/** A table or view of BigQuery. */
export interface DataSourceTable {
  /** The project that pays for reading it. */
  readonly projectId: string;
  readonly tableProjectId: string;
  readonly datasetId: string;
  readonly tableId: string;
}

/** What reading a table gave. `code` is a member of `SpreadsheetApp.DataExecutionErrorCode`. */
export type DataSourceAnswer =
  | {
      readonly kind: 'rows';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly CellInput[])[];
    }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** Reads a table as a person. A promise is waited for while the script goes on. */
export type ReadDataSource = (
  table: DataSourceTable,
  user: string,
) => DataSourceAnswer | Promise<DataSourceAnswer>;

/** A data source sheet's table, and how reading it last ended. */
export interface SheetDataSource {
  readonly table: DataSourceTable;
  /** A member of `SpreadsheetApp.DataExecutionState`. */
  readonly state: 'RUNNING' | 'SUCCESS' | 'ERROR';
  /** A member of `SpreadsheetApp.DataExecutionErrorCode`. */
  readonly errorCode: string;
  readonly errorMessage: string;
  /** Milliseconds since 1970; null before the first success. */
  readonly refreshedAt: number | null;
  readonly isTruncated: boolean;
  /** The order of its rows; `undefined`: any. */
  readonly sort?: { readonly column: string; readonly ascending: boolean } | undefined;
}

/** Rows that a data source sheet shows (fact B6). */
export const PREVIEW_ROWS = 500;

/** A sheet whose table is being read. */
export function running(table: DataSourceTable, before: SheetDataSource | undefined): SheetDataSource {
  return {
    table,
    state: 'RUNNING',
    errorCode: 'NONE',
    errorMessage: '',
    refreshedAt: before?.refreshedAt ?? null,
    isTruncated: before?.isTruncated ?? false,
    sort: before?.sort,
  };
}

/** Puts what reading gave into the sheet, if it is still there. After an error it shows the rows of before. */
export function showAnswer(
  document: SpreadsheetDocument,
  sheetId: number,
  answer: DataSourceAnswer,
  now: number,
): void {
  document.edit((workbook) => {
    const sheet = workbook.findSheet(sheetId);
    if (sheet?.dataSource === undefined) return;
    const { table, sort } = sheet.dataSource;
    if (answer.kind === 'error') {
      const { code: errorCode, message: errorMessage } = answer;
      sheet.dataSource = { ...sheet.dataSource, state: 'ERROR', errorCode, errorMessage };
    } else {
      const isTruncated = answer.rows.length > PREVIEW_ROWS;
      const before = { ...running(table, undefined), sort };
      sheet.dataSource = { ...before, state: 'SUCCESS', refreshedAt: now, isTruncated };
      const sorted = sort === undefined ? answer.rows : sortRows(answer, sort);
      const rows = sorted.slice(0, PREVIEW_ROWS).map((row) => row.map(asRead));
      const shown = [answer.columns, ...rows];
      sheet.frozenRows = 1;
      sheet.grid = new Grid(shown.length, Math.max(1, answer.columns.length));
      writeInputs(workbook, sheet, sheet.bounds, shown);
    }
    workbook.noteChange(sheet.id);
  });
}

function sortRows(
  { columns, rows }: DataSourceAnswer & { readonly kind: 'rows' },
  { column, ascending }: NonNullable<SheetDataSource['sort']>,
) {
  const at = columns.indexOf(column);
  const sign = ascending ? 1 : -1;
  return [...rows].sort((one, other) => sign * (String(one[at]) < String(other[at]) ? -1 : 1));
}

/** A text that is no day stays a text, also one that begins with `=`: no cell of a data source sheet is a formula. */
function asRead(value: CellInput): CellInput {
  return typeof value === 'string' && !/^\d{4}-\d{2}-\d{2}$/.test(value) ? `'${value}` : value;
}
