import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { EVIDENCE_PAGE, readAllEvidence } from '../evidence/read-all';
import { renderEvidence } from '../evidence/render';
import type { FaultsRow } from '../evidence/saved-evidence';
import type { Requirement } from '../faults/requirement';
import { REQUIREMENTS } from '../faults/requirements';
import { judge, mergeRows } from '../faults/rows';
import { readReport } from '../faults/run-tests';
import { filesOf, groupFiles } from '../faults/test-files';

const ROOT = resolve('.');

/** How many promises of each kind were made before the code was written. */
const PROMISED = { S: 12, H: 10, D: 8, A: 5, C: 3, W: 8, U: 3, P: 4, Q: 6 };

const THIS = 'test/build/evidence.test.ts';
const ONE: Requirement = { id: 'A1', promise: 'It holds', target: '2 of 2', files: [THIS] };
const HOW = { root: ROOT, isShort: false, date: '2026-03-10T12:00:00.000Z' };
const RESULT = { file: THIS, passed: 2, total: 2, seconds: 1.4, hasFailed: false };
const ROW: FaultsRow = {
  id: 'A1',
  promise: 'It holds',
  n: '',
  figure: 'tests only',
  seed: '',
  passed: 2,
  total: 2,
  seconds: 1,
  command: 'npm run faults -- --only A1',
  date: '2026-03-10T12:00:00.000Z',
};

describe('the page of evidence', () => {
  test('is what the saved files make', () => {
    expect(readFileSync(resolve(EVIDENCE_PAGE), 'utf8')).toBe(renderEvidence(readAllEvidence(ROOT)));
  });

  test('says what has not been measured', () => {
    const page = renderEvidence({
      requirements: [ONE],
      faults: undefined,
      bench: undefined,
      mutation: undefined,
      coverage: undefined,
    });

    expect(page.match(/Not measured yet/g)).toHaveLength(4);
    expect(page).toContain('| A1 | It holds | No saved run of its tests. |');
  });

  test('shows a row with its command and day, and says that a short one is short', () => {
    const machine = { cores: 2, node: 'v20.20.2' };
    const page = renderEvidence({
      requirements: [ONE],
      faults: { date: ROW.date, machine, rows: [{ ...ROW, command: `${ROW.command} --short` }] },
      bench: { date: ROW.date, machine, tables: [{ title: 'Calls', rows: [{ a: 1 }, { b: 'x|y' }] }] },
      mutation: {
        date: ROW.date,
        machine,
        groups: [{ group: 'token', mutants: 10, noticed: 9, score: '90.0 %' }],
        survivors: [{ group: 'token', place: 'a.ts:1:2', change: '+ to -', reason: '' }],
      },
      coverage: {
        date: ROW.date,
        machine,
        layers: [{ layer: 'calendar', branches: 4, unit: 'three', script: 'two', page: '', any: 'all' }],
        kinds: [
          { kind: 'fallback', untaken: 2 },
          { kind: 'else', untaken: 1 },
        ],
        files: [{ file: 'src/a.ts', taken: 'one', untaken: '12 else' }],
      },
    });

    expect(page).toContain(
      '| A1 | It holds | 2 of 2 |  | tests only |  | 2 of 2 | 1 | `npm run faults -- --only A1 --short` | 2026-03-10 |',
    );
    expect(page).toContain('| A1 | It holds | Saved at the small sizes of its tests only. |');
    expect(page).toContain('| 1 |  |\n|  | x\\|y |');
    expect(page).toContain('| token | a.ts:1:2 | + to - | not explained yet |');
    expect(page).toContain('Not taken, by kind: 2 fallback, 1 else.');
    expect(page).toContain('| calendar | 4 | three | two |  | all |');
    expect(page).toContain('| src/a.ts | one | 12 else |');
  });
});

