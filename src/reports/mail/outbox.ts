import * as v from 'valibot';
import { attempt, refuse } from '../../employer-api/errors';
import { capital, listed, parseStored, shortHash, shownNumber } from '../../employer-api/text';
import { ADDRESSES_A_DAY, NEW_ADDRESSES_A_DAY } from '../../limits';
import { MAIL_IS_OFF } from '../permissions';
import type { DocumentServices, Properties, Services, SpreadsheetCalendar } from '../ports';
import {
  change,
  type DocumentState,
  findReport,
  PROPERTY,
  requireRevision,
  storedItems,
} from '../saved/document-state';
import { KEPT } from '../saved/saved-report';
import { type MailBlock, nameInMail, writeMail } from './mail-document';

/** What is remembered of an address, whatever mail was about: it outlives alerts, schedules and connections. */
const ADDRESSEE = v.object({
  /** The days of its first mail, of the newest, and of the newest with news, as serial numbers; 0 for none. */
  first: v.number(),
  last: v.number(),
  news: v.number(),
  /** Whether Google refused the newest. */
  isRefused: v.boolean(),
  /** What it has heard of and not yet the end of: `NewsPart.stands` of the newest news. */
  heard: v.array(v.string()),
});

/** The most addresses that are remembered, the newest first: three times as many as get mail in a day. */
const MOST_ADDRESSES = 60;
/** The most that an address is remembered to have heard: so it fits one property. */
const MOST_HEARD = 400;

/** Who got mail and when, by property. */
function mailsIn({ properties }: Pick<DocumentState, 'properties'>) {
  const known = new Map(
    Object.entries(properties).flatMap(([name, text]) => {
      const entry = name.startsWith(PROPERTY.mail('')) && parseStored(ADDRESSEE, text);
      return entry ? [[name, entry]] : [];
    }),
  );
  const entryOf = (address: string) =>
    known.get(PROPERTY.mail(tagOf(address))) ?? { first: 0, last: 0, news: 0, isRefused: false, heard: [] };
  return { known, entryOf };
}

/** What stood when these addresses last heard news. */
export function heardBy(state: Pick<DocumentState, 'properties'>, addresses: readonly string[]): string[] {
  const { entryOf } = mailsIn(state);
  return addresses.flatMap((address) => entryOf(address).heard);
}

/** The short form of an address, a name or a cause in stored records, at most 7 characters. */
export function tagOf(text: string): string {
  return shortHash(text.toLowerCase());
}

/**
 * Which of these addresses may get mail today: at most 20 addresses do, and 10 that are new. Anyone who edits the
 * spreadsheet chooses addresses, but the account of whoever runs the schedule sends.
 */
export function takersOf(
  state: Pick<DocumentState, 'properties'>,
  wanted: readonly string[],
  today: number,
): string[] {
  const { known, entryOf } = mailsIn(state);
  const todays = [...known.values()].filter(({ last }) => last === today);
  let room = ADDRESSES_A_DAY - todays.length;
  let newRoom = NEW_ADDRESSES_A_DAY - todays.filter(({ first }) => first === today).length;
  return wanted.filter((address) => {
    const { last } = entryOf(address);
    if (last === today) return true;
    const isNew = last === 0;
    if (room <= 0 || (isNew && newRoom <= 0)) return false;
    room -= 1;
    if (isNew) newRoom -= 1;
    return true;
  });
}

/**
 * Notes to whom a mail went: each gets it alone, and what Google refused is tried again by the next run.
 *
 * @param sent Those of `to` whose mail Google took.
 * @param heard What they have heard of now, if it is the mail of the day of these addresses.
 * @param more What else to store, given what is stored then.
 */
export function noteMail(
  services: DocumentServices,
  to: readonly string[],
  sent: readonly string[],
  { today, heard }: { readonly today: number; readonly heard?: readonly string[] },
  more: (stored: DocumentState) => Properties = () => ({}),
): void {
  change(services, (stored) => {
    const { known, entryOf } = mailsIn(stored);
    const news = heard && { news: today, heard: heard.slice(0, MOST_HEARD) };
    for (const address of to) {
      const entry = entryOf(address);
      const taken = { ...entry, first: entry.first || today, last: today, isRefused: false, ...news };
      known.set(
        PROPERTY.mail(tagOf(address)),
        sent.includes(address) ? taken : { ...entry, isRefused: true },
      );
    }
    const newest = [...known].sort(([, one], [, other]) => other.last - one.last);
    const mails = newest.map(([name, entry], at) => [name, at < MOST_ADDRESSES ? JSON.stringify(entry) : '']);
    return { ...Object.fromEntries(mails), ...more(stored) };
  });
}

