import { FAILURES } from '../../../src/employer-api/errors';
import { capital } from '../../../src/employer-api/text';
import type { Explanation } from '../../../src/explanations/explanation';
import type { CheckLine } from '../../../src/reports/connection/connecting';
import type { SidebarOutcome } from '../../../src/sidebar/answer';
import type { WarehouseView } from '../../../src/sidebar/edition-warehouse';
import type { ScriptCalls } from '../../../src/sidebar/page/call-script';
import type { Done } from '../../../src/sidebar/page/session';
import type { ReportView, SidebarState } from '../../../src/sidebar/state-view';
import {
  CONNECTED,
  sampleAlert,
  sampleEntry,
  sampleReport,
  sampleRun,
  sampleSummary,
  UNCONNECTED,
} from '../../unit/sidebar-page/sample-state';
import type { TAB_NAMES } from './tabs';

/* Every state in which a person may find the sidebar, in the product's own words. */

/** A state of the sidebar: what it opens on, what is pressed, and what the script then says. */
export interface SidebarScene {
  readonly first: SidebarOutcome;
  /** Names of buttons, pressed in this order; the first that bears the name. */
  readonly press?: readonly string[];
  /** To each question; `never` keeps the page waiting. */
  readonly answers?: Partial<Record<Parameters<ScriptCalls>[0], SidebarOutcome | 'never'>>;
  /** The tab to choose then; left out where what is shown leads there. */
  readonly tab?: (typeof TAB_NAMES)[number];
  /** Text that stands on the page once the scene is there. */
  readonly shows: string;
}

/** A good answer. */
export function done(
  state: SidebarState,
  message = '',
  more = false,
): Extract<SidebarOutcome, { kind: 'done' }> {
  return { kind: 'done', message, state, more };
}

/** A refresh of 13 weeks. */
const REFRESHED = '3,412 shifts from 17 Aug–15 Nov 2026. 12 shifts changed.';

/** Credentials of another employer. */
const WRONG_EMPLOYER =
  'Check the region and the employer in the sidebar: these credentials belong to another employer. (HTTP\u00a0403)';

/** Too many requests. */
const RATE_LIMITED = 'Try again later: the service has had too many requests. (HTTP\u00a0429)';

/** A check that signs in, with a token that lacks the scope. */
const CHECKS: readonly CheckLine[] = [
  { name: 'Sign-in', state: 'ok', sentence: 'The authorisation server accepts the credentials.' },
  {
    name: 'Token scope',
    state: 'warning',
    sentence:
      'Ask the operator of the service to grant these credentials the scope employer_access: the token came without it.',
  },
  { name: 'One-day report', state: 'failed', sentence: WRONG_EMPLOYER },
];

/** The note for support that goes with it. */
const SUPPORT_NOTE = [
  'Shift Reports 0.1.0 (add-on)',
  'Connection: region UK, employer me, for everyone',
  'Reports: 2',
  'Schedule: day',
  'Failure: wrong_employer, HTTP\u00a0403, ref 7f3a2b10-9c41',
  'Latest runs (Europe/London):',
].join('\n');

/** What a report of five columns and three shifts would write to a sheet that someone uses. */
export const PREVIEW: NonNullable<Done['preview']> = {
  headings: ['Date', 'Venue', 'Job title', 'Posted', 'Worked %'],
  rows: [
    ['14 Nov 2026', 'Caf\u00e9 \u00c9toile', 'Chef de partie', '4', '75.0%'],
    ['14 Nov 2026', 'The Grand Hall at the Riverside, London', 'Waiter', '12', '91.7%'],
    ['15 Nov 2026', '=Sum Bar', 'Bartender', '2', ''],
  ],
  size: '3 shifts came for 14–20 Nov 2026, the newest month of this report: 3 rows of 7 columns. A refresh asks the service 2 times.',
  warnings: ['Choose an empty sheet or a new name: \u201cShift report\u201d already holds something.'],
};

