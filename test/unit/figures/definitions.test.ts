import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import {
  agrees,
  type Definitions,
  definitionsFor,
  describeCure,
  describeDefinitions,
  describeNamed,
  figureOf,
  fits,
  KEPT_DEFINITIONS,
  type KeptDefinitions,
  keepDefinitions,
  newestFinished,
  type Withheld,
} from '../../../src/figures/definitions';
import {
  DEFINITIONS,
  type Definition,
  definitionText,
  findMeasure,
  type RateMeasure,
} from '../../../src/figures/measures';
import { SPEC_NAMES } from '../../support/spec-fields';

/** 2 March 2026 as a serial number; rows are a day older unless a test says otherwise. */
const TODAY = 46_083;

const FIELD = 'SHIFTS_BOOKED_PERCENTAGE';
const [OF_POSTED, OF_DEMAND] = DEFINITIONS[FIELD] as [Definition, Definition];
const POSTED = 'SHIFTS_POSTED';
const DEMAND = 'TRUE_DEMAND';

describe('whether a row agrees with n of d, published as v', () => {
  test.each<[n: number, d: number, v: number, boolean | undefined]>([
    // Rounded or cut off, to the last digit that is published.
    [2, 3, 66.67, true],
    [2, 3, 66.66, true],
    [2, 3, 66.65, false],
    [2, 3, 66.68, false],
    [2, 3, 67, true],
    [2, 3, 66, true],
    [2, 3, 68, false],
    [1, 2, 49, false],
    [1, 2, 49.9, false],
    [1, 8, 12, true],
    [1, 8, 13, true],
    [1, 400, 0, true],
    [5, 4, 125, true],
    // As floating-point arithmetic writes them.
    [4, 7, 57.099999999999994, true],
    [4, 7, 57.099998474121094, true],
    [4, 7, 400 / 7, true],
    [4, 7, Math.fround(400 / 7), true],
    [4, 7, Math.fround(57.3), false],
    [1, 2, Math.fround(49.9), false],
    // No evidence is no counter-evidence.
    [3, 4, Number.NaN, undefined],
    [0, 0, Number.NaN, undefined],
    [Number.NaN, 4, Number.NaN, undefined],
    // Without a part it can't be made.
    [Number.NaN, 4, 75, false],
    [3, Number.NaN, 75, false],
    // What services give for 0 of 0 tells nothing.
    [0, 0, 0, undefined],
    [0, 0, 100, undefined],
    [0, 0, 50, false],
    [2, 0, 50, false],
    [Number.NaN, 4, 0, false],
    [Number.NaN, 0, 0, false],
    [0, Number.NaN, 0, false],
    [2, Number.NaN, 50, false],
    // 0 is 0 by any definition; 100 may have been capped.
    [0, 4, 0, undefined],
    [0, 4, 25, false],
    [5, 4, 100, undefined],
    [4, 4, 100, true],
  ])('%p of %p as %p: %p', (n, d, v, expected) => {
    expect(agrees(n, d, v)).toBe(expected);
  });
});

test.each([
  [0, 0, true],
  [0, 1, true],
  [1, 2, true],
  [1, 3, false],
  [14, 16, true],
  [13, 16, false],
  [438, 500, true],
  [437, 500, false],
])('%i of %i rows fit: %p', (agree, of, expected) => {
  expect(fits({ agree, of })).toBe(expected);
});

/** So many equal rows: positions posted, booked and needed, and what is published; the other fields are null. */
function bookings(
  count: number,
  [posted, booked, demand]: readonly [number | null, number | null, number | null],
  published: number | null,
  day = TODAY - 1,
): ShiftRow[] {
  const record: Record<string, number | null> = {
    SHIFT_DATE: day,
    SHIFTS_POSTED: posted,
    SHIFTS_BOOKED: booked,
    TRUE_DEMAND: demand,
    SHIFTS_BOOKED_PERCENTAGE: published,
  };
  return Array.from({ length: count }, () => SPEC_NAMES.map((name) => record[name] ?? null));
}

/** 3 of 4 posted and of 5 needed: 75 speaks for posted, 60 for demand. */
const forPosted = (count: number, day?: number) => bookings(count, [4, 3, 5], 75, day);
const forDemand = (count: number, day?: number) => bookings(count, [4, 3, 5], 60, day);
/** 3 of 4 posted, which are needed too. */
const forBoth = (count: number, day?: number) => bookings(count, [4, 3, 4], 75, day);
const silent = (count: number) => bookings(count, [4, 3, 5], null);

