import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Argument, findCall } from '../../../src/explanations/explain-formula';
import { hostileText } from '../../support/hostile-texts';

const OURS = ['SHIFT_METRIC', 'SHIFT_TREND', 'WORKER_TURNOVER'];
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 100_000);
const RUNS = Number(process.env.TEST_RUNS ?? 500);

/** Arguments as their text, or their value. */
const written = (args: readonly Argument[] = []) =>
  args.map((argument) => ('value' in argument ? argument.value : argument.text));

describe('a formula of ours', () => {
  test.each<[string, unknown[]]>([
    ['=SHIFT_METRIC("worked %","last week")', ['worked %', 'last week']],
    ['= shift_metric ( "a" , , 3 ) ', ['a', undefined, 3]],
    ['=SHIFT_METRIC()', []],
    ['=SHIFT_METRIC("a, (b)", "c ""d"" )")', ['a, (b)', 'c "d" )']],
    ['=SHIFT_METRIC("a"; 1,5; B2)', ['a', 1.5, 'B2']],
    ['=SHIFT_METRIC(1, 5)', [1, 5]],
    ['=SHIFT_METRIC("a;b", "c")', ['a;b', 'c']],
    ['=SHIFT_METRIC({"a";"b"}, "c")', ['{"a";"b"}', 'c']],
    ['=SHIFT_METRIC("a", DATE(2026,3,1))', ['a', 'DATE(2026,3,1)']],
    ["=SHIFT_METRIC('My (sheet), one'!B2, 1)", ["'My (sheet), one'!B2", 1]],
    ['=IFERROR(SHIFT_METRIC("a"), "")', ['a']],
    ['=(SHIFT_METRIC("a"))', ['a']],
    ['=SHIFT_METRIC("a")/100', ['a']],
    ['="SHIFT_TREND(" & SHIFT_METRIC("a")', ['a']],
  ])('%s is read as it is written', (formula, args) => {
    const call = findCall(formula);
    expect(call?.name).toBe('SHIFT_METRIC');
    expect(written(call?.args)).toEqual(args);
  });

  test.each([
    '=SUM(A1:A3)',
    '="SHIFT_METRIC(1)"',
    '=SHIFT_METRIC("a"',
    '=MY_SHIFT_METRIC("a")',
    '=SHIFT_METRIC',
    '=SHIFT_OTHER(1)',
    '',
    '=constructor("a")',
  ])('%s is none', (formula) => {
    expect(findCall(formula)).toBeUndefined();
  });

  test('is looked for in any text without failing', () => {
    console.info(`Seed ${SEED}`);
    const text = fc.array(fc.oneof(hostileText, fc.constantFrom('SHIFT_METRIC(', ')', '"', "'", ',', ';')));
    fc.assert(
      fc.property(text, (parts) => {
        const call = findCall(`=${parts.join('')}`);
        expect(call === undefined || OURS.includes(call.name)).toBe(true);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test('gives back the texts that it was made of, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 5 }), (texts) => {
        const quoted = texts.map((text) => `"${text.replace(/"/g, '""')}"`);
        expect(written(findCall(`=SHIFT_METRIC(${quoted.join(', ')})`)?.args)).toEqual(texts);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

test.each<[string, unknown]>([
  ['', { value: undefined }],
  ['"last ""7"" days"', { value: 'last "7" days' }],
  ['true', { value: true }],
  ['FALSE', { value: false }],
  ['-7', { value: -7 }],
  ['1.5', { value: 1.5 }],
  ...['$B$2', "'Bob''s sheet'!A1:B2", 'SHIFT_STAMP', 'TODAY()-7', '"a"&"b"', 'last week'].map(
    (text): [string, unknown] => [text, { text }],
  ),
])('an argument can be %s', (text, expected) => {
  expect(findCall(`=SHIFT_METRIC("a", ${text})`)?.args[1]).toEqual(expected);
});
