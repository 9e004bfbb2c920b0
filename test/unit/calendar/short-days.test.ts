import { expect, test } from '@jest/globals';
import {
  parseIsoDate,
  shortDay,
  shortDays,
  shortMoment,
  shortMonth,
} from '../../../src/calendar/calendar-date';

const day = (text: string) => parseIsoDate(text) as number;

test.each([
  ['one day', '2026-03-01', '2026-03-01', '1 Mar 2026'],
  ['days of a month', '2026-03-01', '2026-03-31', '1–31 Mar 2026'],
  ['days of a year', '2026-02-23', '2026-12-31', '23 Feb–31 Dec 2026'],
  ['days of two years', '2025-12-31', '2026-01-01', '31 Dec 2025–1 Jan 2026'],
])('people read %s as %s to %s: %s', (_, from, to, words) => {
  expect(shortDays({ from: day(from), to: day(to) })).toBe(words);
});

test('a day, a month and a moment are written in words', () => {
  const serial = day('2026-11-28') + 7 / 24;
  expect([shortDay(day('2026-11-08')), shortDay(day('2026-11-08'), false)]).toEqual(['8 Nov 2026', '8 Nov']);
  expect([shortMonth(day('2026-11-08')), shortMoment(serial)]).toEqual(['Nov 2026', '28 Nov 2026, 07:00']);
});
