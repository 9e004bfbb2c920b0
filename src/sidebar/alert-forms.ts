import * as v from 'valibot';

import { ALERT_MEASURES, type AlertForm, STRICTNESSES } from '../contract/alerts';
import { EMAIL, read, SAVED_ID } from './forms';

const TARGET = 'Enter a target from 0 to 100';

const ALERT = v.strictObject({
  id: v.nullable(SAVED_ID),
  report: SAVED_ID,
  measure: v.picklist(ALERT_MEASURES, 'Choose what to watch'),
  scope: v.picklist(['all', 'venue', 'area', 'role'], 'Choose what is judged by itself'),
  target: v.pipe(v.number(TARGET), v.minValue(0, TARGET), v.maxValue(100, TARGET)),
  strictness: v.picklist(STRICTNESSES, 'Choose how sure the alert must be'),
  email: v.exactOptional(EMAIL),
});

/**
 * Reads an alert form. Without an address it keeps the one it has; a new one takes that of the schedule.
 *
 * @throws {ReportError} `invalid_settings`, naming the first field that is wrong.
 */
export function readAlertForm(input: unknown): AlertForm {
  return read(ALERT, input);
}
