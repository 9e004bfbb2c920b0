import * as v from 'valibot';
import { parseIsoDate, shortDays } from '../calendar/calendar-date';
import {
  fieldNamed,
  findGroupKey,
  GROUP_KEYS,
  type GroupKey,
  headingOf,
  KEY_HEADINGS,
  SHIFT_FIELDS,
  type ShiftField,
} from './fields';
import {
  type Choice,
  choicesOf,
  FIRST_DAY,
  type FormSpec,
  LAST_DAY,
  NO_CONTROL_CHARACTERS,
  oneOf,
  REVISION,
  SAVED_ID,
} from './form';
import { REPORT_INTERVALS } from './schedule';

/** The reports that a sheet can be filled with: the shifts themselves, or figures over groups of them. */
const REPORT_LABELS = {
  shift_fulfilment: 'Shift fulfilment',
  shift_fulfilment_aggregated: 'Shift fulfilment, aggregated',
};

/** What happens to days in the table that a refresh does not fetch: they go, or they stay. */
const MODE_LABELS = { replace: 'Replace', history: 'Keep history' };

/** What the `Period` list offers, in its order: how people call each, and which days it has. `custom` stands for two dates. */
export const PERIODS: Readonly<Record<string, { readonly label: string; readonly days: string }>> = {
  today: { label: 'Today', days: 'Today only. Figures will still change.' },
  yesterday: { label: 'Yesterday', days: 'Yesterday only.' },
  'last 7 days': { label: 'Last 7 days', days: 'The 7 days up to yesterday.' },
  'last 28 days': { label: 'Last 28 days', days: 'The 28 days up to yesterday.' },
  'next 7 days': { label: 'Next 7 days', days: 'The 7 days from tomorrow on.' },
  'next 14 days': { label: 'Next 14 days', days: 'The 14 days from tomorrow on.' },
  'this week': { label: 'This week', days: 'The whole week, including days to come.' },
  'last week': { label: 'Last week', days: 'The last complete week.' },
  'last 4 weeks': { label: 'Last 4 weeks', days: 'The last 4 complete weeks.' },
  'last 13 weeks': { label: 'Last 13 weeks', days: 'The last 13 complete weeks: a quarter of a year.' },
  MTD: { label: 'Month to date (MTD)', days: 'From the first of this month to today.' },
  'this month': { label: 'This month', days: 'The whole month, including days to come.' },
  'last month': { label: 'Last month', days: 'The last complete calendar month.' },
  'last 3 months': { label: 'Last 3 months', days: 'The last 3 complete calendar months.' },
  'last 12 months': { label: 'Last 12 months', days: 'The last 12 complete calendar months.' },
  'this quarter': { label: 'This quarter', days: 'The whole calendar quarter, including days to come.' },
  'last quarter': { label: 'Last quarter', days: 'The last complete calendar quarter.' },
  YTD: { label: 'Year to date (YTD)', days: 'From 1 January to today.' },
  'this year': { label: 'This year', days: 'The whole calendar year, including days to come.' },
  'last year': { label: 'Last year', days: 'The last complete calendar year.' },
  custom: { label: 'Custom dates', days: 'The same days at every refresh, both ends included.' },
};

/** The days of a saved report, short enough for one line. */
export function describePeriod({ period, from, to }: Pick<ReportForm, 'period' | 'from' | 'to'>): string {
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)];
  if (first !== undefined && last !== undefined) return shortDays({ from: first, to: last });
  return PERIODS[period]?.label ?? period;
}

/** Whether a report shows figures of groups, not the shifts themselves. */
export function isGrouped({ report }: Pick<ReportForm, 'report'>): boolean {
  return report === 'shift_fulfilment_aggregated';
}

/** The keys of the groups that a report has one row for each of; a week where none is chosen. */
function keysOf({ groupBy }: Pick<ReportForm, 'groupBy'>): readonly GroupKey[] {
  const keys = splitList(groupBy).flatMap((word) => findGroupKey(word) ?? []);
  return keys.length === 0 ? ['week'] : keys;
}

/**
 * The columns that a report may show, in their default order.
 *
 * @param groupBy As in the form. Counts with `shift_fulfilment_aggregated` only.
 */
