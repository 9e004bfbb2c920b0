import * as v from 'valibot';
import { ALERT_MEASURES, ALERT_SCOPES, STRICTNESSES } from '../contract/alerts';
import { parseJson } from '../employer-api/text';

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
