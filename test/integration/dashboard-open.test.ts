import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build, linesUnder, openReport, shown } from '../support/dashboard-scene';
import { ANN, type Scene, Stage } from '../support/scene';
import { type Crew, sentRecord } from '../support/shift-records';

/* Few records leave it open what a percentage is of: no venue may hide behind that, and every blank has its reason. */

const crew = (venue: string, at: number, changes: Partial<Crew> = {}): Crew => ({
  day: new Date(Date.UTC(2026, 1, 23 + at)).toISOString().slice(0, 10),
  venue,
  posted: 10,
  booked: 10,
  worked: 10,
  ...changes,
});
const CREWS = [
  ...Array.from({ length: 14 }, (_, at) => crew('Fine', at)),
  crew('Awful', 0, { worked: 2, noShows: 4 }),
  crew('Awful', 1, { worked: 2, noShows: 4 }),
  crew('So-so', 3, { worked: 9, noShows: 1 }),
];

let stage: Stage;
let scene: Scene;
let id: string;
beforeAll(async () => {
  stage = await Stage.start();
  ({ scene, id } = await openReport(stage, CREWS.map(sentRecord)));
});
afterAll(() => stage.close());

function explained(a1: string): Readonly<Record<string, string>> {
  scene.book.as(ANN).select(a1);
  const outcome = scene.ask('sidebarExplainCell');
  if (outcome.kind === 'failed' || outcome.explanation === undefined) throw new Error(outcome.message);
  return Object.fromEntries(outcome.explanation.lines.map(({ label, value }) => [label, value]));
}

describe('the no-show watch of few records', () => {
  test('begins with the venue that is high by every definition left, and says between what', () => {
    build(scene, id, 'no_show_watch');
    const lines = linesUnder(shown(scene, 'No-show watch'), 'Venue');
    expect(lines.map(({ Venue }) => Venue)).toEqual(['Awful', 'So-so', 'Fine']);
    expect(lines[0]).toMatchObject({
      'No-shows': 8,
      'No-shows %': '',
      'Out of (n)': '',
      'By definition between': '40.0 to 66.7 %',
      'Compared with all': 'higher',
    });
    expect(lines[2]).toMatchObject({ 'No-shows %': 0, 'Out of (n)': 140, 'Compared with all': 'lower' });
  });

  test('is explained with the reason for what it leaves blank', () => {
    build(scene, id, 'no_show_watch');
    const row = shown(scene, 'No-show watch').findIndex(([name]) => name === 'Awful') + 1;
    const why = 'by the definitions that are left it is 40.0% to 66.7%, too far apart for one figure';
    for (const column of ['C', 'D', 'E']) {
      expect(explained(`No-show watch!${column}${row}`)['Worked out again']).toBe(
        `Blank, as in the cell: ${why}.`,
      );
    }
    expect(explained(`No-show watch!G${row}`)['Worked out again']).toBe('As in the cell.');
  });
});

test('a formula that names no figure is explained with the same reason', () => {
  const formula = '=SHIFT_METRIC("no shows %", "2026-02-23", "2026-03-08", "venue", "Awful")';
  scene.book.as(ANN).enter('Sheet1!F4', formula);
  expect(explained('Sheet1!F4')['Worked out again']).toBe(
    'No figure: by the definitions that are left it is 40.0% to 66.7%, too far apart for one figure.',
  );
});