export function columnChoices(choices: Pick<ReportForm, 'report' | 'groupBy'>): readonly Choice[] {
  const isFigure = ({ name, kind }: ShiftField) => kind !== 'date' && kind !== 'text' && name !== 'SHIFT_ID';
  const [keys, fields] = isGrouped(choices)
    ? [keysOf(choices).map((key) => KEY_HEADINGS[key]), SHIFT_FIELDS.filter(isFigure)]
    : [[], SHIFT_FIELDS];
  return [...keys, ...fields.map(({ name }) => name)].map((name) => ({
    value: name,
    label: headingOf(name),
  }));
}

/** The items of a list that is written with commas; empty ones are dropped. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The first item that repeats an earlier one, whatever its capitals. */
function repeated(items: readonly string[]): string | undefined {
  const folded = items.map((item) => item.toLowerCase());
  return items.find((_, at) => folded.indexOf(folded[at] as string) < at);
}

const CONTROL_CHARACTER = 'Write this without line breaks, tabs or other characters that can\u2019t be seen.';

/** Text that is blank unless it is given. */
const TEXT = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(1000, 'Enter at most 1000 characters.'),
  v.regex(NO_CONTROL_CHARACTERS, CONTROL_CHARACTER),
);
const OPTIONAL_TEXT = v.exactOptional(TEXT, '');

const isField = (name: string) => fieldNamed(name.toUpperCase().replace(/[\s-]+/g, '_')) !== undefined;

/** The headings of note columns, separated by commas. That none is a heading of the report is for the script to find out. */
const NOTE_COLUMNS = v.pipe(
  TEXT,
  v.transform(splitList),
  v.maxLength(5, 'Name at most 5 note columns.'),
  v.check(
    (names) => names.every(({ length }) => length <= 30),
    'Name each note column with at most 30 characters.',
  ),
  v.check(
    (names) => repeated(names) === undefined,
    ({ input }) => `Name “${repeated(input)}” only once.`,
  ),
  v.check(
    (names) => !names.some(isField),
    ({ input }) => `Choose another heading for “${input.find(isField)}”: it is a field of the report.`,
  ),
  v.transform((names) => names.join(', ')),
);

const DAY = `Choose a date from ${FIRST_DAY} to ${LAST_DAY}.`;
const isDay = (text: string) => text >= FIRST_DAY && text <= LAST_DAY;

/** What a person chooses but for the sheet, whose tab people rename: a saved report keeps it as the form has it. */
export const KEPT_CHOICES = {
  report: v.exactOptional(oneOf(REPORT_LABELS, 'Choose a report.'), 'shift_fulfilment'),
  /** One of `PERIODS`; only with `custom` do `from` and `to` (`YYYY-MM-DD`) count. */
  period: oneOf(PERIODS, 'Choose a period.'),
  from: v.exactOptional(v.pipe(v.string(), v.maxLength(10)), ''),
  to: v.exactOptional(v.pipe(v.string(), v.maxLength(10)), ''),
  /** Criteria as in formulas, several separated by `;`: `Grand*; <>Grand Hall`. */
  venue: OPTIONAL_TEXT,
  area: OPTIONAL_TEXT,
  role: OPTIONAL_TEXT,
  /** Up to three keys, separated by commas: `week, venue`. Counts with `shift_fulfilment_aggregated` only. */
  groupBy: OPTIONAL_TEXT,
  /** Field names in the wanted order, each with a heading of its own where one is given: `SHIFT_DATE, VENUE_NAME as Venue`. */
  columns: OPTIONAL_TEXT,
  /** Whether columns without a heading of their own are headed in words, such as `Booked %`, not by field names. */
  readableHeadings: v.exactOptional(v.boolean(), true),
  /** Headings of columns for notes, right of the others: `Reason, Done`. */
  noteColumns: v.exactOptional(NOTE_COLUMNS, ''),
  mode: v.exactOptional(oneOf(MODE_LABELS, 'Choose what happens when refreshed.'), 'replace'),
  /** How often it is refreshed automatically, at the hour and on the day in Settings; `off` for by hand. */
  every: v.exactOptional(oneOf(REPORT_INTERVALS, 'Choose how often.'), 'settings'),
};

