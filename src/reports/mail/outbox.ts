import { withShortDays } from '../../calendar/calendar-date';
import { refuse } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import { fitText, shownNumber } from '../../employer-api/text';
import { REFUSED_MAIL_LOCK_MILLIS } from '../../limits';
import type { DocumentLock, Mail, Mailer, Properties, PropertyStore } from '../ports';
import { PROPERTY, withLock } from '../saved/document-state';
import {
  entryOf,
  formatLedger,
  isAccountRefused,
  type MailChange,
  type MailEntry,
  type MailKind,
  type MailLedger,
  parseLedger,
  turnOf,
  withCollected,
  withRefused,
  withSent,
} from './mail-ledger';

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
export function describeDomains(domains: readonly string[]): string {
  const last = domains[domains.length - 1] ?? '';
  const others = domains.slice(0, -1).join(', ');
  return `Ask your administrator: email goes to ${others === '' ? last : `${others} and ${last}`} only`;
}

/**
 * Checks addresses that someone has typed.
 *
 * @param addresses Those that are empty stand for no mail.
 * @throws {ReportError} `invalid_settings`
 */
export function requireDomains(addresses: readonly string[], domains: readonly string[]): void {
  if (addresses.every((address) => address === '' || mayMail(address, domains))) return;
  refuse('invalid_settings', describeDomains(domains));
}

/** The longest name in a mail, in characters. */
const LONGEST_NAME = 60;

/** The last words of a mail that lists collected changes: when the next one comes. */
export const DIGEST_PACE =
  'This email comes once a day, because there were three within a day. After a day without a change, email comes at ' +
  'once again.';

/**
 * The last words of a mail sent at once: when the next one comes.
 *
 * @param lasting For example `While a miss lasts`.
 * @param end For example `it is over`.
 */
export function paceText(lasting: string, end: string): string {
  return (
    `${lasting}, you get no further email about it, only one when ${end}. After three emails within a day, later ` +
    'changes come in one email a day.'
  );
}

/**
 * A plain-text mail: the subject says what changed and in which spreadsheet; blank lines separate the parts. Its dates are
 * written for people.
 */
export function mailOf(what: string, spreadsheet: string, parts: readonly string[]): Omit<Mail, 'to'> {
  const name = nameInMail(spreadsheet);
  const body = [...(name === '' ? [] : [`Spreadsheet: ${name}`]), ...parts.map(withShortDays)];
  return { subject: `Shift Reports: ${what}${name === '' ? '' : ` in “${name}”`}`, body: body.join('\n\n') };
}

/**
 * How the subjects of collected changes stand now: `at least 3 missed now`.
 *
 * @param bad How many of those listed are not well.
 * @param others How many changes are of subjects that are not listed, which may not be well either.
 */
export function standingText(
  bad: number,
  others: number,
  words: { readonly bad: string; readonly all: string; readonly these: string },
): string {
  if (bad === 0) return others === 0 ? words.all : words.these;
  return `${others === 0 ? '' : 'at least '}${shownNumber(bad)} ${words.bad}`;
}

/**
 * A name that a person chose, made fit for a mail: on one line, at most 60 characters, without anything that a mail program
 * turns into a link. Anyone who edits the spreadsheet names it and its sheets, but the mail is sent from another account.
 */
export function nameInMail(name: string): string {
  return fitText(withoutLinks(oneLine(name).replace(/[“”„]/g, '"')), LONGEST_NAME);
}

/** Text on one line, without control characters: a name cannot start a line of its own or reverse the text around it. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{C}+/gu, '')
    .trim();
}

/** Text with a space inside each web or mail address, so that it is no link: `shop.example` becomes `shop. example`. */
export function withoutLinks(text: string): string {
  return text
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/([.。．｡])(?=[\p{L}\p{N}-]*\p{L})/gu, '$1 ')
    .replace(/[@＠](?=\S)/g, '$& ')
    .replace(/\b(?:mailto|tel|sms|javascript|data):/gi, '$& ');
}

/** An address for everyone to see: `a…@employer.example`; empty where there is none. */
export function maskAddress(address: string): string {
  const [name = '', domain] = address.split('@');
  return domain === undefined ? '' : `${name.charAt(0)}…@${domain}`;
}

/** What sending mail needs. */
interface OutboxServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** The domains that mail may go to. @default any */
  readonly mailDomains?: readonly string[];
}

/** A mail to be written. */
export interface DueMail<News> {
  readonly to: string;
  /** What the address has not heard of; `undefined` in a mail that only lists what was collected. */
  readonly news: News | undefined;
  /** Whether it also lists what was collected. */
  readonly isDigest: boolean;
  /** What was remembered of the address before. */
  readonly before: MailEntry;
}

/** What becomes of news, address by address. */
interface MailPlan<News> {
  readonly mails: readonly DueMail<News>[];
  /** News that counts as reported: what is in `mails`, and what is collected. */
  readonly reported: ReadonlyMap<string, News>;
  /** What is remembered once the mails count as sent. */
  readonly ledger: MailLedger;
}

/** News of one kind: where it is stored, and how it is written. */
export interface MailSource<News> {
  readonly kind: MailKind;
  /** News for each address, judged by what is stored. Addresses without news are listed where they may get a digest. */
  newsFor(properties: Properties): ReadonlyMap<string, News | undefined>;
  /** The part of the news that is collected for a digest. */
  changesOf(news: News): readonly MailChange[];
  /** Document properties to store once news counts as reported. */
  markSent(properties: Properties, reported: ReadonlyMap<string, News>): Properties;
  /** Document properties to store once a mail with news was refused. */
  markUnsent(properties: Properties, unreported: ReadonlyMap<string, News>): Properties;
  /**
   * The text of each mail. Reads whatever it needs.
   *
   * @param properties What was stored when the mails were planned.
   */
  write(mails: readonly DueMail<News>[], properties: Properties): readonly Omit<Mail, 'to'>[];
}

