import { ALERT_MEASURES, type AlertForm, type AlertView, STRICTNESSES } from '../../contract/alerts';
import {
  type ConnectionForm,
  LONGEST_CLIENT_ID,
  LONGEST_CLIENT_SECRET,
  PRINTABLE_ASCII,
  trimPasted,
} from '../../contract/connection';
import {
  FORBIDDEN_IN_SHEET_NAME,
  GROUP_CHOICES,
  LONGEST_CRITERIA,
  LONGEST_SHEET_NAME,
  MOST_GROUPS,
  PERIOD_CHOICES,
  type ReportForm,
  type ReportName,
} from '../../contract/reports';
import { LONGEST_EMAIL, PLAIN_EMAIL, type ScheduleForm, type ScheduleView } from '../../contract/schedule';
import { FIRST_DAY, isRealDay, LAST_DAY } from './local-dates';
import { SCOPES } from './words/alerts';
import { PROBLEMS } from './words/problems';
import { MODES } from './words/reports';
import { INTERVAL_LABELS } from './words/schedule';

/** One sentence per field that needs a correction; empty when the form can be sent. */
export type Problems<Field extends string> = { readonly [Name in Field]?: string };

/** What no text of a form may hold. */
const CONTROL_CHARACTER = /\p{Cc}/u;
const NUMERIC_EMPLOYER = /^[1-9]\d{0,17}$/;

/** Removes what was pasted around the fields, and reads `Me` as `me`. */
export function tidyConnectionForm(form: ConnectionForm): ConnectionForm {
  const employer = trimPasted(form.employer);
  return {
    ...form,
    clientId: trimPasted(form.clientId),
    clientSecret: trimPasted(form.clientSecret),
    employer: employer.toLowerCase() === 'me' ? 'me' : employer,
  };
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

/** The sentence for all problems of a form together; null when there are none. */
export function summariseProblems(problems: Problems<string>): string | null {
  const sentences = Object.values(problems);
  const [only] = sentences;
  if (only === undefined) return null;
  return sentences.length === 1 ? only : PROBLEMS.several(sentences.length);
}

/** The problems among sentences that are empty where there is none. */
function collect<Field extends string>(found: Readonly<Record<Field, string>>): Problems<Field> {
  const problems: { [Name in Field]?: string } = {};
  for (const field of Object.keys(found) as Field[]) {
    if (found[field] !== '') problems[field] = found[field];
  }
  return problems;
}

/** What is wrong with an address that may be blank; empty where nothing is. */
function emailProblem(email: string): string {
  const isGood = email === '' || (email.length <= LONGEST_EMAIL && PLAIN_EMAIL.test(email));
  return isGood ? '' : PROBLEMS.email;
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

const REPORT_NAMES: readonly ReportName[] = ['shift_fulfilment', 'shift_fulfilment_aggregated'];
/** What the script takes for the column of days. */
const DAY_COLUMNS = ['shiftdate', 'date', 'day'];

/** The fields of a report's form that may need a correction. */
export type ReportField = Exclude<keyof ReportForm, 'id'>;

/** Takes off spaces, and what the chosen report and period do not use; writes keys to group by as the script has them. */
export function tidyReportForm(form: ReportForm): ReportForm {
  const isGrouped = form.report === 'shift_fulfilment_aggregated';
  const dates = form.period === 'custom' ? {} : { from: '', to: '' };
  const keys = splitList(form.groupBy).map((word) => findGroupKey(word) ?? word);
  return {
    ...form,
    ...dates,
    venue: form.venue.trim(),
    area: form.area.trim(),
    role: form.role.trim(),
    groupBy: isGrouped ? keys.join(', ') : '',
    columns: form.columns.trim(),
    sheet: form.sheet.trim(),
    // History is kept by day, and grouped figures have no days of their own.
    mode: isGrouped ? 'replace' : form.mode,
  };
}

/**
 * Finds what the script would refuse in a report. Expects a tidied form.
 *
 * @param keptPeriod The period of a saved report, good even where this page does not offer it.
 */
export function checkReportForm(form: ReportForm, keptPeriod?: string): Problems<ReportField> {
  const offered: readonly string[] = PERIOD_CHOICES;
  const known = offered.includes(form.period) || form.period === keptPeriod;
  const dates = form.period === 'custom' ? dateProblems(form.from, form.to) : { from: '', to: '' };
  return collect({
    report: REPORT_NAMES.includes(form.report) ? '' : PROBLEMS.report,
    period: known ? '' : PROBLEMS.period,
    ...dates,
    venue: textProblem(form.venue),
    area: textProblem(form.area),
    role: textProblem(form.role),
    groupBy: groupByProblem(form.groupBy),
    columns: textProblem(form.columns) || columnsProblem(form),
    sheet: sheetProblem(form.sheet),
    mode: Object.keys(MODES).includes(form.mode) ? '' : PROBLEMS.mode,
  });
}

function textProblem(text: string): string {
  if (text.length > LONGEST_CRITERIA) return PROBLEMS.tooLong;
  return CONTROL_CHARACTER.test(text) ? PROBLEMS.controlCharacter : '';
}

function groupByProblem(groupBy: string): string {
  const words = splitList(groupBy);
  const unknown = words.find((word) => findGroupKey(word) === undefined);
  if (unknown !== undefined) return PROBLEMS.groupBy(unknown);
  const twice = words.find((word, index) => words.indexOf(word) < index);
  if (twice !== undefined) return PROBLEMS.groupByTwice(twice);
  return words.length > MOST_GROUPS ? PROBLEMS.groupByTooMany : '';
}

function columnsProblem({ columns, mode }: ReportForm): string {
  if (mode !== 'history' || columns === '') return '';
  const names = splitList(columns).map((item) => item.replace(/\sas\s[\s\S]*$/i, ''));
  const hasDays = names.some((name) => DAY_COLUMNS.includes(name.toLowerCase().replace(/[\s_-]+/g, '')));
  return hasDays ? '' : PROBLEMS.historyNeedsDays;
}

function sheetProblem(sheet: string): string {
  if (sheet === '') return PROBLEMS.sheetMissing;
  if (sheet.length > LONGEST_SHEET_NAME) return PROBLEMS.sheetLength;
  if (CONTROL_CHARACTER.test(sheet)) return PROBLEMS.controlCharacter;
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

type GroupKey = (typeof GROUP_CHOICES)[number];

/** Other words that people, and formulas, have for keys. */
const OTHER_WORDS: Readonly<Record<string, GroupKey>> = {
  date: 'day',
  shiftdate: 'day',
  venuename: 'venue',
  areaname: 'area',
  jobtitle: 'role',
  job: 'role',
};

/** The key that a word means: case, spaces, hyphens, underscores and a plural do not matter. */
function findGroupKey(word: string): GroupKey | undefined {
  const plain = word.toLowerCase().replace(/[\s_-]+/g, '');
  return findExactly(plain) ?? findExactly(plain.replace(/s$/, ''));
}

/** The items of a list that is written with commas; empty ones are dropped. */
function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function findExactly(plain: string): GroupKey | undefined {
  const own = GROUP_CHOICES.find((key) => key === plain);
  return own ?? (Object.keys(OTHER_WORDS).includes(plain) ? OTHER_WORDS[plain] : undefined);
}

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
