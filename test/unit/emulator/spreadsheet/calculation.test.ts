import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SpreadsheetDocument } from '../../../emulator/world/spreadsheet/spreadsheet-document';
import { evaluator, newDocument } from './spreadsheet-scene';

function scene() {
  return evaluator({
    ECHO: (value) => (value === undefined ? 'nothing' : (value as never)),
    SUM2: (a, b) => Number(a) + Number(b),
    HEIGHT: (rows) => (rows as unknown[][]).length,
    LINES: () => [[1], [2], [3]],
  });
}

let document: SpreadsheetDocument;
let formulas: ReturnType<typeof scene>;
beforeEach(() => {
  document = newDocument();
  formulas = scene();
});

function enter(a1: string, text: string): void {
  document.editor.type(a1, text);
  document.recalculate(formulas.evaluate);
}

describe('Arguments', () => {
  test('are values of cells, rows of ranges, dates at midnight in the zone of the spreadsheet', () => {
    document.editor.paste('Sheet1!B1', [['2026-07-01', '10%', 'text', '', 'TRUE']]);
    enter('Sheet1!A1', '=F(B1, C1, D1, E1, F1, B1:C1, DATE(2026, 1, 1), , "x")');

    expect(formulas.runs[0]?.args).toEqual([
      { $date: Date.parse('2026-06-30T23:00:00Z') },
      0.1,
      'text',
      '',
      true,
      [[{ $date: Date.parse('2026-06-30T23:00:00Z') }, 0.1]],
      { $date: Date.parse('2026-01-01T00:00:00Z') },
      '',
      'x',
    ]);
  });

  test('reach into other sheets and to the edge of the sheet', () => {
    document.editor.createSheet('My data');
    document.editor.type("'My data'!B2", '7');
    enter('Sheet1!A1', "=ECHO('My data'!B2)");
    enter('Sheet1!A2', "=HEIGHT('My data'!A:A)");

    expect(document.values('Sheet1!A1:A2')).toEqual([[7], [1000]]);
  });

  test.each([
    ['=ECHO(NOW())', '#ERROR!'],
    ['=ECHO(C1)', '#ERROR!'],
    ['=ECHO(UNKNOWN_NAME)', '#NAME?'],
    ['=ECHO(Nowhere!A1)', '#REF!'],
    ['=ECHO(#REF!)', '#REF!'],
  ])('%s is refused without a run', (formula, shown) => {
    document.editor.type('Sheet1!C1', '=IF(NOW()>1, 1, 2)');
    enter('Sheet1!A1', formula);

    expect(document.cell('Sheet1!A1').display).toBe(shown);
    expect(formulas.runs).toHaveLength(0);
  });
});

