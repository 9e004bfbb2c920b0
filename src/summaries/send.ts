import { type CalendarDate, startOfPeriod, WEEKDAY_NAMES } from '../calendar/calendar-date';
import { labelOf } from '../contract/form';
import { HOURS } from '../contract/schedule';
import type { SummaryForm } from '../contract/summaries';
import { DashboardFigures } from '../dashboards/dashboard-figures';
import type { DashboardSource } from '../dashboards/dashboard-source';
import type { DaysToRead } from '../dashboards/dashboards';
import { attempt, refuse } from '../employer-api/errors';
import type { HttpTransport } from '../employer-api/ports';
import { foldName } from '../figures/names';
import { blockTexts, type MailDocument, writeChatMessage, writeMail } from '../reports/mail/mail-document';
import { allowedAddresses, noteMail, tagOf, takersOf, whyNotTo } from '../reports/mail/outbox';
import type { Mailer } from '../reports/ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../reports/saved/document-state';
import { pagesOf, planSummary } from './page';
import {
  findSummary,
  isWebhook,
  type Summary,
  type SummaryListServices,
  slotOf,
  summariesIn,
} from './summaries';
import type { Gzip } from './trend-image';

/** What sending summary emails needs. */
export interface SummaryServices extends SummaryListServices {
  readonly mailer: Mailer;
  readonly gzip: Gzip;
  readonly chatTransport: HttpTransport;
  /** The figures of a saved report, from kept rows or requested. @throws {ReportError} As `source` of `Dashboards`. */
  readonly sourceOf: (reportId: string, daysOf: DaysToRead) => DashboardSource;
}

/** How long to wait for Google Chat, in seconds (our choice). */
const CHAT_TIMEOUT_SECONDS = 30;
/** The place of Google Chat beside addresses. */
const CHAT = 'chat';

/** The summary emails to send now. @param lateness For how long they must have been due, in milliseconds. */
export function dueSummaries(
  { calendar, clock }: Pick<SummaryServices, 'calendar' | 'clock'>,
  state: DocumentState,
  lateness: number,
): readonly Summary[] {
  if (state.connection?.isSample) return [];
  return summariesIn(state).filter((summary) => {
    const { age, isDone, isLate } = slotOf(summary, clock.now(), state.zone, calendar);
    return !isDone && !isLate && age >= lateness;
  });
}

/**
 * Sends the summary emails whose hour has come, at each wake of the schedule for 24 hours, until every page went everywhere.
 * Sent, then noted: a run that ends between the two sends that page once more; none is lost.
 *
 * Never throws. Where mail is not allowed, only to Google Chat.
 */
export function sendSummaries(
  services: SummaryServices,
  state: DocumentState,
  lateness: number,
  isMailOff: boolean,
): void {
  // The service may be failing, or the report may wait for an answer: the next run tries again.
  for (const summary of dueSummaries(services, state, lateness))
    attempt(() => sendPages(services, summary, isMailOff));
}

/** The figures of the last complete week or month, and its first day. Its days are read also where the report has others. */
function readPages({ sourceOf }: SummaryServices, report: string, every: Summary['every']) {
  const source = sourceOf(report, (own, now) => {
    const [today, weekStart] = [now.today(), now.weekStart()];
    const start = startOfPeriod(every, today, weekStart, -1);
    // Days before it count where there is no gap.
    const from = own.to < start - 1 ? start : Math.min(own.from, start);
    return { from, to: startOfPeriod(every, today, weekStart) - 1 };
  });
  const start = startOfPeriod(every, source.today, source.weekStart, -1);
  return { source, figures: new DashboardFigures(source), start };
}

