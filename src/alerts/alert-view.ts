import type { DocumentState } from '../reports/saved/document-state';
import { newestRunner } from '../reports/saved/schedule-record';
import { maskAddress } from '../reports/schedule/schedule-view';
import { type Alert, parseAlerts } from './alert-record';
import { describeStanding, isWaiting, markSample } from './alert-words';
import { currentStandings, watchedAlerts } from './current-standings';
import { newestStanding, parseEpisodes } from './episode-record';

/** What people are told of an alert. */
export interface AlertSummary extends Omit<Alert, 'email'> {
  /** The address for its mail with most of it hidden; empty without one. */
  readonly mailTo: string;
  readonly state: 'quiet' | 'open' | 'waiting';
  readonly sentence: string;
}

const SAMPLE_MAIL = 'No mail is sent about sample data.';
const MAIL_REFUSED =
  'Open the sidebar and allow access to mail, or wait a day: Google refused the last e-mail about alerts.';

/** The alerts of reports that are still there, and how they stand. No service call. */
export function viewAlerts(
  { alerts, alertEpisodes, reports, schedule }: DocumentState,
  isAmerican: boolean,
): AlertSummary[] {
  if (!alerts) return [];
  const watched = watchedAlerts(parseAlerts(alerts), reports);
  const record = currentStandings(parseEpisodes(alertEpisodes), watched, reports);
  return watched.map((alert) => {
    const { email, ...shown } = alert;
    const standing = newestStanding(record, alert.id);
    const mailTo = maskAddress(email ?? newestRunner(schedule)?.email ?? '');
    const isOpen = (standing?.open.length ?? 0) > 0;
    const described = describeStanding(alert, standing, isAmerican);
    // Before the first refresh nothing is known of any rows.
    const sentence = standing === undefined ? described : markSample(described, standing);
    const aboutMail = mailTo === '' ? '' : whyNoMail(standing?.isSample === true, record.mailRefused);
    return {
      ...shown,
      mailTo,
      state: isOpen ? 'open' : isWaiting(alert, standing) ? 'waiting' : 'quiet',
      sentence: aboutMail === '' ? sentence : `${sentence} ${aboutMail}`,
    };
  });
}

/** @returns Empty where mail goes out. */
function whyNoMail(isSample: boolean, mailRefused: boolean): string {
  if (isSample) return SAMPLE_MAIL;
  return mailRefused ? MAIL_REFUSED : '';
}