describe('Recalculation', () => {
  test('runs formulas that feed each other in their order, once each', () => {
    document.editor.type('Sheet1!A1', '=SUM2(B1, C1)');
    document.editor.type('Sheet1!B1', '=SUM2(C1, 1)');
    document.editor.type('Sheet1!C1', '5');
    document.recalculate(formulas.evaluate);

    expect(document.values('Sheet1!A1:B1')).toEqual([[11, 6]]);
    expect(formulas.runs.map(({ args }) => args)).toEqual([
      [5, 1],
      [6, 5],
    ]);
  });

  test('follows the cells that another formula spills into', () => {
    enter('Sheet1!A1', '=ECHO(B3)');
    enter('Sheet1!B1', '=LINES()');

    expect(document.cell('Sheet1!A1').value).toBe(3);
  });

  test('follows plain cells, and not those beside them', () => {
    enter('Sheet1!A1', '=ECHO(B1)');
    enter('Sheet1!B1', '5');
    enter('Sheet1!B2', '6');

    expect(document.cell('Sheet1!A1').value).toBe(5);
    expect(formulas.runs).toHaveLength(2);
  });

  test('follows spilled cells that go with their formula', () => {
    enter('Sheet1!B1', '=LINES()');
    enter('Sheet1!A1', '=ECHO(B3)');
    enter('Sheet1!B1', 'plain');

    expect(document.cell('Sheet1!A1').value).toBe('');
  });

  test('ends with an error where formulas wait for each other', () => {
    document.editor.type('Sheet1!A1', '=ECHO(B1)');
    document.editor.type('Sheet1!B1', '=ECHO(A1)');
    document.editor.type('Sheet1!C1', '=ECHO(C1)');
    document.recalculate(formulas.evaluate);

    expect(document.values('Sheet1!A1:C1')).toEqual([['#REF!', '#REF!', '#REF!']]);
    expect(formulas.runs).toHaveLength(0);
  });

  test('recovers when the circle is broken', () => {
    document.editor.type('Sheet1!A1', '=ECHO(B1)');
    enter('Sheet1!B1', '=ECHO(A1)');
    enter('Sheet1!B1', '4');

    expect(document.cell('Sheet1!A1').value).toBe(4);
  });

  test('of all formulas runs every one again', () => {
    enter('Sheet1!A1', '=ECHO(1)');
    expect(document.recalculate(formulas.evaluate)).toBe(0);
    expect(document.recalculate(formulas.evaluate, 'all')).toBe(1);
  });

  test('runs a formula whose range grew by an inserted row', () => {
    enter('Sheet1!C1', '=HEIGHT(A1:A3)');
    document.editor.insertRows('Sheet1', 2);
    document.recalculate(formulas.evaluate);

    expect(document.cell('Sheet1!C1')).toMatchObject({ formula: '=HEIGHT(A1:A4)', value: 4 });
  });
});

describe('Calculations side by side', () => {
  test('are handed out together and settled in any order', () => {
    document.editor.paste('Sheet1!A1', [['=ECHO(1)', '=ECHO(2)', '=SUM2(A1, B1)']]);
    const [first, second, ...others] = document.readyCalculations();
    expect(others).toEqual([]);
    if (second) document.settle(second, { kind: 'value', value: 2 });
    if (first) document.settle(first, { kind: 'value', value: 1 });

    expect(document.readyCalculations().map(({ args }) => args)).toEqual([[1, 2]]);
  });

  test('drop a result whose formula was replaced meanwhile', () => {
    document.editor.type('Sheet1!A1', '=ECHO(1)');
    const [calculation] = document.readyCalculations();
    document.editor.type('Sheet1!A1', 'typed');
    if (calculation) document.settle(calculation, { kind: 'value', value: 1 });

    expect(document.cell('Sheet1!A1').value).toBe('typed');
  });

  test('run once more when an argument changed meanwhile', () => {
    document.editor.type('Sheet1!A1', '=ECHO(B1)');
    const [calculation] = document.readyCalculations();
    document.editor.type('Sheet1!B1', 'new');
    if (calculation) document.settle(calculation, { kind: 'value', value: '' });

    expect(document.readyCalculations().map(({ args }) => args)).toEqual([['new']]);
  });
});

describe('Formulas that a grid outside calculates', () => {
  test('keep their text and take the value given to them', () => {
    enter('Sheet1!A1', '=SUM(B1:B3)');
    enter('Sheet1!A2', '=ECHO(A1)');
    document.setCalculated('Sheet1!A1', 6);
    document.recalculate(formulas.evaluate);

    expect(document.cell('Sheet1!A1')).toMatchObject({ formula: '=SUM(B1:B3)', value: 6 });
    expect(document.cell('Sheet1!A2').value).toBe(6);
  });

  test('may be given rows, and a cell without a formula may not', () => {
    enter('Sheet1!A1', '=SEQUENCE(2)');
    document.setCalculated('Sheet1!A1', [[1], [2]]);

    expect(document.values('Sheet1!A1:A2')).toEqual([[1], [2]]);
    expect(() => document.setCalculated('Sheet1!C1', 1)).toThrow('holds no formula');
  });
});
