import * as v from 'valibot';
import { type DateRange, isOn, overlap, shortMonth, startOfMonth } from '../calendar/calendar-date';
import { readPeriodWord } from '../calendar/period-words';
import { KEY_HEADINGS } from '../contract/fields';
import { DAY_COLUMN } from '../employer-api/shift-records';
import { fitText } from '../employer-api/text';
import { foldName } from '../figures/names';
import { filterRows, type RowFilter } from '../figures/row-filter';
import { listNames, type NameKind } from '../reports/saved/names';
import { readCriteria } from '../reports/saved/report-question';
import { KEY_WORDS } from './dashboard-figures';
import type { DashboardSource } from './dashboard-source';

/** What someone chose in row 2 of a dashboard; empty for all. It may be in none of the rows. */
export const CHOICE = v.object({ name: v.string(), period: v.string() });

/** The same, as a value. */
export type Choice = Readonly<v.InferOutput<typeof CHOICE>>;

/** A drop-down in row 2: what it shows and offers, all first. */
export interface DropDown {
  readonly shown: string;
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

const KINDS = ['venue', 'role', 'area'] as const;
const WORDS = ['Last 4 weeks', 'Last week', 'This month'];
/** Google offers 500 values; one is for all. */
const [MOST_OFFERED, TOLD_LETTERS] = [499, 40];

/** Cuts the rows of a report to one name and some of its days. What is not there is left out of the choice, and said. */
export function choose(wanted: Choice, source: DashboardSource): ChosenSource {
  const { report, range, saved, covered = range, coming, notice = '' } = source;
  const there = report.rows.filter((row) => isOn(row[DAY_COLUMN], range));
  const own = filterRows([...there, ...(coming ?? [])], readCriteria(saved));
  // Venues; where there is one, its job titles or areas.
  const kind = KINDS.find((one) => listNames(own, one).length > 1) ?? 'venue';
  const word = KEY_WORDS[kind].toLowerCase();
  const name = pick(wanted.name, `All ${word}s`, listNames(own, kind), `is no ${word} of these rows`);
  const periods = periodsOf(source);
  const labels = periods.map(([label]) => label);
  const period = pick(wanted.period, 'Whole report', labels, 'has no day of the report');
  const days = periods[labels.indexOf(period.found)]?.[1] ?? range;
  return {
    choice: { name: name.found, period: period.found },
    kind,
    drops: [name.drop, period.drop],
    source: {
      ...source,
      ...{ covered, range: days },
      saved: period.found === '' ? saved : { ...saved, period: 'custom' },
      report: {
        ...report,
        rows: coming ? there.filter((row) => isOn(row[DAY_COLUMN], days)) : report.rows,
        roundDays: report.roundDays.filter(([day]) => isOn(day, days)),
      },
      chosen: name.found === '' ? [] : [only(kind, name.found)],
      notice: [notice, name.lost, period.lost].filter(Boolean).join(' '),
    },
  };
}

/** Leaves the rows of one name, as a criterion of the report would, whatever signs the name has. */
export function only(kind: NameKind, name: string): RowFilter {
  return {
    field: KEY_HEADINGS[kind],
    names: [name],
    matches: (value) => foldName(String(value ?? '')) === foldName(name),
  };
}

/** The periods that have days of the report, cut to these: three that move with the day of the refresh, and its months. */
function periodsOf({ range, today, weekStart }: DashboardSource): (readonly [string, DateRange])[] {
  const periods = WORDS.map((word) => [word, readPeriodWord(word, today, weekStart) as DateRange] as const);
  for (let from = startOfMonth(range.to); from > range.from - 31; from = startOfMonth(from, -1)) {
    periods.push([shortMonth(from), { from, to: startOfMonth(from, 1) - 1 }]);
  }
  return periods.flatMap(([label, days]) => {
    const there = overlap(days, range);
    return there === undefined ? [] : [[label, there] as const];
  });
}

/** What a text chooses, `''` for all; and what is said where it is none of these. */
function pick(text: string, all: string, known: readonly string[], why: string) {
  const folded = foldName(text);
  const found = known.find((one) => foldName(one) === folded) ?? '';
  const isLost = found === '' && folded !== '' && folded !== foldName(all);
  return {
    found,
    lost: isLost ? `“${fitText(text, TOLD_LETTERS)}” ${why}: all are shown.` : '',
    drop: { shown: found || all, offered: [all, ...known.slice(0, MOST_OFFERED)] },
  };
}
