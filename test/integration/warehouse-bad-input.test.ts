import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckLine } from '../../src/contract/connection';
import { ANN, type Scene, state } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';

/*
 * What goes wrong with a warehouse: each trouble is one sentence with its remedy, the sheet is refreshed all the same, and
 * after the cure the next refresh brings every row, once.
 */

let stage: WarehouseStage;
let open: WarehouseScene;
let report: string;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());

const FIRST = march([1, 2, 3], 8);
/** The second day is restated, the third has a shift less, the fourth is new. */
const SECOND: readonly SentRecord[] = [
  ...FIRST.slice(0, 2),
  ...FIRST.slice(2, 4).map((record) => ({ ...record, SHIFTS_WORKED: 3 })),
  ...FIRST.slice(4, 5),
  ...march([4], 7),
];

function march(days: readonly number[], worked: number): SentRecord[] {
  return days.flatMap((day) =>
    ['Grand Hotel', 'Harbour'].map((venue) =>
      sentRecord({ day: `2026-03-0${day}`, venue, posted: 10, booked: 9, worked }),
    ),
  );
}

beforeEach(async () => {
  open = await stage.open();
  await open.server.setProject(open.place.project);
  report = open.setUp();
  await open.scene.serve(FIRST);
  state(open.scene.refresh(report));
  expect(await sent()).toEqual(ids(FIRST));
  await open.scene.serve(SECOND);
});

const ids = (records: readonly SentRecord[]) =>
  records.map((record) => `${record.SHIFT_ID} ${record.SHIFTS_WORKED}`).sort();
const sent = async () =>
  (await open.rows('shifts')).map((row) => `${row.SHIFT_ID} ${row.SHIFTS_WORKED}`).sort();
const stages = async () => (await open.tables()).filter((name) => name.startsWith('stage_'));
const token = () => open.scene.book.as(ANN).oauthToken();
const fullName = (table: string) => `${open.place.project}.${open.place.dataset}.${table}`;

/** Refreshes the report: that succeeds, whatever the warehouse says. @returns The line of the warehouse. */
function refresh(scene: Scene = open.scene): readonly unknown[] {
  state(scene.refresh(report));
  return open.line();
}

/** The newest rows are there, each once, and so are their changes; nothing is left over. */
async function expectAllSent(lost?: string): Promise<void> {
  expect(await sent()).toEqual(ids(SECOND));
  // Values of a column that was dropped come back as changes.
  const changes = (await open.rows('shift_changes')).filter(({ FIELD }) => FIELD !== lost);
  const named = changes.map(({ SHIFT_ID, FIELD }) => `${SHIFT_ID} ${FIELD}`);
  expect(named.sort()).toEqual(
    [
      ...SECOND.slice(2, 4).map(({ SHIFT_ID }) => `${SHIFT_ID} SHIFTS_WORKED`),
      `${FIRST[5]?.SHIFT_ID} RECORD`,
    ].sort(),
  );
}

const PERMISSIONS = [
  'bigquery.jobs.create',
  'bigquery.datasets.get',
  'bigquery.tables.get',
  'bigquery.tables.create',
  'bigquery.tables.update',
  'bigquery.tables.delete',
  'bigquery.tables.getData',
  'bigquery.tables.updateData',
];

interface Trouble {
  readonly what: string;
  cause(): Promise<void>;
  cure(): Promise<void>;
  readonly sentence: RegExp;
  /** The column whose values were lost. */
  readonly lost?: string;
}

const lacking = (permission: string, sentence: RegExp): Trouble => ({
  what: `the permission ${permission} is missing`,
  cause: () => open.server.grant(token(), { permissions: PERMISSIONS.filter((one) => one !== permission) }),
  cure: () => open.server.grant(token()),
  sentence,
});
const createTables = async () => {
  state(open.scene.ask('sidebarCreateTables'));
};
const refusing = (what: string, status: number, reason: string, sentence: RegExp): Trouble => ({
  what,
  cause: () => open.server.fail({ fault: { kind: 'error', status, reason }, times: 100 }),
  cure: () => open.server.clearFaults(),
  sentence,
});
const JOBS = /^Ask the owner of the project for the role BigQuery Job User/;
const EDITOR = /^Ask the owner of the dataset for the role BigQuery Data Editor/;

