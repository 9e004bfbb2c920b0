import type { DateRange } from '../calendar/date-range';
import type { WeekStart } from '../calendar/period-words';
import type { ShiftRow } from '../employer-api/shift-records';
import { type GroupedFigures, groupFigures } from '../figures/group-figures';
import type { GroupKey } from '../figures/group-keys';
import type { Measure } from '../figures/measures';
import type { FigureFacts } from './answers/figure-facts';
import type { Options } from './arguments/options';
import { requestFigures } from './figure-requests';
import type { FormulaRun } from './formula-run';
import { chooseRows, readRows } from './read-rows';

/** Records that were read for figures, and what is known of the figures. */
export interface FigureRows {
  /** The records that the filters leave. */
  readonly rows: readonly ShiftRow[];
  readonly range: DateRange;
  readonly weekStart: WeekStart;
  readonly facts: FigureFacts;
  readonly zone: string;
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
): FigureRows {
  const { rows, zone, ...counted } = readRows(run, range, options);
  const evidence = { rows, today: counted.today, kept: run.keptBases() };
  const requests = requestFigures(measures, options.basis, evidence);
  return {
    rows: chooseRows(run, rows, options.filters),
    range,
    weekStart: run.weekStart(options.weekStarts),
    facts: { ...counted, requests, marksIncomplete: options.incomplete !== 'show' },
    zone,
  };
}

/** Groups the records, or some of them. */
export function figuresBy(
  { rows, range, weekStart, facts }: FigureRows,
  keys: readonly GroupKey[],
  some: readonly ShiftRow[] = rows,
): GroupedFigures {
  return groupFigures(some, { keys, range, today: facts.today, weekStart }, facts.requests);
}
