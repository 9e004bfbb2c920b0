import { type ConnectionForm, PERIOD_CHOICES, type ReportForm, type ScheduleForm } from '../contract';
import { PROBLEMS } from './words';

/** One sentence per field that needs a correction; empty when the form can be sent. */
export type Problems<Field extends string> = { readonly [Name in Field]?: string };

const LONGEST_CLIENT_ID = 200;
const LONGEST_CLIENT_SECRET = 500;
const LONGEST_SHEET_NAME = 100;
const FIRST_DAY = '1990-01-01';
const LAST_DAY = '2100-12-31';

// RFC 6749 appendix A.1: a client ID is made of VSCHAR, which is printable ASCII.
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const CONTROL_CHARACTER = /\p{Cc}/u;
const NUMERIC_EMPLOYER = /^[1-9]\d{0,17}$/;
const FORBIDDEN_IN_SHEET_NAME = /[:\\/?*[\]]|\p{Cc}/u;
const WRITTEN_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Takes off the spaces that come along when an ID is pasted, and reads `Me` as `me`.
 *
 * The secret stays as typed: a space may belong to it.
 */
export function tidyConnectionForm(form: ConnectionForm): ConnectionForm {
  const employer = form.employer.trim();
  return {
    ...form,
    clientId: form.clientId.trim(),
    employer: employer.toLowerCase() === 'me' ? 'me' : employer,
  };
}

/** Takes off spaces around the sheet name, and dates that the chosen period does not use. */
export function tidyReportForm(form: ReportForm): ReportForm {
  const dates = form.period === 'custom' ? {} : { from: '', to: '' };
  return { ...form, ...dates, sheet: form.sheet.trim() };
}

/** Finds what the script would refuse in a connection. Expects a tidied form. */
export function checkConnectionForm(form: ConnectionForm): Problems<keyof ConnectionForm> {
  return collect({
    region: form.region === 'US' || form.region === 'UK' ? '' : PROBLEMS.region,
    clientId: clientIdProblem(form.clientId),
    clientSecret: clientSecretProblem(form.clientSecret),
    employer: form.employer === 'me' || NUMERIC_EMPLOYER.test(form.employer) ? '' : PROBLEMS.employer,
    audience: form.audience === 'everyone' || form.audience === 'me' ? '' : PROBLEMS.audience,
  });
}

/**
 * Finds what the script would refuse in a report. Expects a tidied form.
 *
 * @param keptPeriod The period of a saved report, good even where this page does not offer it.
 */
export function checkReportForm(
  form: ReportForm,
  keptPeriod?: string,
): Problems<'period' | 'from' | 'to' | 'sheet'> {
  const offered: readonly string[] = PERIOD_CHOICES;
  const known = offered.includes(form.period) || form.period === keptPeriod;
  const dates = form.period === 'custom' ? dateProblems(form.from, form.to) : { from: '', to: '' };
  return collect({ period: known ? '' : PROBLEMS.period, ...dates, sheet: sheetProblem(form.sheet) });
}

/** Finds what the script would refuse in a schedule. */
export function checkScheduleForm(form: ScheduleForm): Problems<keyof ScheduleForm> {
  const intervals: readonly string[] = ['off', 'hour', 'day'];
  const isHour = Number.isInteger(form.hour) && form.hour >= 0 && form.hour <= 23;
  return collect({
    every: intervals.includes(form.every) ? '' : PROBLEMS.every,
    hour: isHour ? '' : PROBLEMS.hour,
  });
}

/** The sentence for all problems of a form together; null when there are none. */
export function summariseProblems(problems: Problems<string>): string | null {
  const sentences = Object.values(problems);
  const [only] = sentences;
  if (only === undefined) return null;
  return sentences.length === 1 ? only : PROBLEMS.several(sentences.length);
}

function clientIdProblem(clientId: string): string {
  if (clientId === '') return PROBLEMS.clientIdMissing;
  return clientId.length <= LONGEST_CLIENT_ID && PRINTABLE_ASCII.test(clientId) ? '' : PROBLEMS.clientId;
}

function clientSecretProblem(secret: string): string {
  if (secret === '') return PROBLEMS.clientSecretMissing;
  return secret.length <= LONGEST_CLIENT_SECRET && !CONTROL_CHARACTER.test(secret)
    ? ''
    : PROBLEMS.clientSecret;
}

function sheetProblem(sheet: string): string {
  if (sheet === '') return PROBLEMS.sheetMissing;
  if (sheet.length > LONGEST_SHEET_NAME) return PROBLEMS.sheetLength;
  return FORBIDDEN_IN_SHEET_NAME.test(sheet) ? PROBLEMS.sheetCharacters : '';
}

function dateProblems(from: string, to: string): { from: string; to: string } {
  const found = { from: dayProblem(from), to: dayProblem(to) };
  // Days written YYYY-MM-DD sort as text.
  const backwards = found.from === '' && found.to === '' && to < from;
  return backwards ? { from: '', to: PROBLEMS.backwards } : found;
}

function dayProblem(day: string): string {
  // A date input that is empty or half filled in has the value ''.
  if (day === '') return PROBLEMS.dateMissing;
  return isRealDay(day) && day >= FIRST_DAY && day <= LAST_DAY ? '' : PROBLEMS.date;
}

function isRealDay(day: string): boolean {
  const parts = WRITTEN_DAY.exec(day);
  if (parts === null) return false;
  const instant = new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])));
  // 31 April becomes 1 May in UTC, and so reads back differently.
  return instant.toISOString().slice(0, 10) === day;
}

function collect<Field extends string>(found: Readonly<Record<Field, string>>): Problems<Field> {
  const problems: { [Name in Field]?: string } = {};
  for (const field of Object.keys(found) as Field[]) {
    if (found[field] !== '') problems[field] = found[field];
  }
  return problems;
}
