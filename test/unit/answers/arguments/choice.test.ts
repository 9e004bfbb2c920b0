import { describe, expect, test } from '@jest/globals';
import { readChoice } from '../../../../src/answers/question';
import { refusal } from './option-scene';

const CHOICES = new Map([
  ['venues', 'VENUE_NAME'],
  ['job titles', 'JOB_TITLE'],
  ['roles', 'JOB_TITLE'],
]);
const choose = (argument: unknown) => readChoice('list', argument, CHOICES);

describe('a word of several', () => {
  test.each<[unknown, string | undefined]>([
    ['venues', 'VENUE_NAME'],
    ['Job-Titles', 'JOB_TITLE'],
    [' job_titles ', 'JOB_TITLE'],
    ['roles', 'JOB_TITLE'],
    [[['venues']], 'VENUE_NAME'],
    [[['', 'venues', null]], 'VENUE_NAME'],
    [['', 'venues'], 'VENUE_NAME'],
    ['', undefined],
    [undefined, undefined],
    [[['']], undefined],
  ])('%j is %s', (argument, expected) => {
    expect(choose(argument)).toBe(expected);
  });

  test.each<[string, unknown, string]>([
    ['two cells', [['venues', 'roles']], 'Point at one cell, or write the name of one list.'],
    ['a number', 46_000, 'Unknown list "46000". It can be venues or job titles.'],
    ['one near another', 'venus', 'Unknown list "venus". Did you mean "venues"?'],
    // Each thing once, by its first word.
    ['one near none', 'quarterly', 'Unknown list "quarterly". It can be venues or job titles.'],
  ])('is not %s', (_, argument, expected) => {
    expect(refusal(() => choose(argument))).toBe(expected);
  });
});

test('the words to choose from are named as long as the sentence has at most 200 characters', () => {
  const refused = (length: number) =>
    refusal(() => readChoice('list', 'quarterly', new Map([['v'.repeat(length), 1]])));
  expect(refused(163)).toBe(`Unknown list "quarterly". It can be ${'v'.repeat(163)}.`);
  expect(refused(163)).toHaveLength(200);
  expect(refused(164)).toBe('Unknown list "quarterly".');
});
