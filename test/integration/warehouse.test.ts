import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ANN, state, wireCalls } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { SPEC_NAMES } from '../support/spec-fields';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';

/* Refreshes whose rows also go to the warehouse: the warehouse edition as built, and a warehouse in a process of its own. */

let stage: WarehouseStage;
let open: WarehouseScene;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());
beforeEach(async () => {
  open = await stage.open();
});

/** Records of two venues on each of some days of March 2026. */
function march(days: readonly number[], worked = 8): SentRecord[] {
  return days.flatMap((day) =>
    ['Grand Hotel', 'Café "Zum Löwen", =1'].map((venue) =>
      sentRecord({ day: `2026-03-${String(day).padStart(2, '0')}`, venue, posted: 10, booked: 9, worked }),
    ),
  );
}

/** The 18 fields of a row, as the service sends them. */
const fieldsOf = (row: Record<string, unknown>) =>
  Object.fromEntries(SPEC_NAMES.map((name) => [name, row[name] ?? null]));
const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Number(one.SHIFT_ID) - Number(other.SHIFT_ID);
const shown = async () => (await open.rows('shifts')).map(fieldsOf).sort(byId);
const served = (records: readonly SentRecord[]) => records.map((record) => ({ ...record })).sort(byId);
const refresh = (id: string) => open.scene.refresh(id);

describe('a refresh with the warehouse', () => {
  test('sends every field of every shift of the days, whatever the filters of the report', async () => {
    const id = open.setUp({ venue: 'Grand Hotel' });
    const records = march([1, 2, 3, 7]);
    await open.scene.serve(records);
    state(refresh(id));
    expect(await shown()).toEqual(served(records));
    const [row] = await open.rows('shifts');
    expect(row).toMatchObject({
      CONNECTION: expect.stringMatching(/^UK \d+$/),
      EMPLOYER_ID: expect.any(Number),
    });
    expect(await open.tables()).toEqual(
      expect.arrayContaining(['shifts', 'shift_changes', 'shifts_weekly', 'shifts_by_venue']),
    );
    expect((await open.tables()).filter((name) => name.startsWith('stage_'))).toEqual([]);
    expect(open.line()).toEqual(['OK', 'Sent 8 shifts of 2026-03-01 to 2026-03-07.']);
  });

  test('replaces exactly its days, and lists what changed', async () => {
    const id = open.setUp();
    const first = march([1, 2, 3]);
    await open.scene.serve(first);
    state(refresh(id));
    const [gone, restated, ...others] = first as [SentRecord, SentRecord, ...SentRecord[]];
    const second = [{ ...restated, SHIFTS_WORKED: 1 }, ...others, ...march([2])];
    await open.scene.serve(second);
    state(refresh(id));
    expect(await shown()).toEqual(served(second));
    const changes = await open.rows('shift_changes');
    expect(
      changes.map(({ SHIFT_ID, FIELD, OLD_VALUE, NEW_VALUE }) => [SHIFT_ID, FIELD, OLD_VALUE, NEW_VALUE]),
    ).toEqual(
      expect.arrayContaining([
        [gone.SHIFT_ID, 'RECORD', 'removed', null],
        [restated.SHIFT_ID, 'SHIFTS_WORKED', '8', '1'],
      ]),
    );
    expect(changes).toHaveLength(4);
  });

  test('sends nothing, and makes no call more, if the rows are those that were sent', async () => {
    const id = open.setUp();
    await open.scene.serve(march([1, 2]));
    state(refresh(id));
    await open.server.forgetRequests();
    state(refresh(id));
    expect(wireCalls(open.scene.last)).not.toContain('ScriptApp.getOAuthToken');
    expect(await open.server.requests()).toEqual([]);
  });
});

describe('rows that turn back to what they were', () => {
  test('are sent again, although they were sent before', async () => {
    const id = open.setUp();
    const [first, second] = [march([1, 2], 7), march([1, 2], 6)];
    await open.scene.serve(first);
    state(refresh(id));
    await open.scene.serve(march([1, 2], 5));
    state(refresh(id));
    const last = wireCalls(open.scene.last).filter((name) => name === 'Properties.setProperties').length;
    await open.scene.serve(first);
    state(refresh(id));
    await open.scene.serve(second);
    // The rows reach BigQuery, but Google ends the run before it can note that.
    open.scene.emulator.fault = {
      killAtCall: last,
      match: ({ method }) => method === 'Properties.setProperties',
    };
    expect(() => refresh(id)).toThrow();
    open.scene.emulator.fault = null;
    expect(await shown()).toEqual(served(second));
    open.scene.emulator.advance({ minutes: 10 });
    await open.scene.serve(first);
    state(refresh(id));
    expect(await shown()).toEqual(served(first));
  });

  test('are sent to a table that was made anew', async () => {
    const id = open.setUp();
    const records = march([1, 2]);
    await open.scene.serve(records);
    state(refresh(id));
    const { project, dataset, location } = open.place;
    await open.server.removeDataset(project, dataset);
    await open.server.setDataset(project, dataset, location);
    state(open.scene.ask('sidebarCreateTables'));
    state(refresh(id));
    expect(await shown()).toEqual(served(records));
  });

  test('of another report that overlaps are sent again too', async () => {
    const id = open.setUp();
    const other = open.scene.saveReport({ sheet: 'Other', from: '2026-03-01', to: '2026-03-02' });
    open.save([id, other]);
    const [first, second] = [march([1, 2], 7), march([1, 2], 6)];
    await open.scene.serve(first);
    state(refresh(id));
    await open.scene.serve(second);
    state(refresh(other));
    await open.scene.serve(first);
    state(refresh(id));
    expect(await shown()).toEqual(served(first));
  });
});

