import type { ScheduleForm, ScheduleView } from '../contract-schedule';
import { collect, emailProblem, type Problems } from './form-checks';
import { PROBLEMS } from './words/problems';
import { INTERVAL_LABELS } from './words/schedule';

/** What stands in the schedule's form. `email` begins as the masked address, since the whole one is never sent here. */
export interface ScheduleFields extends Pick<ScheduleView, 'every' | 'hour' | 'weekday'> {
  readonly email: string;
}

/** The form to send: a masked address that nobody touched is left out, which keeps the whole one. */
export function tidyScheduleFields(fields: ScheduleFields, { mailTo }: ScheduleView): ScheduleForm {
  const { email, ...timing } = fields;
  const typed = email.trim();
  return typed === mailTo && mailTo !== '' ? timing : { ...timing, email: typed };
}

/** Finds what the script would refuse in a schedule. Expects a tidied form. */
export function checkScheduleForm(form: ScheduleForm): Problems<keyof ScheduleForm> {
  const { every, hour, weekday = 1, email = '' } = form;
  return collect({
    every: Object.keys(INTERVAL_LABELS).includes(every) ? '' : PROBLEMS.every,
    hour: isWithin(hour, 0, 23) ? '' : PROBLEMS.hour,
    weekday: isWithin(weekday, 1, 7) ? '' : PROBLEMS.weekday,
    email: emailProblem(email),
  });
}

function isWithin(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}