const TROUBLES: readonly Trouble[] = [
  lacking('bigquery.jobs.create', JOBS),
  lacking('bigquery.tables.create', EDITOR),
  lacking('bigquery.tables.updateData', EDITOR),
  lacking('bigquery.tables.getData', EDITOR),
  lacking('bigquery.tables.delete', EDITOR),
  {
    what: 'the permission to use BigQuery is missing',
    cause: () => open.server.grant(token(), { scope: false }),
    cure: () => open.server.grant(token()),
    sentence: /allow access to BigQuery/,
  },
  {
    what: 'the sign-in is not accepted',
    cause: () => open.server.revoke(token()),
    cure: () => open.server.grant(token()),
    sentence: /^Open the sidebar and allow access again/,
  },
  {
    what: 'the API is off',
    cause: () => open.server.setProject(open.place.project, { apiEnabled: false }),
    cure: () => open.server.setProject(open.place.project),
    sentence: /^Enable the BigQuery API for the project/,
  },
  {
    what: 'the project has no billing',
    cause: () => open.server.setProject(open.place.project, { billing: false }),
    cure: () => open.server.setProject(open.place.project),
    sentence: /^Use a project with billing, or the spreadsheet alone/,
  },
  {
    what: 'the dataset is in another location',
    cause: () => open.server.setDataset(open.place.project, open.place.dataset, 'US'),
    cure: () => open.server.setDataset(open.place.project, open.place.dataset, 'EU'),
    sentence: /^Correct the location in Settings ▸ Warehouse/,
  },
  {
    what: 'a column was dropped by hand',
    cause: () => open.server.alter(fullName('shifts'), { kind: 'drop', column: 'VENUE_NAME' }),
    cure: createTables,
    sentence: /^Press “Check” in Settings ▸ Warehouse/,
    lost: 'VENUE_NAME',
  },
  {
    what: 'a column was renamed by hand',
    cause: () => open.server.alter(fullName('shifts'), { kind: 'rename', column: 'VENUE_NAME', to: 'VENUE' }),
    cure: createTables,
    sentence: /^Press “Check” in Settings ▸ Warehouse/,
    lost: 'VENUE_NAME',
  },
  {
    what: 'a column has another type',
    cause: () =>
      open.server.alter(fullName('shifts'), { kind: 'retype', column: 'NO_SHOWS', type: 'STRING' }),
    cure: async () => {
      await open.server.alter(fullName('shifts'), { kind: 'drop', column: 'NO_SHOWS' });
      await createTables();
    },
    sentence: /^Press “Check” in Settings ▸ Warehouse/,
    lost: 'NO_SHOWS',
  },
  refusing('the quota is spent', 403, 'quotaExceeded', /^Wait until tomorrow/),
  refusing('BigQuery has had too many requests', 429, 'rateLimitExceeded', /^Wait for the next run/),
  refusing('BigQuery has an error of its own', 503, 'backendError', /^Wait for the next run/),
];

