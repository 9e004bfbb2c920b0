import * as v from 'valibot';
import { addresses, choicesOf, type FormSpec, oneOf, REVISION, type ReportChoice, SAVED_ID } from './form';

/** What an alert may watch, by names of measures, as people call it. */
export const ALERT_MEASURE_LABELS = {
  worked_percentage: 'Worked %',
  true_fulfilment_percentage: 'True fulfilment %',
  booked_percentage: 'Booked %',
  unfilled_percentage: 'Unfilled %',
  no_shows_percentage: 'No-shows %',
} as const;

/** A name of `ALERT_MEASURE_LABELS`. */
export type AlertMeasure = keyof typeof ALERT_MEASURE_LABELS;

/** What is judged on its own, as people call it: the whole report, or each value of a key. */
export const ALERT_SCOPE_LABELS = {
  all: 'The whole report',
  venue: 'Each venue',
  area: 'Each area',
  role: 'Each job title',
} as const;

/** How sure an alert must be before it speaks, as people call it. */
export const STRICTNESS_LABELS = {
  likely_real: 'Clear misses only',
  any_miss: 'Include near misses',
} as const;

/** The most addresses of an alert. */
const MOST_ALERT_ADDRESSES = 5;

const TARGET = 'Enter a number from 0 to 100.';

// One comma or point, since people write both; blank is no target, although it would read as 0.
const TYPED_PERCENTAGE = /^\d{1,3}(?:[.,]\d{1,6})?\s*%?$/;

/** An alert to save; `id` is null for a new one. */
export const ALERT_FORM = v.strictObject({
  id: v.nullable(SAVED_ID),
  /** Whose rows it watches: the ID of a saved report. */
  report: v.config(SAVED_ID, { message: 'Choose a report.' }),
  measure: oneOf(ALERT_MEASURE_LABELS, 'Choose a measure.'),
  /** The whole report as one, or each venue, area or role on its own. */
  scope: oneOf(ALERT_SCOPE_LABELS, 'Choose what to look at.'),
  /** From 0 to 100. Of unfilled and no-shows, which are better low, the most that is no miss. */
  target: v.pipe(
    v.string(TARGET),
    v.trim(),
    v.regex(TYPED_PERCENTAGE, TARGET),
    v.transform((text) => Number.parseFloat(text.replace(',', '.'))),
    v.maxValue(100, TARGET),
  ),
  strictness: oneOf(STRICTNESS_LABELS, 'Choose a sensitivity.'),
  /** Where its mail goes; addresses of the saved alert may stay as the sidebar shows them. */
  to: addresses(MOST_ALERT_ADDRESSES),
  revision: REVISION,
});

/** What a person chooses for an alert. */
export type AlertForm = Readonly<v.InferOutput<typeof ALERT_FORM>>;

/** Whether less of a measure is better, so that a week above the target is a miss. */
export function isBetterLow(measure: AlertMeasure): boolean {
  return measure === 'unfilled_percentage' || measure === 'no_shows_percentage';
}

/** The same as typed. */
export type AlertFields = Readonly<v.InferInput<typeof ALERT_FORM>>;

/** The form of an alert. */
export const ALERT_FIELDS: FormSpec<AlertFields, { readonly reports: readonly ReportChoice[] }> = {
  report: {
    control: 'list',
    label: 'Report to watch',
    choices: (_, { reports }) => reports.map(({ id, sheet }) => ({ value: id, label: sheet })),
  },
  measure: { control: 'list', label: 'Measure', choices: () => choicesOf(ALERT_MEASURE_LABELS) },
  scope: { control: 'list', label: 'Scope', choices: () => choicesOf(ALERT_SCOPE_LABELS) },
  target: {
    control: 'decimal',
    label: 'Target in %',
    hint: ({ measure }) => `A complete week ${isBetterLow(measure) ? 'above' : 'below'} this is a miss.`,
  },
  strictness: {
    control: 'radios',
    label: 'Sensitivity',
    choices: () =>
      choicesOf(STRICTNESS_LABELS, {
        likely_real: 'You hear of misses that chance is unlikely to explain.',
        any_miss: 'You hear of every week off target.',
      }),
  },
  to: {
    control: 'email',
    label: 'Email alerts to',
    hint: () =>
      `Up to ${MOST_ALERT_ADDRESSES} addresses, separated by commas; each gets at most one email a day. Blank to see alerts here only.`,
  },
};
