import { type Audience, type ConnectionView, REGIONS, type Region } from '../../contract/connection';
import type { RunningView, SidebarState } from '../../contract/sidebar';
import { ACTIVITY_WORDS, BEGUN } from './words/reports';
import { AUDIENCE_LABELS, CONNECTION_WORDS, EVERYONE, REGION_LABELS } from './words/settings';

const UK_TIME_ZONES: readonly string[] = [
  'Europe/London',
  'Europe/Belfast',
  'Europe/Guernsey',
  'Europe/Isle_of_Man',
  'Europe/Jersey',
  'GB',
];

/** The region to preselect for a new connection: a guess from where the spreadsheet's clock stands. */
export function suggestRegion(timeZone: string): Region {
  return UK_TIME_ZONES.includes(timeZone) ? 'UK' : 'US';
}

/** The region by which words are spelled and weeks begin: the connection's, or a guess. */
export function regionOf(state: SidebarState | null): Region {
  return state?.connection?.region ?? suggestRegion(state?.timeZone ?? '');
}

/** What a saved connection is, as name and value. */
export function describeConnection(connection: ConnectionView): readonly (readonly [string, string])[] {
  const { region, employer, clientId, usedBy, endsIn, sampleEmployer } = CONNECTION_WORDS;
  const whose: readonly (readonly [string, string])[] = connection.isSample
    ? [[employer, sampleEmployer]]
    : [
        [employer, connection.employer],
        [clientId, endsIn(connection.clientIdTail)],
      ];
  return [[region, connection.region], ...whose, [usedBy, AUDIENCE_LABELS[connection.audience]]];
}

/** A connection in one line: `UK · employer 4821 · connected`. */
export function describeConnectionLine({ region, employer }: ConnectionView): string {
  const { line, ownEmployer, numberedEmployer } = CONNECTION_WORDS;
  return line(region, employer === 'me' ? ownEmployer : numberedEmployer(employer));
}

/** Who can run reports with a connection, and who can read its secret. */
export function explainAudience(audience: Audience, installation: SidebarState['installation']): string {
  return audience === 'me' ? CONNECTION_WORDS.onlyMe : EVERYONE[installation];
}

/** The radio buttons of `Region`. */
export function regionChoices(): readonly { readonly value: Region; readonly label: string }[] {
  return REGIONS.map((value) => ({ value, label: REGION_LABELS[value] }));
}

/** The radio buttons of `Who can use this connection`, each with what it means. */
export function audienceChoices(
  installation: SidebarState['installation'],
): readonly { readonly value: Audience; readonly label: string; readonly hint: string }[] {
  const audiences: readonly Audience[] = ['everyone', 'me'];
  return audiences.map((value) => ({
    value,
    label: AUDIENCE_LABELS[value],
    hint: explainAudience(value, installation),
  }));
}

/**
 * What else is going on in this spreadsheet: a refresh begun elsewhere, requests on hold.
 *
 * @param showsReports Whether the cards of reports are shown, of which one may say the same.
 */
export function describeNotices(
  { running, pause, reports }: Pick<SidebarState, 'running' | 'pause' | 'reports'>,
  showsReports: boolean,
): readonly string[] {
  const notices = running === null ? [] : [describeRunning(running)];
  const isTold = showsReports && reports.some(({ lastRun }) => lastRun?.message === pause);
  return pause === null || isTold ? notices : [...notices, pause];
}

/** The page shows how long a call takes, and offers to go on, after that many seconds. */
export const PATIENCE_SECONDS = 3;

/** How long a call has been running; empty in its first seconds. */
export function describeElapsed(seconds: number): string {
  if (seconds < PATIENCE_SECONDS) return '';
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

function describeRunning(running: RunningView): string {
  return ACTIVITY_WORDS.running(BEGUN[running.by], running.since);
}

const SHARE = /(\d[\d,]*) of (\d[\d,]*)/g;

/** How far a wait came by its words, from 0 to 1: the last `23 of 53` in them. Null where they do not say. */
export function readShare(message: string): number | null {
  const [, done = '', all = ''] = [...message.matchAll(SHARE)].pop() ?? [];
  const share = Number(done.replace(/,/g, '')) / Number(all.replace(/,/g, ''));
  return all !== '' && share >= 0 && share <= 1 ? share : null;
}

/** One entry of a drop-down list. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}
