import * as v from 'valibot';
import { refuse } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import { parseStored, shortHash } from '../../employer-api/text';
import { ADDRESSES_A_DAY, NEW_ADDRESSES_A_DAY } from '../../limits';
import { MAIL_IS_OFF } from '../permissions';
import type { DocumentLock, Mailer, Properties, PropertyStore, SpreadsheetCalendar } from '../ports';
import { cachedTimeZone, type DocumentState, PROPERTY, withLock } from '../saved/document-state';
import { newestRunner } from '../saved/saved-schedule';
import { type MailBlock, type MailDocument, nameInMail, writeMail } from './mail-document';

const DAY = v.number();
const ENTRY = v.object({
  /** The days of the newest mail and of the newest with news, as serial numbers of the spreadsheet; 0 for none. */
  last: DAY,
  news: DAY,
  /** The day of the first mail. */
  first: DAY,
  /** Whether Google refused the newest mail to this address alone. */
  isRefused: v.boolean(),
});
const RECORD = v.object({
  version: v.literal(1),
  /** The day on which Google took no mail from the account at all; 0 once it took one again. */
  refusedOn: DAY,
  /** By `tagOf` the address. */
  addresses: v.record(v.string(), ENTRY),
  /** The failures that were told, as `tagOf` of the report and of the cause, and to whom. */
  failures: v.object({ to: v.string(), told: v.record(v.string(), v.string()) }),
});

/** Who got mail and when, whatever it was about. It outlives alerts, schedules and connections. */
export type MailRecord = Readonly<v.InferOutput<typeof RECORD>>;

const NO_MAIL = { last: 0, news: 0, first: 0, isRefused: false };

/** Reads a property value; one that cannot be read counts as empty. */
export function parseMails(text: string | undefined): MailRecord {
  const none = { version: 1 as const, refusedOn: 0, addresses: {}, failures: { to: '', told: {} } };
  return parseStored(RECORD, text) ?? none;
}

/** The most addresses that are remembered, the newest first: three times as many as get mail in a day. */
const MOST_ADDRESSES = 60;

/** As document properties. */
export function mailsProperty(record: MailRecord): Record<string, string> {
  const newest = Object.entries(record.addresses).sort(([, one], [, other]) => other.last - one.last);
  const addresses = Object.fromEntries(newest.slice(0, MOST_ADDRESSES));
  return { [PROPERTY.mails]: JSON.stringify({ ...record, addresses }) };
}

/** The short form of an address, a name or a cause in stored records, at most 7 characters. */
export function tagOf(text: string): string {
  return shortHash(text.toLowerCase());
}

function entryOf({ addresses }: MailRecord, address: string): MailRecord['addresses'][string] {
  return addresses[tagOf(address)] ?? NO_MAIL;
}

/**
 * Whether an address may get mail today: at most 20 addresses do, and 10 that are new. Anyone who edits the spreadsheet
 * chooses addresses, but the account of whoever runs the schedule sends.
 */
export function mayGetMail(record: MailRecord, address: string, today: number): boolean {
  const entry = entryOf(record, address);
  if (entry.last === today) return true;
  const todays = Object.values(record.addresses).filter(({ last }) => last === today);
  const isNew = entry.last === 0;
  const isRoom = !isNew || todays.filter(({ first }) => first === today).length < NEW_ADDRESSES_A_DAY;
  return isRoom && todays.length < ADDRESSES_A_DAY;
}

/** The record once mail was sent. @param isNews Whether it was the address's mail of the day. */
export function withSent(record: MailRecord, address: string, today: number, isNews: boolean): MailRecord {
  const { first, news } = entryOf(record, address);
  const entry = { last: today, news: isNews ? today : news, first: first || today, isRefused: false };
  return { ...record, refusedOn: 0, addresses: { ...record.addresses, [tagOf(address)]: entry } };
}

/** The record once mail was refused, to one address or to all. */
export function withRefused(
  record: MailRecord,
  address: string,
  today: number,
  isForAll: boolean,
): MailRecord {
  if (isForAll) return { ...record, refusedOn: today };
  const entry = { ...entryOf(record, address), isRefused: true };
  return { ...record, addresses: { ...record.addresses, [tagOf(address)]: entry } };
}

