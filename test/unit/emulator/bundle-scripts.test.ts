import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import gasLocal from 'gas-local';
import { loadBundle } from '../../emulator/bundle-scripts';

let dist = '';
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'bundle-scripts-'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

function write(file: string, code: string): void {
  mkdirSync(join(dist, file, '..'), { recursive: true });
  writeFileSync(join(dist, file), code);
}

function load(): Record<string, unknown> {
  const realm = createContext(Object.create(null));
  loadBundle(dist, realm);
  return realm as Record<string, unknown>;
}

describe('the scripts of a built folder', () => {
  test('give a realm what gas-local gives it that compiles them anew', () => {
    write('Code.js', 'var counted = 1; function first() { return "first"; } var Bundle = { of: [1, 2] };');
    write('more/Second.gs', 'var second = 2; var lateName = typeof first;');
    write('Sidebar.html', '<script>var page = 1;</script>');
    write('appsscript.json', '{}');
    const realm = createContext(Object.create(null));
    gasLocal.require(dist, realm, { filter: (file) => /\.(js|gs)$/.test(file) });

    const loaded = load();
    expect(Object.keys(loaded)).toEqual(['first', 'counted', 'Bundle', 'second', 'lateName']);
    expect(Object.keys(loaded)).toEqual(Object.keys(realm));
    expect(JSON.stringify(loaded)).toBe(JSON.stringify(realm));
  });

  test('run all their top-level code anew in each realm', () => {
    write('Code.js', 'var list = []; list.push(typeof count); var count = list.length;');
    load();
    expect(load()).toMatchObject({ list: ['undefined'], count: 1 });
  });

  test('are those that stand there now', () => {
    write('Code.js', 'var version = "old";');
    expect(load()).toMatchObject({ version: 'old' });
    write('Code.js', 'var version = "newer";');
    expect(load()).toMatchObject({ version: 'newer' });
    rmSync(join(dist, 'Code.js'));
    expect(load()).toEqual({});
  });

  test('leave packages out', () => {
    write('Code.js', 'var own = 1;');
    write('node_modules/other/index.js', 'var foreign = 1;');
    expect(Object.keys(load())).toEqual(['own']);
  });

  test('name their file where one cannot be parsed', () => {
    write('Code.js', 'var = 1;');
    expect(load).toThrow(/^Unexpected token/);
  });
});
