import type { CalendarDate } from '../calendar/calendar-date';
import { MOST_PACK_ADDRESSES } from '../contract/packs';
import { type DashboardSource, sourceOfRefresh } from '../dashboards/dashboard-source';
import type { Clock, HttpTransport } from '../employer-api/ports';
import { shortHash } from '../employer-api/text';
import { foldName } from '../figures/names';
import { MOST_VENUE_PAGES } from '../limits';
import {
  entryOf,
  formatLedger,
  type MailEntry,
  mustPackWait,
  parseLedger,
  withRefused,
  withSent,
} from '../reports/mail/mail-ledger';
import { mayMail } from '../reports/mail/outbox';
import type {
  DocumentLock,
  Mail,
  Mailer,
  Properties,
  PropertyStore,
  SpreadsheetCalendar,
  TextPacker,
} from '../reports/ports';
import type { FollowedRefresh, RefreshFollower } from '../reports/refreshing/refresh-phases';
import { PROPERTY, withLock } from '../reports/saved/document-state';
import {
  formatPackRuns,
  isWebhook,
  type Pack,
  type PackRun,
  parseChatHooks,
  parsePackRuns,
  parsePacks,
  SENT_AGAIN,
  slotOf,
} from './pack-list';
import { writeChatMessage, writeMail } from './pack-messages';
import { planPack } from './pack-page';
import { PackRows } from './pack-rows';
import type { Gzip } from './trend-image';

/** What sending packs needs. */
export interface PackSenderServices {
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
}

const NOWHERE: Noted = { to: [], chat: '' };

/** The bit of Google Chat in a mask: after those of all addresses. */
const CHAT_BIT = 1 << MOST_PACK_ADDRESSES;

/** How long to wait for Google Chat, in seconds (our choice). */
const CHAT_TIMEOUT_SECONDS = 30;

/**
 * Packs, at the end of a scheduled run: those that are due and whose report was refreshed in it.
 *
 * Each page counts as sent before it is sent, and no longer when Google refuses it: a run that Google ends between the two
 * loses that page, and none is ever sent twice.
 */
export class PackSender implements RefreshFollower {
  private readonly due: DuePack[] = [];

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
        const venues = rows.venues(rows.last).slice(0, MOST_VENUE_PAGES);
        const due: DuePack = {
          pack,
          slot,
          zone,
          source,
          rows,
          pages: pack.split === 'venue' ? venues : [undefined],
        };
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
   * Sends what is due. Never throws.
   *
   * No service call when nothing is; otherwise two, one more for mail, five for each page, and one for Google Chat: nine for
   * a pack. Where one of them is refused five more, and one for each address.
   */
  send(): void {
    if (this.due.length === 0) return;
    const { mailer } = this.services;
    try {
      let quota = this.due.some(({ pack }) => pack.to.length > 0) ? mailer.quotaLeft() : 0;
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
    const { pack, rows, source, zone } = due;
    const context = { ...place, savedAt: calendar.serial(pack.savedAt, zone), isTest: false };
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
      const changes = this.withMask(due, page, properties, (mask) => mask | bits, now);
      document.write({ ...changes, [PROPERTY.packMails]: formatLedger(ledger, now) });
      return { to: noted, chat };
    });
  }

  private takeBack(
    due: DuePack,
    page: string | undefined,
    { to }: Noted,
    refused: ReadonlyMap<string, RefusalReason>,
    chat: ChatAnswer,
  ): void {
    const { document, lock, clock } = this.services;
    withLock(lock, () => {
      const properties = document.readAll();
      const now = clock.now();
      let ledger = parseLedger(properties[PROPERTY.packMails]);
      let bits = chat.isSentAgain ? CHAT_BIT : 0;
      for (const { address, bit, before = entryOf(ledger, 'packs', address) } of to) {
        const reason = refused.get(address);
        if (reason === undefined) continue;
        bits |= bit;
        ledger = withRefused(ledger, 'packs', address, { before, reason }, now);
      }
      const changes = this.withMask(due, page, properties, (mask) => mask & ~bits, now, chat.status);
      document.write({ ...changes, [PROPERTY.packMails]: formatLedger(ledger, now) });
    });
  }

  /** The record of what was sent, with another mask for a page. @param chatStatus Of the last message to Google Chat. */
  private withMask(
    { pack, slot, pages }: DuePack,
    page: string | undefined,
    properties: Properties,
    change: (mask: number) => number,
    now: number,
    chatStatus = 200,
  ): Properties {
    const runs = parsePackRuns(properties[PROPERTY.packRuns]);
    const sent = { ...sentOf(runs[pack.id], slot) };
    sent[partOf(page)] = change(sent[partOf(page)] ?? 0);
    const addresses = pack.to.map((address, at) => (this.mayMail(address) ? 1 << at : 0));
    const chat = pack.hasChat && this.services.chatOrigin !== null ? CHAT_BIT : 0;
    const wanted = addresses.reduce((mask, bit) => mask | bit, chat);
    const isDone = pages.every((one) => ((sent[partOf(one)] ?? 0) & wanted) === wanted);
    const answer = chatStatus === 200 ? {} : { chatStatus };
    const run: PackRun = { slot, at: now, sent, isDone, ...answer };
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
