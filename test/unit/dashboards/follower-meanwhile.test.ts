import { describe, expect, test } from '@jest/globals';
import { DashboardFollower } from '../../../src/dashboards/dashboard-builder';
import { parseDashboards } from '../../../src/dashboards/dashboard-records';
import type { FollowedRefresh } from '../../../src/reports/refreshing/refresh-phases';
import { nodePacker } from '../../support/node-text';
import { RANGE, ROW } from '../../support/sample-report';
import { Building } from './building';

/* What a refresh makes of dashboards that were begun and not finished, or whose sheets go away meanwhile. */

function built() {
  const page = new Building();
  page.build('overview');
  page.build('scorecard');
  page.looksApplied.length = 0;
  const { document, sheets, calendar, fetching } = page.book;
  const looks = { applyLook: (sheetId: number) => void page.looksApplied.push(sheetId) };
  const services = { document, sheets, calendar, looks, lock: fetching.lock, packer: nodePacker };
  const follow = (generatedAt: string | null = '2026-03-10T09:00:00Z') =>
    new DashboardFollower(services).follow(refreshed(page, generatedAt));
  return { page, follow };
}

function refreshed(page: Building, generatedAt: string | null): FollowedRefresh {
  const report = {
    range: RANGE,
    fields: [],
    rows: [ROW],
    generatedAt,
    fetchedAt: 0,
    issueCount: 0,
    emptyCount: 0,
    issues: [],
    correlationId: 'c',
    zone: 'Europe/London',
  };
  return {
    saved: page.book.report(),
    report,
    range: RANGE,
    zone: 'Europe/London',
    today: 46_091,
    region: 'UK',
    weekStart: 1,
    bases: undefined,
    seenNames: () => undefined,
    fingerprint: 'f',
    isSample: false,
    by: 'schedule',
    properties: page.book.document.readAll(),
  };
}

describe('a refresh', () => {
  test('finishes a dashboard that was begun, with its charts, and notes that it did', () => {
    const { page, follow } = built();
    const { document } = page.book;
    document.write({
      dashboards: (document.readAll().dashboards ?? '').replace('"made":true', '"made":false'),
    });
    expect(follow()).toEqual([]);
    expect(page.looksApplied).toEqual([page.book.sheets.byName('Overview')?.id]);
    expect(parseDashboards(document.readAll().dashboards).map(({ made }) => made)).toEqual([true, true]);
  });

  test('leaves out a dashboard whose sheet goes away after it was read, and writes the other', () => {
    const { page, follow } = built();
    const { sheets, fetching } = page.book;
    const acquire = fetching.lock.acquire.bind(fetching.lock);
    fetching.lock.acquire = (wait) => {
      const gone = sheets.byName('Overview');
      if (gone) sheets.delete(gone);
      return acquire(wait);
    };
    sheets.steps.length = 0;
    expect(follow()).toEqual([]);
    expect(sheets.steps.filter((step) => step.startsWith('write'))).toEqual([
      expect.stringMatching(/^write Scorecard row 1/),
    ]);
  });

  test('says that the service did not tell when it made the report', () => {
    const { page, follow } = built();
    expect(follow(null)).toEqual([]);
    expect(page.text('Overview', 2, 4)).toMatch(/^the service gave no time for its data · /);
  });
});
