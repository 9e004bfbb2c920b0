import type { Clock } from '../employer-api/ports';
import { shownCount, shownNumber } from '../employer-api/text';
import { addChanges, addressTag, type MailChange } from '../reports/mail/mail-ledger';
import {
  DIGEST_PACE,
  type DueMail,
  type MailSource,
  mailOf,
  nameInMail,
  Outbox,
  oneLine,
  paceText,
  standingText,
} from '../reports/mail/outbox';
import type {
  DocumentLock,
  Mail,
  Mailer,
  Properties,
  PropertyStore,
  SpreadsheetCalendar,
} from '../reports/ports';
import { PROPERTY, readDocumentState } from '../reports/saved/document-state';
import { ofReports } from '../reports/saved/kept-list';
import type { AlertInspector } from './alert-inspector';
import { type AddressNews, changesOf, isTopicOf, newsByAddress, topicOf } from './alert-news';
import { type Alert, parseAlerts } from './alert-record';
import { describeMiss, describeRecovery } from './alert-words';
import {
  currentStandings,
  type EpisodeRecord,
  fitEpisodes,
  formatEpisodes,
  NOT_JUDGED,
  newestStanding,
  parseEpisodes,
  withStanding,
} from './episode-record';
import { type Episode, isSamePlace } from './episodes';

/** What mail about alerts needs. */
interface AlertDigestServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  readonly mailDomains?: readonly string[];
  /** What has judged in this run. */
  readonly inspector: Pick<AlertInspector, 'isMailDue' | 'isAmerican'>;
}

/** Mail about alerts, at the end of a scheduled run: one mail to each address. */
export class AlertDigest {
  constructor(private readonly services: AlertDigestServices) {}

  /**
   * Mails what no mail has said yet. Never throws: the run itself matters more.
   *
   * No service call when nothing is due; otherwise as `Outbox.deliver`.
   */
  send(): void {
    if (!this.services.inspector.isMailDue) return;
    try {
      new Outbox(this.services).deliver(new AlertNews(this.services));
    } catch {
      // What could not be noted is still new to the next run.
    }
  }
}

/** News about alerts that no mail has carried yet. */
class AlertNews implements MailSource<AddressNews> {
  readonly kind = 'alerts';

  constructor(private readonly services: AlertDigestServices) {}

  newsFor(properties: Properties): ReadonlyMap<string, AddressNews | undefined> {
    const { alerts, record } = watchedIn(properties);
    return newsByAddress(alerts, record, properties, this.services.clock.now());
  }

  changesOf(news: AddressNews): readonly MailChange[] {
    return changesOf(news);
  }

  markSent(properties: Properties, reported: ReadonlyMap<string, AddressNews>): Properties {
    return revise(properties, (record) =>
      [...reported].reduce((after, [to, news]) => markSent(after, to, news), record),
    );
  }

  markUnsent(properties: Properties, unreported: ReadonlyMap<string, AddressNews>): Properties {
    return revise(properties, (record) => [...unreported.values()].reduce(markUnsent, record));
  }

  write(mails: readonly DueMail<AddressNews>[], properties: Properties): Omit<Mail, 'to'>[] {
    const { calendar, mailer, inspector } = this.services;
    const { reports, zone: known } = readDocumentState(properties);
    const zone = mails.some(({ isDigest }) => isDigest) ? (known ?? calendar.zone()) : '';
    const context: DigestContext = {
      spreadsheet: mailer.spreadsheetName(),
      // Another person may have removed the report since.
      sheetOf: (alert) => reports.find(({ id }) => id === alert.report)?.sheet ?? '',
      isAmerican: inspector.isAmerican,
      zone,
      time: (millis) => calendar.text(millis, zone),
    };
    return mails.map((mail) => {
      return mail.isDigest || mail.news === undefined
        ? writeChanges(this.changed(mail, properties), context)
        : writeDigest(mail.news, context);
    });
  }

