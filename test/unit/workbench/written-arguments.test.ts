import { describe, expect, it } from '@jest/globals';
import { writtenArguments } from '../../workbench/written-arguments';

/** 2025-07-01T00:00 in London. */
const FIRST_OF_JULY = { $date: Date.UTC(2025, 5, 30, 23) };

describe('the arguments as the formula writes them', () => {
  it('keep a text that the grid took for a day or a number', () => {
    expect(writtenArguments('=F("2025-07", "10%", A1)', 'F', [FIRST_OF_JULY, 0.1, 5])).toEqual([
      '2025-07',
      '10%',
      5,
    ]);
  });

  it('tell an argument left out from an empty cell', () => {
    expect(writtenArguments('=F("x", , A1)', 'F', ['x', '', ''])).toEqual(['x', '', '']);
  });

  it('leave alone what a cell, a date function or a calculation gives', () => {
    const args = [FIRST_OF_JULY, FIRST_OF_JULY, 7, [['venue', 'Grand']]];
    expect(writtenArguments('=F(A1, DATE(2025, 7, 1), 3+4, B1:C1)', 'F', args)).toEqual(args);
  });

  it('are found inside another function, and told apart by the other arguments', () => {
    const formula = '=F("worked", "2025-07") - F("booked", "2025-Q3")';
    expect(writtenArguments(formula, 'F', ['booked', FIRST_OF_JULY])).toEqual(['booked', '2025-Q3']);
    expect(writtenArguments(formula, 'f', ['worked', FIRST_OF_JULY])).toEqual(['worked', '2025-07']);
  });

  it('stay as the grid gave them where two calls could be meant', () => {
    const args = ['worked', FIRST_OF_JULY];
    expect(writtenArguments('=F("worked", "2025-07") - F("worked", "2025-Q3")', 'F', args)).toEqual(args);
  });

  it('stay as they are in a formula that was changed meanwhile', () => {
    expect(writtenArguments('=1+1', 'F', [FIRST_OF_JULY])).toEqual([FIRST_OF_JULY]);
    expect(writtenArguments('=F("2025-07")', 'F', [FIRST_OF_JULY, 2])).toEqual([FIRST_OF_JULY, 2]);
  });
});
