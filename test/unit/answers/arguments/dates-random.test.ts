import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readRange } from '../../../../src/answers/arguments/cells';
import { PERIODS } from '../../../../src/calendar/period-words';
import { dateContext } from './date-context';

/** `TEST_SEED=1 TEST_RUNS=100000 npx jest test/unit/answers/arguments/dates-random` repeats a run, or runs more. */
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 4000);

const context = dateContext();
const words = PERIODS.flat();

/** A period word with letters changed, left out or put in. */
const typo = fc
  .tuple(fc.constantFrom(...words), fc.nat(30), fc.nat(2), fc.string({ maxLength: 3 }))
  .map(([word, at, removed, added]) => word.slice(0, at) + added + word.slice(at + removed));
const dateLike = fc
  .tuple(fc.nat(2500), fc.nat(14), fc.nat(33), fc.constantFrom('-', '/', '.', ' ', ''))
  .map(([year, month, day, mark]) => [year, month, day].join(mark));
const cell = fc.oneof(
  typo,
  dateLike,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 300 }),
  fc.double(),
  fc.integer({ min: -4000, max: 80_000 }),
  fc.boolean(),
  fc.constantFrom(undefined, null, '', '__proto__', 'constructor', 'toString', 'venue', 'venue=Grand'),
  fc.date({ noInvalidDate: false }),
);
/** Words and days that are none of the mistakes. */
const date = fc.oneof(
  fc.constantFrom(...words),
  fc.integer({ min: 32_874, max: 73_415 }),
  fc.date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
);
const argument = fc.oneof(
  { weight: 5, arbitrary: date },
  { weight: 5, arbitrary: cell },
  { weight: 1, arbitrary: cell.map((value) => [[value]]) },
  { weight: 1, arbitrary: fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.anything() },
);

type Outcome = { readonly days: number; readonly message?: undefined } | { readonly message: string };

/** What two arguments lead to; anything but a range or a sentence of ours is thrown. */
function outcome(from: unknown, to: unknown): Outcome {
  try {
    const range = readRange(from, to, context);
    if (!(range.from >= 32_874 && range.from <= range.to && range.to <= 73_415)) {
      throw new Error(`Not a range: ${range.from} to ${range.to}`);
    }
    return { days: range.to - range.from + 1 };
  } catch (error) {
    const { name, code, message } = error as { name: string; code: string; message: string };
    if (name === 'ReportError' && code === 'invalid_option') return { message };
    throw error;
  }
}

describe(`whatever stands in the two dates (seed ${SEED}, ${RUNS} runs)`, () => {
  test('is a range of days, or one sentence of at most 200 characters', () => {
    let [ranges, sentences] = [0, 0];
    fc.assert(
      fc.property(argument, argument, (from, to) => {
        const { message } = outcome(from, to);
        if (message === undefined) {
          ranges += 1;
          return;
        }
        sentences += 1;
        expect(message.length).toBeLessThanOrEqual(200);
        expect(message).toMatch(/^[^\n\r]+[.?)]$/);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    // Both kinds of answer were seen, and often.
    expect(Math.min(ranges, sentences)).toBeGreaterThan(RUNS / 20);
  });

  test('means the same in another case, with other spaces, hyphens and underscores', () => {
    const spelled = fc.constantFrom(...words.filter((word) => /^[a-z]/i.test(word))).chain((word) =>
      fc.tuple(
        fc.constant(word),
        fc
          .array(fc.constantFrom('', ' ', '  ', '-', '_', '\u00a0', '\t'), { minLength: 3, maxLength: 3 })
          .map((marks) => {
            const parts = word.split(/[ _]/);
            return parts.map((part, index) => part + (parts[index + 1] ? marks[index % 3] : '')).join('');
          }),
        fc.boolean(),
      ),
    );
    fc.assert(
      fc.property(spelled, ([word, other, upper]) => {
        const spelling = upper ? other.toUpperCase() : other.toLowerCase();
        expect(readRange(spelling, '', context)).toEqual(readRange(word, '', context));
      }),
      { seed: SEED, numRuns: Math.ceil(RUNS / 8) },
    );
  });

  test('may be huge', () => {
    for (const part of ['x', '1', '-', ' 1', 'last ', '1/', '\u0000', '😀']) {
      const { message } = outcome(part.repeat(500_000), '2025-07-31');
      expect(message?.length).toBeLessThanOrEqual(200);
    }
  });
});
