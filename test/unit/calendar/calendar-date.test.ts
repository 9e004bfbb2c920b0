import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import {
  dayCount,
  formatIsoDate,
  fromParts,
  isAcceptedDate,
  isInside,
  isOn,
  overlap,
  parseIsoDate,
  shortDay,
  shortDays,
  shortMoment,
  shortMonth,
  startOfMonth,
  startOfPeriod,
  toParts,
  weekday,
} from '../../../src/calendar/calendar-date';

const day = (text: string) => parseIsoDate(text) as number;

describe('a calendar date', () => {
  test.each([
    ['1899-12-31', 1],
    ['1970-01-01', 25_569],
    ['1990-01-01', 32_874],
    ['2024-02-29', 45_351],
    ['2025-07-09', 45_847],
    ['2100-12-31', 73_415],
  ])('%s is the serial number %i, both ways', (text, serial) => {
    expect([parseIsoDate(text), formatIsoDate(serial)]).toEqual([serial, text]);
  });

  test.each([
    ['2024-02-30', 'a day that does not exist'],
    ['2023-02-29', 'a leap day in a common year'],
    ['2100-02-29', 'a leap day in a century'],
    ['2024-13-01', 'a thirteenth month'],
    ['2024-00-10', 'a month 0'],
    ['2024-01-00', 'a day 0'],
    ['2024-1-1', 'digits left out'],
    ['31/12/2024', 'another order'],
    ['2024-01-02T00:00:00Z', 'a time'],
    [' 2024-01-02', 'a space'],
    ['2024-01-02\n', 'a line break'],
    ['20240102', 'no hyphens'],
    ['', 'nothing'],
  ])('is not read from %j: %s', (text) => {
    expect(parseIsoDate(text)).toBeUndefined();
  });

  test('has its parts, with months from 1', () => {
    expect(toParts(45_351)).toEqual({ year: 2024, month: 2, day: 29 });
    expect(fromParts(2024, 2, 29)).toBe(45_351);
  });

  test.each([
    [2025, 4, 31],
    [2025, 2, 29],
    [2025, 1, 366],
    [2025, 13, 1],
    [2025, 0, 1],
  ])('is not made of %i, %i and %i, which no calendar has', (...parts) => {
    expect(fromParts(...parts)).toBeUndefined();
  });

  test('of a year before 100 is not moved to the twentieth century', () => {
    expect(formatIsoDate(fromParts(50, 6, 1) as number)).toBe('0050-06-01');
  });

  test.each([
    ['2025-07-07', 1],
    ['2025-07-09', 3],
    ['2025-07-13', 7],
    ['1899-12-30', 6],
    ['1899-12-25', 1],
  ])('%s falls on weekday %i, Monday being 1', (text, number) => {
    expect(weekday(day(text))).toBe(number);
  });

  test.each([
    ['2025-01-31', 0, '2025-01-01'],
    ['2025-01-31', 1, '2025-02-01'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2025-01-31', -1, '2024-12-01'],
    ['2024-02-29', -12, '2023-02-01'],
    ['2025-07-09', -3, '2025-04-01'],
    ['0095-07-09', 12, '0096-07-01'],
    ['0001-01-01', -12, '0000-01-01'],
  ])('%s moved by %i months begins at %s', (text, months, expected) => {
    expect(formatIsoDate(startOfMonth(day(text), months))).toBe(expected);
  });

  test('may be asked for from 1990-01-01 to 2100-12-31', () => {
    expect([32_873, 32_874, 73_415, 73_416, 45_000.5, Number.NaN].map(isAcceptedDate)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('keeps to its day through every day from 1990 to 2060', () => {
    let expected = new Date(Date.UTC(1990, 0, 1));
    for (let serial = 32_874; serial <= 58_804; serial += 1) {
      const text = expected.toISOString().slice(0, 10);
      if (formatIsoDate(serial) !== text || parseIsoDate(text) !== serial)
        throw new Error(`${serial} ${text}`);
      expected = new Date(expected.getTime() + 86_400_000);
    }
    expect(formatIsoDate(58_804)).toBe('2060-12-29');
  });
});

const TENS = { from: 10, to: 19 };

test.each([
  [9, false],
  [10, true],
  [19, true],
  [20, false],
  [null, false],
  [undefined, false],
  ['12', false],
])('%j is one of days 10 to 19: %j', (value, expected) => {
  expect(isOn(value, TENS)).toBe(expected);
});

describe('days 10 to 19', () => {
  test.each([
    ['themselves', { from: 10, to: 19 }, { from: 10, to: 19 }, true],
    ['some in the middle', { from: 12, to: 14 }, { from: 12, to: 14 }, true],
    ['the first and what is before', { from: 1, to: 10 }, { from: 10, to: 10 }, false],
    ['the last and what is after', { from: 19, to: 30 }, { from: 19, to: 19 }, false],
    ['more on both sides', { from: 9, to: 20 }, TENS, false],
    ['only what is before', { from: 1, to: 9 }, undefined, false],
    ['only what is after', { from: 20, to: 30 }, undefined, false],
  ])('and %s', (_, other, shared, inside) => {
    expect([overlap(TENS, other), overlap(other, TENS)]).toEqual([shared, shared]);
    expect(isInside(other, TENS)).toBe(inside);
  });

  test('are ten, both ends counted', () => {
    expect([dayCount(TENS), dayCount({ from: 10, to: 10 })]).toEqual([10, 1]);
  });
});

describe('a unit of the calendar begins', () => {
  test('where luxon says, for every day from 1990 to 2100', () => {
    const wrong: string[] = [];
    let checked = 0;
    let noon = DateTime.utc(1990, 1, 1, 12);
    for (let serial = 32_874; serial <= 73_415; serial += 1) {
      for (const unit of ['week', 'month', 'quarter', 'year'] as const) {
        const expected = noon.startOf(unit).toISODate();
        checked += 1;
        if (formatIsoDate(startOfPeriod(unit, serial, 1)) !== expected) wrong.push(`${unit} ${serial}`);
      }
      noon = noon.plus({ days: 1 });
    }
    expect(wrong).toEqual([]);
    expect(checked).toBe(162_168);
  });

  test('on the last such weekday, at most six days before, whatever the day on which weeks begin', () => {
    for (let serial = 45_658; serial < 45_658 + 800; serial += 1) {
      for (const weekStart of [1, 2, 3, 4, 5, 6, 7] as const) {
        const first = startOfPeriod('week', serial, weekStart);
        if (weekday(first) !== weekStart || first > serial || serial - first > 6) {
          throw new Error(`${formatIsoDate(serial)}, weeks from ${weekStart}: ${formatIsoDate(first)}`);
        }
      }
    }
  });

  test.each([
    ['week', -4, '2025-06-09'],
    ['month', -1, '2025-06-01'],
    ['month', 6, '2026-01-01'],
    ['quarter', -3, '2024-10-01'],
    ['year', -1, '2024-01-01'],
  ] as const)('%s of 9 July 2025, %i later: %s', (unit, offset, expected) => {
    expect(formatIsoDate(startOfPeriod(unit, 45_847, 1, offset))).toBe(expected);
  });
});

test.each([
  ['one day', '2026-03-01', '2026-03-01', '1 Mar 2026'],
  ['days of a month', '2026-03-01', '2026-03-31', '1–31 Mar 2026'],
  ['days of a year', '2026-02-23', '2026-12-31', '23 Feb–31 Dec 2026'],
  ['the same month of two years', '2025-11-01', '2026-11-30', '1 Nov 2025–30 Nov 2026'],
  ['days of two years', '2025-12-31', '2026-01-01', '31 Dec 2025–1 Jan 2026'],
])('people read %s as %s to %s: %s', (_, from, to, words) => {
  expect(shortDays({ from: day(from), to: day(to) })).toBe(words);
});

test('a day, a month and a moment are written in words', () => {
  const serial = day('2026-11-28') + 7 / 24;
  const lastMinute = day('2026-11-29') - 1 / 86_400;
  expect([shortDay(day('2026-11-08')), shortDay(day('2026-11-08'), false)]).toEqual(['8 Nov 2026', '8 Nov']);
  expect([shortMonth(day('2026-11-08')), shortMoment(serial)]).toEqual(['Nov 2026', '28 Nov 2026, 07:00']);
  // A minute counts once it is over.
  expect(shortMoment(lastMinute)).toBe('28 Nov 2026, 23:59');
});
