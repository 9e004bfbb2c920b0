import { describe, expect, test } from '@jest/globals';
import { parseKeptDefinitions } from '../../../../src/figures/definitions';
import { failedChecks, learnedFrom, parseSeenNames } from '../../../../src/reports/saved/learned';
import { nodePacker } from '../../../support/node-text';
import { serialOf, shiftRow } from '../../../support/shift-records';

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
    found: parseKeptDefinitions(learned.definitions, fingerprint)?.found.SHIFTS_WORKED_PERCENTAGE,
    names: parseSeenNames(learned.names, fingerprint, nodePacker),
  };
}
const BOOKED = { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' };

describe('what a refresh teaches', () => {
  test('is two properties: what percentages are made of, and which names there are', () => {
    const { learned, found, names } = learn(rows(30));
    expect(Object.keys(learned)).toEqual(['definitions', 'names']);
    expect(found).toEqual({ definition: BOOKED, agree: 30, of: 30 });
    expect(names?.venue).toEqual(['Grand Hotel']);
  });

  test('is kept when the next one brings few rows or none', () => {
    const { learned } = learn(rows(30));
    const { found, names } = learn([], learned);
    expect([found?.of, names?.venue]).toEqual([30, ['Grand Hotel']]);
  });

  test('grows with the next one', () => {
    const { learned } = learn(rows(30));
    expect(learn(rows(5, '2026-02-10', 'Harbour Hall'), learned).names?.venue).toEqual([
      'Grand Hotel',
      'Harbour Hall',
    ]);
  });

  test('is forgotten with another connection', () => {
    const { learned } = learn(rows(30));
    const { found, names } = learn(rows(3, '2026-02-10', 'Elsewhere'), learned, 'two');
    expect([found, names?.venue]).toEqual([undefined, ['Elsewhere']]);
  });

  test('of days that are not over is the names alone', () => {
    const { found, names } = learn(rows(30, '2026-03-10'));
    expect([found, names?.venue]).toEqual([undefined, ['Grand Hotel']]);
  });

  test('replaces properties that are damaged', () => {
    const { found, names } = learn(rows(30), { definitions: '{', names: '{' });
    expect([found?.of, names?.venue]).toEqual([30, ['Grand Hotel']]);
  });
});

describe('the relations that a refresh checks', () => {
  const day = '2026-02-09';
  const sound = shiftRow({ day, posted: 10, booked: 8, worked: 6, noShows: 1, demand: 9 });
  const overbooked = shiftRow({ day, posted: 10, booked: 8, worked: 9, demand: 9, hours: 60 });

  test('are none to tell of where all hold', () => {
    expect(failedChecks([sound, sound], TODAY)).toEqual([]);
  });

  test('are told with how often they fail and the SHIFT_IDs of the first three', () => {
    const ids = [overbooked, overbooked, overbooked].map((row) => row[17]);
    const rows = [sound, overbooked, overbooked, overbooked, overbooked];
    expect(failedChecks(rows, TODAY)).toEqual([
      { identity: 'SHIFTS_BOOKED ≥ SHIFTS_WORKED + NO_SHOWS', failing: 4, of: 5, ids },
      { identity: 'SHIFTS_WORKED ≤ SHIFTS_BOOKED', failing: 4, of: 5, ids },
      { identity: '0 ≤ SHIFTS_WORKED_PERCENTAGE ≤ 100', failing: 4, of: 5, ids },
    ]);
  });

  test('name no SHIFT_ID where there is none', () => {
    const nameless = overbooked.map((value, column) => (column === 17 ? null : value));
    const checks = failedChecks([nameless], TODAY);
    expect(checks.map(({ ids }) => ids)).toEqual([[], [], [], []]);
    expect(checks[3]).toEqual({ identity: 'SHIFT_ID ≠ blank', failing: 1, of: 1, ids: [] });
  });

  test('tell of records without a day', () => {
    const undated = sound.map((value, column) => (column === 0 ? null : value));
    expect(failedChecks([sound, undated], TODAY)).toEqual([
      { identity: 'SHIFT_DATE ≠ blank', failing: 1, of: 2, ids: [sound[17]] },
    ]);
  });

  test('ask nothing of days that are not over but what holds on any day', () => {
    const today = shiftRow({ day: '2026-03-10', posted: 10, booked: 8, worked: 0, noShows: 9, demand: 9 });
    expect(failedChecks([today], TODAY).map(({ identity }) => identity)).toEqual([
      '0 ≤ NO_SHOWS_PERCENTAGE ≤ 100',
    ]);
  });
});

describe('names that may be one', () => {
  const named = (...venues: string[]) =>
    venues.map((venue) =>
      shiftRow({ day: '2026-02-09', venue, area: 'Bar', role: 'Chef', posted: 1, booked: 1, worked: 1 }),
    );
  const pairs = (...venues: string[]) => failedChecks(named(...venues), TODAY);

  test('are told as a pair that is no relation', () => {
    expect(pairs('Grand Hotel', 'Grand Hotl', 'Harbour')).toEqual([
      { identity: 'venue "Grand Hotel" / "Grand Hotl"', failing: 0, of: 0, ids: [] },
    ]);
  });

  test('are not told of spellings that are one name, nor of names with other digits', () => {
    expect(pairs('Grand Hotel', 'GRAND  HOTEL', 'Hall 1', 'Hall 2')).toEqual([]);
  });

  test('are five pairs at most, each of at most 60 characters', () => {
    const long = 'The Very Grand and Most Noble Hotel of the Town';
    const checks = pairs(...Array.from('abcdef', (letter) => `${long} ${letter}`));
    expect(checks).toHaveLength(5);
    expect(checks[0]?.identity).toBe('venue "…e Hotel of the Town a" / "…e Hotel of the Town b"');
    expect(checks.every(({ identity }) => identity.length <= 60)).toBe(true);
  });

  test('are cut on the side where they are the same, and only if they are long', () => {
    const [one, other] = ['Khe', 'The'].map((word) => `${word} Very Grand and Most Noble Hotel`);
    expect(pairs(one ?? '', other ?? '')[0]?.identity).toBe(
      'venue "Khe Very Grand and Mo…" / "The Very Grand and Mo…"',
    );
    expect(pairs('Grand Hotel of the Town', 'Grand Hotels of the Towns')[0]?.identity).toBe(
      'venue "Grand Hotel of the Town" / "…rand Hotels of the To…"',
    );
  });

  test('are not looked for among more than 400 names', () => {
    const many = Array.from({ length: 400 }, (_, index) => `Hall ${index}`);
    expect(pairs(...many, 'Grand Hotel', 'Grand Hotl')).toEqual([]);
  });
});
