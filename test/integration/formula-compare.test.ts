import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaResult } from '../emulator/person';
import type { FormulaArgument } from '../emulator/values';
import { linesOf, rowsOf, type Shown, sentenceIn } from '../support/formula-answers';
import { COLD_FORMULA, type Scene, Stage, wireCalls } from '../support/scene';
import { type Crew, daysFrom, type SentRecord, sentRecord } from '../support/shift-records';

/* Why a figure moved between two periods. It is Tuesday, 10 March 2026. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.connected();
});

const BEFORE = ['2026-02-23', '2026-03-01'] as const;
const AFTER = ['2026-03-02', '2026-03-08'] as const;
/** The headings of these weeks. */
const [A, B] = ['23 Feb–1 Mar 2026', '2–8 Mar 2026'];

/** The service answers the week from 23 February and the week from 2 March, each with its own records. */
async function serveWeeks(records: readonly SentRecord[]): Promise<void> {
  const isBefore = ({ SHIFT_DATE: day }: SentRecord) => String(day) < AFTER[0];
  await scene.serve([]);
  await scene.server.clearScenarios();
  for (const [day, rows] of [
    [BEFORE[0], records.filter(isBefore)],
    [AFTER[0], records.filter((record) => !isBefore(record))],
  ] as const) {
    await scene.server.setScenario('report', {
      name: 'replace-rows',
      rows: [...rows],
      when: { includes: day },
    });
  }
}

const compare = (by: string | undefined, ...options: FormulaArgument[]) =>
  scene.call('SHIFT_COMPARE', by, ...BEFORE, ...AFTER, 'decimals', 10, ...options);

const sum = (lines: readonly Record<string, Shown>[], ...names: string[]) =>
  lines.reduce((total, line) => total + names.reduce((part, name) => part + Number(line[name]), 0), 0);

/** Worked of demand: Big falls and shrinks, Small rises and grows, New comes. */
const MOVES: readonly Crew[] = [
  { day: '2026-02-24', venue: 'Big', posted: 100, booked: 95, worked: 90, demand: 100 },
  { day: '2026-02-25', venue: 'Small', posted: 20, booked: 15, worked: 10, demand: 20 },
  { day: '2026-03-03', venue: 'Big', posted: 80, booked: 70, worked: 60, demand: 80 },
  { day: '2026-03-04', venue: 'Small', posted: 50, booked: 45, worked: 40, demand: 50 },
  { day: '2026-03-05', venue: 'New', posted: 10, booked: 9, worked: 8, demand: 10 },
];
const CHOSEN = ['basis', 'true demand'] as const;

describe('a comparison', () => {
  beforeAll(() => serveWeeks(MOVES.map(sentRecord)));

  test('shows for each group before, after, the change and its two parts', () => {
    const [headings, ...lines] = rowsOf(compare('venue', ...CHOSEN));

    expect(headings).toEqual([
      'VENUE_NAME',
      '23 Feb–1 Mar 2026',
      '2–8 Mar 2026',
      'CHANGE',
      'OWN CHANGE',
      'MIX',
      'NOTES',
    ]);
    expect(lines.map((line) => line.slice(0, 4))).toEqual([
      ['Big', 90, 75, -15],
      ['New', '', 80, ''],
      ['Small', 50, 80, 30],
    ]);
  });

  test('has parts that add up to the change of the total', () => {
    const lines = linesOf(compare('venue', ...CHOSEN, 'totals', true));
    const total = lines.pop() ?? {};

    // 100 of 120 before, 108 of 140 after.
    expect(total).toMatchObject({
      VENUE_NAME: 'Total',
      [A]: expect.closeTo(250 / 3, 9),
      [B]: expect.closeTo(540 / 7, 9),
    });
    expect(Math.abs(sum(lines, 'OWN CHANGE', 'MIX') - Number(total.CHANGE))).toBeLessThan(1e-9);
    expect(Math.abs(Number(total['OWN CHANGE']) + Number(total.MIX) - Number(total.CHANGE))).toBeLessThan(
      1e-9,
    );
  });

  test('is of true fulfilment % by venue unless told otherwise', () => {
    expect(compare(undefined, ...CHOSEN)).toEqual(
      compare('venue', 'measures', 'TRUE_FULFILMENT_PERCENTAGE', ...CHOSEN),
    );
  });

  test('can be sorted by what moved the figure most, and cut', () => {
    const lines = linesOf(compare('venue', ...CHOSEN, 'sort', 'change', 'limit', 1));

    expect(lines.map(({ VENUE_NAME }) => VENUE_NAME)).toEqual(['Big']);
  });
});

