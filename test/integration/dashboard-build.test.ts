import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '../../src/contract/reports';
import { build, openReport, sheetOf, shown } from '../support/dashboard-scene';
import { ANN, BOB, Stage, state, wireCalls } from '../support/scene';

/* Dashboards by one click: what is made, what it costs, and when nothing is. */

const NAMES = ['Overview', 'Venue league', 'Role by week', 'No-show watch', 'Unfilled list', 'Data quality'];

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

describe('a dashboard built by one click', () => {
  test('is a sheet of its own, listed with its report, without a request where a refresh has left rows', async () => {
    const { scene, id } = await openReport(stage);
    await scene.server.clear();
    const calls: Record<string, number> = {};
    for (const [at, template] of TEMPLATES.entries()) {
      const { reports } = build(scene, id, template);
      calls[template] = wireCalls(scene.last).length;
      expect(reports[0]?.dashboards[at]).toEqual({ template, sheet: NAMES[at] });
      expect(shown(scene, NAMES[at])[0]?.[0]).toBe(NAMES[at]);
    }
    expect(await scene.requestKinds()).toEqual([]);
    expect(Math.max(...Object.values(calls))).toBeLessThanOrEqual(40);
    process.stdout.write(`service calls to build: ${JSON.stringify(calls)}\n`);
    const other = state(scene.ask('sidebarState', undefined, BOB)).reports[0]?.dashboards;
    expect(other?.map(({ sheet }) => sheet)).toEqual(NAMES);
  });

  test('fetches where nothing is kept', async () => {
    const { scene, id } = await openReport(stage);
    scene.emulator.world.caches.clear();
    await scene.server.clear();
    build(scene, id);
    expect(await scene.requestKinds()).toEqual(['token', 'report']);
  });

  test('opens with the question, the time of the figures and the period', async () => {
    const { scene, id } = await openReport(stage);
    build(scene, id);
    expect([2, 3, 4, 5].map((row) => scene.book.cell(`Overview!A${row}`).display)).toEqual([
      'Did we get the people we asked for, and is it getting better?',
      '',
      'As of',
      'Period, from and to',
    ]);
    expect(['B4', 'C4', 'B5', 'C5', 'D5'].map((a1) => scene.book.cell(`Overview!${a1}`).display)).toEqual([
      '2026-03-10 09:00',
      'Europe/London',
      '2026-02-23',
      '2026-03-08',
      'From the report “Shifts”',
    ]);
    expect(scene.book.cell('Overview!C11').display).toBe('79.3%');
  });

  test('has one line chart on the thirteen weeks, a gradient on the heat map, and grey for small counts', async () => {
    const { scene, id } = await openReport(stage);
    build(scene, id);
    const { charts, conditionalFormats } = sheetOf(scene);
    expect(charts.map(({ type, ranges }) => [type, ranges])).toEqual([
      ['LINE', [expect.objectContaining({ row: 34, column: 1, rows: 14, columns: 4 })]],
    ]);
    const map = { row: 59, column: 2, rows: 15, columns: 8 };
    expect(conditionalFormats.map(({ gradient, ranges }) => [gradient !== null, ranges[0]])).toEqual([
      [false, { row: 11, column: 2, rows: 3, columns: 6 }],
      [false, { row: 35, column: 1, rows: 13, columns: 8 }],
      [false, { row: 51, column: 1, rows: 5, columns: 10 }],
      [false, map],
      [true, map],
    ]);
    expect(conditionalFormats[1]?.condition).toMatchObject({
      criteria: 'CUSTOM_FORMULA',
      values: ['=ISNUMBER($E35)*($E35<10)'],
    });
  });

  test('reads every cell before it takes the lock, when it is made and when it is brought up to date', async () => {
    const { scene, id } = await openReport(stage);
    scene.book.document.editor.createSheet('Overview');
    for (const what of ['made', 'brought up to date']) {
      build(scene, id);
      const calls = wireCalls(scene.last);
      const underLock = calls.slice(calls.lastIndexOf('Lock.tryLock'));
      const reading = underLock.filter((call) => /getValues|getFormulas|getLastRow/.test(call));
      expect({ what, reading }).toEqual({ what, reading: [] });
    }
    expect(scene.book.document.workbook.sheets.filter(({ name }) => /^Overview/.test(name))).toHaveLength(1);
  });

  test('is not begun where no more can be kept', async () => {
    const { scene, id } = await openReport(stage);
    build(scene, id);
    const { scopes } = scene.emulator.world.properties;
    const properties = [...scopes.values()].find((one) => one.has('dashboards')) as Map<string, string>;
    const records = JSON.parse(properties.get('dashboards') ?? '').dashboards;
    const text = () => JSON.stringify({ version: 1, dashboards: records });
    const filler = { ...records[0], template: 'data_quality' };
    // 8000 bytes are kept, a record has about 150 of them: what is left holds no other.
    while (text().length + 156 < 8000) {
      const sheet = `Board ${records.length}`;
      scene.book.document.editor.createSheet(sheet);
      records.push({ ...filler, sheetId: sheetOf(scene, sheet).id, sheet });
    }
    properties.set('dashboards', text());
    const before = scene.book.document.workbook.sheets.map(({ name }) => name);
    for (const template of ['venue_league', 'unfilled_list'] as const) {
      expect(scene.ask('sidebarBuildDashboard', id, ANN, template)).toMatchObject({
        kind: 'failed',
        code: 'invalid_settings',
        message: expect.stringMatching(/^Delete the sheets of dashboards that nobody needs/),
      });
      expect(scene.book.document.workbook.sheets.map(({ name }) => name)).toEqual(before);
    }
  });

  test('a second click brings the same sheet up to date and to the front', async () => {
    const { scene, id } = await openReport(stage);
    build(scene, id);
    const before = shown(scene);
    const { message } = scene.ask('sidebarBuildDashboard', id, ANN, 'overview');
    expect(message).toBe('“Overview” is up to date.');
    expect(shown(scene)).toEqual(before);
    expect(sheetOf(scene).charts).toHaveLength(1);
    expect(scene.book.document.workbook.sheets.filter(({ name }) => /^Overview/.test(name))).toHaveLength(1);
  });

  test('a name that someone else has taken gets a number behind it', async () => {
    const { scene, id } = await openReport(stage);
    scene.book.document.editor.createSheet('Overview');
    scene.book.as(ANN).enter('Overview!B2', 'mine');
    const { reports } = build(scene, id);
    expect(reports[0]?.dashboards).toEqual([{ template: 'overview', sheet: 'Overview 2' }]);
    expect(scene.book.cell('Overview!B2').value).toBe('mine');
  });

  test.each([
    ['an unknown template', 'everything'],
    ['no template', null],
    ['an object', { template: 'overview' }],
  ])('%s is refused', async (_what, template) => {
    const { scene, id } = await openReport(stage);
    const outcome = scene.ask('sidebarBuildDashboard', id, ANN, template);
    expect(outcome).toMatchObject({ kind: 'failed', message: 'Choose a dashboard from the list.' });
  });

  test('a failing service leaves no sheet behind', async () => {
    const { scene, id } = await openReport(stage);
    scene.emulator.world.caches.clear();
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 504 });
    expect(scene.ask('sidebarBuildDashboard', id, ANN, 'overview').kind).toBe('failed');
    expect(scene.book.document.workbook.sheets.map(({ name }) => name)).not.toContain('Overview');
  });
});

describe('the refresh of a report', () => {
  test('without dashboards makes no call more, with one six; its cells are read before the lock is taken', async () => {
    const { scene, id } = await openReport(stage);
    state(scene.refresh(id));
    const without = wireCalls(scene.last);
    build(scene, id);
    state(scene.refresh(id));
    const added = wireCalls(scene.last).slice(without.length);
    expect(wireCalls(scene.last).slice(0, without.length)).toEqual(without);
    expect(added).toEqual([
      'Range.getValues',
      'Lock.tryLock',
      'Properties.getProperties',
      'Range.setValues',
      'SpreadsheetApp.flush',
      'Lock.releaseLock',
    ]);
  });
});
