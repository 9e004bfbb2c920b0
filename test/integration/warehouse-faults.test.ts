import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckLine } from '../../src/contract/connection';
import { ANN, state, wireCalls } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';

/* What may be wrong with a warehouse: a sentence with its remedy, a refresh that succeeds, nothing lost and nothing twice. */

let stage: WarehouseStage;
let open: WarehouseScene;
let id: string;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());
beforeEach(async () => {
  open = await stage.open();
  id = open.setUp();
  await open.scene.serve(week(1));
  state(open.scene.refresh(id));
});

function week(worked: number): SentRecord[] {
  return [1, 2, 3, 4, 5, 6, 7].map((day) =>
    sentRecord({ day: `2026-03-0${day}`, posted: 20, booked: 20, worked }),
  );
}
const tableName = (table: string) => `${open.place.project}.${open.place.dataset}.${table}`;
const token = () => open.scene.book.as(ANN).oauthToken();
const ids = async () => (await open.rows('shifts')).map(({ SHIFT_ID }) => Number(SHIFT_ID)).sort();
const createTables = () => open.scene.ask('sidebarCreateTables');

function refreshed(): string {
  const outcome = open.scene.refresh(id);
  if (outcome.kind === 'failed') throw new Error(outcome.message);
  expect(outcome.state.reports[0]?.lastRun?.outcome).toBe('refreshed');
  return outcome.message;
}

/** What *Check* says of one thing. */
function checked(name: string): CheckLine | undefined {
  const outcome = open.scene.ask('sidebarCheckWarehouse');
  return outcome.checks?.find((line) => line.name === name);
}

const PERMISSIONS = [
  'bigquery.jobs.create',
  'bigquery.datasets.get',
  'bigquery.tables.get',
  'bigquery.tables.create',
  'bigquery.tables.update',
  'bigquery.tables.updateData',
  'bigquery.tables.getData',
  'bigquery.tables.delete',
];
const without = (permission: string) => () =>
  open.server.grant(token(), { permissions: PERMISSIONS.filter((one) => one !== permission) });
const allowAll = () => open.server.grant(token());

interface Case {
  readonly break: () => unknown;
  readonly cure: () => unknown;
  /** The sentence of the refresh; `''` where it is not concerned. */
  readonly says: string;
  /** The line of *Check* that fails, and its sentence; left out where a check is not concerned. */
  readonly check?: readonly [name: string, sentence: string];
}

