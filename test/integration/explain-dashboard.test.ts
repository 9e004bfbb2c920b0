import { describe, expect, test } from '@jest/globals';
import { TEMPLATES, type TemplateName } from '../../src/contract/reports';
import { build, openDashboard, shown } from '../support/dashboard-scene';
import { explain, lineOf, NOT_OURS, sumsIn } from '../support/explained';
import { ANN, Stage, state } from '../support/scene';
import { setTargets, typeTargets } from '../support/targets-scene';

/* Cells of dashboards that the add-on has built. What each number is called is read off the sheet: headings and labels. */

const stage = new Stage();

/** How many figures each template shows of three venues in two weeks. */
const FIGURES: Readonly<Record<TemplateName, number>> = {
  // Six tiles; 3 venues and 7 weekdays of 3; 2 weeks of 6.
  overview: 6 + 3 * 3 + 7 * 3 + 2 * 6,
  // Six tiles; all and 3 venues below the chart; without targets of 8, and in 2 weeks.
  scorecard: 6 + 4 + 4 * (8 + 2),
  // Six tiles; 7 weekdays of 3; all and 3 venues by 7 weekdays and all days, and what is missing.
  where_and_when: 6 + 7 * 3 + 4 * 9,
  // 2 weeks below the chart; a crew a day at each venue, none of them full.
  unfilled_list: 2 + 14 * 3 * 3,
  data_quality: 0,
};

type Cells = ReturnType<typeof shown>;

/** The cell below `heading` in the row that begins with `label`, in the last table that has both. */
function cellUnder(cells: Cells, heading: string, label: string): string {
  const top = cells.findLastIndex((row) => row.includes(heading));
  const row = cells.findIndex(([first], at) => at > top && first === label);
  return `${String.fromCharCode(65 + (cells[top]?.indexOf(heading) ?? -1))}${row + 1}`;
}

describe.each(TEMPLATES)('every number of %s', (template) => {
  test('is explained by what it is of, and equals the sums over its rows', async () => {
    const { scene, sheet } = await openDashboard(stage, template);
    let figures = 0;
    for (const [row, line] of shown(scene, sheet).entries()) {
      for (const [column, value] of line.slice(0, 11).entries()) {
        if (typeof value !== 'number') continue;
        const told = explain(scene, `${sheet}!${String.fromCharCode(65 + column)}${row + 1}`);
        if (/^The (heading|dashboard) /.test(told.title)) continue;
        expect(lineOf(told, 'Recalculated')).toMatch(/atches the cell\.$/);
        const [top, bottom] = sumsIn(told);
        if (top === undefined) continue;
        figures += 1;
        if (told.title.endsWith(': out of')) expect(value).toBe(bottom);
        else expect(value).toBeCloseTo(bottom === undefined ? top : (100 * top) / bottom, 9);
      }
    }
    expect(figures).toBe(FIGURES[template]);
  });
});

