import * as v from 'valibot';
import { MILLIS_PER_DAY } from '../../calendar/calendar-date';
import { parseStored, shortHash, utf8Length } from '../../employer-api/text';
import {
  ADDRESSES_A_DAY,
  DAYS_UNTIL_NEW_ADDRESS,
  MAILS_BEFORE_DIGEST,
  NEW_ADDRESSES_A_DAY,
  PROPERTY_BYTES,
  REFUSALS_BEFORE_A_DAY,
  SUMMARIES_A_DAY,
} from '../../limits';

const MINUTE_MILLIS = 60_000;
const REMEMBERED_MILLIS = DAYS_UNTIL_NEW_ADDRESS * MILLIS_PER_DAY;
const MOST_ADDRESSES = 80;
/** The longest address that is kept whole, and how much of a longer one is, in characters. */
const [LONGEST_KEY, BEGINNING_OF_KEY] = [64, 40];
/** Collected for one mail at most; the rest is counted. */
const [MOST_TOPICS, MOST_CHANGES] = [10, 8];

const TIME = v.number();
const TOPIC = v.object({
  /** How many changes there were; the newest of them are listed. */
  count: v.number(),
  /** When, and whether it was for the worse. */
  changes: v.array(v.tuple([TIME, v.boolean()])),
});
const ENTRY = v.object({
  /** When the first mail was sent; null before that. All times are milliseconds since 1970, to the minute. */
  firstAt: v.nullable(TIME),
  /** When the newest mails were sent, oldest first. */
  sent: v.array(TIME),
  /** Whether changes are collected; once a day has passed without one, they are not. */
  collects: v.boolean(),
  /** When something was last collected, or sent in a digest. */
  changedAt: TIME,
  /** What has been collected, by topic. */
  log: v.record(v.string(), TOPIC),
  /** How many changes of other topics were collected. */
  others: v.number(),
  /** How often in a row Google has refused this address alone, and when it last did. */
  refusals: v.number(),
  refusedAt: TIME,
});
const ENTRIES = v.record(v.string(), ENTRY);
const LEDGER = v.object({
  version: v.literal(1),
  /** When Google last refused mail to anyone, for want of permission or quota; null once it took one again. */
  accountRefusedAt: v.nullable(TIME),
  alerts: ENTRIES,
  failures: ENTRIES,
  summaries: ENTRIES,
});

/** What is remembered of the mail to one address. */
export type MailEntry = Readonly<v.InferOutput<typeof ENTRY>>;

/** What was collected for a mail, by topic. */
type ChangeLog = Pick<MailEntry, 'log' | 'others'>;

/**
 * Who got mail, by address in lower case. It outlives alerts, schedules and connections, so that removing and adding one
 * resets nothing. Summary emails have one of their own: what editors do with either never pushes out what is known of the other.
 */
export type MailLedger = Readonly<v.InferOutput<typeof LEDGER>>;

const KINDS = ['alerts', 'failures', 'summaries'] as const;

/** What a mail is about. Each kind has its own pace. */
export type MailKind = (typeof KINDS)[number];

/** A change of state: what it is about, and whether it is for the worse. */
export type MailChange = readonly [topic: string, isWorse: boolean];

/** Mail whose addresses anyone who edits the spreadsheet may choose. */
type ChosenKind = 'alerts' | 'summaries';

const NO_MAIL: MailEntry = {
  firstAt: null,
  sent: [],
  collects: false,
  changedAt: 0,
  log: {},
  others: 0,
  refusals: 0,
  refusedAt: 0,
};

/** The short form of an address in stored records, at most 7 characters. Two addresses with the same tag share one record. */
export function addressTag(address: string): string {
  return shortHash(address.toLowerCase());
}

/** Reads a property value; one that cannot be read counts as empty. */
export function parseLedger(text: string | undefined): MailLedger {
  return (
    parseStored(LEDGER, text) ?? {
      version: 1,
      accountRefusedAt: null,
      alerts: {},
      failures: {},
      summaries: {},
    }
  );
}

/**
 * As a property value. Addresses unused for 30 days are dropped. Where the value would not fit, so are those unused for a day,
 * then collected changes lose details, and last go the longest unused addresses. Those that the limits of this day count
 * stay: else an editor could push them out to write to more.
 */
