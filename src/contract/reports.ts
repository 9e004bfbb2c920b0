import * as v from 'valibot';
import { parseIsoDate, shortDays } from '../calendar/calendar-date';
import { findGroupKey, GROUP_KEYS, type GroupKey, headingOf, KEY_HEADINGS } from './fields';
import {
  choicesOf,
  choose,
  FIRST_DAY,
  field,
  LAST_DAY,
  labelOf,
  NO_CONTROL_CHARACTERS,
  REVISION,
  SAVED_ID,
} from './form';
import { REPORT_INTERVALS } from './schedule';

/** The reports that a sheet can be filled with: the shifts themselves, or figures over groups of them. */
const REPORTS = choicesOf({
  shift_fulfilment: ['Shift fulfilment', 'One row per shift.'],
  shift_fulfilment_aggregated: ['Shift fulfilment, aggregated', 'One row per group.'],
});

const MODES = choicesOf({
  replace: ['Replace', 'The sheet shows only the days of the period.'],
  history: ['Keep history', 'Older days stay in the sheet.'],
});

/** Fields with it are for reports of single shifts. */
const OF_SHIFTS = { shownWith: ['report', 'shift_fulfilment'] } as const;

/** The periods in the order in which they are listed, with the days of each. `custom` stands for two dates. */
export const PERIODS = choicesOf<string>({
  today: ['Today', 'Today only. Figures will still change.'],
  yesterday: ['Yesterday', 'Yesterday only.'],
  'last 7 days': ['Last 7 days', 'The 7 days up to yesterday.'],
  'last 28 days': ['Last 28 days', 'The 28 days up to yesterday.'],
  'next 7 days': ['Next 7 days', 'The 7 days from tomorrow on.'],
  'next 14 days': ['Next 14 days', 'The 14 days from tomorrow on.'],
  'this week': ['This week', 'The whole week, including days to come.'],
  'last week': ['Last week', 'The last complete week.'],
  'last 4 weeks': ['Last 4 weeks', 'The last 4 complete weeks.'],
  'last 13 weeks': ['Last 13 weeks', 'The last 13 complete weeks.'],
  MTD: ['Month to date (MTD)', 'From the first of this month to today.'],
  'this month': ['This month', 'The whole month, including days to come.'],
  'last month': ['Last month', 'The last complete calendar month.'],
  'last 3 months': ['Last 3 months', 'The last 3 complete calendar months.'],
  'last 12 months': ['Last 12 months', 'The last 12 complete calendar months.'],
  'this quarter': ['This quarter', 'The whole calendar quarter, including days to come.'],
  'last quarter': ['Last quarter', 'The last complete calendar quarter.'],
  YTD: ['Year to date (YTD)', 'From 1 January to today.'],
  'this year': ['This year', 'The whole calendar year, including days to come.'],
  'last year': ['Last year', 'The last complete calendar year.'],
  custom: ['Custom dates', 'The same days at every refresh, both ends included.'],
});

/** The days of a saved report, short enough for one line. */
export function describePeriod({ period, from, to }: Pick<ReportForm, 'period' | 'from' | 'to'>): string {
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)];
  const isCustom = period === 'custom' && first !== undefined && last !== undefined;
  return isCustom ? shortDays({ from: first, to: last }) : labelOf(PERIODS, period);
}

/** Whether a report shows figures of groups, not the shifts themselves. */
export function isGrouped({ report }: Pick<ReportForm, 'report'>): boolean {
  return report === 'shift_fulfilment_aggregated';
}

/** The keys of the groups that a report has one row for each of; a week where none is chosen. */
export function keysOf({ groupBy }: Pick<ReportForm, 'groupBy'>): readonly GroupKey[] {
  const keys = splitList(groupBy).flatMap((word) => findGroupKey(word) ?? []);
  return keys.length === 0 ? ['week'] : keys;
}

/** The items of a list that is written with commas; empty ones are dropped. */
export function splitList(text: string): string[] {
  return (text.match(/[^,\s][^,]*/g) ?? []).map((item) => item.trim());
}

