import { describe, expect, test } from '@jest/globals';
import {
  type Basis,
  chooseBasis,
  describeSupport,
  inferBasis,
  isUnsupported,
  rowsBeside,
} from '../../../src/figures/basis';
import type { Quantity } from '../../../src/figures/measures';
import { bookings, TODAY, times } from './basis-rows';

const BY_POSTED = { numerator: 'SHIFTS_BOOKED', denominator: 'SHIFTS_POSTED' } as const;
const BY_DEMAND = { numerator: 'SHIFTS_BOOKED', denominator: 'TRUE_DEMAND' } as const;

const FIELD = 'SHIFTS_BOOKED_PERCENTAGE';
const booked = (...parts: ReturnType<typeof bookings>[]) =>
  inferBasis('SHIFTS_BOOKED_PERCENTAGE', parts.flat(), TODAY);

describe('inferBasis', () => {
  test('settles on the only definition that agrees', () => {
    expect(booked(bookings(20, [4, 3, 3], 75))).toEqual({
      kind: 'settled',
      survivors: [{ definition: BY_POSTED, agree: 20, of: 20 }],
    });
    expect(booked(bookings(20, [4, 3, 3], 100))).toEqual({
      kind: 'settled',
      survivors: [{ definition: BY_DEMAND, agree: 20, of: 20 }],
    });
  });

  test('assumes it where fewer than 20 rows say so', () => {
    expect(booked(bookings(19, [4, 3, 3], 100))).toEqual({
      kind: 'assumed',
      survivors: [{ definition: BY_DEMAND, agree: 19, of: 19 }],
    });
  });

  test('assumes the default where several agree, and names them all', () => {
    expect(booked(bookings(500, [4, 3, 4], 75))).toEqual({
      kind: 'assumed',
      survivors: [
        { definition: BY_POSTED, agree: 500, of: 500 },
        { definition: BY_DEMAND, agree: 500, of: 500 },
      ],
    });
  });

  test('puts the best support first where the default is beaten, short evidence last', () => {
    const rows = times(30, {
      SHIFTS_POSTED: 4,
      SHIFTS_BOOKED: 3,
      SHIFTS_WORKED: 1,
      NO_SHOWS: 2,
      TRUE_DEMAND: null,
      TRUE_FULFILMENT_PERCENTAGE: 75,
    });
    const { kind, survivors } = inferBasis('TRUE_FULFILMENT_PERCENTAGE', rows, TODAY);
    expect(kind).toBe('assumed');
    // WORKED over TRUE_DEMAND, the default, has no row against it: it stays first.
    expect(survivors[0]).toMatchObject({ definition: { denominator: 'TRUE_DEMAND' }, agree: 0, of: 0 });
    expect(survivors.slice(1).map(({ of }) => of)).toEqual([30, 30, 0, 0]);
  });

  test('calls rows that fit nothing a contradiction', () => {
    expect(booked(bookings(20, [4, 3, 3], 12.5))).toEqual({ kind: 'contradicted', survivors: [] });
  });

  test('asks 90 of 100 telling rows to agree', () => {
    const near = booked(bookings(90, [4, 3, 3], 75), bookings(10, [4, 3, 3], 60));
    expect(near).toMatchObject({ kind: 'settled', survivors: [{ agree: 90, of: 100 }] });
    expect(booked(bookings(89, [4, 3, 3], 75), bookings(11, [4, 3, 3], 60)).kind).toBe('contradicted');
  });

  test('follows a service that truncates until some day and rounds from then on', () => {
    const [truncated, rounded] = [
      bookings(30, [3, 2, 4], 66.6, TODAY - 2),
      bookings(20, [3, 2, 4], 66.7, TODAY - 1),
    ];
    const settled = { kind: 'settled', survivors: [{ definition: BY_POSTED, agree: 50, of: 50 }] };
    expect(booked(truncated, rounded)).toEqual(settled);
    // Whichever of the two holds for more of them.
    expect(booked(truncated, bookings(40, [3, 2, 4], 66.7))).toMatchObject({
      kind: 'settled',
      survivors: [{ agree: 70, of: 70 }],
    });
    // Any order of the rows, and with as many mistakes as elsewhere.
    expect(booked(rounded, truncated)).toEqual(settled);
    const mistaken = booked(truncated, rounded, bookings(5, [3, 2, 4], 12, TODAY - 2));
    expect(mistaken).toMatchObject({ kind: 'settled', survivors: [{ agree: 50, of: 55 }] });
    const wrong = bookings(20, [3, 2, 4], 12, TODAY - 2);
    expect(booked(truncated, rounded, wrong).kind).toBe('contradicted');
    // On the same days nothing divides them.
    expect(booked(truncated, bookings(20, [3, 2, 4], 66.7, TODAY - 2)).kind).toBe('contradicted');
  });

  test('rules nothing out without rows', () => {
    expect(booked()).toMatchObject({ kind: 'assumed', survivors: [{ of: 0 }, { of: 0 }] });
  });

  test('looks at finished days only', () => {
    const today = bookings(100, [4, 3, 3], 100, TODAY);
    const undated = times(100, {
      SHIFTS_POSTED: 4,
      SHIFTS_BOOKED: 3,
      SHIFTS_BOOKED_PERCENTAGE: 3,
      SHIFT_DATE: null,
    });
    expect(booked(today, undated, bookings(20, [4, 3, 3], 75))).toMatchObject({
      kind: 'settled',
      survivors: [{ definition: BY_POSTED, agree: 20, of: 20 }],
    });
  });

  test('keeps the truth when edits take it just below 90 % and its neighbour just not', () => {
    const row = (count: number, booked: number, worked: number, published: number) =>
      times(count, {
        SHIFTS_POSTED: 8,
        SHIFTS_BOOKED: booked,
        SHIFTS_WORKED: worked,
        NO_SHOWS: 1,
        TRUE_DEMAND: 9,
        NO_SHOWS_PERCENTAGE: published,
      });
    const rows = [...row(16, 2, 1, 50), ...row(2, 2, 0, 50), ...row(1, 4, 1, 50), ...row(1, 4, 1, 7)];
    expect(inferBasis('NO_SHOWS_PERCENTAGE', rows, TODAY)).toEqual({
      kind: 'assumed',
      survivors: [
        { definition: { numerator: 'NO_SHOWS', denominator: 'SHIFTS_BOOKED' }, agree: 18, of: 20 },
        { definition: { numerator: 'NO_SHOWS', denominator: 'WORKED_AND_NO_SHOWS' }, agree: 17, of: 20 },
      ],
    });
  });

  test('drops what the rows speak against even where nothing else can be checked', () => {
    expect(booked(bookings(30, [4, 3, null], 12.5))).toEqual({
      kind: 'assumed',
      survivors: [{ definition: BY_DEMAND, agree: 0, of: 0 }],
    });
  });
});