export function formatLedger(ledger: MailLedger, now: number): string {
  const known = KINDS.flatMap((kind) =>
    Object.entries(ledger[kind]).map(([address, entry]) => ({ kind, address, entry, usedAt: usedAt(entry) })),
  );
  const isCounted = ({ kind, entry }: LedgerLine) => kind !== 'failures' && isMailedToday(entry, now);
  const lines = known
    .filter(({ usedAt }) => now - usedAt < REMEMBERED_MILLIS)
    .sort((one, other) => Number(isCounted(other)) - Number(isCounted(one)) || other.usedAt - one.usedAt)
    .slice(0, MOST_ADDRESSES);
  const ofToday = lines.filter(({ usedAt }) => isWithinDay(usedAt, now)).length;
  let shown: readonly LedgerLine[] = lines;
  for (const [step, shorten] of SHORTER.entries()) {
    shown = shown.map((line) => ({ ...line, entry: { ...line.entry, ...shorten(line.entry) } }));
    const fewest = step < SHORTER.length - 1 ? ofToday : 1;
    for (let count = shown.length; count >= fewest; count -= 1) {
      const text = textOf(ledger, shown.slice(0, count));
      if (utf8Length(text) <= PROPERTY_BYTES) return text;
    }
  }
  return textOf(ledger, []);
}

/** What is remembered of one address. */
interface LedgerLine {
  readonly kind: MailKind;
  readonly address: string;
  readonly entry: MailEntry;
  readonly usedAt: number;
}

function textOf(ledger: MailLedger, lines: readonly LedgerLine[]): string {
  const of = (kind: MailKind) =>
    Object.fromEntries(
      lines.filter((one) => one.kind === kind).map(({ address, entry }) => [address, entry]),
    );
  return JSON.stringify({
    ...ledger,
    alerts: of('alerts'),
    failures: of('failures'),
    summaries: of('summaries'),
  });
}

/** Steps to shorten collected changes; all stay counted. */
const SHORTER: readonly ((log: ChangeLog) => ChangeLog)[] = [
  (log) => log,
  (log) => shortened(log, MOST_TOPICS, 2),
  (log) => shortened(log, 1, 1),
  (log) => shortened(log, 0, 0),
];

function shortened({ log, others }: ChangeLog, topics: number, changes: number): ChangeLog {
  const all = Object.entries(log);
  const kept = all.slice(0, topics).map(([topic, { count, changes: listed }]) => {
    return [topic, { count, changes: listed.slice(-changes) }] as const;
  });
  const left = all.slice(topics).reduce((sum, [, { count }]) => sum + count, 0);
  return { log: Object.fromEntries(kept), others: others + left };
}

/** What an address is known by: itself in lower case. Of a long one the beginning and a hash, so that all of a day fit. */
function keyOf(address: string): string {
  const key = address.toLowerCase();
  return key.length <= LONGEST_KEY ? key : `${key.slice(0, BEGINNING_OF_KEY)}…${shortHash(key)}`;
}

function usedAt({ sent, changedAt, refusedAt }: MailEntry): number {
  return Math.max(changedAt, refusedAt, ...sent);
}

/** What is remembered of an address. */
export function entryOf(ledger: MailLedger, kind: MailKind, address: string): MailEntry {
  const key = keyOf(address);
  return Object.entries(ledger[kind]).find(([known]) => known === key)?.[1] ?? NO_MAIL;
}

/** Whether changes were collected for an address of a topic that is still there. */
export function hasCollected(
  ledger: MailLedger,
  kind: MailKind,
  address: string,
  isThere: (topic: string) => boolean,
): boolean {
  return Object.keys(entryOf(ledger, kind, address).log).some(isThere);
}

/**
 * What to do for an address: `send` the news; `collect` it; send a `digest` of the news and of what was collected; `wait`,
 * which leaves the news for the next run; or `nothing`.
 */
export function turnOf(
  ledger: MailLedger,
  kind: MailKind,
  address: string,
  hasNews: boolean,
  now: number,
): 'send' | 'collect' | 'digest' | 'wait' | 'nothing' {
  const entry = entryOf(ledger, kind, address);
  const hasLog = Object.keys(entry.log).length > 0;
  if (!hasNews && !hasLog) return 'nothing';
  const isUnsteady = hasLog || (entry.collects && now - entry.changedAt < MILLIS_PER_DAY);
  const collects =
    isUnsteady || entry.sent.filter((at) => isWithinDay(at, now)).length >= MAILS_BEFORE_DIGEST;
  if (collects && isMailedToday(entry, now)) return hasNews ? 'collect' : 'nothing';
  if (isRefusedToday(entry, now)) return 'wait';
  if (kind === 'alerts' && isBeyondLimits(ledger, kind, address, now)) return 'wait';
  return collects ? 'digest' : 'send';
}

/** Whether mail of a kind already went to as many addresses within a day as it may, so that this one waits. */
export function isBeyondLimits(ledger: MailLedger, kind: ChosenKind, address: string, now: number): boolean {
  const entry = entryOf(ledger, kind, address);
  const others = Object.values(ledger[kind]);
  const isNew = entry.firstAt === null;
  const mailed = others.filter((one) => isMailedToday(one, now)).length;
  const added = others.filter(({ firstAt }) => firstAt !== null && isWithinDay(firstAt, now)).length;
  return (isNew && added >= NEW_ADDRESSES_A_DAY) || (!isMailedToday(entry, now) && mailed >= ADDRESSES_A_DAY);
}

