import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseIsoDate } from '../../../src/calendar/calendar-date';
import { targetFor } from '../../../src/figures/weekly-plan';
import { readTargets, unknownTargetNames } from '../../../src/targets/read-targets';
import { HOSTILE_BEGINNINGS, HOSTILE_VALUES } from '../../support/hostile-texts';
import { cellsOf, dayOf, HEADINGS, readRows } from './targets-scene';

const day = (text: string) => parseIsoDate(text) as number;
const GRAND = { venue: 'Grand Hotel', area: 'Bar', role: 'Waiter', day: day('2026-11-16') };

describe('the lines of the targets sheet', () => {
  test('are read by heading, blank cells as nothing', () => {
    const { lines, mistakes } = readRows([
      {
        VENUE_NAME: ' Grand Hotel ',
        FROM: new Date(Date.UTC(2026, 10, 1)),
        TO: '2026-11-30',
        MEASURE: 'no-shows %',
        TARGET: 3,
        PLAN_POSITIONS: 40,
        PLAN_HOURS: '320,5',
        RATE_PER_HOUR: 18.5,
        CREDIT_PER_MISSING: 25,
        CREDIT_PER_NO_SHOW: 0,
      },
    ]);
    expect(mistakes).toEqual([]);
    expect(lines).toEqual([
      {
        line: 2,
        venue: 'Grand Hotel',
        area: null,
        role: null,
        from: day('2026-11-01'),
        to: day('2026-11-30'),
        measure: 'NO_SHOWS_PERCENTAGE',
        target: 3,
        planPositions: 40,
        planHours: 320.5,
        ratePerHour: 18.5,
        creditPerMissing: 25,
        creditPerNoShow: 0,
      },
    ]);
  });

  test('are found wherever their columns are, in whatever capitals', () => {
    const values = [
      ['Note', ...HEADINGS.map((heading) => heading.toLowerCase().replace(/_/g, ' ')).reverse()],
      ['mine', ...(cellsOf([{ VENUE_NAME: 'Grand Hotel', TARGET: 92 }])[1] ?? []).reverse()],
    ];
    const { lines, mistakes } = readTargets({ values, dayOf });
    expect(mistakes).toEqual([]);
    expect(targetFor(lines, GRAND)).toBe(92);
  });

  test.each([
    [92, '', 92],
    [92, '0.0', 92],
    [0.92, '0%', 92],
    [0.29, '0.00%', 29],
    [0.92, '0.0"%"', 0.92],
    ['92%', '', 92],
    ['92,5 %', '', 92.5],
    ['92', '@', 92],
    [0, '0%', 0],
    [1, '0%', 100],
  ])('a percentage %p with the format %p is %p', (TARGET, format, target) => {
    const { lines, mistakes } = readRows([{ TARGET }], [format]);
    expect(mistakes).toEqual([]);
    expect(lines[0]?.target).toBe(target);
  });

  test.each([
    [{ TARGET: 0.5 }, 0.5, ['Line 2: TARGET is 0.5%. Write 50% if you mean that.']],
    [{ TARGET: 1, MEASURE: 'booked %' }, 1, ['Line 2: TARGET is 1%. Write 100% if you mean that.']],
    [{ TARGET: 0.5, MEASURE: 'no-shows %' }, 0.5, []],
    [{ TARGET: 1, MEASURE: 'unfilled %' }, 1, []],
    [{ TARGET: '0.5%' }, 0.5, []],
    [{ TARGET: 0 }, 0, []],
    [{ TARGET: 1.5 }, 1.5, []],
  ])(
    'a plain number up to 1 counts as it is, with a doubt where no one aims so low: %j',
    (cells, target, said) => {
      const { lines, mistakes } = readRows([cells]);
      expect(lines[0]?.target).toBe(target);
      expect(mistakes).toEqual(said);
    },
  );

  test('are for true fulfilment where no measure is named', () => {
    const { lines } = readRows([{ TARGET: 92 }, { MEASURE: 'booked %', TARGET: 98 }]);
    expect(targetFor(lines, GRAND)).toBe(92);
    expect(targetFor(lines, GRAND, 'SHIFTS_BOOKED_PERCENTAGE')).toBe(98);
    expect(targetFor(lines, GRAND, 'NO_SHOWS_PERCENTAGE')).toBeNull();
  });
});

