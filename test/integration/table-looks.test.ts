import { describe, expect, test } from '@jest/globals';
import type { ReportForm } from '../../src/contract/reports';
import { columnLetters } from '../emulator/spreadsheet/a1';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { setTargets, TARGETS, typeTargets } from '../support/targets-scene';
import { textWidth, wrappedLines } from '../support/text-width';
import { RECORDS } from '../support/two-weeks';

/* How report, status and changes sheets look. Widths of texts are those of Arial, by a table of their own. */

const stage = new Stage();

const BOLD = { bold: true };
const PADDING = 6;
const DEFAULT_WIDTH = 100;
const STATUS_COLUMNS = 9;

/** The headings of a sheet, with the width of their columns. */
function headings(scene: Scene, name: string) {
  const sheet = scene.book.workbook.sheets.find((one) => one.name === name);
  if (sheet === undefined) throw new Error(`There is no sheet ${name}.`);
  const row = scene.book.values(`${name}!A1:${columnLetters(sheet.grid.maxColumns)}1`)[0] ?? [];
  // The stamp, right of the headings of the status sheet, is none of them.
  const texts = row.map(String).slice(0, name === 'Shift Reports status' ? STATUS_COLUMNS : undefined);
  return {
    sheet,
    columns: texts
      .slice(0, texts.map((text) => text !== '').lastIndexOf(true) + 1)
      .map((text, at) => ({ text, width: sheet.columnWidths.get(at + 1) ?? DEFAULT_WIDTH })),
  };
}

/** The headings that are cut: a word is wider than its column, or there are more than two lines. */
function cutHeadings(scene: Scene, name: string): string[] {
  const { columns } = headings(scene, name);
  expect(columns.length).toBeGreaterThan(0);
  return columns.flatMap(({ text, width }) => {
    const isCut = text.split(' ').some((word) => textWidth(word, BOLD) + PADDING > width);
    return isCut || wrappedLines(text, width, BOLD) > 2 ? [text] : [];
  });
}

function style(scene: Scene, name: string, row: number, column: number) {
  return headings(scene, name).sheet.grid.map(
    { row, column, rows: 1, columns: 1 },
    (cell) => cell.style,
  )[0]?.[0];
}

test('The targets sheet has room for names, and headings over numbers as numbers are', async () => {
  const scene = await stage.connected();
  setTargets(scene);
  const { columns } = headings(scene, TARGETS);
  expect(columns.find(({ text }) => text === 'Venue')?.width).toBeGreaterThanOrEqual(200);
  expect(cutHeadings(scene, TARGETS)).toEqual([]);
  const at = (text: string) => columns.findIndex((one) => one.text === text) + 1;
  for (const heading of ['Target', 'Plan positions', 'Plan hours', 'Rate per hour', 'Credit per missing']) {
    expect([heading, style(scene, TARGETS, 1, at(heading))?.horizontalAlignment]).toEqual([heading, 'right']);
  }
  typeTargets(scene, { TARGET: '92%', RATE_PER_HOUR: '£14.50' });
  expect([7, 10].map((column) => scene.book.cell(`${TARGETS}!${columnLetters(column)}2`).display)).toEqual([
    '92%',
    '£14.50',
  ]);
});

async function written(records: readonly SentRecord[], form: Partial<ReportForm> = {}) {
  const scene = await stage.connected();
  await scene.serve(records);
  const id = scene.saveReport({ from: '2026-02-01', to: '2026-03-09', ...form });
  state(scene.ask('sidebarRefreshReport', id));
  return { scene, id, form: { from: '2026-02-01', to: '2026-03-09', ...form, id } };
}

