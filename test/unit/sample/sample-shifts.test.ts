import { describe, expect, test } from '@jest/globals';
import type { Region } from '../../../src/contract/connection';
import { readShiftRecords } from '../../../src/employer-api/shift-report';
import { definitionsFor, newestFinished } from '../../../src/figures/definitions';
import { DEFINITIONS, type PercentageField } from '../../../src/figures/measures';
import { nearDuplicates } from '../../../src/figures/names';
import { checkRelations } from '../../../src/figures/record-quality';
import { sampleShifts } from '../../../src/sample/sample-service';
import { serialOf as day } from '../../support/shift-records';

type SampleShift = ReturnType<typeof sampleShifts>[number];

const TODAY = day('2026-03-10');
const PAST = { from: day('1990-01-01'), to: TODAY };
const REGIONS: readonly Region[] = ['US', 'UK'];

function ask(region: Region, from: string, to: string, today = TODAY, dayPart = 0.4): SampleShift[] {
  return sampleShifts(region, { from: day(from), to: day(to) }, { today, dayPart });
}

const all = (region: Region) => sampleShifts(region, PAST, { today: TODAY, dayPart: 0.4 });
const names = (shifts: readonly SampleShift[], field: string) =>
  Array.from(new Set(shifts.map((shift) => String(shift[field]))));
const total = (shifts: readonly SampleShift[], field: string) =>
  shifts.reduce((sum, shift) => sum + Number(shift[field] ?? 0), 0);
const booked = (shifts: readonly SampleShift[]) =>
  (100 * total(shifts, 'SHIFTS_BOOKED')) / total(shifts, 'SHIFTS_POSTED');

