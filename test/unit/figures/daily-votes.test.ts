import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { DailyVotes } from '../../../src/figures/infer-votes';
import type { Quantity } from '../../../src/figures/measures';
import { bookings, TODAY, times } from './basis-rows';

const FIRST = TODAY - 10;
const BOOKED_BY = (denominator: Quantity) => ({ numerator: 'SHIFTS_BOOKED' as const, denominator });
const WORKED_BY = (denominator: Quantity) => ({ numerator: 'SHIFTS_WORKED' as const, denominator });

/** Rows of a day, from 0, of which 3 of 4 posted, and 3 of 3 needed, are published as one or the other. */
const forPosted = (count: number, day: number) => bookings(count, [4, 3, 3], 75, FIRST + day);
const forDemand = (count: number, day: number) => bookings(count, [4, 3, 3], 100, FIRST + day);
const ofBookings = (...parts: ShiftRow[][]) =>
  new DailyVotes('SHIFTS_BOOKED_PERCENTAGE', parts.flat(), TODAY);

/** Rows of a day with 6 of 8 posted, of 10 booked and of 12 needed, which are published as 75, 60 or 50. */
function worked(
  count: number,
  published: number,
  day = 0,
  parts: Partial<Record<Quantity, number | null>> = {},
) {
  return times(count, {
    SHIFT_DATE: FIRST + day,
    SHIFTS_POSTED: 8,
    SHIFTS_BOOKED: 10,
    TRUE_DEMAND: 12,
    SHIFTS_WORKED: 6,
    SHIFTS_WORKED_PERCENTAGE: published,
    ...parts,
  });
}
const ofWorked = (...parts: ShiftRow[][]) => new DailyVotes('SHIFTS_WORKED_PERCENTAGE', parts.flat(), TODAY);

describe('the lead of a definition', () => {
  const leads = (votes: DailyVotes) => votes.standings().map(({ lead }) => lead);

  test('is the least over all others: of 20, 15 and 4 rows 5, −5 and −16', () => {
    expect(leads(ofWorked(worked(20, 75), worked(15, 60), worked(4, 50)))).toEqual([5, -5, -16]);
  });

  test('does not regard one whose parts no row has', () => {
    const part = { TRUE_DEMAND: null };
    const [posted, booked] = leads(ofWorked(worked(20, 75, 0, part), worked(15, 60, 0, part)));
    expect([posted, booked]).toEqual([5, -5]);
  });
});

describe('the days between which rows speak for a definition', () => {
  // Day by day 1, −2, 5, 3 and −1 rows more for it: 8 on the third and the fourth day.
  const uneven = () =>
    ofBookings(forPosted(1, 0), forDemand(2, 1), forPosted(5, 2), forPosted(3, 3), forDemand(1, 4));

  test('begin and end where most rows do, whatever single rows say', () => {
    expect(uneven().evidence(BOOKED_BY('SHIFTS_POSTED'))).toEqual({ from: FIRST + 2, to: FIRST + 3 });
    // −1, 2, −5, −3 and 1: 1 up to the second day, and never more.
    expect(uneven().evidence(BOOKED_BY('TRUE_DEMAND'))).toEqual({ from: FIRST + 1, to: FIRST + 1 });
  });

  test('do not reach beyond days with as many rows against it as for it', () => {
    // Day by day 3, −2 and 2 rows more for it.
    const votes = ofBookings(forPosted(3, 0), forDemand(2, 1), forPosted(2, 2));
    expect(votes.evidence(BOOKED_BY('SHIFTS_POSTED'))).toEqual({ from: FIRST, to: FIRST });
  });

  test('are none where no row speaks for it alone', () => {
    const votes = ofBookings(forPosted(1, 0), forPosted(2, 1), forPosted(1, 2));
    expect(votes.evidence(BOOKED_BY('TRUE_DEMAND'))).toBeUndefined();
    expect(votes.evidence(BOOKED_BY('TRUE_DEMAND'), 1)).toBeUndefined();
  });

  test('are looked for from a day on', () => {
    expect(uneven().evidence(BOOKED_BY('SHIFTS_POSTED'), 3)).toEqual({ from: FIRST + 3, to: FIRST + 3 });
    expect(uneven().evidence(BOOKED_BY('TRUE_DEMAND'), 4)).toEqual({ from: FIRST + 4, to: FIRST + 4 });
  });

  test('are those on which it is told from every other one', () => {
    // Where another count is 8 as well, 75 % may be of either.
    const both = (count: number, day: number, equal: 'SHIFTS_BOOKED' | 'TRUE_DEMAND') =>
      worked(count, 75, day, { [equal]: 8 });
    const posted = WORKED_BY('SHIFTS_POSTED');
    const votes = ofWorked(both(5, 0, 'SHIFTS_BOOKED'), worked(5, 75, 1), both(5, 2, 'TRUE_DEMAND'));
    // From BOOKED on the second and the third day, from DEMAND on the first and the second.
    expect(votes.evidence(posted)).toEqual({ from: FIRST + 1, to: FIRST + 1 });
    const apart = ofWorked(both(5, 0, 'SHIFTS_BOOKED'), both(5, 2, 'TRUE_DEMAND'));
    expect(apart.evidence(posted)).toBeUndefined();
  });

  test('do not regard one whose parts no row has, and are none where that leaves no other', () => {
    const rows = worked(5, 75, 2, { TRUE_DEMAND: null });
    expect(ofWorked(rows).evidence(WORKED_BY('SHIFTS_POSTED'))).toEqual({ from: FIRST + 2, to: FIRST + 2 });
    const alone = worked(5, 75, 2, { TRUE_DEMAND: null, SHIFTS_BOOKED: null });
    expect(ofWorked(alone).evidence(WORKED_BY('SHIFTS_POSTED'))).toBeUndefined();
  });
});

describe('the day that divides the days best', () => {
  test('is the first of the later definition', () => {
    const votes = ofBookings(forDemand(3, 0), forDemand(2, 1), forPosted(1, 2), forPosted(3, 3));
    expect(votes.bestDivision()).toBe(2);
  });

  test('is none where one definition explains as many rows', () => {
    expect(ofBookings(forDemand(3, 0), forDemand(2, 1)).bestDivision()).toBeUndefined();
    expect(ofBookings().bestDivision()).toBeUndefined();
  });
});

test('a definition is clearly better with 0.75 % of the rows that tell of the other: 6 of 800, not of 801', () => {
  const isBeaten = (telling: number) =>
    ofBookings(bookings(telling - 6, [4, 3, 4], 75), forPosted(6, 0)).standings()[1]?.isBeaten;
  expect([isBeaten(800), isBeaten(801)]).toEqual([true, false]);
});
