import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TEMPLATES, type TemplateName } from '../../src/contract/reports';
import type { Explanation } from '../../src/contract/sidebar';
import { build, openReport, shown } from '../support/dashboard-scene';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* Cells of dashboards that the add-on has built. What each number is called is read off the sheet: headings and labels. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const NOT_OURS = 'Select a cell of a report or formula of Shift Reports';
/** The first cells of heading rows. */
const HEADED = ['Venue', 'Week from', 'Role', 'Weekday', 'Area', 'Everything', 'Percentage', 'Relation'];
const WHOLE = ['All venues', 'All shifts', 'All roles'];
const OWN_WORDS: Readonly<Record<string, string>> = {
  Demand: 'True demand',
  'No-shows': 'No shows',
  'No-shows %': 'No shows %',
};
const PARTS: Readonly<Record<string, string>> = {
  '95 % interval, from': ': lower end',
  '95 % from': ': lower end',
  '95 % to': ': upper end',
  'to (at least this wide)': ': upper end',
  'Out of (n)': ': out of (n)',
};

/** How many figures each template shows of three venues in two weeks. */
const FIGURES: Readonly<Record<TemplateName, number>> = {
  // 18 key figures, 2 weeks of 5, 3 venues of 8, and both heat maps: 3 venues by 8.
  overview: 18 + 2 * 5 + 3 * 8 + 2 * 3 * 8,
  venue_league: 4 * 13,
  // Both tables: all roles and 2 of them, by 2 weeks and all days.
  role_by_week: 2 * 3 * 3,
  // All shifts, 7 weekdays, 2 roles, 2 areas, 3 venues.
  no_show_watch: (1 + 7 + 2 + 2 + 3) * 5,
  // A crew a day at each venue, none of them full.
  unfilled_list: 14 * 3 * 3,
  data_quality: 0,
};

function explain(scene: Scene, a1: string): Explanation {
  scene.book.as(ANN).select(a1);
  const outcome = scene.ask('sidebarExplainCell');
  expect(scene.last.fetches).toBe(0);
  if (outcome.kind === 'failed' || outcome.explanation === undefined) throw new Error(outcome.message);
  return outcome.explanation;
}

function lineOf({ lines }: Explanation, label: string): string | undefined {
  return lines.find((line) => line.label === label)?.value;
}

async function built(template: TemplateName): Promise<{ scene: Scene; id: string; sheet: string }> {
  const { scene, id } = await openReport(stage);
  const [report] = build(scene, id, template).reports;
  return { scene, id, sheet: report?.dashboards[0]?.sheet ?? '' };
}

type Cells = ReturnType<typeof shown>;

/** The cell below `heading`, in the row that begins with `label`, both of the block under the text `section`. */
function cellUnder(cells: Cells, section: string, heading: string, label: string): string {
  const start = cells.findIndex(([first]) => String(first).startsWith(section));
  const top = cells.findIndex((row, at) => at >= start && row.includes(heading));
  const row = cells.findIndex(([first], at) => at > top && first === label);
  return `${String.fromCharCode(65 + (cells[top]?.indexOf(heading) ?? -1))}${row + 1}`;
}

/** What the headings and labels of the sheet say that a number is; `undefined` for a number that is no figure. */
function titleByHeadings(cells: Cells, row: number, column: number): string | undefined {
  let top = row;
  while (top > 0 && !HEADED.includes(String(cells[top]?.[0])) && !isKeyFigures(cells, top)) top -= 1;
  if (top === 0 || top === row) return undefined;
  const headings = cells[top] ?? [];
  const label = String(cells[row]?.[0]);
  if (isKeyFigures(cells, top)) return `${wordsOf(headings[column])}${PARTS[label] ?? ''}`;
  if (['Percentage', 'Relation'].includes(String(headings[0]))) return undefined;
  const heading = headings[column] ?? '';
  if (headings.includes('All days')) {
    const across =
      heading === 'All days' ? '' : typeof heading === 'number' ? `week ${dayText(heading)}` : heading;
    const of = [WHOLE.includes(label) ? '' : label, across].filter(Boolean).join(', ');
    const section = String(cells[top - 1]?.[0]);
    return `True fulfilment %${of && ` of ${of}`}${section.startsWith('How many') ? ': out of (n)' : ''}`;
  }
  if (headings.includes('When')) {
    const [venue, day, , , area, role] = cells[row] ?? [];
    return column < 6 ? undefined : `${heading} of day ${dayText(day)}, ${venue}, ${area}, ${role}`;
  }
  const part = PARTS[String(heading)] ?? '';
  const named = headings.slice(0, column + 1).filter((one) => PARTS[String(one)] === undefined);
  if (column === 0) return undefined;
  const of = headings[0] === 'Week from' ? `week ${dayText(cells[row]?.[0])}` : label;
  return `${wordsOf(named[named.length - 1])}${WHOLE.includes(label) ? '' : ` of ${of}`}${part}`;
}

