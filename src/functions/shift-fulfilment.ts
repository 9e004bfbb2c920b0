import { type CellValue, planTable, recordColumns } from '../answers/tables/answer-table';
import { SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-report';
import { filterRows } from '../figures/row-filter';
import { refuseUnknownNames } from '../reports/saved/names';
import { inCell } from './formula-run';

/**
 * Shift fulfilment, one row per shift: posted, booked, worked, missed, needed. Don't average its percentages: SHIFT_FULFILMENT_AGGREGATED gets them right. The option "refresh" with SHIFT_STAMP follows refreshes. Example: =SHIFT_FULFILMENT("last week")
 *
 * @param {date|text} from (optional) First day, or a period such as "last week", "MTD" or "last 7 days". Blank: the last 7 days. Example: "last week"
 * @param {date|text} to (optional) Last day, included, such as "2026-03-31". Not needed when "from" is a period. Example: "yesterday"
 * @param {text|range} option (optional) Options in pairs: "venue", "area", "role", "columns", "sort", "limit" and others; see SHIFT_LIST("options"). Example: "venue"
 * @param {any} value (optional) The value of the option before it; more pairs may follow. Example: "*Grand Hotel*"
 * @return {any[][]} A heading row, then one row per shift.
 * @customfunction
 */
export function SHIFT_FULFILMENT(from: unknown, to: unknown, ...options: unknown[]): CellValue[][] {
  return inCell((run) => {
    const question = run.ask('SHIFT_FULFILMENT', [from, to, ...options]);
    const { filters } = question.options;
    const layOut = planTable(recordColumns(SHIFT_FULFILMENT_FIELDS), question.options);
    const { first, cell } = run.read([run.range(question)], question.options);
    const { rows, generatedAt } = first;
    if (filters.length > 0) refuseUnknownNames(run, rows, filters);
    return layOut({ items: filterRows(rows, filters), generatedAt }, cell);
  });
}
