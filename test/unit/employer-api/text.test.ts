import { expect, test } from '@jest/globals';
import { plainNumber, shownSum } from '../../../src/explanations/figure-lines';

test.each([
  [12809, '12,809'],
  [-64259.5, '-64,259.5'],
  [1234.5678, '1,234.5678'],
  [0.1 + 0.2, '0.3'],
])('a sum of %d is shown as %s', (value, text) => {
  expect(shownSum(value)).toBe(text);
});

test('what may be an ID keeps its digits together', () => {
  expect(plainNumber(4625812)).toBe('4625812');
});