/** A percentage of one shift record. */
export const EXPLANATION: Explanation = {
  title: 'Worked % of Caf\u00e9 \u00c9toile, 14 Nov 2026',
  lines: [
    { label: 'Basis', value: 'worked ÷ booked: 412 of 413 rows agree' },
    { label: 'Rows behind it', value: '1 shift record' },
    { label: 'Worked', value: '6' },
    { label: 'Booked', value: '7' },
    { label: 'As sent', value: '85.7%, matches the cell.' },
    { label: 'Meaning', value: 'Share of booked positions that were worked.' },
    { label: 'Report', value: 'Last 13 weeks' },
    { label: 'Period', value: '14–20 Nov 2026' },
    { label: 'Refreshed', value: '21 Nov 2026, 14:05 (Europe/London)' },
    { label: 'Correlation ID', value: '7f3a2b10-9c41-4d0a-8f10-0a0b0c0d0e0f' },
  ],
};

/** A report with everything that a card can show. */
export const FULL_REPORT = sampleReport({
  sheet: 'Last 13 weeks',
  period: 'last 13 weeks',
  lastRun: sampleRun({ message: REFRESHED }),
  canUndo: true,
  shownFrom: '21 Nov 2026, 14:05',
  dashboards: [{ template: 'overview', sheet: 'Overview' }],
});
const EMPTY = sampleReport({
  id: 'r2',
  report: 'shift_fulfilment_aggregated',
  groupBy: 'week, venue',
  venue: 'Grand*; <>Grand Hall',
  sheet: 'Venues by week',
});

/** A connected spreadsheet in use: two reports, a schedule, alerts, things that happened; written in `en_GB`. */
export const IN_USE: SidebarState = {
  ...CONNECTED,
  reports: [FULL_REPORT, EMPTY],
  schedule: {
    ...CONNECTED.schedule,
    every: 'day',
    email: 'ann@employer.example',
    nextRun: '22 Nov 2026, 06:00 to 07:00',
    runsAs: 'the person who saved the schedule on 20 Nov 2026',
  },
  activity: [
    sampleEntry({ sheet: 'Last 13 weeks', by: 'sidebar', sentence: REFRESHED }),
    sampleEntry({
      at: '20 Nov 2026, 06:12',
      outcome: 'failed',
      sheet: 'Last 13 weeks',
      sentence: 'The service did not answer in time. (HTTP\u00a0504)',
      correlationId: '9c41d0aa-11f2',
    }),
    sampleEntry({
      at: '19 Nov 2026, 06:10',
      outcome: 'lost',
      sentence: 'The table is whole.',
      correlationId: '',
    }),
  ],
};

const ALERTS: Partial<SidebarState> = {
  alerts: [
    sampleAlert({
      state: 'open',
      to: 'ann@employer.example',
      sentence:
        '2 venues clearly below target in the week of 9 Nov 2026.\n\u201cCaf\u00e9 \u00c9toile\u201d: 71.4% (14 missing)\n\u201cPier\u201d: 80.0% (10 missing), reported since the week of 2 Nov 2026',
    }),
    sampleAlert({ id: 'l2', measure: 'NO_SHOWS_PERCENTAGE', target: '5%', strictness: 'any_miss' }),
    sampleAlert({
      id: 'l3',
      report: 'r2',
      scope: 'role',
      strictness: 'any_miss',
      state: 'waiting',
      sentence: 'Needs a complete week; this report covers none: choose last 13 weeks.',
    }),
  ],
};

const SUMMARIES: Partial<SidebarState> = {
  summaries: [
    sampleSummary(),
    sampleSummary({
      id: 'p2',
      every: 'month',
      day: 3,
      split: 'venue',
      keepsChat: true,
      sentence:
        'Next: 3 Dec 2026, 06:00. Check the Chat space and its webhook: Google Chat refused the last message (HTTP\u00a0403).',
      isBlocked: true,
    }),
  ],
};

const OWN = CONNECTED.connection as NonNullable<SidebarState['connection']>;

const SAMPLE: SidebarState = {
  ...IN_USE,
  connection: { ...OWN, region: 'US', clientIdTail: 'mple', isSample: true },
  reports: [{ ...FULL_REPORT, sheet: 'Sample shifts' }],
};