/**
 * Decides for each address whether its news is sent, collected or left for later. An address outside the domains that mail
 * may go to gets none: it was saved before a build allowed less.
 */
export function planMails<News>(
  { kind, changesOf }: Pick<MailSource<News>, 'kind' | 'changesOf'>,
  news: ReadonlyMap<string, News | undefined>,
  ledger: MailLedger,
  now: number,
  mailDomains: readonly string[] = [],
): MailPlan<News> {
  let after = ledger;
  const mails: DueMail<News>[] = [];
  const reported = new Map<string, News>();
  for (const [to, own] of news) {
    if (!mayMail(to, mailDomains)) continue;
    const turn = turnOf(after, kind, to, own !== undefined, now);
    if (turn === 'wait' || turn === 'nothing') continue;
    if (own !== undefined) reported.set(to, own);
    if (turn === 'collect') {
      if (own !== undefined) after = withCollected(after, kind, to, changesOf(own), now);
      continue;
    }
    const isDigest = turn === 'digest';
    mails.push({ to, news: own, isDigest, before: entryOf(after, kind, to) });
    after = withSent(after, kind, to, { isDigest, hasNews: own !== undefined }, now);
  }
  return { mails, reported, ledger: after };
}

/** Whether anything is to be sent or stored. */
export function isAnythingDue<News>({ mails, reported }: MailPlan<News>): boolean {
  return mails.length + reported.size > 0;
}

/**
 * Sends mail at the end of a scheduled run.
 *
 * News counts as reported before its mail is sent, and no longer when Google refuses it: then it is due again with the
 * next run. A run that Google ends between the two loses one mail, and so does one that waits for the lock in vain to note the
 * refusal; the other order would send one twice instead, and cost three calls more for each run with mail. A mail goes out
 * twice only if Google sends it and then reports an error.
 */
export class Outbox {
  constructor(private readonly services: OutboxServices) {}

  /**
   * Sends what is due. Six service calls for a mail, one more for each other address; five more where one is refused. Where
   * all mail was refused within a day four, to ask whether Google takes some again.
   *
   * @throws {ReportError} `busy`; what the stores throw. What could not be noted as sent is still due.
   */
  deliver<News>(source: MailSource<News>): void {
    const { mailer } = this.services;
    let planned = this.note(source, false);
    if (planned === 'refused') {
      if (mailer.quotaLeft() < 1) return;
      planned = this.note(source, true);
    }
    if (planned === 'refused' || planned.mails.length === 0) return;
    const { mails, properties } = planned;
    const refused = mails.map((): RefusalReason | undefined => 'none');
    try {
      const texts = source.write(mails, properties);
      let isClosed = false;
      mails.forEach(({ to }, at) => {
        const text = texts[at];
        if (isClosed || text === undefined) refused[at] = isClosed ? 'account' : 'none';
        else if (mailer.send({ to, ...text })) refused[at] = undefined;
        else {
          // An address alone: the account could still send, so the others are not held up by it.
          isClosed = mailer.quotaLeft() < 1;
          refused[at] = isClosed ? 'account' : 'address';
        }
      });
    } finally {
      this.takeBack(source, mails, refused);
    }
  }

  /** @returns What counts as sent now; `refused` if Google lately took no mail and the quota was not checked since. */
  private note<News>(source: MailSource<News>, isAsked: boolean): 'refused' | Planned<News> {
    const { document, lock, clock, mailDomains } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const now = clock.now();
      const ledger = parseLedger(properties[PROPERTY.mails]);
      const plan = planMails(source, source.newsFor(properties), ledger, now, mailDomains);
      if (!isAnythingDue(plan)) return { mails: [], properties };
      if (!isAsked && plan.mails.length > 0 && isAccountRefused(ledger, now)) return 'refused';
      const changes = source.markSent(properties, plan.reported);
      document.write({ ...changes, [PROPERTY.mails]: formatLedger(plan.ledger, now) });
      return { mails: plan.mails, properties };
    });
  }

  /** @param reasons Why each mail was not sent; `undefined` where it was. */
  private takeBack<News>(
    source: MailSource<News>,
    mails: readonly DueMail<News>[],
    reasons: readonly (RefusalReason | undefined)[],
  ): void {
    if (reasons.every((reason) => reason === undefined)) return;
    const { document, lock, clock } = this.services;
    withLock(
      lock,
      () => {
        const properties = document.readAll();
        const now = clock.now();
        let ledger = parseLedger(properties[PROPERTY.mails]);
        const unreported = new Map<string, News>();
        mails.forEach(({ to, news, before }, at) => {
          const reason = reasons[at];
          if (reason === undefined) return;
          ledger = withRefused(ledger, source.kind, to, { before, reason }, now);
          if (news !== undefined) unreported.set(to, news);
        });
        const changes = source.markUnsent(properties, unreported);
        document.write({ ...changes, [PROPERTY.mails]: formatLedger(ledger, now) });
      },
      REFUSED_MAIL_LOCK_MILLIS,
    );
  }
}

/** `none`: it was not tried. */
type RefusalReason = 'address' | 'account' | 'none';

/** What is to be sent, and what was stored before it counted as sent. */
interface Planned<News> {
  readonly mails: readonly DueMail<News>[];
  readonly properties: Properties;
}
