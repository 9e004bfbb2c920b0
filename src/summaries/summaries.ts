import * as v from 'valibot';
import { type CalendarDate, formatIsoDate, startOfMonth, toParts, weekday } from '../calendar/calendar-date';
import { writeHour } from '../contract/schedule';
import {
  isWebhookPath,
  MOST_SUMMARY_ADDRESSES,
  NO_ADDRESS,
  SUMMARY_SPLITS,
  SUMMARY_UNITS,
  type SummaryForm,
  type SummaryView,
} from '../contract/summaries';
import { type DashboardSource, sourceOfRefresh } from '../dashboards/dashboard-source';
import { dayText } from '../dashboards/dashboard-texts';
import { refuse } from '../employer-api/errors';
import type { Clock, HttpTransport } from '../employer-api/ports';
import { parseStored, shortHash } from '../employer-api/text';
import { foldName } from '../figures/names';
import { ADDRESSES_A_DAY, MOST_SUMMARIES, REFUSED_MAIL_LOCK_MILLIS, SUMMARY_HOURS } from '../limits';
import {
  entryOf,
  formatLedger,
  isAccountRefused,
  type MailEntry,
  mustSummaryWait,
  parseLedger,
  withRefused,
  withSent,
} from '../reports/mail/mail-ledger';
import { isSameAddress, maskAddress, mayMail, requireDomains } from '../reports/mail/outbox';
import type {
  DocumentLock,
  Mail,
  Mailer,
  Properties,
  PropertyStore,
  SpreadsheetCalendar,
  TextPacker,
} from '../reports/ports';
import type { FollowedRefresh, RefreshFollower } from '../reports/refresh/followed-refresh';
import { type DocumentState, PROPERTY, readDocumentState, withLock } from '../reports/saved/document-state';
import {
  findKept,
  type KeptListServices,
  ofReports,
  requireRoom,
  withKept,
} from '../reports/saved/kept-list';
import { describeRefusal } from '../reports/schedule/schedule';
import { writeChatMessage, writeMail } from './summary-messages';
import { planSummary } from './summary-page';
import { pagesOf, SummaryRows } from './summary-rows';
import type { Gzip } from './trend-image';

const SUMMARY = v.object({
  id: v.string(),
  /** The ID of the saved report whose rows it shows. */
  report: v.string(),
  /** Whole addresses; none only where it goes to Google Chat. */
  to: v.array(v.string()),
  /** Whether it goes to a space of Google Chat as well. The space's address is kept apart, in `ChatHooks`. */
  hasChat: v.boolean(),
  every: v.picklist(SUMMARY_UNITS),
  /** Of a week 1 is Monday, 7 is Sunday; of a month 1 to 28. */
  day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(28)),
  /** From 0 to 23. */
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  split: v.picklist(SUMMARY_SPLITS),
  /** When someone saved or changed it. Milliseconds since 1970. */
  savedAt: v.number(),
});
const STORED = v.object({ version: v.literal(1), summaries: v.array(SUMMARY) });

const RUN = v.object({
  /** The day on which it was due, as a serial number. */
  slot: v.number(),
  /** When the newest page was sent, of this day or an earlier one. Milliseconds since 1970; null for never. */
  at: v.nullable(v.number()),
  /**
   * Who got which page, by `partOf`: a bit for each address of the summary email, in order, and one for Google Chat. A changed
   * summary email starts over on its next day, so the order of a mask never changes.
   */
  sent: v.record(v.string(), v.number()),
  /** Whether every page went to every address. */
  isDone: v.boolean(),
  /**
   * What Google Chat answered, if not 200: its status, or 0 for no answer. Of a page that is not sent again, or else the last.
   */
  chatStatus: v.optional(v.number()),
});
const RUNS = v.object({ version: v.literal(1), runs: v.record(v.string(), RUN) });

/** Statuses of Google Chat after which the message is sent again. After all others it may have arrived, or never will. */
const SENT_AGAIN: readonly number[] = [429, 500, 503];

/** A page that is sent every week or month. */
type Summary = Readonly<v.InferOutput<typeof SUMMARY>>;