describe('the period before', () => {
  test.each<[string, FormulaArgument[], string[]]>([
    ['of a week is the week before', ['last week'], ['23 Feb–1 Mar 2026', '2–8 Mar 2026']],
    ['of a month is the month before', ['last month'], ['1–31 Jan 2026', '1–28 Feb 2026']],
    ['of some days is as many just before', ['2026-03-05', '2026-03-07'], ['2–4 Mar 2026', '5–7 Mar 2026']],
    ['of nothing said is the 7 days before the last 7', [], ['24 Feb–2 Mar 2026', '3–9 Mar 2026']],
  ])('%s', async (_, after, expected) => {
    const fresh = await stage.connected();
    await fresh.serve([]);

    const [headings = []] = rowsOf(fresh.call('SHIFT_COMPARE', 'venue', undefined, undefined, ...after));

    expect(headings.slice(1, 3)).toEqual(expected);
  });
});

describe('what a comparison refuses', () => {
  test.each<[string, FormulaArgument[], string]>([
    [
      'a period as a group',
      ['week'],
      'Compare by venue, area, role or weekday: two periods have no day, week or month in common.',
    ],
    [
      'two figures',
      ['venue', undefined, undefined, undefined, undefined, 'measures', 'worked %, no shows %'],
      'Compare one figure at a time: give one name with "measures".',
    ],
    [
      'a first period that has only a last day',
      ['venue', undefined, '2026-03-01', '2026-03-02', '2026-03-08'],
      'Give the first day as well.',
    ],
    ['an option in the place of a date', ['venue', 'totals'], '"totals" needs a value after it.'],
    [
      'incomplete',
      ['venue', undefined, undefined, 'last week', undefined, 'incomplete', 'hide'],
      'Leave out "incomplete": SHIFT_COMPARE does not use it.',
    ],
  ])('%s', (_, args, sentence) => {
    expect(sentenceIn(scene.call('SHIFT_COMPARE', ...args))).toBe(sentence);
    expect(scene.last.fetches).toBe(0);
  });
});

describe('what only one of the two periods has', () => {
  const crew = { venue: 'Pier', posted: 10, booked: 9, worked: 8, noShows: 1, demand: 11 };
  const sides = (result: FormulaResult) =>
    rowsOf(result)
      .slice(1)
      .map(([, before, after, , , , notes]) => [before, after, notes]);

  test('is told once: a record that came twice', async () => {
    const twice = sentRecord({ ...crew, day: '2026-02-24' });
    await serveWeeks([twice, twice, sentRecord({ ...crew, day: '2026-03-03' })]);

    expect(sides(compare('venue', 'measures', 'posted', 'totals', false))).toEqual([
      [10, 10, '1 record came twice and counted once'],
    ]);
  });

  test('is blank where it is all to come: worked of days that nobody has worked on yet is not 0', async () => {
    await scene.serve([
      sentRecord({ ...crew, day: '2026-03-03' }),
      sentRecord({ ...crew, day: '2026-03-17', worked: 0 }),
    ]);
    const weeks = ['2026-03-02', '2026-03-08', '2026-03-16', '2026-03-22'] as const;
    const [past, next] = [weeks.slice(0, 2), weeks.slice(2)];
    const worked = ['measures', 'worked', 'totals', false] as const;

    const forwards = sides(scene.call('SHIFT_COMPARE', 'venue', ...past, ...next, ...worked));
    const backwards = sides(scene.call('SHIFT_COMPARE', 'venue', ...next, ...past, ...worked));

    expect(forwards.map(([a, b]) => [a, b])).toEqual([[8, '']]);
    expect(backwards.map(([a, b]) => [a, b])).toEqual([['', 8]]);
  });

  test('is as old as the older of the two', async () => {
    await scene.serve([
      sentRecord({ ...crew, day: '2026-02-03' }),
      sentRecord({ ...crew, day: '2026-03-03' }),
    ]);
    const february = ['2026-02-02', '2026-02-08'] as const;
    const asOf = (result: FormulaResult) => Number(linesOf(result)[0]?.AS_OF);
    const week = (from: string, to: string) =>
      asOf(scene.call('SHIFT_FULFILMENT_AGGREGATED', from, to, 'venue', 'as of', true));
    const older = week(...february);
    scene.emulator.clock.advance(600_000);
    const newer = week(...AFTER);
    expect((newer - older) / 60_000).toBeCloseTo(10, 1);

    expect(asOf(scene.call('SHIFT_COMPARE', 'venue', ...february, ...AFTER, 'as of', true))).toBe(older);
    expect(asOf(scene.call('SHIFT_COMPARE', 'venue', ...AFTER, ...february, 'as of', true))).toBe(older);
  });
});

