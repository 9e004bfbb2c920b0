import { describe, expect, test } from '@jest/globals';
import {
  type DashboardRecord,
  findDashboard,
  formatDashboards,
  parseDashboards,
} from '../../../src/dashboards/dashboard-records';

const RECORD: DashboardRecord = {
  template: 'overview',
  reportId: 'r1',
  sheetId: 11,
  sheet: 'Overview',
  look: 'abc',
  days: [46_000, 46_090, 46_091],
};

describe('the records of dashboards', () => {
  test('come back as they were stored', () => {
    expect(parseDashboards(formatDashboards([RECORD]))).toEqual([RECORD]);
  });

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['no JSON', '{'],
    ['no list', JSON.stringify(RECORD)],
    ['a record without a sheet', JSON.stringify([{ ...RECORD, sheetId: null }])],
  ])('%s counts as none', (_what, text) => {
    expect(parseDashboards(text)).toEqual([]);
  });

  test('a record of an unknown template is passed over, and the others are read', () => {
    const gone = { ...RECORD, sheetId: 99, template: 'no_show_watch' };
    const text = JSON.stringify([gone, RECORD, { sheet: 3 }]);
    expect(parseDashboards(text)).toEqual([RECORD]);
  });

  test('of several ways to compare, the chosen one is found, and the newest where none is chosen', () => {
    const cut = { rows: 'venue', columns: 'weekday', measure: 'MISSING_PEOPLE' } as const;
    const made = { ...RECORD, template: 'where_and_when' as const };
    const one = { ...made, cut };
    const other = { ...made, sheetId: 21, cut: { ...cut, rows: 'role' as const } };
    const wanted = { reportId: 'r1', template: 'where_and_when' } as const;
    expect(findDashboard([one, other], { ...wanted, cut })).toBe(one);
    expect(findDashboard([one, other], wanted)).toBe(other);
    expect(findDashboard([one, other], { ...wanted, cut: { ...cut, columns: 'week' } })).toBeUndefined();
  });

  test('more than a property holds are refused with what to do, whatever script the names are in', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...RECORD, sheetId: at, sheet: '概要'.repeat(20) }));
    expect(Buffer.byteLength(formatDashboards(many(20)))).toBeLessThan(8000);
    expect(() => formatDashboards(many(40))).toThrow(
      'Delete the sheets of dashboards that you no longer need: no more of them can be kept up to date.',
    );
  });
});
