import { describe, expect, test } from '@jest/globals';
import { basisFor, type KeptBases, parseKeptBases, reviseBasis } from '../../../src/figures/basis';
import { bookings, TODAY, times } from './basis-rows';

const FIELD = 'SHIFTS_BOOKED_PERCENTAGE';
const BY_POSTED = { numerator: 'SHIFTS_BOOKED', denominator: 'SHIFTS_POSTED' } as const;
const BY_DEMAND = { numerator: 'SHIFTS_BOOKED', denominator: 'TRUE_DEMAND' } as const;

const byPosted = (count: number, date?: number) => bookings(count, [4, 3, 3], 75, date);
const byDemand = (count: number, date?: number) => bookings(count, [4, 3, 3], 100, date);
/** Agrees with both definitions. */
const open = (count: number, date?: number) => bookings(count, [4, 3, 4], 75, date);
const neither = (count: number, date?: number) => bookings(count, [4, 3, 4], 12.5, date);

const revise = (kept: KeptBases | undefined, ...rows: ReturnType<typeof bookings>[]) =>
  reviseBasis(kept, rows.flat(), TODAY, 'UK 7');
/** The support kept for the column of bookings. */
const keptAfter = (kept: KeptBases | undefined, ...rows: ReturnType<typeof bookings>[]) =>
  revise(kept, ...rows).settled[FIELD];

/** What is kept after 100 rows that agree with one definition. */
const settledBefore = () => revise(undefined, byPosted(100));
const YESTERDAY = { from: TODAY - 1, to: TODAY - 1, seen: TODAY - 1 };

