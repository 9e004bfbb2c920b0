import { describe, expect, test } from '@jest/globals';
import { basisFor, type KeptBases, parseKeptBases, reviseBasis } from '../../../src/figures/kept-basis';
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

describe('reviseBasis', () => {
  test('keeps what the rows settle, and nothing else', () => {
    expect(settledBefore()).toEqual({
      version: 1,
      fingerprint: 'UK 7',
      settled: { [FIELD]: { definition: BY_POSTED, agree: 100, of: 100 } },
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
    expect(keptAfter(settledBefore(), rows)).toEqual({ definition: BY_POSTED, agree: 100, of: 100 });
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
    expect(keptAfter(settledBefore(), byDemand(60))).toEqual({ definition: BY_DEMAND, agree: 60, of: 60 });
  });

  test('shows the support of the larger number of rows', () => {
    expect(keptAfter(settledBefore(), byPosted(50))).toMatchObject({ of: 100 });
    expect(keptAfter(settledBefore(), byPosted(150))).toMatchObject({ of: 150 });
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
    settled: { [FIELD]: { definition: BY_POSTED, agree: 100, of: 100 } },
  });

  test('gives back what was kept', () => {
    expect(parseKeptBases(text, 'UK 7')).toEqual(settledBefore());
  });

  test('keeps all five columns in under 1,000 characters', () => {
    const support = { definition: { numerator: 'WORKED_AND_NO_SHOWS', denominator: 'TRUE_DEMAND' } };
    const settled = Object.fromEntries(
      ['BOOKED', 'UNFILLED', 'WORKED', 'NO_SHOWS', 'TRUE_FULFILMENT'].map((name) => [
        `SHIFTS_${name}_PERCENTAGE`,
        { ...support, agree: 100_000, of: 100_000 },
      ]),
    );
    expect(JSON.stringify({ ...settledBefore(), settled }).length).toBeLessThan(1000);
  });

  test.each([
    ['nothing', undefined],
    ['no JSON', '{"version":1'],
    ['a later version', text.replace('"version":1', '"version":2')],
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
      survivors: [{ definition: BY_POSTED, agree: 100, of: 100 }],
    });
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
