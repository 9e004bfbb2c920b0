import type { ReportView, RunView, SidebarState } from '../../../src/sidebar/contract';

/** A spreadsheet in London that nobody has connected. */
export const UNCONNECTED: SidebarState = {
  connection: null,
  reports: [],
  schedule: { every: 'off', hour: 6 },
  running: null,
  pause: null,
  timeZone: 'Europe/London',
  installation: 'add-on',
};

/** The same spreadsheet, connected, still without reports. */
export const CONNECTED: SidebarState = {
  ...UNCONNECTED,
  connection: { region: 'UK', employer: 'me', clientIdTail: '7f3a', audience: 'everyone' },
};

/** A report that was never refreshed. */
export function sampleReport(more: Partial<ReportView> = {}): ReportView {
  return { id: 'r1', sheet: 'Shift report', period: 'last 7 days', from: '', to: '', lastRun: null, ...more };
}

/** A refresh that ended well. */
export function sampleRun(more: Partial<RunView> = {}): RunView {
  return {
    outcome: 'refreshed',
    finishedAt: '2026-11-21 14:05',
    message: '412 shifts.',
    correlationId: '7f3a2b10',
    ...more,
  };
}
