import { describe, expect, test } from '@jest/globals';
import type { DataSourceAnswer, DataSourceTable } from '../../emulator/world/spreadsheet/data-source';
import { type ScriptWorld, type ScriptWorldOptions, scriptWorld } from './script-world';

/* Connected Sheets: a sheet that shows a table of BigQuery. */

const AUTH = 'https://www.googleapis.com/auth/';
const SHEETS = `${AUTH}spreadsheets.currentonly`;
const TIMERS = `${AUTH}script.scriptapp`;
const BIGQUERY = `${AUTH}bigquery`;

const SCRIPT = `
function spec(tableProject) {
  var builder = SpreadsheetApp.newDataSourceSpec().asBigQuery().setProjectId('acme-shifts');
  if (tableProject) builder.setTableProjectId(tableProject);
  return builder.setDatasetId('shift_reports').setTableId('shifts_weekly').build();
}
function enable() { SpreadsheetApp.enableBigQueryExecution(); }
function describeStatus(status) {
  return [String(status.getExecutionState()), String(status.getErrorCode()), status.getErrorMessage(),
    status.getLastRefreshedTime() === null, status.isTruncated()];
}
function add(tableProject) {
  enable();
  var added = SpreadsheetApp.getActive().insertDataSourceSheet(spec(tableProject));
  return [added.asSheet().getName(), SpreadsheetApp.getActive().getActiveSheet().getName()].concat(describeStatus(added.getStatus()));
}
function addUnasked() { SpreadsheetApp.getActive().insertDataSourceSheet(spec()); }
function addNothing() { SpreadsheetApp.getActive().insertDataSourceSheet({}); }
function halfSpec() { return SpreadsheetApp.newDataSourceSpec().asBigQuery().setProjectId('acme-shifts').build(); }
function tableProjects() { return [spec().getTableProjectId(), spec('other-project').getTableProjectId()]; }
function connected() { return SpreadsheetApp.getActive().getDataSourceSheets()[0]; }
function kinds() {
  return SpreadsheetApp.getActive().getSheets().map(function (sheet) {
    return [sheet.getName(), sheet.asDataSourceSheet() !== null];
  });
}
function refresh(member) { enable(); connected()[member](); return describeStatus(connected().getStatus()); }
function refreshUnasked() { connected().refreshData(); }
function wait(seconds) { enable(); return describeStatus(connected().waitForCompletion(seconds)); }
function readCells() { return connected().asSheet().getRange('A1').getValue(); }
function rawQuery() { SpreadsheetApp.newDataSourceSpec().asBigQuery().setRawQuery('SELECT 1'); }
function enableInCell() { enable(); return 'enabled'; }
`;

const ROWS: DataSourceAnswer = {
  kind: 'rows',
  columns: ['WEEK_START', 'SHIFTS_POSTED'],
  rows: [
    ['2026-03-02', 41],
    ['2026-03-09', null],
  ],
};

/** Runs a check in a world whose tables answer what `answers` holds at that moment. */
function inWorld(
  check: (world: ScriptWorld, answers: { next: DataSourceAnswer; asked: unknown[] }) => void,
  options: ScriptWorldOptions = {},
): void {
  const answers = { next: ROWS, asked: [] as unknown[] };
  const dataSources = (table: DataSourceTable, user: string) => {
    answers.asked.push([user, table]);
    return answers.next;
  };
  const world = scriptWorld(SCRIPT, {
    manifest: { oauthScopes: [SHEETS, TIMERS, BIGQUERY] },
    dataSources,
    ...options,
  });
  check(world, answers);
  world.dispose();
}

const refused = (text: string) => ({ kind: 'failure', message: expect.stringContaining(text) });
const done = (value: unknown) => ({ kind: 'success', value });

