import * as v from 'valibot';
import { type CalendarDate, shortDay, startOfMonth, toParts, weekday } from '../calendar/calendar-date';
import { labelOf } from '../contract/form';
import { HOURS, NO_SCHEDULE } from '../contract/schedule';
import { SUMMARY_FORM, type SummaryForm } from '../contract/summaries';
import { refuse } from '../employer-api/errors';
import { MOST_SUMMARIES, SUMMARY_HOURS } from '../limits';
import { describeNoMail, MAILED, mailedItems, type SavingServices, savedNow } from '../reports/mail/outbox';
import type { Services, SpreadsheetCalendar } from '../reports/ports';
import { change, type DocumentState, findReport, PROPERTY } from '../reports/saved/document-state';
import { whyWaiting } from '../reports/saved/saved-report';

const { chat: _, keepsChat: __, ...CHOSEN } = SUMMARY_FORM.entries;

const SUMMARY = v.object({
  ...CHOSEN,
  ...MAILED.entries,
  /** Whether it goes to a space of Google Chat as well. The space's address is kept apart. */
  hasChat: v.boolean(),
  run: v.object({
    /** When the newest page was sent. Milliseconds since 1970; null for never. */
    at: v.nullable(v.number()),
    /** What was sent for the newest day: `partOf` of pages and places. */
    done: v.array(v.string()),
    /** The newest day on which it was due and every page went everywhere, as a serial number; 0 before the first. */
    doneFor: v.number(),
    /** What Google Chat answered to its last message: 200 before the first, 0 for no answer. */
    chatStatus: v.number(),
  }),
});

/** A page that is sent every week or month, and what of it was sent. One property each. */
export type Summary = Readonly<v.InferOutput<typeof SUMMARY>>;

/** The summary emails of reports that are still there, in the order in which they were made. */
export function summariesIn(state: DocumentState): readonly Summary[] {
  return mailedItems(state, PROPERTY.summary(''), SUMMARY);
}

/** The summary email with an ID, as stored; `undefined` where it was removed. */
export function findSummary(state: DocumentState, id: string | null): Summary | undefined {
  return summariesIn(state).find((summary) => summary.id === id);
}

/** What follows the host of a webhook. Its key and its token let anyone write to the space. */
const WEBHOOK_PATH = /^\/v1\/spaces\/[\w-]{1,100}\/messages\?key=[\w-]{1,200}&token=[\w%.~-]{1,400}$/;

/** Whether an address is a webhook of Google Chat. @param origin Of the build; null where summary emails may not go to Chat. */
export function isWebhook(address: string, origin: string | null): boolean {
  return origin !== null && address.startsWith(origin) && WEBHOOK_PATH.test(address.slice(origin.length));
}

/** In days: serial numbers of moments are not exact. */
const SECOND = 1 / 86_400;

/**
 * The newest day on which a summary email was due, for how long it has been, in milliseconds, and whether it went, or was
 * saved later than its hour.
 *
 * @param zone The spreadsheet's.
 */
export function slotOf(
  summary: Summary,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
) {
  const time = calendar.serial(now, zone);
  const hour = summary.hour / 24;
  // The newest of its days that is not after this one.
  const last = Math.floor(time - hour + SECOND);
  const day =
    summary.every === 'week'
      ? last - ((weekday(last) - summary.day + 7) % 7)
      : startOfMonth(last, toParts(last).day < summary.day ? -1 : 0) + summary.day - 1;
  const age = Math.max(0, (time - day - hour) * 86_400_000);
  const isDone = summary.run.doneFor >= day || calendar.serial(summary.savedAt, zone) >= day + hour + SECOND;
  return { day, age, isDone, isLate: !isDone && age > SUMMARY_HOURS * 3_600_000 };
}

const NOT_A_WEBHOOK =
  'Paste the webhook of a Google Chat space, or ask your administrator to allow them: this isn’t one, or the add-on was built without them';

/** What keeping summary emails needs. */
export type SummaryListServices = SavingServices & Pick<Services, 'chatOrigin'>;

/**
 * Saves a new or changed summary email. It goes from its next day on: what was due before is not sent.
 *
 * @throws {ReportError} As `savedNow`; `invalid_settings` if the webhook is none.
 */
