import { describe, expect, test } from '@jest/globals';
import { nameInTitle } from '../../../src/explanations/figure-lines';

describe('a name in a title', () => {
  test('of up to 80 characters stands as it is', () => {
    expect(nameInTitle('x'.repeat(80))).toBe('x'.repeat(80));
  });

  test('is cut beyond that, with a sign that it was', () => {
    expect(nameInTitle('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
  });

  test('is never cut in the middle of a character', () => {
    expect(nameInTitle(`${'x'.repeat(78)}😀😀`)).toBe(`${'x'.repeat(78)}…`);
  });
});