function kept(definition: Definition = OF_POSTED): KeptDefinitions {
  return { [FIELD]: { ...definition, agree: 400, of: 413, scale: 100 } };
}

describe('the definitions that rows leave', () => {
  const left = (rows: ShiftRow[], options: Parameters<typeof definitionsFor>[2] = {}) => {
    const { left: tallies, by } = definitionsFor(FIELD, newestFinished(rows, TODAY), options);
    return [by, ...tallies.map(({ denominator, agree, of }) => [denominator, agree, of])];
  };

  test.each<[string, ShiftRow[], unknown[]]>([
    ['one that reproduces what is published', forPosted(20), ['rows', [POSTED, 20, 20]]],
    ['the other one', forDemand(20), ['rows', [DEMAND, 20, 20]]],
    ['several where rows agree with both', forBoth(20), ['rows', [POSTED, 20, 20], [DEMAND, 20, 20]]],
    [
      'several, the better one first',
      [...forBoth(50), ...forDemand(2)],
      ['rows', [DEMAND, 52, 52], [POSTED, 50, 52]],
    ],
    ['one with three fewer mistakes', [...forBoth(50), ...forDemand(3)], ['rows', [DEMAND, 53, 53]]],
    [
      'several where one has nothing to divide by',
      bookings(20, [4, 4, 0], 100),
      ['rows', [POSTED, 20, 20], [DEMAND, 0, 0]],
    ],
    ['none where one in seven rows disagrees', [...forPosted(12), ...bookings(2, [4, 3, 5], 50)], ['rows']],
    ['all where nothing is published', silent(30), ['rows', [POSTED, 0, 0], [DEMAND, 0, 0]]],
    [
      'what rows with a published percentage say',
      [...silent(600), ...forPosted(20)],
      ['rows', [POSTED, 20, 20]],
    ],
    [
      'the same beside rows that lack parts of all definitions',
      [...bookings(30, [null, null, null], 75), ...forPosted(20)],
      ['rows', [POSTED, 20, 20]],
    ],
    ['no definition of which a part is missing', bookings(20, [4, 3, null], 75), ['rows', [POSTED, 20, 20]]],
    [
      'nothing from days that are not over',
      bookings(30, [4, 3, 5], 75, TODAY),
      ['rows', [POSTED, 0, 0], [DEMAND, 0, 0]],
    ],
    ['the newest 500', [...forDemand(400, TODAY - 9), ...forPosted(500)], ['rows', [POSTED, 500, 500]]],
  ])('are %s', (_, rows, expected) => {
    expect(left(rows)).toEqual(expected);
  });

  test.each<[string, ShiftRow[], KeptDefinitions | undefined, unknown[]]>([
    ['few rows leave several', forBoth(3), kept(), ['refresh', [POSTED, 400, 413]]],
    ['few rows leave it', forPosted(3), kept(), ['refresh', [POSTED, 400, 413]]],
    ['few rows rule it out', forPosted(3), kept(OF_DEMAND), ['rows', [POSTED, 3, 3]]],
    ['19 rows leave it', forPosted(19), kept(), ['refresh', [POSTED, 400, 413]]],
    ['20 rows leave it', forPosted(20), kept(), ['rows', [POSTED, 20, 20]]],
    ['20 rows leave another', forPosted(20), kept(OF_DEMAND), ['rows', [POSTED, 20, 20]]],
    ['nothing is published', silent(3), kept(), ['refresh', [POSTED, 400, 413]]],
    ['nothing was kept', forPosted(3), undefined, ['rows', [POSTED, 3, 3]]],
  ])('are what a refresh kept, if it is among them: %s', (_, rows, before, expected) => {
    expect(left(rows, { kept: before })).toEqual(expected);
  });

  test('are what a person chooses, with the numerator that the rows leave', () => {
    const chosen = { denominator: DEMAND } as const;
    expect(left(forPosted(20), { chosen, kept: kept() })).toEqual(['choice', [DEMAND, 0, 20]]);
    expect(left(silent(3), { chosen })).toEqual(['choice', [DEMAND, 0, 0]]);
    // It does not apply to this percentage.
    const other = { denominator: 'SHIFTS_WORKED' } as const;
    expect(left(forPosted(20), { chosen: other })).toEqual(['rows', [POSTED, 20, 20]]);
    const fulfilment = (rows: ShiftRow[]) =>
      definitionsFor('TRUE_FULFILMENT_PERCENTAGE', newestFinished(rows, TODAY), { chosen }).left;
    expect(fulfilment(silent(3))).toMatchObject([{ numerator: 'SHIFTS_WORKED' }]);
    const booked = silent(20).map((row) => row.map((value, at) => (at === 16 ? 60 : value)));
    expect(fulfilment(booked)).toMatchObject([{ numerator: 'SHIFTS_BOOKED', agree: 20 }]);
  });

  test.each<[number | null, Definitions['scale']]>([
    [0.75, 1],
    [1, 1],
    [75, 100],
    [0, 100],
    [null, undefined],
  ])('are found on the scale of the whole column: %p is published on a scale of %p', (published, scale) => {
    const rows = [
      ...bookings(20, [4, 3, 5], published),
      ...bookings(5, [4, 0, 5], published === null ? null : 0),
    ];
    expect(definitionsFor(FIELD, newestFinished(rows, TODAY)).scale).toBe(scale);
  });

  test('of shares of 1 are those of percentages', () => {
    expect(left(bookings(20, [3, 2, 4], 0.667))).toEqual(['rows', [POSTED, 20, 20]]);
  });
});

