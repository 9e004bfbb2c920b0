import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { shortDay } from '../../src/calendar/calendar-date';
import { TEMPLATES, type TemplateName } from '../../src/contract/reports';
import type { Explanation } from '../../src/contract/sidebar';
import { build, openReport, shown } from '../support/dashboard-scene';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { shownSum } from '../support/shown-sum';

/* Cells of dashboards that the add-on has built. What each number is called is read off the sheet: headings and labels. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const NOT_OURS = 'Select a figure in a table, formula or dashboard of Shift Reports';
const WHOLE = ['All venues'];
const OWN_WORDS: Readonly<Record<string, string>> = {
  Demand: 'True demand',
  'No-shows %': 'No shows %',
  'True fulfilment': 'True fulfilment %',
};
const PARTS: Readonly<Record<string, string>> = {
  'Interval (95%)': ': lower end',
  to: ': upper end',
  'Out of (n)': ': out of (n)',
};
const WEEKDAYS: Readonly<Record<string, string>> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};
/** Counted from 0: the tiles, the first list beside the chart, and what stands right of what is in sight. */
const [TILES, BESIDE, RIGHT] = [6, 5, 12];

/** How many figures each template shows of three venues in two weeks, besides its tiles. */
const FIGURES: Readonly<Record<TemplateName, number>> = {
  // 3 venues and 7 weekdays of 3, 2 weeks of 5.
  overview: 3 * 3 + 7 * 3 + 2 * 5,
  // Without targets: 3 venues of 1 for the chart; all and 3 of 6 below, with 2 weeks.
  scorecard: 3 + 4 * (6 + 2),
  // 7 weekdays of 3; all and 3 venues by 7 weekdays and all days, with what they are out of.
  where_and_when: 7 * 3 + 2 * 4 * 8,
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

function lineOf({ lines, more = [] }: Explanation, label: string): string | undefined {
  return [...lines, ...more].find((line) => line.label === label)?.value;
}

async function built(template: TemplateName): Promise<{ scene: Scene; id: string; sheet: string }> {
  const { scene, id } = await openReport(stage);
  const [report] = build(scene, id, template).reports;
  return { scene, id, sheet: report?.dashboards[0]?.sheet ?? '' };
}

type Cells = ReturnType<typeof shown>;

/** The cell below `heading` in the row that begins with `label`, in the last table that has both. */
function cellUnder(cells: Cells, heading: string, label: string): string {
  const top = cells.findLastIndex((row) => row.includes(heading));
  const row = cells.findIndex(([first], at) => at > top && first === label);
  return `${String.fromCharCode(65 + (cells[top]?.indexOf(heading) ?? -1))}${row + 1}`;
}

/** What the headings and labels of the sheet say that a number is; `undefined` for a number that is no figure. */
function titleByHeadings(cells: Cells, row: number, column: number): string | undefined {
  if (row <= TILES) return undefined;
  let top = row;
  while (top > 0 && (typeof cells[top]?.[column] !== 'string' || cells[top]?.[column] === '')) top -= 1;
  if (top === 0) return undefined;
  const headings = cells[top] ?? [];
  const heading = String(headings[column]);
  const isMatrix = headings[1] === 'All';
  // What the Scorecard charts has its names right of it.
  if (cells[top - 1]?.[column] === 'Chart data') return `${wordsOf(heading)} of ${cells[row]?.[WEEKS]}`;
  const start = column >= RIGHT ? RIGHT : top < 22 ? BESIDE : 0;
  const label = cells[row]?.[isMatrix ? 0 : start];
  if (isMatrix) {
    const across = heading === 'All' ? '' : WEEKDAYS[heading];
    const of = [WHOLE.includes(String(label)) ? '' : label, across].filter(Boolean).join(', ');
    return `True fulfilment %${of && ` of ${of}`}${column >= RIGHT ? ': out of (n)' : ''}`;
  }
  if (headings.includes('Left after booking')) {
    const isAll = WHOLE.includes(String(cells[row]?.[0]));
    const week = column < WEEKS ? '' : `week ${heading} 2026`;
    const of = [isAll ? '' : cells[row]?.[0], week].filter(Boolean).join(', ');
    return `${week === '' ? wordsOf(heading) : 'True fulfilment %'}${of && ` of ${of}`}`;
  }
  if (headings.includes('When')) {
    const [venue, day, , , area, , role] = cells[row] ?? [];
    return column < 8 ? undefined : `${heading} of day ${shortDay(Number(day))}, ${venue}, ${area}, ${role}`;
  }
  if (column === start || (['Unfilled', 'Day'].includes(heading) && top < 20)) return undefined;
  if ([headings[0], headings[start]].some((one) => one === 'Check' || one === 'Percentage')) return undefined;
  const named = headings
    .slice(start, column + 1)
    .filter((one) => PARTS[String(one)] === undefined && one !== '');
  const of = headings[start] === 'Week from' ? `week ${shortDay(Number(label))}` : label;
  const words = wordsOf(named[named.length - 1]);
  return `${words}${WHOLE.includes(String(label)) ? '' : ` of ${of}`}${PARTS[heading] ?? ''}`;
}

function wordsOf(heading: unknown): string {
  return OWN_WORDS[String(heading)] ?? String(heading);
}

/** The weeks of the Scorecard, counted from 0. */
const WEEKS = 16;

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
        expect(lineOf(explanation, 'Recalculated')).toMatch(/atches the cell\.$/);
        expect(lineOf(explanation, 'Meaning')).toBeTruthy();
        expect(lineOf(explanation, 'Period')).toBe('23 Feb–8 Mar 2026');
        const title = titleByHeadings(cells, row, column);
        if (title === undefined) continue;
        figures += 1;
        expect(explanation.title).toBe(title);
        const [top, bottom] = explanation.lines
          .filter(({ label }) => label.startsWith('Sum of '))
          .map(shownSum);
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
    const { scene, sheet } = await built('where_and_when');
    const explanation = explain(scene, `${sheet}!${cellUnder(shown(scene, sheet), 'Mon', 'Pier')}`);
    expect(explanation.title).toBe('True fulfilment % of Pier, Monday');
    expect(lineOf(explanation, 'Rows behind it')).toBe('2 shift records');
    expect(lineOf(explanation, 'Dashboard')).toBe('Where and when');
    expect(lineOf(explanation, 'Report')).toBe('Shifts');
    expect(lineOf(explanation, 'Definition')).toBe('100 × worked ÷ true demand, sums over the rows.');
    expect([...explanation.lines, ...(explanation.more ?? [])].map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Basis', 'Refreshed', 'Data as of', 'Correlation ID']),
    );
  });

  test.each(['B120', 'B200', 'Z900', 'X12'])(
    '%s outside of it is not ours, and nothing is read',
    async (a1) => {
      const { scene, sheet } = await built('overview');
      scene.book.as(ANN).enter(`${sheet}!${a1}`, '5');
      expect(explain(scene, `${sheet}!${a1}`).title).toBe(NOT_OURS);
      expect(scene.last.calls.filter(({ method }) => method === 'Range.getValues')).toEqual([]);
    },
  );

  test('that somebody typed over is told with the value that the rows give', async () => {
    const { scene, sheet } = await built('scorecard');
    const a1 = `${sheet}!${cellUnder(shown(scene, sheet), 'Worked', 'Pier')}`;
    const value = String(scene.book.cell(a1).value);
    scene.book.as(ANN).enter(a1, '999');
    expect(lineOf(explain(scene, a1), 'Recalculated')).toMatch(
      new RegExp(`^${value}, which differs from the cell`),
    );
  });

  test('in a line whose name somebody changed keeps its meaning and claims no rows', async () => {
    const { scene, sheet } = await built('scorecard');
    const a1 = cellUnder(shown(scene, sheet), 'Worked', 'Pier');
    scene.book.as(ANN).enter(`${sheet}!A${a1.slice(1)}`, 'Elsewhere');
    const explanation = explain(scene, `${sheet}!${a1}`);
    expect(explanation.title).toBe('Worked of Elsewhere');
    expect(lineOf(explanation, 'Rows behind it')).toMatch(/^None of the rows that are kept/);
  });

  test('in a place that is blank holds nothing, and what was typed there is somebody’s', async () => {
    const { scene, sheet } = await built('overview');
    expect(lineOf(explain(scene, `${sheet}!H12`), 'This cell')).toMatch(/^Empty now\./);
    scene.book.as(ANN).enter(`${sheet}!H12`, 'ask Tom');
    expect(lineOf(explain(scene, `${sheet}!H12`), 'This cell')).toMatch(/someone typed here\.$/);
  });

  test('that was moved is not guessed at', async () => {
    const { scene, sheet } = await built('where_and_when');
    const before = cellUnder(shown(scene, sheet), 'Mon', 'Pier');
    scene.book.document.editor.insertColumns(sheet, 1);
    const explanation = explain(scene, `${sheet}!${before}`);
    expect(explanation.title).toBe('The dashboard Where and when');
    expect(lineOf(explanation, 'This cell')).toMatch(/^Undo the change/);
  });

  test('is told by its labels when the rows are kept no longer, and when the report is gone', async () => {
    const { scene, id, sheet } = await built('scorecard');
    const cells = shown(scene, sheet);
    const places = [cellUnder(cells, 'No-shows %', 'Pier'), cellUnder(cells, 'Left after booking', 'Pier')];
    const titles = ['No shows % of Pier', 'Left after booking of Pier'];
    scene.emulator.world.caches.clear();
    const old = places.map((a1) => explain(scene, `${sheet}!${a1}`));
    expect(old.map(({ title }) => title)).toEqual(titles);
    expect(lineOf(old[0] as Explanation, 'Rows behind it')).toMatch(/^No longer available: refresh/);
    state(scene.ask('sidebarRemoveReport', id));
    const gone = places.map((a1) => explain(scene, `${sheet}!${a1}`));
    expect(gone.map(({ title }) => title)).toEqual(titles);
    expect(lineOf(gone[0] as Explanation, 'Rows behind it')).toMatch(/the report was removed/);
  });

  test('is told where nothing is connected, where the period was overwritten, and of a heading', async () => {
    const { scene, sheet } = await built('overview');
    const heading = explain(scene, `${sheet}!B6`);
    expect(heading.title).toBe('The heading Booked');
    expect(lineOf(heading, 'Meaning')).toBe('Share of positions that someone took, from 0 to 100.');
    expect(lineOf(explain(scene, `${sheet}!A4`), 'This cell')).toMatch(/^A text of the dashboard/);
    scene.book.as(ANN).enter(`${sheet}!B2`, 'last month');
    expect(lineOf(explain(scene, `${sheet}!B7`), 'This cell')).toMatch(/^Undo the change/);
    state(scene.ask('sidebarDisconnect'));
    expect(lineOf(explain(scene, `${sheet}!B7`), 'This cell')).toMatch(/^Connect first/);
  });
});
