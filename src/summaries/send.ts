import { WEEKDAY_NAMES, writeHour } from '../contract/schedule';
import { NO_ADDRESS, type SummaryForm, type SummaryPreview } from '../contract/summaries';
import type { DashboardSource } from '../dashboards/dashboard-source';
import { refuse } from '../employer-api/errors';
import type { Clock, HttpTransport } from '../employer-api/ports';
import { foldName } from '../figures/names';
import { type MailDocument, writeChatMessage, writeMail, writeText } from '../reports/mail/mail-document';
import {
  type MailRecord,
  mailsProperty,
  maskAddress,
  mayGetMail,
  mayMail,
  parseMails,
  tagOf,
  wholeAddresses,
  withRefused,
  withSent,
} from '../reports/mail/outbox';
import type { DocumentLock, Mailer, Properties, PropertyStore, SpreadsheetCalendar } from '../reports/ports';
import { cachedTimeZone, PROPERTY, readDocumentState, withLock } from '../reports/saved/document-state';
import { planSummary } from './page';
import { pagesOf, SummaryRows } from './rows';
import {
  chatHooksIn,
  isSentAgain,
  isWebhook,
  type Summary,
  slotOf,
  summariesIn,
  summaryProperty,
} from './summaries';
import type { Gzip } from './trend-image';

/** What sending summary emails, and trying one, needs. */
interface SummaryServices {
  readonly document: PropertyStore;
  readonly mailer: Mailer;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly gzip: Gzip;
  /** The figures of a saved report, from kept rows or requested. @throws {ReportError} Of any code of the service. */
  readonly sourceOf: (reportId: string) => DashboardSource;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

/** What sending them on a schedule needs besides. */
interface SenderServices extends SummaryServices {
  readonly lock: DocumentLock;
  readonly clock: Clock;
  readonly transport: Pick<HttpTransport, 'send'>;
  /** Where Google Chat takes messages; null where summary emails may not go there. */
  readonly chatOrigin: string | null;
}

/** How long to wait for Google Chat, in seconds (our choice). */
const CHAT_TIMEOUT_SECONDS = 30;
/** The place of Google Chat beside addresses. */
const CHAT = 'chat';

/**
 * Sends the summary emails whose hour has come, at each wake of the schedule for 24 hours, until every page went everywhere.
 *
 * Sent, then noted: a run that ends between the two sends that page once more; none is lost.
 */
export class SummarySender {
  constructor(private readonly services: SenderServices) {}

  /** Those to send now. No service call. @param lateness For how long they must have been due, in milliseconds. */
  due(properties: Properties, lateness: number): readonly Summary[] {
    const { calendar, clock } = this.services;
    const state = readDocumentState(properties);
    if (state.connection?.isSample) return [];
    return summariesIn(properties, state.reports).filter((summary) => {
      const slot = slotOf(summary, clock.now(), cachedTimeZone(state), calendar);
      return slot.state === 'due' && slot.age >= lateness;
    });
  }

  /**
   * Sends what is due. Never throws: what could not be sent or noted is still due. Where mail is not allowed, only to Google
   * Chat. Costs the rows of each report, and per page one call for each place and four to note it.
   */
  send(properties: Properties, lateness: number, isMailOff: boolean): void {
    for (const summary of this.due(properties, lateness)) {
      try {
        this.sendOne(summary, isMailOff);
      } catch {
        // The service may be failing: the next run tries again.
      }
    }
  }

  private sendOne(summary: Summary, isMailOff: boolean): void {
    const { mailer, gzip, sourceOf, calendar, clock } = this.services;
    const source = sourceOf(summary.report);
    const rows = SummaryRows.of(source, summary.every);
    // The service may not have the newest days yet: a later run has them.
    if (source.isSample || !rows.complete.includes(rows.last)) return;
    const { pages, left } = pagesOf(rows, rows.last, summary.split);
    const slot = slotOf(summary, clock.now(), source.zone, calendar).day;
    const place = { spreadsheet: mailer.spreadsheetName(), link: mailer.spreadsheetAddress() };
    for (const venue of pages) {
      const own = venue === undefined ? rows : rows.of(venue);
      const page = planSummary(own, rows.last, source, { ...place, test: '', left, gzip });
      this.sendPage({ id: summary.id, slot, venue, pages, today: source.today }, page, isMailOff);
    }
  }

  private sendPage(asked: AskedPage, page: MailDocument, isMailOff: boolean): void {
    const { mailer, document, lock } = this.services;
    const before = document.readAll();
    const summary = this.current(asked, before);
    if (summary === undefined) return;
    const record = parseMails(before[PROPERTY.mails]);
    const isLeft = (where: string) => !summary.run.done.includes(partOf(asked.venue, where));
    const to = isMailOff ? [] : this.mailable(summary.to.filter(isLeft), record, asked.today);
    const mail = writeMail(page);
    const sent = to.length > 0 && mailer.send({ ...mail, to: to.join(',') }) ? [...to] : [];
    const isClosed = to.length > 0 && sent.length === 0 && mailer.quotaLeft() < 1;
    // One of several addresses may be wrong: then each is tried alone.
    if (to.length > 1 && sent.length === 0 && !isClosed)
      sent.push(...to.filter((one) => mailer.send({ ...mail, to: one })));
    const hook = summary.hasChat && isLeft(CHAT) ? (chatHooksIn(before)[asked.id] ?? '') : '';
    const chat = isWebhook(hook, this.services.chatOrigin) ? this.sendToChat(hook, page) : undefined;
    if (to.length === 0 && chat === undefined) return;
    withLock(lock, () => {
      const properties = document.readAll();
      const now = this.current(asked, properties);
      let mails = parseMails(properties[PROPERTY.mails]);
      for (const one of to)
        mails = sent.includes(one)
          ? withSent(mails, one, asked.today, false)
          : withRefused(mails, one, asked.today, isClosed);
      const places = [...sent, ...(chat === undefined || isSentAgain(chat) ? [] : [CHAT])];
      const changes = now === undefined ? {} : summaryProperty(this.withDone(now, asked, places, chat));
      document.write({ ...changes, ...mailsProperty(mails) });
    });
  }

