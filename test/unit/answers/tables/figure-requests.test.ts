import { describe, expect, test } from '@jest/globals';
import { checkBasis, quoteWords } from '../../../../src/answers/tables/notes';
import type { KeptBases } from '../../../../src/figures/basis';
import { requestFigures } from '../../../../src/figures/figure-set';
import type { ChosenDefinition, Quantity } from '../../../../src/figures/measures';
import { failureOf } from '../../../support/fetching';
import { shiftRow } from '../../../support/shift-records';
import { measure, TODAY, WORKED_OF_BOOKED } from './sample-figures';

const measures = (...words: string[]) => words.map(measure);

/** 30 records whose worked % is of booked positions, and nothing else. */
const ROWS = Array.from({ length: 30 }, (_, index) =>
  shiftRow({ day: '2026-02-09', posted: 20, booked: 12 + (index % 5), worked: 7 + (index % 3), demand: 18 }),
);
const KEPT: KeptBases = {
  version: 1,
  fingerprint: 'f',
  settled: {
    SHIFTS_WORKED_PERCENTAGE: { ...WORKED_OF_BOOKED, from: TODAY - 91, to: TODAY - 1, seen: TODAY - 1 },
  },
};

const of = (denominator: Quantity, numerator?: Quantity) => ({ numerator, denominator });

function basisOf(word: string, chosen?: ChosenDefinition, kept?: KeptBases, rows = ROWS) {
  const [request] = requestFigures(measures(word), chosen, { rows, today: TODAY, kept });
  return request?.basis;
}

describe('the definition that a figure is computed with', () => {
  test('is the one that refreshes have settled', () => {
    expect(basisOf('worked %', undefined, KEPT, [])).toEqual({
      kind: 'settled',
      survivors: [{ ...WORKED_OF_BOOKED, ofRefresh: true }],
    });
  });

  test('without a refresh is the one that the rows themselves settle', () => {
    expect(basisOf('worked %')).toEqual({
      kind: 'settled',
      survivors: [
        {
          definition: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' },
          agree: 30,
          of: 30,
        },
      ],
    });
  });

  test('is the one that the formula chooses, whatever refreshes have settled', () => {
    const basis = basisOf('worked %', of('TRUE_DEMAND'), KEPT);
    expect([basis?.kind, basis?.survivors.map(({ definition }) => definition)]).toEqual([
      'chosen',
      [{ numerator: 'SHIFTS_WORKED', denominator: 'TRUE_DEMAND' }],
    ]);
  });

  test('is found from the rows for a figure that cannot have the denominator that another one was given', () => {
    const [worked, booked] = requestFigures(measures('worked %', 'booked %'), of('SHIFTS_BOOKED'), {
      rows: ROWS,
      today: TODAY,
      kept: undefined,
    });
    expect([worked?.basis?.kind, booked?.basis?.kind]).toEqual(['chosen', 'settled']);
  });

  test('of our own percentage is ours, and of a count there is none', () => {
    expect(basisOf('hours worked %')?.kind).toBe('defined');
    expect(basisOf('posted')).toBeUndefined();
  });
});

describe('a denominator chosen by hand', () => {
  test.each<[string[], Quantity | undefined]>([
    [['worked %'], 'SHIFTS_POSTED'],
    [['no shows %'], 'WORKED_AND_NO_SHOWS'],
    [['posted', 'booked %', 'worked %'], 'SHIFTS_BOOKED'],
    [['posted'], undefined],
  ])('is accepted for %j: %s', (words, denominator) => {
    expect(() => checkBasis(measures(...words), denominator && of(denominator))).not.toThrow();
  });

  test.each<[string[], Quantity, string]>([
    [['booked %'], 'SHIFTS_BOOKED', 'Choose another "basis": "posted" or "true demand".'],
    [['worked %'], 'WORKED_AND_NO_SHOWS', 'Choose another "basis": "posted", "booked" or "true demand".'],
    [
      ['posted', 'hours worked %'],
      'SHIFTS_POSTED',
      'Leave "basis" out: these figures are not percentages of the service.',
    ],
  ])('is refused for %j: %s', (words, denominator, message) => {
    expect(failureOf(() => checkBasis(measures(...words), of(denominator)))).toEqual({
      code: 'invalid_option',
      message,
    });
  });
});

test('a pair is accepted where a figure can be made of it, and refused where none can', () => {
  const booked = of('TRUE_DEMAND', 'SHIFTS_BOOKED');
  expect(() => checkBasis(measures('worked %', 'true fulfilment %'), booked)).not.toThrow();
  expect(failureOf(() => checkBasis(measures('worked %'), booked)).message).toBe(
    'Choose another "basis": "posted", "booked" or "true demand".',
  );
});

test('words are listed as a sentence has them, each once', () => {
  expect(quoteWords(['posted', 'posted', 'worked + no shows', 'true demand'])).toBe(
    '"posted", "worked + no shows" or "true demand"',
  );
});
