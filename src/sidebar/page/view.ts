import {
  type ConnectionAudience,
  type ConnectionView,
  PERIOD_CHOICES,
  type Region,
  type ReportView,
  type RunningView,
  type RunView,
  type ScheduleForm,
  type SidebarState,
} from '../contract';
import { AUDIENCE_LABELS, INTERVAL_LABELS, PERIODS, SENTENCES } from './words';

/** One entry of a drop-down list. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** How a report's newest refresh ended, in words. `reference` is the correlation ID of a failure. */
export interface RunWords {
  readonly tone: 'never' | 'refreshed' | 'failed';
  readonly heading: string;
  readonly message: string;
  readonly reference: string;
}

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

/** A sheet name for a new report that no other report fills: `Shift report`, then `Shift report 2`. */
export function suggestSheetName(reports: readonly ReportView[]): string {
  const taken = new Set(reports.map((report) => report.sheet.toLowerCase()));
  let name = 'Shift report';
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `Shift report ${number}`;
  return name;
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

/** What to do while there are no reports. */
export function explainEmptyReports(state: SidebarState): string {
  return state.connection === null ? SENTENCES.noReportsNoConnection : SENTENCES.noReports;
}

/**
 * The entries of the `Period` list.
 *
 * @param kept The period that the report has so far. It is offered even when this page has no word for
 *   it, so that saving does not change it unasked.
 */
export function periodChoices(kept: string): readonly Choice[] {
  const words: readonly string[] = PERIOD_CHOICES;
  const offered = words.includes(kept) ? words : [kept, ...words];
  return offered.map((value) => ({ value, label: PERIODS[value]?.label ?? value }));
}

/** The days that a period covers, as a sentence; empty for a period this page has no word for. */
export function explainPeriod(period: string): string {
  return PERIODS[period]?.days ?? '';
}

/** The days of a saved report, short enough for one line. */
export function describePeriod(report: ReportView): string {
  if (report.period === 'custom') return `${report.from} to ${report.to}`;
  return PERIODS[report.period]?.label ?? report.period;
}

/** How a report's newest refresh ended. A reference that the message already gives is not repeated. */
export function describeRun(run: RunView | null): RunWords {
  if (run === null) {
    return { tone: 'never', heading: '', message: SENTENCES.neverRefreshed, reference: '' };
  }
  const verb = run.outcome === 'failed' ? 'Failed' : 'Refreshed';
  const showReference = run.outcome === 'failed' && !run.message.includes(run.correlationId);
  return {
    tone: run.outcome,
    heading: `${verb} ${run.finishedAt}`,
    message: run.message,
    reference: showReference ? run.correlationId : '',
  };
}

/** What else is going on in this spreadsheet: a refresh begun elsewhere, requests on hold. */
export function describeNotices(state: SidebarState): readonly string[] {
  const notices: string[] = [];
  if (state.running !== null) notices.push(describeRunning(state.running));
  if (state.pause !== null) notices.push(state.pause);
  return notices;
}

/** The entries of the `Refresh reports` list. */
export function intervalChoices(): readonly Choice[] {
  return Object.entries(INTERVAL_LABELS).map(([value, label]) => ({ value, label }));
}

/** When scheduled refreshes happen, and by whose clock. */
export function explainSchedule(form: ScheduleForm, timeZone: string): string {
  if (form.every === 'off') return SENTENCES.scheduleOff;
  if (form.every === 'hour') return SENTENCES.scheduleHour;
  const window = `${writeHour(form.hour)} and ${writeHour((form.hour + 1) % 24)}`;
  return `Between ${window} in the spreadsheet\u2019s time zone, ${timeZone}. Google picks the minute within the hour.`;
}

/** The hours of a day as the `At` list offers them: `00:00` to `23:00`. */
export function hourChoices(): readonly Choice[] {
  return Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: writeHour(hour) }));
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

function writeHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
