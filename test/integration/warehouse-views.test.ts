import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { state } from '../support/scene';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';

/* The views of the warehouse calculate with the definitions that refreshes settle. */

let stage: WarehouseStage;
let open: WarehouseScene;
beforeAll(async () => {
  stage = await WarehouseStage.start();
  open = await stage.open();
}, 60_000);
afterAll(() => stage.close());

test('the refresh that settles the definitions also gives them to the views', async () => {
  const id = open.setUp({ from: '2026-02-09', to: '2026-03-08' });
  const before = await open.rows('shifts_weekly');
  expect(before).toEqual([]);
  state(open.scene.refresh(id));

  const weeks = await open.rows('shifts_weekly');
  expect(weeks).toHaveLength(4);
  for (const week of weeks) {
    // Section 2.2 of the specification: shifts worked, of those booked; the local service divides so.
    const share = (100 * Number(week.SHIFTS_WORKED)) / Number(week.SHIFTS_BOOKED);
    expect(week.SHIFTS_WORKED_PERCENTAGE).toBeCloseTo(share, 6);
  }
  expect(open.scene.ask('sidebarCheckWarehouse')).toMatchObject({
    kind: 'done',
    message: 'The warehouse is ready.',
  });
});
