import { describe, expect, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import { planTable } from '../../../../src/answers/tables/answer-table';
import { type CompareFacts, compareColumns } from '../../../../src/answers/tables/figure-columns';
import type { Withheld } from '../../../../src/figures/definitions';
import type { Contribution } from '../../../../src/figures/why-it-moved';
import { figure, measure, NO_OPTIONS, present, TODAY, worked } from './sample-figures';

const LINE: Contribution = {
  keys: ['Grand Hotel', 'Friday'],
  a: figure({ value: 70, n: 20, low: 48.1, high: 85.5 }),
  b: figure({ value: 80 }),
  records: { a: 2, b: 2 },
  change: 10,
  ratePart: 4,
  mixPart: -1.5,
};
const TOTAL: Contribution = { ...LINE, keys: [] };
const KEYS = ['venue', 'weekday'] as const;
const WHOLE_WEEKS: CompareFacts = {
  request: worked('one'),
  today: TODAY,
  before: { from: TODAY - 30, to: TODAY - 24 },
  after: { from: TODAY - 23, to: TODAY - 17 },
};
const withheld = (why: Withheld) => figure({ value: null, why });
const LABELS = ['9–15 Nov', '16–22 Nov'] as const;

function table(
  line: Partial<Contribution>,
  options: Partial<Options> = {},
  known: Partial<CompareFacts> = {},
  word = 'worked %',
) {
  const chosen = { ...NO_OPTIONS, ...options };
  const layOut = planTable(compareColumns(KEYS, measure(word), LABELS, chosen), chosen);
  const facts = { ...WHOLE_WEEKS, ...known };
  const generatedAt = '2026-03-10T08:00:00Z';
  return layOut({ items: [{ ...LINE, ...line }], facts, generatedAt }, present(options));
}
const notes = (line: Partial<Contribution>, known: Partial<CompareFacts> = {}) =>
  table(line, {}, known)[1]?.[7];

describe('sums over periods of different length', () => {
  const days = (from: number, to: number) => ({ from: TODAY + from, to: TODAY + to });
  const noted = (word: string, before: CompareFacts['before'], after: CompareFacts['after']) => {
    const request = word === 'worked %' ? worked('one') : { measure: measure(word), definitions: undefined };
    return table({}, {}, { request, before, after }, word)[1]?.[7];
  };
  const [LAST_WEEK, WEEK_BEFORE, FOUR_WEEKS] = [days(-7, -1), days(-14, -8), days(-35, -8)];

  test.each([
    ['worked', FOUR_WEEKS, LAST_WEEK, 'before: 28 days; after: 7 days'],
    ['hours worked', LAST_WEEK, FOUR_WEEKS, 'before: 7 days; after: 28 days'],
    ['missing people', FOUR_WEEKS, days(-1, -1), 'before: 28 days; after: 1 day'],
    ['records', WEEK_BEFORE, LAST_WEEK, null],
    // A rate is the same however long it is measured.
    ['worked %', FOUR_WEEKS, LAST_WEEK, null],
    ['worked', FOUR_WEEKS, days(-3, 3), 'before: 28 days; after: 3 of 7 days'],
    ['worked', WEEK_BEFORE, days(-3, 3), 'after: 3 of 7 days'],
    ['worked', WEEK_BEFORE, days(0, 0), 'before: 7 days; after: not over yet'],
    ['worked', days(-1, -1), days(0, 0), 'after: not over yet'],
  ])('%s: %p and %p are noted as %s', (word, before, after, note) => {
    expect(noted(word, before, after)).toBe(note);
  });
});

describe('a comparison', () => {
  const HEADINGS = ['VENUE_NAME', 'WEEKDAY', '9–15 Nov', '16–22 Nov', 'CHANGE', 'OWN CHANGE', 'MIX'];

  test('shows group, before, after, change and its two parts, then notes and the time', () => {
    expect(table({}, { asOf: true })).toEqual([
      [...HEADINGS, 'NOTES', 'AS_OF'],
      ['Grand Hotel', 'Friday', 70, 80, 10, 4, -1.5, null, new Date('2026-03-10T08:00:00Z')],
    ]);
  });

  test('as fractions has all five of a percentage on one scale, and none of a count', () => {
    const options = { percent: 'fraction', notes: false } as const;
    expect(table({}, options)[1]?.slice(2)).toEqual([0.7, 0.8, 0.1, 0.04, -0.015]);
    const request = { measure: measure('worked'), definitions: undefined };
    const count = table({}, { ...options, evidence: true }, { request }, 'worked');
    expect(count).toEqual([HEADINGS, ['Grand Hotel', 'Friday', 70, 80, 10, 4, -1.5]]);
  });

  test.each<[Partial<Contribution>, unknown[]]>([
    [TOTAL, ['Total', null, 70, 80, 10, 4, -1.5]],
    [{ keys: [null, 'Friday'] }, ['–', 'Friday', 70, 80, 10, 4, -1.5]],
    [
      { a: figure({ value: null }), change: null, ratePart: null, mixPart: null },
      ['Grand Hotel', 'Friday', '–', 80, '–', '–', '–'],
    ],
  ])('names the line of all groups, and shows what is not known as asked: %#', (line, expected) => {
    expect(table(line, { empty: '–', notes: false })[1]).toEqual(expected);
  });

  test('has its columns chosen and sorted as people call them, with the time behind them', () => {
    const columns = [{ name: 'venue', heading: undefined }];
    const chosen = {
      columns,
      asOf: true,
      sort: [
        { name: 'rate part', descending: true },
        { name: 'own change', descending: false },
      ],
    };
    expect(table({}, chosen)[0]).toEqual(['VENUE_NAME', 'AS_OF']);
  });

  test('with evidence gives both intervals, and one basis for both', () => {
    const [headings = [], line = []] = table({}, { evidence: true, notes: false });
    const of = (label: string) => ['N', 'LOW', 'HIGH'].map((suffix) => `${label} ${suffix}`);
    expect(headings.slice(7)).toEqual([...LABELS.flatMap(of), 'BASIS', 'LIKENESS']);
    const basis = 'worked ÷ booked: 412 of 413 rows agree';
    expect(line.slice(7)).toEqual([20, 48.1, 85.5, 10, 49.02, 94.33, basis, null]);
    const [, fractions = []] = table({}, { evidence: true, notes: false, percent: 'fraction' });
    expect(fractions.slice(7, 10)).toEqual([20, expect.closeTo(0.481, 12), 0.855]);
  });
});

describe('the notes of a comparison', () => {
  test.each<[string, Partial<Contribution>, Partial<CompareFacts>, string]>([
    ['a period that is not over', {}, { after: { from: TODAY - 1, to: TODAY + 5 } }, 'after: 1 of 7 days'],
    ['a day that is not over', {}, { after: { from: TODAY, to: TODAY } }, 'after: not over yet'],
    ['a period without records', { records: { a: 0, b: 2 } }, {}, 'before: no records'],
    ['a period that has not begun', {}, { after: { from: TODAY, to: TODAY + 6 } }, 'after: 0 of 7 days'],
    [
      'records left out of one period',
      { a: figure({ skipped: 3 }) },
      {},
      'before: 3 records without a value left out of SHIFTS_WORKED_PERCENTAGE',
    ],
    [
      'why percentages are blank',
      {
        a: withheld({ kind: 'apart', low: 60, high: 70, isBlank: false }),
        b: withheld({ kind: 'own', agree: 3, of: 12 }),
      },
      { request: worked('two') },
      'before: worked % is 60.0% to 70.0%: worked ÷ posted or worked ÷ booked; after: worked % = worked ÷ posted: 3 of 12 rows agree',
    ],
  ])('tell of %s and which one it is', (_, line, known, expected) => {
    expect(notes(line, known)).toBe(expected);
  });

  test('stay blank where all is well, whatever stands for nothing', () => {
    expect(table({}, { empty: 'n/a' })[1]?.[7]).toBeNull();
  });
});
