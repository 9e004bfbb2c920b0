import { describe, expect, test } from '@jest/globals';
import { findCrampedTexts, textWidth, wrappedHeight, wrappedLines } from '../../support/text-width';

// Adobe's metrics in thousandths: T 611, r 333, u 556, e 556, space 278, % 889, 0 556. A point has 4/3 pixels.
const POINT = 4 / 3;

describe('the width of a text', () => {
  test('is the sum of its advance widths', () => {
    expect(textWidth('True %')).toBeCloseTo((611 + 333 + 556 + 556 + 278 + 889) * 0.01 * POINT, 6);
    expect(textWidth('True %', { size: 20 })).toBeCloseTo(2 * textWidth('True %'), 6);
  });

  test('is greater in bold: t 333 instead of 278', () => {
    expect(textWidth('t', { bold: true }) - textWidth('t')).toBeCloseTo(55 * 0.01 * POINT, 6);
  });

  test('takes no more for an accent, and the most for a sign that is not in the tables', () => {
    expect(textWidth('Café')).toBe(textWidth('Cafe'));
    expect(textWidth('界')).toBeCloseTo(1000 * 0.01 * POINT, 6);
  });
});

test('wrapped lines break at spaces, and a long word has a line of its own', () => {
  const [word, space] = [textWidth('fulfilment'), textWidth(' ')];
  expect(wrappedLines('fulfilment fulfilment', 2 * word + space + 6.1)).toBe(1);
  expect(wrappedLines('fulfilment fulfilment', 2 * word + space + 5.9)).toBe(2);
  expect(wrappedLines('a fulfilment b', 20)).toBe(3);
  expect(wrappedLines('a\nb', 200)).toBe(2);
  expect(wrappedHeight('a\nb', 200)).toBeCloseTo(2 * 10 * POINT * 1.2 + 6, 6);
});

describe('cramped texts', () => {
  const blank = { text: '' };
  const word = { text: 'shift between' };
  const find = (...cells: Parameters<typeof findCrampedTexts>[0][number]) =>
    findCrampedTexts([cells], [60, 60, 60]).map(({ column, problem }) => `${column} ${problem}`);

  test('a text runs over blank cells, not over others, and not out of the sheet', () => {
    expect(find(word, blank, { text: 'x' })).toEqual([]);
    expect(find(word, { text: 'x' })).toEqual(['1 cut']);
    expect(find(blank, blank, word)).toEqual(['3 cut']);
    expect(find({ text: 'x' }, { ...word, align: 'right' })).toEqual(['2 cut']);
  });

  test('a number never runs over: Sheets shows ### instead', () => {
    expect(find({ text: '1,234,567.89', isNumber: true })).toEqual(['1 cut']);
    expect(find({ text: '1,234', isNumber: true })).toEqual([]);
  });

  test('a wrapped text is cut where a word is too wide, or its row too low', () => {
    expect(find({ ...word, wrap: true }, { text: 'x' })).toEqual([]);
    expect(find({ text: 'SHIFTS_BOOKED', wrap: true }, { text: 'x' })).toEqual(['1 cut']);
    const low = findCrampedTexts([[{ ...word, wrap: true }]], [60], new Map([[1, 21]]));
    expect(low).toEqual([{ row: 1, column: 1, text: word.text, problem: 'cut' }]);
  });

  test('a number and the text beside it are too close without a column between', () => {
    expect(find({ text: '80%', isNumber: true }, { text: 'Note' })).toEqual(['1 colliding']);
    expect(find({ text: '80%', isNumber: true }, blank, { text: 'Note' })).toEqual([]);
    expect(find({ text: 'Name' }, { text: '80%', isNumber: true })).toEqual([]);
  });
});
