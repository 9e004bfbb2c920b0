import * as v from 'valibot';
import { refuse } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import { capital, listed, parseStored, shortHash, shownNumber } from '../../employer-api/text';
import { ADDRESSES_A_DAY, NEW_ADDRESSES_A_DAY } from '../../limits';
import { MAIL_IS_OFF } from '../permissions';
import type { DocumentLock, Mail, Mailer, Properties, PropertyStore, SpreadsheetCalendar } from '../ports';
import { cachedTimeZone, type DocumentState, PROPERTY, withLock } from '../saved/document-state';
import { type MailBlock, nameInMail, writeMail } from './mail-document';

/** A day as a serial number of the spreadsheet; 0 for none. */
const DAY = v.number();
const RECORD = v.object({
  /** When Google took no mail from the account at all; 0 once it took one again. */
  refusedOn: DAY,
  /** By `tagOf` the address. */
  addresses: v.record(
    v.string(),
    v.object({
      /** The first mail, the newest, and the newest with news. */
      first: DAY,
      last: DAY,
      news: DAY,
      /** Whether Google refused the newest mail to this address alone. */
      isRefused: v.boolean(),
    }),
  ),
  /** The failures that were told, as `tagOf` of the report and of the cause, and to whom. */
  failures: v.object({ to: v.string(), told: v.record(v.string(), v.string()) }),
});

/** Who got mail and when, whatever it was about. It outlives alerts, schedules and connections. */
export type MailRecord = Readonly<v.InferOutput<typeof RECORD>>;

/** Reads a property value; one that cannot be read counts as empty. */
export function parseMails(text: string | undefined): MailRecord {
  const none = { refusedOn: 0, addresses: {}, failures: { to: '', told: {} } };
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
  return addresses[tagOf(address)] ?? { last: 0, news: 0, first: 0, isRefused: false };
}

/**
 * Which of these addresses may get mail today: at most 20 addresses do, and 10 that are new. Anyone who edits the
 * spreadsheet chooses addresses, but the account of whoever runs the schedule sends.
 */
export function takersOf(record: MailRecord, addresses: readonly string[], today: number): string[] {
  const todays = Object.values(record.addresses).filter(({ last }) => last === today);
  let room = ADDRESSES_A_DAY - todays.length;
  let newRoom = NEW_ADDRESSES_A_DAY - todays.filter(({ first }) => first === today).length;
  return addresses.filter((address) => {
    const { last } = entryOf(record, address);
    if (last === today) return true;
    const isNew = last === 0;
    if (room <= 0 || (isNew && newRoom <= 0)) return false;
    room -= 1;
    if (isNew) newRoom -= 1;
    return true;
  });
}

/**
 * Sends a mail to all of these or, where Google refuses one of them, to each alone; then notes to whom it went. Five service
 * calls, more where Google refuses it.
 *
 * @param isNews Whether it is the mail of the day of these addresses.
 * @param more What else to store, given to whom it went and what is stored then.
 * @returns Whether Google takes mail from the account at all.
 */
export function sendMail(
  { mailer, document, lock }: Pick<OutboxServices, 'mailer' | 'document' | 'lock'>,
  mail: Omit<Mail, 'to'>,
  { to, today, isNews }: { readonly to: readonly string[]; readonly today: number; readonly isNews: boolean },
  more: (sent: readonly string[], stored: Properties) => Properties,
): boolean {
  const isSent = to.length === 0 || mailer.send({ ...mail, to: to.join(',') });
  const isOpen = isSent || mailer.quotaLeft() >= 1;
  const alone = isOpen && to.length > 1 ? to : [];
  const sent = isSent ? to : alone.filter((one) => mailer.send({ ...mail, to: one }));
  withLock(lock, () => {
    const stored = document.readAll();
    const record = parseMails(stored[PROPERTY.mails]);
    const addresses = { ...record.addresses };
    for (const address of isOpen ? to : []) {
      const { first, last, news } = entryOf(record, address);
      addresses[tagOf(address)] = sent.includes(address)
        ? { first: first || today, last: today, news: isNews ? today : news, isRefused: false }
        : { first, last, news, isRefused: true };
    }
    const refusedOn = isOpen ? (sent.length > 0 ? 0 : record.refusedOn) : today;
    const mails = mailsProperty({ ...record, refusedOn, addresses });
    document.write({ ...mails, ...more(sent, { ...stored, ...mails }) });
  });
  return isOpen;
}

/** Whether the administrator lets mail go to an address. @param domains In lower case; any where none is listed. */
export function mayMail(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}

/** Why mail to other domains is refused. No full stop at its end. */
function describeDomains(domains: readonly string[]): string {
  return `Ask your administrator: email goes to ${listed(domains, 'and')} only`;
}

/** An address for everyone to see: `a…@employer.example`; empty where there is none. */
export function maskAddress(address: string): string {
  const [name = '', domain] = address.split('@');
  return domain === undefined ? '' : `${name.charAt(0)}…@${domain}`;
}

