import * as v from 'valibot';
import { parseJson } from '../employer-api/json';

/** What an alert may watch. */
export const ALERT_MEASURES = [
  'worked_percentage',
  'true_fulfilment_percentage',
  'booked_percentage',
  'unfilled_percentage',
  'no_shows_percentage',
] as const;

/** What is judged by itself: the whole report, or each value of a key. */
export const ALERT_SCOPES = ['all', 'venue', 'area', 'role'] as const;

/** How sure an alert must be before it speaks. */
export const STRICTNESSES = ['any_miss', 'likely_real', 'almost_sure'] as const;

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
  const stored = v.safeParse(STORED, parseJson(text ?? ''));
  return stored.success ? stored.output.alerts : [];
}

/** The text to store. */
export function formatAlerts(alerts: readonly Alert[]): string {
  return JSON.stringify({ version: 1, alerts });
}