const EXPLAINED: Partial<SidebarScene> = {
  press: ['Explain this cell'],
  answers: { explainCell: { ...done(IN_USE), explanation: EXPLANATION } },
};

const failed = (code: string, message: string, state: SidebarState | null = IN_USE) => ({
  kind: 'failed' as const,
  code,
  message,
  state,
  support: SUPPORT_NOTE,
});

const REFUSED: SidebarState = {
  ...IN_USE,
  connection: { ...OWN, failing: WRONG_EMPLOYER, isRefused: true },
};

const HELD = 'only 12 shifts came for 17 Aug–15 Nov 2026 (4,000 before), so the old table stays.';

/** A spreadsheet in use, otherwise as said. */
const inUse = (
  more: Partial<SidebarState>,
  shows: string,
  rest: Partial<SidebarScene> = {},
): SidebarScene => ({
  first: done({ ...IN_USE, ...more }),
  shows,
  ...rest,
});
/** The same with one report. */
const withReport = (report: Partial<ReportView>, shows: string, rest: Partial<SidebarScene> = {}) =>
  inUse({ reports: [{ ...FULL_REPORT, ...report }] }, shows, rest);

const STRANGER = { kind: 'venue', name: 'Grand Hotl, London', meant: 'Grand Hotel, London' } as const;
const UNKNOWN = 'Unknown venue “Grand Hotl, London”. Did you mean “Grand Hotel, London”?';