/** Whether a summary email waits at this address: it was refused too often, got enough summary emails within a day, or is one too many. */
export function mustSummaryWait(ledger: MailLedger, address: string, now: number): boolean {
  const entry = entryOf(ledger, 'summaries', address);
  const got = entry.sent.filter((at) => isWithinDay(at, now)).length;
  return (
    isRefusedToday(entry, now) || got >= SUMMARIES_A_DAY || isBeyondLimits(ledger, 'summaries', address, now)
  );
}

/** After some refusals in a row an address is tried once a day. */
function isRefusedToday({ refusals, refusedAt }: MailEntry, now: number): boolean {
  return refusals >= REFUSALS_BEFORE_A_DAY && isWithinDay(refusedAt, now);
}

/** Until when a new or changed alert sends no mail to these addresses, in milliseconds since 1970; 0 for at once. */
export function quietUntil(ledger: MailLedger, addresses: readonly string[], now: number): number {
  const last = addresses.flatMap((address) => entryOf(ledger, 'alerts', address).sent);
  return Math.max(0, ...last.filter((at) => isWithinDay(at, now)).map((at) => at + MILLIS_PER_DAY));
}

/** The ledger once a mail counts as sent. */
export function withSent(
  ledger: MailLedger,
  kind: MailKind,
  address: string,
  { isDigest, hasNews }: { readonly isDigest: boolean; readonly hasNews: boolean },
  now: number,
): MailLedger {
  const before = entryOf(ledger, kind, address);
  const at = toMinute(now);
  const sent = [...before.sent, at].slice(-(kind === 'summaries' ? SUMMARIES_A_DAY : MAILS_BEFORE_DIGEST));
  const changedAt = isDigest && !hasNews ? before.changedAt : at;
  const firstAt = before.firstAt ?? at;
  const entry = { ...NO_MAIL, firstAt, sent, collects: isDigest, changedAt };
  return { ...withEntry(ledger, kind, address, entry), accountRefusedAt: null };
}

/** The ledger once changes were collected for the next mail. */
export function withCollected(
  ledger: MailLedger,
  kind: MailKind,
  address: string,
  changes: readonly MailChange[],
  now: number,
): MailLedger {
  const before = entryOf(ledger, kind, address);
  const entry = { ...before, ...addChanges(before, changes, now), collects: true, changedAt: toMinute(now) };
  return withEntry(ledger, kind, address, entry);
}

/** The collected changes with these added. */
export function addChanges(
  { log, others }: ChangeLog,
  changes: readonly MailChange[],
  now: number,
): ChangeLog {
  const topics = new Map(Object.entries(log));
  let more = others;
  for (const [topic, isWorse] of changes) {
    const known = topics.get(topic) ?? { count: 0, changes: [] };
    const added: [number, boolean][] = [...known.changes, [toMinute(now), isWorse]];
    if (known.count === 0 && topics.size >= MOST_TOPICS) more += 1;
    else topics.set(topic, { count: known.count + 1, changes: added.slice(-MOST_CHANGES) });
  }
  return { log: Object.fromEntries(topics), others: more };
}

/** The ledger once a mail that counted as sent was refused, for its address alone or for all. */
export function withRefused(
  ledger: MailLedger,
  kind: MailKind,
  address: string,
  { before, reason }: { readonly before: MailEntry; readonly reason: 'address' | 'account' | 'none' },
  now: number,
): MailLedger {
  const at = toMinute(now);
  const isOwn = reason === 'address';
  const refusal = isOwn ? { refusals: before.refusals + 1, refusedAt: at } : {};
  const after = withEntry(ledger, kind, address, { ...before, ...refusal });
  return reason === 'account' ? { ...after, accountRefusedAt: at } : after;
}

/** Whether Google refused mail to anyone within a day, and has taken none since. */
export function isAccountRefused({ accountRefusedAt }: MailLedger, now: number): boolean {
  return accountRefusedAt !== null && isWithinDay(accountRefusedAt, now);
}

function withEntry(ledger: MailLedger, kind: MailKind, address: string, entry: MailEntry): MailLedger {
  const key = keyOf(address);
  const others = Object.entries(ledger[kind]).filter(([known]) => known !== key);
  return { ...ledger, [kind]: Object.fromEntries([...others, [key, entry]]) };
}

function isMailedToday({ sent }: MailEntry, now: number): boolean {
  return sent.some((at) => isWithinDay(at, now));
}

/** A moment in the future came from a wrong clock and does not count. */
function isWithinDay(at: number, now: number): boolean {
  return at <= now && now - at < MILLIS_PER_DAY;
}

function toMinute(now: number): number {
  return now - (now % MINUTE_MILLIS);
}
