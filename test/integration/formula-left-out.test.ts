import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Explanation } from '../../src/contract/sidebar';
import type { FormulaArgument } from '../emulator/bridge';
import { build } from '../support/dashboard-scene';
import { linesOf, oneValue, rowsOf } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Records that are in no figure are told, and what is cached changes no figure. It is 10 March 2026. */

const AGGREGATED = 'SHIFT_FULFILMENT_AGGREGATED';
const [FROM, TO] = ['2026-03-02', '2026-03-04'];
const UNDATED = '1 record without a day left out';
const OTHER_DAYS = '1 record of other days left out';

let stage: Stage;
let scene: Scene;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());
beforeEach(async () => {
  scene = await stage.open();
  scene.connect();
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
  test.each([
    [
      'whose answers are all shown in part',
      '2026-02-25',
      /^Refreshed: 2 shifts .*1 doubtful value .*: 1 record without a day left out\)\.$/,
    ],
    ['with an answer that is shown whole, which has it', '2026-03-05', /^Refreshed: 4 shifts .*\d\.$/],
  ])('is told as such by the refresh of a saved report %s', async (_, to, message) => {
    await scene.serve([
      ...['2026-01-22', '2026-02-20', '2026-03-03'].map((day) => sent(day, 'Pier', 10)),
      undated('Pier', 7),
    ]);
    const id = scene.saveReport({ from: '2026-01-20', to });

    expect(scene.refresh(id).message).toMatch(message);
  });

  test('is in no figure and told, whatever other formulas have read', async () => {
    await scene.serve([sent(FROM, 'Pier', 10), undated('Pier', 7)]);
    const answers = () => [
      byVenue(),
      oneValue(scene.call('SHIFT_METRIC', 'posted', FROM, TO)),
      rowsOf(scene.call('SHIFT_METRIC', 'worked %', FROM, TO, 'basis', 'posted', 'evidence', true)),
      rowsOf(scene.call('SHIFT_TREND', 'posted', FROM, TO, 'day', 'incomplete', 'show')),
    ];
    const cold = answers();
    scene.emulator.world.caches.clear();
    scene.call('SHIFT_METRIC', 'posted', FROM, '2026-03-08');

    expect(answers()).toEqual(cold);
    const [lines, posted, [evidence = []] = []] = cold as [unknown, unknown, unknown[][]];
    expect(lines).toEqual([expect.objectContaining({ SHIFTS_POSTED: 10, NOTES: UNDATED })]);
    expect([posted, evidence[1], evidence[7]]).toEqual([10, 10, expect.stringContaining(UNDATED)]);
  });

  test('is told by the total where there is one, and only of records that the filters ask for', async () => {
    await scene.serve([sent(FROM, 'Pier', 10), sent(FROM, 'Quay', 1), undated('Pier', 7)]);

    expect(byVenue('totals', true).map(({ NOTES }) => NOTES)).toEqual(['', '', UNDATED]);
    expect(byVenue('venue', 'Quay').map(({ NOTES }) => NOTES)).toEqual(['']);
    expect(byVenue('venue', 'Pier').map(({ NOTES }) => NOTES)).toEqual([UNDATED]);
  });

  test('is told where nothing else is left, and its venue is no typing mistake', async () => {
    await scene.serve([sent(FROM, 'Quay', 1), undated('Pier', 7)]);

    expect(byVenue('venue', 'Pier')).toEqual([{ VENUE_NAME: '', SHIFTS_POSTED: '', NOTES: UNDATED }]);
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
      '10 Jan–28 Feb': 5,
      '2–4 Mar': 10,
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
    ['Shift records', 'Left out'],
    [1, 1],
    ['', '0 repeated, 1 no day'],
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
    /^Refreshed: 0 rows from 2026-03-02 to 2026-03-04.*\. 1 record without a day left out\./,
  );
  expect(scene.book.values('Shifts!A1:C2')).toEqual([
    ['VENUE_NAME', 'SHIFTS_POSTED', 'NOTES'],
    ['', '', ''],
  ]);
});

test('a dashboard built by a click tells what its answer left out, which holds more days than it shows', async () => {
  const onDay = sent('2026-02-03', 'Pier', 10);
  const others = [sent('2026-03-20', 'Pier', 3), sent('2026-03-20', 'Quay', 4)];
  await scene.serve([onDay, undated('Pier', 7), ...others], false);
  const id = scene.saveReport({ from: '2026-02-02', to: '2026-02-04', venue: 'Pier' });
  scene.call(AGGREGATED, '2026-02-01', '2026-02-28');

  build(scene, id, 'data_quality');

  const shown = scene.book.values('Data quality!A1:B80');
  expect(shown.slice(5, 8)).toEqual([
    ['Shift records', 'Left out'],
    [1, 1],
    ['', '0 repeated, 1 no day'],
  ]);
  expect(shown.flat().join()).toContain(`${UNDATED}; ${OTHER_DAYS}`);
});

test('records of days that were not asked for are told, each once', async () => {
  await scene.serve([sent(FROM, 'Pier', 10), sent('2026-02-01', 'Pier', 3)], false);

  expect(byVenue()).toEqual([{ VENUE_NAME: 'Pier', SHIFTS_POSTED: 10, NOTES: OTHER_DAYS }]);
  // Two answers, of which each has the record of the other's days.
  expect(oneValue(scene.call('SHIFT_METRIC', 'posted', '2026-02-01', TO))).toBe(13);
});

describe('an answer that may be cut', () => {
  const REFRESH = 'refresh them as a saved report';
  const notes = () =>
    linesOf(
      scene.call(AGGREGATED, '2026-01-01', '2026-01-31', 'venue', 'measures', 'records', 'totals', true),
    );

  test('is told, until a refresh has asked for its halves', async () => {
    // 31 days of 17 records each, and no more than 500 at once.
    const rows = Array.from({ length: 31 * 17 }, (_, index) => {
      const day = `2026-01-${String(1 + Math.floor(index / 17)).padStart(2, '0')}`;
      return { ...sent(day, 'Pier', 1), SHIFT_DATE: day, SHIFT_ID: 1 + index };
    });
    await scene.server.setScenario('report', { name: 'day-filter', rows, most: 500 });

    expect(notes().pop()).toMatchObject({
      SHIFT_RECORDS: 500,
      NOTES: `500 records for 2026-01-01 to 2026-01-31 may not be all: ${REFRESH}`,
    });

    const id = scene.saveReport({ from: '2026-01-01', to: '2026-01-31' });
    build(scene, id, 'data_quality');
    const shown = () => scene.book.values('Data quality!A1:B80').flat().join();
    expect(shown()).toContain('500 records for 2026-01-01 to 2026-01-31 may not be all');

    scene.refresh(id);
    expect(notes().pop()).toMatchObject({ SHIFT_RECORDS: 527, NOTES: '' });
    expect(shown()).not.toContain('may not be all');
  });

  test('is told for good where each day by itself has as many as the service sends at once', async () => {
    await scene.server.setScenario('report', { name: 'rows', rows: 500 });
    scene.refresh(scene.saveReport({ from: '2026-01-01', to: '2026-01-31' }));

    expect(notes().pop()).toMatchObject({
      SHIFT_RECORDS: 31 * 500,
      NOTES:
        '15,500 records for 2026-01-01 to 2026-01-31 may not be all: one day has as many as the service sends at once',
    });
  });
});