const JOB_USER = 'Ask the owner of the project for the role BigQuery Job User';
const EDITOR = 'Ask the owner of the dataset for the role BigQuery Data Editor';
const CASES: Readonly<Record<string, Case>> = {
  'the API is off': {
    break: () => open.server.setProject(open.place.project, { apiEnabled: false }),
    cure: () => open.server.setProject(open.place.project),
    says: 'Enable the BigQuery API for the project',
    check: ['Project', 'Enable the BigQuery API for the project'],
  },
  'the project has no billing': {
    break: () => open.server.setProject(open.place.project, { billing: false }),
    cure: () => open.server.setProject(open.place.project),
    says: 'Use a project with billing, or the spreadsheet alone: this project has no billing',
    check: ['Changes', 'Use a project with billing'],
  },
  'the person has not allowed BigQuery': {
    break: () => open.server.grant(token(), { scope: false }),
    cure: allowAll,
    says: 'allow access to BigQuery',
    check: ['Permission', 'allow access to BigQuery'],
  },
  'the token is not accepted': {
    break: () => open.server.revoke(token()),
    cure: allowAll,
    says: 'allow access again: BigQuery did not accept the sign-in',
    check: ['Permission', 'allow access again'],
  },
  'the right to run jobs is missing': {
    break: without('bigquery.jobs.create'),
    cure: allowAll,
    says: 'BigQuery Job User',
    check: ['Jobs', JOB_USER],
  },
  'the right to read the dataset is missing': {
    break: without('bigquery.datasets.get'),
    cure: allowAll,
    says: '',
    check: ['Dataset', EDITOR],
  },
  'the right to read tables is missing': {
    break: without('bigquery.tables.get'),
    cure: allowAll,
    says: '',
    check: ['Table shifts', EDITOR],
  },
  'the right to create tables is missing': {
    break: without('bigquery.tables.create'),
    cure: allowAll,
    says: EDITOR,
  },
  'the right to change rows is missing': {
    break: without('bigquery.tables.updateData'),
    cure: allowAll,
    says: 'BigQuery Data Editor',
    check: ['Changes', EDITOR],
  },
  'the right to read rows is missing': {
    break: without('bigquery.tables.getData'),
    cure: allowAll,
    says: EDITOR,
    check: ['Changes', EDITOR],
  },
  'the location is wrong': {
    break: () => open.save([id], { location: 'US' }),
    cure: () => open.save([id]),
    says: 'BigQuery finds no such project or dataset in this location',
    check: ['Dataset', 'Change the location to EU: the dataset is there.'],
  },
  'the dataset is gone': {
    break: () => open.server.removeDataset(open.place.project, open.place.dataset),
    cure: async () => {
      await open.server.setDataset(open.place.project, open.place.dataset, 'EU');
      state(createTables());
    },
    says: 'Press “Create tables”: the dataset or a table is missing',
    check: ['Dataset', 'Create the dataset in the Google Cloud console'],
  },
  'a column was removed': {
    break: () => open.server.alter(tableName('shifts'), { kind: 'drop', column: 'NO_SHOWS' }),
    cure: () => state(createTables()),
    says: 'a table was probably changed',
    check: ['Table shifts', 'a person removed or renamed: NO_SHOWS'],
  },
  'a column was renamed': {
    break: () => open.server.alter(tableName('shifts'), { kind: 'rename', column: 'NO_SHOWS', to: 'MISSED' }),
    cure: () => state(createTables()),
    says: 'a table was probably changed',
    check: ['Table shifts', 'a person removed or renamed: NO_SHOWS'],
  },
  'a further column was added': {
    break: () => open.server.alter(tableName('shifts'), { kind: 'add', column: 'COMMENT', type: 'STRING' }),
    cure: () => undefined,
    says: '',
  },
  'the quota is spent': {
    break: () =>
      open.server.fail({ fault: { kind: 'error', status: 403, reason: 'quotaExceeded' }, times: 2 }),
    cure: () => open.server.clearFaults(),
    says: 'BigQuery allows no more today',
  },
  'there were too many requests': {
    break: () =>
      open.server.fail({ fault: { kind: 'error', status: 429, reason: 'rateLimitExceeded' }, times: 2 }),
    cure: () => open.server.clearFaults(),
    says: 'BigQuery has had too many requests',
  },
  'BigQuery has an error of its own': {
    break: () =>
      open.server.fail({ on: 'jobs.query', fault: { kind: 'error', status: 503, reason: 'backendError' } }),
    cure: () => undefined,
    says: 'BigQuery had an internal error',
  },
  'BigQuery does not answer': {
    break: () => open.server.fail({ fault: { kind: 'reset' }, times: 2 }),
    cure: () => open.server.clearFaults(),
    says: 'BigQuery did not answer',
  },
  'the load fails': {
    break: () =>
      open.server.nextJobs({ kind: 'load', error: { reason: 'backendError', message: 'Retry the job.' } }),
    cure: () => undefined,
    says: 'BigQuery had an internal error',
  },
};

