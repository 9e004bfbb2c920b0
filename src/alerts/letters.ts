import { PROPERTY } from '../reports/saved/document-state';
import { newestRunner, parseSchedule } from '../reports/saved/schedule-record';
import type { Alert } from './alert-record';
import type { EpisodeRecord } from './episode-record';
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

type Properties = Readonly<Record<string, string>>;

/** Where the mail of an alert goes; empty for nowhere. */
export function addressOf({ email }: Alert, properties: Properties): string {
  if (email !== null) return email;
  return newestRunner(parseSchedule(properties[PROPERTY.schedule] ?? ''))?.email ?? '';
}

/** Whether there is something that a mail has not told of. Of made-up rows none ever tells. */
export function isMailDue(
  alerts: readonly Alert[],
  { standings, isSample }: EpisodeRecord,
  properties: Properties,
): boolean {
  if (isSample) return false;
  return alerts.some((alert) => {
    const { open = [], over = [] } = standings[alert.id] ?? {};
    const isNews = over.length > 0 || open.some(({ told }) => !told);
    return isNews && addressOf(alert, properties) !== '';
  });
}

/** One letter for each address that is to be told of something; none of made-up rows. */
export function lettersDue(
  alerts: readonly Alert[],
  { standings, isSample }: EpisodeRecord,
  properties: Properties,
): Letter[] {
  if (isSample) return [];
  const letters = new Map<string, LetterPart[]>();
  for (const alert of alerts) {
    const to = addressOf(alert, properties);
    const { open = [], over: ended = [] } = standings[alert.id] ?? {};
    const began = open.filter(({ told }) => !told);
    if (to === '' || began.length + ended.length === 0) continue;
    letters.set(to, [...(letters.get(to) ?? []), { alert, began, ended }]);
  }
  return [...letters].map(([to, parts]) => ({ to, parts }));
}

/** What is known once these letters count as sent. */
export function afterLetters(record: EpisodeRecord, letters: readonly Letter[]): EpisodeRecord {
  const standings = { ...record.standings };
  for (const { alert } of letters.flatMap(({ parts }) => parts)) {
    const standing = standings[alert.id];
    if (standing === undefined) continue;
    const open = standing.open.map((episode) => ({ ...episode, told: true }));
    standings[alert.id] = { ...standing, open, over: [] };
  }
  return { ...record, mailRefused: false, standings };
}