/** Whether two addresses are one, in whatever capitals. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether the administrator lets mail go to an address. @param domains In lower case; any where none is listed. */
export function mayMail(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}

/** Why mail to other domains is refused. No full stop at its end. */
function describeDomains(domains: readonly string[]): string {
  const last = domains[domains.length - 1] ?? '';
  const others = domains.slice(0, -1).join(', ');
  return `Ask your administrator: email goes to ${others === '' ? last : `${others} and ${last}`} only`;
}

/**
 * Checks addresses that someone has typed; those that are empty stand for no mail.
 *
 * @throws {ReportError} `invalid_settings`
 */
export function requireDomains(addresses: readonly string[], domains: readonly string[]): void {
  if (addresses.every((address) => address === '' || mayMail(address, domains))) return;
  refuse('invalid_settings', describeDomains(domains));
}

/** An address for everyone to see: `a…@employer.example`; empty where there is none. */
export function maskAddress(address: string): string {
  const [name = '', domain] = address.split('@');
  return domain === undefined ? '' : `${name.charAt(0)}…@${domain}`;
}

/**
 * Addresses as typed, each once, with those that stay as the sidebar shows them in full.
 *
 * @param domains Those that mail may go to; none for all.
 * @throws {ReportError} `invalid_settings` where no saved one looks so, where it is not known which of several stay, or
 *   where mail may not go to one.
 */
