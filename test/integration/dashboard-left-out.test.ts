import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build, openReport } from '../support/dashboard-scene';
import { type Scene, Stage, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* More venues than there are lines for, and more names than are compared: said in the sheet, at no further call. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

/** So many venues with one shift each, at which 1, 2, 3 … people are missing. */
const records = (venues: number) =>
  Array.from({ length: venues }, (_, at) =>
    sentRecord({
      day: '2026-03-02',
      venue: `Venue ${1000 + at}`,
      posted: 9,
      booked: 9,
      worked: 9,
      demand: 10 + at,
    }),
  );

/** What an update costs that finds the same figures as the one before it. */
async function costOf(scene: Scene, id: string, template: 'where_and_when' | 'data_quality', venues: number) {
  await scene.serve(records(venues));
  build(scene, id, template);
  await scene.serve(records(venues));
  build(scene, id, template);
  return wireCalls(scene.last);
}

describe('a dashboard with less room than there is to show', () => {
  test('where and when: 45 venues, of which it shows 40', async () => {
    const { scene, id } = await openReport(stage, records(40));
    build(scene, id, 'where_and_when');
    const note = () => scene.book.cell('Where and when!A66').value;

    const fitting = await costOf(scene, id, 'where_and_when', 40);
    expect(note()).toBe('');
    const calls = await costOf(scene, id, 'where_and_when', 45);

    expect(note()).toBe('5 more venues are not shown');
    expect(calls).toEqual(fitting);
    await costOf(scene, id, 'where_and_when', 40);
    expect(note()).toBe('');
  });

  test('data quality: 401 venues, which are not compared with each other', async () => {
    const { scene, id } = await openReport(stage, records(399));
    build(scene, id, 'data_quality');
    const shown = () => scene.book.values('Data quality!A1:A90').flat();
    const sentence = 'Not compared with each other, because there are more than 400: 401 venues';

    const fitting = await costOf(scene, id, 'data_quality', 399);
    expect(shown()).not.toContain(sentence);
    const calls = await costOf(scene, id, 'data_quality', 401);

    expect(shown()).toContain(sentence);
    expect(calls).toEqual(fitting);
  });
});