describe('reviseBasis', () => {
  test('keeps what the rows settle, and nothing else', () => {
    expect(settledBefore()).toEqual({
      version: 1,
      fingerprint: 'UK 7',
      settled: { [FIELD]: { definition: BY_POSTED, agree: 100, of: 100, ...YESTERDAY } },
    });
    expect(revise(undefined, open(100)).settled).toEqual({});
    expect(revise(undefined, neither(100)).settled).toEqual({});
  });

  test.each([
    ['no rows', []],
    ['a few rows that decide nothing', open(3)],
    ['many rows that decide nothing', open(500)],
    ['one row that was edited', neither(1)],
    ['fewer rows than can rule anything out', neither(19)],
    ['20 rows of which 16 agree: that may be chance', [...open(16), ...neither(4)]],
    ['rows without values', times(100, {})],
  ])('stays settled after a refresh of %s', (_, rows) => {
    expect(keptAfter(settledBefore(), rows)).toEqual({
      definition: BY_POSTED,
      agree: 100,
      of: 100,
      ...YESTERDAY,
    });
  });

  test.each([
    ['20 rows of which 15 agree', [...open(15), ...neither(5)]],
    ['100 rows of which 80 agree', [...open(80), ...neither(20)]],
    ['200 rows of which 179 agree', [...open(179), ...neither(21)]],
  ])('asks again after a refresh of %s', (_, rows) => {
    expect(keptAfter(settledBefore(), rows)).toBeUndefined();
  });

  test('stays settled as long as 90 % of the newest 200 telling rows agree', () => {
    expect(keptAfter(settledBefore(), open(180), neither(20))).toMatchObject({ definition: BY_POSTED });
  });

  test('asks the newest 200 rows by day, wherever they stand', () => {
    const older = TODAY - 30;
    // All rows together say 82 %; the newest 200 agree.
    expect(keptAfter(settledBefore(), open(200), neither(60, older), open(80, older))).toBeDefined();
    // All rows together say 95 %, which settles nothing anew: the newest 200 speak against it.
    expect(keptAfter(settledBefore(), open(1000, older), neither(50), open(150))).toBeUndefined();
  });

  test('passes over rows that tell nothing when it looks for the newest', () => {
    const nobodyBooked = bookings(500, [4, 0, 4], 0);
    expect(
      keptAfter(settledBefore(), nobodyBooked, neither(200, TODAY - 2), open(2000, TODAY - 3)),
    ).toBeUndefined();
  });

  test('follows a service that has changed its definition', () => {
    expect(keptAfter(settledBefore(), byDemand(60))).toEqual({
      definition: BY_DEMAND,
      agree: 60,
      of: 60,
      ...YESTERDAY,
    });
  });

  test('never lets older rows replace what newer ones have settled', () => {
    const [LONG_AGO, newer] = [TODAY - 2500, byPosted(10_000)];
    const kept = keptAfter(revise(undefined, newer), byDemand(20, LONG_AGO));
    expect(kept).toMatchObject({ definition: BY_POSTED, of: 10_000, ...YESTERDAY });
    const outnumbered = keptAfter(settledBefore(), byDemand(5000, TODAY - 40));
    expect(outnumbered).toMatchObject({ definition: BY_POSTED, of: 100, ...YESTERDAY });
  });

  test('keeps the first and the last day of all refreshes that settled it', () => {
    const march = revise(undefined, byPosted(50, TODAY - 60), byPosted(50, TODAY - 40));
    expect(march.settled[FIELD]).toMatchObject({ of: 100, from: TODAY - 60, to: TODAY - 40 });
    expect(keptAfter(march, byPosted(30))).toMatchObject({ of: 100, from: TODAY - 60, to: TODAY - 1 });
  });

  test('learns from older rows of another definition from when on its own holds', () => {
    const year = revise(undefined, byPosted(500, TODAY - 300), byPosted(500));
    expect(keptAfter(year, byDemand(30, TODAY - 250))).toMatchObject({
      definition: BY_POSTED,
      from: TODAY - 249,
      to: TODAY - 1,
    });
  });

  test.each([
    [
      'changed to another one: from the day after',
      [...byPosted(100, TODAY - 250), ...byDemand(30, TODAY - 240)],
      TODAY - 239,
    ],
    ['fit nothing: from the day after', neither(30, TODAY - 250), TODAY - 249],
    ['agree with it as well as with another: as before', open(100, TODAY - 250), TODAY - 300],
  ])('learns from when on its own holds of older rows that %s', (_, older, from) => {
    const year = revise(undefined, byPosted(500, TODAY - 300), byPosted(500));
    expect(keptAfter(year, older)).toMatchObject({ definition: BY_POSTED, from, to: TODAY - 1 });
  });

  test('keeps one definition for percentages that are cut off until some day and rounded from then on', () => {
    const cutOff = bookings(30, [3, 2, 4], 66.6, TODAY - 2);
    expect(keptAfter(undefined, cutOff, bookings(20, [3, 2, 4], 66.7))).toMatchObject({
      definition: BY_POSTED,
      agree: 50,
      of: 50,
    });
  });

  test('of a report across a change keeps the later definition, since the day of the change', () => {
    const rows = [...byDemand(300, TODAY - 20), ...byPosted(30, TODAY - 10), ...byPosted(30)];
    expect(keptAfter(undefined, rows)).toEqual({
      definition: BY_POSTED,
      agree: 60,
      of: 60,
      from: TODAY - 10,
      to: TODAY - 1,
      seen: TODAY - 1,
    });
  });

  test('forgets a definition when the newest rows follow another one, however few they are', () => {
    expect(keptAfter(settledBefore(), byPosted(300, TODAY - 9), byDemand(8, TODAY - 1))).toBeUndefined();
  });

  test('forgets a definition when eight new rows agree with another alone, too few to settle it', () => {
    expect(keptAfter(settledBefore(), byDemand(8))).toBeUndefined();
  });

  test('takes a definition to hold as long as refreshed rows uphold it without settling it', () => {
    const june = revise(undefined, byPosted(100, TODAY - 40));
    expect(keptAfter(june, open(40), byPosted(3))).toMatchObject({ from: TODAY - 40, to: TODAY - 1 });
    expect(keptAfter(june, open(40, TODAY - 1), byPosted(3, TODAY - 9))).toMatchObject({ to: TODAY - 9 });
    // Rows that agree with either definition do not tell.
    expect(keptAfter(june, open(40))).toMatchObject({ from: TODAY - 40, to: TODAY - 40 });
  });

  test.each([
    ['too few to rule anything out', [...open(16), ...byPosted(3)]],
    ['against it as often as for it', [...open(40, TODAY - 20), ...byPosted(3, TODAY - 9), ...byDemand(3)]],
    [
      'of which fewer agree with it than chance allows, though the newest 200 do',
      [...neither(60, TODAY - 30), ...open(200), ...byPosted(3)],
    ],
  ])('does not take a definition to hold up to rows that are %s', (_, rows) => {
    const june = revise(undefined, byPosted(100, TODAY - 40));
    expect(keptAfter(june, rows)).toMatchObject({ to: TODAY - 40, seen: TODAY - 1 });
  });

  test('remembers the newest day of all refreshes that could tell, in whatever order they come', () => {
    const seen = revise(undefined, byPosted(100, TODAY - 40), open(40, TODAY - 20));
    expect(seen.settled[FIELD]).toMatchObject({ to: TODAY - 40, seen: TODAY - 20 });
    expect(keptAfter(seen, open(40, TODAY - 30))).toMatchObject({ to: TODAY - 40, seen: TODAY - 20 });
    expect(keptAfter(seen, byPosted(100, TODAY - 60))).toMatchObject({ from: TODAY - 60, seen: TODAY - 20 });
    expect(keptAfter(seen, byPosted(100, TODAY - 10))).toMatchObject({ to: TODAY - 10, seen: TODAY - 10 });
  });

  test('shows the support of the larger number of rows', () => {
    expect(keptAfter(settledBefore(), byPosted(50))).toMatchObject({ of: 100 });
    expect(keptAfter(settledBefore(), byPosted(150))).toMatchObject({ of: 150 });
    // Of as many, what the newer refresh found.
    expect(keptAfter(settledBefore(), byPosted(95), neither(5))).toMatchObject({ agree: 95, of: 100 });
  });

  test('takes nothing over from another connection', () => {
    expect(reviseBasis(settledBefore(), open(100), TODAY, 'US 9')).toEqual({
      version: 1,
      fingerprint: 'US 9',
      settled: {},
    });
  });

  test('leaves out days that are not over', () => {
    expect(keptAfter(undefined, byPosted(100, TODAY))).toBeUndefined();
    expect(keptAfter(settledBefore(), neither(300, TODAY))).toBeDefined();
  });

  test('does not reorder the rows it is given', () => {
    const rows = [...byPosted(1, TODAY - 3), ...byPosted(1, TODAY - 1)];
    reviseBasis(undefined, rows, TODAY, 'UK 7');
    expect(rows.map(([date]) => date)).toEqual([TODAY - 3, TODAY - 1]);
  });
});

