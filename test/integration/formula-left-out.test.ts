import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Explanation } from '../../src/explanations/explanation';
import type { FormulaArgument } from '../emulator/values';
import { build } from '../support/dashboard-scene';
import { linesOf, oneValue, rowsOf } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Records that are in no figure are told, and what is cached changes no figure. It is 10 March 2026. */

const AGGREGATED = 'SHIFT_FULFILMENT_AGGREGATED';
const [FROM, TO] = ['2026-03-02', '2026-03-04'];
const UNDATED = '1 record without a day left out';

const stage = new Stage();
let scene: Scene;
beforeEach(async () => {
  scene = await stage.connected();
});

const sent = (day: string, venue: string, posted: number) =>
  sentRecord({ day, venue, posted, booked: posted, worked: posted });
const undated = (venue: string, posted: number) => ({
  ...sent('2026-03-03', venue, posted),
  SHIFT_DATE: null,
});
const byVenue = (...options: FormulaArgument[]) =>
  linesOf(scene.call(AGGREGATED, FROM, TO, 'venue', 'measures', 'posted', ...options));

describe('a record without a day', () => {
  test('is in no figure and told, whatever other formulas have read', async () => {
    await scene.serve([sent(FROM, 'Pier', 10), undated('Pier', 7)]);
    const answers = () => [
      byVenue(),
      oneValue(scene.call('SHIFT_METRIC', 'posted', FROM, TO)),
      rowsOf(scene.call('SHIFT_METRIC', 'worked %', FROM, TO, 'basis', 'posted', 'evidence', true)),
      rowsOf(scene.call('SHIFT_TREND', 'posted', FROM, TO, 'day', 'incomplete', 'show')),
    ];
    const cold = answers();
    scene.emulator.caches.clear();
    scene.call('SHIFT_METRIC', 'posted', FROM, '2026-03-08');

    expect(answers()).toEqual(cold);
    const [lines, posted, [evidence = []] = []] = cold as [unknown, unknown, unknown[][]];
    expect(lines).toEqual([expect.objectContaining({ SHIFTS_POSTED: 10, NOTES: UNDATED })]);
    expect([posted, evidence[1], evidence[4]]).toEqual([10, 10, expect.stringContaining(UNDATED)]);
  });

  test('of either period is told in a comparison, also where the other one shares its answer', async () => {
    await scene.serve([
      sent('2026-01-12', 'Pier', 2),
      sent('2026-02-27', 'Pier', 3),
      sent(FROM, 'Pier', 10),
      undated('Pier', 7),
    ]);
    const [line] = linesOf(
      scene.call('SHIFT_COMPARE', 'venue', '2026-01-10', '2026-02-28', FROM, TO, 'measures', 'posted'),
    );

    expect(line).toMatchObject({
      '10 Jan–28 Feb 2026': 5,
      '2–4 Mar 2026': 10,
      NOTES: expect.stringContaining(`after: ${UNDATED}`),
    });
  });
});

test('a dashboard, a grouped report and an explained formula leave out and tell the same', async () => {
  await scene.serve([sent(FROM, 'Pier', 10), undated('Pier', 7)]);
  const id = scene.saveReport({
    from: FROM,
    to: TO,
    report: 'shift_fulfilment_aggregated',
    groupBy: 'venue',
    columns: 'VENUE_NAME, SHIFTS_POSTED, NOTES',
  });
  state(scene.refresh(id));
  expect(scene.book.values('Shifts!A2:C2')).toEqual([['Pier', 10, UNDATED]]);

  build(scene, id, 'data_quality');
  expect(scene.book.values('Data quality!A6:B8')).toEqual([
    ['Shift records', 'Skipped rows'],
    [1, 1],
    ['', 'repeated or without a day'],
  ]);

  const ann = scene.book.as(ANN);
  ann.enter('Shifts!H2', `=SHIFT_METRIC("posted", "${FROM}", "${TO}")`);
  ann.select('Shifts!H2');
  const { explanation } = scene.ask('sidebarExplainCell') as { explanation?: Explanation };
  expect(explanation?.lines).toEqual(
    expect.arrayContaining([
      { label: 'Note', value: `${UNDATED}.` },
      { label: 'Recalculated', value: '10.' },
    ]),
  );
});

test('a grouped report of nothing but such a record has no row, and its message tells', async () => {
  await scene.serve([sent(FROM, 'Quay', 1), undated('Pier', 7)]);
  const id = scene.saveReport({
    from: FROM,
    to: TO,
    report: 'shift_fulfilment_aggregated',
    groupBy: 'venue',
    venue: 'Pier',
    columns: 'VENUE_NAME, SHIFTS_POSTED, NOTES',
  });

  expect(scene.refresh(id).message).toMatch(
    /^Refreshed: 0 rows from 2–4 Mar 2026.*\. 1 record without a day left out\./,
  );
  expect(scene.book.values('Shifts!A1:C2')).toEqual([
    ['VENUE_NAME', 'SHIFTS_POSTED', 'NOTES'],
    ['', '', ''],
  ]);
});

test('a service that sends 500 records at most is asked for halves, and a day that is still full gets a note', async () => {
  const rowsOn = (day: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...sent(day, 'Pier', 1),
      SHIFT_DATE: day,
      SHIFT_ID: Number(`${day.slice(8)}${1000 + at}`),
    }));
  const rows = Array.from({ length: 31 }, (_, at) =>
    rowsOn(`2026-01-${String(1 + at).padStart(2, '0')}`, 17),
  ).flat();
  await scene.server.setScenario('report', { name: 'day-filter', rows, most: 500 });
  const january = () =>
    linesOf(
      scene.call(AGGREGATED, '2026-01-01', '2026-01-31', 'venue', 'measures', 'records', 'totals', true),
    );
  expect(january().pop()).toMatchObject({ SHIFT_RECORDS: 527, NOTES: '' });

  await scene.server.clearScenarios();
  await scene.server.setScenario('report', {
    name: 'day-filter',
    rows: rowsOn('2026-01-10', 600),
    most: 500,
  });
  scene.emulator.clock.advance(3_600_000);
  expect(january().pop()?.NOTES).toMatch(/500 records came for 10 Jan 2026: there may be more/);
});
