import { describe, expect, test } from '@jest/globals';
import { figureBehind } from '../../../src/explanations/figure-behind';
import { findMeasure, type Measure } from '../../../src/figures/measures';
import { ROW } from '../../support/sample-report';

const measure = (word: string) => findMeasure(word) as Measure;
const SETTLED = {
  kind: 'settled',
  survivors: [
    { definition: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' }, agree: 412, of: 413 },
  ],
} as const;
/** `ROW` with other worked and booked positions; its day is 46,083. */
const row = (worked: number | null, booked: number) =>
  ROW.map((value, at) => (at === 9 ? worked : at === 5 ? booked : value));

describe('the figure behind a cell', () => {
  test('of a count that every record has as 0 says so', () => {
    const rows = Array.from({ length: 10 }, () => row(0, 0));
    const { lines } = figureBehind({ measure: measure('worked'), basis: undefined }, rows, 46_200);
    expect(lines).toContainEqual({ label: 'Rows behind it', value: '10 shift records, all with 0' });
  });

  test('of a percentage: definition, evidence, rows, both sums and the interval', () => {
    const request = { measure: measure('worked %'), basis: SETTLED };
    // 47 of 50: an example of the interval in docs/what-the-figures-mean.md.
    const { figure, lines } = figureBehind(request, [row(20, 22), row(27, 28), row(null, 9)], 46_200);
    expect(figure.value).toBe(94);
    expect(Object.fromEntries(lines.map(({ label, value }) => [label, value]))).toEqual({
      Meaning: 'Share of positions that were worked, from 0 to 100.',
      Definition: '100 × worked ÷ booked, sums over the rows.',
      Basis: 'settled, of booked',
      Support: '412 of 413 rows agree',
      'Rows behind it': '3 shift records, 1 without a value and left out',
      'Sum of worked': '47',
      'Sum of booked': '50',
      '95% interval': '83.8% to 97.9%, assuming people come and go independently',
    });
  });

  test('leaves out what is not over, and says so', () => {
    const request = { measure: measure('worked %'), basis: SETTLED };
    const { figure, lines, whyBlank } = figureBehind(request, [row(8, 9)], 46_083);
    expect(figure.value).toBeNull();
    expect(lines.map(({ value }) => value)).toContain('1 shift record, 1 not over yet and left out');
    expect(whyBlank('value')).toBe('there is nothing to divide by');
  });

  test('of a count: the sum alone', () => {
    const { lines } = figureBehind(
      { measure: measure('posted'), basis: undefined },
      [row(8, 9), row(7, 9)],
      46_200,
    );
    expect(lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Meaning: Positions requested.',
      'Definition: Added up over the rows.',
      'Rows behind it: 2 shift records',
      'Sum of posted: 20',
    ]);
  });

  test('of a count has no interval, and says so where one is asked for', () => {
    const { whyBlank } = figureBehind({ measure: measure('posted'), basis: undefined }, [row(8, 9)], 46_200);
    expect(whyBlank('low')).toBe('only percentages have it');
  });

  test('of a plan is what the targets sheet plans, whatever the records are', () => {
    const targets = { ofRow: () => null, plan: () => 140 };
    const request = { measure: measure('plan hours'), basis: undefined, targets };
    const { figure, lines } = figureBehind(request, [row(8, 9)], 46_200);
    expect(figure.value).toBe(140);
    expect(lines).toContainEqual({
      label: 'Definition',
      value: 'The weekly plan of the targets sheet, a seventh for each day that is over.',
    });
  });

  test('that counts the records themselves says so', () => {
    const { lines } = figureBehind(
      { measure: measure('shift records'), basis: undefined },
      [row(8, 9), row(7, 9)],
      46_200,
    );
    expect(lines).toContainEqual({ label: 'Sum of shift records', value: '2' });
  });

  test('whose definition is open: the range', () => {
    const open = {
      kind: 'assumed',
      survivors: [
        { definition: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_POSTED' }, agree: 9, of: 9 },
        ...SETTLED.survivors,
      ],
    } as const;
    // 8 of 10 posted, 8 of 9 booked.
    const { lines } = figureBehind({ measure: measure('worked %'), basis: open }, [row(8, 9)], 46_200);
    expect(lines).toContainEqual({ label: 'By definition', value: '80.0% to 88.9%' });
  });

  test('whose definition is open names the one that its basis names, and its support', () => {
    const support = (denominator: 'SHIFTS_POSTED' | 'SHIFTS_BOOKED', agree: number) => ({
      definition: { numerator: 'SHIFTS_WORKED', denominator } as const,
      agree,
      of: 9,
    });
    const told = (first: ReturnType<typeof support>, second: ReturnType<typeof support>) => {
      const basis = { kind: 'assumed', survivors: [first, second] } as const;
      const { lines } = figureBehind({ measure: measure('worked %'), basis }, [row(8, 9)], 46_200);
      const { Definition, Basis, Support } = Object.fromEntries(
        lines.map(({ label, value }) => [label, value]),
      );
      return [Definition, Basis, Support];
    };
    expect(told(support('SHIFTS_POSTED', 9), support('SHIFTS_BOOKED', 8))).toEqual([
      '100 × worked ÷ posted, sums over the rows.',
      'assumed, of posted',
      '9 of 9 rows agree',
    ]);
    expect(told(support('SHIFTS_BOOKED', 8), support('SHIFTS_POSTED', 7))).toEqual([
      '100 × worked ÷ booked, sums over the rows.',
      'assumed, of booked',
      '8 of 9 rows agree',
    ]);
  });

  test('that is blank by one definition that is left says so, and why it has no range', () => {
    const definition = { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_POSTED' } as const;
    const basis = {
      kind: 'assumed',
      survivors: [{ definition, agree: 9, of: 9 }, ...SETTLED.survivors],
    } as const;
    // None of 10 posted; of booked ones there were none.
    const { figure, whyBlank } = figureBehind({ measure: measure('worked %'), basis }, [row(0, 0)], 46_200);
    expect(figure.value).toBe(0);
    expect(whyBlank('value')).toBe('by another definition that is left there is nothing to divide by');
    expect(whyBlank('range')).toBe('there is one figure by all definitions that are left, or none');
  });

  test('that is blank has its reason: too far open, no definition, over 100, no value', () => {
    const worked = measure('worked %');
    const definition = { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_POSTED' } as const;
    const open = {
      kind: 'assumed',
      survivors: [...SETTLED.survivors, { definition, agree: 9, of: 9 }],
    } as const;
    // 4 of 5 booked, 4 of 10 posted.
    const wide = figureBehind({ measure: worked, basis: open }, [row(4, 5)], 46_200);
    // An interval by one of them would hide the other.
    expect(wide.lines.map(({ label }) => label)).not.toContain('95% interval');
    expect(wide.whyBlank('value')).toBe(
      'by the definitions that are left it is 40.0% to 80.0%, too far apart for one figure',
    );
    const none = { kind: 'contradicted', survivors: [] } as const;
    const contradicted = figureBehind({ measure: worked, basis: none }, [row(4, 5)], 46_200);
    expect(contradicted.whyBlank('value')).toBe('no definition that we know fits');
    expect(contradicted.lines).toContainEqual({
      label: 'Basis',
      value: 'contradicted: no definition that we know fits',
    });
    const over = figureBehind({ measure: worked, basis: SETTLED }, [row(6, 5)], 46_200);
    expect([over.figure.value, over.whyBlank('low')]).toEqual([120, 'a percentage over 100 has no interval']);
    const unknown = figureBehind({ measure: measure('worked'), basis: undefined }, [row(null, 5)], 46_200);
    expect(unknown.whyBlank('value')).toBe('none of the records that it counts has a value');
    const toCome = figureBehind({ measure: measure('worked'), basis: undefined }, [], 46_200, true);
    expect([toCome.figure.value, toCome.whyBlank('value')]).toEqual([
      null,
      'nothing that it counts is over yet',
    ]);
  });
});
