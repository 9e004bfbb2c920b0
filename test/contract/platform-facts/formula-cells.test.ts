import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ScriptWorld, scriptWorld } from './script-world';

const CODE = `
function ECHO(value) { return Object.prototype.toString.call(value) === '[object Date]' ? value.toISOString() : value; }
function GRID(rows, columns) {
  var grid = [];
  for (var row = 0; row < rows; row++) {
    grid.push([]);
    for (var column = 0; column < columns; column++) grid[row].push((row + 1) * 10 + column + 1);
  }
  return grid;
}
function TEXTS() { return [['007', '=1+1', '2026-01-31', null]]; }
function FLAT() { return [1, 2, 3]; }
function RAGGED() { return [[1, 2], [3]]; }
function FAIL() { throw new Error('Give two dates.'); }
function MIDNIGHT() { return new Date(Date.UTC(2026, 5, 30, 23)); }
`;

describe('A cell with a custom function', () => {
  let world: ScriptWorld;
  beforeEach(() => {
    world = scriptWorld(CODE);
  });
  afterEach(() => world.dispose());

  test('[F4 asm] refuses TODAY() among its arguments', () => {
    world.ann.enter('Sheet1!A1', '=ECHO(TODAY())');

    expect(world.book.cell('Sheet1!A1').display).toBe('#ERROR!');
    expect(world.emulator.executions).toHaveLength(0);
  });

  test('[F5 doc] runs again when a cell it refers to changes (Custom functions guide)', () => {
    world.ann.enter('Sheet1!B1', '5');
    world.ann.enter('Sheet1!A1', '=ECHO(B1)');
    world.ann.enter('Sheet1!B1', '6');

    expect(world.book.cell('Sheet1!A1').value).toBe(6);
    expect(world.emulator.executions).toHaveLength(2);
  });

  test('[F5 doc] does not run when another cell changes, or the same value is written again', () => {
    world.ann.enter('Sheet1!B1', '5');
    world.ann.enter('Sheet1!A1', '=ECHO(B1)');
    world.ann.enter('Sheet1!C1', '7');
    world.ann.enter('Sheet1!B1', '5');

    expect(world.emulator.executions).toHaveLength(1);
  });

  test('[F5 doc] runs again when the cells of a named range change', () => {
    world.book.document.editor.nameRange('STAMP', 'Sheet1!D1');
    world.ann.enter('Sheet1!A1', '=ECHO(STAMP)');
    world.ann.enter('Sheet1!D1', '42');

    expect(world.book.cell('Sheet1!A1').value).toBe(42);
  });

  test('[F13 doc, text asm] shows #REF! when a neighbour is occupied, and writes nothing', () => {
    world.ann.enter('Sheet1!B2', 'mine');
    world.ann.enter('Sheet1!A1', '=GRID(2, 2)');

    expect(world.book.cell('Sheet1!A1')).toMatchObject({
      display: '#REF!',
      error: 'Array result was not expanded because it would overwrite data in B2.',
    });
    expect(world.book.values('Sheet1!A1:B2')).toEqual([
      ['#REF!', ''],
      ['', 'mine'],
    ]);
  });

  test('[F14 rec] shows #REF! at the edge of the grid', () => {
    world.ann.enter('Sheet1!Z1', '=GRID(1, 4)');
    world.ann.enter('Sheet1!A999', '=GRID(5, 1)');

    expect(world.book.cell('Sheet1!Z1')).toMatchObject({
      display: '#REF!',
      error: 'Result was not automatically expanded, please insert more columns (3).',
    });
    expect(world.book.cell('Sheet1!A999').error).toBe(
      'Result was not automatically expanded, please insert more rows (3).',
    );
  });

  test('[F15 asm] keeps texts as texts, and null leaves a cell empty', () => {
    world.ann.enter('Sheet1!A1', '=TEXTS()');

    expect(world.book.values('Sheet1!A1:D1')).toEqual([['007', '=1+1', '2026-01-31', '']]);
    expect(world.book.cell('Sheet1!B1').formula).toBe('');
  });

  test('[F16 asm] refuses a flat or ragged array', () => {
    world.ann.enter('Sheet1!A1', '=FLAT()');
    world.ann.enter('Sheet1!A5', '=RAGGED()');

    expect(world.book.cell('Sheet1!A1').display).toBe('#ERROR!');
    expect(world.book.cell('Sheet1!A5').display).toBe('#ERROR!');
    expect(world.book.values('Sheet1!B1:C1')).toEqual([['', '']]);
  });

  test('[F17 rec2] shows #ERROR! with the thrown message as its note (gas-fakes suite)', () => {
    world.ann.enter('Sheet1!A1', '=FAIL()');

    expect(world.book.cell('Sheet1!A1').display).toBe('#ERROR!');
    expect(world.book.cell('Sheet1!A1').note).toContain('Give two dates.');
  });

  test('[F2 asm] takes a date as midnight in the spreadsheet zone, and shows a Date as that day', () => {
    world.ann.enter('Sheet1!A1', '=ECHO(DATE(2026, 7, 1))');
    world.ann.enter('Sheet1!A2', '=MIDNIGHT()');

    expect(world.book.cell('Sheet1!A1').value).toBe('2026-06-30T23:00:00.000Z');
    expect(world.book.cell('Sheet1!A2')).toMatchObject({ value: 46_204, display: '01/07/2026' });
  });
});