/**
 * Why the administrator lets no mail go to an address, without a full stop at its end; `undefined` where it may go.
 *
 * @param domains In lower case; any where none is listed.
 */
export function whyNotTo(address: string, domains: readonly string[]): string | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length === 0 || domains.includes(domain)) return undefined;
  return `Ask your administrator: email goes to ${listed(domains, 'and')} only`;
}

/**
 * Addresses as typed, each once, whatever its capitals.
 *
 * @param domains Those that mail may go to; none for all.
 * @throws {ReportError} `invalid_settings` where mail may not go to one.
 */
export function allowedAddresses(typed: readonly string[], domains: readonly string[]): string[] {
  for (const address of typed) {
    const why = whyNotTo(address, domains);
    if (why) refuse('invalid_settings', why);
  }
  return typed.filter((one, at) => typed.findIndex((other) => tagOf(other) === tagOf(one)) === at);
}

/** Why no mail arrives at the first of these addresses that gets none, remedy first; empty where nothing seems wrong. */
export function describeNoMail(
  state: Pick<DocumentState, 'schedule' | 'properties'>,
  addresses: readonly string[],
  today: number,
  domains: readonly string[],
): string {
  const { entryOf } = mailsIn(state);
  const why = (address: string) => {
    const refused = whyNotTo(address, domains);
    if (refused) return `${refused}.`;
    if (state.schedule.mailOff) return MAIL_IS_OFF;
    if (entryOf(address).isRefused)
      return `Check the address ${address}, or wait a day: Google refused the last email to it. It is tried again with the next run.`;
    return takersOf(state, [address], today).length > 0
      ? ''
      : `Its email waits for a day: ${ADDRESSES_A_DAY} addresses, or ${NEW_ADDRESSES_A_DAY} new ones, got email today.`;
  };
  return addresses.filter(Boolean).map(why).find(Boolean) ?? '';
}

/** What is stored of an alert or a summary email, besides what its form asks for. */
export const MAILED = v.object({
  ...KEPT.entries,
  /** The addresses that its email goes to. */
  to: v.array(v.string()),
});

/** With the ID of the report whose rows it is about. */
type Mailed = v.InferOutput<typeof MAILED> & { readonly report: string };

/** Those of reports that are still there, in the order in which they were made. */
export function mailedItems<Item extends Mailed>(
  { properties, reports }: DocumentState,
  beginning: string,
  schema: v.GenericSchema<unknown, Item>,
): readonly Item[] {
  const items = storedItems(properties, beginning, schema);
  return items.filter(({ report }) => reports.some(({ id }) => id === report));
}

/** What saving an alert or a summary email needs. */
export type SavingServices = DocumentServices &
  Pick<Services, 'makeId' | 'clock' | 'calendar' | 'mailDomains'>;

/**
 * Checks that an item may be saved.
 *
 * @param items All of its kind, what one is called, such as `alert`, and how many there may be.
 * @returns The item as it was, if it is not new, and what is stored of it from now on.
 * @throws {ReportError} `invalid_settings` if it or its report is gone, or there are too many; `changed_meanwhile` if someone
 *   saved it since its form was opened; as `allowedAddresses`.
 */
export function savedNow<Item extends Mailed>(
  { clock, calendar, makeId, mailDomains }: Omit<SavingServices, keyof DocumentServices>,
  state: DocumentState,
  form: Pick<Mailed, 'report' | 'to'> & { readonly id: string | null; readonly revision?: number },
  items: readonly Item[],
  name: string,
  most: number,
) {
  const known = items.find(({ id }) => id === form.id);
  if (form.id !== null && known === undefined)
    refuse('invalid_settings', `Add the ${name} again: it was removed meanwhile`);
  if (known === undefined && items.length >= most)
    refuse('invalid_settings', `Remove one of the ${name}s first: there are ${most} already`);
  requireRevision(known, form.revision, calendar, state.zone);
  findReport(state, form.report);
  const savedAt = clock.now();
  const { id, createdAt, revision } = known ?? { id: makeId(), createdAt: savedAt, revision: 0 };
  const to = allowedAddresses(form.to, mailDomains);
  return { known, base: { id, createdAt, revision: revision + 1, savedAt, to } };
}