/** What of a summary email was sent for its newest day. */
type SummaryRun = Readonly<v.InferOutput<typeof RUN>>;

/** By the IDs of summary emails. */
type SummaryRuns = Readonly<Record<string, SummaryRun>>;

/** Reads stored summary emails, in the order in which they were made; what cannot be read counts as none. */
export function parseSummaries(text: string | undefined): readonly Summary[] {
  return parseStored(STORED, text)?.summaries ?? [];
}

/** The text to store. */
function formatSummaries(summaries: readonly Summary[]): string {
  return JSON.stringify({ version: 1, summaries });
}

/** Reads what was sent; what cannot be read counts as nothing. */
function parseSummaryRuns(text: string | undefined): SummaryRuns {
  return parseStored(RUNS, text)?.runs ?? {};
}

/** The text to store. */
function formatSummaryRuns(runs: SummaryRuns): string {
  return JSON.stringify({ version: 1, runs });
}

const HOOKS = v.object({ version: v.literal(1), hooks: v.record(v.string(), v.string()) });

/** Addresses of Chat spaces by the IDs of summary emails. Whoever has one can write to its space: they are secrets. */
type ChatHooks = Readonly<Record<string, string>>;

/** Reads stored addresses; what cannot be read counts as none. */
function parseChatHooks(text: string | undefined): ChatHooks {
  return parseStored(HOOKS, text)?.hooks ?? {};
}

/** The text to store. */
function formatChatHooks(hooks: ChatHooks): string {
  return JSON.stringify({ version: 1, hooks });
}

/** Whether an address is a webhook of Google Chat. @param chatOrigin Of the build; null where summary emails may not go to Chat. */
function isWebhook(address: string, chatOrigin: string | null): boolean {
  return (
    chatOrigin !== null &&
    address.startsWith(`${chatOrigin}/`) &&
    isWebhookPath(address.slice(chatOrigin.length))
  );
}

const HOURS_PER_DAY = 24;
/** In days: serial numbers of moments are not exact. */
const SECOND = 1 / 86_400;

/** The newest day on which a summary email was due, and how it stands. */
interface SummarySlot {
  readonly day: CalendarDate;
  /**
   * `due`: it is to go with the next run. `done`: it went, or the summary email was saved later than its hour. `late`: no run could
   * send it within 24 hours, so it is skipped.
   */
  readonly state: 'due' | 'done' | 'late';
}

type Timing = Pick<Summary, 'every' | 'day' | 'hour' | 'savedAt'>;

/** How a summary email stands. No service call that counts. @param zone The spreadsheet's. */
function slotOf(
  summary: Timing,
  run: SummaryRun | undefined,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): SummarySlot {
  const time = calendar.serial(now, zone);
  const hour = summary.hour / HOURS_PER_DAY;
  const day = latestDay(summary, Math.floor(time - hour + SECOND));
  const begins = day + hour;
  const isKnown = run !== undefined && (run.slot > day || (run.slot === day && run.isDone));
  if (isKnown || calendar.serial(summary.savedAt, zone) >= begins + SECOND) return { day, state: 'done' };
  return { day, state: time - begins > SUMMARY_HOURS / HOURS_PER_DAY ? 'late' : 'due' };
}

/** The next day on which it is due, after this one. */
function nextDay({ every, day }: Pick<Summary, 'every' | 'day'>, after: CalendarDate): CalendarDate {
  return every === 'week' ? after + 7 : startOfMonth(after, 1) + day - 1;
}

/** The newest of its days that is not after this one. */
function latestDay({ every, day }: Pick<Summary, 'every' | 'day'>, today: CalendarDate): CalendarDate {
  if (every === 'week') return today - ((weekday(today) - day + 7) % 7);
  return startOfMonth(today, toParts(today).day < day ? -1 : 0) + day - 1;
}

const NOT_A_WEBHOOK =
  'Paste the webhook of a Google Chat space, or ask your administrator to allow them: this isn’t one, or the add-on was built without them';

