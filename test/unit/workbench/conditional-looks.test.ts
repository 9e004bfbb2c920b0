import { describe, expect, test } from '@jest/globals';
import { conditionalLooks } from '../../workbench/conditional-looks';
import { scriptedSheet } from './support/scripted-sheet';

/** The looks by cell, for example `{ B2: { background: '#ffffff' } }`. */
function looks(lines: string): Record<string, object> {
  const { sheet, workbook } = scriptedSheet(lines);
  return Object.fromEntries(
    conditionalLooks(sheet, workbook.settings.locale).map(({ row, column, ...look }) => [
      `${String.fromCharCode(64 + column)}${row}`,
      look,
    ]),
  );
}

const COLUMN = `sheet.getRange('A1:A5').setValues([[50], [80], [90], ['none'], ['']]);`;

describe('Gradients', () => {
  test('colour numbers between fixed ends, what lies beyond an end like it, and nothing else', () => {
    expect(
      looks(`${COLUMN} sheet.setConditionalFormatRules([rule('A1:A5')
        .setGradientMinpointWithValue('#ff0000', TYPES.NUMBER, '60')
        .setGradientMaxpointWithValue('#0000ff', TYPES.NUMBER, '100').build()]);`),
    ).toEqual({
      A1: { background: '#ff0000' },
      A2: { background: '#800080' },
      A3: { background: '#4000bf' },
    });
  });

  test('end at the least and the greatest number of their cells', () => {
    expect(
      looks(`${COLUMN} sheet.setConditionalFormatRules([rule('A1:A3')
        .setGradientMinpoint('#000000').setGradientMaxpoint('#ffffff').build()]);`),
    ).toEqual({
      A1: { background: '#000000' },
      A2: { background: '#bfbfbf' },
      A3: { background: '#ffffff' },
    });
  });
});

describe('Conditions', () => {
  test.each([
    ['whenTextContains("ON")', 'A4'],
    ['whenTextEndsWith("NE")', 'A4'],
    ['whenFormulaSatisfied("=AND(ISNUMBER(A1), A1<85)")', 'A1 A2'],
    ['whenFormulaSatisfied("=ISNUMBER(A1)*(A1<85)")', 'A1 A2'],
    ['whenFormulaSatisfied("=ISNUMBER(A1)*ISNUMBER($A$3)*(A1<$A$3)")', 'A1 A2'],
    ['whenFormulaSatisfied("=ISNUMBER(A1)*(A1<$A$2-5)")', 'A1'],
    ['whenFormulaSatisfied("=$A$2=80")', 'A1 A2 A3 A4 A5'],
    ['whenFormulaSatisfied("=OR(ISBLANK(A1),A1>=90)")', 'A3 A4 A5'],
    ['whenFormulaSatisfied(\'=A1="None"\')', 'A4'],
    ['whenFormulaSatisfied(\'=A1="no ne"\')', ''],
    ['whenFormulaSatisfied("=SUM(A1:A5)>0")', ''],
  ])('%s fits %s', (condition, cells) => {
    const found = looks(
      `${COLUMN} sheet.getRange('B9').setValue(1);
       sheet.setConditionalFormatRules([rule('A1:A5').${condition}.setBackground('#eeeeee').build()]);`,
    );
    expect(Object.keys(found).join(' ')).toBe(cells);
  });

  test('give background, colour of the text and bold; of two that fit a cell the first one decides alone', () => {
    expect(
      looks(`${COLUMN} sheet.setConditionalFormatRules([
        rule('A1:A2').whenFormulaSatisfied('=A1<60').setFontColor('#9aa0a6').setBold(true).build(),
        rule('A1:A2').whenFormulaSatisfied('=A1<90').setBackground('#ffffff').build()]);`),
    ).toEqual({ A1: { color: '#9aa0a6', bold: true }, A2: { background: '#ffffff' } });
  });
});