describe('rows across a change of the definition', () => {
  const JUNE = TODAY - 20;
  const earlier = (count: number) => bookings(count, [4, 3, 3], 100, JUNE - 9);
  const later = (count: number, day = JUNE) => bookings(count, [4, 3, 3], 75, day);

  test.each([
    ['half of them each', 100, 100],
    ['where hardly any row is left of the earlier one', 8, 5000],
    ['where the change is days old', 5000, 6],
    ['where it is as young as five rows', 5000, 5],
    ['by five rows of each', 5, 5],
    ['by five rows and four, too few to settle either', 5, 4],
  ])('leave both definitions and name the day, %s', (_, old, young) => {
    expect(booked(earlier(old), later(young))).toEqual({
      kind: 'assumed',
      survivors: [
        { definition: BY_POSTED, agree: young, of: old + young },
        { definition: BY_DEMAND, agree: old, of: old + young },
      ],
      changesOn: JUNE,
    });
  });

  test('in any order, with some edited ones, and rows that agree with both', () => {
    const both = bookings(200, [3, 3, 3], 100, JUNE + 1);
    const edited = [...bookings(4, [4, 2, 3], 75, JUNE), ...bookings(4, [4, 2, 3], 100, JUNE - 9)];
    expect(booked(later(60, JUNE + 2), both, earlier(60), edited, later(60))).toMatchObject({
      kind: 'assumed',
      survivors: [{ definition: BY_POSTED }, { definition: BY_DEMAND }],
      changesOn: JUNE,
    });
  });

  test('leave both where a few of the later rows were edited, of 7 and 2', () => {
    expect(booked(earlier(100), later(7), bookings(2, [4, 3, 3], 100, JUNE))).toMatchObject({
      survivors: [{ definition: BY_POSTED }, { definition: BY_DEMAND }],
      changesOn: JUNE,
    });
  });

  test('leave both where no earlier row has a part of the later definition', () => {
    const untold = bookings(40, [4, 3, null], 75, JUNE - 9);
    const wrong = bookings(6, [4, 3, 3], 60, JUNE);
    expect(booked(untold, bookings(60, [4, 3, 3], 100, JUNE), wrong)).toMatchObject({
      survivors: [{ definition: BY_DEMAND }, { definition: BY_POSTED }],
      changesOn: JUNE,
    });
  });

  test.each([
    [4, undefined],
    [5, JUNE],
  ])('are asked of %p earlier rows without a part of it: changed on %p', (count, changesOn) => {
    const untold = bookings(count, [4, 3, null], 75, JUNE - 9);
    const basis = booked(untold, bookings(16, [4, 3, 3], 100, JUNE));
    expect(basis.survivors[0]).toEqual({ definition: BY_DEMAND, agree: 16, of: 16 });
    expect(basis.survivors).toHaveLength(changesOn === undefined ? 1 : 2);
    expect(basis.changesOn).toBe(changesOn);
  });

  test.each([
    [4, undefined],
    [5, JUNE],
  ])('are asked of %p later rows without a part of the earlier one: changed on %p', (count, changesOn) => {
    const untold = bookings(count, [4, 3, null], 75, JUNE);
    expect(booked(bookings(16, [4, 3, 3], 100, JUNE - 9), untold).changesOn).toBe(changesOn);
  });

  test('are settled where percentages change from truncated to rounded, by days of either', () => {
    const [old, young] = [bookings(100, [3, 2, 3], 66.6, JUNE - 9), bookings(100, [3, 2, 3], 66.7, JUNE)];
    // Rows that agree with both, and six of one side which agree with one alone.
    for (const day of [JUNE - 9, JUNE])
      expect(booked(old, young, later(6, day))).toEqual({
        kind: 'settled',
        survivors: [{ definition: BY_POSTED, agree: 206, of: 206 }],
      });
  });

  test('leave both definitions where as many speak for either, though those of a day are for one', () => {
    // 1,000 rows agree with both: six against six settle nothing.
    const both = bookings(1000, [3, 3, 3], 100, JUNE - 9);
    expect(booked(both, later(6, JUNE - 9), bookings(6, [4, 3, 3], 100, JUNE))).toEqual({
      kind: 'assumed',
      survivors: [
        { definition: BY_POSTED, agree: 1006, of: 1012 },
        { definition: BY_DEMAND, agree: 1006, of: 1012 },
      ],
    });
  });

  describe('where some have no demand', () => {
    /** Rows with 6 of 8 posted worked, and nothing in TRUE_DEMAND, published as that. */
    const untold = (count: number, booked: number, day: number) =>
      times(count, {
        ...{ SHIFT_DATE: day, SHIFTS_POSTED: 8, SHIFTS_BOOKED: booked, SHIFTS_WORKED: 6 },
        SHIFTS_WORKED_PERCENTAGE: 75,
      });
    /** 15 rows published as 50: 6 of 12 needed. */
    const needed = (booked: number, day: number) =>
      times(15, {
        ...{ SHIFT_DATE: day, SHIFTS_POSTED: 8, SHIFTS_BOOKED: booked, SHIFTS_WORKED: 6, TRUE_DEMAND: 12 },
        SHIFTS_WORKED_PERCENTAGE: 50,
      });
    const worked = (...parts: ReturnType<typeof times>[]) => {
      const { survivors, changesOn } = inferBasis('SHIFTS_WORKED_PERCENTAGE', parts.flat(), TODAY);
      return { left: survivors.map(({ definition }) => definition.denominator), changesOn };
    };

    test('follow another definition by six rows, though four of these may follow a third one', () => {
      const six = [...untold(4, 8, JUNE - 9), ...untold(2, 10, JUNE - 9)];
      expect(worked(six, needed(10, JUNE))).toEqual({
        left: ['TRUE_DEMAND', 'SHIFTS_POSTED', 'SHIFTS_BOOKED'],
        changesOn: JUNE,
      });
    });

    test.each([
      ['later', [untold(4, 10, JUNE), needed(12, JUNE - 9)]],
      ['earlier', [untold(4, 10, JUNE - 9), needed(12, JUNE)]],
    ])('show no change where just four %s ones speak for another', (_, rows) => {
      expect(worked(...rows)).toEqual({ left: ['TRUE_DEMAND', 'SHIFTS_BOOKED'], changesOn: undefined });
    });
  });

  // 60 rows that agree with both, six with one alone and one with the other alone leave both: 66 and 61 of 67.
  test.each([
    ['later', BY_DEMAND, [earlier(100), bookings(60, [3, 3, 3], 100), later(6), bookings(1, [4, 3, 3], 100)]],
    [
      'earlier',
      BY_POSTED,
      [bookings(60, [3, 3, 3], 100, JUNE - 9), earlier(6), bookings(1, [4, 3, 3], 75, JUNE - 9), later(100)],
    ],
  ])('are of one definition where the %s ones agree with both', (_, definition, rows) => {
    expect(booked(...rows)).toEqual({
      kind: 'settled',
      survivors: [{ definition, agree: 161, of: 167 }],
    });
  });

  // A tenth of the rows agree by chance with a definition that is on the list.
  test.each([
    ['later', [earlier(100), bookings(90, [4, 3, 3], 12.5, JUNE), later(10)]],
    ['earlier', [earlier(10), bookings(90, [4, 3, 3], 12.5, JUNE - 9), later(100)]],
  ])('are contradicted where the %s ones follow none that is known', (_, rows) => {
    expect(booked(...rows)).toEqual({ kind: 'contradicted', survivors: [] });
  });

  test('of four rows are taken for edited ones', () => {
    expect(booked(earlier(4), later(400))).toMatchObject({
      kind: 'settled',
      survivors: [{ definition: BY_POSTED, agree: 400, of: 404 }],
    });
  });

  test('to a definition that is on no list are contradicted', () => {
    const unknown = bookings(100, [4, 3, 3], 12.5, JUNE);
    expect(booked(earlier(100), unknown)).toEqual({ kind: 'contradicted', survivors: [] });
  });

  test('are settled on either side of it', () => {
    const rows = [...earlier(40), ...later(40)];
    const on = (isLater: boolean) => booked(rowsBeside(rows, JUNE, isLater)).survivors[0]?.definition;
    expect([on(false), on(true)]).toEqual([BY_DEMAND, BY_POSTED]);
  });

  test('are on neither side without a day', () => {
    const undated = times(1, { SHIFT_DATE: null });
    expect([false, true].map((isLater) => rowsBeside(undated, JUNE, isLater))).toEqual([[], []]);
  });

  test('can be read by either definition, if a person says so, with the support of all rows', () => {
    const rows = [...earlier(30), ...later(10)];
    const chosen = { numerator: undefined, denominator: 'TRUE_DEMAND' } as const;
    const basis = chooseBasis(booked(rows), FIELD, chosen, { rows, today: TODAY });
    expect(basis).toEqual({ kind: 'chosen', survivors: [{ definition: BY_DEMAND, agree: 30, of: 40 }] });
  });
});

