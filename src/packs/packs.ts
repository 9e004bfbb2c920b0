import * as v from 'valibot';
import { type CalendarDate, formatIsoDate, startOfMonth, toParts, weekday } from '../calendar/calendar-date';
import {
  isWebhookPath,
  MOST_PACK_ADDRESSES,
  NO_ADDRESS,
  PACK_SPLITS,
  PACK_UNITS,
  type PackForm,
  type PackView,
} from '../contract/packs';
import { writeHour } from '../contract/schedule';
import { type DashboardSource, sourceOfRefresh } from '../dashboards/dashboard-source';
import { dayText } from '../dashboards/dashboard-texts';
import { refuse } from '../employer-api/errors';
import type { Clock, HttpTransport } from '../employer-api/ports';
import { parseStored, shortHash } from '../employer-api/text';
import { foldName } from '../figures/names';
import { ADDRESSES_A_DAY, MOST_PACKS, PACK_HOURS, REFUSED_MAIL_LOCK_MILLIS } from '../limits';
import {
  entryOf,
  formatLedger,
  isAccountRefused,
  type MailEntry,
  mustPackWait,
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
import type { FollowedRefresh, RefreshFollower } from '../reports/refresh/refresh-phases';
import { type DocumentState, PROPERTY, readDocumentState, withLock } from '../reports/saved/document-state';
import {
  findKept,
  type KeptListServices,
  ofReports,
  requireRoom,
  withKept,
} from '../reports/saved/kept-list';
import { describeRefusal } from '../reports/schedule/scheduler';
import { writeChatMessage, writeMail } from './pack-messages';
import { planPack } from './pack-page';
import { PackRows, pagesOf } from './pack-rows';
import type { Gzip } from './trend-image';

const PACK = v.object({
  id: v.string(),
  /** The ID of the saved report whose rows it shows. */
  report: v.string(),
  /** Whole addresses; none only where it goes to Google Chat. */
  to: v.array(v.string()),
  /** Whether it goes to a space of Google Chat as well. The space's address is kept apart, in `ChatHooks`. */
  hasChat: v.boolean(),
  every: v.picklist(PACK_UNITS),
  /** Of a week 1 is Monday, 7 is Sunday; of a month 1 to 28. */
  day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(28)),
  /** From 0 to 23. */
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  split: v.picklist(PACK_SPLITS),
  /** When someone saved or changed it. Milliseconds since 1970. */
  savedAt: v.number(),
});
const STORED = v.object({ version: v.literal(1), packs: v.array(PACK) });