describe('which line counts', () => {
  test('the one with the most filled keys, then the later one', () => {
    const { lines } = readRows([
      { VENUE_NAME: 'grand  hotel', JOB_TITLE: 'Waiter', TARGET: 80 },
      { VENUE_NAME: 'Grand Hotel', TARGET: 90 },
      { AREA_NAME: 'Bar', TARGET: 91 },
      { TARGET: 70 },
    ]);
    expect(targetFor(lines, GRAND)).toBe(80);
    expect(targetFor(lines, { ...GRAND, role: 'Chef' })).toBe(91);
    expect(targetFor(lines, { ...GRAND, role: 'Chef', area: 'Hall' })).toBe(90);
    expect(targetFor(lines, { ...GRAND, venue: 'Zoo', area: null })).toBe(70);
  });

  test('days are keys as well, first and last included', () => {
    const { lines } = readRows([
      { TARGET: 90 },
      { FROM: '2026-11-16', TO: '2026-11-22', TARGET: 95 },
      { TO: '2026-11-16', TARGET: 60 },
    ]);
    const on = (text: string) => targetFor(lines, { ...GRAND, day: day(text) });
    expect([on('2026-11-15'), on('2026-11-16'), on('2026-11-22'), on('2026-11-23')]).toEqual([
      60, 95, 95, 90,
    ]);
    expect(targetFor(lines, { ...GRAND, day: null })).toBe(90);
  });

  test('a line that leaves a value blank does not hide another line that sets it', () => {
    const { lines } = readRows([{ TARGET: 90 }, { VENUE_NAME: 'Grand Hotel', PLAN_HOURS: 400 }]);
    expect(targetFor(lines, GRAND)).toBe(90);
  });
});

