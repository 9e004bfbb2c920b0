import type { PlacedArguments } from '../answers/question';
import { type CellValue, planTable, recordColumns } from '../answers/tables/answer-table';
import type { ConfigurableReport, ReportEntry } from '../employer-api/connection';
import { otherReport } from '../employer-api/other-reports';
import type { FormulaRun } from './formula-run';

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
  const { first: answer, zone } = run.read([run.range(question)], options, kind);
  const { rows, generatedAt, fields } = answer;
  const layOut = planTable(recordColumns(fields), options);
  return layOut({ items: rows, lineOf: (row) => row, generatedAt }, run.cellMaker(options, zone));
}
