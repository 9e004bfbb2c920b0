import { ALERT_FORM, type AlertForm, type AlertView } from '../../contract/alerts';
import { CONNECTION_FORM, type ConnectionForm, trimPasted } from '../../contract/connection';
import { type CheckedForm, checkForm, type Problems } from '../../contract/form';
import { PERIOD_CHOICES, type ReportForm, reportForm, splitList } from '../../contract/reports';
import { SCHEDULE_FORM, type ScheduleForm, type ScheduleView } from '../../contract/schedule';
import { SUMMARY_FORM, type SummaryForm, type SummaryView } from '../../contract/summaries';
import { FIRST_DAY, isRealDay, LAST_DAY } from './local-dates';
import { PROBLEMS } from './words/page';

/** Checks what was typed to connect; `Me` is read as `me`. */
export function checkConnection(fields: ConnectionForm): CheckedForm<ConnectionForm> {
  const employer = trimPasted(fields.employer);
  return checkForm(CONNECTION_FORM, {
    ...fields,
    employer: employer.toLowerCase() === 'me' ? 'me' : employer,
  });
}

/**
 * Checks the choices for a report, without those that its report and period do not use. Dates, and the columns of a
 * table that keeps history, are checked here as well: the script finds them only after reading the spreadsheet.
 *
 * @param keptPeriod The period of a saved report, good even where this page does not offer it.
 */
export function checkReport(fields: ReportForm, keptPeriod?: string): CheckedForm<ReportForm> {
  const isGrouped = fields.report === 'shift_fulfilment_aggregated';
  const isCustom = fields.period === 'custom';
  const periods = keptPeriod === undefined ? PERIOD_CHOICES : [...PERIOD_CHOICES, keptPeriod];
  const chosen: ReportForm = {
    ...fields,
    ...(isCustom ? {} : { from: '', to: '' }),
    groupBy: isGrouped ? fields.groupBy : '',
    noteColumns: isGrouped ? '' : fields.noteColumns,
    // History is kept by day, and grouped figures have no days of their own.
    mode: isGrouped ? 'replace' : fields.mode,
  };
  const { form, problems } = checkForm(reportForm(periods), chosen);
  const found = { ...columnsProblem(chosen), ...problems, ...(isCustom ? dateProblems(fields) : {}) };
  return { form: Object.keys(found).length === 0 ? form : null, problems: found };
}

/** What the script takes for the column of days. */
const DAY_COLUMNS = ['shiftdate', 'date', 'day'];

function columnsProblem({ columns, mode }: ReportForm): Problems<'columns'> {
  const names = splitList(columns).map((item) => item.replace(/\sas\s[\s\S]*$/i, ''));
  if (mode !== 'history' || names.length === 0) return {};
  const hasDays = names.some((name) => DAY_COLUMNS.includes(name.toLowerCase().replace(/[\s_-]+/g, '')));
  return hasDays ? {} : { columns: PROBLEMS.historyNeedsDays };
}

function dateProblems({ from, to }: ReportForm): Problems<'from' | 'to'> {
  const [first, last] = [dayProblem(from), dayProblem(to)];
  // Days written YYYY-MM-DD sort as text.
  if (first === '' && last === '') return to < from ? { to: PROBLEMS.backwards } : {};
  return { ...(first === '' ? {} : { from: first }), ...(last === '' ? {} : { to: last }) };
}

function dayProblem(day: string): string {
  // A date input that is empty or half filled in has the value ''.
  if (day === '') return PROBLEMS.dateMissing;
  return isRealDay(day) && day >= FIRST_DAY && day <= LAST_DAY ? '' : PROBLEMS.date;
}

/** What stands in the schedule's form. `email` begins as the masked address, since the whole one is never sent here. */
export interface ScheduleFields extends Pick<ScheduleView, 'every' | 'hour' | 'weekday'> {
  readonly email: string;
}

/** Checks a schedule: a masked address that was not edited is left out, which keeps the whole one. */
export function checkSchedule(fields: ScheduleFields, { mailTo }: ScheduleView): CheckedForm<ScheduleForm> {
  const { email, ...timing } = fields;
  return checkForm(SCHEDULE_FORM, mailTo !== '' && email.trim() === mailTo ? timing : { ...timing, email });
}

/**
 * The fields of the alert form; the target is as typed. `email` begins as the masked address, since the whole one is
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
 * Checks an alert. An address that was not edited is left out, which keeps the whole one.
 *
 * @param alert The alert to change; null for a new one.
 */
export function checkAlert(
  { email, ...fields }: AlertFields,
  alert: AlertView | null,
): CheckedForm<AlertForm> {
  const typed = fields.target.trim().replace(/\s*%$/, '');
  const target = TYPED_NUMBER.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
  const form = { ...fields, id: alert?.id ?? null, target };
  return checkForm(ALERT_FORM, email.trim() === alert?.mailTo ? form : { ...form, email });
}

/** The fields of the summary email form; the addresses are one text. */
export interface SummaryFields extends Omit<SummaryForm, 'id' | 'to' | 'chat'> {
  readonly to: string;
  /** The webhook as typed. */
  readonly chat: string;
  /** Whether the webhook that is saved stays where none is typed. */
  readonly keepsChat: boolean;
}

const NEW_SUMMARY: Omit<SummaryFields, 'report'> = {
  to: '',
  every: 'week',
  day: 1,
  hour: 6,
  split: 'all',
  chat: '',
  keepsChat: false,
};

/** What the form begins with. @param firstReport The ID of the report that a new summary email shows. */
export function summaryFields(summary: SummaryView | null, firstReport: string): SummaryFields {
  if (summary === null) return { ...NEW_SUMMARY, report: firstReport };
  const { report, every, day, hour, split, to, hasChat } = summary;
  return { report, every, day, hour, split, to: to.join(', '), chat: '', keepsChat: hasChat };
}

/**
 * Checks a summary email. Addresses that are sent as they are shown keep the whole ones.
 *
 * @param summary email The summary email to change; null for a new one.
 */
export function checkSummary(
  { to, chat, keepsChat, ...fields }: SummaryFields,
  summary: SummaryView | null,
): CheckedForm<SummaryForm> {
  const addresses = to.split(/[,;\s]+/).filter((text) => text !== '');
  const webhook = trimPasted(chat);
  const isKept = webhook === '' && keepsChat;
  const form = { ...fields, id: summary?.id ?? null, to: addresses };
  return checkForm(SUMMARY_FORM, isKept ? form : { ...form, chat: webhook });
}

/** The sentence for all problems of a form together; null when there are none. */
export function summariseProblems(problems: Problems<string>): string | null {
  const sentences = Object.values(problems);
  const [only] = sentences;
  if (only === undefined) return null;
  return sentences.length === 1 ? only : PROBLEMS.several(sentences.length);
}
