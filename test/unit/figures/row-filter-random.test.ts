import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPattern, readRowFilter } from '../../../src/figures/row-filter';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

/** A pattern one character at a time, as a definition has it. */
function wild(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const rest = pattern.slice(1);
  if (pattern[0] === '*') return wild(rest, text) || (text !== '' && wild(pattern, text.slice(1)));
  return text !== '' && (pattern[0] === '?' || pattern[0] === text[0]) && wild(rest, text.slice(1));
}

test(`patterns fit as their definition says (seed ${SEED}, ${RUNS} runs)`, () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 7 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 7 });
  fc.assert(
    fc.property(pattern, text, (pattern, text) => {
      expect([pattern, text, readPattern(pattern)(text)]).toEqual([pattern, text, wild(pattern, text)]);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

const OPERATORS = ['', '=', '<>', '>', '>=', '<', '<='] as const;
const compare: Readonly<Record<string, (value: number, number: number) => boolean>> = {
  '>': (value, number) => value > number,
  '>=': (value, number) => value >= number,
  '<': (value, number) => value < number,
  '<=': (value, number) => value <= number,
  '<>': (value, number) => value !== number,
};

test(`numbers pass any that picks, and all that limit (seed ${SEED}, ${RUNS} runs)`, () => {
  const number = fc.integer({ min: -6, max: 6 }).map((value) => value / 2);
  const criterion = fc.tuple(fc.constantFrom(...OPERATORS), number);
  fc.assert(
    fc.property(fc.array(criterion, { minLength: 1, maxLength: 4 }), number, (criteria, value) => {
      const given = criteria.map(([operator, one]) => operator + String(one).replace('.', ','));
      const filter = readRowFilter('HOURS_WORKED', given);
      if ('refused' in filter) throw new Error(`Refused ${filter.refused}`);
      const picks = criteria.filter(([operator]) => operator === '' || operator === '=');
      const limits = criteria.filter(([operator]) => operator !== '' && operator !== '=');
      const expected =
        (picks.length === 0 || picks.some(([, one]) => one === value)) &&
        limits.every(([operator, one]) => compare[operator]?.(value, one));
      expect([given, filter.matches(value)]).toEqual([given, expected]);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
