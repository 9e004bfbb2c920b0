import { describe, expect, test } from '@jest/globals';
import { checkEntryPoints } from '../../build/check-entry-points';
import { ENTRY_POINTS } from '../../build/entry-point-names';
import { makeBundle, messagesOf, type Planted, SOUND_ENTRY_POINTS } from './sound-bundle';

const check = (planted: Planted, expected: typeof ENTRY_POINTS = SOUND_ENTRY_POINTS) =>
  messagesOf(checkEntryPoints(makeBundle(planted), expected));

describe('the check of entry points', () => {
  test('finds nothing in a sound bundle', () => {
    expect(check({})).toEqual([]);
  });

  test('finds a listed entry point that is not there', () => {
    expect(check({}, { ...SOUND_ENTRY_POINTS, onInstall: 'simple trigger' })).toEqual([
      'The entry point onInstall is missing.',
    ]);
  });

  test.each([
    ['a function nobody listed', 'function debug() {}', 'It declares debug, which anyone could call'],
    [
      'a function assigned to a global',
      'this.debug = () => 1;',
      'It leaves behind debug, which anyone could call',
    ],
    ['a second global', 'var cache = 1;', 'Only ShiftReports and the entry points may stand at the top'],
    ['a class', 'class Store {}', 'Only ShiftReports and the entry points may stand at the top'],
    ['a name nobody can call', 'function debug_() {}', 'debug_ ends in _, so nobody can call it.'],
  ])('finds %s', (_what, atTop, message) => {
    expect(check({ atTop })).toContainEqual(expect.stringContaining(message));
  });

  test('finds an accidental global made while loading', () => {
    const code = makeBundle()
      .texts['Code.js'].replace('"use strict";', '')
      .replace('return { onOpen', 'leak = () => 1; return { onOpen');
    const findings = checkEntryPoints(
      { names: [], texts: { ...makeBundle().texts, 'Code.js': code } },
      SOUND_ENTRY_POINTS,
    );
    expect(messagesOf(findings)).toEqual([expect.stringContaining('It leaves behind leak')]);
  });

  test('finds a service call made while loading', () => {
    expect(check({ inside: 'const zone = SpreadsheetApp.getActive();' })).toEqual([
      'Loading it already needs something or fails: SpreadsheetApp is not defined.',
    ]);
  });

  test('finds a wrapper without a function behind it', () => {
    const atTop = 'function onInstall() { return ShiftReports.onInstall.apply(this, arguments); }';
    expect(check({ atTop }, { ...SOUND_ENTRY_POINTS, onInstall: 'simple trigger' })).toEqual([
      'onInstall calls nothing: ShiftReports has no such function.',
    ]);
  });

  test.each([
    ['no docblock', ''],
    ['no mark', '/**\n * Counts.\n *\n * @param {string} from First day.\n */'],
  ])('finds a custom function with %s', (_what, docblock) => {
    expect(check({ docblock })).toContain('HOURS lacks @customfunction: Sheets offers no help.');
  });

  test.each([
    ['leaves a parameter out', '/** @customfunction */'],
    ['names another parameter', '/**\n * @param {string} to Last day.\n * @customfunction\n */'],
    ['gives no type', '/**\n * @param from First day.\n * @customfunction\n */'],
  ])('finds a docblock that %s', (_what, docblock) => {
    expect(check({ docblock })).toEqual([
      'HOURS must document exactly its parameters (from) with @param {type} name.',
    ]);
  });
});

describe('the list of entry points', () => {
  test('holds no name that Apps Script would hide and no name twice in different case', () => {
    const names = Object.keys(ENTRY_POINTS);
    expect(names.filter((name) => name.endsWith('_'))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  test('calls functions of the page sidebar…, and no others', () => {
    const odd = Object.entries(ENTRY_POINTS).filter(
      ([name, kind]) => name.startsWith('sidebar') !== (kind === 'sidebar'),
    );
    expect(odd).toEqual([]);
  });
});
