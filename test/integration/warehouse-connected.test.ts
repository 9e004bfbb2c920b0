import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataSourceAnswer, DataSourceTable } from '../emulator/world/spreadsheet/data-source';
import { builtBundle } from '../support/built-bundle';
import { ANN, type Scene, Stage, wireCalls } from '../support/scene';

const BIGQUERY = 'https://www.googleapis.com/auth/bigquery';
const CONSENT =
  'View and manage your data in Google BigQuery and see the email address for your Google Account';
const ROWS: DataSourceAnswer = {
  kind: 'rows',
  columns: ['WEEK_START', 'SHIFTS_POSTED'],
  rows: [['2026-03-02', 41]],
};

describe('a connected table of the warehouse edition', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage.close());

  async function open(answer: DataSourceAnswer = ROWS): Promise<Scene & { asked: DataSourceTable[] }> {
    const asked: DataSourceTable[] = [];
    const dataSources = (table: DataSourceTable) => {
      asked.push(table);
      return answer;
    };
    const scene = await stage.open({ dist: builtBundle('warehouse'), dataSources });
    return Object.assign(scene, { asked });
  }

  function saveWarehouse(scene: Scene): void {
    const form = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: [] };
    expect(scene.ask('sidebarSaveWarehouse', form).kind).toBe('done');
  }

  test('is a sheet on a view of the saved dataset, added with seven service calls', async () => {
    const scene = await open();
    saveWarehouse(scene);
    const outcome = scene.ask('sidebarAddConnectedTable', 'shifts_weekly');

    expect(outcome).toMatchObject({
      kind: 'done',
      message: 'Added the sheet “shifts_weekly”. Google Sheets fills it in a moment.',
    });
    expect(scene.asked).toEqual([
      {
        projectId: 'acme-shifts',
        tableProjectId: 'acme-shifts',
        datasetId: 'shift_reports',
        tableId: 'shifts_weekly',
      },
    ]);
    expect(wireCalls(scene.last)).toEqual([
      'Properties.getProperties',
      'Spreadsheet.insertDataSourceSheet',
      'Sheet.getName',
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.setProperties',
      'Lock.releaseLock',
      // For the answer, as of every endpoint in a spreadsheet without a connection.
      'Properties.getProperties',
      'Spreadsheet.getSpreadsheetTimeZone',
    ]);
    expect(scene.book.values('shifts_weekly!A1:B2')).toEqual([
      ['WEEK_START', 'SHIFTS_POSTED'],
      [46083, 41],
    ]);
  });

  test('needs a saved warehouse, and one of the two views', async () => {
    const scene = await open();

    expect(scene.ask('sidebarAddConnectedTable', 'shifts_weekly')).toMatchObject({
      kind: 'failed',
      message: 'Save the warehouse first.',
    });
    saveWarehouse(scene);
    for (const view of ['shifts', 'x`; DROP TABLE shifts', null, 3]) {
      expect(scene.ask('sidebarAddConnectedTable', view).kind).toBe('failed');
    }
    expect(scene.asked).toEqual([]);
  });

  test('asks for the permission that is missing by the name that Google gives it', async () => {
    const scene = await open();
    saveWarehouse(scene);
    const granted = scene.emulator.world.manifest.oauthScopes?.filter((scope) => scope !== BIGQUERY) ?? [];
    scene.book.as(ANN).consent(granted);

    expect(scene.ask('sidebarAddConnectedTable', 'shifts_weekly')).toMatchObject({
      kind: 'failed',
      code: 'permission_missing',
      message: expect.stringContaining(`allow “${CONSENT}”: Google needs your permission.`),
    });
  });

  test('that Google Sheets refuses to add is one sentence without Google’s own text', async () => {
    const scene = await open();
    saveWarehouse(scene);
    scene.emulator.fault = {
      throwAtCall: 1,
      match: ({ method }) => method === 'Spreadsheet.insertDataSourceSheet',
      message: 'acme-shifts denies ann@employer.example',
    };
    const outcome = scene.ask('sidebarAddConnectedTable', 'shifts_weekly');

    expect(outcome).toMatchObject({
      kind: 'failed',
      message:
        'Check that your edition of Google Workspace has Connected Sheets, then try again: Google Sheets could not add the table.',
    });
  });
});