/** What keeping summary emails needs. */
interface SummaryListServices extends KeptListServices {
  /** Where Google Chat takes messages; null where summary emails may not go there. */
  readonly chatOrigin: string | null;
}

/** The summary emails of a spreadsheet. Each change costs four service calls. */
export class SummaryList {
  constructor(private readonly services: SummaryListServices) {}

  /**
   * Saves a new or changed summary email. It goes from its next day on: what was due before is not sent.
   *
   * @throws {ReportError} `invalid_settings` without a schedule, when its report or the summary email is gone, there are too many,
   *   or an address is not allowed or not known; `busy`.
   */
  save({ id, chat, ...chosen }: SummaryForm): DocumentState {
    return this.change((summaries, state, hooks) => {
      if (state.schedule.every === 'off') {
        refuse('invalid_settings', 'Save a schedule first: the summary email goes out with it');
      }
      const known = findKept(summaries, { id, report: chosen.report }, state.reports, 'summary');
      const to = wholeAddresses(chosen.to, known?.to ?? []);
      requireDomains(to, this.services.mailDomains);
      const ownId = known?.id ?? this.services.makeId();
      const hook = chat ?? hooks[ownId] ?? '';
      if (hook !== '' && !isWebhook(hook, this.services.chatOrigin))
        refuse('invalid_settings', NOT_A_WEBHOOK);
      if (to.length === 0 && hook === '') refuse('invalid_settings', NO_ADDRESS);
      const savedAt = this.services.clock.now();
      const saved: Summary = { ...chosen, to, hasChat: hook !== '', id: ownId, savedAt };
      const hooksAfter = { ...hooks, [ownId]: hook };
      requireFewAddresses([...summaries.filter((summary) => summary !== known), saved]);
      return [withKept(summaries, known, saved, MOST_SUMMARIES, 'summary'), hooksAfter];
    });
  }

  /** Forgets a summary email. Forgetting one that is gone already changes nothing. @throws {ReportError} `busy` */
  remove(id: string): DocumentState {
    return this.change((summaries, _state, hooks) => [
      summaries.filter((summary) => summary.id !== id),
      hooks,
    ]);
  }

  private change(
    work: (
      summaries: readonly Summary[],
      state: DocumentState,
      hooks: ChatHooks,
    ) => readonly [summaries: readonly Summary[], hooks: ChatHooks],
  ): DocumentState {
    const { lock, document } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const state = readDocumentState(properties);
      const before = ofReports(parseSummaries(properties[PROPERTY.summaries]), state.reports);
      const hooksBefore = parseChatHooks(properties[PROPERTY.summaryHooks]);
      const [after, hooksAfter] = work(before, state, hooksBefore);
      const summaries = formatSummaries(after);
      requireRoom(summaries, 'summary');
      const runs = Object.entries(parseSummaryRuns(properties[PROPERTY.summaryRuns]))
        .filter(([id]) => after.some((summary) => summary.id === id))
        // What one webhook answered says nothing of another.
        .map(([id, run]) => [
          id,
          hooksAfter[id] === hooksBefore[id] ? run : { ...run, chatStatus: undefined },
        ]);
      const summaryRuns = formatSummaryRuns(Object.fromEntries(runs));
      const hooks = Object.entries(hooksAfter).filter(
        ([id, hook]) => hook !== '' && after.some((summary) => summary.id === id),
      );
      const isSecret = hooks.length > 0 || properties[PROPERTY.summaryHooks] !== undefined;
      document.write({
        [PROPERTY.summaries]: summaries,
        [PROPERTY.summaryRuns]: summaryRuns,
        ...(isSecret ? { [PROPERTY.summaryHooks]: formatChatHooks(Object.fromEntries(hooks)) } : {}),
      });
      return { ...state, summaries, summaryRuns };
    });
  }
}

/** All summary emails together may go to as many addresses as get mail within a day. @throws {ReportError} `invalid_settings` */
function requireFewAddresses(summaries: readonly Summary[]): void {
  const all = new Set(summaries.flatMap(({ to }) => to.map((address) => address.toLowerCase())));
  if (all.size <= ADDRESSES_A_DAY) return;
  refuse('invalid_settings', `Remove some addresses: summary emails go to at most ${ADDRESSES_A_DAY} in all`);
}

