import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { makeCounters } from '../coverage/counter-memory';
import { environmentOf } from '../coverage/coverage-run';
import { type Branch, instrument } from '../coverage/instrument';
import { measuringPlugins } from '../coverage/instrumented-sources';
import { addUp } from '../coverage/run-counting-tests';
import { countKinds, filesBelow, summarizeLayers, untakenBranches } from '../coverage/summary';
import { BRANCH_COUNTERS } from '../emulator/branch-counters';

const FILE = 'src/a/sign.ts';

/** Four decisions: an `if` without `else`, a choice, an alternative and a default. */
const SOURCE = `/** Says what a number is. */
export function sign(value: number, zero = 'nothing'): string {
  if (value > 0) return 'more';
  return value === 0 ? zero || 'zero' : 'less';
}
`;

/** Instruments a module, calls its function in a realm, and gives the counters. */
function countIn(source: string, calls: readonly string[]): number[] {
  const { code, branches } = instrument(source, FILE);
  const { counters } = makeCounters({ 'src/before.ts': 3, [FILE]: branches.length });
  const script = transformSync(code, { loader: 'ts', format: 'iife', globalName: 'a' }).code;
  runInNewContext([script, ...calls].join('\n'), { [BRANCH_COUNTERS]: counters });
  expect([...(counters['src/before.ts'] ?? [])]).toEqual([0, 0, 0]);
  return [...(counters[FILE] ?? [])];
}

describe('an instrumented module', () => {
  test('knows its branches by line and kind, also an else that nobody wrote', () => {
    expect(instrument(SOURCE, FILE).branches).toEqual([
      { line: 2, kind: 'default' },
      { line: 3, kind: 'if' },
      { line: 3, kind: 'else' },
      { line: 4, kind: 'choice' },
      { line: 4, kind: 'choice' },
      { line: 4, kind: 'alternative' },
      { line: 4, kind: 'alternative' },
    ]);
  });

  test.each([
    ['nothing before it is called', [], [0, 0, 0, 0, 0, 0, 0]],
    ['the way that is taken', ['a.sign(1);'], [1, 1, 0, 0, 0, 0, 0]],
    ['each time', ['a.sign(0, "");', 'a.sign(0, "0");', 'a.sign(-1, "");'], [0, 0, 3, 2, 1, 2, 1]],
  ])('counts %s', (_, calls, counted) => {
    expect(countIn(SOURCE, calls)).toEqual(counted);
  });

  test('keeps nothing of Istanbul but the counters of branches', () => {
    expect(instrument(SOURCE, FILE).code).not.toMatch(/statementMap|\.[sf]\[/);
  });

  test('stays as it is where it has no branch', () => {
    const source = 'export const ONE: number = 1;\n';

    expect(instrument(source, FILE)).toEqual({ code: source, branches: [] });
  });

  test.each([
    ['a ?? 0', ['alternative', 'fallback']],
    ['a ??\n  (b || 0)', ['alternative', 'fallback', 'alternative']],
    ['a || 0', ['alternative', 'alternative']],
  ])('tells a fallback from other alternatives: %j', (expression, kinds) => {
    const { branches } = instrument(`declare const a: any, b: any;\nexport const c = ${expression};\n`, FILE);

    expect(branches.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('may hold elements', () => {
    const source = 'export const Row = ({ on }: { on: boolean }) => <p>{on ? 1 : 2}</p>;\n';

    expect(instrument(source, 'src/a/row.tsx').branches).toHaveLength(2);
  });
});

describe('what was taken', () => {
  const BRANCHES: Record<string, readonly Branch[]> = {
    'src/calendar/day.ts': [
      { line: 1, kind: 'if' },
      { line: 1, kind: 'else' },
    ],
    'src/sidebar/page/view.tsx': [
      { line: 5, kind: 'if' },
      { line: 5, kind: 'else' },
    ],
    'src/sidebar/open.ts': [
      { line: 9, kind: 'choice' },
      { line: 8, kind: 'choice' },
      { line: 7, kind: 'if' },
    ],
  };
  const COUNTED = {
    branches: BRANCHES,
    unit: {
      'src/calendar/day.ts': [true, false],
      'src/sidebar/page/view.tsx': [true, false],
      'src/sidebar/open.ts': [false, false, false],
    },
    script: {
      'src/calendar/day.ts': [true, true],
      'src/sidebar/page/view.tsx': [false, false],
      'src/sidebar/open.ts': [false, false, true],
    },
    page: {
      'src/calendar/day.ts': [false, false],
      'src/sidebar/page/view.tsx': [false, true],
      'src/sidebar/open.ts': [false, false, false],
    },
  };

  test('is what any test file took', () => {
    const counts = { 'src/a.ts': 2, 'src/b.ts': 1 };
    const memories = [
      [0, 7, 0],
      [0, 1, 1],
    ].map((counters) => new Uint8Array(new Int32Array(counters).buffer));

    expect(addUp(memories, counts)).toEqual({ 'src/a.ts': [false, true], 'src/b.ts': [true] });
  });

  test('is added up by layer, script and page apart', () => {
    expect(summarizeLayers(COUNTED).map((one) => Object.values(one))).toEqual([
      ['calendar', 2, '1 of 2 (50.0 %)', '2 of 2 (100.0 %)', '', '2 of 2 (100.0 %)'],
      ['sidebar', 3, '0 of 3 (0.0 %)', '1 of 3 (33.3 %)', '', '1 of 3 (33.3 %)'],
      ['sidebar/page', 2, '1 of 2 (50.0 %)', '', '1 of 2 (50.0 %)', '2 of 2 (100.0 %)'],
      ['all', 7, '2 of 7 (28.5 %)', '3 of 5 (60.0 %)', '1 of 2 (50.0 %)', '5 of 7 (71.4 %)'],
    ]);
  });

  test('leaves the rest, by file and line', () => {
    expect(untakenBranches(COUNTED)).toEqual([
      { file: 'src/sidebar/open.ts', line: 8, kind: 'choice' },
      { file: 'src/sidebar/open.ts', line: 9, kind: 'choice' },
    ]);
    expect(countKinds(untakenBranches(COUNTED))).toEqual([{ kind: 'choice', untaken: 2 }]);
    expect(filesBelow(COUNTED)).toEqual([
      { file: 'src/sidebar/open.ts', taken: '1 of 3 (33.3 %)', untaken: '8 choice, 9 choice' },
    ]);
  });
});

describe('the add-on', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  test.each([
    ['as it is where nobody measures', undefined, 0, 0],
    ['as it is for unit tests', 'unit', 0, 0],
    ['with a script that counts for integration tests', 'integration', 1, 0],
    ['with a page that counts for browser tests', 'browser', 0, 1],
  ] as const)('is built %s', (_, where, inScript, inPage) => {
    if (where !== undefined) Object.assign(process.env, environmentOf('build/cache/coverage', where));
    const { script, page } = measuringPlugins();

    expect([script.length, page.length]).toEqual([inScript, inPage]);
  });
});