export function saveSummary(services: SummaryListServices, form: SummaryForm): DocumentState {
  return change(services, (state, properties) => {
    const items = summariesIn(state);
    const { known, base } = savedNow(services, state, form, items, 'summary email', MOST_SUMMARIES);
    const { id: _, revision: _seen, chat, keepsChat, ...chosen } = form;
    const { [PROPERTY.summaryHook(base.id)]: former = '' } = properties;
    const hook = chat || (keepsChat ? former : '');
    if (hook !== '' && !isWebhook(hook, services.chatOrigin)) refuse('invalid_settings', NOT_A_WEBHOOK);
    const run = known?.run ?? { at: null, done: [], doneFor: 0, chatStatus: 200 };
    // What one webhook answered says nothing of another.
    const chatStatus = hook === former ? run.chatStatus : 200;
    const summary: Summary = { ...chosen, ...base, hasChat: hook !== '', run: { ...run, chatStatus } };
    return { [PROPERTY.summary(base.id)]: JSON.stringify(summary), [PROPERTY.summaryHook(base.id)]: hook };
  });
}

/** What describing summary emails needs besides the state. */
interface SummaryViewContext extends Pick<SummaryListServices, 'chatOrigin' | 'mailDomains'> {
  readonly now: number;
  readonly zone: string;
  readonly calendar: SpreadsheetCalendar;
  /** Whether the person is connected to the sample employer. */
  readonly isSample: boolean;
}

/** The summary emails of reports that are still there; when each went and goes: `Last sent …. Next: …`. */
export function viewSummaries(state: DocumentState, context: SummaryViewContext) {
  const { now, zone, calendar } = context;
  return summariesIn(state).map((summary) => {
    const { id, revision, report, to, hasChat, every, day, hour, split, run } = summary;
    const none = whyNoneGoes(summary, state, context);
    const missing = whySomeMiss(summary, state, context);
    const { day: newest, isDone, isLate } = slotOf(summary, now, zone, calendar);
    const dayText = (date: CalendarDate) => `${shortDay(date)}, ${labelOf(HOURS, hour)}`;
    const next = every === 'week' ? newest + 7 : startOfMonth(newest, 1) + day - 1;
    const sentences = [
      run.at !== null && `Last sent ${calendar.text(run.at, zone)}.`,
      isLate && !context.isSample && `That of ${dayText(newest)} did not reach everyone within 24 hours.`,
      none ||
        (isDone || isLate
          ? `Next: ${dayText(next)}.`
          : `Due since ${dayText(newest)}: each run tries it for 24 hours.`),
      none === '' && missing,
    ];
    return {
      // As in the form.
      ...{ id, revision, report, every, day, hour, split, chat: '', keepsChat: hasChat },
      to: to.join(', '),
      sentence: sentences.filter(Boolean).join(' '),
      // With sample data that is as it should be.
      isBlocked: (none !== '' || missing !== '') && !context.isSample,
    };
  });
}

/** Why none goes, remedy first; empty where the next one may. */
function whyNoneGoes({ report }: Summary, state: DocumentState, { isSample }: SummaryViewContext): string {
  if (isSample) return 'Connect with your own credentials first: sample data is sent as a test only.';
  if (state.schedule.every === 'off') return NO_SCHEDULE;
  const why = whyWaiting(findReport(state, report));
  return why && `${why}.`;
}

/** Why it does not arrive everywhere, remedy first; empty where nothing is wrong. */
function whySomeMiss(
  { to, hasChat, run: { chatStatus } }: Summary,
  state: DocumentState,
  { chatOrigin, now, mailDomains, calendar, zone }: SummaryViewContext,
): string {
  if (hasChat && chatOrigin === null)
    return 'Ask your administrator to allow Google Chat: this add-on was built without it.';
  const answer = chatStatus === 0 ? 'gave no answer' : `refused the last message (HTTP\u00a0${chatStatus})`;
  if (chatStatus !== 200) return `Check the Chat space and its webhook: Google Chat ${answer}.`;
  return describeNoMail(state, to, Math.floor(calendar.serial(now, zone)), mailDomains);
}
