import type { CalendarDate } from '../calendar/calendar-date';
import { NO_ADDRESS, type SummaryForm, type SummaryPreview } from '../contract/summaries';
import type { DashboardSource } from '../dashboards/dashboard-source';
import { refuse } from '../employer-api/errors';
import { maskAddress, requireDomains } from '../reports/mail/outbox';
import type { Mail, Mailer, PropertyStore, SpreadsheetCalendar } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import { parseSummaries, wholeAddresses } from './summaries';
import { writeMail } from './summary-messages';
import { planSummary } from './summary-page';
import { pagesOf, SummaryRows } from './summary-rows';
import type { Gzip } from './trend-image';

/** What trying a summary email needs. */
interface SummaryPreviewServices {
  readonly document: PropertyStore;
  readonly mailer: Mailer;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly gzip: Gzip;
  /** The figures of a saved report, from kept rows or requested. */
  readonly sourceOf: (reportId: string) => DashboardSource;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

/** Shows a summary email before it is saved, with the figures of now. */
export class SummaryTrial {
  constructor(private readonly services: SummaryPreviewServices) {}

  /** Costs as the preview of a dashboard, and two service calls. @throws {ReportError} As `write`. */
  preview(form: SummaryForm): SummaryPreview {
    const { subject, body } = this.write(form, false);
    return { subject, text: body };
  }

  /**
   * Sends it to its first address, marked as a test, from the account of the person at the keyboard. Three service calls
   * more, and another one where Google refuses it.
   *
   * @returns The address as it may be shown.
   * @throws {ReportError} As `write`; `invalid_settings` where an address is not allowed or not known; `quota_spent`.
   */
  send(form: SummaryForm): string {
    const { document, mailer, mailDomains } = this.services;
    const known = parseSummaries(document.readAll()[PROPERTY.summaries]).find(({ id }) => id === form.id);
    const to = wholeAddresses(form.to, known?.to ?? []);
    requireDomains(to, mailDomains);
    const [first] = to;
    if (first === undefined) return refuse('invalid_settings', NO_ADDRESS);
    const mail = this.write(form, true);
    if (mailer.send({ ...mail, to: first })) return maskAddress(first);
    return mailer.quotaLeft() < 1
      ? refuse('quota_spent', 'Wait a day or allow email: Google sends no email from your account today')
      : refuse('invalid_settings', `Check the address ${maskAddress(first)}: Google refused the test`);
  }

  /** @throws {ReportError} Of any code of the service; `invalid_settings` where no whole week or month is there. */
  private write(form: SummaryForm, isTest: boolean): Omit<Mail, 'to'> {
    const { report, every, split } = form;
    const test = isTest ? form : null;
    const { sourceOf, mailer, gzip } = this.services;
    const source = sourceOf(report);
    const rows = SummaryRows.of(source, every);
    const start = newest(rows) ?? refuse('invalid_settings', NOT_COMPLETE[every]);
    const { pages, left } = pagesOf(rows, start, split);
    const [venue] = pages;
    const place = { spreadsheet: mailer.spreadsheetName(), link: mailer.spreadsheetAddress() };
    const own = venue === undefined ? rows : rows.of(venue);
    return writeMail(planSummary(own, start, source, { ...place, savedAt: null, test, left }), gzip);
  }
}

const NOT_COMPLETE = {
  week: 'Choose a report with the whole last week, such as “last 13 weeks”: this one has no complete week',
  month: 'Choose a report with the whole last month, such as “last 3 months”: this one has no complete month',
};

function newest({ complete }: SummaryRows): CalendarDate | undefined {
  return complete[complete.length - 1];
}