const RUN = v.object({
  /** The day on which it was due, as a serial number. */
  slot: v.number(),
  /** When the newest page was sent, of this day or an earlier one. Milliseconds since 1970; null for never. */
  at: v.nullable(v.number()),
  /**
   * Who got which page, by `partOf`: a bit for each address of the pack, in order, and one for Google Chat. A changed
   * pack starts over on its next day, so the order of a mask never changes.
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
type Pack = Readonly<v.InferOutput<typeof PACK>>;

/** What of a pack was sent for its newest day. */
type PackRun = Readonly<v.InferOutput<typeof RUN>>;

/** By the IDs of packs. */
type PackRuns = Readonly<Record<string, PackRun>>;

/** Reads stored packs, in the order in which they were made; what cannot be read counts as none. */
export function parsePacks(text: string | undefined): readonly Pack[] {
  return parseStored(STORED, text)?.packs ?? [];
}

/** The text to store. */
function formatPacks(packs: readonly Pack[]): string {
  return JSON.stringify({ version: 1, packs });
}

/** Reads what was sent; what cannot be read counts as nothing. */
function parsePackRuns(text: string | undefined): PackRuns {
  return parseStored(RUNS, text)?.runs ?? {};
}

/** The text to store. */
function formatPackRuns(runs: PackRuns): string {
  return JSON.stringify({ version: 1, runs });
}

const HOOKS = v.object({ version: v.literal(1), hooks: v.record(v.string(), v.string()) });

/** Addresses of Chat spaces by the IDs of packs. Whoever has one can write to its space: they are secrets. */
type ChatHooks = Readonly<Record<string, string>>;

/** Reads stored addresses; what cannot be read counts as none. */
function parseChatHooks(text: string | undefined): ChatHooks {
  return parseStored(HOOKS, text)?.hooks ?? {};
}

/** The text to store. */
function formatChatHooks(hooks: ChatHooks): string {
  return JSON.stringify({ version: 1, hooks });
}

/** Whether an address is a webhook of Google Chat. @param chatOrigin Of the build; null where packs may not go to Chat. */
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

/** The newest day on which a pack was due, and how it stands. */
interface PackSlot {
  readonly day: CalendarDate;
  /**
   * `due`: it is to go with the next run. `done`: it went, or the pack was saved later than its hour. `late`: no run could
   * send it within 24 hours, so it is skipped.
   */
  readonly state: 'due' | 'done' | 'late';
}

type Timing = Pick<Pack, 'every' | 'day' | 'hour' | 'savedAt'>;

/** How a pack stands. No service call that counts. @param zone The spreadsheet's. */
function slotOf(
  pack: Timing,
  run: PackRun | undefined,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): PackSlot {
  const time = calendar.serial(now, zone);
  const hour = pack.hour / HOURS_PER_DAY;
  const day = latestDay(pack, Math.floor(time - hour + SECOND));
  const begins = day + hour;
  const isKnown = run !== undefined && (run.slot > day || (run.slot === day && run.isDone));
  if (isKnown || calendar.serial(pack.savedAt, zone) >= begins + SECOND) return { day, state: 'done' };
  return { day, state: time - begins > PACK_HOURS / HOURS_PER_DAY ? 'late' : 'due' };
}

/** The next day on which it is due, after this one. */
function nextDay({ every, day }: Pick<Pack, 'every' | 'day'>, after: CalendarDate): CalendarDate {
  return every === 'week' ? after + 7 : startOfMonth(after, 1) + day - 1;
}

/** The newest of its days that is not after this one. */
function latestDay({ every, day }: Pick<Pack, 'every' | 'day'>, today: CalendarDate): CalendarDate {
  if (every === 'week') return today - ((weekday(today) - day + 7) % 7);
  return startOfMonth(today, toParts(today).day < day ? -1 : 0) + day - 1;
}

const NOT_A_WEBHOOK =
  'Paste the webhook of a Google Chat space, or ask your administrator to allow them: this isn’t one, or the add-on was built without them';

/** What keeping packs needs. */
interface PackListServices extends KeptListServices {
  /** Where Google Chat takes messages; null where packs may not go there. */
  readonly chatOrigin: string | null;
}

/** The packs of a spreadsheet. Each change costs four service calls. */
export class PackList {
  constructor(private readonly services: PackListServices) {}

  /**
   * Saves a new or changed pack. It goes from its next day on: what was due before is not sent.
   *
   * @throws {ReportError} `invalid_settings` without a schedule, when its report or the pack is gone, there are too many,
   *   or an address is not allowed or not known; `busy`.
   */
  save({ id, chat, ...chosen }: PackForm): DocumentState {
    return this.change((packs, state, hooks) => {
      if (state.schedule.every === 'off') {
        refuse('invalid_settings', 'Save a schedule first: the pack goes out with it');
      }
      const known = findKept(packs, { id, report: chosen.report }, state.reports, 'pack');
      const to = wholeAddresses(chosen.to, known?.to ?? []);
      requireDomains(to, this.services.mailDomains);
      const ownId = known?.id ?? this.services.makeId();
      const hook = chat ?? hooks[ownId] ?? '';
      if (hook !== '' && !isWebhook(hook, this.services.chatOrigin))
        refuse('invalid_settings', NOT_A_WEBHOOK);
      if (to.length === 0 && hook === '') refuse('invalid_settings', NO_ADDRESS);
      const savedAt = this.services.clock.now();
      const saved: Pack = { ...chosen, to, hasChat: hook !== '', id: ownId, savedAt };
      const hooksAfter = { ...hooks, [ownId]: hook };
      requireFewAddresses([...packs.filter((pack) => pack !== known), saved]);
      return [withKept(packs, known, saved, MOST_PACKS, 'pack'), hooksAfter];
    });
  }

  /** Forgets a pack. Forgetting one that is gone already changes nothing. @throws {ReportError} `busy` */
  remove(id: string): DocumentState {
    return this.change((packs, _state, hooks) => [packs.filter((pack) => pack.id !== id), hooks]);
  }

  private change(
    work: (
      packs: readonly Pack[],
      state: DocumentState,
      hooks: ChatHooks,
    ) => readonly [packs: readonly Pack[], hooks: ChatHooks],
  ): DocumentState {
    const { lock, document } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const state = readDocumentState(properties);
      const before = ofReports(parsePacks(properties[PROPERTY.packs]), state.reports);
      const hooksBefore = parseChatHooks(properties[PROPERTY.packHooks]);
      const [after, hooksAfter] = work(before, state, hooksBefore);
      const packs = formatPacks(after);
      requireRoom(packs, 'pack');
      const runs = Object.entries(parsePackRuns(properties[PROPERTY.packRuns]))
        .filter(([id]) => after.some((pack) => pack.id === id))
        // What one webhook answered says nothing of another.
        .map(([id, run]) => [
          id,
          hooksAfter[id] === hooksBefore[id] ? run : { ...run, chatStatus: undefined },
        ]);
      const packRuns = formatPackRuns(Object.fromEntries(runs));
      const hooks = Object.entries(hooksAfter).filter(
        ([id, hook]) => hook !== '' && after.some((pack) => pack.id === id),
      );
      const isSecret = hooks.length > 0 || properties[PROPERTY.packHooks] !== undefined;
      document.write({
        [PROPERTY.packs]: packs,
        [PROPERTY.packRuns]: packRuns,
        ...(isSecret ? { [PROPERTY.packHooks]: formatChatHooks(Object.fromEntries(hooks)) } : {}),
      });
      return { ...state, packs, packRuns };
    });
  }
}

