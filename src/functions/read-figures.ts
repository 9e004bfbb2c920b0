import type { Options } from '../answers/arguments/options';
import { requestFigures } from '../answers/tables/figure-requests';
import type { FigureRows } from '../answers/tables/figure-rows';
import type { DateRange } from '../calendar/date-range';
import type { Measure } from '../figures/measures';
import type { FormulaRun } from './formula-run';
import { refuseSlips } from './named-filters';
import { chooseRows, readRows } from './read-rows';

/**
 * Reads what is needed for figures of one range. The definitions are found from all of its records, since filters do
 * not change what a percentage is made of.
 *
 * @throws {ReportError}
 */
export function readFigures(
  run: FormulaRun,
  range: DateRange,
  options: Options,
  measures: readonly Measure[],
): FigureRows {
  refuseSlips(run, options.filters);
  const { rows, repeats, zone, today, generatedAt } = readRows(run, range, options);
  const evidence = { rows, today, kept: run.keptBases() };
  const requests = requestFigures(measures, options.basis, evidence);
  return {
    rows: chooseRows(run, rows, options.filters),
    repeats,
    range,
    weekStart: run.weekStart(options.weekStarts),
    facts: {
      ...{ requests, today, generatedAt },
      ...{ marksIncomplete: options.incomplete !== 'show', hiddenPeriods: 0 },
    },
    zone,
  };
}
