import { describe, expect, test } from '@jest/globals';
import { labelOf } from '../../../src/contract/form';
import { DASHBOARDS, TEMPLATES } from '../../../src/contract/reports';
import { type Dashboard, type Table, tableOf } from '../../../src/dashboards/dashboard';
import { BLOCK_COLUMNS, LAST_LINE, layOut, noticeFormula } from '../../../src/dashboards/layout';
import { planDashboard } from '../../../src/dashboards/page';
import { COUNT_FORMAT, INTEGER_FORMAT, PERCENTAGE_FORMAT } from '../../../src/limits';
import { cellsOf, tilesIn } from '../../support/dashboard-cells';
import { dashboardSource } from '../../support/dashboard-source';
import { shiftRow } from '../../support/shift-records';
import { CREWS } from '../../support/two-weeks';

/* Where things stand: nothing but the specification decides. */

const table = (title: string, names: readonly string[], more: Partial<Table> = {}) => ({
  ...tableOf<string>({
    title,
    columns: [
      { heading: 'Name', cell: (name) => name, room: 3 },
      {
        heading: 'Value',
        meaning: { title: 'V', means: 'v' },
        cell: ({ length }) => length,
        format: PERCENTAGE_FORMAT,
      },
      { heading: 'Out of', meaning: { title: 'N', means: 'n' }, cell: () => 9, format: COUNT_FORMAT },
    ],
    items: names,
    keysOf: (name) => [{ key: 'venue', value: name }],
  }),
  ...more,
});
const NONE = table('None', []);
const DASHBOARD: Dashboard = {
  sentence: 'All is well.',
  tiles: [],
  chart: { kind: 'line', title: '', of: NONE, columns: ['Name', 'Value'] },
  lists: [],
  tables: [],
  notes: [],
};
const laidOut = (dashboard: Partial<Dashboard>) =>
  layOut({ title: 'T', period: 'P', warning: '', overdue: 'Late.' }, { ...DASHBOARD, ...dashboard });
const textsOf = ({ cells }: ReturnType<typeof layOut>) =>
  cells.flatMap((row, at) =>
    row.flatMap((cell, column) =>
      cell.value ? [`${String.fromCharCode(65 + column)}${at + 1} ${cell.value}`] : [],
    ),
  );

test('row 3 follows the status sheet by a formula without argument separators, whatever the names', () => {
  const status = { report: 'Shifts "2"', sheet: "Ann's", refreshed: 46_000.1 };
  const formula = noticeFormula('SAMPLE: "x"', 57, status, ['All', '']);
  expect(formula.startsWith('=TRIM("SAMPLE: ""x"""&" "&INDIRECT(CHAR(74+SIGN(')).toBe(true);
  expect(formula).toContain(`('Ann''s'!A2:A499="Shifts ""2""")`);
  const outside = formula.replace(/"[^"]*"/g, '').replace(/'[^']*'/g, '');
  expect(outside).not.toMatch(/[,;]/);
  const count = (wanted: string) => [...outside].filter((sign) => sign === wanted).length;
  expect(count('(')).toBe(count(')'));
});

