import { formatIsoDate } from '../../calendar/calendar-date';
import { needsWord } from '../../figures/figure';
import { type FigureSet, figuresBy } from '../../figures/figure-set';
import { type Group, keyOf } from '../../figures/group-figures';
import {
  codeKeys,
  type GroupKey,
  KEY_HEADINGS,
  type KeyCodes,
  type KeyValue,
} from '../../figures/group-keys';
import type { Measure } from '../../figures/measures';
import { foldName } from '../../figures/names';
import type { Options } from '../arguments/options';
import { AS_OF_COLUMN, type CellValue, type Presentation, planTable } from './answer-table';
import { type FigureColumn, figureColumns, keyColumns } from './figure-columns';
import { type FigureFacts, requireSettled } from './notes';

/** One figure over time, apart for each value of another key. */
export interface SplitTrend {
  readonly measure: Measure;
  readonly period: GroupKey;
  readonly split: GroupKey;
  /** The lines: the periods that are shown. */
  readonly periods: readonly Group[];
  readonly figures: FigureSet;
  readonly facts: FigureFacts;
}

/**
 * The period, then one column per value of the other key, largest first: by the figure itself, percentages by what
 * they are of. Beyond `limit`, one column "Other", computed from its own records. Records of periods that are not shown
 * count nowhere.
 *
 * @throws {ReportError} `invalid_option` where the definition is not known well enough for a figure that it shows.
 */
export function trendBySplit(
  { measure, period, split, periods, figures: read, facts }: SplitTrend,
  options: Pick<Options, 'limit' | 'headers' | 'asOf'>,
  present: Presentation,
): CellValue[][] {
  const nameOf = distinctNames([KEY_HEADINGS[period], ...(options.asOf ? [AS_OF_COLUMN.name] : [])]);
  const starts = new Set(periods.map((group) => keyOf(group)));
  const figures = { ...read, rows: rowsWhere(read, period, (start) => starts.has(start)) };
  const ranked = [...figuresBy(figures, [split]).groups].sort((one, other) => size(other) - size(one));
  const shown = ranked.slice(0, options.limit).map((group) => keyOf(group));
  const groups = figuresBy(figures, [period, split]).groups;
  const headings = new Map(
    // A name of the service's keeps its spelling before a word of ours.
    [...shown.filter((value) => value !== null), null].map((value) => [
      value,
      value === null ? nameOf(`No ${split}`, 'blank') : nameOf(headingOf(value, present), split),
    ]),
  );
  const plan = figures.requests[0]?.targets?.plan;
  const series = shown.map((value): Series => {
    const own = groups.filter((group) => keyOf(group, 1) === value);
    const planOf = plan && ((start: KeyValue) => plan([period, split], [start, value]));
    return { name: headings.get(value) as string, groups: own, planOf };
  });
  if (shown.length < ranked.length) {
    const named = new Set(shown);
    const rest = figuresBy(
      figures,
      [period],
      rowsWhere(figures, split, (value) => !named.has(value)),
    );
    series.push({ name: nameOf(REST, 'rest'), groups: rest.groups, planOf: plan && (() => null) });
  }
  requireSettled(
    series.flatMap((one) => one.groups),
    figures.requests,
  );
  const columns = series.map((one) => valueColumn(measure, one));
  const all = [...keyColumns([period]), ...columns, ...(options.asOf ? [AS_OF_COLUMN] : [])];
  const { headers } = options;
  const layOut = planTable(all, { columns: undefined, sort: [], limit: undefined, headers });
  return layOut({ lines: periods, last: undefined, facts }, present);
}

/** The heading of the values beyond the limit. */
const REST = 'Other';

/** What one column shows: its groups, by period. */
interface Series {
  readonly name: string;
  readonly groups: readonly Group[];
  /** Its plan by the first day of a period, where the figure is one: also where there are no records. */
  readonly planOf?: ((start: KeyValue) => number | null) | undefined;
}

function size({ figures: [figure] }: Group): number {
  return (figure && (figure.min === null ? figure.value : figure.n)) ?? 0;
}

/** A column that looks its figure up by period: no records make a count of 0, but of days to come, and no percentage. */
function valueColumn(measure: Measure, { name, groups, planOf }: Series): FigureColumn {
  const byPeriod = new Map(groups.map((group) => [keyOf(group), group]));
  const [{ value, show }] = figureColumns([measure], false) as [FigureColumn];
  return {
    name,
    words: [],
    value: (line, facts) => {
      const group = byPeriod.get(keyOf(line));
      if (group) return value(group, facts);
      if (planOf) return planOf(keyOf(line));
      const isAsked = !(measure.finishedDaysOnly && line.days?.covered === 0);
      return measure.kind === 'count' && isAsked ? 0 : null;
    },
    show,
    doubt: {
      misleads: (line) => byPeriod.get(keyOf(line))?.figures.some(needsWord) === true,
      shownBy: [],
    },
  };
}

function rowsWhere({ rows, weekStart }: FigureSet, key: GroupKey, test: (value: KeyValue) => boolean) {
  const [{ codes, values }] = codeKeys(rows, [key], weekStart) as [KeyCodes];
  const fits = values.map(test);
  return rows.filter((_, row) => fits[codes[row] as number]);
}

/** Gives names that are not taken yet, whatever their capitals: `Other`, then `Other (rest)`. */
function distinctNames(taken: readonly string[]): (name: string, sign: string) => string {
  const known = new Set(taken.map(foldName));
  return (name, sign) => {
    let distinct = name;
    while (known.has(foldName(distinct))) distinct = `${distinct} (${sign})`;
    known.add(foldName(distinct));
    return distinct;
  };
}

function headingOf(value: number | string, present: Presentation): string {
  return typeof value === 'number' ? formatIsoDate(value) : String(present.text(value));
}
