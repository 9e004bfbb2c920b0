import { describe, expect, test } from '@jest/globals';
import type { ReportForm } from '../../src/contract/reports';
import { explain, lineOf, NOT_OURS, sumsIn } from '../support/explained';
import { ANN, type Scene, Stage, state, wireCalls } from '../support/scene';
import { setTargets, TARGETS } from '../support/targets-scene';

/* `Explain this cell` on the built bundle: no request, and sums that give the figure again. */

const stage = new Stage();

function withReport(changes: Partial<ReportForm> = {}): Promise<{ scene: Scene; id: string }> {
  return stage.again(JSON.stringify(changes), async () => {
    const scene = await stage.connected();
    const id = scene.saveReport({ from: '2026-02-16', to: '2026-03-08', ...changes });
    state(scene.refresh(id));
    return { scene, id };
  });
}

/** The letters of a heading's column in row 1. */
function columnOf(scene: Scene, sheet: string, heading: string): string {
  const [headings = []] = scene.book.values(`${sheet}!A1:Z1`);
  return String.fromCharCode(65 + headings.indexOf(heading));
}

describe('a cell of a table of shifts', () => {
  test('says what it means, which shift it is of, the period, the refresh and the request', async () => {
    const { scene } = await withReport();
    const [row = []] = scene.book.values('Shifts!A2:R2');

    const explanation = explain(scene, 'Shifts!J2');

    expect(explanation.title).toBe(`Worked of ${row[1]}, ${row[3]}, 16 Feb 2026`);
    expect(lineOf(explanation, 'Meaning')).toBe('Positions that were worked.');
    expect(lineOf(explanation, 'Rows behind it')).toBe('1 shift record');
    expect(lineOf(explanation, 'Report')).toBe('Shifts');
    expect(lineOf(explanation, 'Period')).toBe('16 Feb–8 Mar 2026');
    expect(lineOf(explanation, 'Refreshed')).toMatch(/^10 Mar 2026, 09:\d\d \(Europe\/London\)$/);
    expect(lineOf(explanation, 'Data as of')).toMatch(/^10 Mar 2026, 09:\d\d \(Europe\/London\)$/);
    expect(lineOf(explanation, 'Correlation ID')).toMatch(/^[\w-]{36}$/);
  });

  test('of a percentage names its definition, the evidence and the two counts of the record', async () => {
    const { scene } = await withReport();
    const row = scene.book
      .values('Shifts!A2:R200')
      .findIndex((cells) => typeof cells[6] === 'number' && typeof cells[4] === 'number');
    const cells = scene.book.values(`Shifts!A${row + 2}:R${row + 2}`)[0] ?? [];

    const explanation = explain(scene, `Shifts!G${row + 2}`);

    expect(lineOf(explanation, 'Basis')).toMatch(/^\w+ ÷ [\w ]+: \d+ of \d+ rows agree/);
    const isOfPosted = lineOf(explanation, 'Basis')?.startsWith('booked ÷ posted');
    const of = isOfPosted ? `${cells[4]} posted` : `${cells[15]} true demand`;
    expect(lineOf(explanation, 'Made of')).toBe(`${cells[5]} booked ÷ ${of}`);
  });

  test('that shows one column alone finds the record’s counts among the rows that are kept', async () => {
    const { scene } = await withReport({ columns: 'SHIFT_ID, SHIFTS_BOOKED_PERCENTAGE as Booked share' });
    const explanation = explain(scene, 'Shifts!B2');
    expect(lineOf(explanation, 'Name in formulas')).toBe('SHIFTS_BOOKED_PERCENTAGE');
    expect(lineOf(explanation, 'Made of')).toMatch(/^\d+ booked ÷ \d+ /);
  });

  test('says that somebody typed over it, or emptied it', async () => {
    const { scene } = await withReport();
    const cell = 'Shifts!J3';
    const sent = scene.book.cell(cell).value;
    expect(lineOf(explain(scene, cell), 'As sent')).toBe(`${sent}, matches the cell.`);
    for (const typed of ['999', '']) {
      scene.book.as(ANN).enter(cell, typed);
      const explanation = explain(scene, cell);
      expect(lineOf(explanation, 'As sent')).toContain(`${sent}, which differs from the cell`);
    }
  });

  test('is found where the whole table was moved, and not guessed at where a column was put into it', async () => {
    const { scene } = await withReport();
    scene.book.editor.insertColumns('Shifts', 1);
    expect(explain(scene, 'Shifts!K2').title).toMatch(/^Worked of /);
    scene.book.editor.insertColumns('Shifts', 3);
    for (const a1 of ['Shifts!L2', 'Shifts!L1']) {
      const explanation = explain(scene, a1);
      expect(explanation.title).toBe('A cell of “Shifts”');
      expect(lineOf(explanation, 'Column')).toMatch(/^Refresh the report, then ask again/);
    }
  });

  test('says of a heading what the column means', async () => {
    const { scene } = await withReport();
    const explanation = explain(scene, 'Shifts!L1');
    expect(explanation.title).toBe('The column NO_SHOWS');
    expect(lineOf(explanation, 'Meaning')).toBe('Positions whose worker didn’t come.');
  });
});

