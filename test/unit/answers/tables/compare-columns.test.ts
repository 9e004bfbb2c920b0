import { describe, expect, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import { planTable } from '../../../../src/answers/tables/answer-table';
import { type CompareFacts, compareColumns } from '../../../../src/answers/tables/figure-columns';
import type { Contribution } from '../../../../src/figures/contributions';
import type { Withheld } from '../../../../src/figures/definitions';
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
const WHOLE_WEEKS: CompareFacts = {
  request: worked('one'),
  today: TODAY,
  before: { from: TODAY - 30, to: TODAY - 24 },
  after: { from: TODAY - 23, to: TODAY - 17 },
  totalName: 'Total',
  weekStart: 1,
  generatedAt: '2026-03-10T08:00:00Z',
};
const withheld = (why: Withheld) => figure({ value: null, why });
const KEYS = ['venue', 'weekday'] as const;
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
  return layOut({ lines: [{ ...LINE, ...line }], last: undefined, facts }, present(options));
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
    ['worked', WEEK_BEFORE, days(0, 0), 'before: 7 days; after: 1 day; after: not over yet'],
    ['worked', days(-1, -1), days(0, 0), 'after: not over yet'],
  ])('%s: %p and %p are noted as %s', (word, before, after, note) => {
    expect(noted(word, before, after)).toBe(note);
  });
});

describe('a comparison', () => {
  test('shows group, before, after, change and its two parts, then notes', () => {
    expect(table({})).toEqual([
      ['VENUE_NAME', 'WEEKDAY', '9–15 Nov', '16–22 Nov', 'CHANGE', 'OWN CHANGE', 'MIX', 'NOTES'],
      ['Grand Hotel', 'Friday', 70, 80, 10, 4, -1.5, null],
    ]);
  });

  test('as fractions has all five on one scale', () => {
    expect(table({}, { percent: 'fraction', notes: false })[1]).toEqual([
      'Grand Hotel',
      'Friday',
      0.7,
      0.8,
      0.1,
      0.04,
      -0.015,
    ]);
  });

  test('of a count is never put on another scale', () => {
    const request = { measure: measure('worked'), definitions: undefined };
    const shown = table({}, { percent: 'fraction', notes: false }, { request }, 'worked');
    expect(shown[1]?.slice(2)).toEqual([70, 80, 10, 4, -1.5]);
  });

  test('calls the line of all groups Total', () => {
    expect(table({ keys: TOTAL.keys })[1]?.slice(0, 2)).toEqual(['Total', null]);
  });

  test('calls it otherwise where a group has that name', () => {
    expect(table({ keys: [] }, {}, { totalName: 'Total (all)' })[1]?.[0]).toBe('Total (all)');
  });

  test('is blank where a rate or a part is not known', () => {
    const unknown = { a: figure({ value: null }), change: null, ratePart: null, mixPart: null };
    expect(table(unknown)[1]?.slice(2, 7)).toEqual([null, 80, null, null, null]);
  });

  test('says as of when, in a last column', () => {
    expect(table({}, { asOf: true })[1]?.slice(7)).toEqual([null, new Date('2026-03-10T08:00:00Z')]);
  });

  test('says as of when also behind the columns that are chosen', () => {
    const columns = [{ name: 'job', heading: undefined }];
    const chosen = { ...NO_OPTIONS, asOf: true, columns };
    const layOut = planTable(compareColumns(['role'], measure('worked %'), LABELS, chosen), chosen);
    expect(layOut({ lines: [LINE], last: undefined, facts: WHOLE_WEEKS }, present())).toEqual([
      ['JOB_TITLE', 'AS_OF'],
      ['Grand Hotel', new Date('2026-03-10T08:00:00Z')],
    ]);
  });

  test('can be sorted by its columns as people call them', () => {
    expect(() => table({}, { sort: [{ name: 'rate part', descending: true }] })).not.toThrow();
  });

  test('with evidence gives both intervals, and one basis for both', () => {
    const [headings = [], line = []] = table({}, { evidence: true, notes: false });
    expect(headings.slice(7)).toEqual([
      '9–15 Nov N',
      '9–15 Nov LOW',
      '9–15 Nov HIGH',
      '16–22 Nov N',
      '16–22 Nov LOW',
      '16–22 Nov HIGH',
      'BASIS',
      'LIKENESS',
    ]);
    expect(line.slice(7)).toEqual([
      20,
      48.1,
      85.5,
      10,
      49.02,
      94.33,
      'worked ÷ booked: 412 of 413 rows agree',
      null,
    ]);
  });

  test('with evidence as fractions scales everything but the positions', () => {
    const [, line = []] = table({}, { evidence: true, notes: false, percent: 'fraction' });
    expect(line.slice(7, 10)).toEqual([20, expect.closeTo(0.481, 12), 0.855]);
  });

  test('is blank where the service sent no name', () => {
    expect(table({ keys: [null, 'Friday'] }, { empty: '–' })[1]?.slice(0, 2)).toEqual(['–', 'Friday']);
  });

  test('of a count has no evidence to give', () => {
    expect(table({}, { evidence: true }, {}, 'worked')[0]).toHaveLength(8);
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
      'before: worked % is 60.0 to 70.0: worked ÷ posted or worked ÷ booked; after: worked % = worked ÷ posted: 3 of 12 rows agree',
    ],
  ])('tell of %s and which one it is', (_, line, known, expected) => {
    expect(notes(line, known)).toBe(expected);
  });

  test('stay blank where all is well, whatever stands for nothing, and so does the second key of the total', () => {
    expect(table({}, { empty: 'n/a' })[1]?.[7]).toBeNull();
    expect(table({ keys: [] }, { empty: 'n/a' })[1]?.slice(0, 2)).toEqual(['Total', null]);
  });
});
