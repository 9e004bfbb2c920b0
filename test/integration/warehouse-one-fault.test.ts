import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ANN, state } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';

/*
 * One fault at each request of a transfer: the sheet is refreshed all the same, and a further refresh brings every row and
 * every change, once.
 */

let stage: WarehouseStage;
let open: WarehouseScene;
let report: string;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());

function march(days: readonly number[], worked: number): SentRecord[] {
  return days.flatMap((day) =>
    ['Grand Hotel', 'Harbour'].map((venue) =>
      sentRecord({ day: `2026-03-0${day}`, venue, posted: 10, booked: 9, worked }),
    ),
  );
}

const FIRST = march([1, 2, 3], 8);
/** The second day is restated, the third has a shift less, the fourth is new. */
const SECOND: readonly SentRecord[] = [
  ...FIRST.slice(0, 2),
  ...FIRST.slice(2, 4).map((record) => ({ ...record, SHIFTS_WORKED: 3 })),
  ...FIRST.slice(4, 5),
  ...march([4], 7),
];
const CHANGES = [
  ...SECOND.slice(2, 4).map(({ SHIFT_ID }) => `${SHIFT_ID} SHIFTS_WORKED 8 3`),
  `${FIRST[5]?.SHIFT_ID} RECORD removed null`,
];

beforeEach(async () => {
  open = await stage.open();
  report = open.setUp();
  await open.scene.serve(FIRST);
  state(open.scene.refresh(report));
  expect(await sent()).toEqual(shown(FIRST));
  await open.scene.serve(SECOND);
});

const shown = (records: readonly Record<string, unknown>[]) =>
  records.map((record) => `${record.SHIFT_ID} ${record.SHIFTS_WORKED}`).sort();
const sent = async () => shown(await open.rows('shifts'));

/** Refreshes the report: that succeeds, whatever the warehouse says. @returns The state of the line of the warehouse. */
function refresh(): unknown {
  state(open.scene.refresh(report));
  return open.line()[0];
}

async function expectAllSent(): Promise<void> {
  expect(await sent()).toEqual(shown(SECOND));
  const changes = (await open.rows('shift_changes')).map(
    ({ SHIFT_ID, FIELD, OLD_VALUE, NEW_VALUE }) => `${SHIFT_ID} ${FIELD} ${OLD_VALUE} ${NEW_VALUE}`,
  );
  expect(changes.sort()).toEqual([...CHANGES].sort());
}

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
      expect(refresh()).toBe('OK');
      await expectAllSent();
    },
  );

  test.each(['internalError', 'backendError', 'invalid', 'notFound'])(
    '(a load job that fails with %s) is tried again',
    async (reason) => {
      await open.server.nextJobs({ kind: 'load', error: { reason, message: 'Canned.' } });
      expect(refresh()).toBe('FAILED');
      expect(refresh()).toBe('OK');
      await expectAllSent();
    },
  );

  test('(a transaction that another one aborts) is tried again', async () => {
    await open.server.nextJobs({ kind: 'query', error: { reason: 'invalidQuery', message: 'Aborted.' } });
    expect(refresh()).toBe('FAILED');
    expect(refresh()).toBe('OK');
    await expectAllSent();
  });
});

describe('a table that someone deleted', () => {
  test.each(['shifts', 'shift_changes'])('(%s) is made again by Create tables', async (table) => {
    const { project, dataset } = open.place;
    const address = `${open.server.origin}/bigquery/v2/projects/${project}/datasets/${dataset}/tables/${table}`;
    const headers = { Authorization: `Bearer ${open.scene.book.as(ANN).oauthToken()}` };
    expect((await fetch(address, { method: 'DELETE', headers })).status).toBe(204);
    expect(refresh()).toBe('FAILED');
    expect(open.line()[1]).toMatch(/^Press “Create tables”: a table is missing/);
    state(open.scene.ask('sidebarCreateTables'));
    expect(refresh()).toBe('OK');
    expect(await sent()).toEqual(shown(SECOND));
  });
});

describe('a job that is stuck', () => {
  test('keeps no rows of the next refresh back, and changes nothing when it ends', async () => {
    await open.server.nextJobs({ kind: 'load', stuck: true });
    expect(refresh()).toBe('UNFINISHED');
    open.scene.emulator.advance({ hours: 1, minutes: 5 });
    await open.setClocks();
    expect(refresh()).toBe('OK');
    await expectAllSent();
    await open.server.releaseJobs();
    refresh();
    await expectAllSent();
    open.scene.emulator.advance({ days: 1 });
    await open.setClocks();
    expect((await open.tables()).filter((name) => name.startsWith('stage_'))).toEqual([]);
  });
});
