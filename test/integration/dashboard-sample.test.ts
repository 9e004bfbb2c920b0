import { describe, expect, test } from '@jest/globals';
import { noticeIn } from '../support/choosing';
import { build, linesUnder, openDashboard, sheetOf, shown } from '../support/dashboard-scene';
import { linesOf } from '../support/formula-answers';
import { ANN, Stage, state, wireCalls } from '../support/scene';
import { DAYS, RECORDS } from '../support/two-weeks';

/* The way of a newcomer without credentials: sample data, a refresh, an overview. */

const stage = new Stage();

describe.each(['UK', 'US'] as const)('with the sample employer of the %s', (region) => {
  test('three clicks lead to an overview that says SAMPLE, without a single request', async () => {
    const scene = await stage.open();
    const [report] = state(scene.ask('sidebarUseSampleData', region)).reports;
    const id = report?.id ?? '';
    state(scene.refresh(id));
    const [built] = state(scene.ask('sidebarBuildDashboard', id, ANN, 'overview')).reports;
    const calls = wireCalls(scene.last);

    expect(built?.dashboards).toEqual([{ template: 'overview', sheet: 'Overview' }]);
    expect(calls.length).toBeLessThanOrEqual(40);
    expect(calls).not.toContain('UrlFetchApp.fetch');
    expect(await scene.requestKinds()).toEqual([]);
    const cells = shown(scene);
    expect(noticeIn(scene)).toMatch(/^SAMPLE: /);
    expect(sheetOf(scene).charts).toHaveLength(1);

    const weeks = linesUnder(cells, 'By week: ');
    const trend = linesOf(
      scene.call(
        ...(['SHIFT_TREND', 'true fulfilment %', 'last 13 weeks', undefined, 'week'] as const),
        ...['dates', 'serial', 'decimals', 10],
      ),
    );
    expect(weeks).toHaveLength(13);
    const toTen = (value: unknown) => Number(Number(value).toFixed(10));
    expect(weeks.map((week) => [week['Week from'], toTen(week['True fulfilment'])])).toEqual(
      trend.map((line) => Object.values(line)),
    );
    expect(linesUnder(cells, 'Most missing people by venue')).toHaveLength(5);

    state(scene.refresh(id));
    expect(shown(scene).slice(4)).toEqual(cells.slice(4));
  });
});

describe('a dashboard and the table of its report', () => {
  const DATES = { from: DAYS[0] as string, to: DAYS[13] as string };

  test('are of one connection: sample figures never replace real ones', async () => {
    const { scene, id } = await openDashboard(stage);
    const before = shown(scene);
    state(scene.ask('sidebarDisconnect'));
    state(scene.ask('sidebarUseSampleData', 'UK'));
    for (const template of ['overview', 'scorecard']) {
      const outcome = scene.ask('sidebarBuildDashboard', id, ANN, template);
      expect(outcome).toMatchObject({
        kind: 'failed',
        code: 'invalid_settings',
        message:
          'Connect with your own credentials first: “Shifts” holds real rows, this would show sample ones.',
      });
    }
    expect(shown(scene)).toEqual(before);
    expect(scene.book.workbook.sheets.map(({ name }) => name)).not.toContain('Scorecard');
  });

  test('change together after Connect: the refresh comes first', async () => {
    const scene = await stage.open();
    state(scene.ask('sidebarUseSampleData', 'UK'));
    const id = scene.saveReport(DATES);
    state(scene.refresh(id));
    build(scene, id);
    const before = shown(scene);
    scene.connect();
    expect(scene.ask('sidebarBuildDashboard', id, ANN, 'overview')).toMatchObject({
      kind: 'failed',
      code: 'invalid_settings',
      message: 'Press Refresh first: “Shifts” still holds sample rows, the dashboard would show others.',
    });
    expect(shown(scene)).toEqual(before);
    await scene.serve(RECORDS);
    state(scene.refresh(id));
    expect(noticeIn(scene)).toBe('');
    build(scene, id);
    expect(scene.book.cell('Overview!J7').value).toBe(14 * (19 + 8 + 7));
  });
});
