import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ShiftRow, ShiftValue } from '../../../src/employer-api/shift-records';
import { filterRows, readRowFilter } from '../../../src/figures/row-filter';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

/** COUNTIF's wildcards, one character at a time: `~` takes the meaning from a following `*`, `?` or `~`. */
function wild(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] === '*') {
    return wild(pattern.slice(1), text) || (text !== '' && wild(pattern, text.slice(1)));
  }
  const escaped = pattern[0] === '~' && /^[*?~]/.test(pattern.slice(1));
  const [wanted, rest] = escaped ? [pattern[1], pattern.slice(2)] : [pattern[0], pattern.slice(1)];
  if (text === '') return false;
  return (wanted === text[0] || (wanted === '?' && !escaped)) && wild(rest, text.slice(1));
}

function fold(text: string): string {
  return text.trim().split(/ +/).join(' ').toLowerCase();
}

/** What is left of a criterion after its operator, and the operator; none is `=`. */
function parse(criterion: string): { operator: string; operand: string } {
  for (const operator of ['<>', '>=', '<=', '>', '<', '=']) {
    if (criterion.startsWith(operator)) return { operator, operand: criterion.slice(operator.length) };
  }
  return { operator: '=', operand: criterion };
}

function fits(given: ShiftValue, criterion: string): boolean {
  const { operator, operand } = parse(criterion);
  // A name of spaces alone counts as empty.
  const value = given === '' ? null : given;
  if (operand === '') return (operator === '=') === (value === null);
  if (typeof value === 'number') {
    const number = Number(operand.replace(',', '.'));
    switch (operator) {
      case '=':
        return value === number;
      case '<>':
        return value !== number;
      case '>':
        return value > number;
      case '>=':
        return value >= number;
      case '<':
        return value < number;
      default:
        return value <= number;
    }
  }
  if (value === null) return operator === '<>';
  const equal = wild(fold(operand), fold(value));
  const isItself = fold(criterion) === fold(value);
  if (operator === '=') return equal || isItself;
  if (operator === '<>') return !equal;
  const [one, other] = [fold(value), fold(operand)];
  return (
    (operator.includes('=') && one === other) ||
    (operator[0] === '<' && one < other) ||
    (operator[0] === '>' && one > other)
  );
}

/** Any of the plain items, none of the `<>` items, within all comparisons. */
function passes(value: ShiftValue, criteria: readonly string[]): boolean {
  const plain = criteria.filter((one) => parse(one).operator === '=');
  const others = criteria.filter((one) => parse(one).operator !== '=');
  return (
    (plain.length === 0 || plain.some((one) => fits(value, one))) && others.every((one) => fits(value, one))
  );
}

/** A record in which only its place, a venue and SHIFTS_WORKED are filled. */
function row(venue: ShiftValue, worked: ShiftValue): ShiftRow {
  const values: ShiftValue[] = new Array(18).fill(null);
  [values[1], values[9]] = [venue, worked];
  return values;
}

const operator = fc.constantFrom('', '', '=', '<>', '>', '>=', '<', '<=');
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '*', '?', '~', '=', ' '), maxLength: 6 });
const venue = fc.option(letters.map((text) => text.trim()));
const number = fc.integer({ min: -6, max: 6 }).map((value) => value / 2);
const written = number.map((value) => String(value).replace('.', value < 0 ? '.' : ','));

/** Only `=` and `<>` may stand alone. */
function isCriterion(text: string): boolean {
  const isFilled = parse(text).operand.trim() !== '';
  return text.trim() === text && (isFilled || text === '=' || text === '<>');
}

function criteria(operand: fc.Arbitrary<string>) {
  const one = fc.tuple(operator, operand).map((parts) => parts.join(''));
  return fc.array(one.filter(isCriterion), { minLength: 1, maxLength: 4 });
}

function keep(field: string, given: readonly string[], rows: readonly ShiftRow[]) {
  const filter = readRowFilter(field, given);
  if ('refused' in filter) throw new Error(`Refused ${filter.refused}`);
  return filterRows(rows, [filter]);
}

test(`records are kept as COUNTIF counts text (seed ${SEED}, ${RUNS} runs)`, () => {
  fc.assert(
    fc.property(fc.array(venue, { maxLength: 20 }), criteria(letters), (venues, given) => {
      const rows = venues.map((value) => row(value, null));
      const expected = rows.filter((one) => passes(one[1] ?? null, given));
      expect(keep('VENUE_NAME', given, rows)).toEqual(expected);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test(`records are kept as COUNTIF counts numbers (seed ${SEED}, ${RUNS} runs)`, () => {
  fc.assert(
    fc.property(fc.array(fc.option(number), { maxLength: 20 }), criteria(written), (numbers, given) => {
      const rows = numbers.map((value) => row(null, value));
      const expected = rows.filter((one) => {
        const value = one[9] ?? null;
        return value === null ? given.every((one) => parse(one).operator === '<>') : passes(value, given);
      });
      expect(keep('SHIFTS_WORKED', given, rows)).toEqual(expected);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
