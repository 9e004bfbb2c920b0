import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build, openReport } from '../support/dashboard-scene';
import { type Scene, Stage, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* More venues than the heat map has lines for, and more names than are compared: said in the sheet, at no further call. */

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
async function costOf(scene: Scene, id: string, template: 'overview' | 'data_quality', venues: number) {
  await scene.serve(records(venues));
  build(scene, id, template);
  await scene.serve(records(venues));
  build(scene, id, template);
  return wireCalls(scene.last);
}

describe('a dashboard with less room than there is to show', () => {
  test('the overview: 20 venues, of which the heat map shows 15', async () => {
    const { scene, id } = await openReport(stage, records(15));
    build(scene, id);
    const note = () => scene.book.cell('Overview!A74').value;

    const fitting = await costOf(scene, id, 'overview', 15);
    expect(note()).toBe('');
    const calls = await costOf(scene, id, 'overview', 20);

    // At the five that are left out 5 + 4 + 3 + 2 + 1 are missing, at all of them 20 + 19 + … + 1.
    expect(note()).toBe('5 more venues are not shown: 15 of 210 missing people. See Venue league');
    expect(calls).toEqual(fitting);
    await costOf(scene, id, 'overview', 15);
    expect(note()).toBe('');
  });

  test('data quality: 401 venues, which are not compared with each other', async () => {
    const { scene, id } = await openReport(stage, records(400));
    build(scene, id, 'data_quality');
    const shown = () => scene.book.values('Data quality!A1:A60').flat();
    const sentence = 'Not compared with each other, for there are more than 400: 401 venues';

    const fitting = await costOf(scene, id, 'data_quality', 400);
    expect(shown()).not.toContain(sentence);
    const calls = await costOf(scene, id, 'data_quality', 401);

    expect(shown()).toContain(sentence);
    expect(calls).toEqual(fitting);
  });
});
