import { addSheet, clearContents, writeInputs } from '../spreadsheet/edits';
import type { CellInput } from '../values';
import { bookOf, builder, committed, editBook, kind, ownOf, running, viewOf } from './kind';

/* Connected Sheets: data source sheets on tables of BigQuery, which `EmulatorOptions.dataSources` reads. */

/** A table or view of BigQuery, as a builder begins it. */
const NEW_TABLE = {
  /** The project that pays for reading it. */
  projectId: '',
  tableProjectId: '',
  datasetId: '',
  tableId: '',
};
type DataSourceTable = typeof NEW_TABLE;

/** What reading a table gave. */
export interface TableRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CellInput[])[];
}

/** Reads a table; `undefined` where that fails. */
export type ReadDataSource = (table: DataSourceTable) => TableRows | undefined;

/** What a data source sheet shows, and the order of its rows; without one: any. */
export interface SheetDataSource {
  readonly table: DataSourceTable;
  /** Milliseconds since 1970; absent before the first success. */
  readonly refreshedAt?: number;
  readonly sort?: { readonly column: string; readonly ascending: boolean };
}

/** Rows that a data source sheet shows. */
const PREVIEW_ROWS = 500;

/** Shows what the table has now; where it cannot be read, the rows of before. A column keeps its number format (assumed). */
function execute(id: number): void {
  const { world } = running();
  const dataSource = committed().sheet(id).dataSource as SheetDataSource;
  const read = world.options.dataSources?.(dataSource.table);
  if (read === undefined) return;
  const { columns } = read;
  const at = columns.indexOf(dataSource.sort?.column ?? '');
  const sign = dataSource.sort?.ascending ? 1 : -1;
  const rows = [...read.rows].sort((one, other) => sign * String(one[at]).localeCompare(String(other[at])));
  const shown = [columns, ...rows.slice(0, PREVIEW_ROWS).map((row) => row.map(asRead))];
  bookOf().edit((workbook) => {
    const sheet = workbook.sheet(id);
    sheet.dataSource = { ...dataSource, refreshedAt: world.clock.now() };
    sheet.frozenRows = 1;
    sheet.grid.maxColumns = Math.max(sheet.grid.maxColumns, columns.length);
    clearContents(sheet, sheet.bounds);
    const block = { row: 1, column: 1, rows: shown.length, columns: columns.length };
    writeInputs(sheet, block, shown, workbook.settings);
  });
}

/** A text that is no day stays a text, also one that begins with `=`: no cell of a data source sheet is a formula. */
function asRead(value: CellInput): CellInput {
  return typeof value === 'string' && !/^\d{4}-\d{2}-\d{2}$/.test(value) ? `'${value}` : value;
}

const bigQuerySpec = kind<DataSourceTable>(
  'BigQueryDataSourceSpec',
  {},
  {
    asBigQuery: () => undefined,
    getTableProjectId: ({ tableProjectId }) => tableProjectId,
    getDatasetId: ({ datasetId }) => datasetId,
  },
);

/** One builder for what begins it and what `asBigQuery` gives. */
const specBuilder = builder<DataSourceTable>(
  'BigQueryDataSourceSpecBuilder',
  {
    asBigQuery: () => ({}),
    setProjectId: 'projectId',
    setTableProjectId: 'tableProjectId',
    setDatasetId: 'datasetId',
    setTableId: 'tableId',
  },
  bigQuerySpec,
);
export const newDataSourceSpec = () => specBuilder({ ...NEW_TABLE });

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
    const sheet = workbook.sheet(id);
    sheet.dataSource = { ...(sheet.dataSource as SheetDataSource), sort: { column, ascending } };
  });
  execute(id);
}
