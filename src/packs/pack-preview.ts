import type { CalendarDate } from '../calendar/calendar-date';
import { NO_ADDRESS, type PackForm, type PackPreview } from '../contract/packs';
import type { DashboardSource } from '../dashboards/dashboard-source';
import { refuse } from '../employer-api/errors';
import { maskAddress, requireDomains } from '../reports/mail/outbox';
import type { Mail, Mailer, PropertyStore, SpreadsheetCalendar } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import { writeMail } from './pack-messages';
import { planPack } from './pack-page';
import { PackRows, pagesOf } from './pack-rows';
import { parsePacks, wholeAddresses } from './packs';
import type { Gzip } from './trend-image';

/** What trying a pack needs. */
interface PackPreviewServices {
  readonly document: PropertyStore;
  readonly mailer: Mailer;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly gzip: Gzip;
  /** The figures of a saved report, from kept rows or requested. */
  readonly sourceOf: (reportId: string) => DashboardSource;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

/** Shows a pack before it is saved, with the figures of now. */
export class PackTrial {
  constructor(private readonly services: PackPreviewServices) {}

  /** Costs as the preview of a dashboard, and two service calls. @throws {ReportError} As `write`. */
  preview(form: PackForm): PackPreview {
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
  send(form: PackForm): string {
    const { document, mailer, mailDomains } = this.services;
    const known = parsePacks(document.readAll()[PROPERTY.packs]).find(({ id }) => id === form.id);
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
  private write(form: PackForm, isTest: boolean): Omit<Mail, 'to'> {
    const { report, every, split } = form;
    const test = isTest ? form : null;
    const { sourceOf, mailer, gzip } = this.services;
    const source = sourceOf(report);
    const rows = PackRows.of(source, every);
    const start = newest(rows) ?? refuse('invalid_settings', NOT_COMPLETE[every]);
    const { pages, left } = pagesOf(rows, start, split);
    const [venue] = pages;
    const place = { spreadsheet: mailer.spreadsheetName(), link: mailer.spreadsheetAddress() };
    const own = venue === undefined ? rows : rows.of(venue);
    return writeMail(planPack(own, start, source, { ...place, savedAt: null, test, left }), gzip);
  }
}

const NOT_COMPLETE = {
  week: 'Choose a report with the whole last week, such as “last 13 weeks”: this one has no complete week',
  month: 'Choose a report with the whole last month, such as “last 3 months”: this one has no complete month',
};

function newest({ complete }: PackRows): CalendarDate | undefined {
  return complete[complete.length - 1];
}
