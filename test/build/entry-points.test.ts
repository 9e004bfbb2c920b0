import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readEntryPoints, renderEntryPoints } from '../../build/entry-points';
import { ENTRY_POINTS } from '../support/entry-points';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-entry-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const GREET = `/**
 * Greets a person by name — “hello”, as on a door.
 *
 * @param {text|range} name The name. Example: "Ann"
 * @param {any} value (optional) More.
 * @customfunction
 */`;
const HOURS = `/** A constant. */
const RATE = 1;
// A remark.
export function quiet(event: object) { return RATE; }
export const VALUE = 1;

${GREET}
export function GREET(name: string, ...more: string[]) { return name; }
`;

function read(main: string) {
  writeFileSync(join(folder, 'main.ts'), main);
  writeFileSync(join(folder, 'hours.ts'), HOURS);
  return readEntryPoints(join(folder, 'main.ts'));
}

test('a wrapper has the docblock directly above its function, and the parameters that it names', () => {
  const main =
    "/** Doors. */\nexport { GREET, GREET as MEET } from './hours';\nexport { quiet } from './hours';\n";
  const wrapper = (name: string, parameters = '') =>
    `function ${name}(${parameters}) {\n  return ShiftReports.${name}.apply(this, arguments);\n}\n`;
  expect(renderEntryPoints(read(main))).toBe(
    `\n${GREET}\n${wrapper('GREET', 'name, value')}\n${GREET}\n${wrapper('MEET', 'name, value')}\n${wrapper('quiet')}`,
  );
});

test.each([
  ['a function of its own', 'export function onOpen() {}', 'main.ts may only re-export by name'],
  ['a statement', "console.log('loading');", 'main.ts may only re-export by name'],
  ['everything of a file', "export * from './hours';", 'main.ts may only re-export by name'],
  ['a package', "export { parse } from 'valibot';", 'main.ts may only re-export by name'],
  ['a name that is not there', "export { WEEKS } from './hours';", 'does not declare WEEKS'],
  ['a value', "export { VALUE } from './hours';", 'does not declare VALUE'],
])('main.ts is refused with %s', (_what, main, message) => {
  expect(() => read(main)).toThrow(message);
});

test('the add-on has exactly the doors that the tests go through, and help for each function', () => {
  const entryPoints = readEntryPoints('src/main.ts');
  expect(entryPoints.map(({ name }) => name).sort()).toEqual(Object.keys(ENTRY_POINTS).sort());
  const functions = entryPoints.filter(({ name }) => ENTRY_POINTS[name] === 'custom function');
  expect(functions.filter(({ docblock }) => !/@param .*@customfunction/s.test(docblock))).toEqual([]);
});
