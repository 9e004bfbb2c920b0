import type { AlertForm, AlertView } from '../contract/alerts';
import { ADDRESSES_A_DAY, MOST_ALERTS, NEW_ADDRESSES_A_DAY } from '../limits';
import { isBeyondLimits, type MailLedger, parseLedger, quietUntil } from '../reports/mail/mail-ledger';
import { maskAddress, requireDomains } from '../reports/mail/outbox';
import type { Properties } from '../reports/ports';
import { type DocumentState, PROPERTY, readDocumentState, withLock } from '../reports/saved/document-state';
import {
  findKept,
  type KeptListServices,
  ofReports,
  requireRoom,
  withKept,
} from '../reports/saved/kept-list';
import { newestRunner, type Schedule } from '../reports/saved/saved-schedule';
import { describeRefusal } from '../reports/schedule/schedule';
import { addressOf } from './alert-news';
import { type Alert, formatAlerts, parseAlerts } from './alert-record';
import { describeStanding, markSample } from './alert-words';
import {
  currentStandings,
  formatEpisodes,
  NOT_JUDGED,
  newestStanding,
  parseEpisodes,
  type Standing,
} from './episode-record';

/** The alerts of a spreadsheet. Each change costs four service calls. */
export class AlertList {
  constructor(private readonly services: KeptListServices) {}

  /**
   * Saves a new or changed alert. If it now watches something else, its open misses are forgotten, and it sends no mail
   * until a day after the last alert mail to any address it has or had.
   *
   * @throws {ReportError} `invalid_settings` when its report or the alert is gone, there are too many, or the administrator
   *   allows no mail to its address; `busy`.
   */
  save({ id, email, ...chosen }: AlertForm): DocumentState {
    if (email !== undefined) requireDomains([email], this.services.mailDomains);
    return this.change((alerts, state, properties) => {
      const known = findKept(alerts, { id, report: chosen.report }, state.reports, 'alert');
      const chosenNow = {
        ...chosen,
        id: known?.id ?? this.services.makeId(),
        email: email ?? known?.email ?? null,
      };
      const isAsBefore = known !== undefined && known.email === chosenNow.email && areAlike(known, chosenNow);
      const addresses = [known, chosenNow].flatMap((one) => (one ? [addressOf(one, properties)] : []));
      const ledger = parseLedger(properties[PROPERTY.mails]);
      const saved: Alert = {
        ...chosenNow,
        quietUntil: isAsBefore ? known.quietUntil : quietUntil(ledger, addresses, this.services.clock.now()),
      };
      return withKept(alerts, known, saved, MOST_ALERTS, 'alert');
    });
  }

  /** Forgets an alert. Forgetting one that is gone already changes nothing. @throws {ReportError} `busy` */
  remove(id: string): DocumentState {
    return this.change((alerts) => alerts.filter((alert) => alert.id !== id));
  }

  private change(
    work: (alerts: readonly Alert[], state: DocumentState, properties: Properties) => readonly Alert[],
  ): DocumentState {
    const { lock, document } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const state = readDocumentState(properties);
      const before = ofReports(parseAlerts(properties[PROPERTY.alerts]), state.reports);
      const after = work(before, state, properties);
      const alerts = formatAlerts(after);
      requireRoom(alerts, 'alert');
      const alertEpisodes = standingsOf(after, before, properties[PROPERTY.alertEpisodes]);
      document.write({ [PROPERTY.alerts]: alerts, [PROPERTY.alertEpisodes]: alertEpisodes });
      return { ...state, alerts, alertEpisodes };
    });
  }
}

/** How alerts stand that are as they were, wherever their mail goes now; the others were not judged yet. */
function standingsOf(after: readonly Alert[], before: readonly Alert[], text: string | undefined): string {
  const record = parseEpisodes(text);
  const kept = after.filter((alert) => before.some((one) => one.id === alert.id && areAlike(one, alert)));
  const standings = kept.flatMap(({ id }) => {
    const known = record.standings[id];
    return known === undefined ? [] : [[id, known] as const];
  });
  return formatEpisodes({ ...record, standings: Object.fromEntries(standings) });
}

function areAlike(one: Omit<Alert, 'quietUntil'>, other: Omit<Alert, 'quietUntil'>): boolean {
  const watched = ({ report, measure, scope, target, strictness }: Omit<Alert, 'quietUntil'>) =>
    JSON.stringify([report, measure, scope, target, strictness]);
  return watched(one) === watched(other);
}

const QUIET =
  'Its next email comes 24 hours after the last one at the earliest: the alert was changed since.';
const MANY_ADDRESSES = `Its email waits for a day: alerts send email to ${NEW_ADDRESSES_A_DAY} new addresses a day, and to ${ADDRESSES_A_DAY} in all.`;
const SAMPLE_MAIL = 'No email is sent about sample data.';

/** The alerts of reports that are still there, and how they stand. No service call. */
export function viewAlerts(
  { alerts, alertEpisodes, reports, schedule, mails }: DocumentState,
  isAmerican: boolean,
  now: number,
  mailDomains: readonly string[],
): AlertView[] {
  if (!alerts) return [];
  const watched = ofReports(parseAlerts(alerts), reports);
  const record = currentStandings(parseEpisodes(alertEpisodes), watched, reports);
  const ledger = parseLedger(mails);
  return watched.map((alert) => {
    const { email, quietUntil, ...shown } = alert;
    const standing = newestStanding(record, alert.id);
    const to = email ?? newestRunner(schedule)?.email ?? '';
    const mailTo = maskAddress(to);
    const isOpen = (standing?.open.length ?? 0) > 0;
    const described = describeStanding(alert, standing, isAmerican);
    // Before the first refresh nothing is known of any rows.
    const sentence = standing === undefined ? described : markSample(described, standing);
    const isSample = standing?.isSample === true;
    const aboutMail =
      mailTo === '' ? '' : isSample ? SAMPLE_MAIL : whyLater(alert, to, schedule, ledger, now, mailDomains);
    return {
      ...shown,
      mailTo,
      state: isOpen ? 'open' : isWaiting(standing) ? 'waiting' : 'quiet',
      sentence: aboutMail === '' ? sentence : `${sentence} ${aboutMail}`,
    };
  });
}

/** Whether nothing can be judged, or nothing was yet. */
function isWaiting({ week, weeks, judged, open }: Standing = NOT_JUDGED): boolean {
  return open.length === 0 && (week === null || judged === 0 || weeks === 0);
}

/** @returns Empty if the next run with news sends mail. */
function whyLater(
  { quietUntil }: Alert,
  to: string,
  schedule: Schedule,
  ledger: MailLedger,
  now: number,
  mailDomains: readonly string[],
): string {
  const refused = describeRefusal(schedule, ledger, 'alerts', to, now, mailDomains);
  if (refused !== '') return refused;
  if (now < quietUntil) return QUIET;
  return isBeyondLimits(ledger, 'alerts', to, now) ? MANY_ADDRESSES : '';
}