/** All packs together may go to as many addresses as get mail within a day. @throws {ReportError} `invalid_settings` */
function requireFewAddresses(packs: readonly Pack[]): void {
  const all = new Set(packs.flatMap(({ to }) => to.map((address) => address.toLowerCase())));
  if (all.size <= ADDRESSES_A_DAY) return;
  refuse('invalid_settings', `Remove some addresses: packs go to at most ${ADDRESSES_A_DAY} in all`);
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

/** What describing packs needs besides the state. */
interface PackViewContext {
  readonly now: number;
  readonly zone: string;
  readonly calendar: SpreadsheetCalendar;
  /** Whether the spreadsheet is connected to the sample employer. */
  readonly isSample: boolean;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
  /** Whether the build lets packs go to Google Chat. */
  readonly allowsChat: boolean;
}

const NO_SCHEDULE = 'Save a schedule first: the pack goes out with it.';
const SAMPLE = 'Connect with your own credentials first: sample data is sent as a test only.';
const NO_CHAT = 'Ask your administrator to allow Google Chat: this add-on was built without it.';
const WAITS = 'Some of its email waits for a day: too many new addresses, or too many packs, went out today.';

/** The packs of reports that are still there, and when they go. No service call that counts. */
export function viewPacks(state: DocumentState, context: PackViewContext): PackView[] {
  const runs = parsePackRuns(state.packRuns);
  return ofReports(parsePacks(state.packs), state.reports).map((pack) => {
    const { savedAt: _savedAt, to, ...shown } = pack;
    const run = runs[pack.id];
    const blocked = whyBlocked(pack, run, state, context);
    const sentence = [describeRun(pack, run, context), blocked].filter(Boolean).join(' ');
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
  { to, hasChat }: Pack,
  run: PackRun | undefined,
  { schedule, packMails }: DocumentState,
  context: PackViewContext,
): string {
  const { allowsChat, now, isSample, mailDomains } = context;
  if (schedule.every === 'off') return NO_SCHEDULE;
  if (isSample) return SAMPLE;
  if (hasChat && !allowsChat) return NO_CHAT;
  if (run?.chatStatus !== undefined) return describeChat(run.chatStatus);
  const ledger = parseLedger(packMails);
  const refusals = to.map((address) => describeRefusal(schedule, ledger, 'packs', address, now, mailDomains));
  const refused = refusals.find((sentence) => sentence !== '');
  if (refused !== undefined) return refused;
  return !isAccountRefused(ledger, now) && to.some((address) => mustPackWait(ledger, address, now))
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
function describeRun(pack: Pack, run: PackRun | undefined, { now, zone, calendar }: PackViewContext): string {
  const { day, state } = slotOf(pack, run, now, zone, calendar);
  const time = writeHour(pack.hour);
  const last = run === undefined || run.at === null ? '' : `Last sent ${calendar.text(run.at, zone)}. `;
  if (state === 'due') {
    return `${last}Due since ${formatIsoDate(day)} ${time}: the next scheduled run that refreshes the whole report sends it.`;
  }
  const isPart = Object.values(sentOf(run, day)).some((mask) => mask > 0);
  const late = isPart
    ? `${last}The pack of ${dayText(day)} did not reach everyone within 24 hours. `
    : `The pack of ${dayText(day)} was skipped: no run could send it within 24 hours. `;
  return `${state === 'late' ? late : last}Next: the first scheduled run after ${formatIsoDate(nextDay(pack, day))} ${time}.`;
}

/** What sending packs needs. */
interface PackSenderServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly clock: Clock;
  readonly gzip: Gzip;
  readonly packer: TextPacker;
  readonly transport: Pick<HttpTransport, 'send'>;
  /** Where Google Chat takes messages; null where packs may not go there. */
  readonly chatOrigin: string | null;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

/** A pack that is to go with this run. */
interface DuePack {
  readonly pack: Pack;
  /** The day on which it was due. */
  readonly slot: CalendarDate;
  readonly zone: string;
  readonly source: DashboardSource;
  readonly rows: PackRows;
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
  /** When a page was sent before: `at` of `PackRun`. */
  readonly sentBefore: number | null;
}

const NOWHERE: Noted = { to: [], chat: '', sentBefore: null };

/** The bit of Google Chat in a mask: after those of all addresses. */
const CHAT_BIT = 1 << MOST_PACK_ADDRESSES;

/** How long to wait for Google Chat, in seconds (our choice). */
const CHAT_TIMEOUT_SECONDS = 30;

/**
 * Packs, at the end of a scheduled run: those that are due and whose report was refreshed in it.
 *
 * Each page counts as sent before it is sent, and no longer when Google refuses it: a run that Google ends between the two
 * loses that page, and so does one that waits for the lock in vain to note the refusal; none is ever sent twice.
 */
export class PackSender implements RefreshFollower {
  private readonly due: DuePack[] = [];
  /** Addresses that were refused in this run: several refused pages count once. */
  private readonly refused = new Set<string>();

  constructor(private readonly services: PackSenderServices) {}

  /** Finds the packs of a refreshed report that are due. No service call. Sample data is never sent. */
  follow(refresh: FollowedRefresh): readonly string[] {
    const { properties, saved, zone } = refresh;
    if (refresh.by !== 'schedule' || refresh.isSample) return [];
    try {
      const packs = parsePacks(properties[PROPERTY.packs]).filter(({ report }) => report === saved.id);
      const waiting = packs.flatMap((pack) => {
        const slot = this.dueSlot(pack, properties, zone);
        return slot === undefined ? [] : [{ pack, slot }];
      });
      if (waiting.length === 0) return [];
      const source = sourceOfRefresh(refresh, this.services);
      for (const { pack, slot } of waiting) {
        const rows = PackRows.of(source, pack.every);
        // The service may not have the newest days yet: a later run has them.
        if (!rows.complete.includes(rows.last)) continue;
        const { pages, left } = pagesOf(rows, rows.last, pack.split);
        const due: DuePack = { pack, slot, zone, source, rows, pages, left };
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
   * a pack. Where one of them is refused five more, and one for each address.
   */
  send(isMailOff = false): void {
    if (this.due.length === 0) return;
    const { mailer } = this.services;
    try {
      const isMail = !isMailOff && this.due.some(({ pack }) => pack.to.length > 0);
      let quota = isMail ? mailer.quotaLeft() : 0;
      if (quota < 1 && !this.due.some(({ pack }) => pack.hasChat)) return;
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
    due: DuePack,
    venue: string | undefined,
    place: { readonly spreadsheet: string; readonly link: string },
    quota: number,
  ): number {
    const { calendar, gzip } = this.services;
    const { pack, rows, source, zone, left } = due;
    const context = { ...place, savedAt: calendar.serial(pack.savedAt, zone), test: null, left };
    const page = planPack(venue === undefined ? rows : rows.of(venue), rows.last, source, context);
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
  private note(due: DuePack, page: string | undefined, quota: number): Noted {
    const { document, lock, clock } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const { pack, slot } = due;
      const known = parsePacks(properties[PROPERTY.packs]).find(({ id }) => id === pack.id);
      // Removed or changed meanwhile, or sent by another run.
      if (known?.savedAt !== pack.savedAt || this.dueSlot(known, properties, due.zone) !== slot)
        return NOWHERE;
      const all = this.addresseesOf(due, page, properties);
      const to = all.length > quota ? [] : all;
      const chat = this.webhookOf(due, page, properties);
      if (to.length === 0 && chat === '') return NOWHERE;
      const now = clock.now();
      let ledger = parseLedger(properties[PROPERTY.packMails]);
      const noted = to.map(({ address, bit, isFirst }) => {
        const before = isFirst ? entryOf(ledger, 'packs', address) : undefined;
        const news = { isDigest: false, hasNews: true };
        if (isFirst) ledger = withSent(ledger, 'packs', address, news, now);
        return { address, bit, before };
      });
      const bits = noted.reduce((mask, { bit }) => mask | bit, chat === '' ? 0 : CHAT_BIT);
      const sentBefore = parsePackRuns(properties[PROPERTY.packRuns])[pack.id]?.at ?? null;
      const changes = this.withMask(due, page, properties, (mask) => mask | bits, now);
      document.write({ ...changes, [PROPERTY.packMails]: formatLedger(ledger, now) });
      return { to: noted, chat, sentBefore };
    });
  }

  private takeBack(
    due: DuePack,
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
        let ledger = parseLedger(properties[PROPERTY.packMails]);
        let bits = chat.isSentAgain ? CHAT_BIT : 0;
        for (const { address, bit, before = entryOf(ledger, 'packs', address) } of to) {
          const reason = refused.get(address);
          if (reason === undefined) continue;
          bits |= bit;
          const isCounted = reason === 'address' && this.refused.has(address);
          const refusals = Math.max(0, before.refusals - Number(isCounted));
          ledger = withRefused(ledger, 'packs', address, { before: { ...before, refusals }, reason }, now);
          if (reason === 'address') this.refused.add(address);
        }
        const isInChat = webhook !== '' && chat.status === 200 && !chat.isSentAgain;
        const at = refused.size < to.length || isInChat ? now : sentBefore;
        const changes = this.withMask(due, page, properties, (mask) => mask & ~bits, at, chat.status);
        document.write({ ...changes, [PROPERTY.packMails]: formatLedger(ledger, now) });
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
    { pack, slot, pages }: DuePack,
    page: string | undefined,
    properties: Properties,
    change: (mask: number) => number,
    at: number | null,
    chatStatus = 200,
  ): Properties {
    const runs = parsePackRuns(properties[PROPERTY.packRuns]);
    const before = runs[pack.id];
    const sent = { ...sentOf(before, slot) };
    sent[partOf(page)] = change(sent[partOf(page)] ?? 0);
    const addresses = pack.to.map((address, at) => (this.mayMail(address) ? 1 << at : 0));
    const chat = pack.hasChat && this.services.chatOrigin !== null ? CHAT_BIT : 0;
    const wanted = addresses.reduce((mask, bit) => mask | bit, chat);
    const isDone = pages.every((one) => ((sent[partOf(one)] ?? 0) & wanted) === wanted);
    const said = before?.slot === slot ? (before.chatStatus ?? 200) : 200;
    // What a later page or mail does not make good stays said.
    const answer = said === 200 || SENT_AGAIN.includes(said) ? chatStatus : said;
    const run: PackRun = { slot, at, sent, isDone, ...(answer === 200 ? {} : { chatStatus: answer }) };
    return { [PROPERTY.packRuns]: formatPackRuns({ ...runs, [pack.id]: run }) };
  }

  /** Where in Google Chat a page is to go now; `''` for nowhere. Checked again: an editor of a bound script can store anything. */
  private webhookOf({ pack, slot }: DuePack, page: string | undefined, properties: Properties): string {
    const sent = sentOf(parsePackRuns(properties[PROPERTY.packRuns])[pack.id], slot);
    if (!pack.hasChat || ((sent[partOf(page)] ?? 0) & CHAT_BIT) !== 0) return '';
    const webhook = parseChatHooks(properties[PROPERTY.packHooks])[pack.id] ?? '';
    return isWebhook(webhook, this.services.chatOrigin) ? webhook : '';
  }

  /** Who of a pack is to get a page now. `isFirst`: it is the first page of this day that the address gets. */
  private addresseesOf({ pack, slot }: DuePack, page: string | undefined, properties: Properties) {
    const sent = sentOf(parsePackRuns(properties[PROPERTY.packRuns])[pack.id], slot);
    const begun = Object.values(sent).reduce((mask, one) => mask | one, 0);
    const now = this.services.clock.now();
    let ledger = parseLedger(properties[PROPERTY.packMails]);
    return pack.to.flatMap((address, at) => {
      const bit = 1 << at;
      const isFirst = (begun & bit) === 0;
      if (((sent[partOf(page)] ?? 0) & bit) !== 0 || !this.mayMail(address)) return [];
      if (isFirst) {
        if (mustPackWait(ledger, address, now)) return [];
        // Each new address counts for the next one.
        ledger = withSent(ledger, 'packs', address, { isDigest: false, hasNews: true }, now);
      }
      return [{ address, bit, isFirst }];
    });
  }

  private mayMail(address: string): boolean {
    return mayMail(address, this.services.mailDomains);
  }

  /** The day on which a pack was due, if it is still to go. */
  private dueSlot(pack: Pack, properties: Properties, zone: string): CalendarDate | undefined {
    const run = parsePackRuns(properties[PROPERTY.packRuns])[pack.id];
    const { day, state } = slotOf(pack, run, this.services.clock.now(), zone, this.services.calendar);
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
function sentOf(run: PackRun | undefined, slot: CalendarDate): PackRun['sent'] {
  return run?.slot === slot ? run.sent : {};
}

/** The short name of a page in stored records. */
function partOf(venue: string | undefined): string {
  return venue === undefined ? '' : shortHash(foldName(venue));
}
