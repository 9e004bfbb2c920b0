import type { Options } from '../answers/arguments/options';
import { requestFigures } from '../answers/tables/figure-requests';
import type { FigureRows } from '../answers/tables/figure-rows';
import type { DateRange } from '../calendar/date-range';
import type { Measure } from '../figures/measures';
import type { FormulaRun } from './formula-run';
import { chooseCounted, readRows } from './read-rows';

/** Figures to be made, and what is to be told of all of them together. */
interface ReadFigures extends FigureRows {
  readonly told: readonly string[];
}

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
): ReadFigures {
  const counted = readRows(run, range, options);
  const { rows, repeats, zone, today, generatedAt } = counted;
  const evidence = { rows, today, kept: run.keptBases() };
  const requests = requestFigures(measures, options.basis, evidence);
  const weekStart = run.weekStart(options.weekStarts);
  return {
    ...chooseCounted(run, counted, options.filters),
    repeats,
    range,
    weekStart,
    facts: {
      requests,
      today,
      generatedAt,
      weekStart,
      marksIncomplete: options.incomplete !== 'show',
      hiddenPeriods: 0,
    },
    zone,
  };
}
