import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { figureLines, nameInTitle } from '../../../src/explanations/figure-lines';
import { type FigureRequest, groupFigures } from '../../../src/figures/figures';
import { findMeasure, type Measure } from '../../../src/figures/measures';
import { ROW } from '../../support/sample-report';

const measure = (word: string) => findMeasure(word) as Measure;
const FOUND = {
  left: [{ definition: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' }, agree: 412, of: 413 }],
  by: 'choice',
  scale: 100,
} as const;
/** `ROW` with other worked and booked positions; its day is 46,083. */
const row = (worked: number | null, booked: number) =>
  ROW.map((value, at) => (at === 9 ? worked : at === 5 ? booked : value));

/** The lines of a figure of all these records, asked on a day. */
function linesFor(request: FigureRequest, rows: readonly ShiftRow[], today = 46_200) {
  const grouping = { keys: [], range: { from: 46_083, to: 46_083 }, today, weekStart: 1 } as const;
  return figureLines(request, groupFigures(rows, grouping, [request]).total, today);
}

describe('the figure behind a cell', () => {
  test('of a percentage: definition, evidence, rows, both sums and the interval', () => {
    const request = { measure: measure('worked %'), definitions: FOUND };
    // 47 of 50: an example of the interval in docs/what-the-figures-mean.md.
    const { figure, lines, more } = linesFor(request, [row(20, 22), row(27, 28), row(null, 9)]);
    expect(figure.value).toBe(94);
    expect(Object.fromEntries([...lines, ...more].map(({ label, value }) => [label, value]))).toEqual({
      Meaning: 'Share of positions that were worked, from 0 to 100.',
      Definition: '100 × worked ÷ booked, sums over the rows.',
      Basis: 'worked ÷ booked, as chosen: 412 of 413 rows agree',
      'Rows behind it': '3 shift records, 1 without a value and left out',
      'Sum of worked': '47',
      'Sum of booked': '50',
      'Likely range': '83.8% to 97.9% (95%)',
    });
  });

  test('leaves out what is not over, and says so', () => {
    const request = { measure: measure('worked %'), definitions: FOUND };
    const { figure, lines, whyBlank } = linesFor(request, [row(8, 9)], 46_083);
    expect(figure.value).toBeNull();
    expect(lines.map(({ value }) => value)).toContain('1 shift record, 1 not over yet and left out');
    expect(whyBlank('value')).toBe('there is nothing to divide by');
  });

  test('of a count: the sum alone', () => {
    const { lines } = linesFor({ measure: measure('posted'), definitions: undefined }, [
      row(8, 9),
      row(7, 9),
    ]);
    expect(lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Definition: Added up over the rows.',
      'Rows behind it: 2 shift records',
      'Sum of posted: 20',
    ]);
  });

  test('of a count has no interval, and says so where one is asked for', () => {
    const { whyBlank } = linesFor({ measure: measure('posted'), definitions: undefined }, [row(8, 9)]);
    expect(whyBlank('low')).toBe('only percentages have it');
  });

  test('of a plan is what the targets sheet plans, whatever the records are', () => {
    const targets = { ofRow: () => null, plan: () => 140 };
    const request = { measure: measure('plan hours'), definitions: undefined, targets };
    const { figure, lines } = linesFor(request, [row(8, 9)]);
    expect(figure.value).toBe(140);
    expect(lines).toContainEqual({
      label: 'Definition',
      value: 'The weekly plan of the targets sheet, a seventh for each day that is over.',
    });
  });

  test('that counts the records themselves says so', () => {
    const { lines } = linesFor({ measure: measure('shift records'), definitions: undefined }, [
      row(8, 9),
      row(7, 9),
    ]);
    expect(lines).toContainEqual({ label: 'Sum of shift records', value: '2' });
  });

  test('that is blank has its reason: withheld, over 100, no value', () => {
    const worked = measure('worked %');
    const definition = { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_POSTED' } as const;
    const two = { ...FOUND, left: [...FOUND.left, { definition, agree: 9, of: 9 }], by: 'rows' } as const;
    // 4 of 5 booked, 4 of 10 posted.
    const apart = linesFor({ measure: worked, definitions: two }, [row(4, 5)]);
    const why = 'worked % is 40.0 to 80.0: worked ÷ booked or worked ÷ posted';
    expect(apart.whyBlank('value')).toBe(why);
    expect(apart.lines).toContainEqual({ label: 'Basis', value: why });
    expect(apart.lines.map(({ label }) => label)).not.toContain('95% interval');
    const over = linesFor({ measure: worked, definitions: FOUND }, [row(6, 5)]);
    expect([over.figure.value, over.whyBlank('low')]).toEqual([120, 'a percentage over 100 has no interval']);
    const unknown = linesFor({ measure: measure('worked'), definitions: undefined }, [row(null, 5)]);
    expect(unknown.whyBlank('value')).toBe('none of the records that it counts has a value');
    const toCome = linesFor({ measure: measure('worked'), definitions: undefined }, [], 46_083);
    expect([toCome.figure.value, toCome.whyBlank('value')]).toEqual([
      null,
      'nothing that it counts is over yet',
    ]);
  });
});

test('a name in a title has up to 80 characters, and is never cut in the middle of one', () => {
  expect(nameInTitle('x'.repeat(80))).toBe('x'.repeat(80));
  expect(nameInTitle(`${'x'.repeat(78)}😀😀`)).toBe(`${'x'.repeat(78)}…`);
});
