/** A way to name days in words, as people read about it. */
export interface PeriodRow {
  /** As people write it; a number in it stands for any from 1 to 3,660. */
  readonly word: string;
  /** Other ways to write the same. */
  readonly also: readonly string[];
  readonly meaning: string;
  /** Whether a formula never has the time for so many days: saved reports have. */
  readonly isTooLong?: true;
}

/**
 * Everything that can be written in a date's place besides a date. Each word can be given alone.
 *
 * Case, and spaces, hyphens and underscores between words do not matter in any of them.
 */
export const PERIODS: readonly PeriodRow[] = [
  row('today', 'the day it is where the spreadsheet is'),
  row('yesterday', 'the day before today'),
  row('tomorrow', 'the day after today'),
  row(
    '7 days ago',
    'the day 7 days before today, "+3" the day 3 days after it; alone, from that day through today',
    ['-7', '7daysAgo', ':YYYYMMDD-7'],
  ),
  row('last 7 days', 'the 7 days before today, today excluded', ['past 7 days', 'LAST_7_DAYS']),
  row('next 14 days', 'the 14 days after today, today excluded'),
  row('this week', 'the current week, days to come included'),
  row('last week', 'the week before the current one', ['previous week']),
  row('week before last', 'the week two before the current one'),
  row('3 weeks ago', 'the week three before the current one'),
  row('last 4 weeks', 'the 4 complete weeks before the current one', ['past 4 weeks']),
  row('next week', 'the week after the current one'),
  row('next 2 weeks', 'the 2 weeks after the current one'),
  row('WTD', 'from the first day of the current week through today', ['week to date']),
  row('this month', 'the current calendar month, days to come included'),
  row('last month', 'the calendar month before the current one', ['previous month']),
  row('2 months ago', 'the calendar month two before the current one', [':YYYYMM-2']),
  row('last 3 months', 'the 3 complete calendar months before the current one', ['past 3 months']),
  row('next month', 'the calendar month after the current one'),
  row('MTD', 'from the first day of the current month through today', ['month to date', 'MONTH_TO_DATE']),
  row('this quarter', 'the current calendar quarter, days to come included'),
  row('last quarter', 'the calendar quarter before the current one', ['previous quarter']),
  row('2 quarters ago', 'the calendar quarter two before the current one'),
  row('last 2 quarters', 'the 2 complete calendar quarters before the current one', ['past 2 quarters']),
  row('next quarter', 'the calendar quarter after the current one'),
  row('QTD', 'from the first day of the current quarter through today', ['quarter to date']),
  row('this year', 'the current calendar year, days to come included'),
  row('last year', 'the calendar year before the current one', ['previous year']),
  row('2 years ago', 'the calendar year two before the current one'),
  {
    ...row('last 2 years', 'the 2 complete calendar years before the current one: in saved reports only', [
      'past 2 years',
    ]),
    isTooLong: true,
  },
  row('next year', 'the calendar year after the current one'),
  row('YTD', 'from 1 January through today', ['year to date']),
  row('2025', 'that calendar year, as text'),
  row('2025-Q3', 'that calendar quarter'),
  row('2025-07', 'that calendar month, as text'),
  row('2025-W27', 'that ISO week, Monday to Sunday wherever weeks begin'),
];

/** Every way to write a period in words, for suggestions; names such as `2025-Q3` are no words. */
export const PERIOD_WORDS: readonly string[] = PERIODS.flatMap(({ word, also }) => [word, ...also]).filter(
  (word) => !/^[-:]|^\d{4}/.test(word),
);

function row(word: string, meaning: string, also: readonly string[] = []): PeriodRow {
  return { word, also, meaning };
}
