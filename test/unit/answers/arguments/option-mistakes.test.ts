import { describe, expect, test } from '@jest/globals';
import { echo } from '../../../../src/answers/arguments/cells';
import { OPTIONS, type OptionName, readOptions } from '../../../../src/answers/arguments/options';
import { CONTEXT, refusal, sentence } from './option-scene';

test('of two words as near, the one that the function uses is suggested', () => {
  const refused = (use: OptionName) => refusal(() => readOptions(['nates', 1], [use], CONTEXT));
  expect(refused('dates')).toBe('Unknown option "nates". Did you mean "dates"?');
  expect(refused('notes')).toBe('Unknown option "nates". Did you mean "notes"?');
});

describe('one sentence per mistake', () => {
  test.each<[unknown[], string]>([
    [['grop by', 'week'], 'Unknown option "grop by". Did you mean "group by"?'],
    [['VENUE_NAM', 'Grand'], 'Unknown option "VENUE_NAM". Did you mean "VENUE_NAME"?'],
    [['sort'], '"sort" needs a value after it.'],
    [
      ['limit', 5, 'VENUE_NAME '],
      '"VENUE_NAME" needs a value after it; to group by it, write "by", "VENUE_NAME".',
    ],
    [['columns', ', ,'], '"columns" needs a value after it.'],
    [['venue', 'Grand', 'venue', 'Plaza'], '"venue" is given twice.'],
    [['venue', 'Grand', 'VENUE_NAME', 'Plaza'], '"venue" is given twice.'],
    [['limit', 5, [['top', 5]]], '"limit" is given twice.'],
    [['refresh', 1, 'stamp', 2], '"refresh" is given twice.'],
    [[[['Venuue', 'Grand']]], 'Unknown option "Venuue". Did you mean "venue"?'],
    [['date', '2026-03-01', 'SHIFT_DATE', '2026-03-01'], '"SHIFT_DATE" is given twice.'],
  ])('%p', (args, expected) => {
    expect(sentence(...args)).toBe(expected);
  });
});

describe('a formula that does not use an option', () => {
  const uses: readonly OptionName[] = ['venue', 'limit', 'fields', 'refresh'];
  const told = (...args: unknown[]) => refusal(() => readOptions(args, uses, CONTEXT));

  test('says so', () => {
    expect(told('columns', 'VENUE_NAME')).toBe('Leave out "columns": SHIFT_METRIC does not use it.');
    expect(told([['area', 'Bar']])).toBe('Leave out "area": SHIFT_METRIC does not use it.');
  });

  test('suggests and lists what it uses itself', () => {
    expect(told('colums', 'x')).toBe('Unknown option "colums". It can be venue, limit or refresh.');
    expect(told('something', 'x')).toBe('Unknown option "something". It can be venue, limit or refresh.');
    expect(told('limt', 5)).toBe('Unknown option "limt". Did you mean "limit"?');
  });

  test('may be told to wait for a cell all the same', () => {
    expect(readOptions(['refresh', 5], uses, CONTEXT).limit).toBeUndefined();
  });
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'.repeat(1_000_000), '#REF!', '='])(
  'the name %.20p is unknown, in at most 200 characters',
  (name) => {
    const told = sentence(name, 5);
    expect(told).toMatch(/^Unknown option ".{0,41}"\. It can be columns, /);
    expect(told.length).toBeLessThanOrEqual(200);
  },
);

test('a message repeats 40 characters of what was given, on one line and no half of one', () => {
  expect(echo(`${'x'.repeat(39)}😀y`)).toBe(`"${'x'.repeat(39)}…"`);
  expect(echo('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`);
  expect(sentence('limit', `${'ab\n'.repeat(20)}`)).toBe(
    `"limit" must be a whole number of at least 1. ("${'ab '.repeat(13).trim()}…")`,
  );
});

describe('the table of options', () => {
  test('has every option of the documentation, in its order', () => {
    expect(Object.keys(OPTIONS).join(', ')).toBe(
      'columns, group by, measures, venue, area, role, weekday, fields, sort, limit, headers, totals, notes, ' +
        'percent, decimals, empty, dates, incomplete, basis, evidence, words, as of, if failed, week starts, refresh',
    );
  });
});
