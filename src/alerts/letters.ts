import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import { newestRunner, parseSchedule } from '../reports/saved/schedule-record';
import type { Alert } from './alert-record';
import { type EpisodeRecord, NOT_JUDGED, newestStanding, withStanding } from './episode-record';
import type { Episode } from './episodes';

/** What one address is to be told of: one alert, and what began and ended of it. */
export interface LetterPart {
  readonly alert: Alert;
  readonly began: readonly Episode[];
  readonly ended: readonly Episode[];
}

/** A mail to be written. */
export interface Letter {
  readonly to: string;
  readonly parts: readonly LetterPart[];
}

/** Where the mail of an alert goes; empty for nowhere. */
export function addressOf({ email }: Alert, properties: Properties): string {
  if (email !== null) return email;
  return newestRunner(parseSchedule(properties[PROPERTY.schedule] ?? ''))?.email ?? '';
}

/** Whether there is something that a mail has not told of. Of made-up rows none ever tells. */
export function isMailDue(alerts: readonly Alert[], record: EpisodeRecord, properties: Properties): boolean {
  return alerts.some((alert) => {
    const { began, ended } = newsOf(alert, record);
    return began.length + ended.length > 0 && addressOf(alert, properties) !== '';
  });
}

/** One letter for each address that is to be told of something; none of made-up rows. */
export function lettersDue(
  alerts: readonly Alert[],
  record: EpisodeRecord,
  properties: Properties,
): Letter[] {
  const letters = new Map<string, LetterPart[]>();
  for (const alert of alerts) {
    const to = addressOf(alert, properties);
    const part = newsOf(alert, record);
    if (to === '' || part.began.length + part.ended.length === 0) continue;
    letters.set(to, [...(letters.get(to) ?? []), part]);
  }
  return [...letters].map(([to, parts]) => ({ to, parts }));
}

/** By the rows that were judged last: what others have found by a connection of their own is told when they judge. */
function newsOf(alert: Alert, record: EpisodeRecord): LetterPart {
  const { open, over, isSample } = newestStanding(record, alert.id) ?? NOT_JUDGED;
  if (isSample) return { alert, began: [], ended: [] };
  return { alert, began: open.filter(({ told }) => !told), ended: over };
}

/** What is known once these letters count as sent. */
export function afterLetters(record: EpisodeRecord, letters: readonly Letter[]): EpisodeRecord {
  let after: EpisodeRecord = { ...record, mailRefused: false };
  for (const { alert } of letters.flatMap(({ parts }) => parts)) {
    const standing = newestStanding(record, alert.id);
    if (standing === undefined) continue;
    const open = standing.open.map((episode) => ({ ...episode, told: true }));
    after = withStanding(after, alert.id, { ...standing, open, over: [] });
  }
  return after;
}
