import type { ReportError } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import { fitText, shownCount } from '../../employer-api/text';
import { addChanges, addressTag, hasCollected, type MailChange, parseLedger } from '../mail/mail-ledger';
import {
  DIGEST_PACE,
  type DueMail,
  isAnythingDue,
  isSameAddress,
  type MailSource,
  mailOf,
  nameInMail,
  Outbox,
  oneLine,
  paceText,
  planMails,
  standingText,
  withoutLinks,
} from '../mail/outbox';
import type { DocumentLock, Mail, Mailer, Properties, PropertyStore, SpreadsheetCalendar } from '../ports';
import { cachedTimeZone, type DocumentState, readDocumentState } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import type { Schedule } from '../saved/saved-schedule';
import { scheduleProperty } from './schedule';

/** What mail about failures needs. */
interface FailureMailServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  readonly mailDomains?: readonly string[];
}

/** Mail about scheduled runs, to the address that the person whose trigger runs has given. */
export class FailureMail {
  constructor(private readonly services: FailureMailServices) {}

  /**
   * Sends what is new in a run, in one mail to each address: failures to the person whose trigger runs, their end to
   * everyone who heard of them. Never throws: the run itself matters more.
   *
   * No service call when nothing is due; otherwise as `Outbox.deliver`.
   */
  send(
    run: { readonly triggerId: string; readonly state: DocumentState },
    outcomes: readonly ReportOutcome[],
  ): void {
    try {
      const source = new FailureNews(this.services, run.triggerId, outcomes);
      const { clock, mailDomains } = this.services;
      const ledger = parseLedger(run.state.mails);
      const plan = planMails(source, source.newsIn(run.state), ledger, clock.now(), mailDomains);
      if (isAnythingDue(plan)) new Outbox(this.services).deliver(source);
    } catch {
      // What could not be stored is still new to the next run.
    }
  }
}

/** The outcomes of one run, as news for mail. */
class FailureNews implements MailSource<News> {
  readonly kind = 'failures';

  constructor(
    private readonly services: Pick<FailureMailServices, 'calendar' | 'mailer' | 'clock'>,
    private readonly triggerId: string,
    private readonly outcomes: readonly ReportOutcome[],
  ) {}

  newsFor(properties: Properties): ReadonlyMap<string, News | undefined> {
    return this.newsIn(readDocumentState(properties));
  }

  newsIn(state: DocumentState): ReadonlyMap<string, News | undefined> {
    const own = state.schedule.runners.find(({ triggerId }) => triggerId === this.triggerId)?.email ?? '';
    const reported = knownIn(state);
    const ledger = parseLedger(state.mails);
    const isThere = (topic: string) => state.reports.some(({ id }) => id === topic);
    const now = this.services.clock.now();
    return new Map(
      addressesIn(state).flatMap((address) => {
        const isOwn = isSameAddress(address, own);
        const news = findNews(reported, this.outcomes, address, isOwn, now);
        const isListed = news !== undefined || hasCollected(ledger, this.kind, address, isThere);
        return isListed ? [[address, news] as const] : [];
      }),
    );
  }

  changesOf({ failed, recovered }: News): MailChange[] {
    return [
      ...failed.map(({ id }): MailChange => [id, true]),
      ...recovered.map(({ id }): MailChange => [id, false]),
    ];
  }

  markSent(properties: Properties, reported: ReadonlyMap<string, News>): Properties {
    return this.revise(properties, reported, markReported);
  }

  markUnsent(properties: Properties, unreported: ReadonlyMap<string, News>): Properties {
    return this.revise(properties, unreported, markUnreported);
  }

  write(mails: readonly DueMail<News>[], properties: Properties): Omit<Mail, 'to'>[] {
    const { calendar, mailer } = this.services;
    const state = readDocumentState(properties);
    const zone = cachedTimeZone(state);
    const time = (millis: number) => calendar.text(millis, zone);
    const context: MailContext = { spreadsheet: mailer.spreadsheetName(), zone, time };
    return mails.map((mail) => {
      return mail.isDigest || mail.news === undefined
        ? writeFailureDigest(this.changedReports(mail, state), context)
        : writeFailureMail(mail.news, context);
    });
  }

