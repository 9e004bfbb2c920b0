import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ScriptWorld, scriptWorld } from '../../support/script-world';
import { DASHBOARD_SHEET, writeDashboard } from '../../workbench/dashboard';
import { writeStartSheet } from '../../workbench/start-document';

/** Functions of the same names whose results are as large as the sheet has to make room for: 30 venues and a total. */
const CODE = `
function table(rows, columns) {
  var line = []; for (var c = 0; c < columns; c++) line.push(c + 1);
  var all = []; for (var r = 0; r < rows; r++) all.push(line);
  return all;
}
function SHIFT_METRIC(metric, from, to, option, value, refresh, stamp) { return value === '' ? stamp : value; }
function SHIFT_STATUS(what, stamp) { return what === undefined ? 'A sentence.' : what + ' ' + stamp; }
function SHIFT_TREND() { return table(13, 2); }
function SHIFT_FULFILMENT_AGGREGATED() { return table(32, 7); }
function SHIFT_COMPARE() { return table(32, 6); }
function SHIFT_LIST() { return table(30, 1); }`;

let world: ScriptWorld;
beforeEach(() => {
  world = scriptWorld(CODE);
  const { editor } = world.book.document;
  writeStartSheet(world.book, true);
  editor.type('Sheet1!A1', '5');
  editor.nameRange('SHIFT_STAMP', 'Sheet1!A1');
  writeDashboard(world.book);
  world.book.recalculate();
});
afterEach(() => world.dispose());

const shown = (a1: string) => world.book.cell(`${DASHBOARD_SHEET}!${a1}`).display;

describe('the dashboard', () => {
  it('stands behind the sheet Start, which stays in front', () => {
    const { sheets, activeSheetId } = world.book.document.snapshot();

    expect(sheets.map(({ name }) => name)).toEqual(['Start', 'Dashboard', 'Sheet1']);
    expect(sheets[0]?.id).toBe(activeSheetId);
  });

  it('has room for every result', () => {
    const values = world.book.values(`${DASHBOARD_SHEET}!A1:P70`).flat();

    expect(values.filter((value) => /^#/.test(String(value)))).toEqual([]);
    // The last cells of the largest results.
    expect(['B22', 'F57', 'N40', 'P38'].map(shown)).toEqual(['2.0%', '+6.0', '7', '1']);
  });

  it('shows percentages, points and headings as such', () => {
    expect(shown('A6')).toBe('5.0%');
    expect(shown('I10')).toBe('2.0%');
    expect(shown('D27')).toBe('+4.0');
    expect(shown('A9')).toBe('Week from');
  });

  it('hands the venue of its cell to the figures, nothing where the cell is empty', () => {
    world.ann.enter(`${DASHBOARD_SHEET}!B3`, 'Grand Hotel, London');

    expect(shown('C6')).toBe('Grand Hotel, London');
  });

  it('is calculated anew, all of it but the bars, when the stamp moves', () => {
    world.emulator.clearExecutions();
    world.ann.enter('Sheet1!A1', '6');

    expect(world.emulator.executions).toHaveLength(11);
    expect(shown('D6')).toBe('6');
    expect(shown('E6')).toBe('state 6');
  });
});
