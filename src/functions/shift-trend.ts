import { placeArguments } from '../answers/arguments/arguments';
import { readRange } from '../answers/arguments/dates';
import {
  groupKeysGiven,
  type Options,
  readGroupBy,
  readMeasure,
  readTrendKeys,
  STANDARD_KEYS,
  trendPeriod,
} from '../answers/arguments/options';
import { refuseOption } from '../answers/arguments/refusals';
import { AS_OF_COLUMN, type CellValue, planTable } from '../answers/tables/answer-table';
import { figureColumns, keyColumns, trendBySplit } from '../answers/tables/figure-columns';
import { checkBasis, isIncomplete, requireShown } from '../answers/tables/notes';
import type { GroupKey } from '../contract/fields';
import { figuresBy } from '../figures/figure-set';
import type { Group } from '../figures/group-figures';
import type { PeriodKey } from '../figures/group-keys';
import type { Measure } from '../figures/measures';
import { type FormulaRun, inCell } from './formula-run';
import { readFigures } from './read-figures';

/**
 * One figure over time, ready for a chart: a row per week, or one column per venue with "week, venue". Periods that are not complete are left out. Example: =SHIFT_TREND("true fulfilment %")
 *
 * @param {text} metric A figure such as "posted", "worked %", "true fulfilment %", "no shows", "missing people"; see SHIFT_LIST("metrics"). Example: "worked %"
 * @param {date|text} from (optional) First day, or a period such as "last 13 weeks" or "YTD". Both dates blank: the last 13 complete weeks, days or months, 6 quarters or 1 year. Example: "last 13 weeks"
 * @param {date|text} to (optional) Last day, included, such as "2026-03-31". Not needed when "from" is a period. Example: "yesterday"
 * @param {text} by (optional) day, week, month, quarter or year; with a second one such as venue, a column for each. Blank: week. Example: "week, venue"
 * @param {text|range} option (optional) Options in pairs: "limit", "venue", "evidence", "incomplete" and others; see SHIFT_LIST("options"). Example: "limit"
 * @param {any} value (optional) The value of the option before it; more pairs may follow. Example: 5
 * @return {any[][]} A heading row, then one row per period.
 * @customfunction
 */
export function SHIFT_TREND(
  metric: unknown,
  from: unknown,
  to: unknown,
  by: unknown,
  ...options: unknown[]
): CellValue[][] {
  return inCell((run) => {
    const args = [metric, from, to, by, ...options];
    const placed = placeArguments('SHIFT_TREND', args);
    const measure = readMeasure(placed.metric);
    const given = readGroupBy(placed.by);
    const chosen = run.options('SHIFT_TREND', placed.options);
    const keys = groupKeysGiven(given, chosen.groupBy) ?? STANDARD_KEYS.SHIFT_TREND;
    const [period, split] = readTrendKeys(keys, chosen);
    checkBasis([measure], chosen.basis);
    return trend(run, measure, { from: placed.from, to: placed.to, period, split }, chosen);
  });
}

/** What a trend runs over, and what it is split by. */
interface TrendArguments {
  readonly from: unknown;
  readonly to: unknown;
  readonly period: PeriodKey;
  readonly split: GroupKey | undefined;
}

function trend(
  run: FormulaRun,
  measure: Measure,
  { from, to, period, split }: TrendArguments,
  options: Options,
): CellValue[][] {
  const columns = [
    ...keyColumns([period]),
    ...figureColumns([measure], options.evidence),
    ...(options.asOf ? [AS_OF_COLUMN] : []),
  ];
  const plain = { columns: undefined, sort: [], limit: undefined };
  const layOut = planTable(columns, { ...plain, headers: options.headers });
  const context = run.dateContext(options.weekStarts);
  const range = readRange(from, to, context, trendPeriod(period));
  const { figures, facts, notes, zone } = readFigures(run, range, options, [measure]);
  const { groups } = figuresBy(figures, [period]);
  const periods = options.incomplete === 'show' ? groups : groups.filter((group) => !isIncomplete(group));
  if (periods.length === 0 && options.incomplete === undefined) {
    refuseOption('Set "incomplete" to "show": none of these periods is complete yet');
  }
  const present = run.presentation(options, zone);
  if (split === undefined) {
    const lines = newest(periods, options.limit);
    if (!options.evidence) requireShown(lines, figures.requests);
    return layOut({ lines, last: undefined, facts, notes }, present);
  }
  return trendBySplit({ measure, period, split, periods, figures, facts }, options, present);
}

/** The newest periods, in their order. */
function newest(periods: readonly Group[], limit: number | undefined): readonly Group[] {
  return limit === undefined ? periods : periods.slice(-limit);
}