describe.each(REGIONS)('the sample employer of the region %s', (region) => {
  test('has 13 whole months before this one and this one until today, 12,000 to 20,000 shifts', () => {
    const shifts = all(region);
    const days = names(shifts, 'SHIFT_DATE');
    expect([days[0], days[days.length - 1], days.length]).toEqual(['2025-02-01', '2026-03-10', 403]);
    expect(shifts.length).toBeGreaterThan(12_000);
    expect(shifts.length).toBeLessThan(20_000);
  });

  test('has 12 venues that all begin with “Sample ”, 3 areas and 5 job titles', () => {
    const shifts = ask(region, '2026-03-02', '2026-03-08');
    const venues = names(shifts, 'VENUE_NAME');
    expect(venues.filter((name) => /^Sample [A-Z]/.test(name))).toHaveLength(12);
    expect([venues.length, names(shifts, 'AREA_NAME').length, names(shifts, 'JOB_TITLE').length]).toEqual([
      12, 3, 5,
    ]);
    expect(nearDuplicates(venues)).toEqual([]);
  });

  test('gives every shift an ID of its own', () => {
    const shifts = all(region);
    expect(names(shifts, 'SHIFT_ID')).toHaveLength(shifts.length);
  });

  test('has the same shifts on a day whichever days are asked for with it', () => {
    const alone = ask(region, '2026-01-17', '2026-01-17');
    const among = all(region).filter((shift) => shift.SHIFT_DATE === '2026-01-17');
    expect(alone.length).toBeGreaterThan(30);
    expect(among).toEqual(alone);
  });

  test('has the same shifts on a day whenever it is asked, once it is four days old', () => {
    const first = ask(region, '2026-02-01', '2026-02-28', day('2026-03-04'));
    const later = ask(region, '2026-02-01', '2026-02-28', day('2027-02-20'));
    expect(later).toEqual(first);
  });

  test('corrects a few figures of the last three days later, and adds or removes no shift', () => {
    const early = ask(region, '2026-03-07', '2026-03-09', day('2026-03-10'));
    const final = ask(region, '2026-03-07', '2026-03-09', day('2026-03-31'));
    const changed = early.filter((shift, index) => JSON.stringify(shift) !== JSON.stringify(final[index]));
    expect(early.map(({ SHIFT_ID }) => SHIFT_ID)).toEqual(final.map(({ SHIFT_ID }) => SHIFT_ID));
    expect(changed.length / early.length).toBeGreaterThan(0.08);
    expect(changed.length / early.length).toBeLessThan(0.35);
    expect(total(early, 'SHIFTS_WORKED')).toBeLessThan(total(final, 'SHIFTS_WORKED'));
  });

  test('has all shifts of today from its first hour: more of them are worked the later it is', () => {
    const at = (dayPart: number) => ask(region, '2026-03-10', '2026-03-10', TODAY, dayPart);
    const known = ['SHIFT_ID', 'SHIFTS_POSTED', 'SHIFTS_BOOKED'] as const;
    const shifts = (dayPart: number) => at(dayPart).map((shift) => known.map((field) => shift[field]));
    expect(shifts(0).length).toBeGreaterThan(30);
    expect([shifts(0.7), shifts(0.95)]).toEqual([shifts(0), shifts(0)]);
    const worked = (dayPart: number) => at(dayPart).filter(({ SHIFTS_WORKED }) => Number(SHIFTS_WORKED) > 0);
    expect([worked(0), worked(0.4)]).toEqual([[], []]);
    expect(worked(0.7).length).toBeGreaterThan(0);
    expect(worked(0.95).length).toBeGreaterThan(worked(0.7).length);
    expect(worked(0.95)).toEqual(expect.arrayContaining(worked(0.7)));
  });

  test('has posted the shifts of 28 days to come: fewer are booked the later they are, none is worked', () => {
    const coming = ask(region, '2026-03-11', '2026-12-31');
    const days = names(coming, 'SHIFT_DATE');
    expect([days[0], days[days.length - 1], days.length]).toEqual(['2026-03-11', '2026-04-07', 28]);
    expect([total(coming, 'SHIFTS_WORKED'), total(coming, 'NO_SHOWS')]).toEqual([0, 0]);
    const isSoon = ({ SHIFT_DATE }: SampleShift) => String(SHIFT_DATE) < '2026-03-18';
    expect(booked(coming.filter(isSoon))).toBeGreaterThan(booked(coming.filter((one) => !isSoon(one))) + 20);
    const { rows, doubts } = readShiftRecords(coming);
    expect(checkRelations(rows, TODAY).filter(({ fails }) => fails > 0)).toEqual([]);
    expect(doubts).toBe(0);
  });

  test('is busiest on Saturdays and in December', () => {
    const shifts = all(region);
    const posted = (pick: (date: string) => boolean) =>
      total(
        shifts.filter((shift) => pick(String(shift.SHIFT_DATE))),
        'SHIFTS_POSTED',
      );
    const byWeekday = [0, 1, 2, 3, 4, 5, 6].map((wanted) =>
      posted((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === wanted),
    );
    expect(Math.max(...byWeekday)).toBe(byWeekday[6]);
    expect(posted((date) => date.startsWith('2025-12'))).toBeGreaterThan(
      1.3 * posted((date) => date.startsWith('2026-01')),
    );
  });

  test('has one venue so small that its figures say little', () => {
    const shifts = ask(region, '2025-12-08', '2026-03-08');
    const posted = names(shifts, 'VENUE_NAME').map((venue) =>
      total(
        shifts.filter(({ VENUE_NAME }) => VENUE_NAME === venue),
        'SHIFTS_POSTED',
      ),
    );
    const [least = 0, second = 0] = posted.sort((one, other) => one - other);
    expect(least).toBeGreaterThan(30);
    expect(least).toBeLessThan(150);
    expect(second).toBeGreaterThan(4 * least);
  });

  test('leaves some values empty: hours of the newest days, percentages of nothing', () => {
    const shifts = all(region);
    const empty = (field: string) => shifts.filter((shift) => shift[field] === null);
    expect(empty('HOURS_WORKED').length).toBeGreaterThan(5);
    expect(empty('HOURS_WORKED').every(({ SHIFT_DATE }) => String(SHIFT_DATE) >= '2026-03-07')).toBe(true);
    expect(empty('SHIFTS_BOOKED_PERCENTAGE').length).toBeGreaterThan(30);
    expect(empty('SHIFTS_BOOKED_PERCENTAGE').every(({ SHIFTS_POSTED }) => SHIFTS_POSTED === 0)).toBe(true);
  });

  test('keeps every relation that users expect of the figures', () => {
    const { rows, doubts } = readShiftRecords(all(region));
    expect(checkRelations(rows, TODAY).filter(({ fails }) => fails > 0)).toEqual([]);
    expect(doubts).toBe(0);
  });

  test('has rows enough in 13 weeks to find what every percentage is of', () => {
    const { rows } = readShiftRecords(ask(region, '2025-12-08', '2026-03-08'));
    const found = (Object.keys(DEFINITIONS) as PercentageField[]).map((field) => {
      const { left } = definitionsFor(field, newestFinished(rows, TODAY));
      return [field, left.length, left[0]?.numerator, left[0]?.denominator];
    });
    expect(found).toEqual([
      ['SHIFTS_BOOKED_PERCENTAGE', 1, 'SHIFTS_BOOKED', 'SHIFTS_POSTED'],
      ['SHIFTS_UNFILLED_PERCENTAGE', 1, 'SHIFTS_UNFILLED', 'SHIFTS_POSTED'],
      ['SHIFTS_WORKED_PERCENTAGE', 1, 'SHIFTS_WORKED', 'SHIFTS_BOOKED'],
      ['NO_SHOWS_PERCENTAGE', 1, 'NO_SHOWS', 'SHIFTS_BOOKED'],
      ['TRUE_FULFILMENT_PERCENTAGE', 1, 'SHIFTS_WORKED', 'TRUE_DEMAND'],
    ]);
  });

  // Every fourth week of two years: what is true of one day must be true of any.
  test('on any day has a venue that is clearly worse lately than before, and one that is clearly better', () => {
    const starts = Array.from({ length: 26 }, (_, index) => TODAY + 28 * index);
    const moves = starts.map((today) => {
      const shifts = sampleShifts(region, { from: today - 91, to: today - 1 }, { today, dayPart: 0 });
      const isLate = ({ SHIFT_DATE }: SampleShift) => day(String(SHIFT_DATE)) >= today - 28;
      const changes = names(shifts, 'VENUE_NAME').map((venue) => {
        const ours = shifts.filter(({ VENUE_NAME, SHIFTS_POSTED }) => VENUE_NAME === venue && SHIFTS_POSTED);
        return booked(ours.filter(isLate)) - booked(ours.filter((shift) => !isLate(shift)));
      });
      return [Math.min(...changes), Math.max(...changes)] as const;
    });
    expect(Math.max(...moves.map(([worst]) => worst))).toBeLessThan(-5);
    expect(Math.min(...moves.map(([, best]) => best))).toBeGreaterThan(5);
  });
});

describe('the two regions', () => {
  test('have places, spellings and figures of their own', () => {
    const [us, uk] = REGIONS.map((region) => ask(region, '2026-03-02', '2026-03-08'));
    expect(names(us ?? [], 'VENUE_NAME')).toContain('Sample Convention Center Dallas');
    expect(names(uk ?? [], 'VENUE_NAME')).toContain('Sample Conference Centre Birmingham');
    expect(total(us ?? [], 'SHIFTS_POSTED')).not.toBe(total(uk ?? [], 'SHIFTS_POSTED'));
  });
});