describe('the requirements', () => {
  test('are all that were promised, in their order', () => {
    const ids = Object.entries(PROMISED).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    );

    expect(REQUIREMENTS.map(({ id }) => id)).toEqual(ids);
  });

  test('name tests that are there, or a gap', () => {
    for (const requirement of REQUIREMENTS) {
      const isNamed = filesOf(requirement, ROOT).length > 0 || requirement.gap !== undefined;
      expect([requirement.id, isNamed]).toEqual([requirement.id, true]);
    }
  });

  test('run each file once, at one size', () => {
    const files = groupFiles(REQUIREMENTS, ROOT, false).flatMap((group) => group.files);

    expect(files.length).toBe(new Set(files).size);
    expect(groupFiles(REQUIREMENTS, ROOT, true)).toHaveLength(1);
  });

  test('that want two sizes of one file, or a file that is not there, are refused', () => {
    const sized = (id: string, SEEDS: string): Requirement => ({ ...ONE, id, full: { SEEDS } });

    expect(() => groupFiles([sized('A1', '1'), sized('A2', '2')], ROOT, false)).toThrow('A2 wants SEEDS=2');
    expect(() => filesOf({ ...ONE, files: ['test/build/gone*.test.ts'] }, ROOT)).toThrow('not there');
  });
});

describe('a run of the tests of a requirement', () => {
  test('makes a row', () => {
    expect(judge(ONE, { files: [RESULT], figures: [] }, HOW)).toEqual({ row: ROW, problem: '' });
  });

  test('shows what the tests recorded', () => {
    const figures = [
      { requirement: 'A1', what: 'broken', n: 7, figure: '0', seed: 3 },
      { requirement: 'A2', what: 'other', n: 1, figure: '1' },
    ];

    const { row } = judge(ONE, { files: [RESULT], figures }, HOW) ?? {};

    expect([row?.n, row?.figure, row?.seed]).toEqual(['7', 'broken: 0', '3']);
  });

  test('without figures shows what its tests were told to run', () => {
    const sized = { ...ONE, full: { SEEDS: '200' } };
    const nOf = (isShort: boolean) =>
      judge(sized, { files: [RESULT], figures: [] }, { ...HOW, isShort })?.row.n;

    expect([nOf(false), nOf(true)]).toEqual(['SEEDS=200', '']);
  });

  test.each([
    ['a file failed', [{ ...RESULT, hasFailed: true, passed: 1 }], 'failed, 1 of 2 tests did not pass'],
    ['a file could not be loaded', [{ ...RESULT, hasFailed: true, passed: 0, total: 0 }], 'no test ran'],
    ['a file did not run', [], 'did not run'],
    ['a test was skipped', [{ ...RESULT, passed: 1 }], '1 of 2 tests did not pass'],
    ['nothing was recorded', [RESULT], 'its figure is missing'],
  ])('has a problem when %s', (_, files, problem) => {
    const judged = judge({ ...ONE, isRecorded: true }, { files, figures: [] }, HOW);

    expect(judged?.problem).toContain(problem);
  });

  test('without tests has no row', () => {
    expect(judge({ ...ONE, files: [], gap: 'None.' }, { files: [], figures: [] }, HOW)).toBeUndefined();
  });

  test('takes the place of an older one, in the order of the requirements', () => {
    const [first, second, newer] = [ROW, { ...ROW, id: 'A2' }, { ...ROW, figure: 'newer' }];

    expect(mergeRows([second, first], [newer], ['A1', 'A2'])).toEqual([newer, second]);
  });

  test('is read from the report of Jest', () => {
    const one = { name: resolve(THIS), status: 'failed', startTime: 1000, endTime: 2500 };
    const assertionResults = [{ status: 'passed' }, { status: 'failed' }, { status: 'pending' }];

    expect(readReport({ testResults: [{ ...one, assertionResults }] }, ROOT)).toEqual([
      { file: THIS, passed: 1, total: 3, seconds: 1.5, hasFailed: true },
    ]);
  });
});
