import { describe, expect, test } from '@jest/globals';
import {
  moveReferences,
  renameSheetInFormula,
  shiftReferences,
} from '../../../emulator/world/spreadsheet/references';

const everySheet = () => true;

describe('References in a formula', () => {
  test.each([
    ['=F(A1, B5)', '=F(A1, B7)'],
    ['=F($B$5)', '=F($B$7)'],
    ['=F(A2:B4)', '=F(A2:B6)'],
    ['=F(4:5)', '=F(6:7)'],
    ['=F(D:F)', '=F(D:F)'],
    ['=F("B5", B5)', '=F("B5", B7)'],
    ['=LOG10(B5)', '=LOG10(B7)'],
    ['=Report!B5', '=Report!B7'],
    ["='My report'!B5:C6", "='My report'!B7:C8"],
    ['=TAX2026(A1)', '=TAX2026(A1)'],
    ['=SHIFT_B5', '=SHIFT_B5'],
  ])('%s follows its cells when two rows come before row 4', (formula, shifted) => {
    expect(shiftReferences(formula, { axis: 'row', at: 4, count: 2 }, everySheet)).toBe(shifted);
  });

  test.each([
    ['=F(A1)', '=F(A1)'],
    ['=F(C1)', '=F(#REF!)'],
    ['=F(E1)', '=F(C1)'],
    ['=F(B1:D2)', '=F(B1:B2)'],
    ['=F(A1:F1)', '=F(A1:D1)'],
    ['=F(C:D)', '=F(#REF!)'],
  ])('%s loses what goes with the columns C and D', (formula, shifted) => {
    expect(shiftReferences(formula, { axis: 'column', at: 3, count: -2 }, everySheet)).toBe(shifted);
  });

  test('those to other sheets stay', () => {
    const ownOnly = (name: string | undefined) => name === undefined;
    expect(shiftReferences('=F(A5, Other!A5)', { axis: 'row', at: 1, count: 1 }, ownOnly)).toBe(
      '=F(A6, Other!A5)',
    );
  });

  test('move along when copied, except for parts with a dollar sign', () => {
    expect(moveReferences('=F(A1, $A1, A$1, $A$1, A1:B2)', 2, 1)).toBe('=F(B3, $A3, B$1, $A$1, B3:C4)');
    expect(moveReferences('=F(A1)', -1, 0)).toBe('=F(#REF!)');
  });

  test('follow a sheet to its new name', () => {
    expect(renameSheetInFormula('=F(Data!A1, \'Data\'!B2, Other!C3, "Data!A1")', 'Data', 'My data')).toBe(
      "=F('My data'!A1, 'My data'!B2, Other!C3, \"Data!A1\")",
    );
  });
});
