import { describe, expect, test } from '@jest/globals';
import { formatDay, parseDay, weekdayOf } from '../../api-server/data/calendar-day';
import { buildEmployers, type Employer } from '../../api-server/data/employers';
import { generateAddedShift, generateShifts, keptDays } from '../../api-server/data/shift-generator';
import type { ShiftRecord } from '../../api-server/data/shift-record';

const TODAY = 20_778;
const FRAME = { seed: 1, today: TODAY };
const EMPLOYERS = buildEmployers(1);
const DEMO = EMPLOYERS[0] as Employer;

function everyDay(): number[] {
  const { firstDay, lastDay } = keptDays(TODAY);
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
}

const ALL: ReadonlyMap<Employer, readonly (readonly ShiftRecord[])[]> = new Map(
  EMPLOYERS.map((employer) => [employer, everyDay().map((day) => generateShifts(FRAME, employer, day))]),
);
const everyRecord = (): ShiftRecord[] => [...ALL.values()].flat(2);
const finished = (): ShiftRecord[] => everyRecord().filter((record) => record.SHIFT_DATE < '2026-11-21');

describe('the days of the data', () => {
  test('reach from thirteen months before today to fourteen days after it', () => {
    const { firstDay, lastDay } = keptDays(TODAY);
    expect([formatDay(firstDay), formatDay(lastDay)]).toEqual(['2025-10-21', '2026-12-05']);
  });

  test.each(['2025-10-20', '2026-12-06', '1999-01-01', '9999-12-31'])('do not include %s', (text) => {
    expect(generateShifts(FRAME, DEMO, parseDay(text) ?? TODAY)).toEqual([]);
  });

  test('of the demo employer have 20 to 60 shifts each, and use that span', () => {
    const counts = (ALL.get(DEMO) ?? []).map((records) => records.length);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([20, 60]);
  });

  test('without work at an employer that closes are empty', () => {
    const closing = EMPLOYERS.filter((employer) => employer.habits.closedOn.length > 0);
    const worked = closing.flatMap((employer) =>
      everyDay()
        .filter((day) => employer.habits.closedOn.includes(weekdayOf(day)))
        .flatMap((day) => generateShifts(FRAME, employer, day)),
    );
    expect([closing.length, worked.length]).toEqual([3, 0]);
  });
});

describe('a generated record', () => {
  test('is the same however often and in whatever order days are asked for', () => {
    const backwards = everyDay()
      .reverse()
      .map((day) => generateShifts(FRAME, DEMO, day));
    expect(backwards.reverse()).toEqual(ALL.get(DEMO));
  });

  test('differs with the seed', () => {
    const day = TODAY - 30;
    expect(generateShifts({ seed: 2, today: TODAY }, DEMO, day)).not.toEqual(
      generateShifts(FRAME, DEMO, day),
    );
  });

  test('has a SHIFT_ID of its own among all employers and days', () => {
    const ids = everyRecord().map((record) => record.SHIFT_ID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('stands in its day by SHIFT_ID ascending', () => {
    const unordered = [...ALL.values()]
      .flat()
      .filter((records) =>
        records.some((record, index) => record.SHIFT_ID <= (records[index - 1]?.SHIFT_ID ?? 0)),
      );
    expect(unordered).toEqual([]);
  });

  test('keeps the identities between its counts', () => {
    const broken = everyRecord().filter(
      (record) =>
        record.SHIFTS_POSTED !== record.SHIFTS_BOOKED + record.SHIFTS_UNFILLED ||
        record.SHIFTS_BOOKED < record.SHIFTS_WORKED + record.NO_SHOWS ||
        record.TRUE_DEMAND > record.SHIFTS_POSTED ||
        (record.HOURS_WORKED ?? 0) > record.HOURS_SCHEDULED,
    );
    expect(broken).toEqual([]);
  });

  test('has null hours from today on, and a few unconfirmed ones in the three days before', () => {
    const without = everyRecord().filter((record) => record.HOURS_WORKED === null);
    const open = everyRecord().filter((record) => record.SHIFT_DATE >= '2026-11-21');
    const late = without.filter((record) => record.SHIFT_DATE < '2026-11-21');
    expect(late.length).toBeGreaterThan(5);
    expect(late.filter((record) => record.SHIFT_DATE < '2026-11-18')).toEqual([]);
    expect(without.length).toBe(open.length + late.length);
  });

  test('counts nobody as worked or missing before the day is over', () => {
    const early = everyRecord().filter(
      (record) => record.SHIFT_DATE >= '2026-11-21' && record.SHIFTS_WORKED + record.NO_SHOWS > 0,
    );
    expect(early).toEqual([]);
  });

  test('sometimes has no positions, no demand or nobody booked', () => {
    const count = (field: 'SHIFTS_POSTED' | 'TRUE_DEMAND' | 'SHIFTS_BOOKED') =>
      finished().filter((record) => record[field] === 0).length;
    expect(Math.min(count('SHIFTS_POSTED'), count('TRUE_DEMAND'), count('SHIFTS_BOOKED'))).toBeGreaterThan(
      20,
    );
    expect(count('SHIFTS_POSTED') / finished().length).toBeLessThan(0.02);
  });

  test('has crews of every size and venue names that need care', () => {
    const posted = everyRecord().map((record) => record.SHIFTS_POSTED);
    const starts = new Set(everyRecord().map((record) => record.VENUE_NAME.charAt(0)));
    expect([posted.includes(1), Math.max(...posted) >= 40]).toEqual([true, true]);
    expect(['=', '+', '-', '"', 'Ö'].map((start) => starts.has(start))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('as time goes on', () => {
  test('positions are booked but never given back', () => {
    const day = TODAY + 10;
    const booked = [0, 3, 6, 10, 11].map((later) =>
      generateShifts({ seed: 1, today: TODAY + later }, DEMO, day).map((record) => record.SHIFTS_BOOKED),
    );
    const given = booked
      .slice(1)
      .flatMap((counts, step) => counts.filter((count, at) => count < (booked[step]?.[at] ?? 0)));
    expect(given).toEqual([]);
    expect(sum(booked[4])).toBeGreaterThan(sum(booked[0]) * 1.4);
  });

  test('a day that is long over does not change any more', () => {
    const day = TODAY - 40;
    expect(generateShifts({ seed: 1, today: TODAY + 60 }, DEMO, day)).toEqual(
      generateShifts(FRAME, DEMO, day),
    );
  });
});

describe('generateAddedShift', () => {
  test('never shares a SHIFT_ID with a generated record or another index, day or employer', () => {
    const added = EMPLOYERS.flatMap((employer) =>
      [TODAY, TODAY - 1].flatMap((day) =>
        [0, 1, 199_999].map((index) => generateAddedShift(FRAME, employer, day, index)),
      ),
    );
    const ids = [...everyRecord(), ...added].map((record) => record.SHIFT_ID);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !Number.isSafeInteger(id) || id <= 0)).toEqual([]);
  });
});

function sum(numbers: readonly number[] = []): number {
  return numbers.reduce((total, number) => total + number, 0);
}
