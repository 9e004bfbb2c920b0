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

const TARGET = 'Enter a percentage like 92 or 92%.';

/** A percentage from 0 to 100 as typed, `66.7` or `66,7`, else `undefined`. Up to 1 it needs its sign: it may be a share of 1. */
export function readPercentage(text: string): number | undefined {
  const [, digits, sign] = /^(\d{1,3}(?:[.,]\d+)?)\s*(%?)$/.exec(text) ?? [];
  const percentage = Number(digits?.replace(',', '.'));
  return (sign === '%' || percentage === 0 || percentage > 1) && percentage <= 100 ? percentage : undefined;
}

/** An alert to save; `id` is null for a new one. */
export const ALERT_FORM = v.object({
  id: v.nullable(SAVED_ID),
  revision: REVISION,
  /** Whose rows it watches: the ID of a saved report. */
  report: field(SAVED_ID, { control: 'list', label: 'Report to watch' }),
  measure: choose('Measure', ALERT_MEASURES),
  scope: choose('Scope', ALERT_SCOPES),
  target: field(v.pipe(v.string(TARGET), v.trim(), v.transform(readPercentage), v.number(TARGET)), {
    control: 'decimal',
    label: 'Target in %',
  }),
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
