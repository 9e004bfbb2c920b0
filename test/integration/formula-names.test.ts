import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columnOf, linesOf, oneValue, rowsOf, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Names: what is picked from a list is found, and a slip is told. Users guide, sections 5.1 and 7. */

const DAY = '2026-03-05';
const VENUES = ['Grand*', 'Grand Hotel', '>Bar', 'Zoo', 'grand  hotel', 'grand  hotel'];

let stage: Stage;
let scene: Scene;
beforeAll(async () => {
  stage = await Stage.start();
  scene = await stage.open();
  scene.connect();
  await scene.serve(VENUES.map((venue) => sentRecord({ day: DAY, venue, posted: 1, booked: 1, worked: 1 })));
  state(scene.ask('sidebarRefreshReport', scene.saveReport({ from: '2026-03-01', to: '2026-03-07' })));
});
afterAll(() => stage.close());

test('each name of the list picks that venue and no other', () => {
  const names = rowsOf(scene.call('SHIFT_LIST', 'venues')).map(([name]) => String(name));
  const posted = names.map((venue) =>
    oneValue(scene.call('SHIFT_METRIC', 'posted', DAY, DAY, 'venue', venue)),
  );

  expect(names.map((name, index) => [name, posted[index]])).toEqual([
    ['>Bar', 1],
    ['grand  hotel', 3],
    ['Grand*', 1],
    ['Zoo', 1],
  ]);
});

test.each(['SHIFT_FULFILMENT', 'SHIFT_FULFILMENT_AGGREGATED'])(
  'a slip for a name that a refresh has seen costs %s no request, whatever the days',
  (name) => {
    const by = name === 'SHIFT_FULFILMENT' ? [] : ['week'];
    const sentence = sentenceIn(scene.call(name, '2025-06-01', '2025-06-30', ...by, 'venue', 'Grnad Hotel'));

    expect(sentence).toBe('Unknown venue "Grnad Hotel". Did you mean "grand hotel"?');
    expect(scene.last.fetches).toBe(0);
  },
);

test('any other unknown name is looked for in the days first', () => {
  expect(sentenceIn(scene.call('SHIFT_FULFILMENT', '2025-06-01', '2025-06-30', 'venue', 'Pier'))).toBe(
    'Choose another venue: no refresh has seen "Pier".',
  );
  expect(scene.last.fetches).toBeGreaterThan(0);
});

test('columns are called job or job title in every table', () => {
  const columns = ['columns', 'job, job title as Title'];
  expect(rowsOf(scene.call('SHIFT_FULFILMENT', DAY, DAY, ...columns))[0]).toEqual(['JOB_TITLE', 'Title']);
  expect(rowsOf(scene.call('SHIFT_FULFILMENT_AGGREGATED', DAY, DAY, 'role', ...columns))[0]).toEqual([
    ...['JOB_TITLE', 'Title'],
  ]);
  expect(rowsOf(scene.call('SHIFT_COMPARE', 'role', DAY, DAY, DAY, DAY, ...columns))[0]).toEqual([
    ...['JOB_TITLE', 'Title'],
  ]);
});

test('AS_OF stays the last column beside the columns that are chosen', () => {
  const options = ['columns', 'venue', 'as of', true] as const;
  expect(rowsOf(scene.call('SHIFT_FULFILMENT_AGGREGATED', DAY, DAY, 'venue', ...options))[0]).toEqual([
    ...['VENUE_NAME', 'AS_OF'],
  ]);
  expect(rowsOf(scene.call('SHIFT_COMPARE', 'venue', DAY, DAY, DAY, DAY, ...options))[0]).toEqual([
    ...['VENUE_NAME', 'AS_OF'],
  ]);
});

test('the text of the option empty stands in no NOTES and not under the second key of the total', () => {
  const options = ['measures', 'posted', 'totals', true, 'empty', 'n/a'] as const;
  const lines = linesOf(scene.call('SHIFT_FULFILMENT_AGGREGATED', DAY, DAY, 'area, venue', ...options));
  const total = lines[lines.length - 1];

  expect(lines.map(({ NOTES }) => NOTES)).toEqual(lines.map(() => ''));
  expect([total?.AREA_NAME, total?.VENUE_NAME]).toEqual(['Total', '']);
});

test('a comma list of weekdays picks each of them', () => {
  // 5 March 2026 is a Thursday.
  const posted = (days: string) => oneValue(scene.call('SHIFT_METRIC', 'posted', DAY, DAY, 'weekday', days));
  expect([posted('Wed, Thu'), posted('Sat, Sun'), posted('<>Thu, <>Fri')]).toEqual([6, 0, 0]);
});

describe('checks', () => {
  test('tell of records without an ID or a day, and of names that may be one', async () => {
    const crew = { day: DAY, posted: 1, booked: 1, worked: 1 };
    const plain = sentRecord({ ...crew, venue: 'Harbour Hall' });
    await scene.serve([
      plain,
      { ...sentRecord({ ...crew, venue: 'Harbor Hall' }), SHIFT_ID: null },
      { ...sentRecord({ ...crew, venue: 'Harbor Hall' }), SHIFT_DATE: null, SHIFT_ID: 77 },
    ]);
    state(scene.refresh(state(scene.ask('sidebarState')).reports[0]?.id ?? ''));

    expect(oneValue(scene.call('SHIFT_STATUS', 'checks'))).toBe(
      'SHIFT_DATE ≠ blank fails in 1 of 3 (SHIFT_ID 77); SHIFT_ID ≠ blank fails in 1 of 3. May be one: venue "Harbor Hall" / "Harbour Hall".',
    );
  });
});

test('a stamp in the place of a word is ignored', () => {
  expect(scene.call('SHIFT_STATUS', 46_091.5)).toEqual(scene.call('SHIFT_STATUS'));
  expect(sentenceIn(scene.call('SHIFT_LIST', 46_091.5))).toMatch(/^Say what to list: venues/);
});

test('a venue that only one of two periods holds is no typing mistake in a comparison', async () => {
  const crew = { posted: 2, booked: 2, worked: 1 };
  await scene.serve([
    sentRecord({ ...crew, day: '2026-02-26', venue: 'Zoo' }),
    sentRecord({ ...crew, day: DAY, venue: 'Quay' }),
  ]);
  const [line] = linesOf(
    scene.call(
      'SHIFT_COMPARE',
      ...['venue', '2026-02-26', '2026-02-26', DAY, DAY, 'measures', 'posted', 'venue', 'Quay'],
    ),
  );

  expect(line).toMatchObject({ VENUE_NAME: 'Quay', A: 0, B: 2, NOTES: 'A: no records' });
});

test('a comparison with a period without records says so', async () => {
  await scene.serve([sentRecord({ day: DAY, venue: 'Zoo', posted: 2, booked: 2, worked: 1 })]);
  const [line] = linesOf(
    scene.call('SHIFT_COMPARE', 'venue', '2026-02-01', '2026-02-02', DAY, DAY, 'measures', 'posted'),
  );

  expect(columnOf(scene.call('SHIFT_COMPARE', 'venue', DAY, DAY, DAY, DAY), 'NOTES')[0]).not.toMatch(
    /no records/,
  );
  expect(line?.NOTES).toBe('A: no records');
});
