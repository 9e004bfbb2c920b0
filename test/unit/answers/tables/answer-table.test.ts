import { describe, expect, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import { type AnswerColumn, compareValues, planTable } from '../../../../src/answers/tables/answer-table';
import { failureOf } from '../../../support/fetching';
import { NO_OPTIONS, present } from './sample-figures';

interface Line {
  readonly venue: string | null;
  readonly posted: number | null;
}

type Column = AnswerColumn<Line, { readonly unit: string }>;

const COLUMNS: readonly Column[] = [
  {
    name: 'VENUE_NAME',
    words: ['venue'],
    value: ({ venue }) => venue,
    show: (value, { text }) => text(String(value)),
  },
  { name: 'SHIFTS_POSTED', words: ['posted'], value: ({ posted }) => posted, show: (value) => value },
  { name: 'UNIT', words: [], value: (_, { unit }) => unit, show: (value) => `in ${value}` },
];
const LINES: readonly Line[] = [
  { venue: 'beta', posted: 9 },
  { venue: null, posted: 10 },
  { venue: 'Alpha', posted: null },
  { venue: 'gamma', posted: 2 },
];

function table(options: Partial<Options> = {}, last?: Line) {
  const layOut = planTable(COLUMNS, { ...NO_OPTIONS, ...options });
  return layOut({ lines: LINES, last, facts: { unit: 'people' } }, present(options));
}
const venues = (options: Partial<Options>) => table(options).map(([venue]) => venue);
const sort = (name: string, descending = false) => ({ name, descending });

describe('the table of an answer', () => {
  test('is a heading row, then the lines in their order, blank where nothing is known', () => {
    expect(table()).toEqual([
      ['VENUE_NAME', 'SHIFTS_POSTED', 'UNIT'],
      ['beta', 9, 'in people'],
      [null, 10, 'in people'],
      ['Alpha', null, 'in people'],
      ['gamma', 2, 'in people'],
    ]);
  });

  test('shows the columns that are asked for, in that order, under the headings that are asked for', () => {
    const columns = [
      { name: 'unit', heading: undefined },
      { name: 'Posted', heading: 'Needed' },
    ];
    expect(table({ columns }).slice(0, 2)).toEqual([
      ['UNIT', 'Needed'],
      ['in people', 9],
    ]);
  });

  test('keeps a column that stays last behind those that are asked for, once, and where it is put by name', () => {
    const [venue, posted, unit] = COLUMNS as [Column, Column, Column];
    const headings = (...names: string[]) => {
      const columns = names.map((name) => ({ name, heading: undefined }));
      const layOut = planTable([venue, posted, { ...unit, stays: true }], { ...NO_OPTIONS, columns });
      return layOut({ lines: [], last: undefined, facts: { unit: 'people' } }, present())[0];
    };
    expect(headings('posted')).toEqual(['SHIFTS_POSTED', 'UNIT']);
    expect(headings('unit', 'posted')).toEqual(['UNIT', 'SHIFTS_POSTED']);
  });

  test('has no two columns under one heading, that of the column that stays among them', () => {
    const columns = [{ name: 'posted', heading: 'UNIT' }];
    const [venue, posted, unit] = COLUMNS as [Column, Column, Column];
    const all = [venue, posted, { ...unit, stays: true as const }];
    expect(failureOf(() => planTable(all, { ...NO_OPTIONS, columns })).message).toBe(
      'Give one column another heading with "as": "UNIT" is there twice.',
    );
  });

  describe('tells what is to be said of all lines', () => {
    const [venue, posted, unit] = COLUMNS as [Column, Column, Column];
    const notes: Column = { ...unit, name: 'NOTES', value: () => null, tells: true };
    const support: Column = { ...unit, name: 'SUPPORT', value: ({ venue: name }) => name, tells: true };
    const told = (options: Partial<Options>, lines = LINES, last?: Line) =>
      planTable([venue, support, notes, posted], { ...NO_OPTIONS, ...options })(
        { lines, last, facts: { unit: '' }, notes: ['1 record left out', 'and more'] },
        present(options),
      ).slice(1);
    const shows = (...names: string[]) => names.map((name) => ({ name, heading: undefined }));

    test('once, in the notes of the first line, however they are sorted', () => {
      const cells = told({ sort: [sort('posted')], columns: shows('NOTES', 'venue') });
      expect(cells.slice(0, 2)).toEqual([
        ['1 record left out; and more', 'gamma'],
        [null, 'beta'],
      ]);
    });

    test('in the line of the total where there is one', () => {
      const cells = told({ columns: shows('venue', 'NOTES') }, LINES.slice(0, 1), {
        venue: 'all',
        posted: 1,
      });
      expect(cells).toEqual([
        ['beta', null],
        ['all', '1 record left out; and more'],
      ]);
    });

    test('behind the words of another column where no notes are shown', () => {
      expect(told({ columns: shows('SUPPORT') })[0]).toEqual(['in beta; 1 record left out; and more']);
    });

    test('in place of the text of the option empty', () => {
      expect(told({ columns: shows('NOTES'), empty: 'n/a' })[0]).toEqual(['1 record left out; and more']);
    });

    test('in a line of its own where there is none, and nowhere without a column of words', () => {
      expect(told({ columns: shows('venue', 'NOTES') }, [])).toEqual([[null, '1 record left out; and more']]);
      expect(told({ columns: shows('venue') }, [])).toEqual([]);
    });
  });

  test('leaves a cell blank in which nothing is meant, whatever the option empty says', () => {
    const [venue, posted] = COLUMNS as [Column, Column, Column];
    const named = { ...venue, isBlank: (line: Line) => line.posted === 10 };
    const layOut = planTable([named, posted], NO_OPTIONS);
    const lines = [...LINES, { venue: null, posted: 1 }];
    const shown = layOut({ lines, last: undefined, facts: { unit: '' } }, present({ empty: 'n/a' }));
    expect([shown[2], shown[5]]).toEqual([
      [null, 10],
      ['n/a', 1],
    ]);
  });

  test('has no heading row without headers', () => {
    expect(table({ headers: false })[0]).toEqual(['beta', 9, 'in people']);
  });

  test('shows the text of the option empty where nothing is known', () => {
    expect(table({ empty: 'n/a' }).slice(2, 4)).toEqual([
      ['n/a', 10, 'in people'],
      ['Alpha', 'n/a', 'in people'],
    ]);
  });

  test.each([
    ['text without regard to case, nothing last', [sort('venue')], ['Alpha', 'beta', 'gamma', null]],
    ['text descending, nothing last all the same', [sort('venue', true)], ['gamma', 'beta', 'Alpha', null]],
    ['numbers by size, not as text', [sort('posted')], ['gamma', 'beta', null, 'Alpha']],
    ['numbers descending', [sort('SHIFTS_POSTED', true)], [null, 'beta', 'gamma', 'Alpha']],
    ['by one name after another', [sort('unit'), sort('posted')], ['gamma', 'beta', null, 'Alpha']],
    ['equal lines as they came', [sort('unit', true)], ['beta', null, 'Alpha', 'gamma']],
  ])('sorts %s', (_, order, expected) => {
    expect(venues({ sort: order }).slice(1)).toEqual(expected);
  });

  test('sorts by a column that it does not show', () => {
    const columns = [{ name: 'venue', heading: undefined }];
    expect(table({ columns, sort: [sort('posted')] })).toEqual([
      ['VENUE_NAME'],
      ['gamma'],
      ['beta'],
      [null],
      ['Alpha'],
    ]);
  });

  test('keeps as many lines as the limit says, after sorting', () => {
    expect(venues({ sort: [sort('posted')], limit: 2 })).toEqual(['VENUE_NAME', 'gamma', 'beta']);
  });

  test('keeps the total below all lines, whatever sort and limit say', () => {
    const total = { venue: 'Aaa', posted: 21 };
    expect(table({ sort: [sort('venue')], limit: 1 }, total).slice(1)).toEqual([
      ['Alpha', null, 'in people'],
      ['Aaa', 21, 'in people'],
    ]);
  });

  test('of no lines is the heading row alone', () => {
    const layOut = planTable(COLUMNS, NO_OPTIONS);
    expect(layOut({ lines: [], last: undefined, facts: { unit: '' } }, present())).toEqual([
      ['VENUE_NAME', 'SHIFTS_POSTED', 'UNIT'],
    ]);
  });

  test('of nothing at all is one blank cell: a result of no cells is an error in Sheets', () => {
    const layOut = planTable(COLUMNS, { ...NO_OPTIONS, headers: false });
    expect(layOut({ lines: [], last: undefined, facts: { unit: '' } }, present())).toEqual([[null]]);
  });

  test('refuses a column it does not have before it is given any line', () => {
    const columns = [{ name: 'vennue', heading: undefined }];
    expect(failureOf(() => planTable(COLUMNS, { ...NO_OPTIONS, columns }))).toEqual({
      code: 'invalid_option',
      message: 'Unknown column "vennue". Did you mean "VENUE_NAME"?',
    });
  });

  test('refuses to sort by a column it does not have', () => {
    expect(failureOf(() => planTable(COLUMNS, { ...NO_OPTIONS, sort: [sort('price')] })).message).toBe(
      'Unknown column "price". It can be VENUE_NAME, SHIFTS_POSTED or UNIT.',
    );
  });
});

describe('two values of a column', () => {
  test('that are both unknown are equal', () => {
    expect([compareValues(null, null, false), compareValues(null, null, true)]).toEqual([0, 0]);
  });

  test('are compared as numbers where both are numbers, and as text otherwise', () => {
    expect([compareValues(9, 10, false) < 0, compareValues(9, '10', false) > 0]).toEqual([true, true]);
  });
});
