import type { CalendarDate } from '../../calendar/calendar-date';
import type { ShiftRow } from '../../employer-api/shift-records';
import { type Basis, chooseBasis } from '../../figures/basis';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  definitionsAs,
  type PercentageField,
  wordOf,
} from '../../figures/definitions';
import type { FigureRequest } from '../../figures/figure';
import { basisFor, type KeptBases } from '../../figures/kept-basis';
import type { Measure } from '../../figures/measures';
import { listWords, refuseOption } from '../arguments/option-mistakes';

/**
 * Refuses a choice that none of the figures can have.
 *
 * @throws {ReportError} `invalid_option`
 */
export function checkBasis(measures: readonly Measure[], chosen: ChosenDefinition | undefined): void {
  if (chosen === undefined) return;
  const fields = measures.flatMap(publishedField);
  if (fields.some((field) => definitionsAs(chosen, field).length > 0)) return;
  if (fields.length === 0)
    refuseOption('Leave "basis" out: these figures are not percentages of the service');
  const possible: readonly Definition[] = fields.flatMap((field) => DEFINITIONS[field]);
  refuseOption(
    `Choose another "basis": ${quoteWords(possible.map(({ denominator }) => wordOf(denominator)))}`,
  );
}

/** The figures to compute, each percentage with the definition that the rows or the formula settle. */
export function requestFigures(
  measures: readonly Measure[],
  chosen: ChosenDefinition | undefined,
  evidence: {
    readonly rows: readonly ShiftRow[];
    readonly today: CalendarDate;
    readonly kept: KeptBases | undefined;
  },
): FigureRequest[] {
  return measures.map((measure) => ({ measure, basis: basisOf(measure, chosen, evidence) }));
}

function basisOf(
  measure: Measure,
  chosen: ChosenDefinition | undefined,
  { rows, today, kept }: Parameters<typeof requestFigures>[2],
): Basis | undefined {
  if (measure.kind === 'count') return undefined;
  if (typeof measure.of !== 'string') {
    return { kind: 'defined', survivors: [{ definition: measure.of, agree: 0, of: 0 }] };
  }
  const inferred = basisFor(measure.of, kept, rows, today);
  return (chosen && chooseBasis(inferred, measure.of, chosen, { rows, today })) ?? inferred;
}

/** Words as a sentence lists them, each once: `"posted" or "booked"`. */
export function quoteWords(words: readonly string[]): string {
  return listWords(Array.from(new Set(words)).map((word) => `"${word}"`));
}

function publishedField(measure: Measure): PercentageField[] {
  return measure.kind === 'rate' && typeof measure.of === 'string' ? [measure.of] : [];
}
