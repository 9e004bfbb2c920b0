import type { Clock } from '../employer-api/ports';
import { addChanges, type MailChange } from '../reports/mail/mail-ledger';
import { type DueMail, type MailSource, Outbox } from '../reports/mail/outbox';
import type {
  DocumentLock,
  Mail,
  Mailer,
  Properties,
  PropertyStore,
  SpreadsheetCalendar,
} from '../reports/ports';
import { PROPERTY, readDocumentState } from '../reports/saved/document-state';
import type { AlertInspector } from './alert-inspector';
import {
  type AddressNews,
  changesOf,
  markSent,
  markUnsent,
  newsByAddress,
  topicOf,
  watchedIn,
} from './alert-news';
import { type ChangedTopic, type DigestContext, writeChanges, writeDigest } from './digest-text';
import { type EpisodeRecord, formatEpisodes, newestStanding } from './episode-record';
import { fitEpisodes } from './episode-room';
import { shortName } from './episodes';

/** What mail about alerts needs. */
export interface AlertDigestServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
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
      const alert = alerts.find(({ id }) => topic.startsWith(topicOf({ id }, '')));
      if (alert === undefined) return [];
      const who = topic.slice(topicOf(alert, '').length);
      const open = newestStanding(record, alert.id)?.open.find((one) => shortName(one.who) === who);
      return [{ alert, who, open, ...changes }];
    });
    return { topics, others };
  }
}

function revise(properties: Properties, change: (record: EpisodeRecord) => EpisodeRecord): Properties {
  const { record } = watchedIn(properties);
  return { [PROPERTY.alertEpisodes]: formatEpisodes(fitEpisodes(change(record))) };
}
