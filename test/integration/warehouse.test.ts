import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ANN, state, wireCalls } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { SPEC_NAMES } from '../support/spec-fields';
import { textWidth } from '../support/text-width';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';
import type { Fault } from '../warehouse-server/server';

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
    ['Grand Hotel', 'Café "Zum Löwen", =1 \\'].map((venue) =>
      sentRecord({ day: `2026-03-${String(day).padStart(2, '0')}`, venue, posted: 10, booked: 9, worked }),
    ),
  );
}

const fieldsOf = (row: Record<string, unknown>) =>
  Object.fromEntries(SPEC_NAMES.map((name) => [name, row[name] ?? null]));
const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Number(one.SHIFT_ID) - Number(other.SHIFT_ID);
const shown = async () => (await open.rows('shifts')).map(fieldsOf).sort(byId);
const served = (records: readonly SentRecord[]) => records.map((record) => ({ ...record })).sort(byId);
const refresh = (id: string) => open.scene.refresh(id);
const queries = async () => (await open.server.requests()).filter(({ path }) => path.endsWith('/queries'));

test('a connected sheet shows days and percentages as reports do, and holds them exactly', async () => {
  const opened = await stage.open({ dataSources: stage.server.read });
  const { scene } = opened;
  const id = opened.setUp();
  await scene.serve(march([2, 3], 7));
  state(scene.refresh(id));
  state(scene.ask('sidebarAddConnectedTable', 'shifts_by_venue'));
  const [heads = [], values = []] = scene.book.values('shifts_by_venue!A1:Z2');
  const at = heads.indexOf('SHIFTS_WORKED_PERCENTAGE');
  const shownIn = (column: number) =>
    scene.book.cell(`shifts_by_venue!${String.fromCharCode(65 + column)}2`).display;
  expect([shownIn(heads.indexOf('WEEK_START')), shownIn(at)]).toEqual(['2 Mar 2026', '77.8%']);
  expect(values[at]).toBeCloseTo((100 * 7) / 9, 10);
  const widths = scene.book.workbook.sheetNamed('shifts_by_venue')?.columnWidths;
  const isCut = (head: unknown, column: number) =>
    textWidth(String(head)) + 6 > (widths?.get(column + 1) ?? 100);
  expect(heads.filter(isCut)).toEqual([]);
});

