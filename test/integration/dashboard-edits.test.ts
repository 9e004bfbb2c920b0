import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '../../src/contract/reports';
import { build, isOutdated, openDashboard, openReport, sheetOf, shown } from '../support/dashboard-scene';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { type Crew, sentRecord } from '../support/shift-records';
import { setTargets, typeTargets } from '../support/targets-scene';
import { CREWS, RECORDS } from '../support/two-weeks';

/* What people do to a dashboard's sheet, and what a refresh leaves of it. */

const stage = new Stage();

const OTHER = CREWS.map((crew) => sentRecord({ ...crew, worked: crew.worked - 1 }));

async function refreshWith(scene: Scene, id: string, records: readonly ReturnType<typeof sentRecord>[]) {
  await scene.serve(records);
  return scene.refresh(id);
}

describe('on a dashboard', () => {
  test('without shifts there is no chart until a refresh finds some, and one that is deleted stays deleted', async () => {
    const { scene, id } = await openDashboard(stage, 'overview', []);
    expect(sheetOf(scene).charts).toEqual([]);
    state(await refreshWith(scene, id, OTHER));
    expect(sheetOf(scene).charts.map(({ type }) => type)).toEqual(['LINE']);
    sheetOf(scene).charts = [];
    state(await refreshWith(scene, id, RECORDS.slice(0, 21)));
    state(await refreshWith(scene, id, OTHER));
    expect(sheetOf(scene).charts).toEqual([]);
  });

  test('that gets targets later moves its chart down with its heading', async () => {
    const { scene, id } = await openReport(stage, OTHER);
    const place = () => {
      const heading = shown(scene).findIndex((row) => row[0] === 'True fulfilment by week');
      return [sheetOf(scene).charts[0]?.anchor.row, heading + 2];
    };
    build(scene, id);
    const [before] = place();
    expect(place()).toEqual([before, before]);
    setTargets(scene);
    typeTargets(scene, { TARGET: '88%' });
    build(scene, id);
    expect(place()).toEqual([Number(before) + 1, Number(before) + 1]);
    // Targets that someone has just written are those of every dashboard that shows any.
    build(scene, id, 'where_and_when');
    expect(shown(scene, 'Where and when').flat()).toContain('Target');
  });

  test('cells, charts and rules that are the user’s stay, and a chart follows its cells', async () => {
    const { scene, id } = await openDashboard(stage, 'scorecard', OTHER.slice(0, 40));
    scene.book.as(ANN).enter('Scorecard!X3', 'my note');
    scene.book.as(ANN).enter('Scorecard!A130', '=1+1');
    const sheet = sheetOf(scene, 'Scorecard');
    const [chart] = sheet.charts;
    const [rule] = sheet.conditionalFormats;
    if (chart === undefined || rule === undefined) throw new Error('Nothing was made.');
    const mine = { ...chart, id: 77, ranges: chart.ranges.slice(1), options: { title: 'mine' } };
    const ours = { ...rule, ranges: [{ sheetId: sheet.id, row: 1, column: 20, rows: 5, columns: 1 }] };
    sheet.charts = [mine, { ...chart, options: { ...chart.options, title: 'Board' } }];
    sheet.conditionalFormats = [ours, ...sheet.conditionalFormats];

    const more = Array.from({ length: 3 }, (_, at) =>
      sentRecord({ ...(CREWS[0] as Crew), venue: `New ${at}` }),
    );
    state(await refreshWith(scene, id, [...OTHER, ...more]));

    const after = sheetOf(scene, 'Scorecard');
    expect(after.charts.map(({ options, ranges }) => [options.title, ranges[0]?.rows])).toEqual([
      ['mine', mine.ranges[0]?.rows],
      ['Board', Number(chart.ranges[0]?.rows) + 3],
    ]);
    expect(after.conditionalFormats[0]).toEqual(ours);
    expect(scene.book.cell('Scorecard!X3').value).toBe('my note');
    expect(scene.book.cell('Scorecard!A130')).toMatchObject({ formula: '=1+1' });
  });

  test('where figures are merged a refresh changes no cell, says which, and row 3 that it is not updated, until they are taken apart', async () => {
    const { scene, id } = await openDashboard(stage);
    scene.book.editor.merge('Overview!A7:D7');
    const before = shown(scene);
    scene.emulator.advance({ minutes: 5 });
    const said = 'Unmerge A7:D7 on “Overview” (Format ▸ Merge cells ▸ Unmerge)';
    expect((await refreshWith(scene, id, OTHER)).message).toContain(said);
    const clicked = scene.ask('sidebarBuildDashboard', id, ANN, 'overview');
    expect(clicked).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    expect([shown(scene), isOutdated(scene)]).toEqual([before, true]);
    scene.book.editor.unmerge('Overview!A7:D7');
    expect((await refreshWith(scene, id, OTHER)).message).not.toContain('stays as it was');
    expect(isOutdated(scene)).toBe(false);
    expect(scene.book.cell('Overview!D7').value).toBeCloseTo((100 * 238) / 399, 9);
  });

  test('an empty sheet of its name whose cells are merged is left alone', async () => {
    const { scene, id } = await openReport(stage);
    scene.book.editor.createSheet('Overview');
    scene.book.editor.merge('Overview!A1:C3');
    expect(build(scene, id).reports[0]?.dashboards).toEqual([
      { template: 'overview', sheet: 'Overview – Shifts' },
    ]);
  });

  test('a renamed sheet is followed, and called by its name', async () => {
    const { scene, id } = await openDashboard(stage);
    const { editor } = scene.book;
    editor.renameSheet('Overview', 'For the board');
    editor.merge('For the board!A7:D7');
    expect((await refreshWith(scene, id, OTHER)).message).toMatch(
      /The dashboard “For the board” stays as it was\. Unmerge A7:D7 on “For the board”/,
    );
    editor.unmerge('For the board!A7:D7');
    state(await refreshWith(scene, id, OTHER));
    expect(scene.book.cell('For the board!D7').value).toBeCloseTo((100 * 238) / 399, 9);
    expect(build(scene, id).reports[0]?.dashboards).toEqual([
      { template: 'overview', sheet: 'For the board' },
    ]);
  });
});

describe('texts of the service', () => {
  const HOSTILE = [
    '=HYPERLINK("https://x.example","x")',
    "'=1+1",
    '+1',
    '@SUM(A1)',
    '-2',
    '1/2',
    'TRUE',
    'fulfilment',
    "''",
    '#REF!',
  ];

  test.each(TEMPLATES)('stay texts in %s, whatever they begin with', async (template) => {
    const crews = HOSTILE.flatMap((name) =>
      CREWS.slice(0, 3).map((crew): Crew => ({ ...crew, venue: name, area: name, role: name })),
    );
    const opened = await openDashboard(stage, template, crews.map(sentRecord));
    const { scene } = opened;
    const sheet = sheetOf(scene, opened.sheet);
    // The one in row 3 is ours.
    expect([...sheet.formulas.values()].map(({ row, column }) => [row, column])).toEqual([[3, 1]]);
    const texts = shown(scene, sheet.name).flat().map(String);
    if (template === 'data_quality') return;
    // The overview shows five venues among its worst.
    const found = HOSTILE.filter((name) => texts.includes(name));
    expect(found).toHaveLength(template === 'overview' ? 5 : HOSTILE.length);
    const values = shown(scene, sheet.name).flat();
    expect(values).not.toContain(true);
  });
});