/** Monday, 1 December 2025: fourteen weeks until Sunday, 8 March 2026. */
const mondays = daysFrom('2025-12-01', 14, 7);
const CREW = { posted: 210, booked: 205, demand: 200, noShows: 4 };
const venue = (name: string, workedIn: (week: number) => number): SentRecord[] =>
  mondays.map((day, week) => sentRecord({ day, venue: name, ...CREW, worked: workedIn(week) }));
const STEADY = ['Bar', 'Café', 'Dock', 'Elm'].flatMap((name) => venue(name, () => 180));
const FALLEN = [...STEADY, ...venue('Grand Hotel', (week) => (week === 13 ? 110 : 170))];

const inWords = (...dates: FormulaArgument[]) =>
  scene.call('SHIFT_COMPARE', 'venue', ...dates, 'words', true);
const LAST_WEEK = [undefined, undefined, 'last week', undefined] as const;

describe('a comparison in words', () => {
  test('of a week and the week before is one cell, with what is usual from the 13 weeks before', async () => {
    await scene.serve(FALLEN);
    expect(rowsOf(inWords(...LAST_WEEK))).toEqual([
      [
        'True fulfilment 83.0% (2–8 Mar 2026), down 6.0 points from 89.0% (23 Feb–1 Mar 2026): 6.0 points from Grand Hotel; the newest days may still be corrected.',
      ],
    ]);
    await scene.serve(STEADY);
    expect(rowsOf(inWords(...LAST_WEEK))).toEqual([
      ['True fulfilment 90.0% (2–8 Mar 2026), 90.0% (23 Feb–1 Mar 2026): a normal change.'],
    ]);
  });

  test('names its periods, whatever they are', async () => {
    await scene.serve(FALLEN);
    const feb = ['2026-02-02', '2026-02-15', '2026-02-16', '2026-03-01'] as const;
    expect(rowsOf(inWords(...feb))[0]?.[0]).toBe(
      'True fulfilment 89.0% (16 Feb–1 Mar 2026), 89.0% (2–15 Feb 2026): a normal change.',
    );
    expect(rowsOf(inWords(undefined, undefined, '2026-02-28', '2026-03-06'))[0]?.[0]).toMatch(
      /^True fulfilment 83\.0% \(28 Feb–6 Mar 2026\), down 6\.0 points from 89\.0% \(21–27 Feb 2026\)/,
    );
  });

  test('says which period has nothing to count, unless there is a text for that', async () => {
    await scene.serve(FALLEN);
    const first = ['2025-11-24', '2025-11-30', '2025-12-01', '2025-12-07'] as const;
    expect(rowsOf(inWords(...first))).toEqual([['Nothing to count in 24–30 Nov 2025.']]);
    expect(rowsOf(inWords(...first, 'empty', 'nothing'))).toEqual([['nothing']]);
  });

  test('is refused where two definitions give the same figures, with what to choose', async () => {
    await scene.serve(STEADY.map((record) => ({ ...record, NO_SHOWS: 0 })));
    expect(sentenceIn(inWords(...LAST_WEEK))).toBe(
      'Choose with "basis", "worked / true demand" or "worked + no shows / true demand": a sentence needs one definition.',
    );
    expect(rowsOf(inWords(...LAST_WEEK, 'basis', 'worked / true demand'))[0]?.[0]).toMatch(
      /^True fulfilment 90\.0%/,
    );
  });

  test('is refused for a count, and where the definitions lie too far apart', async () => {
    expect(sentenceIn(inWords(...LAST_WEEK, 'measures', 'missing people'))).toBe(
      'Compare a percentage, such as "true fulfilment %", or leave "words" out.',
    );
    // Of one position each, and none worked without a booking: of posted 50%, of booked 100%.
    const open = mondays.flatMap((day) =>
      Array.from({ length: 30 }, (_, at) =>
        sentRecord({
          ...{ day, posted: 1, booked: at % 2, worked: at % 2, demand: 1 },
          sent: { SHIFTS_WORKED_PERCENTAGE: at % 2 === 1 ? 100 : 0 },
        }),
      ),
    );
    await scene.serve(open);
    const worked = [...LAST_WEEK, 'measures', 'worked %'] as const;
    expect(sentenceIn(inWords(...worked))).toBe(
      'Choose with "basis", "posted", "booked" or "true demand": worked % is 50.0% to 100.0%.',
    );
    expect(rowsOf(inWords(...worked, 'basis', 'posted'))[0]?.[0]).toMatch(
      /^Worked 50\.0% \(2–8 Mar 2026\), 50\.0% \(23/,
    );
  });
});

describe('periods that are too long for a formula', () => {
  test.each<[string, FormulaArgument[], number]>([
    ['three years against a month', ['2023-01-01', '2025-12-31', '2026-01-01', '2026-01-31'], 37],
    ['19 months against the 19 before', [undefined, undefined, 'last 19 months'], 38],
  ])('%s: refused with the number of both together, and no request', (_, dates, count) => {
    scene.emulator.caches.clear();
    expect(sentenceIn(scene.call('SHIFT_COMPARE', 'venue', ...dates))).toBe(
      `These dates need ${count} requests, too many for a formula. Make a saved report in the sidebar.`,
    );
    expect(scene.last.fetches).toBe(0);
  });
});

describe('what a comparison costs', () => {
  const dates = [...BEFORE, ...AFTER] as const;
  test.each<[string, (fresh: Scene) => unknown, FormulaArgument[], string[]]>([
    ['that was made before', (fresh) => fresh.call('SHIFT_COMPARE', 'venue', ...dates), [], []],
    ['of weeks in months that are kept', (fresh) => fresh.formula('2026-02-16', '2026-03-10'), [], []],
    // “last week” asks for the zone.
    [
      'in words, of last week',
      (fresh) => fresh.call('SHIFT_FULFILMENT', '2025-12-01', '2026-03-10'),
      ['words', true],
      ['Spreadsheet.getSpreadsheetTimeZone'],
    ],
  ])('%s: one read of the properties and one of the cache', async (_, before, words, more) => {
    const fresh = await stage.connected();
    before(fresh);
    const asked = words.length === 0 ? dates : [undefined, undefined, 'last week', undefined];
    fresh.call('SHIFT_COMPARE', 'venue', ...asked, ...words);
    fresh.call('SHIFT_COMPARE', 'venue', ...asked, ...words);
    expect([wireCalls(fresh.last).sort(), fresh.last.fetches]).toEqual([
      ['Cache.getAll', 'Properties.getProperties', ...more],
      0,
    ]);
  });

  test('cold: as many calls as one range, both requests in one batch', async () => {
    const fresh = await stage.connected();

    rowsOf(fresh.call('SHIFT_COMPARE', 'venue', ...dates));

    expect(wireCalls(fresh.last)).toEqual([...COLD_FORMULA, 'UrlFetchApp.fetchAll', 'Cache.putAll']);
    expect(fresh.last.fetches).toBe(2);
  });
});
