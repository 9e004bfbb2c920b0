import { beforeEach, describe, expect, test } from '@jest/globals';
import { addSheet, removeSheet } from '../../../emulator/world/spreadsheet/edit-sheets';
import type { SpreadsheetDocument } from '../../../emulator/world/spreadsheet/spreadsheet-document';
import type { WorkbookEdit } from '../../../emulator/world/spreadsheet/write-buffer';
import { writeInputs } from '../../../emulator/world/spreadsheet/write-inputs';
import { newDocument } from './spreadsheet-scene';

const one = {};
const other = {};

function write(row: number, value: string): WorkbookEdit {
  return (workbook) =>
    writeInputs(workbook, workbook.sheet(0), { row, column: 1, rows: 1, columns: 1 }, [[value]]);
}

function column(document: SpreadsheetDocument): string {
  return document.values('Sheet1!A1:A4').flat().join('');
}

let document: SpreadsheetDocument;
beforeEach(() => {
  document = newDocument();
});

describe('The write buffer of an execution', () => {
  test('shows its own edits at once and nobody else until the flush', () => {
    document.bufferOf(one).add(1, write(1, 'a'));

    expect(document.bufferOf(one).view.sheet(0).grid.cell(1, 1).value).toBe('a');
    expect(document.bufferOf(other).view.sheet(0).grid.cell(1, 1).value).toBe('');
    expect(column(document)).toBe('');

    document.flush(one);
    expect(column(document)).toBe('a');
  });

  test.each([
    [0, ''],
    [1, 'a'],
    [2, 'ab'],
    [3, 'abc'],
    [9, 'abc'],
  ])('keeps the first %i operations of three after a kill', (keep, kept) => {
    for (const [index, text] of ['a', 'b', 'c'].entries())
      document.bufferOf(one).add(1, write(index + 1, text));
    expect(document.bufferOf(one).pendingCount()).toBe(3);
    document.abandon(keep, one);

    expect(column(document)).toBe(kept);
    expect(document.pendingCount()).toBe(0);
  });

  test('cannot lose what was flushed before', () => {
    document.bufferOf(one).add(1, write(1, 'a'));
    document.bufferOf(one).flush();
    document.bufferOf(one).add(1, write(2, 'b'));
    document.abandon(0, one);

    expect(column(document)).toBe('a');
  });

  test('keeps a prefix of the steps of an operation made in parts', () => {
    document.bufferOf(one).addAll(4, [write(1, 'a'), write(2, 'b')]);
    expect(document.bufferOf(one).pendingCells()).toBe(4);
    document.abandon(1, one);

    expect(column(document)).toBe('a');
  });

  test('forgets an edit that is refused, and keeps those before it', () => {
    document.bufferOf(one).add(1, write(1, 'a'));
    const refused: WorkbookEdit = (workbook) => {
      write(2, 'half')(workbook);
      addSheet(workbook, 'Sheet1');
    };
    expect(() => document.bufferOf(one).add(1, refused)).toThrow('already exists');
    document.bufferOf(one).add(1, write(3, 'c'));
    document.flush(one);

    expect(column(document)).toBe('ac');
  });

  test('puts its edits on top of what others made permanent meanwhile', () => {
    document.bufferOf(one).add(1, write(1, 'a'));
    document.bufferOf(other).add(1, write(2, 'b'));
    document.flush(other);
    document.editor.type('Sheet1!A3', 'c');
    document.flush(one);

    expect(column(document)).toBe('abc');
  });

  test('throws at the flush when another one took the sheet away', () => {
    document.editor.createSheet('Spare');
    document.bufferOf(one).add(1, write(1, 'a'));
    document.edit((workbook) => removeSheet(workbook, workbook.sheet(0)));

    expect(() => document.flush(one)).toThrow('Sheet 0 not found');
    expect(document.snapshot().sheets.map(({ name }) => name)).toEqual(['Spare']);
  });

  test('never gives the ID of a sheet that a kill undid to another one', () => {
    const made: number[] = [];
    document.bufferOf(one).add(0, (workbook) => made.push(addSheet(workbook, 'Lost').id));
    document.abandon(0, one);
    const id = document.editor.createSheet('Next');

    expect(made).not.toContain(id);
    expect(document.snapshot().sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Next']);
  });
});
