import * as v from 'valibot';
import { SHIFT_FIELDS } from './fields';
import { addresses, choicesOf, choose, field, REVISION, SAVED_ID, type Typed } from './form';

/** What an alert may watch: the percentages that the service publishes. */
export const ALERT_MEASURES = SHIFT_FIELDS.filter((one) => one.kind === 'percentage').map(
  ({ name, heading }) => ({ value: name, label: heading }),
);

/** What is judged on its own: the whole report, or each value of a key. */
export const ALERT_SCOPES = choicesOf({
  all: 'The whole report',
  venue: 'Each venue',
  area: 'Each area',
  role: 'Each job title',
});

/** How sure an alert must be before it speaks. */
export const STRICTNESSES = choicesOf({
  likely_real: ['Clear misses only', 'You hear of misses that chance is unlikely to explain.'],
  any_miss: ['Include near misses', 'You hear of every week off target.'],
});

const TARGET = 'Enter a number from 0 to 100.';

// One comma or point, since people write both; blank is no target, although it would read as 0.
const TYPED_PERCENTAGE = /^\d{1,3}(?:[.,]\d{1,6})?\s*%?$/;

/** An alert to save; `id` is null for a new one. */
export const ALERT_FORM = v.object({
  id: v.nullable(SAVED_ID),
  revision: REVISION,
  /** Whose rows it watches: the ID of a saved report. */
  report: field(SAVED_ID, { control: 'list', label: 'Report to watch' }),
  measure: choose('Measure', ALERT_MEASURES),
  scope: choose('Scope', ALERT_SCOPES),
  target: field(
    v.pipe(
      v.string(TARGET),
      v.trim(),
      v.regex(TYPED_PERCENTAGE, TARGET),
      v.transform((text) => Number.parseFloat(text.replace(',', '.'))),
      v.check((target) => target <= 100, TARGET),
    ),
    { control: 'decimal', label: 'Target in %' },
  ),
  strictness: choose('Sensitivity', STRICTNESSES, { control: 'radios' }),
  to: addresses(
    'Email alerts to',
    5,
    'Up to 5 addresses, separated by commas; each gets at most one email a day. Blank to see alerts here only.',
  ),
});

/** Whether less of a measure is better, so that a week above the target is a miss. */
export function isBetterLow(measure: Typed<typeof ALERT_FORM>['measure']): boolean {
  return measure === 'SHIFTS_UNFILLED_PERCENTAGE' || measure === 'NO_SHOWS_PERCENTAGE';
}
