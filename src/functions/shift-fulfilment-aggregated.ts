import { placeArguments } from '../answers/question';
import { type CellValue, planTable } from '../answers/tables/answer-table';
import { isIncomplete, tableColumns } from '../answers/tables/figure-columns';
import { isSampleConnection } from '../employer-api/connection';
import { figuresBy } from '../figures/figures';
import { inCell } from './formula-run';
import { answerServiceTable } from './worker-turnover';

const FUNCTION = 'SHIFT_FULFILMENT_AGGREGATED';

/**
 * Shift fulfilment by week, venue, role and so on: counts are added, percentages are ratios of sums, NOTES says what to know. Example: =SHIFT_FULFILMENT_AGGREGATED("last 13 weeks")
 *
 * @param {date|text} from (optional) First day, or a period such as "last 13 weeks" or "MTD". Blank: the last 7 days. Example: "last 13 weeks"
 * @param {date|text} to (optional) Last day, included, such as "2026-03-31". Not needed when "from" is a period. Example: "yesterday"
 * @param {text} by (optional) Up to three of day, week, month, quarter, year, weekday, venue, area, role. Blank: week. Example: "week, venue"
 * @param {text|range} option (optional) Options in pairs: "measures", "evidence", "venue", "totals", "sort" and others; see SHIFT_LIST("options"). Example: "measures"
 * @param {any} value (optional) The value of the option before it; more pairs may follow. Example: "worked %, missing people"
 * @return {any[][]} A heading row, then one row per group.
 * @customfunction
 */
export function SHIFT_FULFILMENT_AGGREGATED(
  from: unknown,
  to: unknown,
  by: unknown,
  ...options: unknown[]
): CellValue[][] {
  return inCell((run) => {
    const placed = placeArguments(FUNCTION, [from, to, by, ...options]);
    const name = 'shift_fulfilment_aggregated';
    const entry = run.reading.stores.addresses.reports[name];
    if (entry !== undefined && !isSampleConnection(run.connection())) {
      // The service does the grouping: its rows are shown as it sends them.
      const { groupBy } = run.ask(FUNCTION, { by: placed.by, options: [] }).options;
      return answerServiceTable(run, FUNCTION, { name, entry }, placed, groupBy?.join(','));
    }
    const question = run.ask(FUNCTION, placed);
    const { keys, measures, options: chosen } = question;
    const layOut = planTable(tableColumns(keys, measures, chosen), chosen);
    const { figures, answer, cell } = run.figures(question);
    const { groups, total } = figuresBy(figures, keys);
    const lines = chosen.incomplete === 'hide' ? groups.filter((group) => !isIncomplete(group)) : groups;
    const last = chosen.totals ? total : undefined;
    const facts = {
      ...figures,
      marksIncomplete: chosen.incomplete !== 'show',
      hidesPeriods: lines.length < groups.length,
    };
    return layOut({ ...answer, items: lines, facts, last }, cell);
  });
}
