import * as v from 'valibot';
import { type DateRange, isOn, overlap, shortMonth, startOfMonth } from '../calendar/calendar-date';
import { readPeriodWord } from '../calendar/period-words';
import { DAY_COLUMN } from '../employer-api/shift-records';
import { foldName } from '../figures/names';
import { filterRows, type RowFilter } from '../figures/row-filter';
import { listNames, NAME_FIELDS, type NameKind } from '../reports/saved/names';
import { readCriteria } from '../reports/saved/report-question';
import type { DashboardSource } from './dashboard-source';
import { KEY_WORDS, shortened } from './dashboard-texts';

/** What someone chose in row 2 of a dashboard; empty for all. It may be in none of the rows. */
export const CHOICE = v.object({ name: v.string(), period: v.string() });

/** The same, as a value. */
export type Choice = Readonly<v.InferOutput<typeof CHOICE>>;

/** Nothing is left out. */
export const ALL: Choice = { name: '', period: '' };

/** A drop-down in row 2. */
export interface DropDown {
  readonly shown: string;
  /** All first. */
  readonly offered: readonly string[];
}

/** Rows that are cut as someone chose. */
export interface ChosenSource {
  readonly source: DashboardSource;
  /** What of the choice is there. */
  readonly choice: Choice;
  /** The kind of the names that are offered. */
  readonly kind: NameKind;
  readonly drops: readonly [names: DropDown, periods: DropDown];
}

const WHOLE = 'Whole report';
const PERIODS = ['Last 4 weeks', 'Last week', 'This month'];
/** Google offers 500 values; one is for all. */
const MOST_NAMES = 499;
const TOLD_LETTERS = 40;

/** Cuts the rows of a report to one name and some of its days. What is not there is left out of the choice, and said. */
export function choose(wanted: Choice, source: DashboardSource): ChosenSource {
  const { report, range, saved, covered = range, coming = [], notice = '' } = source;
  const there = report.rows.filter((row) => isOn(row[DAY_COLUMN], range));
  const { kind, names } = namesOf(filterRows([...there, ...coming], readCriteria(saved)));
  const words = KEY_WORDS[kind].toLowerCase();
  const periods = periodsOf(source);
  const name = find(wanted.name, `All ${words}s`, names);
  const period = find(wanted.period, WHOLE, [...periods.keys()]);
  const days = periods.get(period.found) ?? range;
  const lost = [
    name.isLost
      ? `“${shortened(wanted.name, TOLD_LETTERS)}” is no ${words} of these rows: all are shown.`
      : '',
    period.isLost
      ? `“${shortened(wanted.period, TOLD_LETTERS)}” has no day of the report: all are shown.`
      : '',
  ];
  return {
    choice: { name: name.found, period: period.found },
    kind,
    drops: [{ ...name.list, offered: name.list.offered.slice(0, 1 + MOST_NAMES) }, period.list],
    source: {
      ...source,
      ...{ covered, range: days },
      saved: period.found === '' ? saved : { ...saved, period: 'custom' },
      report: {
        ...report,
        rows: source.coming ? report.rows.filter((row) => isOn(row[DAY_COLUMN], days)) : report.rows,
        roundDays: report.roundDays.filter(([day]) => isOn(day, days)),
      },
      chosen: name.found === '' ? [] : [onlyNamed(kind, name.found)],
      notice: [notice, ...lost].filter(Boolean).join(' '),
    },
  };
}

/** Venues; where there is one, its job titles or areas. */
function namesOf(rows: DashboardSource['report']['rows']) {
  const known = (['venue', 'role', 'area'] as const).map((kind) => ({ kind, names: listNames(rows, kind) }));
  const [venues] = known;
  return known.find(({ names }) => names.length > 1) ?? (venues as (typeof known)[number]);
}

/** The periods that have days of the report, cut to these: three that move with the day of the refresh, and its months. */
function periodsOf({ range, today, weekStart }: DashboardSource): ReadonlyMap<string, DateRange> {
  const periods = new Map<string, DateRange>();
  const add = (label: string, days: DateRange | undefined) => {
    const there = days && overlap(days, range);
    if (there !== undefined) periods.set(label, { from: there.from, to: there.to });
  };
  for (const label of PERIODS) add(label, readPeriodWord(label, today, weekStart));
  for (let month = startOfMonth(range.to); month > range.from - 31; month = startOfMonth(month, -1)) {
    add(shortMonth(month), { from: month, to: startOfMonth(month, 1) - 1 });
  }
  return periods;
}

/** What a text chooses; `''` for all, and where it is none of these. */
function find(text: string, all: string, known: readonly string[]) {
  const found = known.find((one) => foldName(one) === foldName(text)) ?? '';
  const isAll = text.trim() === '' || foldName(text) === foldName(all);
  return {
    found,
    isLost: found === '' && !isAll,
    list: { shown: found === '' ? all : found, offered: [all, ...known] },
  };
}

/** As the criterion of a report picks a name, whatever signs that has. */
function onlyNamed(kind: NameKind, name: string): RowFilter {
  const folded = foldName(name);
  return {
    field: NAME_FIELDS[kind],
    names: [name],
    matches: (value) => typeof value === 'string' && foldName(value) === folded,
  };
}

/** What row 3 says from the choice on until the dashboard is made: shown by the sheet itself, also where no script runs. */
export const WAITING =
  'Working on your choice. If this stays for a minute, build the dashboard again in the sidebar.';
/** The column of the last row that holds it; the one before is blank. */
export const WAITING_COLUMN = 9;

/**
 * What A3 holds: what it says anyway, and the above while the drop-downs show something else than the figures. Without
 * argument separators, which locales differ in.
 *
 * @param said A text, or a formula of the kind of `watchFormula`.
 */
export function waitingFormula(said: string, shown: readonly string[], lastRow: number): string {
  const quoted = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const differs = shown.map((text, at) => `(${'AB'.charAt(at)}2<>${quoted(text)})`).join('+');
  const words = `INDIRECT(CHAR(${63 + WAITING_COLUMN}+SIGN(${differs}))&"${lastRow}")`;
  return `=TRIM(${said.startsWith('=') ? said.slice(1) : quoted(said)}&" "&${words})`;
}