describe('parseKeptBases', () => {
  const text = JSON.stringify({
    version: 1,
    fingerprint: 'UK 7',
    settled: { [FIELD]: { definition: BY_POSTED, agree: 100, of: 100, ...YESTERDAY } },
  });

  test('gives back what was kept', () => {
    expect(parseKeptBases(text, 'UK 7')).toEqual(settledBefore());
  });

  test('keeps all five columns in under 1,000 characters', () => {
    const support = { definition: { numerator: 'WORKED_AND_NO_SHOWS', denominator: 'TRUE_DEMAND' } };
    const settled = Object.fromEntries(
      ['BOOKED', 'UNFILLED', 'WORKED', 'NO_SHOWS', 'TRUE_FULFILMENT'].map((name) => [
        `SHIFTS_${name}_PERCENTAGE`,
        { ...support, agree: 100_000, of: 100_000, from: 45_000, to: 46_000, seen: 46_000 },
      ]),
    );
    expect(JSON.stringify({ ...settledBefore(), settled }).length).toBeLessThan(1000);
  });

  test('tells apart definitions that differ in what they count alone', () => {
    const booked = text.replace(FIELD, 'TRUE_FULFILMENT_PERCENTAGE').replace('SHIFTS_POSTED', 'TRUE_DEMAND');
    expect(parseKeptBases(booked, 'UK 7')?.settled.TRUE_FULFILMENT_PERCENTAGE?.definition).toEqual(BY_DEMAND);
  });

  test.each([
    ['nothing', undefined],
    ['no JSON', '{"version":1'],
    ['a later version', text.replace('"version":1', '"version":2')],
    ['no days', text.replace(`"from":${TODAY - 1},`, '')],
    ['support that is no number', text.replace('"agree":100', '"agree":"100"')],
    ['an array', '[]'],
  ])('takes %s for nothing kept', (_, stored) => {
    expect(parseKeptBases(stored, 'UK 7')).toBeUndefined();
  });

  test('takes what belongs to another connection for nothing kept', () => {
    expect(parseKeptBases(text, 'US 7')).toBeUndefined();
  });

  test('leaves out a definition that is none of the candidates', () => {
    const unknown = text.replace('SHIFTS_POSTED', 'HOURS_WORKED');
    expect(parseKeptBases(unknown, 'UK 7')).toEqual({ version: 1, fingerprint: 'UK 7', settled: {} });
  });
});

