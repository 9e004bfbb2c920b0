import { readRange } from '../answers/arguments/positional-arguments';
import { type CellValue, planRecords } from '../answers/tables/answer-table';
import type { ConfigurableReport, ReportEntry } from '../employer-api/connection';
import { configuredReport } from '../employer-api/report-kind';
import type { FormulaRun } from './formula-run';

/** The arguments of a function whose rows the service makes. */
interface ServiceTableArguments {
  readonly from: unknown;
  readonly to: unknown;
  /** What the service shall group by; undefined where it does not. */
  readonly by: string | undefined;
  readonly options: readonly unknown[];
}

/**
 * The rows of a report as the service sends them, under its own headings: nothing is computed. All such reports have the
 * options of WORKER_TURNOVER.
 *
 * @throws {ReportError}
 */
export function answerServiceTable(
  run: FormulaRun,
  name: string,
  report: { readonly name: ConfigurableReport; readonly entry: ReportEntry },
  { from, to, by, options }: ServiceTableArguments,
): CellValue[][] {
  const chosen = run.options('WORKER_TURNOVER', options, name);
  const range = readRange(from, to, run.dateContext(chosen.weekStarts));
  const { report: answer, zone } = run.read(range, chosen, configuredReport(report.name, report.entry, by));
  const layOut = planRecords(answer.fields, chosen);
  return layOut(answer.rows, answer.generatedAt, run.presentation(chosen, zone));
}
