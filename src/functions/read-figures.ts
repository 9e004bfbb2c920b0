import type { Options } from '../answers/arguments/options';
import { refuseOption } from '../answers/arguments/refusals';
import { type FigureFacts, factsOf } from '../answers/tables/notes';
import type { DateRange } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { type FigureSet, prepareFigures } from '../figures/figure-set';
import { type Measure, needsTargets } from '../figures/measures';
import { filterRows, type RowFilter } from '../figures/row-filter';
import { rowNotes } from '../reports/fetching/kept-rows';
import { type NamesToKnow, refuseUnknownNames } from '../reports/saved/learned';
import type { FormulaRun } from './formula-run';

/** Figures of one range, and notes on all of them together. */
interface ReadFigures {
  readonly figures: FigureSet;
  readonly facts: FigureFacts;
  readonly notes: readonly string[];
  /** The spreadsheet's time zone. */
  readonly zone: string;
}

/** Reads what is needed for figures of one range. @throws {ReportError} As `FormulaRun.read`; `invalid_option` */
export function readFigures(
  run: FormulaRun,
  range: DateRange,
  options: Options,
  measures: readonly Measure[],
): ReadFigures {
  const needed = measures.find(needsTargets);
  if (needed !== undefined && run.targets() === undefined) {
    refuseOption(
      `Press "Set targets" in the sidebar: "${needed.words[0]}" needs the sheet that it makes, and a refresh`,
    );
  }
  const { report, today, zone } = run.read(range, options);
  const weekStart = run.weekStart(options.weekStarts);
  const context = {
    range,
    today,
    weekStart,
    keptDefinitions: run.keptDefinitions(),
    targets: needed && run.targets(),
  };
  const filters = (known: readonly ShiftRow[]) => {
    refuseUnknownNames(run, known, options.filters);
    return options.filters;
  };
  const figures = prepareFigures(
    report.rows,
    { measures, basis: options.basis, filters, hasIntervals: options.evidence },
    context,
  );
  const facts = factsOf(figures, report.generatedAt, options.incomplete !== 'show');
  return { figures, facts, notes: rowNotes(report), zone };
}

/**
 * The records that the options ask for. A filter that matches nothing gives none.
 *
 * @throws {ReportError} `invalid_option` as `refuseUnknownNames`.
 */
export function chooseRows(
  run: NamesToKnow,
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
): readonly ShiftRow[] {
  refuseUnknownNames(run, rows, filters);
  return filterRows(rows, filters);
}