/** What one source has to say to one address. */
export interface NewsPart {
  readonly to: string;
  /** What is new or over, as `headlineOf` says it; where it is empty, no mail goes for this. */
  readonly headline: string;
  /** What matters, in a sentence or two. */
  readonly sentence: string;
  /** What is new, what is over and how things stand. */
  readonly blocks: readonly MailBlock[];
  /** How to stop it, and what else must be known: a sentence each. */
  readonly notes: readonly string[];
  /** The sheets that it is about. */
  readonly sheetIds: readonly (number | null)[];
  /** What stands, in a few characters each: once it was sent, it is no news. */
  readonly stands: readonly string[];
}

/** Finds what there is to say, by what is stored. No service call. */
export type NewsSource = (
  state: DocumentState,
  now: number,
  calendar: Pick<SpreadsheetCalendar, 'serial' | 'text'>,
) => readonly NewsPart[];

/**
 * How many stand, how many of them are new, how many are over: `2 off target, 1 newly reported`; empty where none is new or over.
 *
 * @param words For so many that stand, and that are over.
 */
export function headlineOf(
  { begun, told, more = 0, over }: Readonly<Record<'begun' | 'told' | 'over', number>> & { more?: number },
  words: { stand(count: number): string; end(count: number): string },
): string {
  if (begun + over === 0) return '';
  const stand = begun + told + more;
  const isPart = begun > 0 && told > 0;
  const heads = [stand > 0 && words.stand(stand), isPart && `${shownNumber(begun)} newly reported`];
  return [...heads, over > 0 && words.end(over)].filter(Boolean).join(', ');
}

/** What sending mail needs. */
export interface OutboxServices
  extends DocumentServices,
    Pick<Services, 'mailer' | 'calendar' | 'clock' | 'mailDomains'> {
  /** Who has something to say. */
  readonly newsSources: readonly NewsSource[];
}

/** The mails about failures and alerts that are due, at most one a day to an address, and their day. */
export function dueMails(
  { clock, calendar, mailDomains, newsSources }: Omit<OutboxServices, keyof DocumentServices | 'mailer'>,
  state: DocumentState,
) {
  const today = Math.floor(calendar.serial(clock.now(), state.zone));
  const { entryOf } = mailsIn(state);
  const all = newsSources.flatMap((source) => source(state, clock.now(), calendar));
  const due = all.filter(
    ({ to, headline }) => headline !== '' && !whyNotTo(to, mailDomains) && entryOf(to).news !== today,
  );
  // Each address once, in whatever capitals.
  const addresses = new Map(due.map(({ to }) => [tagOf(to), to]));
  const mails = takersOf(state, [...addresses.values()], today).map((to) => {
    return { to, parts: all.filter((part) => tagOf(part.to) === tagOf(to)) };
  });
  return { today, mails };
}

/**
 * Sends what is due: what is new, what is over and how things stand. Sent, then noted: a run that ends between the two
 * sends it once more; none is lost. What Google refuses is still due.
 *
 * Never throws: the run itself matters more.
 */
export function deliverMails(services: OutboxServices, state: DocumentState): void {
  const { mailer } = services;
  // What could not be noted is still due.
  attempt(() => {
    const { today, mails } = dueMails(services, state);
    if (mails.length === 0) return;
    const { name: book, address } = mailer.spreadsheet();
    const name = nameInMail(book);
    for (const { to, parts } of mails) {
      const heads = parts.flatMap(({ headline }) => headline || []).join(', ');
      const [sheet, ...others] = new Set(parts.flatMap(({ sheetIds }) => sheetIds));
      const isOneSheet = typeof sheet === 'number' && others.length === 0 && address !== '';
      const mail = writeMail({
        subject: `Shift Reports: ${heads}${name === '' ? '' : ` in “${name}”`}`,
        kicker: name,
        mark: '',
        headline: capital(heads),
        sentence: parts.flatMap(({ sentence }) => sentence || []).join(' '),
        blocks: parts.flatMap(({ blocks }) => blocks),
        link: isOneSheet
          ? { address: `${address.replace(/#.*$/, '')}#gid=${sheet}`, words: 'Open the sheet' }
          : { address, words: 'Open the spreadsheet' },
        notes: parts.flatMap(({ notes }) => notes),
      });
      const sent = mailer.send({ ...mail, to }) ? [to] : [];
      noteMail(services, [to], sent, { today, heard: parts.flatMap(({ stands }) => stands) });
    }
  });
}
