import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readEntryPoints, renderEntryPoints } from '../../build/entry-points';

const FIXTURES = resolve(process.cwd(), 'test/fixtures/build');

describe('the wrappers of entry points', () => {
  test.each(readdirSync(FIXTURES).filter((name) => /^\d\d-/.test(name)))(
    'are those expected for %s',
    (name) => {
      const wrappers = renderEntryPoints(
        readEntryPoints(join(FIXTURES, name, 'src/main.ts')),
        'ShiftReports',
      );
      expect(wrappers.trimStart()).toBe(
        readFileSync(join(FIXTURES, name, 'expected/entry-points.js'), 'utf8'),
      );
    },
  );
});

describe('reading entry points', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shift-reports-entry-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function read(files: Record<string, string>) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return () => readEntryPoints(join(folder, 'main.ts'));
  }

  const ONLY_RE_EXPORTS = "main.ts may only re-export by name: export { NAME } from './file'.";

  test.each([
    ['a function of its own', 'export function onOpen() {}', ONLY_RE_EXPORTS],
    ['a statement', "console.log('loading');", ONLY_RE_EXPORTS],
    ['an import', "import './hours';", ONLY_RE_EXPORTS],
    ['everything of a file', "export * from './hours';", ONLY_RE_EXPORTS],
    ['a type', "export type { HOURS } from './hours';", ONLY_RE_EXPORTS],
    [
      'a file as one object',
      "export * as hours from './hours';",
      'main.ts may only re-export functions one by one, by their names.',
    ],
    [
      'a package',
      "export { parse } from 'valibot';",
      'valibot is a package; entry points are our own functions.',
    ],
    [
      'one name twice',
      "export { HOURS } from './hours';\nexport { DAYS as HOURS } from './hours';",
      'main.ts exports HOURS twice.',
    ],
    [
      'a name that is not there',
      "export { WEEKS } from './hours';",
      'hours.ts does not declare the function WEEKS.',
    ],
    ['a value', "export { RATE } from './hours';", 'hours.ts does not declare the function RATE.'],
    [
      'a parameter taken apart',
      "export { SPLIT } from './hours';",
      'SPLIT takes a parameter apart; Sheets shows parameters by name, so give it one.',
    ],
    ['a file that is not there', "export { HOURS } from './days';", 'imports ./days, which is not there.'],
  ])('refuses %s', (_what, main, message) => {
    const hours =
      'export function HOURS() {}\nexport function DAYS() {}\nexport const RATE = 1;\nexport function SPLIT({ a }) { return a; }\n';
    expect(read({ 'main.ts': main, 'hours.ts': hours })).toThrow(message);
  });

  test('takes no other comment for the docblock', () => {
    const hours =
      '/** A constant. */\nconst RATE = 1;\n// A remark.\nexport function HOURS() { return RATE; }\n';
    expect(read({ 'main.ts': "export { HOURS } from './hours';", 'hours.ts': hours })()).toEqual([
      { name: 'HOURS', parameters: [], docblock: '' },
    ]);
  });
});
