import { test } from '@jest/globals';
import fc from 'fast-check';
import { OPTIONS, readGroupBy, readMeasure } from '../../../../src/answers/arguments/options';
import { read } from './option-scene';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 300);

/** What a person sees: what the options say, or the sentence that refuses them. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    const { name, code, message } = error as { name: string; code: string; message: string };
    if (name !== 'ReportError' || code !== 'invalid_option') throw error;
    if (message.length <= 200 && /^\S.*[.?)]$/.test(message)) return message;
    throw new Error(`Not one short sentence: ${message}`);
  }
}

const NAMES = Object.entries(OPTIONS).flat(2);

const name = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom(...NAMES).map((word) => word.toUpperCase().replace(/[ _]/g, '-')),
);
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('=', ':', ';', ',', '\n', ' ', 'venue', 'limit', 'as', '5', '*', '~'),
    maxLength: 8,
  }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'fill rate',
    '<>',
    '>=',
    '\ud800',
    'x'.repeat(5000),
  ),
);
const plain = fc.oneof(
  { weight: 4, arbitrary: name },
  {
    weight: 2,
    arbitrary: fc.tuple(name, fc.constantFrom('=', ': '), oddText).map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: oddText },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(undefined, null, '', true, false, 'week, venue', 'Monday', '>=5'),
  },
  { weight: 1, arbitrary: fc.oneof(fc.double(), fc.integer(), fc.date({ noInvalidDate: false })) },
);
const range = fc.array(fc.array(plain, { maxLength: 4 }), { maxLength: 4 });
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    Symbol('venue'),
    () => 'venue',
    10n,
    {},
    [[[['venue']]]],
    [null],
    ['venue', 'x'],
    /x/,
  ),
  fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 3 }),
);
const argument = fc.oneof(
  { weight: 6, arbitrary: plain },
  { weight: 2, arbitrary: range },
  { weight: 1, arbitrary: odd },
);

test(`any arguments are read or refused in one sentence (seed ${SEED}, ${RUNS} lists)`, () => {
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 8 }), (args) => {
      outcome(() => read(...args));
      const [first] = args;
      outcome(() => readGroupBy(first));
      outcome(() => readMeasure(first));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
