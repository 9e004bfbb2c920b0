import type { PlacedArguments } from '../answers/arguments/arguments';
import { readRange } from '../answers/arguments/dates';
import { type CellValue, planRecords } from '../answers/tables/answer-table';
import type { ConfigurableReport, ReportEntry } from '../employer-api/connection';
import { otherReport } from '../employer-api/other-reports';
import type { FormulaRun } from './formula-run';

/**
 * The rows of a report as the service sends them, under its own headings: nothing is computed. All such reports have the
 * options of WORKER_TURNOVER.
 *
 * @param by What the service shall group by, if it does.
 * @throws {ReportError}
 */
export function answerServiceTable(
  run: FormulaRun,
  name: string,
  report: { readonly name: ConfigurableReport; readonly entry: ReportEntry },
  { from, to, options }: PlacedArguments,
  by?: string,
): CellValue[][] {
  const chosen = run.options('WORKER_TURNOVER', options, name);
  const range = readRange(from, to, run.dateContext(chosen.weekStarts));
  const { report: answer, zone } = run.read(range, chosen, otherReport(report.name, report.entry, by));
  const layOut = planRecords(answer.fields, chosen);
  return layOut(answer.rows, answer.generatedAt, run.presentation(chosen, zone));
}
