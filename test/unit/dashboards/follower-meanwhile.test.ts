import { describe, expect, test } from '@jest/globals';
import { DashboardFollower } from '../../../src/dashboards/dashboard-builder';
import { parseDashboards } from '../../../src/dashboards/dashboard-records';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import type { FollowedRefresh } from '../../../src/reports/refresh/followed-refresh';
import { nodePacker } from '../../support/node-text';
import { RANGE, ROW, reportAnswer } from '../../support/sample-report';
import { shiftRow } from '../../support/shift-records';
import { CREWS } from '../../support/two-weeks';
import { Building } from './building';

/* What a refresh makes of dashboards that were begun and not finished, or whose sheets go away meanwhile. */

function built() {
  const page = new Building();
  page.build('overview');
  page.build('scorecard');
  page.looksApplied.length = 0;
  return { page, follow: following(page) };
}

function following(page: Building) {
  const { document, sheets, calendar, fetching } = page.book;
  const services = { document, sheets, calendar, lock: fetching.lock, looks: page.looks, packer: nodePacker };
  return (generatedAt: string | null = '2026-03-10T09:00:00Z', rows: readonly ShiftRow[] = [ROW]) =>
    new DashboardFollower(services).follow(refreshed(page, generatedAt, rows));
}

function refreshed(page: Building, generatedAt: string | null, rows: readonly ShiftRow[]): FollowedRefresh {
  const report = {
    range: RANGE,
    fields: [],
    rows,
    generatedAt,
    fetchedAt: 0,
    issueCount: 0,
    emptyCount: 0,
    undated: 0,
    roundDays: [],
    issues: [],
    correlationId: 'c',
    zone: 'Europe/London',
  };
  return {
    saved: page.book.report(),
    report,
    range: RANGE,
    ranges: [RANGE],
    zone: 'Europe/London',
    today: 46_091,
    region: 'UK',
    weekStart: 1,
    keptDefinitions: undefined,
    seenNames: () => undefined,
    fingerprint: 'f',
    isSample: false,
    by: 'schedule',
    properties: page.book.document.readAll(),
  };
}

const FIRST = CREWS.map(shiftRow);

describe('a refresh', () => {
  test('gives a dashboard of no shifts its chart with the first figures, and never again', () => {
    const page = new Building(reportAnswer([]));
    page.build('scorecard');
    const id = page.book.sheets.byName('Scorecard')?.id ?? 0;
    const section = () => page.text('Scorecard', 10, 1);
    expect([page.chartsAdded, section()]).toEqual([
      [[id, 0]],
      'The venues with the most missing people: no figures',
    ]);
    const follow = following(page);
    expect([follow(undefined, []), page.chartsAdded]).toEqual([[], [[id, 0]]]);
    expect([follow(undefined, FIRST), section()]).toEqual([[], 'The venues with the most missing people']);
    expect(page.chartsAdded.slice(1)).toEqual([[id, 1]]);
    // From now on the chart is the user's, who may delete it.
    expect([follow(undefined, []), follow(undefined, FIRST)]).toEqual([[], []]);
    expect(page.chartsAdded).toHaveLength(2);
  });

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
