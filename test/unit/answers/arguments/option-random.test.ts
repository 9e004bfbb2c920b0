import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isOption, OPTIONS } from '../../../../src/answers/arguments/option-names';
import { readGroupBy, readMeasure } from '../../../../src/answers/arguments/options';
import { read, said } from './option-scene';

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

const NAMES = OPTIONS.flatMap(({ name, aliases }) => [name, ...aliases]);

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
      outcome(() => isOption(typeof first === 'string' ? first : ''));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

/** Values that all spellings can hold: text without `;`, line breaks and outer spaces; none is an option's name. */
const VALUES: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  columns: ['VENUE_NAME as Venue, worked', 'venue, area', 'SHIFT_DATE, =1+1'],
  'group by': ['week', 'week, venue', 'day, month, quarter, year', 'wek'],
  measures: ['worked %, missing people', 'worked, worked', 'fill rate', 'wrked'],
  venue: ['Grand Hotel, London', 'Gr*', '<>Grand', 'a=b', 'a: b', '=', 'x: y = z', 54],
  role: ['chef', '~*', '?', '>chef'],
  weekday: ['Monday', '<>fri', 'someday', 'sat, sun'],
  NO_SHOWS: [0, 5, '>=5', '92,5', 'ten', '1,000', true],
  SHIFT_DATE: [46_082, '>=2026-03-01', '31/12/2024'],
  sort: ['worked desc, venue', 'as of asc'],
  limit: [5, 10, 0, 2.5, '5,0', 'ten', '', true],
  headers: [true, false, 'yes', 'No', 'maybe'],
  'as of': [true, 'false'],
  percent: ['0-100', 'fraction', '0-1', '%'],
  empty: ['n/a', '-', '0', '__proto__', 0],
  basis: ['posted', 'worked + no shows', 'TRUE_DEMAND', 'auto', 'worked'],
  'if failed': ['error', 'last', 'never'],
  'week starts': ['Sunday', 'mon', 'x'],
  stamp: [45_000, 'anything', true],
};

type Given = readonly [name: string, value: string | number | boolean];

const written = (word: string) =>
  fc.constantFrom(word, word.toUpperCase(), word.replace(/ /g, '_'), ` ${word.replace(/[ _]/g, '-')} `);
const given: fc.Arbitrary<Given> = fc.constantFrom(...Object.keys(VALUES)).chain((word) => {
  const values = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...(VALUES[word] ?? [])) },
    fc.constant(''),
  );
  return fc.tuple(written(word), values);
});
/** At least two, one of them with a value: names over blanks alone do not show which way a range is meant. */
const options = fc
  .uniqueArray(given, {
    minLength: 2,
    maxLength: 6,
    selector: ([word]) => word.trim().toLowerCase().replace(/[-_]/g, ' '),
  })
  .filter((list) => list.some(([, value]) => value !== ''));

type Spelling = (options: readonly Given[], sign: string) => readonly unknown[];

const asText = ([word, value]: Given, sign: string) =>
  `${word}${sign}${typeof value === 'boolean' ? String(value).toUpperCase() : value}`;

/** Those that can spell one option alone come first. */
const SPELLINGS: readonly Spelling[] = [
  (list) => list.flat(),
  (list) => list.flatMap(([word, value]) => [[[word]], [[value]]]),
  (list, sign) => list.map((option) => asText(option, sign)),
  (list, sign) => [list.map((option) => asText(option, sign)).join(';')],
  (list, sign) => [list.map((option) => `${asText(option, `${sign} `)} `).join('\n')],
  (list, sign) => [list.map((option) => [asText(option, sign)])],
  (list) => [list.map((option) => [...option])],
  (list) => [list.map((option) => [...option, '', null])],
  (list) => [[list.map(([word]) => word), list.map(([, value]) => value)]],
  (list) => [[list.map(([word]) => word), [], list.map(([, value]) => value)]],
];
const SINGLE_SPELLINGS = 5;

test(`all spellings of the same options mean the same (seed ${SEED}, ${RUNS} lists)`, () => {
  const mixed = fc.array(fc.nat({ max: SINGLE_SPELLINGS - 1 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(options, mixed, fc.constantFrom('=', ':'), (list, ways, sign) => {
      const mixture = list.flatMap((option, at) => [
        ...[undefined, 45_000, ''].slice(0, at),
        ...(SPELLINGS[ways[at] ?? 0]?.([option], sign) ?? []),
      ]);
      const [expected, ...others] = [...SPELLINGS.map((spell) => spell(list, sign)), mixture].map((args) =>
        outcome(() => said(read(...args))),
      );
      expect(others).toEqual(others.map(() => expected));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
