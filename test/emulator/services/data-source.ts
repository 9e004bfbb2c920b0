import { Grid } from '../spreadsheet/cells';
import type { SpreadsheetDocument } from '../spreadsheet/document';
import { addSheet, writeInputs } from '../spreadsheet/edits';
import type { Workbook } from '../spreadsheet/workbook';
import { type CellInput, HostError } from '../values';
import { committed, documentOf, editDocument, sheets, viewOf } from './document';
import { builder, ITSELF, kind, ownOf, running } from './kind';

/* Connected Sheets: data source sheets on tables of BigQuery, which `EmulatorOptions.dataSources` reads. */

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

/** Rows that a data source sheet shows. */
const PREVIEW_ROWS = 500;

/** Puts what reading gave into the sheet, if it is still there. After an error it shows the rows of before. */
function showAnswer(
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
    const sorted = [...answer.rows];
    if (sort) sorted.sort((one, other) => sign * (String(one[at]) < String(other[at]) ? -1 : 1));
    const shown = [answer.columns, ...sorted.slice(0, PREVIEW_ROWS).map((row) => row.map(asRead))];
    const before = sheet.grid;
    sheet.dataSource = { ...sheet.dataSource, refreshedAt };
    sheet.frozenRows = 1;
    sheet.grid = new Grid(shown.length, Math.max(1, answer.columns.length));
    writeInputs(workbook, sheet, sheet.bounds, shown);
    // A column keeps its number format (assumed).
    sheet.grid.update(sheet.bounds, (cell, _row, column) => {
      const { format } = before.cell(1, column + 1);
      return format === '' ? cell : { ...cell, format };
    });
  });
}

/** A text that is no day stays a text, also one that begins with `=`: no cell of a data source sheet is a formula. */
function asRead(value: CellInput): CellInput {
  return typeof value === 'string' && !/^\d{4}-\d{2}-\d{2}$/.test(value) ? `'${value}` : value;
}

const bigQuerySpec: (table: DataSourceTable) => object = kind<DataSourceTable>(
  'BigQueryDataSourceSpec',
  {},
  {
    asBigQuery: () => ITSELF,
    getTableProjectId: ({ tableProjectId }) => tableProjectId,
    getDatasetId: ({ datasetId }) => datasetId,
  },
);

const specBuilder = builder<DataSourceTable>(
  'BigQueryDataSourceSpecBuilder',
  {
    setProjectId: (_, projectId: string) => ({ projectId }),
    setTableProjectId: (_, tableProjectId: string) => ({ tableProjectId }),
    setDatasetId: (_, datasetId: string) => ({ datasetId }),
    setTableId: (_, tableId: string) => ({ tableId }),
  },
  (table) => {
    if (!Object.values(table).includes('')) return bigQuerySpec(table);
    throw new HostError('The data source specification is not complete.');
  },
);

export const newDataSourceSpec = () =>
  kind(
    'DataSourceSpecBuilder',
    {},
    { asBigQuery: () => specBuilder({ projectId: '', tableProjectId: '', datasetId: '', tableId: '' }) },
  )(null);

const dataSourceSheet = kind<number>(
  'DataSourceSheet',
  {
    setSortSpec: (id, column: string, ascending: boolean) => {
      documentOf().edit((workbook) => {
        const home = workbook.sheet(id);
        if (home.dataSource) home.dataSource = { ...home.dataSource, sort: { column, ascending } };
      });
      execute(id);
      return ITSELF;
    },
  },
  { asSheet: (id) => sheets.make(id), getDataSource: (id) => dataSource(id) },
);

const dataSource = kind<number>('DataSource', {
  getSpec: (id) => bigQuerySpec(committed().sheet(id).dataSource?.table as DataSourceTable),
  refreshAllLinkedDataSourceObjects: (id) => {
    checkEnabled();
    execute(id);
  },
});

/** Member of Spreadsheet. */
export const getDataSourceSheets = () =>
  committed()
    .sheets.filter(({ dataSource: source }) => source !== undefined)
    .map(({ id }) => dataSourceSheet(id));

export function insertDataSourceSheet(_: null, spec: object): object {
  checkEnabled();
  const table = ownOf<DataSourceTable>('BigQueryDataSourceSpec', spec);
  const id = viewOf().newId();
  editDocument((workbook) => {
    addSheet(workbook, freeName(workbook, table.tableId), undefined, id).dataSource = { table };
  });
  execute(id);
  return dataSourceSheet(id);
}

/** The text is assumed. */
function checkEnabled(): void {
  if (running().isBigQueryEnabled) return;
  throw new HostError(
    'Data execution for BigQuery is not enabled. Call SpreadsheetApp.enableBigQueryExecution() first.',
  );
}

/** Starts reading. A reader that answers at once has ended when the script goes on. */
function execute(id: number): void {
  const { world, record } = running();
  const { dataSource: before } = committed().sheet(id);
  if (before === undefined) throw new HostError(`Sheet ${id} is not a data source sheet`);
  const document = documentOf();
  const answer = world.dataSources(before.table, record.user);
  const show = (read: Awaited<typeof answer>) => showAnswer(document, id, read, world.clock.now());
  // A reader that fails is a fault of whoever set it up, not of the platform.
  if (answer instanceof Promise) void answer.then(show);
  else show(answer);
}

/** The table's name, with a number where another sheet has it (assumed). */
function freeName(workbook: Workbook, tableId: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? tableId : `${tableId} ${number}`;
    if (workbook.sheetNamed(name) === undefined) return name;
  }
}