function isKeyFigures(cells: Cells, row: number): boolean {
  return String(cells[row - 1]?.[0]).startsWith('Key figures');
}

function wordsOf(heading: unknown): string {
  return OWN_WORDS[String(heading)] ?? String(heading);
}

function dayText(serial: unknown): string {
  return new Date((Number(serial) - 25_569) * 86_400_000).toISOString().slice(0, 10);
}

describe.each(TEMPLATES)('every number of %s', (template) => {
  test('is told as its headings and labels say, and its sums give it again', async () => {
    const { scene, sheet } = await built(template);
    const cells = shown(scene, sheet);
    let [numbers, figures] = [0, 0];
    for (const [row, values] of cells.entries()) {
      for (const [column, value] of values.entries()) {
        if (typeof value !== 'number') continue;
        const explanation = explain(scene, `${sheet}!${String.fromCharCode(65 + column)}${row + 1}`);
        numbers += 1;
        expect(lineOf(explanation, 'Worked out again')).toMatch(/ in the cell\.$/);
        expect(lineOf(explanation, 'Meaning')).toBeTruthy();
        expect(lineOf(explanation, 'Period')).toBe('2026-02-23 to 2026-03-08');
        const title = titleByHeadings(cells, row, column);
        if (title === undefined) continue;
        figures += 1;
        expect(explanation.title).toBe(title);
        const [top, bottom] = explanation.lines
          .filter(({ label }) => label.startsWith('Sum of '))
          .map((line) => Number(line.value));
        const rate = (100 * Number(top)) / Number(bottom);
        if (title.endsWith('(n)')) expect(value).toBe(bottom);
        else if (title.endsWith('lower end')) expect(value).toBeLessThan(rate);
        else if (title.endsWith('upper end')) expect(value).toBeGreaterThan(rate);
        else expect(value).toBeCloseTo(bottom === undefined ? Number(top) : rate, 9);
      }
    }
    expect(figures).toBe(FIGURES[template]);
    expect(numbers).toBeGreaterThan(figures);
  });
});