describe('mistakes are listed', () => {
  test.each([
    [{ TARGET: 9200 }, 'Line 2: 9200 in TARGET isn’t a percentage from 0 to 100.'],
    [{ TARGET: 'high' }, 'Line 2: "high" in TARGET isn’t a percentage from 0 to 100.'],
    [{ TARGET: -1 }, 'Line 2: -1 in TARGET isn’t a percentage from 0 to 100.'],
    [{ TARGET: new Date(0) }, 'Line 2: a date in TARGET isn’t a percentage from 0 to 100.'],
    [{ TARGET: '#DIV/0!' }, 'Line 2: "#DIV/0!" in TARGET isn’t a percentage from 0 to 100.'],
    [{ RATE_PER_HOUR: '£18' }, 'Line 2: "£18" in RATE_PER_HOUR isn’t a number.'],
    [{ PLAN_HOURS: '1,000' }, 'Line 2: "1,000" in PLAN_HOURS isn’t a number.'],
    [{ CREDIT_PER_MISSING: -5 }, 'Line 2: -5 in CREDIT_PER_MISSING is out of range.'],
    [{ RATE_PER_HOUR: 1e300 }, 'Line 2: 1e+300 in RATE_PER_HOUR is out of range.'],
  ])('%p: the number is left out, the line counts', (cells, sentence) => {
    const { lines, mistakes } = readRows([{ VENUE_NAME: 'Grand Hotel', ...cells }]);
    expect(mistakes).toEqual([sentence]);
    expect(lines).toMatchObject([{ target: null, ratePerHour: null, planHours: null }]);
  });

  test.each([
    [{ FROM: '31/03/2026' }, 'Line 2: "31/03/2026" in FROM isn’t a date. Write it as 2026-03-31.'],
    [{ TO: 46_000 }, 'Line 2: 46000 in TO isn’t a date. Write it as 2026-03-31.'],
    [{ FROM: '2026-12-01', TO: '2026-11-01' }, 'Line 2: FROM is after TO.'],
    [{ VENUE_NAME: '#REF!' }, 'Line 2: VENUE_NAME holds the error #REF!.'],
    [{ JOB_TITLE: new Date(0) }, 'Line 2: JOB_TITLE isn’t a name.'],
    [{ AREA_NAME: 'x'.repeat(201) }, 'Line 2: shorten AREA_NAME to 200 characters.'],
    [{ MEASURE: 'workd %' }, 'Line 2: no percentage is called "workd %". Did you mean "worked %"?'],
  ])('%p: the line does not count, since it would be for other shifts', (cells, sentence) => {
    const { lines, mistakes } = readRows([{ TARGET: 92, ...cells }]);
    expect(mistakes).toEqual([sentence]);
    expect(lines).toEqual([]);
  });

  test('two lines for the same shifts, by what they set', () => {
    const { mistakes } = readRows([
      {},
      {},
      { VENUE_NAME: 'Grand Hotel', TARGET: 90, RATE_PER_HOUR: 18 },
      { VENUE_NAME: 'Grand Hotel', MEASURE: 'booked %', TARGET: 90 },
      { VENUE_NAME: 'Grand Hotel', FROM: '2026-11-01', TARGET: 90 },
      { VENUE_NAME: 'grand hotel ', TARGET: 91, RATE_PER_HOUR: 19 },
    ]);
    expect(mistakes).toEqual(['Lines 4 and 7 are for the same shifts; line 7 counts.']);
  });

  test('a line that sets nothing', () => {
    expect(readRows([{ VENUE_NAME: 'Grand Hotel' }]).mistakes).toEqual([
      'Line 2: fill TARGET, a plan, a rate or a credit. It sets nothing yet.',
    ]);
  });

  test('names that no record has, with the nearest one', () => {
    const { lines } = readRows([
      { VENUE_NAME: 'Grand Hotle', TARGET: 92 },
      { VENUE_NAME: 'GRAND HOTEL', JOB_TITLE: 'Xylophonist', TARGET: 92 },
    ]);
    const known = { venue: ['Zoo', 'Grand Hotel'], area: [], role: ['Waiter'] };
    expect(unknownTargetNames(lines, known)).toEqual([
      'Line 2: no venue is called "Grand Hotle". Did you mean "Grand Hotel"?',
      'Line 3: no job title is called "Xylophonist".',
    ]);
  });

  test('a heading that is missing or stands twice', () => {
    const [headings = [], line = []] = cellsOf([{ VENUE_NAME: 'Grand Hotel', TARGET: 92, PLAN_HOURS: 40 }]);
    const renamed = (from: string, to: string) =>
      readTargets({ values: [headings.map((cell) => (cell === from ? to : cell)), line], dayOf });
    expect(renamed('VENUE_NAME', 'Venues')).toEqual({
      lines: [],
      mistakes: [
        'Put the heading VENUE_NAME back into row 1 of the targets sheet: without it no line counts.',
      ],
    });
    const { lines, mistakes } = renamed('PLAN_HOURS', 'TARGET');
    expect(lines).toMatchObject([{ target: 92, planHours: null }]);
    expect(mistakes).toEqual([
      'Remove a column TARGET: the first of 2 counts.',
      'Put the heading PLAN_HOURS back into row 1 of the targets sheet: its column is not read.',
    ]);
  });

  test('columns that were swapped but for their headings', () => {
    const values = cellsOf([{ VENUE_NAME: 92, TARGET: 'Grand Hotel' }]);
    const { lines, mistakes } = readTargets({ values, dayOf });
    expect(mistakes).toEqual(['Line 2: "Grand Hotel" in TARGET isn’t a percentage from 0 to 100.']);
    expect(unknownTargetNames(lines, { venue: ['Grand Hotel'], area: [], role: [] })).toEqual([
      'Line 2: no venue is called "92".',
    ]);
  });

  test('merged cells, of which all but the first read as blank', () => {
    const values = cellsOf([
      { VENUE_NAME: 'Grand Hotel', TARGET: 92 },
      { VENUE_NAME: '', TARGET: 80 },
    ]);
    const { lines, mistakes } = readTargets({ values, merged: [{ row: 3, column: 0 }], dayOf });
    expect(lines.map(({ line }) => line)).toEqual([2]);
    expect(mistakes).toEqual(['Line 3: unmerge the cells of VENUE_NAME. Merged cells read as blank.']);
  });

  test('10,000 lines: the first 200 count', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ VENUE_NAME: `Hotel ${at}`, TARGET: 92 }));
    const { lines, mistakes } = readRows(rows);
    expect(lines).toHaveLength(200);
    expect(lines[199]?.venue).toBe('Hotel 199');
    expect(mistakes).toEqual(['Shorten the targets sheet to 200 lines.']);
  });

  test('no cell, whatever it holds, makes the sheet unreadable', () => {
    const hostile = fc.oneof(
      fc.constantFrom<unknown>(...HOSTILE_BEGINNINGS, ...HOSTILE_VALUES, new Date(Number.NaN), true, null),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.double(),
    );
    fc.assert(
      fc.property(fc.array(fc.array(hostile, { minLength: 12, maxLength: 12 }), { maxLength: 8 }), (rows) => {
        const { lines, mistakes } = readTargets({ values: [HEADINGS, ...rows], dayOf });
        for (const { target } of lines) expect(target ?? 50).toBeGreaterThanOrEqual(0);
        for (const sentence of mistakes) expect(sentence.length).toBeLessThan(200);
      }),
    );
  });
});
