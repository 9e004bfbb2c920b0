import { ALERT_MEASURES, type AlertForm, type AlertView, STRICTNESSES } from '../contract-alerts';
import { collect, emailProblem, type Problems } from './form-checks';
import { SCOPES } from './words/alerts';
import { PROBLEMS } from './words/problems';

/**
 * What stands in the form of an alert: the target as typed. `email` begins as the masked address, since the whole one is
 * never sent here.
 */
export interface AlertFields extends Omit<AlertForm, 'id' | 'target' | 'email'> {
  readonly target: string;
  readonly email: string;
}

const NEW_ALERT: Omit<AlertFields, 'report'> = {
  measure: 'worked_percentage',
  scope: 'venue',
  target: '90',
  strictness: 'likely_real',
  email: '',
};

/** What the form begins with. @param firstReport The ID of the report that a new alert watches. */
export function alertFields(alert: AlertView | null, firstReport: string): AlertFields {
  if (alert === null) return { ...NEW_ALERT, report: firstReport };
  const { report, measure, scope, target, strictness, mailTo } = alert;
  return { report, measure, scope, target: String(target), strictness, email: mailTo };
}

// One comma or point, since people write both; blank is no target, although it would read as 0.
const TYPED_NUMBER = /^\d{1,3}(?:[.,]\d{1,6})?$/;

/**
 * The form to send. What is no number becomes NaN, which `checkAlertForm` refuses. An address that nobody touched is left
 * out, which keeps the whole one.
 *
 * @param alert The alert to change; null for a new one.
 */
export function tidyAlertFields({ email, ...fields }: AlertFields, alert: AlertView | null): AlertForm {
  const typed = fields.target.trim().replace(/\s*%$/, '');
  const target = TYPED_NUMBER.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
  const form = { ...fields, id: alert?.id ?? null, target };
  const address = email.trim();
  return address === alert?.mailTo ? form : { ...form, email: address };
}

/** Finds what the script would refuse in an alert. Expects a tidied form. */
export function checkAlertForm(form: AlertForm): Problems<keyof AlertFields> {
  return collect({
    report: form.report === '' ? PROBLEMS.report : '',
    measure: ALERT_MEASURES.includes(form.measure) ? '' : PROBLEMS.measure,
    scope: Object.keys(SCOPES).includes(form.scope) ? '' : PROBLEMS.scope,
    target: form.target >= 0 && form.target <= 100 ? '' : PROBLEMS.target,
    strictness: STRICTNESSES.includes(form.strictness) ? '' : PROBLEMS.strictness,
    email: emailProblem(form.email ?? ''),
  });
}