const LONG = 'Wedding and conference centre at the old harbour, north entrance';
const VENUES = Array.from({ length: 60 }, (_, at) =>
  sentRecord({ day: '2026-03-01', venue: `Venue number ${at}`, posted: 12_345, booked: 12_345, worked: 1 }),
);
const SHAPES: readonly (readonly [string, readonly SentRecord[]])[] = [
  ['two weeks', RECORDS],
  ['one day', [sentRecord({ day: '2026-03-01', venue: 'Inn', posted: 1, booked: 1, worked: 1 })]],
  ['60 venues', VENUES],
  ['a long name', [sentRecord({ day: '2026-03-01', venue: LONG, posted: 1, booked: 1, worked: 1 })]],
  ['nothing', []],
];
const FORMS: readonly (readonly [string, Partial<ReportForm>])[] = [
  ['field names', {}],
  ['readable headings', { readableHeadings: true }],
  ['groups', { report: 'shift_fulfilment_aggregated', groupBy: 'venue, week' }],
  [
    'groups with readable headings',
    { report: 'shift_fulfilment_aggregated', groupBy: 'weekday, role', readableHeadings: true },
  ],
  ['headings of a person', { columns: 'SHIFT_DATE as The day of the shift, VENUE_NAME as Where, SHIFT_ID' }],
];
const CASES = SHAPES.flatMap(([shape, records]) =>
  FORMS.map(([kind, form]) => ({ shape, kind, records, form })),
);

describe('headings', () => {
  test.each(CASES)('of $shape, by $kind, are whole, on the status sheet too', async ({ records, form }) => {
    const { scene } = await written(records, form);
    expect(cutHeadings(scene, 'Shifts')).toEqual([]);
    expect(cutHeadings(scene, 'Shift Reports status')).toEqual([]);
  });

  test('of the changes are whole, and the row stays in sight', async () => {
    const { scene, id } = await written(RECORDS);
    await scene.serve(RECORDS.slice(1));
    state(scene.refresh(id));
    state(scene.ask('sidebarShowChanges', id));
    expect(cutHeadings(scene, 'Shift Reports changes')).toEqual([]);
    expect(style(scene, 'Shift Reports changes', 2, 1)?.horizontalAlignment).toBe('center');
    const { columns } = headings(scene, 'Shift Reports changes');
    // What a window of 1440 pixels has room for beside an open sidebar.
    expect(columns.reduce((all, { width }) => all + width, 0)).toBeLessThanOrEqual(1090);
    expect(headings(scene, 'Shift Reports changes').sheet.frozenRows).toBe(1);
  });

  test('are bold on a tint and wrap; the row is frozen, and no filter is set', async () => {
    const { scene } = await written(RECORDS);
    const look = { fontWeight: 'bold', background: '#e8f0fe', wrap: true };
    for (const name of ['Shifts', 'Shift Reports status']) {
      const { sheet, columns } = headings(scene, name);
      for (const at of columns.keys()) expect(style(scene, name, 1, at + 1)).toMatchObject(look);
      expect(sheet.frozenRows).toBe(1);
    }
    const { sheet, columns } = headings(scene, 'Shifts');
    expect([style(scene, 'Shifts', 1, columns.length + 1), sheet.filter]).toEqual([undefined, undefined]);
  });
});

