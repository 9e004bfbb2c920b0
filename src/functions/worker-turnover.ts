import { placeArguments } from '../answers/question';
import type { CellValue } from '../answers/tables/answer-table';
import { requireConfigured, SAMPLE_ADDRESSES } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';
import { inCell } from './formula-run';
import { answerServiceTable } from './service-table';

const NO_SAMPLE = 'Connect with your own credentials: the sample employer has no worker turnover report';

/**
 * Headcount and turnover, as the service sends them. Works once the add-on is built with this report's path, which only the operator of the service knows. Example: =WORKER_TURNOVER("last month")
 *
 * @param {date|text} from (optional) First day, or a period such as "last month" or "YTD". Blank: the last 7 days. Example: "last month"
 * @param {date|text} to (optional) Last day, included, such as "2026-03-31". Not needed when "from" is a period. Example: "yesterday"
 * @param {text|range} option (optional) Options in pairs: "columns", "sort", "limit", "headers", "dates" and others; see SHIFT_LIST("options"). Example: "limit"
 * @param {any} value (optional) The value of the option before it; more pairs may follow. Example: 10
 * @return {any[][]} A heading row, then one row per record.
 * @customfunction
 */
export function WORKER_TURNOVER(from: unknown, to: unknown, ...options: unknown[]): CellValue[][] {
  return inCell((run) => {
    const name = 'worker_turnover';
    const addresses = run.configured();
    if (addresses === SAMPLE_ADDRESSES)
      throw new ReportError('report_not_configured', { sentence: NO_SAMPLE });
    const entry = requireConfigured(name, addresses);
    const placed = placeArguments('WORKER_TURNOVER', [from, to, ...options]);
    return answerServiceTable(run, 'WORKER_TURNOVER', { name, entry }, placed);
  });
}
