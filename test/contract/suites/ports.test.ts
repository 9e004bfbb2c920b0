import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PropertyStore, SharedCache } from '../../../src/reports/ports';
import { MemoryCache } from '../../support/memory-cache';
import { MemoryProperties } from '../../support/memory-properties';
import { nodeDigest, nodePacker } from '../../support/node-text';
import { platformPorts } from '../../support/platform-ports';
import { scriptWorld } from '../../support/script-world';
import { StubClock } from '../../support/stub-clock';
import { ZonedCalendar } from '../../support/zoned-calendar';

// The same behaviour is asked of the adapters that ship and of the stand-ins that the unit tests use.
const world = scriptWorld();
const platform = platformPorts(world.emulator, world.book, 'ann@a.example');

describe.each([
  ['propertyStore', () => platform.properties],
  ['MemoryProperties', () => new MemoryProperties()],
] as const)('%s as a property store', (_name, create) => {
  let store: PropertyStore;

  beforeEach(() => {
    store = create();
  });

  test('is empty at first', () => {
    expect(store.readAll()).toEqual({});
  });

  test('sets what is written and leaves the rest', () => {
    store.write({ one: '1', two: '2' });
    store.write({ two: 'zwei €', three: '' });
    expect(store.readAll()).toEqual({ one: '1', two: 'zwei €', three: '' });
  });
});

describe.each([
  ['sharedCache', () => platform.cache],
  ['MemoryCache', () => new MemoryCache()],
] as const)('%s as a shared cache', (_name, create) => {
  let cache: SharedCache;

  beforeEach(() => {
    cache = create();
  });

  // Each test has keys of its own: what another put stays.
  test('gives back what was put, and leaves out what was not', () => {
    cache.putAll({ one: '1', two: 'zwei €' });
    expect(cache.getAll(['one', 'two', 'three'])).toEqual({ one: '1', two: 'zwei €' });
  });

  test('gives the newest of two', () => {
    cache.putAll({ again: '1' });
    cache.putAll({ again: '2' });
    expect(cache.getAll(['again'])).toEqual({ again: '2' });
  });

  test('takes a value of 102,400 bytes and a key of 250 characters', () => {
    cache.putAll({ large: 'x'.repeat(102_400), ['k'.repeat(250)]: '1' });
    expect(Object.keys(cache.getAll(['large', 'k'.repeat(250)]))).toHaveLength(2);
  });

  test.each([
    ['a value', { a: '1', b: 'x'.repeat(102_401) }],
    ['a value of other than ASCII', { a: '1', b: '€'.repeat(34_134) }],
    ['a key', { a: '1', ['k'.repeat(251)]: '1' }],
  ])('loses the whole write, without a word, over %s that is too large', (_, entries) => {
    cache.putAll(entries);
    expect(cache.getAll(['a', 'b'])).toEqual({});
  });
});

// In a spreadsheet of zone Europe/London on 2026-03-10 at 09:00 UTC.
describe.each([
  ['SpreadsheetCalendar', () => platform.calendar],
  ['ZonedCalendar', () => new ZonedCalendar(new StubClock('2026-03-10T09:00:00Z'))],
] as const)('%s as a calendar', (_name, create) => {
  test('knows the zone of the spreadsheet', () => {
    expect(create().zone()).toBe('Europe/London');
  });

  test.each([
    ['Europe/London', 46_091],
    ['Pacific/Kiritimati', 46_091],
    ['Pacific/Pago_Pago', 46_090],
  ])('has in %s the day %i', (zone, day) => {
    expect(create().today(zone)).toBe(day);
  });

  test.each([
    ['2026-03-10T09:00:00Z', 'Europe/London', '10 Mar 2026, 09:00', 46_091 + 9 / 24],
    ['2026-07-10T12:30:00Z', 'Europe/London', '10 Jul 2026, 13:30', 46_213 + 13.5 / 24],
    ['2026-03-29T00:59:59Z', 'Europe/London', '29 Mar 2026, 00:59', 46_110 + 3599 / 86_400],
    ['2026-03-29T01:00:00Z', 'Europe/London', '29 Mar 2026, 02:00', 46_110 + 2 / 24],
    ['2026-01-01T03:00:00Z', 'America/New_York', '31 Dec 2025, 22:00', 46_022 + 22 / 24],
    ['2026-03-10T18:30:00Z', 'Asia/Kolkata', '11 Mar 2026, 00:00', 46_092],
  ])('shows %s in %s as %s', (moment, zone, text, serial) => {
    const calendar = create();
    expect(calendar.text(Date.parse(moment), zone)).toBe(text);
    expect(calendar.serial(Date.parse(moment), zone)).toBeCloseTo(serial, 8);
  });
});

describe.each([
  ['gzipPacker', platform.packer],
  ['nodePacker', nodePacker],
] as const)('%s packing text', (_name, packer) => {
  test.each([[''], ['a'], ['Zürich “Café” 😀'], ['[1,2,3]'.repeat(10_000)]])('gives %j back', (text) => {
    expect(packer.unpack(packer.pack(text))).toBe(text);
  });

  test('makes ASCII of it', () => {
    expect(packer.pack('Zürich 😀')).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  test('makes much of the same small', () => {
    expect(packer.pack('[1,2,3]'.repeat(10_000)).length).toBeLessThan(1000);
  });

  test.each(['', 'AAAA', 'not base64 at all'])('knows that %j was not packed', (text) => {
    expect(packer.unpack(text)).toBeUndefined();
  });

  test('knows text that was cut short', () => {
    expect(packer.unpack(packer.pack('[1,2,3]'.repeat(100)).slice(0, -12))).toBeUndefined();
  });
});

describe.each([
  ['the platform', platform.digest],
  ['Node', nodeDigest],
] as const)('%s digesting text', (_name, digest) => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
  ])('gives the SHA-256 of %j as UTF-8', (text, hash) => {
    expect(digest(text)).toBe(hash);
  });
});
