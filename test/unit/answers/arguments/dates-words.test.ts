import { describe, expect, test } from '@jest/globals';
import { DateTime, type DateTimeUnit } from 'luxon';
import type { Weekday } from '../../../../src/calendar/calendar-date';
import { PERIODS } from '../../../../src/calendar/period-words';
import { dateContext, days } from './date-context';

/*
 * Every row of the table of period words, on days where mistakes show, in four zones, with weeks from Monday and from
 * Sunday. What is expected comes from luxon, which computes with moments in a zone where we count whole days.
 */

type Range = readonly [from: DateTime, to: DateTime];
type Rule = (now: DateTime) => Range;

/** Whole units; luxon finds the first day of a week in the locale. */
const whole =
  (unit: DateTimeUnit, offset: number, count = 1): Rule =>
  (now) => {
    const first = now.startOf(unit, { useLocaleWeeks: true }).plus({ [unit]: offset });
    return [first, first.plus({ [unit]: count }).minus({ days: 1 })];
  };
const toDate =
  (unit: DateTimeUnit): Rule =>
  (now) => [now.startOf(unit, { useLocaleWeeks: true }), now];
const fromDay =
  (offset: number): Rule =>
  (now) => [now.plus({ days: offset }), now];
const fixed =
  (from: string, to: string): Rule =>
  ({ zone }) => [DateTime.fromISO(from, { zone }), DateTime.fromISO(to, { zone })];

const COUNTS = [1, 2, 3, 4, 7, 14, 90];
const counted = (rule: (count: number) => readonly (readonly [word: string, rule: Rule])[]) =>
  COUNTS.flatMap(rule);

const WORDS: readonly (readonly [word: string, rule: Rule])[] = [
  ['today', whole('day', 0)],
  ['yesterday', whole('day', -1)],
  ['tomorrow', whole('day', 1)],
  ...counted((n) => [
    [`-${n}`, fromDay(-n)],
    [`${n} days ago`, fromDay(-n)],
    [`${n}daysAgo`, fromDay(-n)],
    [`:YYYYMMDD-${n}`, fromDay(-n)],
    [`last ${n} days`, whole('day', -n, n)],
    [`past ${n} days`, whole('day', -n, n)],
    [`LAST_${n}_DAYS`, whole('day', -n, n)],
    [`next ${n} days`, whole('day', 1, n)],
    [`${n} weeks ago`, whole('week', -n)],
    [`last ${n} weeks`, whole('week', -n, n)],
    [`past ${n} weeks`, whole('week', -n, n)],
    [`next ${n} weeks`, whole('week', 1, n)],
    [`${n} months ago`, whole('month', -n)],
    [`:YYYYMM-${n}`, whole('month', -n)],
    [`last ${n} months`, whole('month', -n, n)],
    [`past ${n} months`, whole('month', -n, n)],
  ]),
  ...[1, 2, 3, 5].flatMap((n): [string, Rule][] => [
    [`${n} quarters ago`, whole('quarter', -n)],
    [`last ${n} quarters`, whole('quarter', -n, n)],
    [`past ${n} quarters`, whole('quarter', -n, n)],
    [`${n} years ago`, whole('year', -n)],
    [`last ${n} years`, whole('year', -n, n)],
    [`past ${n} years`, whole('year', -n, n)],
  ]),
  ['week before last', whole('week', -2)],
  ...(['week', 'month', 'quarter', 'year'] as const).flatMap((unit): [string, Rule][] => [
    [`this ${unit}`, whole(unit, 0)],
    [`last ${unit}`, whole(unit, -1)],
    [`previous ${unit}`, whole(unit, -1)],
    [`next ${unit}`, whole(unit, 1)],
    [`${unit.charAt(0).toUpperCase()}TD`, toDate(unit)],
    [`${unit} to date`, toDate(unit)],
    [`${unit.toUpperCase()}_TO_DATE`, toDate(unit)],
  ]),
  ['2025', fixed('2025-01-01', '2025-12-31')],
  ['2025-Q3', fixed('2025-07-01', '2025-09-30')],
  ['2025-07', fixed('2025-07-01', '2025-07-31')],
  ['2025-W27', fixed('2025-06-30', '2025-07-06')],
];

/** The first half hour of a first day, the last one of a last day, and both where clocks change. */
const MOMENTS = [
  '2025-07-09T00:30',
  '2025-07-05T23:30',
  '2025-07-06T00:30',
  '2025-07-06T23:30',
  '2025-07-07T00:30', // weeks
  '2025-04-30T23:30',
  '2025-05-01T00:30',
  '2025-02-28T23:30',
  '2025-03-01T00:30', // months
  '2025-06-30T23:30',
  '2025-07-01T00:30', // quarters
  '2025-12-31T23:30',
  '2026-01-01T00:30',
  '2024-12-30T00:30', // years, and an ISO year that begins before
  '2024-02-29T00:30',
  '2024-02-29T23:30',
  '2024-03-31T23:30', // the leap day, and a month that is longer
  '2025-03-30T00:30',
  '2025-03-30T23:30',
  '2025-10-26T00:30',
  '2025-10-26T23:30', // clocks change in London
  '2025-03-09T00:30',
  '2025-03-09T23:30',
  '2025-11-02T00:30',
  '2025-11-02T23:30', // and in New York
];
const ZONES = ['Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'];
/** A locale in which weeks begin on this day. */
const LOCALES: readonly (readonly [Weekday, string])[] = [
  [1, 'en-GB'],
  [7, 'en-US'],
];

/** The date of a moment in a zone, without luxon and without our own code. */
function dateIn(zone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment);
}

describe('every period word', () => {
  test('of the documented table is among those checked here', () => {
    const checked = new Set(WORDS.map(([word]) => word.toLowerCase()));
    const documented = PERIODS.flat();

    expect(documented.filter((word) => !checked.has(word.toLowerCase()))).toEqual([]);
  });

  test('stands for the days that luxon finds, as both dates, as the first and as the last', () => {
    const wrong: string[] = [];
    let checked = 0;
    for (const zone of ZONES) {
      for (const moment of MOMENTS) {
        for (const [weekStart, locale] of LOCALES) {
          const now = DateTime.fromISO(moment, { zone, locale });
          const context = dateContext({ today: dateIn(zone, now.toJSDate()), weekStart });
          for (const [word, rule] of WORDS) {
            const [from, to] = rule(now).map((day) => day.toISODate());
            const found = [
              days(word, '', context),
              days(word, '2100-12-31', context),
              days('1990-01-01', word, context),
            ];
            const last =
              /ago|^-|^:YYYYMMDD/i.test(word) && !/(week|month|quarter|year)s/.test(word) ? from : to;
            const expected = [`${from} ${to}`, `${from} 2100-12-31`, `1990-01-01 ${last}`];
            checked += found.length;
            if (found.join() !== expected.join()) wrong.push(`${word}, ${moment} ${zone}: ${found}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    // 172 ways to write a period, 25 moments of 19 days, 4 zones, 2 week starts, 3 places.
    expect(checked).toBe(172 * 25 * 4 * 2 * 3);
  });
});
