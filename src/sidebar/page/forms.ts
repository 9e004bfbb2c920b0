import { ALERT_FORM, type AlertFields, type AlertForm } from '../../contract/alerts';
import { type Region, trimPasted } from '../../contract/connection';
import { addressesIn, type CheckedForm, checkForm } from '../../contract/form';
import { formOf, NEW_REPORT, type ReportForm } from '../../contract/reports';
import { SUMMARY_FORM, type SummaryFields, type SummaryForm } from '../../contract/summaries';
import type { AlertView, ReportView, SummaryView } from '../state-view';

/* What each form begins with, and what is made of it when it is sent. */

const UK_TIME_ZONE = /^(?:GB|Europe\/(?:London|Belfast|Guernsey|Isle_of_Man|Jersey))$/;

/** The region to preselect for a new connection: a guess from where the spreadsheet's clock stands. */
export function suggestRegion(timeZone: string): Region {
  return UK_TIME_ZONE.test(timeZone) ? 'UK' : 'US';
}

/** What the form of a new report begins with. @param model The report that it begins as; null for none. */
export function newForm(model: ReportView | null, reports: readonly Pick<ReportView, 'sheet'>[]): ReportForm {
  const { revision: _, ...begun } = formOf<ReportForm>(model ?? NEW_REPORT);
  const taken = reports.map(({ sheet }) => sheet.toLowerCase());
  let sheet = begun.sheet;
  for (let number = 2; taken.includes(sheet.toLowerCase()); number += 1) sheet = `${begun.sheet} ${number}`;
  return { ...begun, id: null, sheet };
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

/** Checks an alert. Addresses that are sent as they are shown keep the whole ones. @param alert Null for a new one. */
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

/** Checks a summary email. Addresses that are sent as they are shown keep the whole ones. */
export function checkSummary(
  { to, chat, keepsChat, ...fields }: SummaryFields,
  summary: SummaryView | null,
): CheckedForm<SummaryForm> {
  const webhook = trimPasted(chat);
  const form = { ...fields, id: summary?.id ?? null, to: addressesIn(to) };
  return checkForm(SUMMARY_FORM, webhook === '' && keepsChat ? form : { ...form, chat: webhook });
}
