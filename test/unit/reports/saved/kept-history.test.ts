import { describe, expect, test } from '@jest/globals';
import type { ReportChoices } from '../../../../src/contract/reports';
import {
  asksTheSame,
  daysWithHistory,
  describeOlderAnswers,
  historyAfter,
  historyRange,
} from '../../../../src/reports/saved/kept-history';

/* 46,082 is 2026-03-01; days of March are written as 46,081 + day. */
const march = (day: number) => 46_081 + day;
const days = (from: number, to: number) => ({ from: march(from), to: march(to) });
const TODAY = march(20);
/** What a run that fetched up to yesterday keeps. */
const kept = (from: number) => ({
  history: { from: march(from), to: march(19), next: TODAY, reread: march(1) },
});

describe('the days to fetch for a table that keeps history', () => {
  test.each([
    ['only those asked for, the first time', { history: null }, days(19, 19), days(19, 19)],
    ['ten days back, where the table has them', kept(1), days(19, 19), days(10, 19)],
    ['back to the first day that was asked for', kept(15), days(19, 19), days(15, 19)],
    ['the same day again', kept(19), days(19, 19), days(19, 19)],
    ['what is asked for now, before all others', kept(15), days(2, 19), days(2, 19)],
    ['past days alone', kept(2), days(2, 3), days(2, 3)],
    [
      'those since the last run as well, where that is longer ago',
      { history: { from: march(1), to: march(4), next: march(5), reread: march(1) } },
      days(19, 19),
      days(5, 19),
    ],
    [
      'the dates that a person chose, and no day between',
      { history: { from: march(1), to: march(4), next: march(5), reread: march(1) }, period: 'custom' },
      days(19, 19),
      days(10, 19),
    ],
    [
      'all that are kept, also those after the days asked for',
      { history: { from: march(1) - 5, to: march(12), next: march(13), reread: march(1) - 28 } },
      { from: march(1) - 5, to: march(1) - 2 },
      { from: march(1) - 5, to: march(12) },
    ],
    [
      'all that are kept, the first time in a month',
      { history: { from: march(1) - 40, to: march(19), next: TODAY, reread: march(1) - 28 } },
      days(19, 19),
      { from: march(1) - 40, to: march(19) },
    ],
  ])('are %s', (_, known, asked, fetched) => {
    expect(historyRange(known, asked, TODAY)).toEqual(fetched);
  });
});

describe('what is known of kept days', () => {
  test('begins with the first days that are fetched, and is read again in the next month', () => {
    expect(historyAfter({ history: null }, days(19, 20), TODAY)).toEqual({
      from: march(19),
      to: march(20),
      reread: march(1),
      // Today is not over.
      next: march(20),
    });
  });

  test('goes back to the earliest day ever fetched', () => {
    const known = { to: march(19), next: march(20), reread: march(1) };
    expect(historyAfter(kept(15), days(17, 19), TODAY)).toEqual({ from: march(15), ...known });
    expect(historyAfter(kept(15), days(3, 19), TODAY)).toEqual({ from: march(3), ...known });
  });

  test('has not read all again where days after those asked for are kept', () => {
    const known = { history: { from: march(1), to: march(12), next: march(13), reread: march(1) - 28 } };
    expect(historyAfter(known, days(1, 5), TODAY)).toEqual(known.history);
    expect(historyAfter(known, days(1, 12), TODAY)).toEqual({ ...known.history, reread: march(1) });
  });
});

describe('rows that stay beside those that were fetched', () => {
  test('are among the days of the table', () => {
    expect(daysWithHistory(march(5), days(8, 9), undefined)).toEqual(days(5, 9));
    expect(daysWithHistory(march(5), days(8, 9), days(1, 12))).toEqual(days(1, 12));
  });

  test.each([
    ['none', kept(5), undefined, ''],
    ['of days that the report asked for as it is', kept(5), days(5, 12), ''],
    ['of days before those', kept(5), days(1, 5), 'before 2026-03-05'],
    ['of days after the first that it fetched', { history: null }, days(10, 12), 'after 2026-03-09'],
    ['of both', { history: null }, days(1, 12), 'before 2026-03-05 and after 2026-03-09'],
  ])('%s', (_, known, stayed, told) => {
    const sentence = `Choose another sheet to start over: rows of days ${told} stay as they were before the report was changed.`;
    expect(describeOlderAnswers(known, march(5), days(8, 9), stayed)).toBe(told === '' ? '' : sentence);
  });
});

describe('two choices', () => {
  const CHOICE: ReportChoices = {
    report: 'shift_fulfilment',
    period: 'MTD',
    from: '',
    to: '',
    mode: 'history',
    every: 'settings',
    sheet: 'Shifts',
    venue: 'Inn',
    area: '',
    role: '',
    groupBy: '',
    columns: '',
    readableHeadings: false,
    noteColumns: '',
  };

  test.each([
    [
      'other days, columns, sheet and mode',
      { period: 'YTD', columns: 'SHIFT_ID', sheet: 'A', mode: 'replace' },
      true,
    ],
    ['another venue', { venue: 'Bar' }, false],
    ['another area', { area: 'Roof' }, false],
    ['another role', { role: 'Chef' }, false],
    ['other groups', { groupBy: 'day' }, false],
    ['another report', { report: 'shift_fulfilment_aggregated' }, false],
  ] as [string, Partial<ReportChoices>, boolean][])('with %s', (_, changes, same) => {
    expect(asksTheSame(CHOICE, { ...CHOICE, ...changes })).toBe(same);
  });
});