describe.each(Object.entries(CASES))('where %s', (_, one) => {
  test('a refresh says what to do, loses nothing, and the next one sends everything once', async () => {
    await one.break();
    const restated = week(2);
    await open.scene.serve(restated);
    const message = refreshed();
    if (one.says === '') expect(message).not.toContain('Warehouse:');
    else {
      expect(message).toContain(one.says);
      expect(open.line()).toEqual(['FAILED', expect.stringContaining(one.says)]);
      expect(open.view()).toMatchObject({
        isFailing: true,
        sentence: expect.stringContaining('7 days still to be sent'),
      });
    }
    if (one.check) {
      const [name, sentence] = one.check;
      expect(checked(name)).toMatchObject({ state: 'failed', sentence: expect.stringContaining(sentence) });
    }
    await one.cure();
    expect(refreshed()).not.toContain('Warehouse:');
    expect(await ids()).toEqual(restated.map(({ SHIFT_ID }) => SHIFT_ID));
    expect(open.line()).toEqual(['OK', expect.not.stringContaining('still to be sent')]);
    expect((await open.tables()).filter((name) => name.startsWith('stage_')).length).toBeLessThanOrEqual(2);
  });
});

describe('a column with another type', () => {
  test('is told by name, is not touched, and the days wait until it is mended', async () => {
    await open.server.alter(tableName('shifts'), { kind: 'retype', column: 'NO_SHOWS', type: 'STRING' });
    await open.scene.serve(week(2));
    expect(refreshed()).toContain('a table was probably changed');
    expect(checked('Table shifts')?.sentence).toContain('another type in NO_SHOWS (INTEGER)');
    expect(createTables()).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('NO_SHOWS (INTEGER)'),
    });
    const shifts = (await open.listed()).find(({ table }) => table === 'shifts');
    expect(shifts?.columns.find(({ name }) => name === 'NO_SHOWS')?.type).toBe('STRING');
  });
});

describe('Check', () => {
  test('finds nothing wrong with what Create tables made', () => {
    const outcome = open.scene.ask('sidebarCheckWarehouse');
    expect(outcome).toMatchObject({ kind: 'done', message: 'The warehouse is ready.' });
    expect(outcome.checks?.map(({ name, state: found }) => [name, found])).toEqual([
      ['Permission', 'ok'],
      ['Project', 'ok'],
      ['Dataset', 'ok'],
      ['Table shifts', 'ok'],
      ['Table shift_changes', 'ok'],
      ['View shifts_weekly', 'ok'],
      ['View shifts_by_venue', 'ok'],
      ['Jobs', 'ok'],
      ['Changes', 'ok'],
    ]);
  });

  test('says that a view was edited, and Create tables puts it back', async () => {
    const { origin } = open.server;
    const { project, dataset } = open.place;
    const view = { view: { query: `SELECT 1 AS A FROM \`${tableName('shifts')}\``, useLegacySql: false } };
    await fetch(`${origin}/bigquery/v2/projects/${project}/datasets/${dataset}/tables/shifts_weekly`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(view),
    });
    expect(checked('View shifts_weekly')).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('Press “Create tables” to put the view back'),
    });
    expect(checked('View shifts_by_venue')?.state).toBe('ok');
    state(createTables());
    expect(checked('View shifts_weekly')?.state).toBe('ok');
  });
});

describe('a wait that BigQuery asks for', () => {
  test('is kept by the next run, and then the days are sent', async () => {
    await open.server.fail({
      on: 'jobs.get',
      fault: { kind: 'error', status: 429, reason: 'rateLimitExceeded', retryAfter: '1800' },
    });
    const restated = week(2);
    await open.scene.serve(restated);
    expect(refreshed()).toContain('too many requests');
    const other = open.scene.saveReport({ sheet: 'Other', from: '2026-02-01', to: '2026-02-02' });
    open.save([id, other]);
    open.scene.emulator.advance({ minutes: 10 });
    await open.server.forgetRequests();
    state(open.scene.refresh(other));
    expect((await ids()).length).toBeGreaterThan(0);
    expect(open.view().sentence).toContain('7 days still to be sent');
    open.scene.emulator.advance({ minutes: 30 });
    state(open.scene.refresh(other));
    expect(open.view().sentence).not.toContain('still to be sent');
    expect(await ids()).toEqual(restated.map(({ SHIFT_ID }) => SHIFT_ID));
  });
});

