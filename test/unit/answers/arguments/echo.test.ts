import { describe, expect, test } from '@jest/globals';
import { echo } from '../../../../src/answers/arguments/refusals';

describe('text that a message repeats', () => {
  test.each([
    ['lst week', '"lst week"'],
    ['', '""'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(41), `"${'x'.repeat(40)}…"`],
    ['two\nlines\r\n\tand a tab', '"two lines and a tab"'],
    [`${'x'.repeat(39)}😀y`, `"${'x'.repeat(39)}…"`],
    [`😀${'x'.repeat(40)}`, `"😀${'x'.repeat(38)}…"`],
    ['Grand "Hotel"', '"Grand "Hotel""'],
  ])('%j becomes %j', (text, expected) => {
    expect(echo(text)).toBe(expected);
  });
});
