import { expect, test } from '@jest/globals';
import {
  parseIsoDate,
  periodLabels,
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

const range = (from: string, to = from) => ({
  from: day(from),
  to: day(to),
});

test.each([
  [range('2026-11-09', '2026-11-15'), range('2026-11-16', '2026-11-22'), ['9–15 Nov', '16–22 Nov']],
  [range('2026-02-23', '2026-03-01'), range('2026-03-02', '2026-03-08'), ['23 Feb–1 Mar', '2–8 Mar']],
  [range('2026-11-21'), range('2026-11-22'), ['21 Nov', '22 Nov']],
  [range('2025-11-01', '2025-11-30'), range('2026-11-01', '2026-11-30'), ['1–30 Nov 2025', '1–30 Nov 2026']],
  [
    range('2025-12-22', '2025-12-28'),
    range('2025-12-29', '2026-01-04'),
    ['22–28 Dec 2025', '29 Dec 2025–4 Jan 2026'],
  ],
  [range('2026-11-21'), range('2026-11-21'), ['21 Nov', '21 Nov (2)']],
])('%j and %j are %j', (before, after, labels) => {
  expect(periodLabels(before, after)).toEqual(labels);
});