describe('a refresh with the warehouse', () => {
  test('sends every field of every shift of the days in one request, whatever the filters of the report', async () => {
    const id = open.setUp({ venue: 'Grand Hotel' });
    const records = march([1, 2, 3, 7]);
    await open.scene.serve(records);
    await open.server.forgetRequests();
    state(refresh(id));
    expect(await shown()).toEqual(served(records));
    const [row] = await open.rows('shifts');
    expect(row).toMatchObject({
      CONNECTION: expect.stringMatching(/^UK \d+$/),
    });
    expect(await queries()).toHaveLength(1);
    expect(open.line()).toEqual(['OK', expect.stringMatching(/^Last sent: 8 shifts of /)]);
  });

  test('replaces the days that changed, and sends nothing if none did', async () => {
    const id = open.setUp();
    const [gone, ...others] = march([1, 2, 3]);
    await open.scene.serve([gone, ...others]);
    state(refresh(id));
    const second = [
      ...others.map((one, at) => (at === 0 ? { ...one, SHIFTS_WORKED: 1 } : one)),
      ...march([2]),
    ];
    await open.scene.serve(second);
    state(refresh(id));
    expect(await shown()).toEqual(served(second));
    await open.server.forgetRequests();
    state(refresh(id));
    expect(wireCalls(open.scene.last)).not.toContain('ScriptApp.getOAuthToken');
    expect(await open.server.requests()).toEqual([]);
  });

  test('sends again what another report has replaced, and what turns back to what it was', async () => {
    const id = open.setUp();
    const other = open.scene.saveReport({ sheet: 'Other', from: '2026-03-01', to: '2026-03-02' });
    open.save([id, other]);
    const [first, second] = [march([1, 2], 7), march([1, 2], 6)];
    for (const [records, report] of [
      [first, id],
      [second, other],
      [first, id],
    ] as const) {
      await open.scene.serve(records);
      state(refresh(report));
      expect(await shown()).toEqual(served(records));
    }
  });

  test('sends nothing of a table that waits for an answer', async () => {
    const id = open.setUp();
    const records = [...march([1, 2, 3, 4, 5, 6]), ...march([1, 2, 3, 4, 5, 6])];
    await open.scene.serve(records);
    state(refresh(id));
    await open.scene.serve(records.slice(0, 2));
    open.scene.ask('sidebarRefreshReport', id);
    expect(await shown()).toEqual(served(records));
  });

  test('leaves days alone that a table with history does not fetch between others', async () => {
    open = await stage.open({ startAt: '2026-03-20T09:00:00Z' });
    const id = open.setUp({ mode: 'history', from: '2025-11-01', to: '2026-03-19' });
    const records = ['2025-11-05', '2025-11-06', '2025-12-05', '2026-01-05', '2026-03-03'].map((day) =>
      sentRecord({ day, posted: 5, booked: 5, worked: 5 }),
    );
    await open.scene.serve(records);
    state(refresh(id));
    open.scene.saveReport({ id, mode: 'history', period: 'yesterday', from: '', to: '' });
    state(refresh(id));
    // November is read again, and December and January are not.
    open.scene.book.editor.deleteRows('Shifts', 2, 1);
    const restated = records.map((one, at) => (at === 4 ? { ...one, SHIFTS_WORKED: 4 } : one));
    await open.scene.serve(restated);
    state(refresh(id));
    expect(await shown()).toEqual(served(restated));
  });

  test('keeps the rows of an undone refresh, and says so', async () => {
    const id = open.setUp();
    await open.scene.serve(march([1]));
    state(refresh(id));
    await open.scene.serve(march([1], 2));
    state(refresh(id));
    expect(JSON.stringify(open.scene.ask('sidebarUndoRefresh', id))).toContain(
      'The warehouse keeps the rows of the refresh.',
    );
  });
});

describe('a failure of BigQuery', () => {
  const refusal = (status: number, reason: string): Fault => ({
    kind: 'error',
    status,
    reason,
  });

  test.each([
    [refusal(403, 'quotaExceeded'), 'Wait until tomorrow'],
    [refusal(503, 'backendError'), 'Wait for the next run: BigQuery had an internal error'],
    [{ kind: 'reset' } as Fault, 'Wait for the next run, or ask your administrator'],
    [{ kind: 'lost' } as Fault, 'Wait for the next run, or ask your administrator'],
  ])(
    'never stops the refresh, is said on the status sheet, and its days are sent next time: %j',
    async (fault, sentence) => {
      const id = open.setUp();
      const records = march([1, 2]);
      await open.scene.serve(records);
      await open.server.fail(fault);
      state(refresh(id));
      expect(open.line()).toEqual([
        'Failed',
        expect.stringMatching(new RegExp(`^${sentence}.*7 days still to be sent`, 's')),
      ]);
      state(refresh(id));
      expect(await shown()).toEqual(served(records));
      expect(open.line()[0]).toBe('OK');
    },
  );

  test('because others were sending is tried again in the same run', async () => {
    const id = open.setUp();
    await open.scene.serve(march([1]));
    await open.server.conflict(3);
    state(refresh(id));
    expect(open.line()[0]).toBe('OK');
    await open.scene.serve(march([1], 3));
    await open.server.conflict(4);
    state(refresh(id));
    expect(open.line()).toEqual(['Failed', expect.stringContaining('other spreadsheets were sending')]);
  });

  test('leaves older days owed, which a report of other days sends', async () => {
    const id = open.setUp();
    await open.scene.serve(march([1, 2, 9]));
    await open.server.fail(refusal(503, 'backendError'));
    state(refresh(id));
    const later = open.scene.saveReport({ sheet: 'Later', from: '2026-03-09', to: '2026-03-09' });
    open.save([id, later]);
    state(refresh(later));
    expect((await open.rows('shifts')).map((row) => row.SHIFT_DATE)).toEqual(
      expect.arrayContaining(['2026-03-01', '2026-03-02', '2026-03-09']),
    );
  });
});

