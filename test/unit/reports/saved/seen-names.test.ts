import { describe, expect, test } from '@jest/globals';
import type { TextPacker } from '../../../../src/reports/ports';
import {
  addSeenNames,
  listNames,
  packSeenNames,
  parseSeenNames,
  type SeenNames,
} from '../../../../src/reports/saved/names';
import { nodePacker } from '../../../support/node-text';
import { shiftRow } from '../../../support/shift-records';

const at = (venue: string | null, area: string | null = 'Bar', role: string | null = 'Chef') =>
  shiftRow({ day: '2026-02-09', venue, area, role, posted: 1, booked: 1, worked: 1 });
const SEEN: SeenNames = {
  fingerprint: 'one',
  venue: ['Grand Hotel'],
  area: ['Bar'],
  role: ['Chef'],
};
/** Packs nothing: what is kept can be read. */
const PLAIN: TextPacker = { pack: (text) => text, unpack: (text) => text };

describe('the names that refreshes have seen', () => {
  test('are those of the rows, each once, sorted without regard to case', () => {
    const rows = [at('beta'), at('Alpha', 'Kitchen'), at('beta', 'Bar', 'Porter'), at('Gamma')];
    expect(addSeenNames(undefined, rows, 'one')).toEqual({
      fingerprint: 'one',
      venue: ['Alpha', 'beta', 'Gamma'],
      area: ['Bar', 'Kitchen'],
      role: ['Chef', 'Porter'],
    });
  });

  test('grow with every refresh, and lose none that is gone from the report', () => {
    expect(addSeenNames(SEEN, [at('Harbour Hall')], 'one').venue).toEqual(['Grand Hotel', 'Harbour Hall']);
  });

  test('of another connection are forgotten', () => {
    expect(addSeenNames(SEEN, [at('Harbour Hall')], 'two')).toMatchObject({
      fingerprint: 'two',
      venue: ['Harbour Hall'],
    });
  });

  test('leave out what is null or empty', () => {
    expect(addSeenNames(undefined, [at(null, '', null)], 'one')).toMatchObject({
      venue: [],
      area: [],
      role: [],
    });
  });

  test('are in the order of tables, accents aside', () => {
    const names = ['zoo', 'Äpfel', 'Arena', 'apple', 'Ärea'];
    expect(
      listNames(
        names.map((name) => at(name)),
        'venue',
      ),
    ).toEqual(['Äpfel', 'apple', 'Ärea', 'Arena', 'zoo']);
  });

  test('are one name where groups take them for one: the commonest spelling, or the first', () => {
    const [low, high] = [at('grand hotel'), at('Grand  Hotel')];
    expect(listNames([low, high, high], 'venue')).toEqual(['Grand  Hotel']);
    expect(listNames([low, high], 'venue')).toEqual(['grand hotel']);
  });

  test('keep the spelling that was seen first', () => {
    expect(listNames([at('grand hotel')], 'venue', ['GRAND Hotel', 'Grand Hotel'])).toEqual(['GRAND Hotel']);
  });
});

describe('the names as they are kept', () => {
  test('come back as they were', () => {
    const seen = { ...SEEN, venue: ['Äpfel & Söhne', '=Bar', "O'Neill's, London"] };
    expect(parseSeenNames(packSeenNames(seen, nodePacker), 'one', nodePacker)).toEqual(seen);
  });

  test('are unknown to another connection', () => {
    expect(parseSeenNames(packSeenNames(SEEN, nodePacker), 'two', nodePacker)).toBeUndefined();
  });

  test.each([undefined, '', 'not packed', '{}', '[]', 'null'])('are none where %j is kept', (text) => {
    expect(parseSeenNames(text, 'one', nodePacker)).toBeUndefined();
    expect(parseSeenNames(text, 'one', PLAIN)).toBeUndefined();
  });

  test('fit a property of 9 KB, or are not kept at all: then nothing is refused as unknown', () => {
    const empty = JSON.stringify({ ...SEEN, venue: [''] }).length;
    const of = (length: number) => packSeenNames({ ...SEEN, venue: ['x'.repeat(length - empty)] }, PLAIN);
    expect([of(8500).length, of(8501)]).toEqual([8500, '']);
    expect(parseSeenNames(of(8501), 'one', PLAIN)).toBeUndefined();
  });

  test('of a large employer fit: 300 venues of three words', () => {
    const venue = Array.from({ length: 300 }, (_, index) => `Venue number ${index}`);
    expect(packSeenNames({ ...SEEN, venue }, nodePacker)).not.toBe('');
  });
});