describe('the views', () => {
  const weekly = async () => (await open.listed()).find(({ table }) => table === 'shifts_weekly');
  const described = async (column: string) =>
    (await weekly())?.columns.find(({ name }) => name === column)?.description;

  /** Enough records to settle what each percentage is made of. */
  const many = (worked: number) =>
    Array.from({ length: 60 }, (_, index) =>
      sentRecord({
        day: `2026-03-0${1 + (index % 7)}`,
        posted: 20 + (index % 3),
        booked: 15 + (index % 5),
        worked: worked + (index % 4),
        noShows: index % 3,
        demand: 30 + (index % 7),
      }),
    );

  test('follow the definitions once refreshes have found them, and say them in the descriptions', async () => {
    const id = open.setUp();
    expect(await described('SHIFTS_BOOKED_PERCENTAGE')).toContain('no refresh has found');
    await open.scene.serve(many(3));
    state(refresh(id));
    await open.scene.serve(many(5));
    state(refresh(id));
    expect(await described('SHIFTS_BOOKED_PERCENTAGE')).toContain('booked ÷ posted');
    const rows = await open.rows('shifts_weekly');
    const records = await open.rows('shifts');
    const sum = (name: string, of: readonly Record<string, unknown>[]) =>
      of.reduce((total, row) => total + Number(row[name]), 0);
    expect(sum('SHIFT_RECORDS', rows)).toBe(60);
    expect(rows.length).toBeGreaterThan(1);
    const mean = (100 * sum('SHIFTS_BOOKED', records)) / sum('SHIFTS_POSTED', records);
    const shares = rows.map((row) => Number(row.SHIFTS_BOOKED_PERCENTAGE));
    expect(Math.min(...shares)).toBeLessThanOrEqual(mean);
    expect(Math.max(...shares)).toBeGreaterThanOrEqual(mean);
    await open.scene.serve(many(6));
    await open.server.forgetRequests();
    state(refresh(id));
    const operations = (await open.server.requests()).map(({ operation }) => operation);
    expect(operations).not.toContain('tables.patch');
  });

  test('that people edited stay as they are when definitions change', async () => {
    const id = open.setUp();
    const { project, dataset } = open.place;
    const query = `SELECT CONNECTION FROM \`${project}.${dataset}.shifts\``;
    await fetch(
      `${open.server.origin}/bigquery/v2/projects/${project}/datasets/${dataset}/tables/shifts_weekly`,
      {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${open.scene.book.as(ANN).oauthToken()}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ view: { query, useLegacySql: false } }),
      },
    );
    for (const worked of [3, 5]) {
      await open.scene.serve(many(worked));
      state(refresh(id));
    }
    expect((await weekly())?.query).toBe(query);
  });
});

describe('rows of the sample employer', () => {
  test('are marked as such, and another employer’s stay beside them', async () => {
    state(open.scene.ask('sidebarUseSampleData', 'UK'));
    const { reports } = state(open.scene.ask('sidebarState'));
    const id = reports[0]?.id ?? '';
    open.save([id]);
    state(open.scene.ask('sidebarCreateTables'));
    state(refresh(id));
    const rows = await open.rows('shifts');
    expect(rows.length).toBeGreaterThan(10);
    expect([...new Set(rows.map(({ CONNECTION, EMPLOYER_ID }) => `${CONNECTION} ${EMPLOYER_ID}`))]).toEqual([
      'SAMPLE UK null',
    ]);
  });
});

describe('values that do not fit a column', () => {
  test('are blank, as in the table of a report', async () => {
    const id = open.setUp();
    const [first, ...others] = march([1, 2]) as [SentRecord, ...SentRecord[]];
    await open.scene.serve([{ ...first, SHIFT_ID: 2 ** 60 }, ...others]);
    state(refresh(id));
    expect(open.line()[0]).toBe('OK');
    const rows = await open.rows('shifts');
    expect(rows).toHaveLength(4);
    expect(rows.filter(({ SHIFT_ID }) => SHIFT_ID === null)).toHaveLength(1);
  });
});

test('more rows than one load holds go in several, whole days each', async () => {
  const id = open.setUp({ from: '2026-03-01', to: '2026-03-03', venue: 'Nowhere' });
  const records = [1, 2, 3].flatMap((day) =>
    Array.from({ length: 17_000 }, () =>
      sentRecord({ day: `2026-03-0${day}`, posted: 10, booked: 10, worked: 8 }),
    ),
  );
  await open.scene.serve(records);
  await open.server.forgetRequests();
  // The first part takes the time that a refresh at the keyboard has; later runs send the rest.
  open.scene.refresh(id);
  open.scene.emulator.advance({ minutes: 10 });
  open.scene.refresh(id);
  const operations = (await open.server.requests()).map(({ operation }) => operation);
  expect(operations.filter((operation) => operation === 'upload').length).toBeGreaterThanOrEqual(2);
  expect((await open.listed()).find(({ table }) => table === 'shifts')?.rowCount).toBe(51_000);
}, 180_000);
