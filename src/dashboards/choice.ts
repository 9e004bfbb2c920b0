import * as v from 'valibot';
import { type DateRange, isOn, overlap, shortMonth, startOfMonth } from '../calendar/calendar-date';
import { readPeriodWord } from '../calendar/period-words';
import { KEY_HEADINGS } from '../contract/fields';
import { DAY_COLUMN } from '../employer-api/shift-report';
import { fitText } from '../employer-api/text';
import { keyOf } from '../figures/figures';
import { foldName } from '../figures/names';
import type { RowFilter } from '../figures/row-filter';
import { nounOf } from '../reports/saved/names';
import { type DashboardFigures, nameOf, type RowKey, severalOf } from './dashboard-figures';
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

const WORDS = ['Last 4 weeks', 'Last week', 'This month'];
/** Google offers 500 values; one is for all. */
const [MOST_OFFERED, TOLD_LETTERS] = [499, 40];

/** Cuts a report to one name and some of its days. What is not there is left out of the choice. @param whole Its figures. */
export function choose(wanted: Choice, source: DashboardSource, whole: DashboardFigures) {
  const { report, range, saved, covered = range, coming } = source;
  const kind = severalOf(whole);
  const word = nounOf(kind);
  const known = whole.by(kind).groups.flatMap((group) => (keyOf(group) === null ? [] : nameOf(group)));
  const name = pick(wanted.name, `All ${word}s`, known, `is no ${word} of these rows`);
  const periods = periodsOf(source);
  const period = pick(wanted.period, 'Whole report', [...periods.keys()], 'has no day of the report');
  const days = periods.get(period.found) ?? range;
  const rows = coming ? report.rows.filter((row) => isOn(row[DAY_COLUMN], days)) : report.rows;
  const part: DashboardSource = {
    ...source,
    ...{ covered, range: days },
    saved: period.found === '' ? saved : { ...saved, period: 'custom' },
    report: { ...report, rows, roundDays: report.roundDays.filter(([day]) => isOn(day, days)) },
    chosen: name.found === '' ? [] : [only(kind, name.found)],
  };
  return {
    /** What of the choice is there. */
    choice: { name: name.found, period: period.found },
    /** The part of the report that it leaves; undefined where that is all. */
    part: name.found === '' && period.found === '' ? undefined : part,
    drops: [name.drop, period.drop],
    /** What of the choice is not there, in sentences; empty where all is. */
    lost: [name.lost, period.lost].filter(Boolean).join(' '),
  };
}

/** Leaves the rows of one name, as a criterion of the report would, whatever signs the name has. */
export function only(kind: RowKey, name: string): RowFilter {
  return {
    field: KEY_HEADINGS[kind],
    names: [name],
    matches: (value) => foldName(String(value ?? '')) === foldName(name),
  };
}

/** The periods that have days of the report, cut to these: three that move with the day of the refresh, and its months. */
function periodsOf({ range, today, weekStart }: DashboardSource): ReadonlyMap<string, DateRange> {
  const periods = WORDS.map((word) => [word, readPeriodWord(word, today, weekStart) as DateRange] as const);
  for (let from = startOfMonth(range.to); from > range.from - 31; from = startOfMonth(from, -1)) {
    periods.push([shortMonth(from), { from, to: startOfMonth(from, 1) - 1 }]);
  }
  return new Map(
    periods.flatMap(([label, days]) => {
      const there = overlap(days, range);
      return there === undefined ? [] : [[label, there] as const];
    }),
  );
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