describe('a cell of a dashboard', () => {
  test('names the report, the refresh, the time of the data and the request', async () => {
    const { scene, sheet } = await openDashboard(stage, 'where_and_when');
    const explanation = explain(scene, `${sheet}!${cellUnder(shown(scene, sheet), 'Mon', 'Pier')}`);
    expect(explanation.title).toBe('True fulfilment % of Pier, Monday');
    expect(lineOf(explanation, 'Rows behind it')).toBe('2 shift records');
    expect(lineOf(explanation, 'Dashboard')).toBe('Where and when');
    expect(lineOf(explanation, 'Report')).toBe('Shifts');
    expect(explanation.lines.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Basis', 'Refreshed', 'Data as of', 'Correlation ID']),
    );
  });

  test.each(['B120', 'B200', 'Z900', 'X12'])('%s outside of it is not ours', async (a1) => {
    const { scene, sheet } = await openDashboard(stage, 'overview');
    scene.book.as(ANN).enter(`${sheet}!${a1}`, '5');
    expect(explain(scene, `${sheet}!${a1}`).title).toBe(NOT_OURS);
  });

  test('that somebody typed over is told with the value that the rows give', async () => {
    const { scene, sheet } = await openDashboard(stage, 'scorecard');
    const a1 = `${sheet}!${cellUnder(shown(scene, sheet), 'Worked', 'Pier')}`;
    const value = String(scene.book.cell(a1).value);
    scene.book.as(ANN).enter(a1, '999');
    expect(lineOf(explain(scene, a1), 'Recalculated')).toMatch(
      new RegExp(`^${value}, which differs from the cell`),
    );
  });

  test('in a line whose name somebody changed claims no rows', async () => {
    const { scene, sheet } = await openDashboard(stage, 'scorecard');
    const a1 = cellUnder(shown(scene, sheet), 'Worked', 'Pier');
    scene.book.as(ANN).enter(`${sheet}!A${a1.slice(1)}`, 'Elsewhere');
    expect(lineOf(explain(scene, `${sheet}!${a1}`), 'This cell')).toMatch(/^None of the rows that are kept/);
  });

  test('in a place that is blank holds nothing, and what was typed there is somebody’s', async () => {
    const { scene, sheet } = await openDashboard(stage, 'overview');
    expect(lineOf(explain(scene, `${sheet}!H12`), 'This cell')).toMatch(/^Empty\./);
    scene.book.as(ANN).enter(`${sheet}!H12`, 'ask Tom');
    expect(lineOf(explain(scene, `${sheet}!H12`), 'This cell')).toMatch(/someone typed here/);
  });

  test('that is a heading, or a text, says so', async () => {
    const { scene, sheet } = await openDashboard(stage, 'overview');
    const heading = explain(scene, `${sheet}!B6`);
    expect(heading.title).toBe('The heading Booked, of posted');
    expect(lineOf(heading, 'Meaning')).toBe('Share of posted positions that someone took.');
    expect(lineOf(explain(scene, `${sheet}!A4`), 'This cell')).toMatch(/^A text of the dashboard/);
  });

  test('that says how a figure changed has both figures, and whether its week stands out', async () => {
    const scene = await stage.open();
    const [report] = state(scene.ask('sidebarUseSampleData', 'UK')).reports;
    state(scene.refresh(report?.id ?? ''));
    build(scene, report?.id ?? '');
    const cells = shown(scene);
    const said = (cells[7] ?? []).flatMap((value, column) => {
      const [, size = '', unit = ''] = /[▲▼] ([\d.,]+)( pts)?$/.exec(String(value)) ?? [];
      if (size === '') return [];
      const explanation = explain(scene, `Overview!${String.fromCharCode(65 + column)}8`);
      expect(explanation.lines[0]?.label).toBe('Change');
      const [, former = '', latest = '', standsOut] =
        /^([\d.,]+)%? the week before, ([\d.,]+)%? last week(?:: (.*))?\.$/.exec(
          lineOf(explanation, 'Change') ?? '',
        ) ?? [];
      const [before, after, moved] = [former, latest, size].map((one) => Number(one.replace(/,/g, '')));
      expect(Math.abs(Number(after) - Number(before))).toBeCloseTo(Number(moved), unit === '' ? 0 : 1);
      const below = String(cells[8]?.[column]);
      expect(standsOut).toBe(below.startsWith('the ') ? below : undefined);
      return [standsOut];
    });
    expect(said.length).toBeGreaterThan(3);
  });

  test('that compares with a target begins with it; a line on a change with the change, each with all sums at once', async () => {
    const scene = await stage.open();
    const [report] = state(scene.ask('sidebarUseSampleData', 'UK')).reports;
    state(scene.refresh(report?.id ?? ''));
    setTargets(scene);
    typeTargets(scene, { TARGET: '88' });
    build(scene, report?.id ?? '');
    const labels = [8, 9].map((row) => explain(scene, `Overview!A${row}`).lines.map(({ label }) => label));
    expect(labels.map((own) => own.slice(0, 5))).toEqual([
      ['Change', 'Beside its target', 'Made of', 'Basis', 'Rows behind it'],
      ['Beside its target', 'Change', 'Made of', 'Basis', 'Rows behind it'],
    ]);
    for (const own of labels) expect(own).toContain('Meaning');
  });

  test('says why nothing more is known: rows gone, report removed', async () => {
    const { scene, id, sheet } = await openDashboard(stage, 'scorecard');
    const told = () => lineOf(explain(scene, `${sheet}!B7`), 'This cell');
    scene.emulator.caches.clear();
    expect(told()).toMatch(/^No longer available: refresh/);
    state(scene.ask('sidebarRemoveReport', id));
    expect(told()).toMatch(/the report was removed/);
  });
});