/** Every state in which a person may find the sidebar, by name. */
export const SIDEBAR_SCENES: Readonly<Record<string, SidebarScene>> = {
  'first-run': { first: done(UNCONNECTED), shows: 'Use sample data' },
  'first-run-bound': { first: done({ ...UNCONNECTED, installation: 'bound' }), shows: 'Try it first' },
  'sample-starting': {
    first: done(UNCONNECTED),
    press: ['Use sample data'],
    answers: { useSampleData: 'never' },
    shows: 'Step 1 of 3',
  },
  'sample-in-use': {
    first: done(UNCONNECTED),
    press: ['Use sample data'],
    answers: {
      useSampleData: done({
        ...SAMPLE,
        reports: [{ ...FULL_REPORT, sheet: 'Sample shifts', lastRun: null }],
      }),
      refreshReport: done(SAMPLE, `Refreshed: ${REFRESHED}`),
      buildDashboard: done(
        SAMPLE,
        'Built \u201cOverview\u201d. Refreshing \u201cSample shifts\u201d keeps it up to date.',
      ),
    },
    shows: 'All figures are made up.',
  },
  'sample-connect-own': { first: done(SAMPLE), press: ['Connect your own'], shows: 'Client secret' },
  'no-consent': {
    first: failed('permission_missing', `${FAILURES.permission_missing}.`, UNCONNECTED),
    shows: 'allow access',
  },
  connected: { first: done(CONNECTED), shows: 'No reports yet.' },
  'second-user-unconnected': inUse({ connection: null }, 'Or connect your own'),
  'second-user': inUse({ schedule: { ...IN_USE.schedule, isOwn: false } }, 'Take over'),
  'in-use': inUse({}, 'Venues by week'),
  explain: inUse({}, 'Select a figure', { tab: 'Explain' }),
  settings: inUse({ notes: { keptMonths: 13 } }, 'Ended by Google', { tab: 'Settings' }),
  disconnecting: inUse({}, 'Yes, disconnect', { press: ['Disconnect'] }),
  'many-reports': inUse(
    {
      reports: Array.from({ length: 20 }, (_, at) => ({
        ...FULL_REPORT,
        id: `r${at}`,
        sheet: `Report ${at + 1}`,
      })),
    },
    'Report 20',
  ),
  'last-runs': withReport({ noteColumns: 'Owner, Reason' }, 'did not answer in time', {
    press: ['Last runs'],
  }),
  running: inUse({ running: { by: 'schedule', since: '14:02' } }, 'Refreshing \u201cLast 13 weeks\u201d', {
    press: ['Refresh'],
    answers: { refreshReport: 'never' },
  }),
  stale: inUse(
    {
      reports: [
        {
          ...FULL_REPORT,
          lastRun: sampleRun({ finishedAt: '16 Nov 2026, 06:10', message: REFRESHED }),
          shownFrom: '16 Nov 2026, 06:10',
          isStale: true,
        },
      ],
      schedule: {
        ...IN_USE.schedule,
        isOwn: false,
        late: 'Press \u201cTake over\u201d to run the schedule yourself: a refresh is more than two hours late.',
        mailProblem:
          'Check the address ann@employer.example, or wait a day: Google refused the last email to it. It is tried again with the next run.',
      },
    },
    'Out of date',
  ),
  held: withReport(
    {
      lastRun: sampleRun({ outcome: 'held', message: `Keep or replace the table in the sidebar: ${HELD}` }),
      confirmation: { sentence: capital(HELD), isKept: false },
    },
    'Replace the table anyway?',
  ),
  'refresh-failed': inUse(
    {
      connection: { ...OWN, failing: RATE_LIMITED },
      reports: [
        {
          ...FULL_REPORT,
          lastRun: sampleRun({ outcome: 'failed', message: RATE_LIMITED }),
          shownFrom: '20 Nov 2026, 06:10',
        },
      ],
    },
    'figures of 20 Nov',
  ),
  'not-finished': withReport(
    {
      lastRun: sampleRun({ outcome: 'unfinished' }),
      remark: 'Fetched 161 of 365 days so far. The next refresh continues from there.',
    },
    'Fetched 161',
  ),
  failed: inUse({}, '(HTTP\u00a0503)', {
    press: ['Refresh'],
    answers: {
      refreshReport: failed(
        'unreachable',
        'Try again later, then ask your Google Workspace administrator whether URL Fetch may reach the service: no answer came. (HTTP\u00a0503)',
      ),
    },
  }),
  'report-form': inUse({}, 'New report', { press: ['Add report'] }),
  'report-choices': withReport(
    { ...EMPTY, area: 'Bar', columns: 'WEEK, VENUE_NAME as Place, SHIFTS_WORKED' },
    'Edit report',
    { press: ['Edit'] },
  ),
  'unknown-name': withReport(
    {
      remark: `0 shifts from 17 Aug–15 Nov 2026. ${UNKNOWN}`,
      stranger: { ...STRANGER, sentence: UNKNOWN },
    },
    'Use “Grand Hotel, London”',
  ),
  'long-names': inUse(
    {
      connection: { ...CONNECTED.connection, employer: '123456789012345678' } as SidebarState['connection'],
      reports: [
        {
          ...EMPTY,
          sheet: 'Unbroken'.repeat(12),
          venue: `${'Long venue name '.repeat(12)}; ${'Unbroken'.repeat(25)}; \u05d1\u05d9\u05ea \u05de\u05dc\u05d5\u05df`,
        },
      ],
    },
    'Edit report',
    { press: ['Edit'] },
  ),
  preview: withReport({}, 'Nothing is written or saved yet.', {
    press: ['Add report', 'Preview'],
    answers: {
      previewReport: {
        ...done(IN_USE, 'Nothing is written or saved yet.'),
        preview: PREVIEW,
      },
    },
  }),
  dashboards: withReport({}, 'Data quality', { press: ['Dashboards'] }),
  'removing-report': withReport({}, 'Yes, remove report', { press: ['Remove'] }),
  'checked-failed': inUse({}, 'One-day report', {
    press: ['Check connection'],
    answers: { checkConnection: { ...failed('wrong_employer', WRONG_EMPLOYER, REFUSED), checks: CHECKS } },
  }),
  explained: inUse({}, 'worked ÷ booked: 412 of 413 rows agree', EXPLAINED),
  'explained-more': inUse({}, '21 Nov 2026, 14:05 (Europe/London)', EXPLAINED),
  alerts: inUse(ALERTS, 'Needs a complete week'),
  'alert-form': inUse({}, 'New alert', { press: ['Add alert'] }),
  summaries: inUse(SUMMARIES, 'Monthly: Last 13 weeks'),
  'summary-form': inUse({ allowsChat: true }, 'New summary email', { press: ['Add summary email'] }),
};

