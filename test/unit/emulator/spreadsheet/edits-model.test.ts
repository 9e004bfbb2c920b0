import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changeLines } from '../../../emulator/world/spreadsheet/edit-lines';
import type { LineChange } from '../../../emulator/world/spreadsheet/rectangle';
import type { Workbook } from '../../../emulator/world/spreadsheet/workbook';
import { clearContents, writeInputs } from '../../../emulator/world/spreadsheet/write-inputs';
import { newDocument } from './spreadsheet-scene';

/** Edits stay within this corner of the sheet. */
const ROWS = 9;
const COLUMNS = 7;

interface Edit {
  readonly kind: 'write' | 'clear' | 'insert' | 'delete';
  readonly axis: 'row' | 'column';
  readonly row: number;
  readonly column: number;
  readonly size: number;
  readonly value: number;
}

const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('write', 'clear', 'insert', 'delete'),
  axis: fc.constantFrom('row', 'column'),
  row: fc.integer({ min: 1, max: ROWS - 2 }),
  column: fc.integer({ min: 1, max: COLUMNS - 2 }),
  size: fc.integer({ min: 1, max: 3 }),
  value: fc.integer({ min: 1, max: 99 }),
});

function apply(workbook: Workbook, edit: Edit): void {
  const sheet = workbook.sheet(0);
  const { row, column, size } = edit;
  const block = { row, column, rows: size, columns: size };
  const line = new Array<number>(size).fill(edit.value);
  if (edit.kind === 'write') writeInputs(workbook, sheet, block, new Array(size).fill(line));
  else if (edit.kind === 'clear') clearContents(workbook, sheet, block);
  else changeLines(workbook, sheet, lineChange(edit));
}

function lineChange({ kind, axis, row, column, size }: Edit): LineChange {
  return { axis, at: axis === 'row' ? row : column, count: kind === 'insert' ? size : -size };
}

/** The same on plain rows, far larger than the corner that is looked at. */
function applyToRows(rows: (number | '')[][], edit: Edit): void {
  const { kind, axis, size } = edit;
  if (kind === 'write' || kind === 'clear') {
    for (let row = edit.row; row < edit.row + size; row++) {
      for (let column = edit.column; column < edit.column + size; column++) {
        (rows[row - 1] as (number | '')[])[column - 1] = kind === 'write' ? edit.value : '';
      }
    }
  } else if (axis === 'row') {
    const blank = Array.from({ length: size }, () => new Array<''>(200).fill(''));
    if (kind === 'insert') rows.splice(edit.row - 1, 0, ...blank);
    else rows.splice(edit.row - 1, size);
  } else {
    for (const row of rows) {
      if (kind === 'insert') row.splice(edit.column - 1, 0, ...new Array<''>(size).fill(''));
      else row.splice(edit.column - 1, size);
    }
  }
}

describe('Any sequence of edits', () => {
  test('leaves the cells that the same edits leave on plain rows', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 7 }), (sequence) => {
        const document = newDocument();
        const rows = Array.from({ length: 200 }, () => new Array<number | ''>(200).fill(''));
        for (const edit of sequence) {
          document.edit((workbook) => apply(workbook, edit));
          applyToRows(rows, edit);
        }
        const corner = rows.slice(0, ROWS).map((row) => row.slice(0, COLUMNS));
        expect(document.values('Sheet1!A1:G9')).toEqual(corner);
      }),
      { numRuns: 300 },
    );
  });

  test('through a write buffer is the same as at once, for every prefix a kill keeps', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 6 }), fc.nat({ max: 6 }), (sequence, keep) => {
        const atOnce = newDocument();
        for (const edit of sequence.slice(0, keep)) atOnce.edit((workbook) => apply(workbook, edit));

        const buffered = newDocument();
        const execution = {};
        for (const edit of sequence) buffered.bufferOf(execution).add(1, (workbook) => apply(workbook, edit));
        buffered.abandon(keep, execution);

        expect(buffered.snapshot()).toEqual(atOnce.snapshot());
      }),
      { numRuns: 300 },
    );
  });

  test('does not change a workbook that was taken before', () => {
    fc.assert(
      fc.property(fc.array(edits, { minLength: 1, maxLength: 5 }), (sequence) => {
        const document = newDocument();
        document.editor.paste('Sheet1!A1', [
          ['1', '2'],
          ['=F(A1)', '4'],
        ]);
        const before = document.workbook;
        const cells = document.snapshot();
        for (const edit of sequence) document.edit((workbook) => apply(workbook, edit));
        document.adopt(before);

        expect(document.snapshot()).toEqual(cells);
      }),
      { numRuns: 200 },
    );
  });
});
