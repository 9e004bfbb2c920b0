import { expect, test } from '@jest/globals';
import type { OptionName } from '../../../../src/answers/arguments/option-names';
import { readOptions } from '../../../../src/answers/arguments/options';
import { CONTEXT, read, refusal, sentence } from './option-scene';

/* `date` is the day of a shift, and no slip for `dates`, which says how days are written. */

const MARCH_1 = 46_082;

test.each([
  [['date', '2026-03-01']],
  [['Date=2026-03-01']],
  [[[['date', '2026-03-01']]]],
  [['date', new Date('2026-03-01T10:00:00Z')]],
])('%j filters by the day of the shift', (args) => {
  const [filter] = read(...args).filters;
  expect(filter?.field).toBe('SHIFT_DATE');
  expect([MARCH_1, MARCH_1 + 1].map((day) => filter?.matches(day))).toEqual([true, false]);
});

test('is the same filter as SHIFT_DATE, and called so', () => {
  expect(sentence('date', '2026-03-01', 'SHIFT_DATE', '2026-03-01')).toBe('"SHIFT_DATE" is given twice.');
  const uses = new Set<OptionName>(['dates']);
  expect(refusal(() => readOptions(['date', '2026-03-01'], uses, CONTEXT))).toBe(
    'Leave out "SHIFT_DATE": SHIFT_METRIC does not use it.',
  );
});

test.each([
  [
    [
      ['dates', 'date'],
      ['', ''],
    ],
  ],
  [
    [
      ['dates', 'date'],
      ['limit', 5],
    ],
  ],
])('stays a value of "dates" in the range %j', (range) => {
  const { filters, dates } = read(range);
  expect([filters, dates]).toEqual([[], 'date']);
});