function sendPages(
  services: SummaryServices,
  { id, report, every, split }: Summary,
  isMailOff: boolean,
): void {
  const { calendar, clock, document, mailer, chatOrigin, mailDomains } = services;
  const { source, figures, start } = readPages(services, report, every);
  if (source.isSample) return;
  const { pages, left } = pagesOf(figures, { every, split }, start);
  const context = pageContext(services, '', left);
  for (const venue of pages) {
    const properties = document.readAll();
    const state = readDocumentState(properties);
    const summary = findSummary(state, id);
    if (summary === undefined) return;
    const { day } = slotOf(summary, clock.now(), source.zone, calendar);
    const places = [
      ...summary.to.filter((one) => !whyNotTo(one, mailDomains)),
      ...(summary.hasChat && chatOrigin !== null ? [CHAT] : []),
    ];
    const waiting = places.filter((where) => !summary.run.done.includes(partOf(day, venue, where)));
    const addresses = isMailOff ? [] : waiting.filter((where) => where !== CHAT);
    const to = takersOf(state, addresses, source.today);
    const hook = waiting.includes(CHAT) ? (properties[PROPERTY.summaryHook(id)] ?? '') : '';
    const hasChat = isWebhook(hook, chatOrigin);
    if (to.length === 0 && !hasChat) continue;
    const page = planSummary(figures, every, start, context, venue);
    const mail = writeMail(page);
    const sent = to.filter((one) => mailer.send({ ...mail, to: one }));
    const chat = hasChat ? sendToChat(services, hook, page) : undefined;
    noteMail(services, to, sent, { today: source.today }, (stored) => {
      const now = findSummary(stored, id);
      if (now === undefined) return {};
      // A message without an answer may have arrived: it is not sent twice.
      const over = [...sent, ...(chat === 200 || chat === 0 ? [CHAT] : [])];
      // What went out on earlier days is never looked up again.
      const kept = now.run.done.filter((part) => part.startsWith(`${day}/`));
      const done = [...kept, ...over.map((where) => partOf(day, venue, where))];
      const isOver = pages.every((one) => places.every((where) => done.includes(partOf(day, one, where))));
      const at = sent.length > 0 || chat === 200 ? clock.now() : now.run.at;
      const run: Summary['run'] = {
        at,
        done,
        doneFor: isOver ? day : now.run.doneFor,
        chatStatus: chat ?? now.run.chatStatus,
      };
      return { [PROPERTY.summary(id)]: JSON.stringify({ ...now, run }) };
    });
  }
}

/** @returns Its status; 0 for no answer, 503 where nothing left this machine. */
function sendToChat({ chatTransport }: SummaryServices, url: string, page: MailDocument): number {
  try {
    const headers = { 'Content-Type': 'application/json; charset=UTF-8' };
    const body = { json: writeChatMessage(page) };
    const [answer] = chatTransport.send([{ url, headers, body, timeoutSeconds: CHAT_TIMEOUT_SECONDS }]);
    return answer?.status ?? 0;
  } catch {
    // The person may send no requests, or no more today.
    return 503;
  }
}

/** A page of a day at one place, as it is remembered: an address, or Google Chat. */
function partOf(day: CalendarDate, venue: string | undefined, where: string): string {
  const page = venue === undefined ? '' : tagOf(foldName(venue));
  return `${day}/${page}/${where === CHAT ? CHAT : tagOf(where)}`;
}

/** What all pages of a summary email need besides the figures. */
function pageContext({ mailer, gzip }: SummaryServices, test: string, left: number) {
  const { name: spreadsheet, address: link } = mailer.spreadsheet();
  return { spreadsheet, link, test, left, gzip };
}

/** Subject, sentence and figures of a summary email before it is saved, and what follows. Costs as a preview of a dashboard. */
export function previewSummary(services: SummaryServices, form: SummaryForm) {
  const { subject, mark, sentence, blocks } = planTrial(services, form, '');
  const figures = blocks.flatMap((block) => (block.tiles ? blockTexts(block) : []));
  const follow = blocks.flatMap(({ title }) => title ?? []).join(' · ');
  const parts = [mark, sentence, ...figures, follow && `Then: ${follow}.`];
  return { subject, text: parts.filter(Boolean).join('\n\n') };
}

/**
 * Sends it to its first address, marked as a test, from the account of the person at the keyboard.
 *
 * @returns The address.
 * @throws {ReportError} As `planTrial`; `invalid_settings` where an address is not allowed, or Google refuses it.
 */
export function testSummary(services: SummaryServices, form: SummaryForm): string {
  const { document, mailer, mailDomains } = services;
  const state = readDocumentState(document.readAll());
  const addresses = allowedAddresses(form.to, mailDomains);
  const [to = refuse('invalid_settings', 'Enter an email address under “Send to” first')] = addresses;
  const { every, day, hour } = form;
  const days = every === 'week' ? `every ${WEEKDAY_NAMES[day - 1]}` : `on day ${day} of every month`;
  const later = ` Once it is saved, it goes out ${days} after ${labelOf(HOURS, hour)}.`;
  const test = `TEST: someone who edits the spreadsheet sent this to you alone.${state.connection?.isSample ? '' : later}`;
  if (mailer.send({ ...writeMail(planTrial(services, form, test)), to })) return to;
  return refuse('invalid_settings', 'Check the first address, or wait a day: Google refused the test');
}

/** @throws {ReportError} As `sourceOf`. */
function planTrial(services: SummaryServices, form: SummaryForm, test: string) {
  const { every, report } = form;
  const { figures, start } = readPages(services, report, every);
  const { pages, left } = pagesOf(figures, form, start);
  return planSummary(figures, every, start, pageContext(services, test, left), pages[0]);
}