/**
 * Addresses as typed, each once, with those that stay as the sidebar shows them in full.
 *
 * @throws {ReportError} `invalid_settings` where no saved one looks so, or where it is not known which of several stay.
 */
export function wholeAddresses(typed: readonly string[], saved: readonly string[]): string[] {
  const whole = typed.map((text, place) => {
    if (!text.includes('…')) return text;
    const alike = saved.filter((address) => maskAddress(address) === text);
    const asked = typed.filter((other) => other === text).length;
    if (asked < alike.length) {
      refuse(
        'invalid_settings',
        `Enter the whole address: ${alike.length} saved addresses look like ${text}`,
      );
    }
    const at = typed.slice(0, place).filter((other) => other === text).length;
    return (
      alike[at] ?? refuse('invalid_settings', `Enter the whole address: no saved address looks like ${text}`)
    );
  });
  return whole.filter((address, at) => whole.findIndex((other) => isSameAddress(other, address)) === at);
}

/** What describing summary emails needs besides the state. */
interface SummaryViewContext {
  readonly now: number;
  readonly zone: string;
  readonly calendar: SpreadsheetCalendar;
  /** Whether the spreadsheet is connected to the sample employer. */
  readonly isSample: boolean;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
  /** Whether the build lets summary emails go to Google Chat. */
  readonly allowsChat: boolean;
}

const NO_SCHEDULE = 'Save a schedule first: the summary email goes out with it.';
const SAMPLE = 'Connect with your own credentials first: sample data is sent as a test only.';
const NO_CHAT = 'Ask your administrator to allow Google Chat: this add-on was built without it.';
const WAITS =
  'Some of its email waits for a day: too many new addresses, or too many summary emails, went out today.';

/** The summary emails of reports that are still there, and when they go. No service call that counts. */
export function viewSummaries(state: DocumentState, context: SummaryViewContext): SummaryView[] {
  const runs = parseSummaryRuns(state.summaryRuns);
  return ofReports(parseSummaries(state.summaries), state.reports).map((summary) => {
    const { savedAt: _savedAt, to, ...shown } = summary;
    const run = runs[summary.id];
    const blocked = whyBlocked(summary, run, state, context);
    const sentence = [describeRun(summary, run, context), blocked].filter(Boolean).join(' ');
    return {
      ...shown,
      to: to.map(maskAddress),
      sentence,
      isBlocked: blocked !== '' && !SENT_AGAIN.includes(run?.chatStatus ?? 0),
    };
  });
}

/** Why it does not go, remedy first; empty where nothing is wrong. */
function whyBlocked(
  { to, hasChat }: Summary,
  run: SummaryRun | undefined,
  { schedule, summaryMails }: DocumentState,
  context: SummaryViewContext,
): string {
  const { allowsChat, now, isSample, mailDomains } = context;
  if (schedule.every === 'off') return NO_SCHEDULE;
  if (isSample) return SAMPLE;
  if (hasChat && !allowsChat) return NO_CHAT;
  if (run?.chatStatus !== undefined) return describeChat(run.chatStatus);
  const ledger = parseLedger(summaryMails);
  const refusals = to.map((address) =>
    describeRefusal(schedule, ledger, 'summaries', address, now, mailDomains),
  );
  const refused = refusals.find((sentence) => sentence !== '');
  if (refused !== undefined) return refused;
  return !isAccountRefused(ledger, now) && to.some((address) => mustSummaryWait(ledger, address, now))
    ? WAITS
    : '';
}

