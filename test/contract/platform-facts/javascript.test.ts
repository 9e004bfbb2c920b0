import { describe, expect, test } from '@jest/globals';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const TABLE = 'Poehnelt, WinterCG table 2024';
const ABSENT =
  'fetch Headers Request Response FormData Blob File DOMException URL URLSearchParams TextEncoder TextDecoder ' +
  'AbortController AbortSignal Event EventTarget setTimeout setInterval clearTimeout clearInterval queueMicrotask ' +
  'structuredClone atob btoa crypto performance navigator ReadableStream WritableStream TransformStream ' +
  'CompressionStream DecompressionStream TextDecoderStream TextEncoderStream';
const ABSENT_TOO = 'window process require module Buffer global';

/** Names that a script can see, of a list. */
const visible = (names: string) =>
  `return '${names}'.split(' ').filter(function (name) { return Function('return typeof ' + name)() !== 'undefined'; });`;

describeFacts('The language', [
  {
    no: 'J1',
    mark: 'rec',
    source: TABLE,
    title: 'the web has left nothing behind',
    observe: visible(ABSENT),
    expected: [],
  },
  {
    no: 'J1',
    mark: 'rec',
    source: TABLE,
    title: 'an absent global says so',
    observe: 'return thrown(function () { fetch("https://x.example"); });',
    expected: 'ReferenceError: fetch is not defined',
  },
  {
    no: 'J2',
    mark: 'doc',
    source: 'V8 guide',
    title: 'neither has Node',
    observe: visible(ABSENT_TOO),
    expected: [],
  },
  {
    no: 'J2',
    mark: 'doc',
    source: 'V8 guide',
    title: 'no way leads out of the realm by a constructor or a stack',
    observe: `var ways = [globalThis, SpreadsheetApp, CacheService.getUserCache().get, Utilities.getUuid(), Date, console.log];
      Error.prepareStackTrace = function (error, sites) {
        return sites.map(function (site) { return site.getThis() || site.getFunction(); }).filter(Boolean);
      };
      var found = new Error('look').stack;
      Error.prepareStackTrace = undefined;
      try { CacheService.getUserCache().get(''); } catch (error) { ways.push(error); }
      return ways.concat(Array.isArray(found) ? found : []).map(function (way) {
        return way.constructor.constructor('return typeof process')();
      }).filter(function (type) { return type !== 'undefined'; });`,
    expected: [],
  },
  {
    no: 'J3',
    mark: 'rec',
    source: TABLE,
    title: 'WebAssembly is there without its streaming functions',
    observe: `return ['Global', 'Instance', 'Memory', 'Module', 'Table', 'compile', 'instantiate', 'validate',
      'compileStreaming', 'instantiateStreaming'].filter(function (name) { return name in WebAssembly; });`,
    expected: ['Global', 'Instance', 'Memory', 'Module', 'Table', 'compile', 'instantiate', 'validate'],
  },
  {
    no: 'J3',
    mark: 'rec',
    source: TABLE,
    title: 'console is there',
    observe: `return ['log', 'info', 'warn', 'error'].map(function (name) { return typeof console[name]; });`,
    expected: ['function', 'function', 'function', 'function'],
  },
  {
    no: 'J3',
    mark: 'doc',
    source: 'console reference',
    title: 'console measures the time between two calls of a label',
    observe: `return thrown(function () { console.time('label'); console.timeEnd('label'); });`,
    expected: 'nothing thrown',
  },
  {
    no: 'J6',
    mark: 'doc',
    source: 'V8 migration guide',
    title: 'setValue(undefined) empties the cell',
    observe: `var cell = SpreadsheetApp.getActiveSpreadsheet().getSheets()[0].getRange(1, 1);
      cell.setValue('text'); cell.setValue(undefined); return cell.getValue();`,
    expected: '',
  },
]);

describe('An execution is a world of its own', () => {
  test.each([
    { title: 'a private field', code: 'class Box { #inside = 1; }' },
    { title: 'a static field', code: 'class Box { static size = 1; }' },
    { title: 'an import', code: "import { x } from './x';" },
    { title: 'a top-level await', code: 'await null;' },
  ])('[J4 doc] $title does not parse (V8 guide)', ({ code }) => {
    expect(() => scriptWorld(code)).toThrow();
  });

  test('[J5 asm] no global survives an execution', () => {
    const { ann, dispose } = scriptWorld('var count = 0; function next() { return ++count; }');
    ann.callFromSidebar('next');
    expect(ann.callFromSidebar('next')).toEqual({ kind: 'success', value: 1 });
    dispose();
  });

  test('[J7 rec] the rejected promise of an entry point is reported nowhere (Poehnelt)', () => {
    const { emulator, ann, dispose } = scriptWorld('async function fail() { throw new Error("lost"); }');
    expect(ann.callFromSidebar('fail')).toEqual({ kind: 'success', value: null });
    expect(emulator.executions[0]?.outcome.kind).toBe('returned');
    expect(emulator.logs).toEqual([]);
    dispose();
  });

  test('Date and Math.random follow the emulator, not the machine', () => {
    const code =
      'function look() { return [new Date().toISOString(), Date.now(), typeof Date(), Math.random()]; }';
    const look = () => {
      const { ann, dispose } = scriptWorld(code, { startAt: '2026-03-29T00:30:00Z', seed: 7 });
      const result = ann.callFromSidebar('look');
      dispose();
      return result;
    };
    expect(look()).toEqual({
      kind: 'success',
      value: ['2026-03-29T00:30:00.000Z', 1_774_744_200_000, 'string', expect.any(Number)],
    });
    expect(look()).toEqual(look());
  });

  test('dates are ordinary dates', () => {
    const code = `function look() {
      var date = new Date(2026, 6, 1);
      return [date instanceof Date, Date.UTC(2026, 6, 1), Date.parse('2026-07-01'), new Date(5).getTime(), Date.name, Date.length];
    }`;
    const { ann, dispose } = scriptWorld(code);
    expect(ann.callFromSidebar('look')).toEqual({
      kind: 'success',
      value: [true, 1_782_864_000_000, 1_782_864_000_000, 5, 'Date', 7],
    });
    dispose();
  });

  test('what is not emulated is refused by name', () => {
    const code = `function look(member) { return String(CacheService.getScriptCache()[member]); }`;
    const { ann, dispose } = scriptWorld(code);
    expect(ann.callFromSidebar('look', 'getMany')).toEqual({
      kind: 'failure',
      message: 'Exception: Cache.getMany is not emulated',
    });
    dispose();
  });
});
