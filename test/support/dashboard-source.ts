import type { DashboardSource } from '../../src/dashboards/dashboard-source';
import type { ShiftRow } from '../../src/employer-api/shift-records';
import { serialOf } from './shift-records';

/** Tuesday, 10 March 2026. */
export const TODAY = serialOf('2026-03-10');

/** What a dashboard is made of: these rows, in London, of the 13 weeks before today unless said otherwise. */
export function dashboardSource(
  rows: readonly ShiftRow[],
  changes: Partial<DashboardSource> = {},
): DashboardSource {
  const choices = { venue: '', area: '', role: '', groupBy: '', columns: '' };
  return {
    saved: { sheet: 'Shifts', report: 'shift_fulfilment', ...choices },
    report: {
      rows,
      generatedAt: '2026-03-10T09:00:00Z',
      issueCount: 0,
      emptyCount: 0,
      undated: 0,
      roundDays: [],
    },
    range: { from: serialOf('2025-12-08'), to: serialOf('2026-03-08') },
    zone: 'Europe/London',
    today: TODAY,
    weekStart: 1,
    region: 'UK',
    bases: undefined,
    seenNames: () => undefined,
    asOf: TODAY + 0.375,
    isSample: false,
    ...changes,
  };
}