const CONTROL_CHARACTER = 'Write this without line breaks, tabs or other characters that can\u2019t be seen.';

const TEXT = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(1000, 'Enter at most 1000 characters.'),
  v.regex(NO_CONTROL_CHARACTERS, CONTROL_CHARACTER),
);
const MAY_BE_BLANK = v.exactOptional(TEXT, '');

/** The headings of note columns, separated by commas. That none is a heading of the report is for the script to find out. */
const NOTE_COLUMNS = v.pipe(
  TEXT,
  v.transform(splitList),
  v.maxLength(5, 'Name at most 5 note columns.'),
  v.everyItem(({ length }) => length <= 30, 'Name each note column with at most 30 characters.'),
  v.check(
    (names) => new Set(names.map((name) => name.toLowerCase())).size === names.length,
    'Name each note column only once.',
  ),
  v.transform((names) => names.join(', ')),
);

/** Of the two dates, which count with the period `custom` only. */
const DATE = v.exactOptional(v.pipe(v.string(), v.maxLength(10)), '');
const OF_CUSTOM = { control: 'date', shownWith: ['period', 'custom'] } as const;

/**
 * All that a person chooses, in the order of the form. Text that is left blank means no limit, or everything. Whether criteria
 * and columns mean anything is for the report itself to find out.
 */
const FILLED = v.object({
  id: v.nullable(SAVED_ID),
  revision: REVISION,
  // The other report has other columns.
  report: v.exactOptional(choose('Report', REPORTS, { follow: { columns: '' } }), 'shift_fulfilment'),
  groupBy: field(MAY_BE_BLANK, {
    control: 'ordered',
    label: 'Group by',
    blank: 'Week',
    choices: GROUP_KEYS.map((key) => ({ value: key, label: headingOf(KEY_HEADINGS[key]) })),
    hint: 'Up to three, in this order.',
    shownWith: ['report', 'shift_fulfilment_aggregated'],
  }),
  period: choose('Period', PERIODS),
  from: field(DATE, { label: 'From', ...OF_CUSTOM }),
  to: field(DATE, { label: 'To', ...OF_CUSTOM }),
  sheet: field(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/./, 'Name the sheet to fill.'),
      v.maxLength(100, 'Name the sheet with at most 100 characters.'),
      v.regex(NO_CONTROL_CHARACTERS, CONTROL_CHARACTER),
      v.regex(/^[^:\\/?*[\]]*$/, 'Name the sheet without : \\ / ? * [ or ].'),
    ),
    { control: 'text', label: 'Sheet', hint: 'Created if it doesn\u2019t exist.' },
  ),
  /** Criteria as in formulas, several separated by `;`: `Grand*; <>Grand Hall`. */
  venue: field(MAY_BE_BLANK, {
    control: 'names',
    label: 'Venue',
    hint: 'Press Enter to add another. Use * as a wildcard and <> to exclude.',
  }),
  area: field(MAY_BE_BLANK, { control: 'names', label: 'Area' }),
  role: field(MAY_BE_BLANK, { control: 'names', label: 'Job title' }),
  /** Field names in the wanted order, each with a heading of its own where one is given: `SHIFT_DATE, VENUE_NAME as Venue`. */
  columns: field(MAY_BE_BLANK, {
    control: 'ordered',
    label: 'Columns',
    usual: '',
    hint: 'Leave blank for all, or add all to remove a few. Write \u201cBooked % as Filled\u201d for a heading of your own.',
  }),
  readableHeadings: field(v.exactOptional(v.boolean(), true), {
    control: 'check',
    label: 'Readable headings',
    usual: true,
    hint: '\u201cBooked %\u201d instead of SHIFTS_BOOKED_PERCENTAGE.',
  }),
  noteColumns: field(v.exactOptional(NOTE_COLUMNS, ''), {
    control: 'text',
    label: 'Note columns',
    usual: '',
    hint: 'For what people type beside shifts, such as Reason, Done. Up to five.',
    ...OF_SHIFTS,
  }),
  every: v.exactOptional(
    choose('Refresh', REPORT_INTERVALS, {
      usual: 'settings',
      hint: 'At the hour and day of Settings; by hand while its schedule is off.',
    }),
    'settings',
  ),
  mode: v.exactOptional(
    choose('When refreshed', MODES, { control: 'radios', usual: 'replace', ...OF_SHIFTS }),
    'replace',
  ),
});