const FILLED = v.strictObject({
  id: v.nullable(SAVED_ID),
  revision: REVISION,
  /** The name of the sheet that holds the table. */
  sheet: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Name the sheet to fill.'),
    v.maxLength(100, 'Name the sheet with at most 100 characters.'),
    v.regex(NO_CONTROL_CHARACTERS, CONTROL_CHARACTER),
    v.regex(/^[^:\\/?*[\]]*$/, 'Name the sheet without : \\ / ? * [ or ].'),
  ),
  ...KEPT_CHOICES,
});

/** Checks one of the two dates, where they count. */
function dayOf(name: 'from' | 'to') {
  const isRight = (form: v.InferOutput<typeof FILLED>) => form.period !== 'custom' || isDay(form[name]);
  return v.forward(v.check(isRight, DAY), [name]);
}

/** What a person chooses for a report. */
export type ReportForm = Readonly<v.InferOutput<typeof FILLED>>;

/**
 * A report to save; `id` is null for a new one. All else is text as typed; blank means no limit, or everything. Whether
 * criteria and columns mean anything is for the report itself to find out.
 */
export const REPORT_FORM = v.pipe(
  FILLED,
  dayOf('from'),
  dayOf('to'),
  v.forward(
    v.check(
      ({ period, from, to }) => period !== 'custom' || !isDay(from) || !isDay(to) || from <= to,
      'Choose a last day on or after the first day.',
    ),
    ['to'],
  ),
  v.transform(withoutUnused),
);

/** A form without what its report and period do not use. History is kept by day, notes by shift: groups have neither. */
function withoutUnused(form: v.InferOutput<typeof FILLED>): v.InferOutput<typeof FILLED> {
  const dated = form.period === 'custom' ? form : { ...form, from: '', to: '' };
  if (!isGrouped(form)) return { ...dated, groupBy: '' };
  const isOther = (key: GroupKey | undefined) => key !== undefined && !keysOf(form).includes(key);
  const columns = splitList(form.columns).filter(
    (item) => !isOther(findGroupKey(item.replace(/ as .*/i, ''))),
  );
  return { ...dated, columns: columns.join(', '), mode: 'replace', noteColumns: '' };
}

/** The form of a report without its ID and revision. */
export type ReportChoices = Omit<ReportForm, 'id' | 'revision'>;

/** What the form of a report begins with. */
export const NEW_REPORT: ReportForm = v.parse(FILLED, {
  id: null,
  period: 'last 7 days',
  sheet: 'Shift report',
});

/** What a person chose of a report, without what else is known of it. */
export function formOf<Report extends ReportForm>(report: Report): Pick<Report, keyof ReportForm> {
  const names = Object.keys(FILLED.entries) as (keyof ReportForm)[];
  return Object.fromEntries(names.map((name) => [name, report[name]])) as Pick<Report, keyof ReportForm>;
}

/** What a person does about a table that waits for a confirmation. The sentence says why, after this. */
export const CONFIRM_FIRST = 'Press Refresh and confirm if this is right: ';

/** The names that refreshes have seen, sorted, each once: what pickers offer. */
export type KnownNames = Readonly<Record<'venue' | 'area' | 'role', readonly string[]>>;

/** What each dashboard is called: on its button, in A1, and as the name of its sheet. */
export const TITLES = {
  overview: 'Overview',
  scorecard: 'Scorecard',
  where_and_when: 'Where and when',
  unfilled_list: 'Unfilled list',
  data_quality: 'Data quality',
} as const;

/** One of the dashboards; each is built from the rows of one saved report. */
export type TemplateName = keyof typeof TITLES;

/** The dashboards in the order in which they are listed. */
export const TEMPLATES = Object.keys(TITLES) as readonly TemplateName[];

/** The choice of one. */
export const TEMPLATE = v.picklist(TEMPLATES, 'Choose a dashboard from the list');

/** What *Where and when* may compare: its rows, its columns, and the measure in its cells. */
export const CUT_LABELS = {
  rows: { venue: 'Venues', area: 'Areas', role: 'Job titles' },
  columns: { weekday: 'Weekdays', week: 'Weeks' },
  measure: {
    TRUE_FULFILMENT_PERCENTAGE: 'True fulfilment %',
    NO_SHOWS_PERCENTAGE: 'No-shows %',
    MISSING_PEOPLE: 'Missing people',
  },
};

