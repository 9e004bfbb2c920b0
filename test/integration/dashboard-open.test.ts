import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesUnder, openReport, shown } from '../support/dashboard-scene';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { type Crew, sentRecord } from '../support/shift-records';

/* Few records leave it open what a percentage is of: no venue may hide behind that, and every doubt has its reason. */

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

const stage = new Stage();
let scene: Scene;
let id: string;
beforeAll(async () => {
  ({ scene, id } = await openReport(stage, CREWS.map(sentRecord)));
});

function explained(a1: string): Readonly<Record<string, string>> {
  scene.book.as(ANN).select(a1);
  const outcome = scene.ask('sidebarExplainCell');
  if (outcome.kind === 'failed' || outcome.explanation === undefined) throw new Error(outcome.message);
  return Object.fromEntries(outcome.explanation.lines.map(({ label, value }) => [label, value]));
}

const NO_SHOWS = { rows: 'venue', columns: 'weekday', measure: 'NO_SHOWS_PERCENTAGE' } as const;

const WHY =
  'no shows % is 40.0 to 66.7: no shows ÷ booked, no shows ÷ posted, no shows ÷ true demand or no shows ÷ worked + no shows';

describe('no-shows by venue, of few records', () => {
  const page = () => {
    state(scene.ask('sidebarBuildDashboard', id, ANN, 'where_and_when', NO_SHOWS));
    return shown(scene, 'Where and when');
  };

  test('say how far a percentage lies apart by the definitions; the headline says that it left it out', () => {
    const cells = page();
    const lines = linesUnder(cells, 'No-shows % by venue and weekday').slice(1);
    expect(lines.map(({ Venue, All }) => [Venue, All])).toEqual([
      ['Awful', '40–67%'],
      ['So-so', 10],
      ['Fine', 0],
    ]);
    expect(cells[3]?.[0]).toBe(
      'Highest no-shows: 10.0% at So-so on Thursdays (1 venue left out, see the notes). Overall: 5.3%.',
    );
  });

  test('are explained with the definitions that lie apart', () => {
    const row = page().findLastIndex(([name]) => name === 'Awful') + 1;
    expect(explained(`Where and when!B${row}`)).toMatchObject({
      Recalculated: 'Matches the cell.',
      Basis: expect.stringContaining(WHY),
    });
  });
});

test('a formula that names no figure is explained with the same reason', () => {
  const formula = '=SHIFT_METRIC("no shows %", "2026-02-23", "2026-03-08", "venue", "Awful")';
  scene.book.as(ANN).enter('Sheet1!F4', formula);
  expect(explained('Sheet1!F4').Recalculated).toBe(`No figure: ${WHY}.`);
});
