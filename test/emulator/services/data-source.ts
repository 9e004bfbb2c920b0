import { Grid } from '../spreadsheet/cells';
import { type DataSourceTable, showAnswer } from '../spreadsheet/data-source';
import { addSheet } from '../spreadsheet/edits';
import type { Workbook } from '../spreadsheet/workbook';
import { HostError } from '../values';
import { committed, documentOf, editDocument, flush, sheets } from './document';
import { ITSELF, kind, ownOf, running } from './kind';

/* Connected Sheets: data source sheets on tables of BigQuery, which `EmulatorOptions.dataSources` reads. */

type SpecDraft = { -readonly [member in keyof DataSourceTable]: string };

const named = (member: keyof SpecDraft) => (draft: SpecDraft, value: string) => {
  draft[member] = value;
  return ITSELF;
};

const bigQuerySpec = kind<DataSourceTable>(
  'BigQueryDataSourceSpec',
  {},
  {
    asBigQuery: () => ITSELF,
    getTableProjectId: ({ tableProjectId }) => tableProjectId,
    getDatasetId: ({ datasetId }) => datasetId,
    getTableId: ({ tableId }) => tableId,
  },
);

const specBuilder = kind<SpecDraft>(
  'BigQueryDataSourceSpecBuilder',
  {},
  {
    setProjectId: named('projectId'),
    setTableProjectId: named('tableProjectId'),
    setDatasetId: named('datasetId'),
    setTableId: named('tableId'),
    build: (draft) => {
      if (Object.values(draft).includes(''))
        throw new HostError('The data source specification is not complete.');
      return bigQuerySpec({ ...draft });
    },
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
  let id: number | undefined;
  editDocument((workbook) => {
    const home = addSheet(workbook, freeName(workbook, table.tableId), undefined, id);
    home.grid = new Grid(1, 1);
    home.dataSource = { table };
    id = home.id;
  });
  execute(id ?? 0);
  return dataSourceSheet(id ?? 0);
}

/** Fact B3; the text is assumed. */
function checkEnabled(): void {
  if (running().isBigQueryEnabled) return;
  throw new HostError(
    'Data execution for BigQuery is not enabled. Call SpreadsheetApp.enableBigQueryExecution() first.',
  );
}

/** Starts reading. A reader that answers at once has ended when the script goes on. */
function execute(id: number): void {
  flush();
  const { world, record } = running();
  const document = documentOf();
  const before = document.workbook.sheet(id).dataSource;
  if (before === undefined) throw new HostError(`Sheet ${id} is not a data source sheet`);
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
