import type { AlertView } from '../contract/alerts';
import { ADDRESSES_A_DAY, NEW_ADDRESSES_A_DAY } from '../limits';
import { isBeyondLimits, type MailLedger, parseLedger } from '../reports/mail/mail-ledger';
import { maskAddress } from '../reports/mail/outbox';
import { type DocumentState, newestRunner, type Schedule } from '../reports/saved/document-state';
import { describeRefusal } from '../reports/schedule/scheduler';
import { type Alert, parseAlerts } from './alert-record';
import { describeStanding, isWaiting, markSample } from './alert-words';
import { currentStandings, watchedAlerts } from './current-standings';
import { newestStanding, parseEpisodes } from './episode-record';

const QUIET = 'Its next mail comes 24 hours after the last one at the earliest: the alert was changed since.';
const MANY_ADDRESSES = `Its mail waits for a day: alerts send mail to ${NEW_ADDRESSES_A_DAY} new addresses a day, and to ${ADDRESSES_A_DAY} in all.`;
const SAMPLE_MAIL = 'No mail is sent about sample data.';

/** The alerts of reports that are still there, and how they stand. No service call. */
export function viewAlerts(
  { alerts, alertEpisodes, reports, schedule, mails }: DocumentState,
  isAmerican: boolean,
  now: number,
  mailDomains: readonly string[] = [],
): AlertView[] {
  if (!alerts) return [];
  const watched = watchedAlerts(parseAlerts(alerts), reports);
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
