import type { OptionName } from '../../src/answers/arguments/options';

/** What each option does, what it may be given and what holds without it, and an example. */
export const OPTION_MEANINGS: Readonly<
  Record<OptionName, readonly [meaning: string, value: string, example: string]>
> = {
  columns: [
    'the columns to show, in this order; X as Heading renames X',
    'comma list or range; all',
    '"columns", "SHIFT_DATE, VENUE_NAME as Venue"',
  ],
  'group by': [
    'what each line stands for',
    'up to 3 of day, week, month, quarter, year, weekday, venue, area, role; week, or venue in a comparison',
    '"group by", "week, venue"',
  ],
  measures: [
    'the figures to show',
    'comma list or range; all published ones, or true fulfilment % in a comparison',
    '"measures", "worked %, no shows"',
  ],
  venue: [
    'only records of these venues',
    'a name, with * or ?, or <> before it; all',
    '"venue", "*Grand Hotel*"',
  ],
  area: ['only records of these areas', 'a name, with * or ?, or <> before it; all', '"area", "<>Kitchen"'],
  role: ['only records of these job titles', 'a name, with * or ?, or <> before it; all', '"role", "Bar*"'],
  weekday: [
    'only records of these days of the week',
    'day name, <>day name, or a comma list or range of them; all',
    '"weekday", "Friday"',
  ],
  fields: [
    'any field name, date for SHIFT_DATE: only records with this value',
    'a value, or one behind =, <>, >, >=, < or <=; all',
    '"NO_SHOWS", ">=1"',
  ],
  sort: [
    'the order of the lines',
    'comma list or range of names, desc or a minus for descending; by key, records as received',
    '"sort", "missing people desc, venue"',
  ],
  limit: [
    'the most lines to show; in a trend the newest periods, or the largest columns',
    'whole number of at least 1; none',
    '"limit", 10',
  ],
  headers: ['the heading row', 'TRUE or FALSE; TRUE', '"headers", FALSE'],
  totals: ['a last line for all records together', 'TRUE or FALSE; FALSE', '"totals", TRUE'],
  notes: [
    'the column NOTES: incomplete periods, why a percentage is blank, records left out or repeated',
    'TRUE or FALSE; TRUE',
    '"notes", FALSE',
  ],
  percent: [
    'the scale of percentages in the result; filters compare as published',
    '0-100 or fraction; 0-100',
    '"percent", "fraction"',
  ],
  decimals: [
    'how many decimals calculated percentages are rounded to, on the 0 to 100 scale',
    'whole number from 0 to 10; 1',
    '"decimals", 3',
  ],
  empty: ['what to show where nothing is known', 'text; blank', '"empty", "n/a"'],
  dates: [
    'how days are written: as dates, as 2025-07-09, or as plain numbers',
    'date, text or serial; date',
    '"dates", "text"',
  ],
  incomplete: [
    'what to do with periods that are not over or not wholly inside the dates',
    'mark, hide or show; mark, in a trend hide',
    '"incomplete", "hide"',
  ],
  basis: [
    'the denominator of a percentage, if the records leave several; a pair also gives the numerator',
    'posted, booked, true demand, worked + no shows, a pair such as booked / true demand, or auto; auto',
    '"basis", "posted"',
  ],
  evidence: [
    'for each percentage its number of positions, interval, basis and likeness',
    'TRUE or FALSE; FALSE',
    '"evidence", TRUE',
  ],
  words: [
    'one sentence in place of the table: whether a percentage moved by more than usual, and why',
    'TRUE or FALSE; FALSE',
    '"words", TRUE',
  ],
  'as of': [
    'a last column AS_OF: when the service made the figures',
    'TRUE or FALSE; FALSE',
    '"as of", TRUE',
  ],
  'if failed': [
    'the last answer, up to 6 hours old, or an error, where the service does not answer',
    'last or error; last',
    '"if failed", "error"',
  ],
  'week starts': [
    'the first day of weeks',
    'day name; Monday in the UK, Sunday in the US',
    '"week starts", "Sunday"',
  ],
  refresh: [
    'recalculates the formula when the cell changes; without a name, only SHIFT_STAMP does',
    'any cell',
    '"refresh", SHIFT_STAMP',
  ],
};

/** What each period means; months, quarters and years have the words of weeks. */
export const PERIOD_MEANINGS: Readonly<Record<string, string>> = {
  today: 'the day it is where the spreadsheet is',
  yesterday: 'the day before today',
  tomorrow: 'the day after today',
  '7 days ago':
    'the day 7 days before today, "+3" the day 3 days after it; alone, from that day through today',
  'last 7 days': 'the 7 days before today, today excluded',
  'next 7 days': 'the 7 days after today, today excluded',
  'next 14 days': 'the 14 days after today, today excluded',
  'week before last': 'the week two before the current one',
  'this week': 'the current week, days to come included',
  'last week': 'the week before the current one',
  '3 weeks ago': 'the week 3 before the current one',
  'last 4 weeks': 'the 4 complete weeks before the current one',
  'next week': 'the week after the current one',
  WTD: 'from the first day of the current week through today',
  'next 2 weeks': 'the 2 weeks after the current one',
  '2025': 'that calendar year, as text',
  '2025-Q3': 'that calendar quarter',
  '2025-07': 'that calendar month, as text',
  '2025-W27': 'that ISO week, Monday to Sunday wherever weeks begin',
};