  private revise(
    properties: Properties,
    news: ReadonlyMap<string, News>,
    change: (reported: Reported, address: string, news: News) => Reported,
  ): Properties {
    const state = readDocumentState(properties);
    let reported = knownIn(state);
    for (const [address, own] of news) reported = change(reported, address, own);
    return scheduleProperty({ ...state.schedule, reported });
  }

  /** What was collected of each report that is still there, and how it stands now. */
  private changedReports({ to, news, before }: DueMail<News>, state: DocumentState) {
    const reported = news ? markReported(knownIn(state), to, news) : knownIn(state);
    const changes = news ? this.changesOf(news) : [];
    const { log, others } = addChanges(before, changes, this.services.clock.now());
    const reports = state.reports.flatMap((report): ChangedReport[] => {
      const topic = log[report.id];
      if (topic === undefined) return [];
      const outcome = this.outcomes.find(({ id }) => id === report.id) ?? outcomeOf(report);
      const episode = reported[report.id];
      const failure = outcome.failure && { ...outcome.failure, since: episode?.since ?? null };
      return [{ ...outcome, ...topic, failure }];
    });
    return { reports, others };
  }
}

/** The last outcome of a report that this run did not try. */
function outcomeOf({ id, sheet, lastRun, content }: SavedReport): ReportOutcome {
  const hasFailed = lastRun?.outcome === 'failed';
  const failure = hasFailed ? { code: 'unreachable' as const, message: lastRun.message } : null;
  return { id, sheet, failure, refreshedAt: content?.refreshedAt ?? null };
}

/** Where mail about failures may go: each address once, in whatever capitals people gave it. */
function addressesIn({ schedule }: DocumentState): string[] {
  const addresses = schedule.runners.map(({ email }) => email);
  return addresses.filter(
    (email, at) => email !== '' && addresses.findIndex((other) => isSameAddress(other, email)) === at,
  );
}

function knownIn(state: DocumentState): Reported {
  return currentEpisodes(state.schedule.reported, state.reports, addressesIn(state));
}

/** What the text needs to know besides the news. */
interface MailContext {
  readonly spreadsheet: string;
  readonly zone: string;
  /** A moment as the zone's clock shows it: `2026-11-21 14:05`. */
  readonly time: (millis: number) => string;
}

/** A report whose changes were collected, and how it stands now. */
interface ChangedReport extends ReportOutcome {
  /** How many changes there were; the newest are listed. */
  readonly count: number;
  /** When, and whether the report failed then, or was refreshed again. */
  readonly changes: readonly (readonly [at: number, hasFailed: boolean])[];
  /** How it fails now, and since when: null where no one was to hear of it. Null where it does not fail. */
  readonly failure: (Failure & { readonly since: number | null }) | null;
}

/** The longest message of a failure, in characters: it may repeat names that a person chose. */
const LONGEST_MESSAGE = 500;

/**
 * The mail about a run: what failed, since when, what to do about it, what the sheets show meanwhile, and what works
 * again. Plain text. It names sheets and correlation IDs; no figure, secret, token or address of the service.
 */
function writeFailureMail({ failed, recovered }: News, context: MailContext): Omit<Mail, 'to'> {
  const parts = [
    failed.length === 0 ? '' : `${shownCount(failed.length, 'report')} not refreshed`,
    recovered.length === 0 ? '' : `${shownCount(recovered.length, 'report')} refreshed again`,
  ];
  return mailOf(parts.filter((part) => part !== '').join(', '), context.spreadsheet, [
    ...section(
      'Not refreshed',
      failed.map((outcome) => describeFailed(outcome, context)),
    ),
    ...section(
      'Refreshed again',
      recovered.map((outcome) => describeRecovered(outcome, context)),
    ),
    footer(context, paceText('While a report keeps failing for the same reason', 'it is refreshed again')),
  ]);
}

/**
 * The mail about reports that failed and recovered repeatedly: what happened when, and how each stands now. It names and omits
 * the same.
 */
