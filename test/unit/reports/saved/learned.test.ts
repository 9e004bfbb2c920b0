import { describe, expect, test } from '@jest/globals';
import { PROPERTY_BYTES } from '../../../../src/limits';
import { type Learned, packLearned, parseLearned } from '../../../../src/reports/saved/names';
import { nodePacker } from '../../../support/node-text';

const OF_BOOKED = {
  numerator: 'SHIFTS_WORKED',
  denominator: 'SHIFTS_BOOKED',
  agree: 40,
  of: 41,
  scale: 100,
} as const;
const LEARNED: Learned = {
  fingerprint: 'one',
  definitions: { SHIFTS_WORKED_PERCENTAGE: OF_BOOKED },
  names: { venue: ['Hall A', 'Pier'], area: ['Bar'], role: [] },
};
const PLAIN = { pack: String, unpack: String };

describe('what formulas learn from refreshes', () => {
  test('is for the connection of these refreshes, and nothing where something else is kept', () => {
    const packed = packLearned(LEARNED, nodePacker);
    expect(parseLearned(packed, 'one', nodePacker)).toEqual(LEARNED);
    expect(parseLearned(packed, 'two', nodePacker)).toBeUndefined();
    for (const text of [undefined, '', 'not packed', '{}', 'null'])
      for (const packer of [nodePacker, PLAIN]) expect(parseLearned(text, 'one', packer)).toBeUndefined();
  });

  test('fits a property, if need be without names; those of 300 venues of three words fit', () => {
    const withVenues = (venue: readonly string[]) => ({ ...LEARNED, names: { venue, area: [], role: [] } });
    const pack = (length: number) => packLearned(withVenues(['x'.repeat(length)]), PLAIN);
    const empty = pack(1).length - 1;
    const { names: _, ...rest } = LEARNED;
    expect(pack(PROPERTY_BYTES - empty)).toHaveLength(PROPERTY_BYTES);
    expect(parseLearned(pack(PROPERTY_BYTES + 1 - empty), 'one', PLAIN)).toEqual(rest);
    const many = withVenues(Array.from({ length: 300 }, (_, index) => `Venue number ${index}`));
    expect(parseLearned(packLearned(many, nodePacker), 'one', nodePacker)).toEqual(many);
  });
});
