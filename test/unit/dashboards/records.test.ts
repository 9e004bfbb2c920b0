import { describe, expect, test } from '@jest/globals';
import {
  type DashboardRecord,
  dashboardProperty,
  dashboardsIn,
  findDashboard,
} from '../../../src/dashboards/dashboard-records';

const RECORD: DashboardRecord = {
  template: 'overview',
  reportId: 'r1',
  sheetId: 11,
  sheet: 'Overview',
  look: 'abc',
  days: [46_000, 46_090, 46_091],
  facts: { covered: { from: 46_000, to: 46_090 }, doubts: 0, undated: 0, roundDays: [] },
};

describe('the records of dashboards', () => {
  test('come back as they were stored, in the order of their templates; unreadable ones are left out', () => {
    const second = { ...RECORD, sheetId: 4, template: 'scorecard' as const };
    const gone = { ...RECORD, sheetId: 99, template: 'no_show_watch' };
    const stored = { 'dashboard.99': JSON.stringify(gone), 'dashboard.7': '{', 'dashboard.8': '' };
    const all = { ...dashboardProperty(second), ...stored, ...dashboardProperty(RECORD), 'report.1': '{}' };
    expect(dashboardsIn(all)).toEqual([RECORD, second]);
  });

  test('of several ways to compare, the chosen one is found, and any where none is chosen', () => {
    const cut = { rows: 'venue', columns: 'weekday', measure: 'MISSING_PEOPLE' } as const;
    const made = { ...RECORD, template: 'where_and_when' as const };
    const one = { ...made, cut };
    const other = { ...made, sheetId: 21, cut: { ...cut, rows: 'role' as const } };
    const wanted = { reportId: 'r1', template: 'where_and_when' } as const;
    expect(findDashboard([one, other], { ...wanted, cut })).toBe(one);
    expect(findDashboard([one, other], wanted)).toBe(other);
    expect(findDashboard([one, other], { ...wanted, cut: { ...cut, columns: 'week' } })).toBeUndefined();
  });
});