  /** The collected changes of alerts that still exist, and how each subject stands now. */
  private changed({ before, news }: DueMail<AddressNews>, properties: Properties) {
    const { log, others } = addChanges(before, news ? changesOf(news) : [], this.services.clock.now());
    const { alerts, record } = watchedIn(properties);
    const topics = Object.entries(log).flatMap(([topic, changes]): ChangedTopic[] => {
      const alert = alerts.find((one) => isTopicOf(topic, one));
      if (alert === undefined) return [];
      const who = topic.slice(topicOf(alert, '').length);
      const { open, over } = newestStanding(record, alert.id) ?? NOT_JUDGED;
      const isThere = (one: Episode) => isSamePlace(one.who, who);
      // A miss that is neither open nor over was forgotten: the alert or its report was changed, or its venue left.
      const isOver = over.some(isThere) || changes.changes[changes.changes.length - 1]?.[1] !== true;
      return [{ alert, who, open: open.find(isThere), isOver, ...changes }];
    });
    return { topics, others };
  }
}

function revise(properties: Properties, change: (record: EpisodeRecord) => EpisodeRecord): Properties {
  const { record } = watchedIn(properties);
  return { [PROPERTY.alertEpisodes]: formatEpisodes(fitEpisodes(change(record))) };
}

/** The most lines of a section; the rest is counted. */
const MOST_LINES = 30;

/** What the text needs to know besides the news. */
interface DigestContext {
  readonly spreadsheet: string;
  /** The name of a report's sheet. */
  readonly sheetOf: (alert: Alert) => string;
  readonly isAmerican: boolean;
  readonly zone: string;
  /** A moment as the zone's clock shows it: `2026-11-21 14:05`. */
  readonly time: (millis: number) => string;
}

/** One subject of an alert (a venue, or the total), its collected changes and how it stands now. */
interface ChangedTopic {
  readonly alert: Alert;
  readonly who: string;
  /** The miss that is not over; `undefined` where there is none. */
  readonly open: Episode | undefined;
  /** Without one: whether the figure was on target again. */
  readonly isOver: boolean;
  /** How many changes there were; the newest are listed. */
  readonly count: number;
  /** When, and whether it was missed then, or was back to normal. */
  readonly changes: readonly (readonly [at: number, isMissed: boolean])[];
}

/**
 * The mail about a run's alerts: what is missed now, and what is back to normal. Plain text, with the figures that an
 * alert is about; no secret, token or address of the service.
 */
function writeDigest(news: AddressNews, context: DigestContext): Omit<Mail, 'to'> {
  const began = linesOf(news, 'began', describeMiss, context);
  const ended = linesOf(news, 'ended', describeRecovery, context);
  const missed = news.filter((part) => part.began.length > 0);
  const unlisted = missed.reduce((sum, { more }) => sum + more, 0);
  const count = missed.reduce((sum, { newMore }) => sum + newMore, began.length);
  const what = [
    began.length === 0 ? '' : `${shownCount(count, 'target')} missed`,
    ended.length === 0 ? '' : `${shownNumber(ended.length)} back to normal`,
  ];
  return mailOf(what.filter((part) => part !== '').join(', '), context.spreadsheet, [
    ...section('Missed', began, unlisted),
    ...section('Back to normal', ended),
    footer(paceText('While a miss lasts', 'it is over')),
  ]);
}

/** The mail about alerts that changed repeatedly: what happened when, and how each stands now. */
function writeChanges(
  { topics, others }: { readonly topics: readonly ChangedTopic[]; readonly others: number },
  context: DigestContext,
): Omit<Mail, 'to'> {
  const missed = topics.filter(({ open }) => open !== undefined).length;
  const now = standingText(missed, others, {
    bad: 'missed now',
    all: topics.every(({ isOver }) => isOver) ? 'all back to normal now' : 'no open miss now',
    these: 'none of these missed now',
  });
  const lines = topics.map((topic) => describeTopic(topic, context));
  return mailOf(`${shownCount(topics.length, 'alert')} changed, ${now}`, context.spreadsheet, [
    ...section('Changed since the last email', lines),
    ...(others === 0 ? [] : [`And ${shownCount(others, 'more change')}: see the tab Alerts.`]),
    `Times are in the spreadsheet’s time zone, ${context.zone}. ${footer(DIGEST_PACE)}`,
  ]);
}

function footer(pace: string): string {
  return (
    'Figures cover complete weeks, as published by the service. The newest may still be corrected. You get this email ' +
    'because an alert was saved with your address. To stop it, remove the alert (Extensions ▸ Shift Reports, tab ' +
    `Alerts). ${pace}`
  );
}