describe('a refresh', () => {
  test.each(TROUBLES.map((trouble) => [trouble.what, trouble] as const))(
    'while %s says what to do, and brings all rows after the cure',
    async (_what, { cause, cure, sentence, lost }) => {
      await cause();
      const [failed, message] = refresh();
      expect([failed, message]).toEqual(['FAILED', expect.stringMatching(sentence)]);
      expect(String(message)).not.toContain(open.place.project);
      expect(String(message)).toMatch(/still to be sent/);
      await cure();
      expect(refresh()[0]).toBe('OK');
      await expectAllSent(lost);
    },
  );

  test('keeps working beside a column that someone added', async () => {
    await open.server.alter(fullName('shifts'), { kind: 'add', column: 'REMARK', type: 'STRING' });
    expect(refresh()[0]).toBe('OK');
    await expectAllSent();
  });

  test.each(['shifts', 'shift_changes'])(
    'while the table %s is gone names the button that makes it',
    async (table) => {
      const { origin } = open.server;
      const { project, dataset } = open.place;
      const address = `${origin}/bigquery/v2/projects/${project}/datasets/${dataset}/tables/${table}`;
      const gone = await fetch(address, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token()}` },
      });
      expect(gone.status).toBe(204);
      expect(refresh()).toEqual(['FAILED', expect.stringMatching(/^Press “Create tables”/)]);
      await createTables();
      expect(refresh()[0]).toBe('OK');
      expect(await sent()).toEqual(ids(SECOND));
    },
  );

  test('while the dataset is gone says so, and brings all rows when it is there again', async () => {
    await open.server.removeDataset(open.place.project, open.place.dataset);
    expect(refresh()).toEqual(['FAILED', expect.stringMatching(/dataset/)]);
    await open.server.setDataset(open.place.project, open.place.dataset, 'EU');
    await createTables();
    expect(refresh()[0]).toBe('OK');
    expect(await sent()).toEqual(ids(SECOND));
  });
});

/** Every request of a transfer, and what may happen to it. */
const OPERATIONS = ['tables.insert', 'jobs.insert', 'upload', 'jobs.get', 'jobs.query'] as const;
const FAULTS = [
  { kind: 'reset' },
  { kind: 'lost answer' },
  { kind: 'html', status: 502 },
  { kind: 'error', status: 503, reason: 'backendError' },
] as const;

describe('one fault', () => {
  test.each(OPERATIONS.flatMap((on) => FAULTS.map((fault) => [fault.kind, on, fault] as const)))(
    '(%s) of %s loses nothing and brings nothing twice',
    async (_kind, on, fault) => {
      await open.server.fail({ on, fault });
      refresh();
      refresh();
      expect(open.line()[0]).toBe('OK');
      await expectAllSent();
    },
  );

  test('(a cut in the middle of a chunk) is gone over in the same run', async () => {
    await open.server.fail({ on: 'upload', fault: { kind: 'cut', bytes: 200 } });
    expect(refresh()[0]).toBe('OK');
    await expectAllSent();
  });

  test('(a lost upload session) is begun again by the next run', async () => {
    await open.server.fail({ on: 'upload', fault: { kind: 'lost session' } });
    refresh();
    expect(refresh()[0]).toBe('OK');
    await expectAllSent();
  });

  test.each(['internalError', 'backendError', 'invalid', 'notFound'])(
    '(a load job that fails with %s) is tried again',
    async (reason) => {
      await open.server.nextJobs({ kind: 'load', error: { reason, message: 'Canned.' } });
      expect(refresh()[0]).toBe('FAILED');
      expect(refresh()[0]).toBe('OK');
      await expectAllSent();
    },
  );

  test('(a transaction that another one aborts) is tried again', async () => {
    await open.server.nextJobs({ kind: 'query', error: { reason: 'invalidQuery', message: 'Aborted.' } });
    expect(refresh()[0]).toBe('FAILED');
    expect(refresh()[0]).toBe('OK');
    await expectAllSent();
  });
});

describe('BigQuery’s wish to wait', () => {
  test('is kept, and the days are sent afterwards', async () => {
    const fault = { kind: 'error', status: 429, reason: 'rateLimitExceeded', retryAfter: '7200' } as const;
    await open.server.fail({ fault });
    expect(refresh()[0]).toBe('FAILED');
    open.scene.emulator.advance({ hours: 2, minutes: 1 });
    await open.setClocks();
    expect(refresh()[0]).toBe('OK');
    await expectAllSent();
  });
});

/** Lets an hour and five minutes pass. */
async function waitAnHour(): Promise<void> {
  open.scene.emulator.advance({ hours: 1, minutes: 5 });
  await open.setClocks();
}

describe('a job that is stuck', () => {
  beforeEach(async () => {
    await open.server.nextJobs({ kind: 'load', stuck: true });
    expect(refresh()).toEqual(['UNFINISHED', expect.stringMatching(/still loading/)]);
    await waitAnHour();
  });

  test('does not keep back the rows of the next refresh, and changes nothing when it ends', async () => {
    expect(refresh()[0]).toBe('OK');
    await expectAllSent();
    await open.server.releaseJobs();
    refresh();
    await expectAllSent();
    open.scene.emulator.advance({ days: 1 });
    await open.setClocks();
    expect(await stages()).toEqual([]);
  });

  test('is said to be stuck by a refresh of other days, and its rows come when it ends', async () => {
    const other = open.scene.saveReport({ from: '2026-02-01', to: '2026-02-07', sheet: 'February' });
    open.save([report, other]);
    const refreshOther = () => {
      state(open.scene.refresh(other));
      return open.line();
    };
    expect(refreshOther()).toEqual(['UNFINISHED', expect.stringMatching(/job history of BigQuery/)]);
    expect(await sent()).toEqual(ids(FIRST));
    await open.server.releaseJobs();
    expect(refreshOther()[0]).toBe('OK');
    await expectAllSent();
    expect(await stages()).toEqual([]);
  });
});

describe('two spreadsheets of one employer', () => {
  test('write the same rows once, and the newer refresh stays', async () => {
    const { scene, place } = open;
    refresh();
    const other = await stage.open();
    await other.server.grant(other.scene.book.as(ANN).oauthToken());
    other.scene.connect({ region: 'UK' });
    const id = other.scene.saveReport({ from: '2026-03-02', to: '2026-03-06' });
    const settings = { ...place, reports: [id] };
    state(other.scene.ask('sidebarSaveWarehouse', settings));
    await other.scene.serve(SECOND);
    state(other.scene.refresh(id));
    expect(scene.last).toBeDefined();
    await expectAllSent();
    const connections = new Set((await open.rows('shifts')).map(({ CONNECTION }) => CONNECTION));
    expect(connections.size).toBe(1);
  });
});

/** The lines of *Check*, by name. */
function check(): Record<string, CheckLine> {
  const outcome = open.scene.ask('sidebarCheckWarehouse') as { checks?: readonly CheckLine[] };
  return Object.fromEntries((outcome.checks ?? []).map((line) => [line.name, line]));
}

describe('Check', () => {
  test('finds nothing wrong with a warehouse that is well', async () => {
    expect(Object.values(check()).map(({ state: found }) => found)).toEqual(
      Array.from({ length: 8 }, () => 'ok'),
    );
  });

  test.each([
    [
      'Permission',
      'the scope is missing',
      () => open.server.grant(token(), { scope: false }),
      /Google needs/,
    ],
    [
      'Project',
      'the API is off',
      () => open.server.setProject(open.place.project, { apiEnabled: false }),
      /Enable the BigQuery API/,
    ],
    [
      'Dataset',
      'it is elsewhere',
      () => open.server.setDataset(open.place.project, open.place.dataset, 'US'),
      /Change the location to US/,
    ],
    [
      'Dataset',
      'it is gone',
      () => open.server.removeDataset(open.place.project, open.place.dataset),
      /Create the dataset/,
    ],
    [
      'Table shifts',
      'a column is missing',
      () => open.server.alter(fullName('shifts'), { kind: 'drop', column: 'JOB_TITLE' }),
      /JOB_TITLE/,
    ],
    [
      'Table shifts',
      'a column has another type',
      () => open.server.alter(fullName('shifts'), { kind: 'retype', column: 'NO_SHOWS', type: 'STRING' }),
      /NO_SHOWS/,
    ],
    [
      'Jobs and billing',
      'there is no billing',
      () => open.server.setProject(open.place.project, { billing: false }),
      /Use a project with billing/,
    ],
    [
      'Jobs and billing',
      'jobs may not run',
      () =>
        open.server.grant(token(), {
          permissions: PERMISSIONS.filter((one) => one !== 'bigquery.jobs.create'),
        }),
      /BigQuery Job User/,
    ],
    [
      'Jobs and billing',
      'rows may not be changed',
      () =>
        open.server.grant(token(), {
          permissions: PERMISSIONS.filter((one) => one !== 'bigquery.tables.updateData'),
        }),
      /BigQuery Data Editor/,
    ],
  ] as const)('says at %s that %s', async (name, _what, cause, sentence) => {
    await cause();
    expect(check()[name]).toEqual({ name, state: 'failed', sentence: expect.stringMatching(sentence) });
    await open.server.grant(token());
  });

  test('finds a view that someone edited, and Create tables puts it back', async () => {
    const { project, dataset } = open.place;
    const address = `${open.server.origin}/bigquery/v2/projects/${project}/datasets/${dataset}/tables/shifts_weekly`;
    const edited = await fetch(address, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ view: { query: 'SELECT 1 AS WEEK_START', useLegacySql: false } }),
    });
    expect(edited.status).toBe(200);
    expect(check()['View shifts_weekly']).toMatchObject({ state: 'failed' });
    refresh();
    expect(check()['View shifts_weekly']).toMatchObject({ state: 'failed' });
    await createTables();
    expect(check()['View shifts_weekly']).toMatchObject({ state: 'ok' });
    const weeks = await open.rows('shifts_weekly');
    expect(weeks.map(({ WEEK_START }) => WEEK_START)).toEqual(['2026-02-23', '2026-03-02']);
  });
});
