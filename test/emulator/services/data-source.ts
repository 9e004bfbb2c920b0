import { Grid } from '../spreadsheet/cells';
import { addSheet, writeInputs } from '../spreadsheet/edits';
import type { CellInput } from '../values';
import { bookOf, builder, committed, editBook, kind, ownOf, running, viewOf } from './kind';

/* Connected Sheets: data source sheets on tables of BigQuery, which `EmulatorOptions.dataSources` reads. */

/** A table or view of BigQuery. */
export interface DataSourceTable {
  /** The project that pays for reading it. */
  readonly projectId: string;
  readonly tableProjectId: string;
  readonly datasetId: string;
  readonly tableId: string;
}

/** What reading a table gave. */
export type DataSourceAnswer =
  | {
      readonly kind: 'rows';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly CellInput[])[];
    }
  | { readonly kind: 'error' };

/** Reads a table. A promise is waited for while the script goes on. */
export type ReadDataSource = (table: DataSourceTable) => DataSourceAnswer | Promise<DataSourceAnswer>;

/** What a data source sheet shows, and the order of its rows; without one: any. */
export interface SheetDataSource {
  readonly table: DataSourceTable;
  /** Milliseconds since 1970; absent before the first success. */
  readonly refreshedAt?: number;
  readonly sort?: { readonly column: string; readonly ascending: boolean };
}

/** Rows that a data source sheet shows. */
const PREVIEW_ROWS = 500;

/** Reads the table, and shows it if the sheet is still there then; after an error it shows the rows of before. */
function execute(id: number): void {
  const { world } = running();
  const book = bookOf();
  const { dataSource } = committed().sheet(id);
  if (dataSource === undefined) return;
  const { table, sort } = dataSource;
  const show = (answer: DataSourceAnswer) =>
    book.edit((workbook) => {
      const sheet = workbook.findSheet(id);
      if (sheet === undefined || answer.kind === 'error') return;
      const at = answer.columns.indexOf(sort?.column ?? '');
      const sign = sort?.ascending ? 1 : -1;
      const sorted = [...answer.rows];
      if (sort) sorted.sort((one, other) => sign * (String(one[at]) < String(other[at]) ? -1 : 1));
      const shown = [answer.columns, ...sorted.slice(0, PREVIEW_ROWS).map((row) => row.map(asRead))];
      const before = sheet.grid;
      sheet.dataSource = { ...dataSource, refreshedAt: world.clock.now() };
      sheet.frozenRows = 1;
      sheet.grid = new Grid(shown.length, Math.max(1, answer.columns.length));
      writeInputs(sheet, sheet.bounds, shown, workbook.settings);
      // A column keeps its number format (assumed).
      sheet.grid.update(sheet.bounds, (cell, _row, column) => {
        const { format } = before.cell(1, column + 1);
        return format === '' ? cell : { ...cell, format };
      });
    });
  const answer = world.options.dataSources?.(table);
  // A reader that answers at once has ended when the script goes on; one that fails is a fault of whoever set it up.
  if (answer instanceof Promise) void answer.then(show);
  else if (answer) show(answer);
}

/** A text that is no day stays a text, also one that begins with `=`: no cell of a data source sheet is a formula. */
function asRead(value: CellInput): CellInput {
  return typeof value === 'string' && !/^\d{4}-\d{2}-\d{2}$/.test(value) ? `'${value}` : value;
}

const bigQuerySpec: (table: DataSourceTable) => object = kind<DataSourceTable>(
  'BigQueryDataSourceSpec',
  {},
  {
    asBigQuery: (table) => bigQuerySpec(table),
    getTableProjectId: ({ tableProjectId }) => tableProjectId,
    getDatasetId: ({ datasetId }) => datasetId,
  },
);

const specBuilder = builder<DataSourceTable>(
  'BigQueryDataSourceSpecBuilder',
  {
    setProjectId: 'projectId',
    setTableProjectId: 'tableProjectId',
    setDatasetId: 'datasetId',
    setTableId: 'tableId',
  },
  bigQuerySpec,
);

export const newDataSourceSpec = kind(
  'DataSourceSpecBuilder',
  {},
  { asBigQuery: () => specBuilder({ projectId: '', tableProjectId: '', datasetId: '', tableId: '' }) },
);

export const dataSource = kind<number>('DataSource', {
  getSpec: (id) => bigQuerySpec(committed().sheet(id).dataSource?.table as DataSourceTable),
  refreshAllLinkedDataSourceObjects: execute,
});

/** Adds a sheet with the table's name, with a number where another sheet has it (assumed). @returns Its ID. */
export function insertDataSource(spec: object): number {
  const table = ownOf<DataSourceTable>(spec);
  const id = viewOf().newId();
  editBook((workbook) => {
    let name = table.tableId;
    for (let number = 2; workbook.sheetNamed(name); number += 1) name = `${table.tableId} ${number}`;
    addSheet(workbook, name, undefined, id).dataSource = { table };
  });
  execute(id);
  return id;
}

/** Member of DataSourceSheet. */
export function setSortSpec(id: number, column: string, ascending: boolean): void {
  bookOf().edit((workbook) => {
    const home = workbook.sheet(id);
    if (home.dataSource) home.dataSource = { ...home.dataSource, sort: { column, ascending } };
  });
  execute(id);
}