/** The choice of all three. */
export const DASHBOARD_CUT = v.object({
  rows: oneOf(CUT_LABELS.rows, 'Choose venue, area or role'),
  columns: oneOf(CUT_LABELS.columns, 'Choose weekday or week'),
  measure: oneOf(CUT_LABELS.measure, 'Choose true fulfilment %, no-shows % or missing people'),
});

/** One way to compare. */
export type DashboardCut = v.InferOutput<typeof DASHBOARD_CUT>;

/** For how many months notes can be kept; 0 for as long as no one deletes them. */
export const KEPT_MONTHS = [0, 13, 25] as const;

/** The form of a saved report. */
export const REPORT_FIELDS: FormSpec<ReportForm, KnownNames | undefined> = {
  report: {
    control: 'list',
    label: 'Report',
    choices: () => choicesOf(REPORT_LABELS),
    hint: (fields) => (isGrouped(fields) ? 'One row per group.' : 'One row per shift.'),
    // The other report has other columns.
    follow: { columns: '' },
  },
  groupBy: {
    control: 'ordered',
    label: 'Group by',
    blank: 'Week',
    choices: () => GROUP_KEYS.map((key) => ({ value: key, label: headingOf(KEY_HEADINGS[key]) })),
    isShown: isGrouped,
    hint: 'Up to three, in this order.',
  },
  period: {
    control: 'list',
    label: 'Period',
    choices: () => Object.entries(PERIODS).map(([value, { label }]) => ({ value, label })),
    hint: ({ period }) => PERIODS[period]?.days ?? '',
  },
  from: { control: 'date', label: 'From', isShown: ({ period }) => period === 'custom' },
  to: { control: 'date', label: 'To', isShown: ({ period }) => period === 'custom' },
  sheet: { control: 'text', label: 'Sheet', hint: 'Created if it doesn\u2019t exist.' },
  venue: {
    control: 'names',
    label: 'Venue',
    choices: (_, names) => nameChoices(names?.venue),
    hint: 'Leave blank for all. Press Enter to add another. Use * as a wildcard and <> to exclude.',
  },
  area: { control: 'names', label: 'Area', choices: (_, names) => nameChoices(names?.area) },
  role: { control: 'names', label: 'Job title', choices: (_, names) => nameChoices(names?.role) },
  columns: {
    control: 'ordered',
    label: 'Columns',
    usual: '',
    choices: (fields) => {
      const all = columnChoices(fields);
      return [{ value: all.map(({ value }) => value).join(), label: `All ${all.length} columns` }, ...all];
    },
    hint: 'Leave blank for all, or add all to remove a few. Write \u201cBooked % as Filled\u201d for a heading of your own.',
  },
  readableHeadings: {
    control: 'check',
    label: 'Readable headings',
    usual: true,
    hint: '\u201cBooked %\u201d instead of SHIFTS_BOOKED_PERCENTAGE.',
  },
  noteColumns: {
    control: 'text',
    label: 'Note columns',
    usual: '',
    hint: 'For what people type beside shifts, such as Reason, Done. Up to five.',
    isShown: (fields) => !isGrouped(fields),
  },
  every: {
    control: 'list',
    label: 'Refresh',
    usual: 'settings',
    choices: () => choicesOf(REPORT_INTERVALS),
    hint: 'At the hour, and on the day, that Settings has. Without a schedule there, by hand.',
  },
  mode: {
    control: 'radios',
    label: 'When refreshed',
    usual: 'replace',
    choices: () =>
      choicesOf(MODE_LABELS, {
        replace: 'The sheet shows only the days of the period.',
        history: 'Older days stay in the sheet.',
      }),
    isShown: (fields) => !isGrouped(fields),
  },
};

/** Names to choose from, as filters write them: `?` stands for what a filter cannot hold. */
function nameChoices(names: readonly string[] = []): readonly Choice[] {
  const filters = names.map((name) => name.replace(/[;\p{Cc}]/gu, '?').trim());
  return filters.map((filter) => ({ value: filter, label: filter }));
}