function definitions(by: Definitions['by'], agree: number, of: number, ...all: Definition[]): Definitions {
  return { left: all.map((definition) => ({ ...definition, agree, of })), by, scale: 100 };
}

function ratio(value: number | null, agree = 0, of = 0) {
  return { value, agree, of };
}

describe('a figure', () => {
  const one = definitions('rows', 20, 20, OF_POSTED);
  const several = definitions('rows', 20, 20, OF_POSTED, OF_DEMAND);

  test.each<[string, Definitions, ReturnType<typeof ratio>[], object]>([
    ['is the ratio of sums', one, [ratio(75, 9, 9)], { value: 75 }],
    ['is blank without a denominator', one, [ratio(null)], { value: null }],
    ['is the first within a point', several, [ratio(75), ratio(76)], { value: 75 }],
    [
      'is blank further apart',
      several,
      [ratio(75), ratio(76.1)],
      { value: null, why: { kind: 'apart', low: 75, high: 76.1, isBlank: false } },
    ],
    [
      'is withheld without a definition',
      definitions('rows', 0, 0),
      [],
      { value: null, why: { kind: 'none' } },
    ],
    [
      'is withheld where its own rows disagree',
      one,
      [ratio(75, 3, 12)],
      { value: null, why: { kind: 'own', agree: 3, of: 12 } },
    ],
    ['is shown as chosen', definitions('choice', 0, 28, OF_POSTED), [ratio(75, 3, 12)], { value: 75 }],
  ])('%s', (_, left, sums, expected) => {
    expect(figureOf(left, sums)).toEqual(expected);
  });
});

