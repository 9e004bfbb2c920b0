import { afterAll, describe, expect, test } from '@jest/globals';
import { addSheet } from '../../emulator/world/spreadsheet/edit-sheets';
import { scriptWorld } from './script-world';

const CODE = `
function seen() {
  var book = SpreadsheetApp.getActive();
  var range = SpreadsheetApp.getActiveRange();
  return [SpreadsheetApp.getActiveSheet().getName(), range.getA1Notation(), book.getActiveRange().getA1Notation(),
    book.getCurrentCell().getA1Notation(), book.getActiveSheet().getActiveRange().getA1Notation()];
}
function ofFirst() { return SpreadsheetApp.getActive().getSheets()[0].getActiveRange().getA1Notation(); }
function select(notation) { SpreadsheetApp.getActive().getRange(notation).activate(); return seen(); }
function shrink() { SpreadsheetApp.getActiveSheet().deleteRows(5, 900); return seen(); }
`;

const world = scriptWorld(CODE);
afterAll(() => world.dispose());

/** Calls as a sidebar does, and fails as it would. */
function call(name: string, ...args: unknown[]): unknown {
  const result = world.ann.callFromSidebar(name, ...args);
  if (result.kind === 'failure') throw new Error(result.message);
  return result.value;
}

describe('What a person selected, as a sidebar call sees it', () => {
  test('[Q1 asm] is the first cell before anything was selected (inference)', () => {
    expect(call('seen')).toEqual(['Sheet1', 'A1', 'A1', 'A1', 'A1']);
  });

  test('[Q2 doc] is the range, its sheet, and the cell that has the keyboard (Spreadsheet reference)', () => {
    world.book.document.edit((workbook) => addSheet(workbook, 'Overview'));
    world.ann.select('Overview!B4:C9');

    expect(call('seen')).toEqual(['Overview', 'B4:C9', 'B4:C9', 'B4', 'B4:C9']);
    expect(call('ofFirst')).toBe('A1');
  });

  test('[Q3 asm] is each person’s own (inference)', () => {
    world.bobsBook.as('bob@b.example').select('Sheet1!D4');

    expect(call('seen')).toEqual(['Overview', 'B4:C9', 'B4:C9', 'B4', 'B4:C9']);
  });

  test('[Q4 doc] is what a script activates (Range reference)', () => {
    expect(call('select', 'Overview!C2:D3')).toEqual(['Overview', 'C2:D3', 'C2:D3', 'C2', 'C2:D3']);
  });

  test('[Q5 asm] is the first cell again when the selected cells are gone (inference)', () => {
    world.ann.select('Overview!B990');

    expect(call('shrink')).toEqual(['Overview', 'A1', 'A1', 'A1', 'A1']);
  });
});