describe('a page', () => {
  test('has its lists beside the chart, its tables below, and nothing without rows', () => {
    const below = table('Below', ['Pier', 'Grand Hotel']);
    const page = laidOut({
      chart: { kind: 'line', title: 'Chart', of: below, columns: ['Name', 'Value'] },
      lists: [table('First', ['a']), table('None', []), table('Second', ['b'])],
      tables: [table('Nothing', []), below],
    });
    const texts = textsOf(page);
    expect(texts.filter((text) => /Chart|First|Second|Below|Pier|None|Nothing/.test(text))).toEqual([
      'A7 Chart',
      'F7 First',
      'F11 Second',
      'A19 Below',
      'A21 Pier',
    ]);
    expect(page.look.chart).toMatchObject({ ranges: ['A20:A22', 'B20:B22'], row: 8 });
    // Three columns beside the chart are as wide as column A.
    expect(texts).toEqual(expect.arrayContaining(['F8 Name', 'I8 Value', 'B20 Value', 'C21 9']));
    expect(laidOut({ lists: [table('Alone', ['a'])] }).cells[6]?.[0]?.value).toBe('Alone');
  });

  test('has one blank row between a chart and a table, also where no heading takes two lines', () => {
    const chart = table('Covered', ['Pier', 'Grand Hotel']);
    const { cells, look } = laidOut({
      chart: { kind: 'bar', title: 'Chart', of: chart, columns: ['Name', 'Value'] },
      tables: [table('Below', ['Pier'])],
    });
    // From row 8 on, each row of 21 pixels.
    const end = 7 + Math.ceil(Number(look.chart?.height) / 21);
    expect(look.chart?.row).toBe(8);
    expect(cells.findIndex(([text]) => text?.value === 'Below') + 1).toBe(end + 2);
  });

  test('says of each figure what it is of, and of each heading what it means', () => {
    const { cells } = laidOut({ tables: [table('Below', ['Pier'])] });
    expect(cells[8]?.[1]).toEqual({
      value: 4,
      meaning: { title: 'V', means: 'v' },
      keys: [{ key: 'venue', value: 'Pier' }],
    });
    expect(cells[7]?.[1]).toEqual({ value: 'Value', meaning: { title: 'V', means: 'v' } });
  });

  test.each([
    [PERCENTAGE_FORMAT, 'INT(B13*10+1/2)*1'],
    [INTEGER_FORMAT, 'INT(B13*1+1/2)*10'],
  ])(
    'greys what is out of few, and tints what is below the target of its row as %s shows it, darker from 5 and from 10 points',
    (format, cell) => {
      const heated = tableOf<number>({
        title: 'Weeks',
        columns: [
          { heading: 'Target', cell: () => 90 },
          { heading: '2 Mar', cell: (value) => value, isHeated: true, format },
        ],
        items: [80, 95, 89, 60, 70.25],
        heat: { isBelow: true, byTarget: true },
      });
      const { look } = laidOut({ tables: [table('Below', ['Pier'], { fewBy: 'Out of' }), heated] });
      expect(look.rules.map(({ ranges, when }) => [ranges.join(), when])).toEqual(
        expect.arrayContaining([
          ['B9', '=ISNUMBER($C9)*($C9<10)'],
          ['B13:B17', '=ISTEXT(B13)'],
          ...['-99', '-49', '-0'].map((further) => [
            'B13:B17',
            `=ISNUMBER(B13)*ISNUMBER($A13)*(${cell}<INT($A13*10+1/2)*1${further})`,
          ]),
        ]),
      );
    },
  );

  test('breaks a long reason between words, cuts long names, and keeps five notes', () => {
    const why = `${'because '.repeat(30)}.`;
    const page = laidOut({
      why,
      tables: [table('Below', ['x'.repeat(60)])],
      notes: ['1', '2', '3', '4', '5', '6'].map((one) => one.repeat(99)),
    });
    const lines = page.cells.map((row) => row[0]?.value);
    expect(lines.slice(4, 6).join(' ')).toBe(why);
    expect(String(lines[10])).toMatch(/^x{34}…$/);
    const ends = lines.slice(-8).map((line) => String(line).slice(98));
    expect([ends.slice(0, 7), lines.at(-1)]).toEqual([
      ['', '1', '2', '3', '4', '5', ''],
      expect.stringContaining(LAST_LINE),
    ]);
  });
});

const ROWS = CREWS.map(shiftRow);
const NO_SHIFTS = 'No shifts in this period match this report. Choose other days or filters.';

describe.each(TEMPLATES)('%s', (template) => {
  test('opens with its title, its period, a sentence and six tiles, and ends with the line that says so', () => {
    const coming = [shiftRow({ ...(CREWS[0] as (typeof CREWS)[number]), day: '2026-03-12' })];
    const source = dashboardSource(ROWS, template === 'unfilled_list' ? { coming } : {});
    const cells = cellsOf({ template }, source);
    expect(cells[0]?.[0]).toBe(labelOf(DASHBOARDS, template));
    expect(cells[1]?.[0]).toContain('as of 10 Mar 2026, 09:00 · from the report “Shifts”');
    expect(String(cells[3]?.[0])).toMatch(/\w.*\.$/);
    expect(tilesIn(cells).every(([label]) => typeof label === 'string')).toBe(true);
    expect(cells[cells.length - 1]?.[0]).toBe(
      'Updated automatically. Write your own notes below this line or right of column K.',
    );
    const notes = cells.slice(cells.length - 7, -2).map(([text]) => String(text ?? ''));
    expect(notes.join(' ').trim()).toMatch(
      /may still correct the last 10 days\. Days and times are those of Europe\/London\.$/,
    );
    expect(Math.max(...notes.map(({ length }) => length))).toBeLessThanOrEqual(171);
    expect(cells.every((row) => row.length === BLOCK_COLUMNS)).toBe(true);
  });

  test('says SAMPLE with the sample, and only then; its criteria where it has any', () => {
    expect(cellsOf({ template }, dashboardSource(ROWS))[2]?.[0]).toBeNull();
    const saved = { ...dashboardSource([]).saved, venue: 'Pier', period: 'last 13 weeks' };
    const cells = cellsOf({ template }, dashboardSource(ROWS, { isSample: true, saved }));
    expect(String(cells[2]?.[0])).toMatch(/^SAMPLE: /);
    expect(String(cells[1]?.[0])).toMatch(
      /^Last 13 weeks, 8 Dec 2025–8 Mar 2026 · .* from the report “Shifts”, venue: Pier$/,
    );
  });

  test('says so where the period has no shifts, and has neither tiles nor chart nor tables', () => {
    const page = planDashboard({ template }, dashboardSource([]));
    const cells = cellsOf({ template });
    expect([cells[3]?.[0], page.look.chart]).toEqual([NO_SHIFTS, undefined]);
    expect(cells.length).toBeLessThanOrEqual(14);
    expect(cellsOf({ template }, dashboardSource(ROWS)).flat()).not.toContain(NO_SHIFTS);
  });
});
