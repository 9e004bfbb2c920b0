import type { Clock } from '../../employer-api/ports';
import { addChanges, type MailChange, parseLedger } from '../mail/mail-ledger';
import { type DueMail, isAnythingDue, type MailSource, Outbox, planMails } from '../mail/outbox';
import type { DocumentLock, Mail, Mailer, Properties, PropertyStore, SpreadsheetCalendar } from '../ports';
import { type DocumentState, readDocumentState } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import {
  currentEpisodes,
  findNews,
  markReported,
  markUnreported,
  type News,
  type Reported,
  type ReportOutcome,
} from './failure-mail-episodes';
import {
  type ChangedReport,
  type MailContext,
  writeFailureDigest,
  writeFailureMail,
} from './failure-mail-text';
import { type ScheduledRun, scheduleProperty } from './woken-trigger';

/** What mail about failures needs. */
export interface FailureMailServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
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
  send(run: ScheduledRun, outcomes: readonly ReportOutcome[]): void {
    try {
      const source = new FailureNews(this.services, run.triggerId, outcomes);
      const { clock } = this.services;
      const plan = planMails(source, source.newsIn(run.state), parseLedger(run.state.mails), clock.now());
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
    const now = this.services.clock.now();
    return new Map(
      addressesIn(state).map((address) => {
        return [address, findNews(reported, this.outcomes, address, address === own, now)];
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
    const zone = state.zone ?? calendar.zone();
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
      const isFailing = outcome.failure !== null && episode !== undefined;
      return [{ ...outcome, ...topic, failingSince: isFailing ? episode.since : null }];
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

/** Where mail about failures may go. */
function addressesIn({ schedule }: DocumentState): string[] {
  const addresses = schedule.runners.map(({ email }) => email);
  return addresses.filter((email, at) => email !== '' && addresses.indexOf(email) === at);
}

function knownIn(state: DocumentState): Reported {
  const reportIds = state.reports.map(({ id }) => id);
  return currentEpisodes(state.schedule.reported, reportIds, addressesIn(state));
}