describe('chooseBasis', () => {
  const inferred: Basis = { kind: 'assumed', survivors: [{ definition: BY_DEMAND, agree: 40, of: 41 }] };
  const contradicted: Basis = { kind: 'contradicted', survivors: [] };
  const of = (denominator: Quantity, numerator?: Quantity) => ({ numerator, denominator });
  const none = { rows: [], today: TODAY };
  const over = (numerator: Quantity, denominator: Quantity, agree = 30) => ({
    definition: { numerator, denominator },
    agree,
    of: 30,
  });

  test('takes the survivor with the denominator, with its support', () => {
    expect(chooseBasis(inferred, 'SHIFTS_BOOKED_PERCENTAGE', of('TRUE_DEMAND'), none)).toEqual({
      kind: 'chosen',
      survivors: [{ definition: BY_DEMAND, agree: 40, of: 41 }],
    });
  });

  test('keeps every survivor with the denominator, and of a pair the one', () => {
    const survivors = [
      over('SHIFTS_WORKED', 'TRUE_DEMAND'),
      over('SHIFTS_BOOKED', 'TRUE_DEMAND', 29),
      over('SHIFTS_BOOKED', 'SHIFTS_POSTED', 28),
    ];
    const open: Basis = { kind: 'assumed', survivors };
    const choose = (chosen: ReturnType<typeof of>) =>
      chooseBasis(open, 'TRUE_FULFILMENT_PERCENTAGE', chosen, none)?.survivors;
    expect(choose(of('TRUE_DEMAND'))).toEqual(survivors.slice(0, 2));
    expect(choose(of('TRUE_DEMAND', 'SHIFTS_BOOKED'))).toEqual(survivors.slice(1, 2));
    expect(choose(of('SHIFTS_POSTED'))).toEqual(survivors.slice(2));
  });

  test('takes the first definition with a denominator that did not survive, where nothing survived', () => {
    const basis = chooseBasis(contradicted, 'TRUE_FULFILMENT_PERCENTAGE', of('SHIFTS_POSTED'), none);
    expect(basis).toEqual({
      kind: 'chosen',
      survivors: [
        { definition: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_POSTED' }, agree: 0, of: 0 },
      ],
    });
  });

  test('keeps the numerator that survived with another denominator', () => {
    const open: Basis = { kind: 'settled', survivors: [over('SHIFTS_BOOKED', 'TRUE_DEMAND')] };
    const basis = chooseBasis(open, 'TRUE_FULFILMENT_PERCENTAGE', of('SHIFTS_POSTED'), none);
    expect(basis?.survivors[0]?.definition).toEqual({
      numerator: 'SHIFTS_BOOKED',
      denominator: 'SHIFTS_POSTED',
    });
  });

  test('tells the real support of what the rows speak against', () => {
    const rows = bookings(42, [4, 3, 8], 75);
    const against = chooseBasis(booked(rows), 'SHIFTS_BOOKED_PERCENTAGE', of('TRUE_DEMAND'), {
      rows,
      today: TODAY,
    });
    expect(against).toEqual({ kind: 'chosen', survivors: [{ definition: BY_DEMAND, agree: 0, of: 42 }] });
  });

  test('refuses a denominator, or a pair, that the column cannot have', () => {
    const choose = (chosen: ReturnType<typeof of>) =>
      chooseBasis(inferred, 'SHIFTS_BOOKED_PERCENTAGE', chosen, none);
    expect(choose(of('SHIFTS_WORKED'))).toBeUndefined();
    expect(choose(of('TRUE_DEMAND', 'SHIFTS_WORKED'))).toBeUndefined();
  });
});

describe('describeSupport', () => {
  test.each([
    [412, 413, '412 of 413 rows agree'],
    [1, 1, '1 of 1 row agrees'],
    [12_345, 12_346, '12,345 of 12,346 rows agree'],
    [0, 0, 'no rows to compare'],
  ])('says %d of %d as a person would', (agree, of, text) => {
    expect(describeSupport({ definition: BY_POSTED, agree, of })).toBe(text);
  });

  test('says so where the rows are those of a refresh, and not those of the figure', () => {
    const support = { definition: BY_POSTED, agree: 412, of: 413, ofRefresh: true } as const;
    expect(describeSupport(support)).toBe('412 of 413 refreshed rows agree');
    expect(describeSupport({ ...support, agree: 1, of: 1 })).toBe('1 of 1 refreshed row agrees');
  });
});

describe('isUnsupported', () => {
  const definition = { numerator: 'SHIFTS_WORKED', denominator: 'TRUE_DEMAND' } as const;
  const assumed = (agree: number, of: number): Basis => ({
    kind: 'assumed',
    survivors: [{ definition, agree, of }],
  });

  test('is true where the rows that can tell do not agree with what is left', () => {
    expect([isUnsupported(assumed(0, 3)), isUnsupported(assumed(1, 3))]).toEqual([true, true]);
  });

  test('is false where one that is left fits the rows', () => {
    const [fitting, other] = [assumed(3, 3).survivors, assumed(0, 3).survivors];
    expect(isUnsupported(assumed(3, 3))).toBe(false);
    expect(isUnsupported({ kind: 'assumed', survivors: [...other, ...fitting] })).toBe(false);
  });

  test('is true where no row can tell', () => {
    expect(isUnsupported(assumed(0, 0))).toBe(true);
  });

  test('is false for any other kind, and across a change of the definition', () => {
    for (const kind of ['settled', 'contradicted', 'chosen', 'defined'] as const)
      expect(isUnsupported({ ...assumed(0, 3), kind })).toBe(false);
    expect(isUnsupported({ ...assumed(0, 3), changesOn: 46_000 })).toBe(false);
  });
});
