import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '../../src/contract/reports';
import { build, openDashboard, openReport, sheetOf, shown } from '../support/dashboard-scene';
import { ANN, BOB, Stage, state, wireCalls } from '../support/scene';

/* Dashboards by one click: what is made, what it costs, and when nothing is. */

const NAMES = ['Overview', 'Scorecard', 'Where and when', 'Unfilled list', 'Data quality'];

const stage = new Stage();

describe('a dashboard built by one click', () => {
  test('is a sheet of its own, listed with its report, without a request where a refresh has left rows', async () => {
    const { scene, id } = await openReport(stage);
    await scene.server.clear();
    const calls: Record<string, number> = {};
    for (const [at, template] of TEMPLATES.entries()) {
      const { reports } = build(scene, id, template);
      calls[template] = wireCalls(scene.last).length;
      expect(reports[0]?.dashboards[at]).toMatchObject({ template, sheet: NAMES[at] });
      expect(shown(scene, NAMES[at])[0]?.[0]).toBe(NAMES[at]);
    }
    // Days to come, which only the list of unfilled positions shows.
    expect(await scene.requestKinds()).toEqual(['report']);
    expect(Math.max(...Object.values(calls))).toBeLessThanOrEqual(30);
    process.stdout.write(`service calls to build: ${JSON.stringify(calls)}\n`);
    const other = state(scene.ask('sidebarState', undefined, BOB)).reports[0]?.dashboards;
    expect(other?.map(({ sheet }) => sheet)).toEqual(NAMES);
  });

  test('fetches both months of its days where nothing is kept', async () => {
    const { scene, id } = await openReport(stage);
    scene.emulator.caches.clear();
    await scene.server.clear();
    build(scene, id);
    expect(await scene.requestKinds()).toEqual(['token', 'report', 'report']);
  });

  test('opens with the period, the time of the figures, the report and the answer', async () => {
    const { scene } = await openDashboard(stage);
    const displays = (...places: string[]) => places.map((a1) => scene.book.cell(`Overview!${a1}`).display);
    // Worked of true demand by hand: 280 of 476; 7 of 19 are missing at one venue, or 6 on every other day.
    expect(displays('D2', 'A4', 'A7', 'H7', 'J7')).toEqual([
      '23 Feb–8 Mar 2026 · as of 10 Mar 2026, 09:00 · from the report “Shifts”',
      '58.8% filled; last week as the week before. Most people missing at Grand Hotel, London (77).',
      ...['58.8%', '196', '476'],
    ]);
  });

  test('has one line chart of its weeks, a warning for what got worse, and grey for small counts and ranges', async () => {
    const { scene } = await openDashboard(stage);
    const { charts, conditionalFormats } = sheetOf(scene);
    const weeks = shown(scene).findIndex(([first]) => first === 'Week from') + 1;
    expect(charts.map(({ type, ranges }) => [type, ranges])).toEqual([
      ['LINE', [1, 2].map((column) => expect.objectContaining({ row: weeks, column, rows: 3, columns: 1 }))],
    ]);
    const asked = conditionalFormats.map(({ value }) => value);
    expect(asked.slice(0, 2)).toEqual(['the worst', ': missed']);
    const beside = [/^=ISNUMBER\(\$K\d+\)\*\(\$K\d+<10\)$/, /^=ISTEXT\(J\d+\)$/];
    const below = [/^=ISNUMBER\(\$D\d+\)\*\(\$D\d+<10\)$/, /^=ISTEXT\(B\d+\)$/];
    expect(asked.slice(2)).toEqual(
      [...beside, ...beside, ...below].map((formula) => expect.stringMatching(formula)),
    );
  });

  const CUT = { rows: 'role', columns: 'week', measure: 'MISSING_PEOPLE' };
  test.each<[string, unknown[]]>([
    ['an unknown template', ['everything']],
    ['no template', [null]],
    ['a template that went', ['no_show_watch']],
    ['rows', ['where_and_when', { ...CUT, rows: 'day' }]],
    ['columns', ['where_and_when', { ...CUT, columns: 'day' }]],
    ['a measure', ['where_and_when', { ...CUT, measure: 'POSTED' }]],
  ])('%s that is not there is refused', async (_what, args) => {
    const { scene, id } = await openReport(stage);
    const message = expect.stringContaining('is not one of the choices');
    expect(scene.ask('sidebarBuildDashboard', id, ANN, ...args)).toMatchObject({ kind: 'failed', message });
  });
});

describe('the refresh of a report', () => {
  test('without dashboards makes no call more, with some two each and four; cells are read before the lock', async () => {
    const { scene, id } = await openReport(stage);
    state(scene.refresh(id));
    const without = wireCalls(scene.last);
    build(scene, id);
    build(scene, id, 'scorecard');
    state(scene.refresh(id));
    const added = wireCalls(scene.last).slice(without.length);
    expect(wireCalls(scene.last).slice(0, without.length)).toEqual(without);
    expect(added).toEqual([
      ...['Range.getValues', 'Range.getValues'],
      'Lock.tryLock',
      'Properties.getProperties',
      ...['Range.setValues', 'Range.setValues'],
      'SpreadsheetApp.flush',
      'Lock.releaseLock',
    ]);
  });
});
