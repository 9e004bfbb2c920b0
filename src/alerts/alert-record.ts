import * as v from 'valibot';
import { ALERT_MEASURES, ALERT_SCOPES, STRICTNESSES } from '../contract/alerts';
import { parseStored } from '../employer-api/text';
import { MEASURES, type PercentageField, type RateMeasure } from '../figures/measures';
import { spelled } from '../figures/names';

const ALERT = v.object({
  id: v.string(),
  /** The ID of the saved report whose rows it watches. */
  report: v.string(),
  measure: v.picklist(ALERT_MEASURES),
  scope: v.picklist(ALERT_SCOPES),
  /** From 0 to 100; a figure exactly there is no miss. */
  target: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  strictness: v.picklist(STRICTNESSES),
  /** Where its mail goes; empty for no mail, null for the address of the schedule. */
  email: v.nullable(v.string()),
  /** Until when it sends no mail because it was changed after one. Milliseconds since 1970; 0 for no wait. */
  quietUntil: v.number(),
});
const STORED = v.object({ version: v.literal(1), alerts: v.array(ALERT) });

/** A wish to hear of a figure that misses its target. */
export type Alert = Readonly<v.InferOutput<typeof ALERT>>;

/** Reads stored alerts, in the order in which they were made; what cannot be read counts as none. */
export function parseAlerts(text: string | undefined): readonly Alert[] {
  return parseStored(STORED, text)?.alerts ?? [];
}

/** The text to store. */
export function formatAlerts(alerts: readonly Alert[]): string {
  return JSON.stringify({ version: 1, alerts });
}

/** A measure that an alert may watch. */
interface Watched {
  readonly field: PercentageField;
  /** Whether a low figure is the good one. */
  readonly isLowerBetter: boolean;
  readonly word: string;
}

const WATCHED: Readonly<Record<Alert['measure'], Watched>> = {
  worked_percentage: high('SHIFTS_WORKED_PERCENTAGE', 'worked %'),
  true_fulfilment_percentage: high('TRUE_FULFILMENT_PERCENTAGE', 'true fulfilment %'),
  booked_percentage: high('SHIFTS_BOOKED_PERCENTAGE', 'booked %'),
  unfilled_percentage: { field: 'SHIFTS_UNFILLED_PERCENTAGE', isLowerBetter: true, word: 'unfilled %' },
  no_shows_percentage: { field: 'NO_SHOWS_PERCENTAGE', isLowerBetter: true, word: 'no-shows %' },
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
export function isLowerBetter({ measure }: Pick<Alert, 'measure'>): boolean {
  return WATCHED[measure].isLowerBetter;
}

/** The measure in a sentence: `worked %`. @param isAmerican Whether words are spelled as in the US. */
export function wordOfMeasure({ measure }: Pick<Alert, 'measure'>, isAmerican: boolean): string {
  const { word } = WATCHED[measure];
  return spelled(word, isAmerican);
}

function high(field: PercentageField, word: string): Watched {
  return { field, isLowerBetter: false, word };
}
