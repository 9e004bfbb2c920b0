import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesOf, oneValue, rowsOf, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Names: what is picked from a list is found, and a slip is told. */

const DAY = '2026-03-05';
const VENUES = ['Grand', 'Grand Hotel', '>Bar', 'Zoo', 'grand  hotel', 'grand  hotel'];
/** Venues whose names look like comparisons, formulas or numbers. */
const ODD = ['>Bar', '>=5', '=Bar', 'Bar', '~Pier', '12', '=', '>', 'Zoo'];

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.connected();
  await scene.serve(VENUES.map((venue) => sentRecord({ day: DAY, venue, posted: 1, booked: 1, worked: 1 })));
  state(scene.ask('sidebarRefreshReport', scene.saveReport({ from: '2026-03-01', to: '2026-03-07' })));
});

test('each name of the list picks that venue and no other', () => {
  const names = rowsOf(scene.call('SHIFT_LIST', 'venues')).map(([name]) => String(name));
  const posted = names.map((venue) =>
    oneValue(scene.call('SHIFT_METRIC', 'posted', DAY, DAY, 'venue', venue)),
  );

  expect(names.map((name, index) => [name, posted[index]])).toEqual([
    ['>Bar', 1],
    ['Grand', 1],
    ['grand  hotel', 3],
    ['Zoo', 1],
  ]);
});

test.each([
  ['Grnad Hotel', 'Unknown venue “Grnad Hotel”. Did you mean “grand hotel”?'],
  ['Pier', 'Choose another venue: no refresh has seen “Pier”.'],
  ['<>Zoos', 'Unknown venue “Zoos”. Did you mean “Zoo”?'],
  [
    'Zoo, Grand Hotel',
    'Put each venue into its own cell and refer to that range: a comma is part of the name. (“Zoo, Grand Hotel”)',
  ],
])('an unknown name is looked for in the days first, then told: %s', (venue, sentence) => {
  for (const name of ['SHIFT_FULFILMENT', 'SHIFT_FULFILMENT_AGGREGATED'] as const) {
    const by = name === 'SHIFT_FULFILMENT' ? [] : ['week'];
    expect(sentenceIn(scene.call(name, DAY, DAY, ...by, 'venue', venue))).toBe(sentence);
  }
  expect(sentenceIn(scene.call('SHIFT_METRIC', 'posted', DAY, DAY, 'venue', [['Zoo'], [venue]]))).toBe(
    sentence,
  );
});

test('a venue of the days asked for is found, however like a known one it is', async () => {
  const day = '2025-05-05';
  await scene.serve([sentRecord({ day, venue: 'Zoo B', posted: 4, booked: 1, worked: 1 })]);
  expect(oneValue(scene.call('SHIFT_METRIC', 'posted', day, day, 'venue', 'Zoo B'))).toBe(4);
  await scene.serve(VENUES.map((venue) => sentRecord({ day: DAY, venue, posted: 1, booked: 1, worked: 1 })));
});

describe('checks', () => {
  test('tell of records without an ID', async () => {
    const crew = { day: DAY, posted: 1, booked: 1, worked: 1 };
    const plain = sentRecord({ ...crew, venue: 'Harbour Hall' });
    await scene.serve([
      plain,
      { ...sentRecord({ ...crew, venue: 'Harbor Hall' }), SHIFT_ID: null },
      { ...sentRecord({ ...crew, venue: 'Harbor Hall' }), SHIFT_DATE: null, SHIFT_ID: 77 },
    ]);
    state(scene.refresh(state(scene.ask('sidebarState')).reports[0]?.id ?? ''));

    expect(oneValue(scene.call('SHIFT_STATUS', 'checks'))).toBe('Shift ID is empty in 1 of 2.');
  });
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
      'venue',
      '2026-02-26',
      '2026-02-26',
      DAY,
      DAY,
      'measures',
      'posted',
      'venue',
      'Quay',
    ),
  );

  expect(line).toMatchObject({
    VENUE_NAME: 'Quay',
    '26 Feb 2026': 0,
    '5 Mar 2026': 2,
    NOTES: 'before: no records',
  });
});

test('a name of the list picks that venue alone, in a formula, a saved report and its preview', async () => {
  await scene.serve(ODD.map((venue) => sentRecord({ day: DAY, venue, posted: 1, booked: 1, worked: 1 })));
  const id = scene.saveReport({ columns: 'VENUE_NAME', sheet: 'Odd' });
  state(scene.ask('sidebarRefreshReport', id));
  const names = rowsOf(scene.call('SHIFT_LIST', 'venues')).map(([name]) => String(name));
  expect(names).toEqual(expect.arrayContaining(ODD));
  const form = {
    id,
    period: 'custom',
    from: '2026-03-01',
    to: '2026-03-07',
    columns: 'VENUE_NAME',
    sheet: 'Odd',
  };
  const found = ODD.map((venue) => {
    const formula = oneValue(scene.call('SHIFT_METRIC', 'posted', DAY, DAY, 'venue', venue));
    const outcome = scene.ask('sidebarPreviewReport', { ...form, venue });
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    const shown = outcome.preview?.rows.map(([name]) => name);
    state(scene.ask('sidebarSaveReport', { ...form, venue }));
    state(scene.refresh(id));
    const table = scene.book.values('Odd!A2:A20').flat().filter(Boolean);
    return [venue, formula, shown, table];
  });
  expect(found).toEqual(ODD.map((venue) => [venue, 1, [venue], [venue]]));
});