/** What to do about the last message to Google Chat. */
function describeChat(status: number): string {
  if (status === 0)
    return 'Check the Chat space: Google Chat gave no answer, so the page may be missing there.';
  if (status === 429) return 'Wait for the next run: Google Chat had too many messages (HTTP 429).';
  if (status === 400)
    return 'Ask your administrator for a newer add-on: Google Chat did not take the message (HTTP 400).';
  if (status === 401 || status === 403) {
    return `Enter a new webhook of the Chat space: it no longer takes messages by this one (HTTP ${status}).`;
  }
  if (status === 404)
    return 'Enter a webhook of another Chat space: this space or its webhook is gone (HTTP 404).';
  if (status === 500 || status === 503)
    return `Wait for the next run: Google Chat did not work (HTTP ${status}).`;
  return `Check the Chat space: Google Chat answered HTTP ${status}, so the page may be missing there.`;
}

/** `Last sent 2026-11-23 06:12. Next: Mon …`. */
function describeRun(
  summary: Summary,
  run: SummaryRun | undefined,
  { now, zone, calendar }: SummaryViewContext,
): string {
  const { day, state } = slotOf(summary, run, now, zone, calendar);
  const time = writeHour(summary.hour);
  const last = run === undefined || run.at === null ? '' : `Last sent ${calendar.text(run.at, zone)}. `;
  if (state === 'due') {
    return `${last}Due since ${formatIsoDate(day)} ${time}: the next scheduled run that refreshes the whole report sends it.`;
  }
  const isPart = Object.values(sentOf(run, day)).some((mask) => mask > 0);
  const late = isPart
    ? `${last}The summary email of ${dayText(day)} did not reach everyone within 24 hours. `
    : `The summary email of ${dayText(day)} was skipped: no run could send it within 24 hours. `;
  return `${state === 'late' ? late : last}Next: the first scheduled run after ${formatIsoDate(nextDay(summary, day))} ${time}.`;
}

/** What sending summary emails needs. */
interface SummarySenderServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly clock: Clock;
  readonly gzip: Gzip;
  readonly packer: TextPacker;
  readonly transport: Pick<HttpTransport, 'send'>;
  /** Where Google Chat takes messages; null where summary emails may not go there. */
  readonly chatOrigin: string | null;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

/** A summary email that is to go with this run. */
interface DueSummary {
  readonly summary: Summary;
  /** The day on which it was due. */
  readonly slot: CalendarDate;
  readonly zone: string;
  readonly source: DashboardSource;
  readonly rows: SummaryRows;
  /** Its pages: the venue of each, or `undefined` for the whole report. */
  readonly pages: readonly (string | undefined)[];
  /** How many venues have none. */
  readonly left: number;
}

/** Where a page counts as sent to: addresses, with what was remembered of each before, and a space of Google Chat. */
interface Noted {
  readonly to: readonly {
    readonly address: string;
    readonly bit: number;
    readonly before: MailEntry | undefined;
  }[];
  /** The webhook; `''` for none. */
  readonly chat: string;
  /** When a page was sent before: `at` of `SummaryRun`. */
  readonly sentBefore: number | null;
}

const NOWHERE: Noted = { to: [], chat: '', sentBefore: null };

/** The bit of Google Chat in a mask: after those of all addresses. */
const CHAT_BIT = 1 << MOST_SUMMARY_ADDRESSES;

/** How long to wait for Google Chat, in seconds (our choice). */
const CHAT_TIMEOUT_SECONDS = 30;

/**
 * Summary emails, at the end of a scheduled run: those that are due and whose report was refreshed in it.
 *
 * Each page counts as sent before it is sent, and no longer when Google refuses it: a run that Google ends between the two
 * loses that page, and so does one that waits for the lock in vain to note the refusal; none is ever sent twice.
 */
export class SummarySender implements RefreshFollower {
  private readonly due: DueSummary[] = [];
  /** Addresses that were refused in this run: several refused pages count once. */
  private readonly refused = new Set<string>();

  constructor(private readonly services: SummarySenderServices) {}

