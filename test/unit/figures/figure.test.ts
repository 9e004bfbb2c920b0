import { describe, expect, test } from '@jest/globals';
import type { Basis } from '../../../src/figures/basis';
import {
  type Figure,
  type FigureRequest,
  figureOf,
  isAllZero,
  isContradicted,
  isTooWide,
  needsWord,
  planFigure,
  sumsNeeded,
} from '../../../src/figures/figure';
import { MEASURES, type Measure, SCORE_MEASURES } from '../../../src/figures/measures';
import { over, shift } from './grouped-rows';

const BOOKED: Measure = {
  name: 'SHIFTS_BOOKED_PERCENTAGE',
  words: ['booked %'],
  finishedDaysOnly: false,
  kind: 'rate',
  of: 'SHIFTS_BOOKED_PERCENTAGE',
};
const OURS: Measure = {
  name: 'OURS',
  words: ['ours'],
  finishedDaysOnly: false,
  kind: 'rate',
  of: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' },
};
const FACTS = { records: 1, unfinished: 0, newestDay: 45_847 };

/** The least and the greatest booked % where each surviving definition sums up to one of these ratios. */
function range(...ratios: readonly (readonly [number, number])[]) {
  const sums = ratios.map(([numerator, denominator]) => ({ numerator, denominator, carried: 1, over: 0 }));
  const { value, min, max } = figureOf({ measure: BOOKED, basis: undefined }, sums, FACTS);
  return [value, min, max];
}

describe('the range of a rate over its surviving definitions', () => {
  test('reaches from the least to the greatest, whatever their order', () => {
    expect(range([80, 100], [70, 100], [90, 100])).toEqual([80, 70, 90]);
    expect(range([80, 100], [90, 100], [70, 100])).toEqual([80, 70, 90]);
    expect(range([70, 100], [80, 100], [90, 100])).toEqual([70, 70, 90]);
  });

  test('leaves out a definition whose denominator is 0: that is no 0 %', () => {
    expect(range([80, 100], [5, 0], [90, 100])).toEqual([80, 80, 90]);
  });

  test('is that of the others where the one in use has a denominator of 0', () => {
    expect(range([5, 0], [80, 100], [70, 100])).toEqual([null, 70, 80]);
    expect(range([5, 0], [-5, 100])).toEqual([null, -5, -5]);
  });
});

