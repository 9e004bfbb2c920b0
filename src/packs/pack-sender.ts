import type { CalendarDate } from '../calendar/calendar-date';
import type { DashboardSource } from '../dashboards/dashboard-source';
import { sourceOfRefresh } from '../dashboards/refresh-source';
import type { Clock } from '../employer-api/ports';
import { foldName } from '../figures/names';
import { MOST_VENUE_PAGES } from '../limits';
import { mayMail } from '../reports/mail/mail-domains';
import {
  entryOf,
  formatLedger,
  type MailEntry,
  mustPackWait,
  parseLedger,
  withRefused,
  withSent,
} from '../reports/mail/mail-ledger';
import type { DocumentLock, Mailer, Properties, PropertyStore, SpreadsheetCalendar } from '../reports/ports';
import type { FollowedRefresh, RefreshFollower } from '../reports/refreshing/refresh-followers';
import { PROPERTY } from '../reports/saved/document-state';
import { shortHash } from '../reports/saved/short-hash';
import { withLock } from '../reports/with-lock';
import { writePack } from './pack-mail';
import { formatPackRuns, type Pack, type PackRun, parsePackRuns, parsePacks } from './pack-record';
import { PackRows } from './pack-rows';
import { slotOf } from './pack-slots';
import type { Gzip } from './png';

/** What sending packs needs. */
export interface PackSenderServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly clock: Clock;
  readonly gzip: Gzip;
  /** The domains that mail may go to. @default any */
  readonly mailDomains?: readonly string[];
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

/** Addresses that a page counts as sent to, with what was remembered of each before. */
interface Noted {
  readonly to: readonly {
    readonly address: string;
    readonly bit: number;
    readonly before: MailEntry | undefined;
  }[];
}

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
      const source = sourceOfRefresh(refresh, this.services.calendar);
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
        const isAnyone = due.pages.some((page) => this.addresseesOf(due, page, properties).length > 0);
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
   * No service call when nothing is; otherwise three, and five for each page: eight for a pack. Where Google refuses a page
   * five more, and one for each of its addresses.
   */
  send(): void {
    if (this.due.length === 0) return;
    const { mailer } = this.services;
    try {
      let quota = mailer.quotaLeft();
      if (quota < 1) return;
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
    page: string | undefined,
    place: { readonly spreadsheet: string; readonly link: string },
    quota: number,
  ): number {
    const { calendar, mailer, gzip } = this.services;
    const { pack, rows, source, zone } = due;
    const context = { ...place, savedAt: calendar.serial(pack.savedAt, zone), isTest: false };
    const own = page === undefined ? rows : rows.of(page);
    const mail = writePack(own, rows.last, source, context, gzip);
    const noted = this.note(due, page, quota);
    if (noted.to.length === 0) return 0;
    const refused = new Map(noted.to.map(({ address }) => [address, 'none' as RefusalReason]));
    try {
      const all = noted.to.map(({ address }) => address);
      if (mailer.send({ ...mail, to: all.join(',') })) for (const one of all) refused.delete(one);
      else this.sendSingly(mail, all, refused);
    } finally {
      if (refused.size > 0) this.takeBack(due, page, noted, refused);
    }
    return noted.to.length - refused.size;
  }

  /** After Google refused a mail to all: one wrong address must not cost the others theirs. */
  private sendSingly(
    mail: ReturnType<typeof writePack>,
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
        return { to: [] };
      const to = this.addresseesOf(due, page, properties);
      if (to.length === 0 || to.length > quota) return { to: [] };
      const now = clock.now();
      let ledger = parseLedger(properties[PROPERTY.packMails]);
      const noted = to.map(({ address, bit, isFirst }) => {
        const before = isFirst ? entryOf(ledger, 'packs', address) : undefined;
        const news = { isDigest: false, hasNews: true };
        if (isFirst) ledger = withSent(ledger, 'packs', address, news, now);
        return { address, bit, before };
      });
      const bits = noted.reduce((mask, { bit }) => mask | bit, 0);
      const { changes } = this.withMask(due, page, properties, (mask) => mask | bits, now);
      document.write({ ...changes, [PROPERTY.packMails]: formatLedger(ledger, now) });
      return { to: noted };
    });
  }

  private takeBack(
    due: DuePack,
    page: string | undefined,
    { to }: Noted,
    refused: ReadonlyMap<string, RefusalReason>,
  ): void {
    const { document, lock, clock } = this.services;
    withLock(lock, () => {
      const properties = document.readAll();
      const now = clock.now();
      let ledger = parseLedger(properties[PROPERTY.packMails]);
      let bits = 0;
      for (const { address, bit, before = entryOf(ledger, 'packs', address) } of to) {
        const reason = refused.get(address);
        if (reason === undefined) continue;
        bits |= bit;
        ledger = withRefused(ledger, 'packs', address, { before, reason }, now);
      }
      const { changes } = this.withMask(due, page, properties, (mask) => mask & ~bits, now);
      document.write({ ...changes, [PROPERTY.packMails]: formatLedger(ledger, now) });
    });
  }

  /** The record of what was sent, with another mask for a page. */
  private withMask(
    due: DuePack,
    page: string | undefined,
    properties: Properties,
    change: (mask: number) => number,
    now: number,
  ): { readonly changes: Properties } {
    const runs = parsePackRuns(properties[PROPERTY.packRuns]);
    const sent = { ...sentOf(runs[due.pack.id], due.slot) };
    sent[partOf(page)] = change(sent[partOf(page)] ?? 0);
    const wanted = due.pack.to.reduce(
      (mask, address, at) => (this.mayMail(address) ? mask | (1 << at) : mask),
      0,
    );
    const isDone = due.pages.every((one) => ((sent[partOf(one)] ?? 0) & wanted) === wanted);
    const run: PackRun = { slot: due.slot, at: now, sent, isDone };
    return { changes: { [PROPERTY.packRuns]: formatPackRuns({ ...runs, [due.pack.id]: run }) } };
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
    return mayMail(address, this.services.mailDomains ?? []);
  }

  /** The day on which a pack was due, if it is still to go. */
  private dueSlot(pack: Pack, properties: Properties, zone: string): CalendarDate | undefined {
    const run = parsePackRuns(properties[PROPERTY.packRuns])[pack.id];
    const { day, state } = slotOf(pack, run, this.services.clock.now(), zone, this.services.calendar);
    return state === 'due' ? day : undefined;
  }
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