describe('Set up', () => {
  const lines = (outcome: ReturnType<typeof open.scene.ask>) =>
    (outcome as unknown as { checks: { name: string; state: string; sentence: string }[] }).checks.map(
      ({ name, state: found }) => `${name} ${found}`,
    );

  test('makes what is missing, and changes nothing when pressed again', async () => {
    const id = open.setUp();
    await open.scene.serve(march([1]));
    state(refresh(id));
    await open.server.run(`ALTER TABLE "${open.table('shifts')}" DROP COLUMN AREA_NAME`);
    const again = open.scene.ask('sidebarSetUpWarehouse');
    expect(lines(again)).toEqual(['Tables ok', 'Changes ok']);
    expect(await open.rows('shifts')).toHaveLength(2);
    expect(Object.keys((await open.rows('shifts'))[0] ?? {})).toContain('AREA_NAME');
  });

  test.each([
    [[], 'Tables failed'],
    [['bigquery.jobs.create', 'bigquery.tables.create'], 'Tables failed'],
    [['bigquery.jobs.create', 'bigquery.datasets.create'], 'Tables failed'],
    [
      ['bigquery.jobs.create', 'bigquery.datasets.create', 'bigquery.tables.create'],
      'Tables ok',
      'Changes failed',
    ],
  ])('says which step a missing role stops: %j', async (permissions, ...expected) => {
    open.scene.connect({ region: 'UK' });
    open.save([open.scene.saveReport()]);
    await open.server.grant(open.scene.book.as(ANN).oauthToken(), permissions);
    const outcome = open.scene.ask('sidebarSetUpWarehouse');
    expect(lines(outcome)).toEqual(expected);
    expect(outcome.kind).toBe('failed');
  });
});

describe('history', () => {
  test('goes back month by month, the newest first, shows how far it is, and can be stopped', async () => {
    const id = open.setUp();
    const records = ['2026-01-05', '2026-02-10', '2026-03-03'].map((day) =>
      sentRecord({ day, posted: 5, booked: 5, worked: 5 }),
    );
    await open.scene.serve(records);
    state(refresh(id));
    const ask = () =>
      open.scene.ask('sidebarSendHistory', { since: '2026-01-01' }) as unknown as {
        more: boolean;
        message: string;
      };
    expect(ask()).toMatchObject({ more: true, message: 'Sent back to 1 Mar 2026; 59 days left.' });
    expect(ask()).toMatchObject({ more: true });
    expect((await open.rows('shifts')).map((row) => row.SHIFT_DATE)).toEqual(['2026-02-10', '2026-03-03']);
    expect(ask()).toMatchObject({ more: false, message: 'All days since 1 Jan 2026 are sent.' });
    expect(await shown()).toEqual(served(records));
    expect(open.view().history).toMatchObject({ share: 1, isDone: true });
    expect(open.scene.ask('sidebarSendHistory', { since: '2026-04-01' }).kind).toBe('failed');
    state(open.scene.ask('sidebarStopHistory'));
    expect(open.view().history).toBeNull();
  });

  test('goes on in scheduled runs', async () => {
    const id = open.setUp();
    await open.scene.serve([
      ...march([1]),
      sentRecord({ day: '2026-02-10', posted: 5, booked: 5, worked: 5 }),
    ]);
    state(refresh(id));
    open.scene.ask('sidebarSendHistory', { since: '2026-02-01' });
    state(open.scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email: '' }));
    open.scene.emulator.advance({ hours: 3 });
    expect(open.view().history).toMatchObject({ isDone: true });
    expect((await open.rows('shifts')).map((row) => row.SHIFT_DATE)).toContain('2026-02-10');
  });
});

test('removing the warehouse forgets everything about it and deletes nothing', async () => {
  const id = open.setUp();
  await open.scene.serve(march([1]));
  state(refresh(id));
  state(open.scene.ask('sidebarRemoveWarehouse'));
  expect(open.view().settings).toBeNull();
  await open.scene.serve(march([1], 2));
  state(refresh(id));
  expect((await open.rows('shifts')).map((row) => row.SHIFTS_WORKED)).toEqual([8, 8]);
});