describe('a cell of a grouped table', () => {
  const GROUPED = { report: 'shift_fulfilment_aggregated', groupBy: 'week, venue' } as const;

  test('gives the sums of its rows, which give the figure again: every percentage of every row', async () => {
    const { scene } = await withReport(GROUPED);
    const table = scene.book.values('Shifts!A1:P200').filter(([cell]) => cell !== '');
    const column = columnOf(scene, 'Shifts', 'SHIFTS_BOOKED_PERCENTAGE');
    const at = column.charCodeAt(0) - 65;
    let compared = 0;
    for (let row = 2; row <= Math.min(table.length, 12); row += 1) {
      const explanation = explain(scene, `Shifts!${column}${row}`);
      const [top = 0, bottom = 0] = sumsIn(explanation);
      const shown = table[row - 1]?.[at];
      if (typeof shown !== 'number') continue;
      expect((100 * top) / bottom).toBeCloseTo(shown, 9);
      expect(lineOf(explanation, 'Recalculated')).toBe(`${shown.toFixed(1)}%, matches the cell.`);
      compared += 1;
    }
    expect(compared).toBeGreaterThanOrEqual(8);
  });

  test('counts the shifts behind it, as a list of the shifts of that venue and week has them', async () => {
    const { scene } = await withReport(GROUPED);
    const [row = []] = scene.book.values('Shifts!A2:B2');
    const explanation = explain(scene, `Shifts!${columnOf(scene, 'Shifts', 'SHIFTS_POSTED')}2`);

    const listed = scene.call(
      'SHIFT_FULFILMENT',
      '2026-02-16',
      '2026-02-22',
      'venue',
      String(row[1]),
      'headers',
      false,
    );
    const rows = listed.kind === 'values' ? listed.values : [];
    const posted = rows.reduce((sum, cells) => sum + (Number(cells[4]) || 0), 0);

    expect(explanation.title).toMatch(/^Posted of week 16 Feb 2026, /);
    expect(lineOf(explanation, 'Rows behind it')).toMatch(new RegExp(`^${rows.length} shift records?(, |$)`));
    expect(lineOf(explanation, 'Made of')).toBe(`${posted} posted`);
  });

  test('is found again after people sorted the table', async () => {
    const { scene } = await withReport({ ...GROUPED, groupBy: 'venue' });
    const rows = scene.book.values('Shifts!A2:P3');
    const column = columnOf(scene, 'Shifts', 'SHIFTS_POSTED');
    const second = lineOf(explain(scene, `Shifts!${column}3`), 'Made of');
    rows[1]?.forEach((value, at) => {
      const text = typeof value === 'string' ? `'${value}` : String(value);
      scene.book.as(ANN).enter(`Shifts!${String.fromCharCode(65 + at)}2`, text);
    });
    expect(lineOf(explain(scene, `Shifts!${column}2`), 'Made of')).toBe(second);
  });
});

describe('any other cell', () => {
  test('of the status sheet and of the targets sheet says what the sheet is', async () => {
    const { scene } = await withReport();
    setTargets(scene);
    expect(explain(scene, 'Shift Reports status!D2').title).toBe('The status sheet');
    const explanation = explain(scene, `${TARGETS}!G2`);
    expect(explanation.title).toBe('The targets sheet');
    expect(lineOf(explanation, 'Sheet')).toContain('only you write here');
  });

  test.each(['Sheet1!A1', 'Sheet1!Z900', 'Shifts!Z1', 'Shift Reports status!A40'])(
    '%s is not ours',
    async (a1) => {
      const { scene } = await withReport();
      const { title } = explain(scene, a1);
      expect([NOT_OURS, 'The status sheet']).toContain(title);
    },
  );

  test.each([
    '{"sheetId": 0, "template": "x", "reportId": "y"}',
    '[null, 1, "x", {"sheetId": "0"}]',
    '{',
    'null',
  ])('is explained where the record of a dashboard is %s', async (text) => {
    const { scene } = await withReport();
    for (const [, entries] of scene.emulator.properties) {
      if (entries.has('connection')) entries.set('dashboard.0', text);
    }
    expect(explain(scene, 'Sheet1!A1').title).toBeTruthy();
    expect(explain(scene, 'Shifts!J2').title).toMatch(/^Worked of /);
  });

  test('costs five calls to look at and a few to explain', async () => {
    const { scene } = await withReport({ report: 'shift_fulfilment_aggregated', groupBy: 'venue' });
    explain(scene, 'Shifts!D2');
    const calls = wireCalls(scene.last);
    expect(calls.filter((method) => /^(Spreadsheet|Range|Sheet)\./.test(method)).length).toBeLessThanOrEqual(
      5,
    );
    expect(calls.length).toBeLessThanOrEqual(8);
  });
});
