import { refuseOption } from '../answers/arguments/cells';
import { type CellValue, planTable } from '../answers/tables/answer-table';
import { isIncomplete, requireShown, tableColumns, trendBySplit } from '../answers/tables/figure-columns';
import type { PeriodUnit } from '../calendar/calendar-date';
import type { GroupKey } from '../contract/fields';
import { figuresBy } from '../figures/figures';
import { inCell } from './formula-run';

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
    const question = run.ask('SHIFT_TREND', [metric, from, to, by, ...options]);
    const { measures, options: chosen } = question;
    const [period, split] = question.keys as [PeriodUnit, GroupKey?];
    const { limit, evidence, headers, asOf } = chosen;
    const { figures, answer, cell } = run.figures(question);
    const { groups } = figuresBy(figures, [period]);
    const periods = chosen.incomplete === 'show' ? groups : groups.filter((group) => !isIncomplete(group));
    if (periods.length === 0 && chosen.incomplete === undefined) {
      refuseOption('Set "incomplete" to "show": none of these periods is complete yet');
    }
    // The newest, in their order; or the largest columns.
    const items = split === undefined && limit ? periods.slice(-limit) : periods;
    if (split === undefined && !evidence) requireShown(items, figures.requests);
    const columns = split
      ? trendBySplit(figures, [period, split], items, limit)
      : tableColumns([period], measures, { evidence });
    return planTable(columns, { headers, asOf })({ ...answer, items, facts: figures }, cell);
  });
}
