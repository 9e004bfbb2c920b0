import { describe, expect, test } from '@jest/globals';
import {
  argumentsOfCalls,
  isVolatileFormula,
  parseFormulaCall,
} from '../../../emulator/world/spreadsheet/formula-call';

describe('A formula that is one call', () => {
  test('is taken apart into its name and its arguments', () => {
    expect(parseFormulaCall('=SHIFT_METRIC("worked %", A1, , -1.5, 10%, TRUE, SHIFT_STAMP)')).toEqual({
      name: 'SHIFT_METRIC',
      args: [
        { kind: 'constant', value: 'worked %' },
        { kind: 'reference', reference: expect.objectContaining({ firstRow: 1, firstColumn: 1 }) },
        { kind: 'blank' },
        { kind: 'constant', value: -1.5 },
        { kind: 'constant', value: 0.1 },
        { kind: 'constant', value: true },
        { kind: 'name', name: 'SHIFT_STAMP' },
      ],
    });
  });

  test('keeps commas, brackets and doubled quotes inside text', () => {
    expect(parseFormulaCall('=F("a, (b) ""c""", \'My, sheet\'!A1)')?.args).toEqual([
      { kind: 'constant', value: 'a, (b) "c"' },
      { kind: 'reference', reference: expect.objectContaining({ sheetName: 'My, sheet' }) },
    ]);
  });

  test.each([
    ['=F(DATE(2026,7,1))', 46_204],
    ['=F(date(2026, 13, 1))', 46_388],
    ['=F(DATE(2026, 3, 0))', 46_081],
  ])('%s has a day as argument', (formula, serial) => {
    expect(parseFormulaCall(formula)?.args).toEqual([{ kind: 'day', serial }]);
  });

  test.each(['=F()', '= f ( ) '])('%j has no arguments', (formula) => {
    expect(parseFormulaCall(formula)?.args).toEqual([]);
  });

  test.each(['=F(NOW())', '=F(TODAY()-1)', '=F("x", RANDBETWEEN(1, 2))'])(
    '%s has a volatile argument',
    (formula) => {
      expect(parseFormulaCall(formula)?.args).toContainEqual({ kind: 'volatile' });
    },
  );

  test.each(['=A1', '=1+1', '=F(A1+1)', '=F(1)+F(2)', '=F(1', '=F("x)', '=F({1,2})', '=IF(F(1), 2, 3)'])(
    '%s is left to a grid that calculates',
    (formula) => {
      expect(parseFormulaCall(formula)).toBeUndefined();
    },
  );

  test('names of volatile functions inside text do not count', () => {
    expect(isVolatileFormula('=IF(A1="NOW()", 1, 2)')).toBe(false);
    expect(isVolatileFormula('=IF(now()-A1>1, 1, 2)')).toBe(true);
  });
});

describe('The calls of a function inside a formula', () => {
  const text = (value: string) => ({ kind: 'constant', value });

  test('are found wherever they stand, whatever the case, each with its own arguments', () => {
    const formula = '=IF(A1="F(", SUM(INDEX(f("2025-07", , (1+2)), 0, 5)), F("a, ) b") - XF("no"))';

    expect(argumentsOfCalls(formula, 'F')).toEqual([
      [text('2025-07'), { kind: 'blank' }, undefined],
      [text('a, ) b')],
    ]);
  });

  test('are none where the bracket or the text does not end', () => {
    expect(argumentsOfCalls('=F("x', 'F')).toEqual([]);
    expect(argumentsOfCalls('=G(1)', 'F')).toEqual([]);
  });
});
