import { describe, expect, it } from '@jest/globals';
import { formulaArgument, functionAnswer } from '../../workbench/formula-exchange';

const LONDON = { zone: 'Europe/London', locale: 'en_GB' };
const KIRITIMATI = { zone: 'Pacific/Kiritimati', locale: 'en_US' };

describe('arguments of a formula', () => {
  it.each([
    ['a number', 3, 3],
    ['a text that looks like a day', '2026-10-01', '2026-10-01'],
    ['an empty cell', null, ''],
  ])('cross as they are: %s', (_what, argument, expected) => {
    expect(formulaArgument(argument, LONDON)).toBe(expected);
  });

  it('turn a day into midnight in the zone of the spreadsheet', () => {
    // 2026-07-01 is day 46204; London is an hour ahead of UTC then, Kiritimati fourteen.
    expect(formulaArgument({ serial: 46204 }, LONDON)).toEqual({ $date: Date.UTC(2026, 5, 30, 23) });
    expect(formulaArgument({ serial: 46204 }, KIRITIMATI)).toEqual({ $date: Date.UTC(2026, 5, 30, 10) });
  });

  it('keep the rows of a range, blanks as empty text', () => {
    expect(
      formulaArgument(
        [
          [1, null],
          ['a', true],
        ],
        LONDON,
      ),
    ).toEqual([
      [1, ''],
      ['a', true],
    ]);
  });
});

describe('the result of a formula', () => {
  it('is one row when it is one value', () => {
    expect(functionAnswer(5, LONDON)).toEqual({ kind: 'value', rows: [[5]] });
  });

  it('shows days in the habit of the locale, texts and blanks as they are', () => {
    const rows = [[{ $date: Date.UTC(2026, 5, 30, 23) }, '2026-07-01', null, '']];
    expect(functionAnswer(rows, LONDON)).toEqual({
      kind: 'value',
      rows: [[{ serial: 46204, format: 'dd/mm/yyyy' }, '2026-07-01', null, null]],
    });
  });

  it.each([
    ['rows of unequal length', [[1, 2], [3]]],
    ['a flat array', [1, 2]],
    ['no rows', []],
  ])('is an error for %s', (_what, result) => {
    expect(functionAnswer(result, LONDON)).toMatchObject({ kind: 'error', code: '#ERROR!' });
  });
});
