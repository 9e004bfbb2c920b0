import type { CallContext, HostHandlers, Json } from '../bridge';
import { HostError } from '../host-errors';
import { after } from '../waits';
import {
  type DataSourceTable,
  running,
  type SheetDataSource,
  showAnswer,
} from '../world/spreadsheet/data-source';
import { addSheet } from '../world/spreadsheet/edit-sheets';
import { Grid } from '../world/spreadsheet/grid';
import type { Workbook } from '../world/spreadsheet/workbook';
import { committed, documentOf, editDocument, flush, type SheetTarget } from './document-access';

/** Connected Sheets: data source sheets on tables of BigQuery, which `EmulatorOptions.dataSources` reads. */
export const dataSourceHandlers: HostHandlers = {
  'SpreadsheetApp.enableBigQueryExecution': ({ execution }) => {
    enabled.add(execution);
  },
  'Spreadsheet.insertDataSourceSheet': (context, _target: null, table: DataSourceTable) => {
    checkEnabled(context);
    let sheetId: number | undefined;
    editDocument(context, (workbook) => {
      const sheet = addSheet(workbook, freeName(workbook, table.tableId), undefined, sheetId);
      sheet.grid = new Grid(1, 1);
      sheet.dataSource = running(table, undefined);
      sheetId = sheet.id;
    });
    execute(context, { sheetId: sheetId ?? 0 });
    return { sheetId: sheetId ?? 0 };
  },
  'Spreadsheet.getDataSourceSheets': (context) =>
    committed(context)
      .sheets.filter(({ dataSource }) => dataSource !== undefined)
      .map(({ id }) => ({ sheetId: id })),
  'Sheet.asDataSourceSheet': (context, { sheetId }: SheetTarget) =>
    committed(context).sheet(sheetId).dataSource !== undefined,
  'DataSource.refreshAllLinkedDataSourceObjects': (context, target: SheetTarget) => {
    checkEnabled(context);
    execute(context, target);
  },
  'DataSource.getSpec': (context, target: SheetTarget) => ({ ...sourceOf(context, target).table }),
  'DataSourceSheet.setSortSpec': (context, target: SheetTarget, column: string, ascending: boolean) => {
    const sort = { column, ascending };
    documentOf(context).edit((workbook) => {
      const sheet = workbook.sheet(target.sheetId);
      sheet.dataSource = { ...sourceOf(context, target), sort };
    });
    execute(context, target);
  },
  'DataSourceSheet.getStatus': (context, target: SheetTarget) => describe(sourceOf(context, target)),
  'DataSourceSheet.waitForCompletion': (context, target: SheetTarget, seconds: number) => {
    checkEnabled(context);
    if (seconds > LONGEST_WAIT_SECONDS) throw new HostError('Invalid argument: timeoutInSeconds');
    const isOver = () => sourceOf(context, target).state !== 'RUNNING';
    return after(isOver() || context.execution.waitUntil(isOver, 1000 * seconds), (ended) => {
      if (!ended) throw new HostError(`The data execution did not finish within ${seconds} seconds.`);
      return describe(sourceOf(context, target));
    });
  },
};

/** The longest wait, as documented (fact B7). */
const LONGEST_WAIT_SECONDS = 300;

/** The executions that have called `enableBigQueryExecution`. */
const enabled = new WeakSet<object>();

/** Fact B3; the text is assumed. */
function checkEnabled({ execution }: CallContext): void {
  if (enabled.has(execution)) return;
  throw new HostError(
    'Data execution for BigQuery is not enabled. Call SpreadsheetApp.enableBigQueryExecution() first.',
  );
}

function sourceOf(context: CallContext, { sheetId }: SheetTarget): SheetDataSource {
  const { dataSource } = committed(context).sheet(sheetId);
  if (dataSource === undefined) throw new HostError(`Sheet ${sheetId} is not a data source sheet`);
  return dataSource;
}

/** Starts reading. A reader that answers at once has ended when the script goes on. */
function execute(context: CallContext, target: SheetTarget): void {
  flush(context);
  const { world, clock, execution } = context;
  const document = documentOf(context);
  const { table } = sourceOf(context, target);
  document.edit((workbook) => {
    const sheet = workbook.sheet(target.sheetId);
    sheet.dataSource = running(table, sheet.dataSource);
    workbook.noteChange(sheet.id);
  });
  const answer = world.dataSources(table, execution.record.user);
  // A reader that fails is a fault of whoever set it up, not of the platform.
  void after(answer, (read) => showAnswer(document, target.sheetId, read, clock.now()));
}

function describe({ state, errorCode, errorMessage, refreshedAt, isTruncated }: SheetDataSource): Json {
  return {
    state,
    errorCode,
    errorMessage,
    refreshedAt: refreshedAt === null ? null : { $date: refreshedAt },
    isTruncated,
  };
}

/** The table's name, with a number where another sheet has it (assumed). */
function freeName(workbook: Workbook, tableId: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? tableId : `${tableId} ${number}`;
    if (workbook.sheetNamed(name) === undefined) return name;
  }
}