  /** Those of some addresses that may get mail today. Each counts for the next one. */
  private mailable(addresses: readonly string[], known: MailRecord, today: number): readonly string[] {
    let record = known;
    return addresses.filter((one) => {
      if (!this.mayMail(one) || !mayGetMail(record, one, today)) return false;
      record = withSent(record, one, today, false);
      return true;
    });
  }

  /** The summary email as stored now, with what was sent for this day alone; `undefined` where it was changed or removed. */
  private current({ id, slot }: AskedPage, properties: Properties): Summary | undefined {
    const { reports } = readDocumentState(properties);
    const stored = summariesIn(properties, reports).find((one) => one.id === id);
    if (stored === undefined || stored.run.slot === slot) return stored;
    const { chatStatus: _, ...run } = stored.run;
    return { ...stored, run: { ...run, slot, done: [], isDone: false } };
  }

  private withDone(summary: Summary, asked: AskedPage, places: readonly string[], chat?: number): Summary {
    const { chatOrigin, clock } = this.services;
    const done = [...summary.run.done, ...places.map((where) => partOf(asked.venue, where))];
    const wanted = [
      ...summary.to.filter((one) => this.mayMail(one)),
      ...(summary.hasChat && chatOrigin !== null ? [CHAT] : []),
    ];
    const isDone = asked.pages.every((page) => wanted.every((where) => done.includes(partOf(page, where))));
    const { chatStatus, ...run } = summary.run;
    const said = chat ?? chatStatus ?? 200;
    const at = places.length > 0 ? clock.now() : run.at;
    return { ...summary, run: { ...run, at, done, isDone, ...(said === 200 ? {} : { chatStatus: said }) } };
  }

  /** @returns Its status; 0 for no answer, 503 where nothing left this machine. */
  private sendToChat(url: string, page: MailDocument): number {
    try {
      const headers = { 'Content-Type': 'application/json; charset=UTF-8' };
      const body = { json: writeChatMessage(page) };
      const request = { url, headers, body, timeoutSeconds: CHAT_TIMEOUT_SECONDS };
      return this.services.transport.send(request)?.status ?? 0;
    } catch {
      // The person may send no requests, or no more today.
      return 503;
    }
  }

  private mayMail(address: string): boolean {
    return mayMail(address, this.services.mailDomains);
  }
}

/** A page that is to go. */
interface AskedPage {
  /** Of the summary email. */
  readonly id: string;
  /** The day on which it was due. */
  readonly slot: number;
  /** The venue of this page and of all pages; `undefined` for the whole report. */
  readonly venue: string | undefined;
  readonly pages: readonly (string | undefined)[];
  readonly today: number;
}

/** A page at one place, as it is remembered: an address, or Google Chat. */
function partOf(venue: string | undefined, where: string): string {
  return `${venue === undefined ? '' : tagOf(foldName(venue))}/${where === CHAT ? CHAT : tagOf(where)}`;
}

/** Shows a summary email before it is saved, with the figures of now. */
export class SummaryTrial {
  constructor(private readonly services: SummaryServices) {}

  /** Costs as the preview of a dashboard, and two service calls. @throws {ReportError} As `write`. */
  preview(form: SummaryForm): SummaryPreview {
    const page = this.write(form, '');
    return { subject: page.subject, text: writeText(page) };
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
    const properties = document.readAll();
    const known = summariesIn(properties, readDocumentState(properties).reports).find(
      ({ id }) => id === form.id,
    );
    const to = wholeAddresses(form.to, known?.to ?? [], mailDomains);
    const [first] = to;
    if (first === undefined) return refuse('invalid_settings', NO_ADDRESS);
    const { every, day, hour } = form;
    const days = every === 'week' ? `every ${WEEKDAY_NAMES[day - 1]}` : `on day ${day} of every month`;
    const test = `TEST: someone who edits the spreadsheet sent this to you alone. Once it is saved, it goes out ${days} after ${writeHour(hour)}.`;
    if (mailer.send({ ...writeMail(this.write(form, test)), to: first })) return maskAddress(first);
    return mailer.quotaLeft() < 1
      ? refuse('quota_spent', 'Wait a day or allow email: Google sends no email from your account today')
      : refuse('invalid_settings', `Check the address ${maskAddress(first)}: Google refused the test`);
  }

  /** @throws {ReportError} Of any code of the service; `invalid_settings` where no whole week or month is there. */
  private write({ report, every, split }: SummaryForm, test: string): MailDocument {
    const { sourceOf, mailer, gzip } = this.services;
    const source = sourceOf(report);
    const rows = SummaryRows.of(source, every);
    const start = rows.complete[rows.complete.length - 1] ?? refuse('invalid_settings', NOT_COMPLETE[every]);
    const { pages, left } = pagesOf(rows, start, split);
    const [venue] = pages;
    const place = { spreadsheet: mailer.spreadsheetName(), link: mailer.spreadsheetAddress() };
    const own = venue === undefined ? rows : rows.of(venue);
    return planSummary(own, start, source, { ...place, test, left, gzip });
  }
}

const NOT_COMPLETE = {
  week: 'Choose a report with the whole last week, such as “last 13 weeks”: this one has no complete week',
  month: 'Choose a report with the whole last month, such as “last 3 months”: this one has no complete month',
};