/** What a person chooses for a report. */
export type ReportForm = Readonly<v.InferOutput<typeof FILLED>>;

/** A report to save; `id` is null for a new one. */
export const REPORT_FORM = v.pipe(
  FILLED,
  v.forward(
    v.check(
      ({ period, from, to }) => period !== 'custom' || (FIRST_DAY <= from && from <= to && to <= LAST_DAY),
      `Choose two dates from ${FIRST_DAY} to ${LAST_DAY}, the first not after the last.`,
    ),
    ['to'],
  ),
);

/** The form of a report without its ID and revision. */
export type ReportChoices = Omit<ReportForm, 'id' | 'revision'>;

/** What a saved report keeps as the form has it: all but the name of the sheet, whose tab people rename. */
export const KEPT_CHOICES = v.omit(FILLED, ['id', 'revision', 'sheet']).entries;

/** What the form of a report begins with. */
export const NEW_REPORT = v.parse(FILLED, { id: null, period: 'last 7 days', sheet: 'Shift report' });

/** A sheet's name that nothing has: the wanted one, or with the next number. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** What a person chose of a report, without what else is known of it. */
export function formOf<Report extends ReportForm>(report: Report): Pick<Report, keyof ReportForm> {
  const names = Object.keys(FILLED.entries) as (keyof ReportForm)[];
  return Object.fromEntries(names.map((name) => [name, report[name]])) as Pick<Report, keyof ReportForm>;
}

/**
 * The dashboards in the order in which they are listed: what each is called, on its button, in A1 and as the name of its
 * sheet, and the question that it answers.
 */
export const DASHBOARDS = choicesOf({
  overview: ['Overview', 'Did we get the people we asked for, and is it getting better?'],
  scorecard: ['Scorecard', 'Which venues meet their targets, and which do not?'],
  where_and_when: ['Where and when', 'Where and when are people missing?'],
  unfilled_list: ['Unfilled list', 'What is still unfilled, and what was never filled?'],
  data_quality: ['Data quality', 'How far can these figures be trusted?'],
});

/** Their names. */
export const TEMPLATES = DASHBOARDS.map(({ value }) => value);

/** One of the dashboards; each is built from the rows of one saved report. */
export type TemplateName = (typeof TEMPLATES)[number];

/** While the rows are chosen automatically, so is the rest. */
const OF_ROWS = { shownWith: ['rows', 'venue', 'area', 'role'] } as const;

/** What *Where and when* may compare: its rows, its columns, and the measure in its cells. */
export const DASHBOARD_CUT = v.object({
  rows: choose('Rows', choicesOf({ venue: 'Venues', area: 'Areas', role: 'Job titles' })),
  columns: choose('Columns', choicesOf({ weekday: 'Weekdays', week: 'Weeks' }), OF_ROWS),
  measure: choose(
    'Measure',
    (['TRUE_FULFILMENT_PERCENTAGE', 'NO_SHOWS_PERCENTAGE', 'MISSING_PEOPLE'] as const).map((value) => ({
      value,
      label: headingOf(value),
    })),
    OF_ROWS,
  ),
});

/** Which weeks the credits of the Scorecard count. */
export const SCORECARD_FORM = v.object({
  everyMiss: field(v.boolean(), {
    control: 'check',
    label: 'Include near misses',
    hint: 'Credits then also count weeks that may be below target by chance.',
  }),
});

/** For how many months notes are kept; 0 for as long as no one deletes them. */
export const NOTES_FORM = v.object({
  months: choose(
    'Delete notes older than',
    ([0, 13, 25] as const).map((value) => ({ value, label: value === 0 ? 'Never' : `${value} months` })),
    { hint: 'Counted from the day of the shift; deleted at the next refresh.' },
  ),
});