describe('Sheets that show a table of BigQuery', () => {
  test('[B1 doc] reading data needs the scope bigquery.readonly (Connected Sheets guide)', () => {
    const text = `Specified permissions are not sufficient to call SpreadsheetApp.enableBigQueryExecution. Required permissions: ${AUTH}bigquery.readonly`;
    inWorld(({ ann }) => expect(ann.callFromSidebar('enable')).toEqual(refused(text)), {
      manifest: { oauthScopes: [SHEETS, TIMERS] },
    });
    inWorld(({ ann }) => {
      ann.consent([SHEETS, TIMERS]);
      expect(ann.callFromSidebar('enable')).toEqual(refused(text));
    });
  });

  test('[B2 asm] the scope bigquery allows it too (inference)', () => {
    inWorld(({ ann }) => expect(ann.callFromSidebar('enable').kind).toBe('success'));
    inWorld(({ ann }) => expect(ann.callFromSidebar('enable').kind).toBe('success'), {
      manifest: { oauthScopes: [SHEETS, `${AUTH}bigquery.readonly`] },
    });
  });

  test('[B3 doc] without enableBigQueryExecution in the same run, adding and refreshing throw (DataSourceSheet reference; text assumed)', () => {
    const text = 'Call SpreadsheetApp.enableBigQueryExecution() first.';
    inWorld(({ ann }) => {
      expect(ann.callFromSidebar('addUnasked')).toEqual(refused(text));
      ann.callFromSidebar('add');
      expect(ann.callFromSidebar('refreshUnasked')).toEqual(refused(text));
    });
  });

  test('[B4 doc] the table belongs to the project that pays, unless another is set (Sheets API, BigQueryTableSpec)', () => {
    inWorld(({ ann }) => {
      expect(ann.callFromSidebar('tableProjects')).toEqual(done(['acme-shifts', 'other-project']));
      expect(ann.callFromSidebar('halfSpec').kind).toBe('failure');
      expect(ann.callFromSidebar('addNothing')).toEqual(refused("don't match the method signature"));
    });
  });

  test('[B5 doc] the new sheet becomes the active one, is read as the person, and only it is a data source sheet (Spreadsheet reference; its name assumed)', () => {
    inWorld(({ ann, book }, { asked }) => {
      expect(ann.callFromSidebar('add')).toEqual(
        done(['shifts_weekly', 'shifts_weekly', 'SUCCESS', 'NONE', '', false, false]),
      );
      const table = { projectId: 'acme-shifts', tableProjectId: 'acme-shifts', datasetId: 'shift_reports' };
      expect(asked).toEqual([[ann.email, { ...table, tableId: 'shifts_weekly' }]]);
      expect(book.values('shifts_weekly!A1:B3')).toEqual([
        ['WEEK_START', 'SHIFTS_POSTED'],
        [46083, 41],
        [46090, ''],
      ]);
      ann.callFromSidebar('add');
      const kinds = [
        ['Sheet1', false],
        ['shifts_weekly', true],
        ['shifts_weekly 2', true],
      ];
      expect(ann.callFromSidebar('kinds')).toEqual(done(kinds));
    });
  });

  test('what begins with = in a table is text, and a day is a day', () => {
    inWorld(({ ann, book }, answers) => {
      const rows = [['2026-03-02', "=Equals Kitchen & 'Bar'"]];
      answers.next = { kind: 'rows', columns: ['WEEK_START', 'VENUE_NAME'], rows };
      ann.callFromSidebar('add');
      expect(book.values('shifts_weekly!A2:B2')).toEqual([[46083, "=Equals Kitchen & 'Bar'"]]);
      expect(book.cell('shifts_weekly!B2')).toMatchObject({ formula: '' });
    });
  });

  test('[B6 doc] it shows 500 rows at most (Sheets API, Connected Sheets guide)', () => {
    inWorld(({ ann, book }, answers) => {
      answers.next = { ...ROWS, rows: Array.from({ length: 501 }, (_, index) => ['2026-03-02', index]) };
      expect(ann.callFromSidebar('add')).toEqual(done(expect.arrayContaining(['SUCCESS', true])));
      expect(book.values('shifts_weekly!B499:B501')).toEqual([[497], [498], [499]]);
    });
  });

  test('[B7 doc] waitForCompletion waits up to 300 seconds, and throws if that is not enough (DataSourceSheet reference; text assumed)', () => {
    inWorld(({ ann }) => {
      ann.callFromSidebar('add');
      expect(ann.callFromSidebar('wait', 300)).toEqual(done(['SUCCESS', 'NONE', '', false, false]));
      expect(ann.callFromSidebar('wait', 301).kind).toBe('failure');
    });
    inWorld(
      ({ ann }) => {
        ann.callFromSidebar('add');
        expect(ann.callFromSidebar('wait', 5)).toEqual(refused('did not finish within 5 seconds'));
      },
      { dataSources: () => new Promise(() => {}) },
    );
  });

  test('[B8 doc] after an error the old rows stay, refreshData throws, and forceRefreshData reads again (DataSourceSheet reference; text assumed)', () => {
    inWorld(({ ann, book }, answers) => {
      ann.callFromSidebar('add');
      answers.next = { kind: 'error', code: 'ENGINE', message: 'Access Denied' };
      expect(ann.callFromSidebar('refresh', 'refreshData')).toEqual(
        done(['ERROR', 'ENGINE', 'Access Denied', false, false]),
      );
      expect(book.cell('shifts_weekly!B2').display).toBe('41');
      answers.next = { ...ROWS, rows: [['2026-03-02', 42]] };
      expect(ann.callFromSidebar('refresh', 'refreshData')).toEqual(refused('error state'));
      expect(ann.callFromSidebar('refresh', 'forceRefreshData')).toEqual(
        done(['SUCCESS', 'NONE', '', false, false]),
      );
      expect(book.cell('shifts_weekly!B2').display).toBe('42');
    });
  });

  test('what is not emulated is refused by name: cells of a data source sheet, queries of one’s own', () => {
    inWorld(({ ann }) => {
      ann.callFromSidebar('add');
      expect(ann.callFromSidebar('readCells')).toEqual(
        refused('Sheet.getRange in a data source sheet is not emulated'),
      );
      expect(ann.callFromSidebar('rawQuery')).toEqual(
        refused('BigQueryDataSourceSpecBuilder.setRawQuery is not emulated'),
      );
      expect(ann.runFormula('enableInCell', [])).toMatchObject({
        message: expect.stringContaining('You do not have permission'),
      });
    });
  });

  test('a sheet that a person deletes while its table is read stays away', async () => {
    let answer: (read: DataSourceAnswer) => void = () => {};
    const dataSources = () => new Promise<DataSourceAnswer>((resolve) => (answer = resolve));
    const world = scriptWorld(SCRIPT, { dataSources });
    world.ann.callFromSidebar('add');
    world.book.document.editor.deleteSheet('shifts_weekly');
    answer(ROWS);
    await Promise.resolve();

    expect(world.emulator.world.internalErrors).toEqual([]);
    expect(world.ann.callFromSidebar('kinds')).toEqual(done([['Sheet1', false]]));
    world.dispose();
  });
});
