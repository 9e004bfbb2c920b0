import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { covers, lastColumn, lastRow, singleCell } from '../../../emulator/world/spreadsheet/rectangle';
import type { Sheet } from '../../../emulator/world/spreadsheet/sheet';
import type { SpreadsheetDocument } from '../../../emulator/world/spreadsheet/spreadsheet-document';
import { evaluator, newDocument } from './spreadsheet-scene';

const { evaluate } = evaluator({
  PAIR: () => [[1, 2]],
  BOX: () => [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ],
});

/** One thing a person does near the first cell. */
const acts: fc.Arbitrary<(document: SpreadsheetDocument) => void> = fc
  .record({
    act: fc.constantFrom(
      'pair',
      'box',
      'text',
      'clear',
      'rows',
      'columns',
      'drop rows',
      'drop columns',
      'sort',
      'copy',
    ),
    row: fc.integer({ min: 1, max: 6 }),
    column: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ act, row, column }) => {
    const a1 = `Sheet1!${String.fromCharCode(64 + column)}${row}`;
    return ({ editor }: SpreadsheetDocument) => {
      if (act === 'pair' || act === 'box') editor.type(a1, `=${act}()`);
      else if (act === 'text') editor.type(a1, 'text');
      else if (act === 'clear') editor.clear(a1);
      else if (act === 'rows') editor.insertRows('Sheet1', row);
      else if (act === 'columns') editor.insertColumns('Sheet1', column);
      else if (act === 'drop rows') editor.deleteRows('Sheet1', row);
      else if (act === 'drop columns') editor.deleteColumns('Sheet1', column);
      else if (act === 'sort') editor.sort('Sheet1!A1:C5', 2);
      else
        editor.paste(a1, [
          ['=pair()', ''],
          ['', 'x'],
        ]);
    };
  });

/** What is wrong with the spilled cells of a sheet; nothing, if all is well. */
function faults(sheet: Sheet): string[] {
  const found: string[] = [];
  const formulas = [...sheet.formulas.values()];
  sheet.grid.forEach((cell, row, column) => {
    const owners = formulas.filter(({ extent }) => covers(extent, singleCell(row, column)));
    if (cell.spilled && owners.length !== 1) found.push(`${row}:${column} has ${owners.length} owners`);
    if (cell.formula !== '' && sheet.formulaAt(row, column)?.text !== cell.formula)
      found.push(`${row}:${column} unknown`);
  });
  for (const { row, column, extent, result, text } of formulas) {
    if (sheet.grid.cell(row, column).formula !== text) found.push(`${row}:${column} lost`);
    if (!Array.isArray(result)) continue;
    const isBlocked = typeof sheet.grid.cell(row, column).value === 'object';
    const isWhole =
      lastRow(extent) - row + 1 === result.length && lastColumn(extent) - column + 1 === result[0]?.length;
    if (isBlocked ? extent.rows * extent.columns !== 1 : !isWhole) found.push(`${row}:${column} half shown`);
    if (isBlocked) continue;
    const shown = sheet.grid.map(extent, ({ value }) => value);
    if (JSON.stringify(shown) !== JSON.stringify(result)) found.push(`${row}:${column} shows something else`);
  }
  return found;
}

describe('Array results among any edits', () => {
  test('fill more than their own cell, so that the next check means something', () => {
    const document = newDocument();
    document.editor.type('Sheet1!A1', '=box()');
    document.recalculate(evaluate);

    expect(document.values('Sheet1!A1:C3').flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(faults(document.workbook.sheet(0))).toEqual([]);
  });

  test('are shown whole or not at all, and every spilled cell belongs to one formula', () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 12 }), (sequence) => {
        const document = newDocument();
        for (const act of sequence) {
          act(document);
          document.recalculate(evaluate);
          expect(faults(document.workbook.sheet(0))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
