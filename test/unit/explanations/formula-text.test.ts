import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Argument, findCall } from '../../../src/explanations/formula-text';
import { hostileText } from '../../support/hostile-texts';

const OURS = ['SHIFT_METRIC', 'SHIFT_TREND', 'WORKER_TURNOVER'];
const isOurs = (name: string) => OURS.includes(name);
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 100_000);
const RUNS = Number(process.env.TEST_RUNS ?? 500);

/** Arguments as their text, or their value. */
const written = (args: readonly Argument[] = []) =>
  args.map((argument) => (argument.kind === 'value' ? argument.value : argument.text));

describe('a formula of ours', () => {
  test.each<[string, unknown[], boolean]>([
    ['=SHIFT_METRIC("worked %","last week")', ['worked %', 'last week'], false],
    ['= shift_metric ( "a" , , 3 ) ', ['a', undefined, 3], false],
    ['=SHIFT_METRIC()', [], false],
    ['=SHIFT_METRIC("a, (b)", "c ""d"" )")', ['a, (b)', 'c "d" )'], false],
    ['=SHIFT_METRIC("a"; 1,5; B2)', ['a', 1.5, 'B2'], false],
    ['=SHIFT_METRIC(1, 5)', [1, 5], false],
    ['=SHIFT_METRIC("a;b", "c")', ['a;b', 'c'], false],
    ['=SHIFT_METRIC({"a";"b"}, "c")', ['{"a";"b"}', 'c'], false],
    ['=SHIFT_METRIC("a", DATE(2026,3,1))', ['a', 'DATE(2026,3,1)'], false],
    ["=SHIFT_METRIC('My (sheet), one'!B2, 1)", ["'My (sheet), one'!B2", 1], false],
    ['=IFERROR(SHIFT_METRIC("a"), "")', ['a'], true],
    ['=(SHIFT_METRIC("a"))', ['a'], true],
    ['=SHIFT_METRIC("a")/100', ['a'], true],
    ['="SHIFT_TREND(" & SHIFT_METRIC("a")', ['a'], true],
  ])('%s is read as it is written', (formula, args, isPart) => {
    const call = findCall(formula, isOurs);
    expect([call?.name, call?.isPart]).toEqual(['SHIFT_METRIC', isPart]);
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
    expect(findCall(formula, isOurs)).toBeUndefined();
  });

  test('is looked for in any text without failing', () => {
    console.info(`Seed ${SEED}`);
    const text = fc.array(fc.oneof(hostileText, fc.constantFrom('SHIFT_METRIC(', ')', '"', "'", ',', ';')));
    fc.assert(
      fc.property(text, (parts) => {
        const call = findCall(`=${parts.join('')}`, isOurs);
        expect(call === undefined || isOurs(call.name)).toBe(true);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test('gives back the texts that it was made of, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 5 }), (texts) => {
        const quoted = texts.map((text) => `"${text.replace(/"/g, '""')}"`);
        expect(written(findCall(`=SHIFT_METRIC(${quoted.join(', ')})`, isOurs)?.args)).toEqual(texts);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

test.each<[string, unknown]>([
  ['', { kind: 'value', value: undefined }],
  ['"last ""7"" days"', { kind: 'value', value: 'last "7" days' }],
  ['true', { kind: 'value', value: true }],
  ['FALSE', { kind: 'value', value: false }],
  ['-7', { kind: 'value', value: -7 }],
  ['1.5', { kind: 'value', value: 1.5 }],
  ['$B$2', { kind: 'reference', text: '$B$2' }],
  ['B2:C9', { kind: 'reference', text: 'B2:C9' }],
  ['Settings!A1', { kind: 'reference', text: 'Settings!A1' }],
  ["'Bob''s sheet'!A1:B2", { kind: 'reference', text: "'Bob''s sheet'!A1:B2" }],
  ['SHIFT_STAMP', { kind: 'calculated', text: 'SHIFT_STAMP' }],
  ['TODAY()-7', { kind: 'calculated', text: 'TODAY()-7' }],
  ['A1&"x"', { kind: 'calculated', text: 'A1&"x"' }],
  ['"a"&"b"', { kind: 'calculated', text: '"a"&"b"' }],
  ['last week', { kind: 'unquoted', text: 'last week' }],
  ['worked %', { kind: 'unquoted', text: 'worked %' }],
  ['true fulfilment %', { kind: 'unquoted', text: 'true fulfilment %' }],
])('an argument can be %s', (text, expected) => {
  expect(findCall(`=SHIFT_METRIC("a", ${text})`, isOurs)?.args[1]).toEqual(expected);
});
