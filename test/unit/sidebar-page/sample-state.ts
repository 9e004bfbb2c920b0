import type { ReportForm } from '../../../src/contract/reports';
import type { AlertView, ReportView, SidebarState, SummaryView } from '../../../src/sidebar/state-view';
import { REPORT_FORM } from '../../support/report-form';

/** A spreadsheet in London that nobody has connected. */
export const UNCONNECTED: SidebarState = {
  connection: null,
  now: '21 Nov 2026, 14:05',
  reports: [],
  schedule: {
    every: 'off',
    hour: 6,
    weekday: 1,
    revision: 0,
    email: '',
    mailProblem: null,
    nextRun: null,
    runsAs: null,
    isOwn: true,
    late: null,
  },
  activity: [],
  alerts: [],
  notes: null,
  target: null,
  mistakes: [],
  summaries: [],
  allowsChat: false,
  running: null,
  timeZone: 'Europe/London',
  installation: 'add-on',
};

/** The same spreadsheet, connected, still without reports. */
export const CONNECTED: SidebarState = {
  ...UNCONNECTED,
  connection: {
    ...{ region: 'UK', employer: 'me', answered: 4711 },
    ...{ clientIdTail: '7f3a', isSample: false, audience: 'everyone' },
    failing: null,
    isRefused: false,
  },
};

/** A new report of whole shifts. */
export const NEW_REPORT: ReportForm = {
  ...REPORT_FORM,
  period: 'MTD',
  sheet: 'Shift report',
  readableHeadings: true,
};

/** A weekly summary email that goes next Monday. */
export function sampleSummary(more: Partial<SummaryView> = {}): SummaryView {
  return {
    id: 'p1',
    revision: 1,
    report: 'r1',
    to: 'ann@employer.example, bob@employer.example',
    every: 'week',
    day: 1,
    hour: 6,
    split: 'all',
    chat: '',
    keepsChat: false,
    sentence: 'Last sent 16 Nov 2026, 06:12. Next: 23 Nov 2026, 06:00.',
    isBlocked: false,
    ...more,
  };
}

/** A report that was never refreshed. */
export function sampleReport(more: Partial<ReportView> = {}): ReportView {
  const fare = {
    lastRun: null,
    confirmation: null,
    remark: '',
    stranger: null,
    canUndo: false,
    isStale: false,
    nextRun: null,
    shownFrom: null,
    dashboards: [],
  };
  return { ...NEW_REPORT, id: 'r1', revision: 1, period: 'last 7 days', ...fare, ...more };
}

type SampleRun = NonNullable<ReportView['lastRun']>;

/** A refresh that ended well. */
export function sampleRun(more: Partial<SampleRun> = {}): SampleRun {
  return {
    outcome: 'refreshed',
    finishedAt: '21 Nov 2026, 14:05',
    message: '412 shifts.',
    correlationId: '7f3a2b10',
    ...more,
  };
}

type SampleEntry = SidebarState['activity'][number];

/** A scheduled run that ended well. */
export function sampleEntry(more: Partial<SampleEntry> = {}): SampleEntry {
  return {
    at: '21 Nov 2026, 14:05',
    by: 'schedule',
    outcome: 'refreshed',
    sheet: 'Shift report',
    sentence: '412 shifts.',
    correlationId: '7f3a2b10',
    ...more,
  };
}

/** An alert on `r1` that has nothing to say. */
export function sampleAlert(more: Partial<AlertView> = {}): AlertView {
  return {
    id: 'l1',
    revision: 1,
    report: 'r1',
    measure: 'TRUE_FULFILMENT_PERCENTAGE',
    scope: 'venue',
    target: '90%',
    strictness: 'likely_real',
    to: '',
    state: 'quiet',
    sentence: 'No venue above target in the week of 9 Nov 2026: 8 judged.',
    ...more,
  };
}
