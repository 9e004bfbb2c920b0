import { expect, test } from '@jest/globals';
import { readOptionLines } from '../../../../src/answers/arguments/option-names';

test.each<[string, unknown[][]]>([
  ['numbers, dates and TRUE', [[1, new Date(0)], [true]]],
  ['blanks', [['', ' '], [null]]],
  ['nothing', []],
])('a range of %s holds no option', (_, rows) => {
  expect(readOptionLines(rows)).toEqual([]);
});
