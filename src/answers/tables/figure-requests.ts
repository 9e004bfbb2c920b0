import type { CalendarDate } from '../../calendar/calendar-date';
import type { ShiftRow } from '../../employer-api/shift-records';
import { type Basis, chooseBasis } from '../../figures/basis';
import { DEFINITIONS, type PercentageField, QUANTITY_WORDS } from '../../figures/definitions';
import type { FigureRequest } from '../../figures/group-figures';
import { basisFor, type KeptBases } from '../../figures/kept-basis';
import type { Measure } from '../../figures/measures';
import type { Quantity } from '../../figures/quantities';
import { refuseOption } from '../arguments/option-mistakes';

/**
 * Refuses a denominator that none of the figures can have.
 *
 * @throws {ReportError} `invalid_option`
 */
export function checkBasis(measures: readonly Measure[], denominator: Quantity | undefined): void {
  if (denominator === undefined) return;
  const fields = measures.flatMap(publishedField);
  const possible = fields.flatMap((field) => DEFINITIONS[field].map((one) => one.denominator));
  if (possible.some((one) => one === denominator)) return;
  if (fields.length === 0)
    refuseOption('Leave "basis" out: these figures are not percentages of the service');
  refuseOption(`Choose another "basis": ${quoteWords(possible)}`);
}

/** The figures to compute, each percentage with the definition that the rows or the formula settle. */
export function requestFigures(
  measures: readonly Measure[],
  denominator: Quantity | undefined,
  evidence: {
    readonly rows: readonly ShiftRow[];
    readonly today: CalendarDate;
    readonly kept: KeptBases | undefined;
  },
): FigureRequest[] {
  return measures.map((measure) => ({ measure, basis: basisOf(measure, denominator, evidence) }));
}

function basisOf(
  measure: Measure,
  denominator: Quantity | undefined,
  { rows, today, kept }: Parameters<typeof requestFigures>[2],
): Basis | undefined {
  if (measure.kind === 'count') return undefined;
  if (typeof measure.of !== 'string') {
    return { kind: 'defined', survivors: [{ definition: measure.of, agree: 0, of: 0 }] };
  }
  const inferred = basisFor(measure.of, kept, rows, today);
  return (denominator && chooseBasis(inferred, measure.of, denominator)) ?? inferred;
}

/** Denominators as a person writes them, each once: `"posted" or "booked"`. */
export function quoteWords(quantities: readonly Quantity[]): string {
  const words = Array.from(new Set(quantities)).map(
    (quantity) => `"${QUANTITY_WORDS[quantity as keyof typeof QUANTITY_WORDS]}"`,
  );
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

function publishedField(measure: Measure): PercentageField[] {
  return measure.kind === 'rate' && typeof measure.of === 'string' ? [measure.of] : [];
}