/**
 * Addresses as typed, each once; those that the sidebar shows in part stand for the saved ones that look so.
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
  const whole = typed.flatMap((text) => {
    if (!text.includes('…')) return [text];
    const alike = saved.filter((address) => maskAddress(address) === text);
    if (alike.length === 0 || typed.filter((other) => other === text).length < alike.length) {
      const many = alike.length === 0 ? 'no saved address looks' : `${alike.length} saved addresses look`;
      refuse('invalid_settings', `Enter the whole address: ${many} like ${text}`);
    }
    return alike;
  });
  if (!whole.every((address) => mayMail(address, domains)))
    refuse('invalid_settings', describeDomains(domains));
  return whole.filter((one, at) => whole.findIndex((other) => tagOf(other) === tagOf(one)) === at);
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
    if (schedule.mailOff) return MAIL_IS_OFF;
    if (record.refusedOn === today)
      return 'Wait a day: Google refused the last email. It is sent with a later run.';
    if (entryOf(record, address).isRefused)
      return `Check the address ${maskAddress(address)}: Google refused the last email to it. It is tried again with the next run.`;
    return takersOf(record, [address], today).length > 0
      ? ''
      : `Its email waits for a day: ${ADDRESSES_A_DAY} addresses, or ${NEW_ADDRESSES_A_DAY} new ones, got email today.`;
  };
  return addresses.filter(Boolean).map(why).find(Boolean) ?? '';
}

/** What one source has to say to one address. */
export interface NewsPart {
  readonly to: string;
  /** `headlineOf` what is new or over; where it is empty, no mail goes for this. */
  readonly headline: string;
  /** What matters, in a sentence or two. */
  readonly sentence: string;
  /** What is new, what is over and how things stand. */
  readonly blocks: readonly MailBlock[];
  /** How to stop it, and what else must be known: a sentence each. */
  readonly notes: readonly string[];
  /** The sheets that it is about. */
  readonly sheetIds: readonly (number | null)[];
  /** What to store once it was sent, given what is stored then. */
  told(properties: Properties): Properties;
}

/** What is new, what is over, and how much stands: `2 targets missed, 1 new`; empty where nothing is new or over. */
export function headlineOf(
  {
    begun,
    told,
    unlisted = 0,
    over,
  }: Readonly<Record<'begun' | 'told' | 'over', number>> & { unlisted?: number },
  words: { stand(count: number): string; end(count: number): string; readonly still: string },
): string {
  const stand = begun + told + unlisted;
  const heads = [
    begun > 0 && words.stand(stand),
    begun > 0 && told > 0 && `${shownNumber(begun)} new`,
    over > 0 && words.end(over),
    over > 0 && begun === 0 && stand > 0 && `${shownNumber(stand)} ${words.still}`,
  ];
  return heads.filter(Boolean).join(', ');
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

/** The mails about failures and alerts that are due, at most one a day to an address. No service call. */
export function dueMails(
  { clock, calendar, mailDomains, newsSources }: Omit<OutboxServices, 'document' | 'lock' | 'mailer'>,
  properties: Properties,
): ReadonlyMap<string, readonly NewsPart[]> {
  const today = dayOf({ clock, calendar }, properties);
  const record = parseMails(properties[PROPERTY.mails]);
  const parts = newsSources.flatMap((source) => source(properties, clock.now(), calendar));
  const due = parts.filter(
    ({ to, headline }) => headline !== '' && mayMail(to, mailDomains) && entryOf(record, to).news !== today,
  );
  // Each address once, in whatever capitals.
  const addresses = new Map(due.map(({ to }) => [tagOf(to), to]));
  const takers = takersOf(record, [...addresses.values()], today);
  return new Map(takers.map((one) => [one, parts.filter(({ to }) => tagOf(to) === tagOf(one))]));
}

/**
 * Sends what is due: what is new, what is over and how things stand. Sent, then noted: a run that ends between the two
 * sends it once more; none is lost. What Google refuses is still due.
 *
 * Never throws: the run itself matters more. No service call where nothing is due; otherwise two, and five for each
 * address. Where Google refuses a mail, one more asks whether it takes any.
 */
export function deliverMails(services: OutboxServices, properties: Properties): void {
  const { mailer } = services;
  try {
    const due = dueMails(services, properties);
    if (due.size === 0) return;
    const [name, address] = [nameInMail(mailer.spreadsheetName()), mailer.spreadsheetAddress()];
    const today = dayOf(services, properties);
    for (const [to, parts] of due) {
      const mail = newsMail(parts, name, address);
      const isOpen = sendMail(services, mail, { to: [to], today, isNews: true }, (sent, stored) => {
        let changes: Properties = {};
        for (const part of sent.length > 0 ? parts : [])
          changes = { ...changes, ...part.told({ ...stored, ...changes }) };
        return changes;
      });
      if (!isOpen) return;
    }
  } catch {
    // What could not be noted is still due.
  }
}

function dayOf(
  { calendar, clock }: Pick<OutboxServices, 'calendar' | 'clock'>,
  { zone }: Properties,
): number {
  return Math.floor(calendar.serial(clock.now(), cachedTimeZone({ zone })));
}

/** One mail of what all sources say. */
function newsMail(parts: readonly NewsPart[], name: string, address: string): Omit<Mail, 'to'> {
  const heads = parts.flatMap(({ headline }) => headline || []).join(', ');
  const [sheet, ...others] = new Set(parts.flatMap(({ sheetIds }) => sheetIds));
  const isOneSheet = typeof sheet === 'number' && others.length === 0 && address !== '';
  return writeMail({
    subject: `Shift Reports: ${heads}${name === '' ? '' : ` in “${name}”`}`,
    kicker: name,
    mark: '',
    headline: capital(heads),
    sentence: parts.flatMap(({ sentence }) => sentence || []).join(' '),
    blocks: parts.flatMap(({ blocks }) => blocks),
    link: isOneSheet
      ? { address: `${address.replace(/#.*$/, '')}#gid=${sheet}`, words: 'Open the sheet' }
      : { address, words: 'Open the spreadsheet' },
    notes: [
      ...parts.flatMap(({ notes }) => notes),
      'You get at most one such email a day, when something is new or over.',
    ],
  });
}
