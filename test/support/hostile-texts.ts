import fc from 'fast-check';

/** Characters that make of a text something else where a cell begins with them. */
export const HOSTILE_BEGINNINGS: readonly string[] = [
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  '#',
  '{',
  '`',
  '\t',
  '\r',
  '\n',
  '\u00a0',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
  '\u2212',
  '\u200b',
  '\u202e',
  '\ufeff',
];

/** Texts that are something else as a whole: numbers, words of formulas, times, errors. */
export const HOSTILE_VALUES: readonly string[] = [
  '007',
  '1e3',
  'TRUE',
  'FALSE',
  '10%',
  '$5',
  '£5',
  '€5',
  '1/2',
  '12:30',
  '2024-01-02',
  '#N/A',
  '#REF!',
];

/** What texts begin with that spreadsheets read something into, and what has broken encoders before. */
export const HOSTILE_STARTS: readonly string[] = [
  ...HOSTILE_BEGINNINGS,
  '0',
  ...HOSTILE_VALUES,
  '\u0000',
  '\ud800',
  '\udc00',
  '😀',
  '__proto__',
  'null',
];

/** Texts that begin with something hostile, or are anything. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_STARTS),
  fc.tuple(fc.constantFrom(...HOSTILE_STARTS), fc.string({ unit: 'binary' })).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
