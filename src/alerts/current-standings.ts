import { shortHash } from '../employer-api/text';
import type { SavedReport } from '../reports/saved/saved-report';
import type { Alert } from './alert-record';
import type { EpisodeRecord } from './episode-record';

/** Which rows a report asks for, as six characters or fewer; columns, headings and the sheet do not matter to alerts. */
export function askedBy({ period, from, to, venue, area, role }: SavedReport): string {
  return shortHash(JSON.stringify([period, from, to, venue, area, role])).slice(-6);
}

/** The alerts whose reports are still there. */
export function watchedAlerts(alerts: readonly Alert[], reports: readonly SavedReport[]): readonly Alert[] {
  return alerts.filter(({ report }) => reports.some(({ id }) => id === report));
}

/**
 * What still says something: how alerts stand whose reports ask for the rows that were judged. The figure of other rows
 * is no sequel to theirs, neither a new miss nor an end of the old one.
 */
export function currentStandings(
  record: EpisodeRecord,
  alerts: readonly Alert[],
  reports: readonly SavedReport[],
): EpisodeRecord {
  const standings = alerts.flatMap(({ id, report }) => {
    const saved = reports.find((one) => one.id === report);
    const asked = saved && askedBy(saved);
    const current = (record.standings[id] ?? []).filter((standing) => standing.asked === asked);
    return current.length === 0 ? [] : [[id, current] as const];
  });
  return { ...record, standings: Object.fromEntries(standings) };
}
