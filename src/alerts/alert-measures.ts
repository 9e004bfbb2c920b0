import { MEASURES, type PercentageField, type RateMeasure } from '../figures/measures';
import type { Alert } from './alert-record';

/** A measure that an alert may watch. */
interface Watched {
  readonly field: PercentageField;
  /** Whether a low figure is the good one. */
  readonly isGoodLow: boolean;
  readonly word: string;
}

const WATCHED: Readonly<Record<Alert['measure'], Watched>> = {
  worked_percentage: high('SHIFTS_WORKED_PERCENTAGE', 'worked %'),
  true_fulfilment_percentage: high('TRUE_FULFILMENT_PERCENTAGE', 'true fulfilment %'),
  booked_percentage: high('SHIFTS_BOOKED_PERCENTAGE', 'booked %'),
  unfilled_percentage: { field: 'SHIFTS_UNFILLED_PERCENTAGE', isGoodLow: true, word: 'unfilled %' },
  no_shows_percentage: { field: 'NO_SHOWS_PERCENTAGE', isGoodLow: true, word: 'no-shows %' },
};

/** The figure that an alert watches. */
export function measureOf({
  measure,
}: Pick<Alert, 'measure'>): RateMeasure & { readonly of: PercentageField } {
  const { field } = WATCHED[measure];
  const found = MEASURES.find(({ name }) => name === field) as RateMeasure;
  return { ...found, of: field };
}

/** Whether a low figure is the good one, as of no-shows. */
export function isGoodLow({ measure }: Pick<Alert, 'measure'>): boolean {
  return WATCHED[measure].isGoodLow;
}

/** The measure in a sentence: `worked %`. @param isAmerican Whether words are spelled as in the US. */
export function wordOfMeasure({ measure }: Pick<Alert, 'measure'>, isAmerican: boolean): string {
  const { word } = WATCHED[measure];
  return isAmerican ? word.replace('fulfilment', 'fulfillment') : word;
}

function high(field: PercentageField, word: string): Watched {
  return { field, isGoodLow: false, word };
}
