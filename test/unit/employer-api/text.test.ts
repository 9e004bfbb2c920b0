import { expect, test } from '@jest/globals';
import { fitText, shownNumber } from '../../../src/employer-api/text';

test('a text that is cut ends with … after a letter', () => {
  expect(fitText('Conference Centre, Leeds', 20)).toBe('Conference Centre…');
});

test.each([
  [12809, '12,809'],
  [-64259.5, '-64,259.5'],
  [1234.5678, '1,234.5678'],
  [0.1 + 0.2, '0.3'],
])('the number %d is shown as %s', (value, text) => {
  expect(shownNumber(value)).toBe(text);
});