function linesOf(
  news: AddressNews,
  what: 'began' | 'ended',
  describe: (alert: Alert, episode: Episode, isAmerican: boolean) => string,
  context: DigestContext,
): string[] {
  return news.flatMap((part) =>
    part[what].map(
      (episode) => `${sentenceOf(part.alert, episode, describe, context)} ${reportOf(part.alert, context)}`,
    ),
  );
}

/** `“Grand Hotel”: 6 changes, the newest: missed 2026-11-21 14:05, back to normal …`, and how it stands now. */
function describeTopic(
  { alert, who, open, isOver, count, changes }: ChangedTopic,
  context: DigestContext,
): string {
  const words = changes.map(
    ([at, isMissed]) => `${isMissed ? 'missed' : 'back to normal'} ${context.time(at)}`,
  );
  const newest = changes.length < count ? ', the newest' : '';
  const subject = who === '' ? '' : `“${nameInMail(who)}”: `;
  const none = isOver ? 'back to normal.' : 'no open miss.';
  const now = open === undefined ? none : sentenceOf(alert, open, describeMiss, context);
  return `${subject}${shownCount(count, 'change')}${newest}: ${words.join(', ')}. Now: ${now} ${reportOf(alert, context)}`;
}

function sentenceOf(
  alert: Alert,
  episode: Episode,
  describe: (alert: Alert, episode: Episode, isAmerican: boolean) => string,
  { isAmerican }: DigestContext,
): string {
  const named = { ...episode, who: nameInMail(episode.who) };
  return `${oneLine(describe(alert, named, isAmerican))}.`;
}

function reportOf(alert: Alert, { sheetOf }: DigestContext): string {
  return `(Report “${nameInMail(sheetOf(alert))}”)`;
}

/** @param unlisted How many more there are than lines. */
function section(heading: string, lines: readonly string[], unlisted = 0): string[] {
  if (lines.length === 0) return [];
  const more = Math.max(0, lines.length - MOST_LINES) + unlisted;
  const shown = lines.slice(0, MOST_LINES).join('\n');
  return [`${heading}:`, more > 0 ? `${shown}\nAnd ${shownNumber(more)} more: see the tab Alerts.` : shown];
}

/** The alerts that mail may be about, and how they stand. */
function watchedIn(properties: Properties): {
  readonly alerts: readonly Alert[];
  readonly record: EpisodeRecord;
} {
  const { reports } = readDocumentState(properties);
  const alerts = ofReports(parseAlerts(properties[PROPERTY.alerts]), reports);
  return {
    alerts,
    record: currentStandings(parseEpisodes(properties[PROPERTY.alertEpisodes]), alerts, reports),
  };
}

/** The standings once this news was sent to an address. */
function markSent(record: EpisodeRecord, to: string, news: AddressNews): EpisodeRecord {
  return news.reduce((after, { alert }) => {
    const standing = newestStanding(record, alert.id);
    if (standing === undefined) return after;
    const open = standing.open.map((episode) => ({ ...episode, reported: true }));
    return withStanding(after, alert.id, { ...standing, open, over: [], reportedTo: addressTag(to) });
  }, record);
}

/**
 * The standings once a mail with this news was refused. A person may have refreshed the report meanwhile: a miss that
 * ended since then was never reported, and one that began again goes on.
 */
function markUnsent(record: EpisodeRecord, news: AddressNews): EpisodeRecord {
  return news.reduce((after, { alert, began, ended }) => {
    const standing = newestStanding(record, alert.id);
    if (standing === undefined) return after;
    const isAmong = (list: readonly Episode[], { who }: Episode) =>
      list.some((one) => isSamePlace(one.who, who));
    const open = standing.open.map((episode) => {
      const wasOver = ended.find((one) => isSamePlace(one.who, episode.who));
      if (wasOver !== undefined) return { ...episode, since: wasOver.since, reported: true };
      return isAmong(began, episode) ? { ...episode, reported: false } : episode;
    });
    const over = [
      ...standing.over.filter((episode) => !isAmong(began, episode)),
      ...ended.filter((episode) => !isAmong(standing.open, episode) && !isAmong(standing.over, episode)),
    ];
    return withStanding(after, alert.id, { ...standing, open, over });
  }, record);
}
