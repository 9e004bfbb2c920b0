import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SpreadsheetDocument } from '../../../emulator/world/spreadsheet/spreadsheet-document';
import { evaluator, newDocument } from './spreadsheet-scene';

const grid = [
  [1, 2],
  [3, 4],
];
const { evaluate } = evaluator({
  GRID: () => grid,
  JULY: () => [[{ $date: Date.parse('2026-06-30T23:00:00Z') }]],
});

let document: SpreadsheetDocument;
beforeEach(() => {
  document = newDocument();
  document.editor.type('Sheet1!B2', '=GRID()');
  document.recalculate(evaluate);
});

describe('The array result of a formula', () => {
  test('fills the cells below and beside it', () => {
    expect(document.values('Sheet1!B2:C3')).toEqual(grid);
    expect(document.cell('Sheet1!C3')).toMatchObject({ value: 4, formula: '' });
  });

  test('gives way when a person types into it, and comes back when that is cleared', () => {
    document.editor.type('Sheet1!C3', 'mine');
    expect(document.values('Sheet1!B2:C3')).toEqual([
      ['#REF!', ''],
      ['', 'mine'],
    ]);

    document.editor.clear('Sheet1!C3');
    expect(document.values('Sheet1!B2:C3')).toEqual(grid);
  });

  test('goes with its formula', () => {
    document.editor.type('Sheet1!B2', 'plain');

    expect(document.values('Sheet1!B2:C3')).toEqual([
      ['plain', ''],
      ['', ''],
    ]);
  });

  test('moves in one piece when rows come between its cells', () => {
    document.editor.insertRows('Sheet1', 3, 2);
    expect(document.values('Sheet1!B2:C5')).toEqual([
      [1, 2],
      [3, 4],
      ['', ''],
      ['', ''],
    ]);
  });

  test('finds room once the sheet has grown', () => {
    document.editor.type('Sheet1!Z5', '=GRID()');
    document.recalculate(evaluate);
    expect(document.cell('Sheet1!Z5').error).toContain('please insert more columns (1)');

    document.editor.insertColumns('Sheet1', 27);
    expect(document.values('Sheet1!Z5:AA6')).toEqual(grid);
  });

  test('does not overwrite that of another formula', () => {
    document.editor.type('Sheet1!C1', '=GRID()');
    document.recalculate(evaluate);

    expect(document.cell('Sheet1!C1').error).toContain('overwrite data in C2');
    expect(document.values('Sheet1!B2:C3')).toEqual(grid);
  });

  test('counts for the last row, and is part of the snapshot', () => {
    const sheet = document.workbook.sheets[0];
    expect(sheet?.grid.lastRow()).toBe(3);
    expect(document.snapshot().sheets[0]?.cells.C3).toEqual({ value: 4, spilled: true });
  });

  test('shows dates by the format that comes with them, unless the cell has its own', () => {
    document.editor.setNumberFormat('Sheet1!E2', 'yyyy-mm-dd');
    document.editor.type('Sheet1!E1', '=JULY()');
    document.editor.type('Sheet1!E2', '=JULY()');
    document.recalculate(evaluate);

    expect(document.cell('Sheet1!E1').display).toBe('01/07/2026');
    expect(document.cell('Sheet1!E2').display).toBe('2026-07-01');
  });
});