describe('basisFor', () => {
  test('uses what is settled, whatever the few rows at hand allow', () => {
    expect(basisFor(FIELD, settledBefore(), open(3), TODAY)).toEqual({
      kind: 'settled',
      survivors: [{ definition: BY_POSTED, agree: 100, of: 100, ofRefresh: true }],
    });
  });

  test('lets rows that settle another definition decide for themselves', () => {
    const march = byDemand(200, TODAY - 270);
    expect(basisFor(FIELD, settledBefore(), march, TODAY)).toEqual({
      kind: 'settled',
      survivors: [{ definition: BY_DEMAND, agree: 200, of: 200 }],
    });
  });

  test.each([
    ['too few rows to settle anything else', byDemand(8), 'assumed', ['TRUE_DEMAND']],
    ['a few rows that all speak against it', byDemand(3), 'assumed', ['SHIFTS_POSTED', 'TRUE_DEMAND']],
    [
      'one row of which another definition alone agrees',
      [...open(30), ...byDemand(1)],
      'assumed',
      ['SHIFTS_POSTED', 'TRUE_DEMAND'],
    ],
    ['five rows that fit nothing', neither(5), 'assumed', ['SHIFTS_POSTED', 'TRUE_DEMAND']],
    ['rows that fit nothing', neither(40), 'contradicted', []],
  ])('is not settled by refreshes for %s', (_, rows, kind, denominators) => {
    const basis = basisFor(FIELD, settledBefore(), rows, TODAY);
    expect([basis.kind, basis.survivors.map(({ definition }) => definition.denominator)]).toEqual([
      kind,
      denominators,
    ]);
    expect(basis.survivors.some(({ ofRefresh }) => ofRefresh)).toBe(false);
  });

  test('is not settled by refreshes where the rows at hand show a change, however few follow it', () => {
    const kept = revise(undefined, byDemand(5000, TODAY - 20));
    const basis = basisFor(FIELD, kept, [...byDemand(5000, TODAY - 20), ...byPosted(6)], TODAY);
    expect(basis).toEqual({
      kind: 'assumed',
      survivors: [
        { definition: BY_POSTED, agree: 6, of: 5006 },
        { definition: BY_DEMAND, agree: 5000, of: 5006 },
      ],
      changesOn: TODAY - 1,
    });
  });

  test('tells the support of the rows at hand where they settle it themselves', () => {
    expect(basisFor(FIELD, settledBefore(), byPosted(30), TODAY)).toEqual({
      kind: 'settled',
      survivors: [{ definition: BY_POSTED, agree: 30, of: 30 }],
    });
  });

  test.each([
    ['the last one', TODAY - 40, 'settled'],
    ['the day after the last one', TODAY - 39, 'assumed'],
    ['the first one', TODAY - 60, 'settled'],
    ['the day before the first one', TODAY - 61, 'assumed'],
  ])('says of rows that settle nothing what refreshes settled for their days: %s', (_, day, kind) => {
    const kept = revise(undefined, byPosted(50, TODAY - 60), byPosted(50, TODAY - 40));
    expect(basisFor(FIELD, kept, open(3, day), TODAY)).toMatchObject({ kind });
  });

  test.each([
    ['far off', 300, 2, 'settled'],
    ['far off', 300, 1, 'assumed'],
    ['a month before', 32, 1, 'settled'],
    ['a day more before', 33, 1, 'assumed'],
    ['a month before', 32, 0, 'assumed'],
  ])(
    'says of rows %s what refreshes settled, by those that agree with it alone (%i days, %i rows): %s',
    (_, age, alone, kind) => {
      const rows = [...open(3, TODAY - age), ...byDemand(alone, TODAY - age)];
      expect(basisFor(FIELD, revise(undefined, byDemand(100)), rows, TODAY)).toMatchObject({ kind });
    },
  );

  test.each([
    ['a month after', [TODAY - 9], 'settled'],
    ['a day more after', [TODAY - 8], 'assumed'],
    ['on days between that and a month before', [TODAY - 30, TODAY - 91], 'settled'],
    ['on one of these days and one long before', [TODAY - 30, TODAY - 300], 'assumed'],
  ])(
    'lets one row decide that agrees with what refreshes settled alone, if it is %s: %s, %s',
    (_, days, kind) => {
      const kept = revise(undefined, byPosted(50, TODAY - 60), byPosted(50, TODAY - 40));
      const rows = days.flatMap((day) => open(3, day));
      expect(basisFor(FIELD, kept, [...rows, ...byPosted(1, days[0])], TODAY)).toMatchObject({ kind });
    },
  );

  test.each([
    ['on the last day it saw', [TODAY - 20], 'assumed'],
    ['on the day after', [TODAY - 19], 'settled'],
    ['on days before and after it', [TODAY - 30, TODAY - 19], 'assumed'],
    ['on the last day on which it found it, and after', [TODAY - 40, TODAY - 19], 'settled'],
  ])('asks for two such rows on days on which a refresh could not confirm it: %s', (_, days, kind) => {
    const kept = revise(revise(undefined, byPosted(100, TODAY - 40)), open(40, TODAY - 20));
    const rows = days.flatMap((day) => open(3, day));
    expect(basisFor(FIELD, kept, [...rows, ...byPosted(1, days[0])], TODAY)).toMatchObject({ kind });
    if (kind === 'assumed')
      expect(basisFor(FIELD, kept, [...rows, ...byPosted(2, days[0])], TODAY).kind).toBe('settled');
  });

  test('does not lend what it settled to rows of which some are of other days', () => {
    const kept = revise(undefined, byPosted(50, TODAY - 60), byPosted(50, TODAY - 40));
    const [during, before] = [open(3, TODAY - 50), open(3, TODAY - 300)];
    expect(basisFor(FIELD, kept, during, TODAY).kind).toBe('settled');
    expect(basisFor(FIELD, kept, [...during, ...before], TODAY).kind).toBe('assumed');
  });

  test('is not said to hold up to a day where one row agrees with it and more rows with another', () => {
    const edited = [...byPosted(3, TODAY - 2), ...byDemand(1, TODAY - 1)];
    const kept = revise(undefined, [...byDemand(300, TODAY - 9), ...edited]);
    expect(kept.settled[FIELD]).toMatchObject({ definition: BY_DEMAND, to: TODAY - 9 });
    expect(basisFor(FIELD, kept, byDemand(1, TODAY - 1), TODAY).kind).toBe('assumed');
  });

  test.each([
    ['one row', 1, TODAY - 9],
    ['two rows', 2, TODAY - 40],
  ])(
    'is said to hold from days long before on by two rows that agree with it alone, not by one: %s',
    (_, alone, from) => {
      const rows = [...byDemand(alone, TODAY - 40), ...open(3, TODAY - 20), ...byDemand(100, TODAY - 9)];
      expect(revise(undefined, rows).settled[FIELD]).toMatchObject({ from, to: TODAY - 9 });
    },
  );

  test('of other days puts what refreshes settled first, and keeps what the rows leave', () => {
    const kept = revise(undefined, byDemand(100));
    const { kind, survivors } = basisFor(FIELD, kept, open(30, TODAY - 300), TODAY);
    expect(kind).toBe('assumed');
    expect(survivors).toEqual([
      { definition: BY_DEMAND, agree: 30, of: 30 },
      { definition: BY_POSTED, agree: 30, of: 30 },
    ]);
  });

  test('uses what is settled where the few rows at hand fit nothing: they may be mistakes', () => {
    for (const rows of [neither(4), bookings(1, [4, 3, 3], null)])
      expect(basisFor(FIELD, settledBefore(), rows, TODAY).survivors).toEqual([
        { definition: BY_POSTED, agree: 100, of: 100, ofRefresh: true },
      ]);
  });

  test('uses what is settled for no rows at all', () => {
    expect(basisFor(FIELD, settledBefore(), [], TODAY).kind).toBe('settled');
  });

  test('asks the rows at hand about a column that is not settled', () => {
    const kept = revise(undefined, open(100));
    expect(basisFor(FIELD, kept, byDemand(20), TODAY)).toMatchObject({
      kind: 'settled',
      survivors: [{ definition: BY_DEMAND }],
    });
    expect(basisFor(FIELD, undefined, byDemand(5), TODAY)).toMatchObject({ kind: 'assumed' });
  });
});
