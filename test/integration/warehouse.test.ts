import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { state, wireCalls } from '../support/scene';
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
