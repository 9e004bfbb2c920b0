import { type PlacedArguments, placeArguments } from '../answers/question';
import { type CellValue, planTable, recordColumns } from '../answers/tables/answer-table';
import { type ConfigurableReport, isSampleConnection, type ReportEntry } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';
import { otherReport } from '../employer-api/other-reports';
import { type FormulaRun, inCell } from './formula-run';

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
    const entry = run.reading.stores.addresses.reports[name];
    if (entry === undefined) throw new ReportError('report_not_configured');
    if (isSampleConnection(run.connection())) {
      throw new ReportError('report_not_configured', { sentence: NO_SAMPLE });
    }
    const placed = placeArguments('WORKER_TURNOVER', [from, to, ...options]);
    return answerServiceTable(run, 'WORKER_TURNOVER', { name, entry }, placed);
  });
}

/**
 * The rows of a report as the service sends them, under its own headings: nothing is computed. All such reports have the
 * options of WORKER_TURNOVER.
 *
 * @param name The function, as messages call it.
 * @param by What the service shall group by, if it does.
 * @throws {ReportError}
 */
export function answerServiceTable(
  run: FormulaRun,
  name: string,
  report: { readonly name: ConfigurableReport; readonly entry: ReportEntry },
  placed: PlacedArguments,
  by?: string,
): CellValue[][] {
  const question = run.ask('WORKER_TURNOVER', { ...placed, by: undefined }, name);
  const { options } = question;
  const kind = otherReport(report.name, report.entry, by);
  const { first, cell } = run.read([run.range(question)], options, kind);
  const { rows, generatedAt, fields } = first;
  return planTable(recordColumns(fields), options)({ items: rows, generatedAt }, cell);
}