function writeFailureDigest(
  { reports, others }: { readonly reports: readonly ChangedReport[]; readonly others: number },
  context: MailContext,
): Omit<Mail, 'to'> {
  const failing = reports.filter(({ failure }) => failure !== null).length;
  const now = standingText(failing, others, {
    bad: 'not refreshed now',
    all: 'all refreshed now',
    these: 'all of these refreshed now',
  });
  return mailOf(`${shownCount(reports.length, 'report')} changed, ${now}`, context.spreadsheet, [
    ...section(
      'Changed since the last email',
      reports.map((report) => describeChanged(report, context)),
    ),
    ...(others === 0
      ? []
      : [`And ${shownCount(others, 'more change')} of other reports: see the section Activity.`]),
    footer(context, DIGEST_PACE),
  ]);
}

function footer({ zone }: MailContext, pace: string): string {
  return (
    `Times are in the spreadsheet’s time zone, ${zone}. You get this email because the schedule was saved with your ` +
    `address. To stop it, clear the address (Extensions ▸ Shift Reports, tab Settings, Schedule). ${pace}`
  );
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${heading}:`, ...lines];
}

function describeFailed(outcome: FailedOutcome, context: MailContext): string {
  const message = messageOf(outcome.failure);
  return `${quote(outcome.sheet)}: ${message}\nFailing since ${context.time(outcome.since)}. ${shows(outcome, context)}`;
}

function describeRecovered({ sheet, since, refreshedAt }: ToldOutcome, { time }: MailContext): string {
  const at = refreshedAt === null ? '' : `, refreshed ${time(refreshedAt)}`;
  return `${quote(sheet)}: failed from ${time(since)}${at}.`;
}

/** `“Shifts”: 24 changes, the newest: refreshed again 13:00, failed 14:00.`, and how it stands now. */
function describeChanged(report: ChangedReport, context: MailContext): string {
  const { count, changes, failure } = report;
  const words = changes.map(([at, hasFailed], place) => {
    const again = changes[place - 1]?.[1] === true ? 'failed for another reason' : 'failed';
    return `${hasFailed ? again : 'refreshed again'} ${context.time(at)}`;
  });
  const newest = changes.length < count ? ', the newest' : '';
  const since = failure === null || failure.since === null ? '' : ` since ${context.time(failure.since)}`;
  const now =
    failure === null
      ? `Now: refreshed${report.refreshedAt === null ? '' : ` ${context.time(report.refreshedAt)}`}.`
      : `Now: failing${since}. ${messageOf(failure)} ${shows(report, context)}`;
  return `${quote(report.sheet)}: ${shownCount(count, 'change')}${newest}: ${words.join(', ')}.\n${now}`;
}

function messageOf({ message }: Failure): string {
  return fitText(withoutLinks(oneLine(message)), LONGEST_MESSAGE);
}

function shows({ refreshedAt }: ReportOutcome, { time }: MailContext): string {
  return refreshedAt === null
    ? 'The sheet was never filled.'
    : `The sheet still shows what was fetched ${time(refreshedAt)}.`;
}

function quote(sheet: string): string {
  return `“${nameInMail(sheet)}”`;
}

type Failure = Pick<ReportError, 'code' | 'message'>;

/** The outcome of one report in a scheduled run. */
export interface ReportOutcome {
  readonly id: string;
  /** The name of its sheet. */
  readonly sheet: string;
  /** Null when it was refreshed. */
  readonly failure: Failure | null;
  /** When the table on the sheet was fetched. Milliseconds since 1970; null when there is none. */
  readonly refreshedAt: number | null;
}

/** A report that mail is about, since when it has been failing, and what mails have reported before. */
interface ToldOutcome extends ReportOutcome {
  readonly since: number;
  readonly before: Episode | undefined;
}

/** A report that is refreshed again after a mail said that it failed. */
interface RecoveredOutcome extends ToldOutcome {
  readonly before: Episode;
}

/** A report that mail is about because it fails. */
interface FailedOutcome extends ToldOutcome {
  readonly failure: Failure;
}

/** What is worth a mail to one address. */
interface News {
  readonly failed: readonly FailedOutcome[];
  readonly recovered: readonly RecoveredOutcome[];
}

/** What mails have reported of failures that last. */
type Reported = Schedule['reported'];

/** The mails about a report that keeps failing. */
type Episode = Reported[string];

/** What one property can hold: more failing reports than these get no mail, nor does a fifth kind of failure. */
const MOST_REPORTS = 30;
const [MOST_CODES, MOST_TOLD] = [4, 3];

/**
 * News for an address: a report that fails with a code not yet reported while it keeps failing, where the
 * address is to hear of failures, and one that is refreshed again after a mail to it said that it failed.
 *
 * @param hearsFailures Whether it is the address for mail of whose trigger runs.
 * @returns `undefined` when there is nothing.
 */
function findNews(
  reported: Reported,
  outcomes: readonly ReportOutcome[],
  address: string,
  hearsFailures: boolean,
  now: number,
): News | undefined {
  const tag = addressTag(address);
  const failed: FailedOutcome[] = [];
  const recovered: RecoveredOutcome[] = [];
  for (const outcome of outcomes) {
    const episode = reported[outcome.id];
    const wasReported = episode?.to.includes(tag) === true;
    const since = episode?.since ?? now;
    const { failure } = outcome;
    if (failure === null) {
      if (episode && wasReported) recovered.push({ ...outcome, since, before: episode });
    } else if (hearsFailures && isNew(episode, failure.code, wasReported)) {
      const isRoom = episode !== undefined || Object.keys(reported).length + failed.length < MOST_REPORTS;
      if (isRoom) failed.push({ ...outcome, failure, since, before: episode });
    }
  }
  return failed.length + recovered.length === 0 ? undefined : { failed, recovered };
}

function isNew(episode: Episode | undefined, code: string, wasReported: boolean): boolean {
  if (episode === undefined || !wasReported) return true;
  return !episode.codes.includes(code) && episode.codes.length < MOST_CODES;
}

/**
 * Episodes that still matter: of reports and addresses that are there. One whose mail was refused for every address only
 * says since when the report has been failing, until it is refreshed.
 */
function currentEpisodes(
  reported: Reported,
  reports: readonly SavedReport[],
  addresses: readonly string[],
): Reported {
  const tags = addresses.map(addressTag);
  const current = Object.entries(reported).flatMap(([id, episode]): [string, Episode][] => {
    const report = reports.find((one) => one.id === id);
    if (report === undefined) return [];
    const to = episode.to.filter((tag) => tags.includes(tag));
    if (to.length > 0) return [[id, { ...episode, to }]];
    const isOver = (report.content?.refreshedAt ?? 0) >= episode.since;
    return isOver ? [] : [[id, { ...episode, to, codes: [] }]];
  });
  return Object.fromEntries(current);
}

/** What mails have reported once an address knows its news. */
export function markReported(reported: Reported, address: string, { failed, recovered }: News): Reported {
  const tag = addressTag(address);
  const episodes = new Map(Object.entries(reported));
  for (const { id, failure, since } of failed) {
    const { codes, to } = episodes.get(id) ?? { codes: [], to: [] };
    const known = [...new Set([...codes, failure.code])].slice(-MOST_CODES);
    episodes.set(id, { since, codes: known, to: [...new Set([...to, tag])].slice(-MOST_TOLD) });
  }
  for (const { id } of recovered) {
    const episode = episodes.get(id);
    const to = (episode?.to ?? []).filter((one) => one !== tag);
    if (episode && to.length > 0) episodes.set(id, { ...episode, to });
    else episodes.delete(id);
  }
  return Object.fromEntries(episodes);
}

/** What mails have reported once a mail was refused: its news is due again, unless all was forgotten since. */
function markUnreported(reported: Reported, address: string, { failed, recovered }: News): Reported {
  const tag = addressTag(address);
  const episodes = new Map(Object.entries(reported));
  for (const { id, failure, before } of failed) {
    const episode = episodes.get(id);
    if (episode === undefined) continue;
    const codes = episode.codes.filter((code) => code !== failure.code || before?.codes.includes(code));
    const to = before?.to.includes(tag) ? episode.to : episode.to.filter((one) => one !== tag);
    episodes.set(id, { ...episode, codes, to });
  }
  for (const { id, before } of recovered) {
    const episode = episodes.get(id) ?? { ...before, to: [] };
    episodes.set(id, { ...episode, to: [...new Set([...episode.to, tag])] });
  }
  return Object.fromEntries(episodes);
}