describe('a cell of a dashboard', () => {
  test('names the report, the refresh, the time of the data and the request', async () => {
    const { scene, sheet } = await built('overview');
    const explanation = explain(
      scene,
      `${sheet}!${cellUnder(shown(scene), 'Where and when', 'Monday', 'Pier')}`,
    );
    expect(explanation.title).toBe('True fulfilment % of Pier, Monday');
    expect(lineOf(explanation, 'Rows behind it')).toBe('2 shift records');
    expect(lineOf(explanation, 'Dashboard')).toBe('Overview');
    expect(lineOf(explanation, 'Report')).toBe('Shifts');
    expect(lineOf(explanation, 'Definition')).toBe('100 × worked ÷ true demand, sums over the rows.');
    expect(explanation.lines.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Basis', 'Refreshed', 'Data as of', 'Correlation ID']),
    );
  });

  test.each(['B120', 'B200', 'Z900', 'K12'])(
    '%s outside of it is not ours, and nothing is read',
    async (a1) => {
      const { scene, sheet } = await built('overview');
      scene.book.as(ANN).enter(`${sheet}!${a1}`, '5');
      expect(explain(scene, `${sheet}!${a1}`).title).toBe(NOT_OURS);
      expect(scene.last.calls.filter(({ method }) => method === 'Range.getValues')).toEqual([]);
    },
  );

  test('that somebody typed over is told with the value that the rows give', async () => {
    const { scene, sheet } = await built('venue_league');
    const a1 = `${sheet}!${cellUnder(shown(scene, sheet), 'Venue', 'Worked', 'Pier')}`;
    const value = String(scene.book.cell(a1).value);
    scene.book.as(ANN).enter(a1, '999');
    expect(lineOf(explain(scene, a1), 'Worked out again')).toMatch(
      new RegExp(`^${value}, which is not what the cell holds`),
    );
  });

  test('in a line whose name somebody changed keeps its meaning and claims no rows', async () => {
    const { scene, sheet } = await built('venue_league');
    const a1 = cellUnder(shown(scene, sheet), 'Venue', 'Worked', 'Pier');
    scene.book.as(ANN).enter(`${sheet}!A${a1.slice(1)}`, 'Elsewhere');
    const explanation = explain(scene, `${sheet}!${a1}`);
    expect(explanation.title).toBe('Worked of Elsewhere');
    expect(lineOf(explanation, 'Rows behind it')).toMatch(/^None of the rows that are kept/);
  });

  test('in a place that is blank holds nothing, and what was typed there is somebody’s', async () => {
    const { scene, sheet } = await built('overview');
    expect(lineOf(explain(scene, `${sheet}!H12`), 'This cell')).toMatch(/^Nothing now\./);
    scene.book.as(ANN).enter(`${sheet}!H12`, 'ask Tom');
    expect(lineOf(explain(scene, `${sheet}!H12`), 'This cell')).toMatch(/somebody typed here\.$/);
  });

  test('that was moved is not guessed at', async () => {
    const { scene, sheet } = await built('overview');
    const before = cellUnder(shown(scene), 'Where and when', 'Monday', 'Pier');
    scene.book.document.editor.insertColumns(sheet, 1);
    const explanation = explain(scene, `${sheet}!${before}`);
    expect(explanation.title).toBe('The dashboard Overview');
    expect(lineOf(explanation, 'This cell')).toMatch(/^Undo the change/);
  });

  test('is told by its labels when the rows are kept no longer, and when the report is gone', async () => {
    const { scene, id, sheet } = await built('overview');
    const cells = shown(scene);
    const places = [
      cellUnder(cells, 'Where and when', 'Monday', 'Pier'),
      cellUnder(cells, 'Five venues', '95 % from', 'Pier'),
    ];
    const titles = ['True fulfilment % of Pier, Monday', 'True fulfilment % of Pier: lower end'];
    scene.emulator.world.caches.clear();
    const old = places.map((a1) => explain(scene, `${sheet}!${a1}`));
    expect(old.map(({ title }) => title)).toEqual(titles);
    expect(lineOf(old[0] as Explanation, 'Rows behind it')).toMatch(/^Not kept any more: refresh/);
    state(scene.ask('sidebarRemoveReport', id));
    const gone = places.map((a1) => explain(scene, `${sheet}!${a1}`));
    expect(gone.map(({ title }) => title)).toEqual(titles);
    expect(lineOf(gone[0] as Explanation, 'Rows behind it')).toMatch(/the report was removed/);
  });

  test('is told where nothing is connected, where the period was overwritten, and of a heading', async () => {
    const { scene, sheet } = await built('overview');
    const heading = explain(scene, `${sheet}!C10`);
    expect(heading.title).toBe('The heading Booked %');
    expect(lineOf(heading, 'Meaning')).toBe('How many positions somebody took, of 100.');
    expect(lineOf(explain(scene, `${sheet}!B7`), 'This cell')).toMatch(/^A text of the dashboard/);
    scene.book.as(ANN).enter(`${sheet}!B5`, 'last month');
    expect(lineOf(explain(scene, `${sheet}!B11`), 'This cell')).toMatch(/^Undo the change/);
    state(scene.ask('sidebarDisconnect'));
    expect(lineOf(explain(scene, `${sheet}!B11`), 'This cell')).toMatch(/^Connect first/);
  });
});
