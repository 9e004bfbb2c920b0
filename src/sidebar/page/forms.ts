import { ALERT_FORM, type AlertFields, type AlertForm, type AlertView } from '../../contract/alerts';
import { CONNECTION_FORM, type ConnectionForm, type Region, trimPasted } from '../../contract/connection';
import { type CheckedForm, checkForm, type Problems } from '../../contract/form';
import {
  columnChoices,
  PLAIN_REPORT,
  REPORT_FORM,
  type ReportForm,
  type ReportView,
  splitList,
} from '../../contract/reports';
import {
  SCHEDULE_FORM,
  type ScheduleFields,
  type ScheduleForm,
  type ScheduleView,
} from '../../contract/schedule';
import {
  SUMMARY_FORM,
  type SummaryFields,
  type SummaryForm,
  type SummaryView,
} from '../../contract/summaries';

/* What each form begins with, and what is made of it when it is sent. */

const UK_TIME_ZONE = /^(?:GB|Europe\/(?:London|Belfast|Guernsey|Isle_of_Man|Jersey))$/;

/** The region to preselect for a new connection: a guess from where the spreadsheet's clock stands. */
export function suggestRegion(timeZone: string): Region {
  return UK_TIME_ZONE.test(timeZone) ? 'UK' : 'US';
}

/** Checks what was typed to connect; `Me` is read as `me`. */
export function checkConnection(fields: ConnectionForm): CheckedForm<ConnectionForm> {
  const employer = trimPasted(fields.employer);
  return checkForm(CONNECTION_FORM, {
    ...fields,
    employer: employer.toLowerCase() === 'me' ? 'me' : employer,
  });
}