export function wholeAddresses(
  typed: readonly string[],
  saved: readonly string[],
  domains: readonly string[],
): string[] {
  const whole = typed.map((text, place) => {
    if (!text.includes('…')) return text;
    const alike = saved.filter((address) => maskAddress(address) === text);
    if (typed.filter((other) => other === text).length < alike.length) {
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
  const once = whole.filter(
    (address, at) => whole.findIndex((other) => isSameAddress(other, address)) === at,
  );
  requireDomains(once, domains);
  return once;
}

/** Why no mail arrives at the first of these addresses that gets none, remedy first; empty where nothing seems wrong. */
export function describeNoMail(
  { schedule, properties }: Pick<DocumentState, 'schedule' | 'properties'>,
  addresses: readonly string[],
  today: number,
  mailDomains: readonly string[],
): string {
  const record = parseMails(properties[PROPERTY.mails]);
  const why = (address: string) => {
    if (!mayMail(address, mailDomains)) return `${describeDomains(mailDomains)}.`;
    if (newestRunner(schedule)?.mailOff) return MAIL_IS_OFF;
    if (record.refusedOn === today)
      return 'Wait a day: Google refused the last email. It is sent with a later run.';
    if (entryOf(record, address).isRefused)
      return `Check the address ${maskAddress(address)}: Google refused the last email to it. It is tried again with the next run.`;
    return mayGetMail(record, address, today)
      ? ''
      : `Its email waits for a day: ${ADDRESSES_A_DAY} addresses, or ${NEW_ADDRESSES_A_DAY} new ones, got email today.`;
  };
  return addresses.filter(Boolean).map(why).find(Boolean) ?? '';
}

/** What one source has to say to one address. */
export interface NewsPart {
  readonly to: string;
  /** What is new or over, such as `2 targets missed`; empty where nothing is, and then no mail goes for it. */
  readonly heads: readonly string[];
  /** What is new, what is over and how things stand. */
  readonly blocks: readonly MailBlock[];
  /** How to stop it, and what else must be known: a sentence each. */
  readonly notes: readonly string[];
  /** The sheet that it is about; `undefined` for several. */
  readonly sheetId?: number | undefined;
  /** What to store once it was sent, given what is stored then. */
  told(properties: Properties): Properties;
}

/** Finds what there is to say, by what is stored. No service call. */
export type NewsSource = (
  properties: Properties,
  now: number,
  calendar: Pick<SpreadsheetCalendar, 'serial' | 'text'>,
) => readonly NewsPart[];

/** What sending mail needs. */
export interface OutboxServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial' | 'text'>;
  readonly clock: Clock;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
  /** Who has something to say. */
  readonly newsSources: readonly NewsSource[];
}

const AT_MOST_ONE = 'You get at most one such email a day, when something is new or over.';

/** The mails about failures and alerts that are due, at most one a day to an address. No service call. */
export function dueMails(
  { clock, calendar, mailDomains, newsSources }: OutboxServices,
  properties: Properties,
): ReadonlyMap<string, readonly NewsPart[]> {
  const today = dayOf({ clock, calendar }, properties);
  const parts = newsSources.flatMap((source) => source(properties, clock.now(), calendar));
  let record = parseMails(properties[PROPERTY.mails]);
  const due = new Map<string, NewsPart[]>();
  for (const { to } of parts.filter(({ heads }) => heads.length > 0)) {
    const isKnown = [...due.keys()].some((known) => isSameAddress(known, to));
    if (isKnown || !mayMail(to, mailDomains) || entryOf(record, to).news === today) continue;
    if (!mayGetMail(record, to, today)) continue;
    due.set(
      to,
      parts.filter((part) => isSameAddress(part.to, to)),
    );
    // Each address counts for the next one.
    record = withSent(record, to, today, true);
  }
  return due;
}

/**
 * Sends what is due: what is new, what is over and how things stand. Sent, then noted: a run that ends between the two
 * sends it once more; none is lost. What Google refuses is still due.
 *
 * Never throws: the run itself matters more. No service call where nothing is due; otherwise two, and five for each
 * address. Where Google refuses a mail, one more asks whether it takes any.
 */
export function deliverMails(services: OutboxServices, properties: Properties): void {
  const { mailer, document, lock } = services;
  try {
    const due = dueMails(services, properties);
    if (due.size === 0) return;
    const place = { name: nameInMail(mailer.spreadsheetName()), address: mailer.spreadsheetAddress() };
    for (const [to, parts] of due) {
      const isSent = mailer.send({ to, ...writeMail(newsDocument(parts, place)) });
      const isClosed = !isSent && mailer.quotaLeft() < 1;
      withLock(lock, () => {
        const stored = document.readAll();
        const today = dayOf(services, stored);
        const record = parseMails(stored[PROPERTY.mails]);
        const after = isSent ? withSent(record, to, today, true) : withRefused(record, to, today, isClosed);
        let changes: Properties = mailsProperty(after);
        for (const part of isSent ? parts : [])
          changes = { ...changes, ...part.told({ ...stored, ...changes }) };
        document.write(changes);
      });
      if (isClosed) return;
    }
  } catch {
    // What could not be noted is still due.
  }
}

function dayOf(
  { calendar, clock }: Pick<OutboxServices, 'calendar' | 'clock'>,
  properties: Properties,
): number {
  return Math.floor(calendar.serial(clock.now(), cachedTimeZone({ zone: properties[PROPERTY.zone] })));
}

/** One mail of what all sources say. */
function newsDocument(
  parts: readonly NewsPart[],
  { name, address }: { readonly name: string; readonly address: string },
): MailDocument {
  const heads = parts.flatMap((part) => part.heads).join(', ');
  const [first, ...others] = parts.map(({ sheetId }) => sheetId);
  const isOneSheet = first !== undefined && others.every((other) => other === first);
  const where = name === '' ? '' : ` in “${name}”`;
  return {
    subject: `Shift Reports: ${heads}${where}`,
    kicker: name,
    mark: '',
    headline: `${heads.charAt(0).toUpperCase()}${heads.slice(1)}`,
    sentence: '',
    blocks: parts.flatMap(({ blocks }) => blocks),
    link:
      isOneSheet && address !== ''
        ? { address: `${address.replace(/#.*$/, '')}#gid=${first}`, words: 'Open the sheet' }
        : { address, words: 'Open the spreadsheet' },
    notes: [...parts.flatMap(({ notes }) => notes), AT_MOST_ONE],
  };
}