describe('the sums that a rate needs', () => {
  test('are none where a published percentage has no basis', () => {
    expect(sumsNeeded({ measure: BOOKED, basis: undefined })).toEqual([]);
  });

  test('are those of its own definition where it is ours', () => {
    expect(sumsNeeded({ measure: OURS, basis: undefined })).toEqual([
      { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED', finishedDaysOnly: false },
    ]);
  });

  const definition = over('SHIFTS_BOOKED', 'SHIFTS_POSTED');
  const basis = (kind: Basis['kind']): Basis => ({ kind, survivors: [{ definition, agree: 9, of: 9 }] });
  const published = (request: FigureRequest) => sumsNeeded(request).map((sum) => sum.published);

  test('are compared with what the records publish where these led to the definition', () => {
    const field = ['SHIFTS_BOOKED_PERCENTAGE'];
    expect(published({ measure: BOOKED, basis: basis('settled') })).toEqual(field);
    expect(published({ measure: BOOKED, basis: basis('assumed') })).toEqual(field);
  });

  test.each<[string, FigureRequest]>([
    ['where a person chose it', { measure: BOOKED, basis: basis('chosen') }],
    ['where it changes', { measure: BOOKED, basis: { ...basis('assumed'), changesOn: 45_800 } }],
    ['for a percentage of ours', { measure: OURS, basis: basis('settled') }],
    ['for its target', { measure: { ...BOOKED, beside: 'target' }, basis: basis('settled') }],
  ])('are not compared with that %s', (_, request) => {
    expect(published(request)).toEqual([undefined]);
  });
});

describe('the sums that a figure of the targets sheet needs', () => {
  const row = shift({ SHIFTS_BOOKED: 6, SHIFTS_POSTED: 8 });
  /** What is added up for a record for which the sheet sets this. */
  const read = (measure: Measure, set: number | null | undefined, record = row) => {
    const definition = over('SHIFTS_BOOKED', 'SHIFTS_POSTED');
    const basis: Basis = { kind: 'settled', survivors: [{ definition, agree: 9, of: 9 }] };
    const targets = set === undefined ? {} : { targets: { ofRow: () => set } };
    const [sum] = sumsNeeded({ measure, basis: measure.kind === 'rate' ? basis : undefined, ...targets });
    return typeof sum?.numerator === 'object' ? [sum.numerator.words, sum.numerator.read(record)] : sum;
  };
  const named = (name: string) =>
    [...MEASURES, ...SCORE_MEASURES].find((measure) => measure.name === name) as Measure;

  test.each(['COST', 'CREDITS'])('are the amounts of records for %s, none without a line', (name) => {
    const words = name.toLowerCase();
    expect([read(named(name), 12.5), read(named(name), null), read(named(name), undefined)]).toEqual([
      [words, 12.5],
      [words, null],
      [words, null],
    ]);
  });

  test.each(['PLAN_HOURS', 'PLAN_POSITIONS'])('are none for %s, which is no sum over records', (name) => {
    expect(read(named(name), 12.5)).toBeUndefined();
  });

  test('are those of the records for any other count', () => {
    expect(read(named('SHIFTS_WORKED'), 12.5)).toMatchObject({ numerator: 'SHIFTS_WORKED' });
  });

  test('are weighted by what the percentage is out of: 90 × 8 positions, and 600 less that', () => {
    const [target, gap] = (['target', 'gap'] as const).map((beside) => ({ ...BOOKED, beside }) as Measure);
    expect(read(target as Measure, 90)).toEqual(['target × positions', 720]);
    expect(read(gap as Measure, 90)).toEqual(['points above or below target × positions', -120]);
    expect(read(gap as Measure, undefined)).toEqual(['points above or below target × positions', null]);
  });

  test('are none of a record without a number that the percentage is made of', () => {
    const [target, gap] = (['target', 'gap'] as const).map((beside) => ({ ...BOOKED, beside }) as Measure);
    for (const field of ['SHIFTS_BOOKED', 'SHIFTS_POSTED']) {
      const lacking = shift({ SHIFTS_BOOKED: 6, SHIFTS_POSTED: 8, [field]: null });
      expect(read(target as Measure, 90, lacking)).toEqual(['target × positions', null]);
      expect(read(gap as Measure, 90, lacking)).toEqual(['points above or below target × positions', null]);
    }
  });
});

describe('what stands beside a percentage', () => {
  const sum = (numerator: number, denominator: number, agree?: number, of = 20) => ({
    ...{ numerator, denominator, carried: 1, over: 0 },
    ...(agree === undefined ? {} : { own: { agree, of, overAgainst: 0, capped: 0 } }),
  });
  const figure = (...sums: ReturnType<typeof sum>[]) =>
    figureOf({ measure: BOOKED, basis: undefined }, sums, FACTS);

  test('is that some definition gives it no value, where another does', () => {
    expect(figure(sum(80, 100), sum(5, 0)).mayBeBlank).toBe(true);
    expect(figure(sum(5, 0), sum(5, 0)).mayBeBlank).toBeUndefined();
    expect(figure(sum(80, 100), sum(70, 100)).mayBeBlank).toBeUndefined();
  });

  test('are the records against the definition that most agree with', () => {
    const [few, more] = [sum(80, 100, 1), sum(70, 100, 5)];
    for (const sums of [
      [few, more],
      [more, few],
      [few, more, few],
    ])
      expect(figure(...sums).against).toEqual({ agree: 5, of: 20 });
    // 3 of 10 are more than 5 of 20.
    expect(figure(more, sum(80, 100, 3, 10)).against).toEqual({ agree: 3, of: 10 });
    expect(figure(sum(80, 100, 3, 10), more).against).toEqual({ agree: 3, of: 10 });
    // Of equal shares, those of the definition in use.
    expect(figure(sum(80, 100, 2, 10), sum(70, 100, 4, 20)).against).toEqual({ agree: 2, of: 10 });
  });

  test('is nothing against it where one definition may fit, nor of fewer than three records', () => {
    expect(figure(sum(80, 100, 1), sum(70, 100, 19)).against).toBeUndefined();
    expect(figure(sum(80, 100, 0, 2)).against).toBeUndefined();
    expect(figure(sum(80, 100, 0, 3)).against).toEqual({ agree: 0, of: 3 });
    expect(figure(sum(80, 100)).against).toBeUndefined();
    // One record is enough only where every definition that is left gives 0.
    expect(figure(sum(0, 100, 0, 1), sum(0, 90, 0, 1)).against).toEqual({ agree: 0, of: 1 });
    expect(figure(sum(0, 100, 0, 1), sum(70, 90, 0, 1)).against).toBeUndefined();
    for (const field of ['against', 'overAgainst', 'capped'])
      expect(figure(sum(80, 100))).not.toHaveProperty(field);
  });
});

test.each<[string, number | null, number, boolean]>([
  ['SHIFTS_POSTED', 0, 10, true],
  ['SHIFTS_POSTED', 0, 9, false],
  ['SHIFTS_POSTED', 5, 10, false],
  ['SHIFTS_POSTED', null, 10, false],
  ['TRUE_DEMAND', 0, 10, true],
  ['NO_SHOWS', 0, 10, false],
])('%s of %j over %i records is 0 for all, which is no chance: %s', (name, value, n, expected) => {
  const measure = MEASURES.find((one) => one.name === name) as Measure;
  expect(isAllZero(measure, { ...planFigure(value), n })).toBe(expected);
});

test('the figure of a plan is its value alone, without a range', () => {
  expect(planFigure(40)).toEqual({
    ...{ value: 40, n: 0, low: null, high: null, min: null, max: null, skipped: 0, over: 0 },
  });
});

describe('whether one number would mislead', () => {
  test.each([
    ['no range', null, null, false],
    ['no least', null, 90, false],
    ['no greatest', 90, null, false],
    ['five points', 80, 85, false],
    ['more than five', 80, 85.1, true],
  ])('by its range: %s', (_, min, max, expected) => {
    expect(isTooWide({ min, max })).toBe(expected);
  });

  test.each<[string, Pick<Figure, 'against' | 'mayBeBlank'>, boolean, boolean]>([
    ['nothing', {}, false, false],
    ['twelve records of its own, of which one agrees', { against: { agree: 1, of: 12 } }, true, true],
    ['two records of its own, as chance may have it', { against: { agree: 0, of: 2 } }, false, false],
    ['a definition that divides by nothing', { mayBeBlank: true }, false, true],
  ])('against it: %s', (_, figure, contradicts, needs) => {
    expect([isContradicted(figure), needsWord(figure)]).toEqual([contradicts, needs]);
  });
});
