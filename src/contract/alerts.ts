import * as v from 'valibot';
import { EMAIL, SAVED_ID } from './form';

/** How sure an alert must be before it speaks. */
export const STRICTNESSES = ['any_miss', 'likely_real'] as const;

/** What an alert may watch: names of measures. */
export const ALERT_MEASURES = [
  'worked_percentage',
  'true_fulfilment_percentage',
  'booked_percentage',
  'unfilled_percentage',
  'no_shows_percentage',
] as const;

/** One of `ALERT_MEASURES`. */
export type AlertMeasure = (typeof ALERT_MEASURES)[number];

/** What is judged on its own: the whole report, or each value of a key. */
export const ALERT_SCOPES = ['all', 'venue', 'area', 'role'] as const;

const TARGET = 'Enter a number from 0 to 100.';

/** An alert to save; `id` is null for a new one. */
export const ALERT_FORM = v.strictObject({
  id: v.nullable(SAVED_ID),
  /** Whose rows it watches: the ID of a saved report. */
  report: v.config(SAVED_ID, { message: 'Choose a report.' }),
  measure: v.picklist(ALERT_MEASURES, 'Choose a measure.'),
  /** The whole report as one, or each venue, area or role on its own. */
  scope: v.picklist(ALERT_SCOPES, 'Choose what to look at.'),
  /** From 0 to 100. Of unfilled and no-shows, which are better low, the most that is no miss. */
  target: v.pipe(v.number(TARGET), v.minValue(0, TARGET), v.maxValue(100, TARGET)),
  strictness: v.picklist(STRICTNESSES, 'Choose a sensitivity.'),
  /**
   * Where its mail goes: one address, or `''` for none.
   *
   * @default as before; for a new one the address of the schedule
   */
  email: v.exactOptional(EMAIL),
});

/** What a person chooses for an alert. */
export type AlertForm = Readonly<v.InferOutput<typeof ALERT_FORM>>;

/** An alert as kept, and its current state. The address is hidden for the most part: `a…@employer.example`. */
export interface AlertView extends Omit<AlertForm, 'id' | 'email'> {
  readonly id: string;
  readonly mailTo: string;
  /** `open`: at least one miss that is not over. `waiting`: nothing was judged yet, `sentence` says why. */
  readonly state: 'quiet' | 'open' | 'waiting';
  /** How it stands, in one sentence or a few. */
  readonly sentence: string;
}