/** Settings as a person has saved them. */
export const SAVED: WarehouseView = {
  settings: { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: ['r1'] },
  sentence: '',
  state: null,
  history: null,
};

const UNSAVED: WarehouseView = { ...SAVED, settings: null };

const SENT: WarehouseView = {
  ...SAVED,
  state: 'refreshed',
  sentence: 'Last sent: 3,840 shifts of 24 Aug–22 Nov 2026.',
};

const FAILING: WarehouseView = {
  ...SAVED,
  sentence:
    'Enable the BigQuery API for the project in the Google Cloud console: it is off. 2 days still to be sent: the next refresh sends them.',
  state: 'failed',
};

const HISTORY_RUNNING: WarehouseView = {
  ...SENT,
  history: {
    since: '2025-01-01',
    sentence: 'Sent back to 1 May 2026; 485 days left.',
    share: 206 / 691,
    isDone: false,
  },
};

const HISTORY_DONE: WarehouseView = {
  ...SENT,
  sentence: 'All days since 1 Jan 2025 are sent.',
  history: { since: '2025-01-01', sentence: 'All days since 1 Jan 2025 are sent.', share: 1, isDone: true },
};

const DENIED =
  'Ask for the roles BigQuery Job User on the project and BigQuery Data Editor on the dataset: this account lacks one of them.';

/** A spreadsheet in use whose page shows this warehouse. */
export function withWarehouse(edition: WarehouseView, state: SidebarState = IN_USE): SidebarState {
  return { ...state, edition };
}

const scene = (edition: WarehouseView, shows: string, rest: Partial<SidebarScene> = {}) =>
  inUse({ edition }, shows, { tab: 'Settings', ...rest });

/** Every state in which a person may find the section `Warehouse`. */
export const WAREHOUSE_SCENES: Readonly<Record<string, SidebarScene>> = {
  'warehouse-new': scene(UNSAVED, 'Save warehouse'),
  'warehouse-new-without-reports': scene(UNSAVED, 'Add a report of single shifts first', {
    first: done(withWarehouse(UNSAVED, CONNECTED)),
  }),
  'warehouse-refused': scene(UNSAVED, 'Copy the project ID', { press: ['Save warehouse'] }),
  'warehouse-saved': scene(SAVED, 'Nothing sent yet'),
  'warehouse-region': scene(
    { ...SAVED, settings: { ...SAVED.settings, location: 'europe-west2' } as WarehouseView['settings'] },
    'Such as europe-west2',
  ),
  'warehouse-sent': scene(SENT, '3,840 shifts'),
  'warehouse-failing': scene(FAILING, 'Enable the BigQuery API'),
  'warehouse-set-up': scene(SAVED, DENIED.slice(0, 20), {
    press: ['Set up'],
    answers: {
      setUpWarehouse: {
        kind: 'failed',
        code: 'invalid_settings',
        message: DENIED,
        state: withWarehouse(SAVED),
        checks: [{ name: 'Tables', state: 'failed', sentence: DENIED }],
      },
    },
  }),
  'warehouse-history-running': scene(HISTORY_RUNNING, '485 days left'),
  'warehouse-history-sending': scene(HISTORY_RUNNING, 'Sending history', {
    press: ['Continue now'],
    answers: { sendHistory: 'never' },
  }),
  'warehouse-history-done': scene(HISTORY_DONE, 'All days since'),
  'warehouse-removing': scene(SENT, 'Yes, remove it', { press: ['Remove warehouse'] }),
};

/** The scene of that name. @throws {Error} where there is none. */
export function sceneOf(name: string): SidebarScene {
  const scene = SIDEBAR_SCENES[name];
  if (scene === undefined) throw new Error(`There is no scene ${name}.`);
  return scene;
}