  /** Finds the summary emails of a refreshed report that are due. No service call. Sample data is never sent. */
  follow(refresh: FollowedRefresh): readonly string[] {
    const { properties, saved, zone } = refresh;
    if (refresh.by !== 'schedule' || refresh.isSample) return [];
    try {
      const summaries = parseSummaries(properties[PROPERTY.summaries]).filter(
        ({ report }) => report === saved.id,
      );
      const waiting = summaries.flatMap((summary) => {
        const slot = this.dueSlot(summary, properties, zone);
        return slot === undefined ? [] : [{ summary, slot }];
      });
      if (waiting.length === 0) return [];
      const source = sourceOfRefresh(refresh, this.services);
      for (const { summary, slot } of waiting) {
        const rows = SummaryRows.of(source, summary.every);
        // The service may not have the newest days yet: a later run has them.
        if (!rows.complete.includes(rows.last)) continue;
        const { pages, left } = pagesOf(rows, rows.last, summary.split);
        const due: DueSummary = { summary, slot, zone, source, rows, pages, left };
        const isAnyone = due.pages.some(
          (page) =>
            this.addresseesOf(due, page, properties).length > 0 ||
            this.webhookOf(due, page, properties) !== '',
        );
        if (isAnyone) this.due.push(due);
      }
    } catch {
      // The refresh itself matters more; what is due stays due.
    }
    return [];
  }

  /** The figures of an undone table were sent, and stay with those who got them. */
  afterUndo(): readonly string[] {
    return [];
  }

  /**
   * Sends what is due. Never throws. Where mail is not allowed, only to Google Chat.
   *
   * No service call when nothing is; otherwise two, one more for mail, five for each page, and one for Google Chat: nine for
   * a summary email. Where one of them is refused five more, and one for each address.
   */
  send(isMailOff = false): void {
    if (this.due.length === 0) return;
    const { mailer } = this.services;
    try {
      const isMail = !isMailOff && this.due.some(({ summary }) => summary.to.length > 0);
      let quota = isMail ? mailer.quotaLeft() : 0;
      if (quota < 1 && !this.due.some(({ summary }) => summary.hasChat)) return;
      const place = { spreadsheet: mailer.spreadsheetName(), link: mailer.spreadsheetAddress() };
      for (const due of this.due) {
        for (const page of due.pages) quota -= this.deliver(due, page, place, quota);
      }
    } catch {
      // What could not be noted is still due.
    }
  }

  /** Sends one page. @returns How many addresses of the quota it took. */
  private deliver(
    due: DueSummary,
    venue: string | undefined,
    place: { readonly spreadsheet: string; readonly link: string },
    quota: number,
  ): number {
    const { calendar, gzip } = this.services;
    const { summary, rows, source, zone, left } = due;
    const context = { ...place, savedAt: calendar.serial(summary.savedAt, zone), test: null, left };
    const page = planSummary(venue === undefined ? rows : rows.of(venue), rows.last, source, context);
    const mail = writeMail(page, gzip);
    const noted = this.note(due, venue, quota);
    if (noted.to.length === 0 && noted.chat === '') return 0;
    const refused = new Map(noted.to.map(({ address }) => [address, 'none' as RefusalReason]));
    let chat: ChatAnswer = { status: 200, isSentAgain: noted.chat !== '' };
    try {
      if (noted.to.length > 0) this.sendMail(mail, refused);
      if (noted.chat !== '') chat = this.sendToChat(noted.chat, writeChatMessage(page));
    } finally {
      const isRefused = refused.size > 0 || chat.isSentAgain || chat.status !== 200;
      if (isRefused) this.takeBack(due, venue, noted, refused, chat);
    }
    return noted.to.length - refused.size;
  }

  /** One mail to all. @param refused All addresses; those that get it are taken out. */
  private sendMail(mail: Omit<Mail, 'to'>, refused: Map<string, RefusalReason>): void {
    const all = [...refused.keys()];
    if (this.services.mailer.send({ ...mail, to: all.join(',') })) for (const one of all) refused.delete(one);
    else this.sendSingly(mail, all, refused);
  }

  private sendToChat(url: string, json: string): ChatAnswer {
    try {
      const headers = { 'Content-Type': 'application/json; charset=UTF-8' };
      const request = { url, headers, body: { json }, timeoutSeconds: CHAT_TIMEOUT_SECONDS };
      const status = this.services.transport.send(request)?.status ?? 0;
      return { status, isSentAgain: SENT_AGAIN.includes(status) };
    } catch {
      // Nothing left this machine: the person may send no requests, or no more today.
      return { status: 200, isSentAgain: true };
    }
  }