describe('words', () => {
  const worked = findMeasure('worked %') as RateMeasure;
  const [ofPosted, ofBooked] = DEFINITIONS.SHIFTS_WORKED_PERCENTAGE as [Definition, Definition, Definition];
  const apart: Withheld = { kind: 'apart', low: 71.24, high: 90.2, isBlank: false };
  const blank: Withheld = { kind: 'apart', low: 75, high: 75, isBlank: true };
  const own: Withheld = { kind: 'own', agree: 3, of: 12 };
  const open = definitions('rows', 9, 9, ofBooked, ofPosted);
  const unpublished = { ...open, scale: undefined };
  const found = definitions('rows', 412, 413, ofBooked);

  test.each<[Definitions, Withheld | undefined, string]>([
    [found, undefined, 'worked ÷ booked: 412 of 413 rows agree'],
    [definitions('refresh', 1, 1, ofBooked), undefined, 'worked ÷ booked: 1 of 1 refreshed row agrees'],
    [open, undefined, 'worked ÷ booked or worked ÷ posted'],
    [open, apart, 'worked % is 71.2% to 90.2%: worked ÷ booked or worked ÷ posted'],
    [open, blank, 'worked % is 75.0% or blank: worked ÷ booked or worked ÷ posted'],
    [definitions('rows', 0, 0), { kind: 'none' }, 'worked % fits no known definition'],
    [unpublished, apart, 'the service publishes no worked %: choose with "basis", "booked" or "posted"'],
    [
      { ...definitions('refresh', 9, 9, ofBooked), scale: undefined },
      undefined,
      'worked ÷ booked: 9 of 9 refreshed rows agree',
    ],
    [{ ...found, scale: 1 }, undefined, 'worked ÷ booked: 412 of 413 rows agree, published from 0 to 1'],
    [found, own, 'worked ÷ booked: 3 of 12 rows agree'],
    [definitions('choice', 0, 28, ofPosted), undefined, 'worked ÷ posted, as chosen: 0 of 28 rows agree'],
    [definitions('choice', 0, 0, ofPosted), undefined, 'worked ÷ posted, as chosen: no rows to compare'],
    [definitions('add-on', 0, 0, ofPosted), undefined, 'worked ÷ posted'],
  ])('say what a percentage is made of: %#', (left, why, expected) => {
    expect(describeDefinitions('worked %', left, why)).toBe(expected);
  });

  test('name the percentage once', () => {
    expect(describeNamed('worked %', found, own)).toBe('worked % = worked ÷ booked: 3 of 12 rows agree');
    expect(describeNamed('worked %', open, apart)).toMatch(/^worked % is 71\.2/);
    expect(describeNamed('worked %', unpublished, apart)).toMatch(/^the service publishes no worked %/);
  });

  test.each<[Definitions, Withheld, string]>([
    [open, apart, 'Choose with "basis", "booked" or "posted": worked % is 71.2% to 90.2%'],
    [unpublished, apart, 'Choose with "basis", "booked" or "posted": the service publishes no worked %'],
    [
      definitions('rows', 0, 0),
      { kind: 'none' },
      'Choose with "basis", "posted", "booked" or "true demand": worked % fits no known definition',
    ],
    [
      found,
      own,
      'Choose with "basis", "posted", "booked" or "true demand": worked % = worked ÷ booked: 3 of 12 rows agree',
    ],
  ])('of a formula say first what mends it: %#', (left, why, expected) => {
    expect(describeCure(worked, left, why)).toBe(expected);
  });

  test('name pairs where a few definitions have one denominator, and fit a cell', () => {
    const measure = findMeasure('true fulfilment %') as RateMeasure;
    const all: readonly Definition[] = DEFINITIONS.TRUE_FULFILMENT_PERCENTAGE;
    const cure = (some: readonly Definition[]) =>
      describeCure(measure, { ...definitions('rows', 0, 0, ...some), scale: undefined }, apart);
    const three = all.filter(({ denominator }) => denominator === DEMAND);
    expect(cure(three.slice(0, 2))).toContain('"worked / true demand" or "booked / true demand"');
    expect(cure(three)).toContain('"booked / true demand" or "worked + no shows / true demand"');
    expect(cure(all)).toContain(
      '"basis", "true demand" or "posted": the service publishes no true fulfilment %',
    );
  });
});

test('a definition of a sum has it in brackets', () => {
  expect(definitionText({ numerator: 'WORKED_AND_NO_SHOWS', denominator: DEMAND })).toBe(
    '(worked + no shows) ÷ true demand',
  );
  expect(definitionText({ numerator: 'NO_SHOWS', denominator: 'WORKED_AND_NO_SHOWS' })).toBe(
    'no shows ÷ (worked + no shows)',
  );
});

describe('what a refresh keeps', () => {
  const keep = (rows: ShiftRow[], before?: KeptDefinitions) => keepDefinitions(before, rows, TODAY)[FIELD];

  test('is read back as it was stored, and nothing else is', () => {
    const kept = { [FIELD]: { ...OF_POSTED, agree: 20, of: 20, scale: 1 } };
    expect(v.parse(KEPT_DEFINITIONS, kept)).toEqual(kept);
    expect(v.is(KEPT_DEFINITIONS, { [FIELD]: { ...OF_POSTED, agree: 20 } })).toBe(false);
    expect(v.is(KEPT_DEFINITIONS, { [FIELD]: { ...kept[FIELD], numerator: 'SHIFTS' } })).toBe(false);
  });

  test('is the one definition that its rows, or what was kept before, leave', () => {
    expect(keep(forPosted(20))).toEqual({ ...OF_POSTED, agree: 20, of: 20, scale: 100 });
    expect(keep(forPosted(19))).toBeUndefined();
    expect(keep(forBoth(50))).toBeUndefined();
    expect(keep(forBoth(50), kept())).toEqual(kept()[FIELD]);
    expect(keep([], kept())).toEqual(kept()[FIELD]);
    expect(keep(forDemand(20), kept())).toEqual({ ...OF_DEMAND, agree: 20, of: 20, scale: 100 });
    expect(keep(forDemand(3), kept())).toBeUndefined();
  });

  test('is the scale as well: of rows that publish nothing, that which was kept before', () => {
    const shares = keepDefinitions(undefined, bookings(20, [4, 3, 5], 0.75), TODAY);
    expect(shares[FIELD]).toEqual({ ...OF_POSTED, agree: 20, of: 20, scale: 1 });
    expect(keep(silent(20), shares)).toEqual(shares[FIELD]);
  });
});
