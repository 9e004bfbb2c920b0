import { describe, expect, test } from '@jest/globals';
import { parseKeptBases } from '../../../src/figures/kept-basis';
import { learnedFrom } from '../../../src/reports/learned';
import { parseSeenNames } from '../../../src/reports/seen-names';
import { nodePacker } from '../../support/node-text';
import { serialOf, shiftRow } from '../../support/shift-records';

const TODAY = serialOf('2026-03-10');

/** Records whose worked % is of booked positions and no other ones. */
const rows = (count: number, day = '2026-02-09', venue = 'Grand Hotel') =>
  Array.from({ length: count }, (_, index) =>
    shiftRow({ day, venue, posted: 20, booked: 12 + (index % 5), worked: 7 + (index % 3), demand: 18 }),
  );

function learn(from: ReturnType<typeof rows>, properties: Record<string, string> = {}, fingerprint = 'one') {
  const learned = learnedFrom(from, properties, { fingerprint, today: TODAY, packer: nodePacker });
  return {
    learned,
    settled: parseKeptBases(learned.bases, fingerprint)?.settled.SHIFTS_WORKED_PERCENTAGE,
    names: parseSeenNames(learned.names, fingerprint, nodePacker),
  };
}
const BOOKED = { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' };

describe('what a refresh teaches', () => {
  test('is two properties: what percentages are made of, and which names there are', () => {
    const { learned, settled, names } = learn(rows(30));
    expect(Object.keys(learned)).toEqual(['bases', 'names']);
    expect(settled).toEqual({ definition: BOOKED, agree: 30, of: 30 });
    expect(names?.venue).toEqual(['Grand Hotel']);
  });

  test('is kept when the next one brings few rows or none', () => {
    const { learned } = learn(rows(30));
    const { settled, names } = learn([], learned);
    expect([settled?.of, names?.venue]).toEqual([30, ['Grand Hotel']]);
  });

  test('grows with the next one', () => {
    const { learned } = learn(rows(30));
    expect(learn(rows(5, '2026-02-10', 'Harbour Hall'), learned).names?.venue).toEqual([
      ...['Grand Hotel', 'Harbour Hall'],
    ]);
  });

  test('is forgotten with another connection', () => {
    const { learned } = learn(rows(30));
    const { settled, names } = learn(rows(3, '2026-02-10', 'Elsewhere'), learned, 'two');
    expect([settled, names?.venue]).toEqual([undefined, ['Elsewhere']]);
  });

  test('of days that are not over is the names alone', () => {
    const { settled, names } = learn(rows(30, '2026-03-10'));
    expect([settled, names?.venue]).toEqual([undefined, ['Grand Hotel']]);
  });

  test('replaces properties that are damaged', () => {
    const { settled, names } = learn(rows(30), { bases: '{', names: '{' });
    expect([settled?.of, names?.venue]).toEqual([30, ['Grand Hotel']]);
  });
});