describe('an upload', () => {
  test.each([
    ['cut in the middle of a chunk', { kind: 'cut', bytes: 200 } as const],
    ['whose answer is lost', { kind: 'lost answer' } as const],
  ])('%s goes on in the same run', async (_, fault) => {
    await open.server.fail({ on: 'upload', fault });
    const restated = week(2);
    await open.scene.serve(restated);
    expect(refreshed()).not.toContain('Warehouse:');
    expect(await ids()).toEqual(restated.map(({ SHIFT_ID }) => SHIFT_ID));
  });

  test('whose session is lost is begun again by the next run', async () => {
    await open.server.fail({ on: 'upload', fault: { kind: 'lost session' } });
    const restated = week(2);
    await open.scene.serve(restated);
    expect(refreshed()).toContain('BigQuery lost the upload');
    refreshed();
    expect(await ids()).toEqual(restated.map(({ SHIFT_ID }) => SHIFT_ID));
  });
});

describe('a job that takes an hour', () => {
  test('keeps no refresh waiting, is said to be stuck, and is merged once it is done', async () => {
    await open.server.nextJobs({ kind: 'load', stuck: true });
    const restated = week(2);
    await open.scene.serve(restated);
    const began = open.scene.emulator.clock.now();
    expect(refreshed()).toContain(
      'BigQuery is still loading 2026-03-01 to 2026-03-07. The next run continues.',
    );
    expect(open.scene.emulator.clock.now() - began).toBeLessThan(30_000);
    expect(open.line()[0]).toBe('UNFINISHED');
    open.scene.emulator.advance({ minutes: 70 });
    const other = open.scene.saveReport({ sheet: 'Other', from: '2026-02-01', to: '2026-02-02' });
    state(open.scene.refresh(other));
    expect(open.view().sentence).toContain('Look at the job history of BigQuery');
    await open.server.releaseJobs();
    state(open.scene.refresh(other));
    expect(await ids()).toEqual(restated.map(({ SHIFT_ID }) => SHIFT_ID));
    expect(wireCalls(open.scene.last).filter((name) => name === 'UrlFetchApp.fetchAll')).toEqual([]);
  });
});

describe('two spreadsheets', () => {
  test('of one employer that write the same dataset replace each other’s days, the newest rows stay', async () => {
    const second = await stage.open();
    second.scene.connect({ region: 'UK' });
    const otherId = second.scene.saveReport();
    const { project, dataset, location } = open.place;
    state(second.scene.ask('sidebarSaveWarehouse', { project, dataset, location, reports: [otherId] }));
    second.scene.emulator.advance({ minutes: 30 });
    const newer = week(3);
    await second.scene.serve(newer);
    state(second.scene.refresh(otherId));
    // The first one sends what it fetched half an hour before: older rows.
    const stale = week(2);
    await open.scene.serve(stale);
    refreshed();
    expect(await ids()).toEqual(newer.map(({ SHIFT_ID }) => SHIFT_ID));
    open.scene.emulator.advance({ minutes: 60 });
    const newest = week(4);
    await open.scene.serve(newest);
    refreshed();
    expect(await ids()).toEqual(newest.map(({ SHIFT_ID }) => SHIFT_ID));
  });
});

describe('settings that cannot be right', () => {
  test('are refused with a sentence, before anything is asked', async () => {
    await open.server.forgetRequests();
    for (const [changes, sentence] of [
      [{ project: '' }, 'Copy the project ID'],
      [{ project: 'Acme' }, 'Copy the project ID'],
      [{ project: 'acme-shifts`; DROP' }, 'Copy the project ID'],
      [{ dataset: 'a-b' }, 'Enter the name of a dataset'],
      [{ dataset: 'a.b' }, 'Enter the name of a dataset'],
      [{ location: 'Mars' }, 'Choose EU or US'],
    ] as const) {
      const outcome = open.scene.ask('sidebarSaveWarehouse', { ...open.place, reports: [id], ...changes });
      expect([changes, outcome]).toMatchObject([
        changes,
        { kind: 'failed', message: expect.stringContaining(sentence) },
      ]);
    }
    expect(await open.server.requests()).toEqual([]);
  });
});
