import { closest, echo, refuseOption } from '../answers/arguments/option-cells';
import type { Options } from '../answers/arguments/options';
import { type FigureFacts, factsOf } from '../answers/tables/notes';
import type { DateRange } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { type FigureSet, prepareFigures } from '../figures/figure-set';
import { type Measure, needsTargets } from '../figures/measures';
import { foldName } from '../figures/names';
import { filterRows, type RowFilter } from '../figures/row-filter';
import { withUndated } from '../reports/fetching/joined-report';
import { kindOfNames, listNames, nameFilters } from '../reports/saved/learned';
import type { FormulaRun } from './formula-run';

/** Figures of one range, and notes on all of them together. */
interface ReadFigures {
  readonly figures: FigureSet;
  readonly facts: FigureFacts;
  readonly notes: readonly string[];
  /** The spreadsheet's time zone. */
  readonly zone: string;
}

/** What filters names by: the names that refreshes have seen are asked for once, and only where a filter needs them. */
type Names = Pick<FormulaRun, 'seenNames'>;

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
  const context = { range, today, weekStart, bases: run.bases(), targets: needed && run.targets() };
  const filters = (known: readonly ShiftRow[]) => namedFilters(run, known, options.filters);
  const figures = prepareFigures(
    withUndated(report),
    { measures, basis: options.basis, filters, hasIntervals: options.evidence },
    context,
  );
  const facts = factsOf(figures, report.generatedAt, options.incomplete !== 'show');
  return { figures, facts, notes: run.rowNotes(report, figures), zone };
}

/**
 * The records that the options ask for. A filter that matches nothing gives none.
 *
 * @throws {ReportError} `invalid_option` as `namedFilters`.
 */
export function chooseRows(
  run: Names,
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
): readonly ShiftRow[] {
  return filterRows(rows, namedFilters(run, rows, filters));
}

/**
 * The filters with the names among them found. A name that no refresh and none of these records ever held is a typing
 * mistake, also beside others.
 *
 * @param known All records that were read.
 * @throws {ReportError} `invalid_option`
 */
export function namedFilters(
  run: Names,
  known: readonly ShiftRow[],
  filters: readonly RowFilter[],
): readonly RowFilter[] {
  const named = nameFilters(known, filters, () => run.seenNames());
  refuseUnknownNames(run, known, named);
  return named;
}

/**
 * Refuses a name that filters pick or rule out, but no refresh and none of these records ever held: then it is a typing
 * mistake. Where no names are kept, only several names in one text are refused.
 *
 * @param rows All records that were read: before, an unknown name may belong to days that no refresh has reached.
 * @throws {ReportError} `invalid_option`
 */
export function refuseUnknownNames(
  run: Names,
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
): void {
  for (const filter of filters) {
    const kind = filter.names.length === 0 ? undefined : kindOfNames(filter);
    // Kept names have to be unpacked, which most formulas can do without.
    if (kind === undefined || filter.unknownNames(listNames(rows, kind)).length === 0) continue;
    const seen = run.seenNames();
    const known = listNames(rows, kind, seen?.[kind]);
    const strangers = filter.unknownNames(known);
    const folded = new Set(known.map(foldName));
    const list = strangers.find((name) => isListOf(folded, name));
    if (list !== undefined) {
      refuseOption(
        `Put each ${kind} into a cell of its own and point at them: a comma belongs to the name. (${echo(list)})`,
      );
    }
    const [name] = seen === undefined ? [] : strangers;
    if (name === undefined) continue;
    const near = closest(name, known);
    if (near !== undefined) refuseOption(`Unknown ${kind} ${echo(name)}. Did you mean ${echo(near)}?`);
    refuseOption(`Choose another ${kind}: no refresh has seen ${echo(name)}`);
  }
}

/** @param known Names as `foldName` has them. */
function isListOf(known: ReadonlySet<string>, text: string): boolean {
  return text.includes(',') && text.split(',').every((part) => known.has(foldName(part)));
}
