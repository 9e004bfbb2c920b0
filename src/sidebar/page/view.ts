import type { ConnectionAudience, ConnectionView, Region, RunningView, SidebarState } from '../contract';
import { AUDIENCE_LABELS, SENTENCES } from './words';

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

/** What a saved connection is, as name and value. */
export function describeConnection(connection: ConnectionView): readonly (readonly [string, string])[] {
  return [
    ['Region', connection.region],
    ['Employer', connection.employer],
    ['Client ID', `ends in ${connection.clientIdTail}`],
    ['Used by', AUDIENCE_LABELS[connection.audience]],
  ];
}

/** Who can run reports with a connection, and who can read its secret. */
export function explainAudience(
  audience: ConnectionAudience,
  installation: SidebarState['installation'],
): string {
  if (audience === 'me') return SENTENCES.onlyMe;
  return installation === 'bound' ? SENTENCES.everyoneBound : SENTENCES.everyoneAddOn;
}

/** The radio buttons of `Region`. */
export function regionChoices(): readonly { readonly value: Region; readonly label: string }[] {
  return [
    { value: 'US', label: 'US' },
    { value: 'UK', label: 'UK' },
  ];
}

/** The radio buttons of `Who can use this connection`, each with what it means. */
export function audienceChoices(
  installation: SidebarState['installation'],
): readonly { readonly value: ConnectionAudience; readonly label: string; readonly hint: string }[] {
  const audiences: readonly ConnectionAudience[] = ['everyone', 'me'];
  return audiences.map((value) => ({
    value,
    label: AUDIENCE_LABELS[value],
    hint: explainAudience(value, installation),
  }));
}

/** What else is going on in this spreadsheet: a refresh begun elsewhere, requests on hold. */
export function describeNotices(state: SidebarState): readonly string[] {
  const notices: string[] = [];
  if (state.running !== null) notices.push(describeRunning(state.running));
  if (state.pause !== null) notices.push(state.pause);
  return notices;
}

/** How long a call has been running; empty for the first three seconds, when nobody wonders. */
export function describeElapsed(seconds: number): string {
  if (seconds < 3) return '';
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

function describeRunning(running: RunningView): string {
  const by = { sidebar: 'from a sidebar', menu: 'from the menu', schedule: 'by the schedule' }[running.by];
  return `A refresh started ${by} at ${running.since} is running.`;
}
