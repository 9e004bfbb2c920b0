import { type CellValue, planTable } from '../answers/tables/answer-table';
import { requireShown, tableColumns } from '../answers/tables/figure-columns';
import { figuresBy } from '../figures/figures';
import { inCell } from './formula-run';

/**
 * One figure for a period, such as worked % or missing people; the option "evidence" adds how sure it is, "refresh" with SHIFT_STAMP follows refreshes. Example: =SHIFT_METRIC("worked %")
 *
 * @param {text} metric A figure such as "posted", "worked %", "true fulfilment %", "no shows", "missing people"; see SHIFT_LIST("metrics"). Example: "worked %"
 * @param {date|text} from (optional) First day, or a period such as "last week" or "MTD". Blank: the last 7 days. Example: "last week"
 * @param {date|text} to (optional) Last day, included, such as "2026-03-31". Not needed when "from" is a period. Example: "yesterday"
 * @param {text|range} option (optional) Options in pairs: "venue", "role", "evidence", "basis" and others; see SHIFT_LIST("options"). Example: "venue"
 * @param {any} value (optional) The value of the option before it; more pairs may follow. Example: "*Grand Hotel*"
 * @return {number} The figure; with evidence, a row.
 * @customfunction
 */
export function SHIFT_METRIC(
  metric: unknown,
  from: unknown,
  to: unknown,
  ...options: unknown[]
): CellValue | CellValue[][] {
  return inCell((run) => {
    const question = run.ask('SHIFT_METRIC', [metric, from, to, ...options]);
    const { evidence, asOf } = question.options;
    const layOut = planTable(tableColumns([], question.measures, { evidence }), { asOf });
    const { figures, answer, cell } = run.figures(question);
    const { total } = figuresBy(figures, []);
    // Evidence says why a percentage is blank.
    if (!evidence) requireShown([total], figures.requests);
    const table = layOut({ ...answer, items: [total], facts: figures }, cell);
    return table[0]?.length === 1 ? (table[0][0] ?? null) : table;
  });
}