  /** After Google refused a mail to all: one wrong address must not cost the others theirs. */
  private sendSingly(
    mail: Omit<Mail, 'to'>,
    addresses: readonly string[],
    refused: Map<string, RefusalReason>,
  ): void {
    const { mailer } = this.services;
    for (const to of addresses) {
      if (addresses.length > 1 && mailer.send({ ...mail, to })) refused.delete(to);
      else if (mailer.quotaLeft() > 0) refused.set(to, 'address');
      else {
        for (const address of refused.keys()) refused.set(address, 'account');
        return;
      }
    }
  }

  /** Marks a page as sent to everyone who is to get it now. */
  private note(due: DueSummary, page: string | undefined, quota: number): Noted {
    const { document, lock, clock } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const { summary, slot } = due;
      const known = parseSummaries(properties[PROPERTY.summaries]).find(({ id }) => id === summary.id);
      // Removed or changed meanwhile, or sent by another run.
      if (known?.savedAt !== summary.savedAt || this.dueSlot(known, properties, due.zone) !== slot)
        return NOWHERE;
      const all = this.addresseesOf(due, page, properties);
      const to = all.length > quota ? [] : all;
      const chat = this.webhookOf(due, page, properties);
      if (to.length === 0 && chat === '') return NOWHERE;
      const now = clock.now();
      let ledger = parseLedger(properties[PROPERTY.summaryMails]);
      const noted = to.map(({ address, bit, isFirst }) => {
        const before = isFirst ? entryOf(ledger, 'summaries', address) : undefined;
        const news = { isDigest: false, hasNews: true };
        if (isFirst) ledger = withSent(ledger, 'summaries', address, news, now);
        return { address, bit, before };
      });
      const bits = noted.reduce((mask, { bit }) => mask | bit, chat === '' ? 0 : CHAT_BIT);
      const sentBefore = parseSummaryRuns(properties[PROPERTY.summaryRuns])[summary.id]?.at ?? null;
      const changes = this.withMask(due, page, properties, (mask) => mask | bits, now);
      document.write({ ...changes, [PROPERTY.summaryMails]: formatLedger(ledger, now) });
      return { to: noted, chat, sentBefore };
    });
  }

  private takeBack(
    due: DueSummary,
    page: string | undefined,
    { to, chat: webhook, sentBefore }: Noted,
    refused: ReadonlyMap<string, RefusalReason>,
    chat: ChatAnswer,
  ): void {
    const { document, lock, clock } = this.services;
    withLock(
      lock,
      () => {
        const properties = document.readAll();
        const now = clock.now();
        let ledger = parseLedger(properties[PROPERTY.summaryMails]);
        let bits = chat.isSentAgain ? CHAT_BIT : 0;
        for (const { address, bit, before = entryOf(ledger, 'summaries', address) } of to) {
          const reason = refused.get(address);
          if (reason === undefined) continue;
          bits |= bit;
          const isCounted = reason === 'address' && this.refused.has(address);
          const refusals = Math.max(0, before.refusals - Number(isCounted));
          ledger = withRefused(
            ledger,
            'summaries',
            address,
            { before: { ...before, refusals }, reason },
            now,
          );
          if (reason === 'address') this.refused.add(address);
        }
        const isInChat = webhook !== '' && chat.status === 200 && !chat.isSentAgain;
        const at = refused.size < to.length || isInChat ? now : sentBefore;
        const changes = this.withMask(due, page, properties, (mask) => mask & ~bits, at, chat.status);
        document.write({ ...changes, [PROPERTY.summaryMails]: formatLedger(ledger, now) });
      },
      REFUSED_MAIL_LOCK_MILLIS,
    );
  }

  /**
   * The record of what was sent, with another mask for a page.
   *
   * @param at When a page was sent last.
   * @param chatStatus Of the last message to Google Chat.
   */
  private withMask(
    { summary, slot, pages }: DueSummary,
    page: string | undefined,
    properties: Properties,
    change: (mask: number) => number,
    at: number | null,
    chatStatus = 200,
  ): Properties {
    const runs = parseSummaryRuns(properties[PROPERTY.summaryRuns]);
    const before = runs[summary.id];
    const sent = { ...sentOf(before, slot) };
    sent[partOf(page)] = change(sent[partOf(page)] ?? 0);
    const addresses = summary.to.map((address, at) => (this.mayMail(address) ? 1 << at : 0));
    const chat = summary.hasChat && this.services.chatOrigin !== null ? CHAT_BIT : 0;
    const wanted = addresses.reduce((mask, bit) => mask | bit, chat);
    const isDone = pages.every((one) => ((sent[partOf(one)] ?? 0) & wanted) === wanted);
    const said = before?.slot === slot ? (before.chatStatus ?? 200) : 200;
    // What a later page or mail does not make good stays said.
    const answer = said === 200 || SENT_AGAIN.includes(said) ? chatStatus : said;
    const run: SummaryRun = { slot, at, sent, isDone, ...(answer === 200 ? {} : { chatStatus: answer }) };
    return { [PROPERTY.summaryRuns]: formatSummaryRuns({ ...runs, [summary.id]: run }) };
  }

  /** Where in Google Chat a page is to go now; `''` for nowhere. Checked again: an editor of a bound script can store anything. */
  private webhookOf({ summary, slot }: DueSummary, page: string | undefined, properties: Properties): string {
    const sent = sentOf(parseSummaryRuns(properties[PROPERTY.summaryRuns])[summary.id], slot);
    if (!summary.hasChat || ((sent[partOf(page)] ?? 0) & CHAT_BIT) !== 0) return '';
    const webhook = parseChatHooks(properties[PROPERTY.summaryHooks])[summary.id] ?? '';
    return isWebhook(webhook, this.services.chatOrigin) ? webhook : '';
  }

  /** Who of a summary email is to get a page now. `isFirst`: it is the first page of this day that the address gets. */
  private addresseesOf({ summary, slot }: DueSummary, page: string | undefined, properties: Properties) {
    const sent = sentOf(parseSummaryRuns(properties[PROPERTY.summaryRuns])[summary.id], slot);
    const begun = Object.values(sent).reduce((mask, one) => mask | one, 0);
    const now = this.services.clock.now();
    let ledger = parseLedger(properties[PROPERTY.summaryMails]);
    return summary.to.flatMap((address, at) => {
      const bit = 1 << at;
      const isFirst = (begun & bit) === 0;
      if (((sent[partOf(page)] ?? 0) & bit) !== 0 || !this.mayMail(address)) return [];
      if (isFirst) {
        if (mustSummaryWait(ledger, address, now)) return [];
        // Each new address counts for the next one.
        ledger = withSent(ledger, 'summaries', address, { isDigest: false, hasNews: true }, now);
      }
      return [{ address, bit, isFirst }];
    });
  }

  private mayMail(address: string): boolean {
    return mayMail(address, this.services.mailDomains);
  }

  /** The day on which a summary email was due, if it is still to go. */
  private dueSlot(summary: Summary, properties: Properties, zone: string): CalendarDate | undefined {
    const run = parseSummaryRuns(properties[PROPERTY.summaryRuns])[summary.id];
    const { day, state } = slotOf(summary, run, this.services.clock.now(), zone, this.services.calendar);
    return state === 'due' ? day : undefined;
  }
}

/** What Google Chat answered: its status, 0 for no answer. */
interface ChatAnswer {
  readonly status: number;
  readonly isSentAgain: boolean;
}

/** `none`: it was not tried. */
type RefusalReason = 'address' | 'account' | 'none';

/** Who got which page of a day. */
function sentOf(run: SummaryRun | undefined, slot: CalendarDate): SummaryRun['sent'] {
  return run?.slot === slot ? run.sent : {};
}

/** The short name of a page in stored records. */
function partOf(venue: string | undefined): string {
  return venue === undefined ? '' : shortHash(foldName(venue));
}