describe('columns', () => {
  test.each([
    ['have room for the longest', VENUES.slice(0, 12), 'Venue number 11', 130],
    ['are never wider than 280 pixels', [{ ...VENUES[0], VENUE_NAME: LONG }] as SentRecord[], '', 280],
  ])('of names %s', async (_, records, longest, most) => {
    const { scene } = await written(records);
    const venue = headings(scene, 'Shifts').columns[1]?.width ?? 0;
    expect(venue).toBeGreaterThanOrEqual(textWidth(longest) + PADDING);
    expect(venue).toBe(most);
  });

  test('of numbers are right, with their headings; days are in the middle', async () => {
    const { scene } = await written(RECORDS);
    expect(style(scene, 'Shifts', 1, 5)?.horizontalAlignment).toBe('right');
    expect(style(scene, 'Shifts', 1, 2)?.horizontalAlignment).toBe('left');
    expect([1, 2].map((row) => style(scene, 'Shifts', row, 1)?.horizontalAlignment)).toEqual([
      'center',
      'center',
    ]);
  });

  test('keep what a person made of them, until a refresh changes the heading row', async () => {
    const { scene, id, form } = await written(RECORDS, { columns: 'SHIFT_DATE, VENUE_NAME, SHIFTS_POSTED' });
    const { sheet } = headings(scene, 'Shifts');
    const width = sheet.columnWidths.get(2);
    const day = scene.book.cell('Shifts!A2').display;
    sheet.columnWidths.set(2, 333);
    scene.book.editor.setNumberFormat('Shifts!A2:A', 'dd/mm');
    await scene.serve(RECORDS.slice(1));
    state(scene.refresh(id));
    expect(sheet.columnWidths.get(2)).toBe(333);
    expect(scene.book.cell('Shifts!A2').display).toMatch(/^\d\d\/\d\d$/);
    await scene.serve(RECORDS);
    scene.saveReport({ ...form, columns: 'SHIFT_DATE, VENUE_NAME, AREA_NAME, SHIFTS_POSTED' });
    state(scene.refresh(id));
    const now = headings(scene, 'Shifts');
    expect(now.columns.map(({ text }) => text)).toEqual([
      'SHIFT_DATE',
      'VENUE_NAME',
      'AREA_NAME',
      'SHIFTS_POSTED',
    ]);
    expect([now.sheet.columnWidths.get(2), scene.book.cell('Shifts!A2').display]).toEqual([width, day]);
    expect(style(scene, 'Shifts', 1, 4)).toMatchObject({ fontWeight: 'bold', horizontalAlignment: 'right' });
  });

  test('that go lose their look', async () => {
    const { scene, id, form } = await written(RECORDS, { columns: 'SHIFT_DATE, VENUE_NAME, SHIFTS_POSTED' });
    scene.saveReport({ ...form, columns: 'SHIFT_DATE, VENUE_NAME' });
    state(scene.refresh(id));
    expect(style(scene, 'Shifts', 1, 3)?.background).toBeUndefined();
    expect(style(scene, 'Shifts', 1, 3)?.fontWeight ?? 'normal').toBe('normal');
  });
});

describe('readable headings', () => {
  const HISTORY = { mode: 'history', columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID' } as const;

  test('head all columns in words; one that a person named keeps its name', async () => {
    const { scene } = await written(RECORDS, {
      readableHeadings: true,
      columns: 'SHIFT_DATE, VENUE_NAME as Where, SHIFTS_BOOKED, SHIFTS_BOOKED_PERCENTAGE, NO_SHOWS, SHIFT_ID',
    });
    const texts = headings(scene, 'Shifts').columns.map(({ text }) => text);
    expect(texts).toEqual(['Date', 'Where', 'Booked', 'Booked %', 'No-shows', 'Shift ID']);
  });

  test('come to a table that keeps history without a row lost, and go again', async () => {
    const { scene, id, form } = await written(RECORDS, HISTORY);
    const before = scene.book.values('Shifts!A2:C200');
    for (const [readableHeadings, first] of [
      [true, ['Date', 'Venue', 'Shift ID']],
      [false, ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID']],
    ] as const) {
      scene.saveReport({ ...form, readableHeadings, from: '2026-03-09' });
      state(scene.ask('sidebarRefreshReport', id));
      expect(scene.book.values('Shifts!A1:C1')).toEqual([first]);
      expect(scene.book.values('Shifts!A2:C200')).toEqual(before);
    }
  });

  test('are known to Explain, Undo and What changed', async () => {
    const { scene, id } = await written(RECORDS, { readableHeadings: true });
    const before = scene.book.values('Shifts!A1:R20');
    await scene.serve(RECORDS.slice(1));
    state(scene.refresh(id));
    state(scene.ask('sidebarShowChanges', id));
    expect(scene.book.values('Shift Reports changes!F2')).toEqual([['Shift removed']]);
    state(scene.ask('sidebarUndoRefresh', id));
    expect(scene.book.values('Shifts!A1:R20')).toEqual(before);
    scene.book.as(ANN).select('Shifts!G3');
    const outcome = scene.ask('sidebarExplainCell');
    expect(outcome).toMatchObject({
      kind: 'done',
      explanation: {
        title: expect.stringContaining('Booked %'),
        lines: expect.arrayContaining([
          { label: 'Basis', value: expect.stringMatching(/^booked ÷ posted: /) },
        ]),
      },
    });
  });
});
