import type { CellInput } from '../values';
import { Grid } from './cells';
import type { SpreadsheetDocument } from './document';
import { writeInputs } from './edits';

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

/** What a data source sheet shows, and the order of its rows; without one: any. */
export interface SheetDataSource {
  readonly table: DataSourceTable;
  /** Milliseconds since 1970; absent before the first success. */
  readonly refreshedAt?: number;
  readonly sort?: { readonly column: string; readonly ascending: boolean } | undefined;
}

/** Rows that a data source sheet shows (fact B6). */
const PREVIEW_ROWS = 500;

/** Puts what reading gave into the sheet, if it is still there. After an error it shows the rows of before. */
export function showAnswer(
  document: SpreadsheetDocument,
  sheetId: number,
  answer: DataSourceAnswer,
  refreshedAt: number,
): void {
  document.edit((workbook) => {
    const sheet = workbook.findSheet(sheetId);
    if (sheet?.dataSource === undefined || answer.kind === 'error') return;
    const { sort } = sheet.dataSource;
    const at = answer.columns.indexOf(sort?.column ?? '');
    const sign = sort?.ascending ? 1 : -1;
    const sorted =
      sort === undefined
        ? answer.rows
        : [...answer.rows].sort((one, other) => sign * (String(one[at]) < String(other[at]) ? -1 : 1));
    const shown = [answer.columns, ...sorted.slice(0, PREVIEW_ROWS).map((row) => row.map(asRead))];
    sheet.dataSource = { ...sheet.dataSource, refreshedAt };
    sheet.frozenRows = 1;
    sheet.grid = new Grid(shown.length, Math.max(1, answer.columns.length));
    writeInputs(workbook, sheet, sheet.bounds, shown);
    workbook.noteChange(sheet.id);
  });
}

/** A text that is no day stays a text, also one that begins with `=`: no cell of a data source sheet is a formula. */
function asRead(value: CellInput): CellInput {
  return typeof value === 'string' && !/^\d{4}-\d{2}-\d{2}$/.test(value) ? `'${value}` : value;
}