/** A sheet name that no other report has: `Shift report`, then `Shift report 2`. */
export function freeSheetName(reports: readonly Pick<ReportView, 'sheet'>[], wanted: string): string {
  const taken = new Set(reports.map((report) => report.sheet.toLowerCase()));
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** What a form sends of a saved report. */
export function formOf(report: ReportView): ReportForm {
  const { id, revision, period, from, to, sheet } = report;
  const kept = Object.keys(PLAIN_REPORT).map((name) => [name, report[name as keyof ReportView]]);
  return { ...Object.fromEntries(kept), id, revision, period, from, to, sheet } as ReportForm;
}

/**
 * Checks the choices for a report, without those that its report and period do not use. Dates, and the columns of a
 * table that keeps history, are checked here as well: the script finds them only after reading the spreadsheet.
 */
export function checkReport(fields: ReportForm): CheckedForm<ReportForm> {
  const isGrouped = fields.report === 'shift_fulfilment_aggregated';
  const isCustom = fields.period === 'custom';
  const chosen: ReportForm = {
    ...fields,
    ...(isCustom ? {} : { from: '', to: '' }),
    groupBy: isGrouped ? fields.groupBy : '',
    columns: isGrouped ? columnsOfGroups(fields) : fields.columns,
    noteColumns: isGrouped ? '' : fields.noteColumns,
    // History is kept by day, and grouped figures have no days of their own.
    mode: isGrouped ? 'replace' : fields.mode,
  };
  const { form, problems } = checkForm(REPORT_FORM, chosen);
  const found = { ...columnsProblem(chosen), ...problems, ...(isCustom ? dateProblems(fields) : {}) };
  return { form: Object.keys(found).length === 0 ? form : null, problems: found };
}

/** The chosen columns without those of keys that the report is not grouped by. */
function columnsOfGroups(fields: ReportForm): string {
  const available = columnChoices(fields);
  const picks = readColumnPicks(fields.columns, available);
  return fields.columns === '' ? '' : formatColumns(picks.filter(({ name }) => available.includes(name)));
}

/** What the script takes for the column of days. */
const DAY_COLUMNS = ['shiftdate', 'date', 'day'];

function columnsProblem({ columns, mode }: ReportForm): Problems<'columns'> {
  const names = splitList(columns).map((item) => item.replace(/\sas\s[\s\S]*$/i, ''));
  if (mode !== 'history' || names.length === 0) return {};
  const hasDays = names.some((name) => DAY_COLUMNS.includes(name.toLowerCase().replace(/[\s_-]+/g, '')));
  return hasDays ? {} : { columns: 'Add SHIFT_DATE: history is kept by day. Or choose Replace.' };
}

function dateProblems({ from, to }: ReportForm): Problems<'from' | 'to'> {
  const [first, last] = [dayProblem(from), dayProblem(to)];
  if (first !== '' || last !== '') return { ...(first && { from: first }), ...(last && { to: last }) };
  return to < from ? { to: 'Choose a last day on or after the first day.' } : {};
}

/** The first and the last day that a form takes. Days written YYYY-MM-DD sort as text. */
export const [FIRST_DAY, LAST_DAY] = ['1990-01-01', '2100-12-31'] as const;

/** What is wrong with what a date input holds: `''` if it is empty or half filled in, and a real day otherwise. */
function dayProblem(day: string): string {
  if (day === '') return 'Choose a date.';
  return day >= FIRST_DAY && day <= LAST_DAY ? '' : `Choose a date between ${FIRST_DAY} and ${LAST_DAY}.`;
}

/** What the form of a new report begins with. @param model The report that it begins as; null for none. */
export function newForm(model: ReportView | null, reports: readonly ReportView[]): ReportForm {
  const sheet = freeSheetName(reports, model?.sheet ?? 'Shift report');
  if (model !== null) {
    const { revision: _, ...choices } = formOf(model);
    return { ...choices, id: null, sheet };
  }
  return { ...PLAIN_REPORT, id: null, period: 'last 7 days', sheet };
}

/** What in a filter means this name: `?` stands for what a filter cannot hold. */
export function criterionFor(name: string): string {
  return name.replace(/[;\p{Cc}]/gu, '?').trim();
}

/** A column in the list of those to show. */
export interface ColumnPick {
  readonly name: string;
  /** What stands above it instead of its name, as typed; blank for the name. */
  readonly heading: string;
  readonly isShown: boolean;
}

/**
 * The list for a choice of columns: those chosen in their order, then the others. A blank choice is all of them. What
 * the report has no column for is kept, so that saving leaves it as it was.
 */
export function readColumnPicks(text: string, available: readonly string[]): readonly ColumnPick[] {
  const chosen = splitList(text).map((item): ColumnPick => {
    const [, typed = item, heading = ''] = /^(.*?)\s+as\s+([\s\S]*)$/i.exec(item) ?? [];
    const plain = typed.toUpperCase().replace(/[\s-]+/g, '_');
    return { name: available.includes(plain) ? plain : typed, heading, isShown: true };
  });
  const rest = available.filter((name) => chosen.every((pick) => pick.name !== name));
  return [...chosen, ...rest.map((name) => ({ name, heading: '', isShown: chosen.length === 0 }))];
}

/** The text for a list of columns; blank, which means all, where none is shown. */
export function formatColumns(picks: readonly ColumnPick[]): string {
  return picks
    .filter(({ isShown }) => isShown)
    .map(({ name, heading }) => (heading.trim() === '' ? name : `${name} as ${heading.trim()}`))
    .join(', ');
}

/** Checks a schedule: a masked address that was not edited is left out, which keeps the whole one. */
export function checkSchedule(
  { email, ...timing }: ScheduleFields,
  { mailTo }: Pick<ScheduleView, 'mailTo'>,
): CheckedForm<ScheduleForm> {
  return checkForm(SCHEDULE_FORM, mailTo !== '' && email.trim() === mailTo ? timing : { ...timing, email });
}

/** What the form begins with: of a new alert, on the first report. */
export function alertFields(alert: AlertView | null, reports: readonly ReportView[]): AlertFields {
  if (alert === null) {
    const report = reports[0]?.id ?? '';
    const measure = 'true_fulfilment_percentage';
    return { report, measure, scope: 'venue', target: '90', strictness: 'likely_real', to: '' };
  }
  const { report, measure, scope, target, strictness, to, revision } = alert;
  return { report, measure, scope, target: String(target), strictness, to: to.join(', '), revision };
}

// One comma or point, since people write both; blank is no target, although it would read as 0.
const TYPED_NUMBER = /^\d{1,3}(?:[.,]\d{1,6})?$/;

/**
 * Checks an alert. Addresses that are sent as they are shown keep the whole ones.
 *
 * @param alert The alert to change; null for a new one.
 */
export function checkAlert({ to, ...fields }: AlertFields, alert: AlertView | null): CheckedForm<AlertForm> {
  const typed = fields.target.trim().replace(/\s*%$/, '');
  const target = TYPED_NUMBER.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
  return checkForm(ALERT_FORM, { ...fields, id: alert?.id ?? null, target, to: addressesIn(to) });
}

/** What the form begins with: of a new summary email, on the first report. */
export function summaryFields(summary: SummaryView | null, reports: readonly ReportView[]): SummaryFields {
  const blank = { chat: '', keepsChat: summary?.hasChat === true };
  if (summary === null) {
    return { report: reports[0]?.id ?? '', to: '', every: 'week', day: 1, hour: 6, split: 'all', ...blank };
  }
  const { report, every, day, hour, split, to, revision } = summary;
  return { report, every, day, hour, split, to: to.join(', '), revision, ...blank };
}

/**
 * Checks a summary email. Addresses that are sent as they are shown keep the whole ones.
 *
 * @param summary The summary email to change; null for a new one.
 */
export function checkSummary(
  { to, chat, keepsChat, ...fields }: SummaryFields,
  summary: SummaryView | null,
): CheckedForm<SummaryForm> {
  const webhook = trimPasted(chat);
  const isKept = webhook === '' && keepsChat;
  const form = { ...fields, id: summary?.id ?? null, to: addressesIn(to) };
  return checkForm(SUMMARY_FORM, isKept ? form : { ...form, chat: webhook });
}

/** Addresses as people separate them. */
function addressesIn(text: string): string[] {
  return text.split(/[,;\s]+/).filter((address) => address !== '');
}
