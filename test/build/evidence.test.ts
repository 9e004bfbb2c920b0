import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { EVIDENCE_PAGE, readAllEvidence } from '../evidence/read-all';
import { type Evidence, renderEvidence } from '../evidence/render';
import type { FaultsRow } from '../evidence/saved-evidence';
import { hashSource, requireSame, sourceState } from '../evidence/source-state';
import { readJestEnd } from '../evidence/time-suite';
import type { Requirement } from '../faults/requirement';
import { REQUIREMENTS } from '../faults/requirements';
import { judge, mergeRows } from '../faults/rows';
import { readReport } from '../faults/run-tests';
import { filesOf, groupFiles, planRuns } from '../faults/test-files';

const ROOT = resolve('.');

/** How many promises of each kind were made before the code was written. */
const PROMISED = { S: 12, H: 10, D: 9, A: 5, C: 3, W: 8, U: 3, P: 4, Q: 6 };

const THIS = 'test/build/evidence.test.ts';
const ONE: Requirement = { id: 'A1', promise: 'It holds', target: '2 of 2', files: [THIS] };
const STATE = { commit: '0a1b2c3', isDirty: false, source: 'one' };
const HOW = { root: ROOT, isShort: false, date: '2026-03-10T12:00:00.000Z', state: STATE };
const RESULT = { file: THIS, passed: 2, total: 2, seconds: 1.4, hasFailed: false };
const ROW: FaultsRow = {
  id: 'A1',
  promise: 'It holds',
  n: '2 tests',
  figure: 'tests only',
  seed: '',
  passed: 2,
  total: 2,
  seconds: 1,
  command: 'npm run faults -- --only A1',
  date: '2026-03-10T12:00:00.000Z',
  ...STATE,
};

/** Nothing was saved yet. */
const NOTHING: Evidence = {
  requirements: [],
  page: undefined,
  suite: undefined,
  faults: undefined,
  bench: undefined,
  mutation: undefined,
  coverage: undefined,
};

describe('the page of evidence', () => {
  test('is what the saved files make', () => {
    expect(readFileSync(resolve(EVIDENCE_PAGE), 'utf8')).toBe(renderEvidence(readAllEvidence(ROOT)));
  });

  test('has no number of cases that is only what tests were told to run', () => {
    const told = (readAllEvidence(ROOT).faults?.rows ?? []).filter(({ n }) => n === '' || /[A-Z_]+=/.test(n));
    expect(told.map(({ id, n }) => `${id}: ${n}`)).toEqual([]);
  });

  test('says what has not been measured', () => {
    const page = renderEvidence({
      ...NOTHING,
      requirements: [ONE],
    });

    expect(page.match(/Not measured yet/g)).toHaveLength(5);
    expect(page).toContain('No commit of this page was saved');
    expect(page).toContain('| A1 | It holds | No saved run of its tests. |');
  });

  test('shows a row with its command and day, and says that a short one is short', () => {
    const machine = { cores: 2, node: 'v20.20.2' };
    const page = renderEvidence({
      ...NOTHING,
      requirements: [ONE],
      faults: { date: ROW.date, machine, rows: [{ ...ROW, command: `${ROW.command} --short` }] },
      bench: {
        date: ROW.date,
        machine,
        ...STATE,
        tables: [{ title: 'Calls', rows: [{ a: 1 }, { b: 'x|y' }] }],
      },
      mutation: {
        date: ROW.date,
        machine,
        groups: [{ group: 'token', mutants: 10, noticed: 9, score: '90.0 %', ...STATE }],
        survivors: [{ group: 'token', place: 'a.ts:1:2', change: '+ to -', reason: '' }],
      },
      coverage: {
        date: ROW.date,
        machine,
        ...STATE,
        layers: [{ layer: 'calendar', branches: 4, unit: 'three', script: 'two', page: '', any: 'all' }],
        kinds: [
          { kind: 'fallback', untaken: 2 },
          { kind: 'else', untaken: 1 },
        ],
        files: [{ file: 'src/a.ts', taken: 'one', untaken: '12 else' }],
      },
    });

    expect(page).toContain(
      '| A1 | It holds | 2 of 2 | 2 tests | tests only |  | 2 of 2 | 1 | `npm run faults -- --only A1 --short` | 2026-03-10 | 0a1b2c3 |',
    );
    expect(page).toContain('| A1 | It holds | Saved at the small sizes of its tests only. |');
    expect(page).toContain('| 1 |  |\n|  | x\\|y |');
    expect(page).toContain('| token | a.ts:1:2 | + to - | not explained yet |');
    expect(page).toContain('Not taken, by kind: 2 fallback, 1 else.');
    expect(page).toContain('| calendar | 4 | three | two |  | all |');
    expect(page).toContain('| src/a.ts | one | 12 else |');
  });
});

describe('a row of the page', () => {
  const machine = { cores: 2, node: 'v20.20.2' };
  const pageWith = (row: Partial<FaultsRow>) =>
    renderEvidence({
      ...NOTHING,
      requirements: [ONE],
      page: { date: '2026-03-11T08:00:00.000Z', commit: '9f8e7d6', isDirty: false, source: 'two' },
      faults: { date: ROW.date, machine, rows: [{ ...ROW, ...row }] },
    });

  test.each([
    ['on the same source, whatever the commit', { source: 'two' }, '0a1b2c3', 0],
    ['on other source', { source: 'one' }, '0a1b2c3, **older**', 1],
    ['on a checkout with changes', { source: 'two', isDirty: true }, '0a1b2c3, with changes', 0],
    ['nobody knows on what', { source: '', commit: 'not noted' }, 'not noted, **older**', 1],
  ])('that was measured %s says so beside its commit', (_, row, shown, older) => {
    const page = pageWith(row);

    expect(page).toContain(`| 2026-03-10 | ${shown} |`);
    expect(page).toContain('Made on 2026-03-11 at commit 9f8e7d6.');
    expect(page).toContain(`marked **older**: ${older} of 1 promises`);
  });

  test('tells how long everything took, with what Jest said at its end', () => {
    const said = [
      'PASS unit a.test.ts',
      'Test Suites: 1 skipped, 509 passed, 509 of 510 total',
      'Tests:       10724 passed, 10724 total',
      'Time:        545.2 s, estimated 600 s',
    ];
    expect(() => readJestEnd(said.join('\n'))).toThrow('how many tests passed');
    said[1] = 'Test Suites: 509 passed, 509 total';
    const end = readJestEnd(said.join('\n'));
    expect(end).toEqual({ files: 509, tests: 10_724, jestSeconds: 545.2 });
    expect(() => readJestEnd('Tests: 1 failed, 3 passed, 4 total')).toThrow('how many tests passed');

    const suite = { date: ROW.date, machine, ...STATE, ...end, seconds: 589 };
    expect(renderEvidence({ ...NOTHING, suite })).toContain(
      'took 9 min 49 s together, of which Jest took 9 min 5 s: 509 files with 10,724 tests passed.',
    );
  });
});

describe('the state in which something is measured', () => {
  const checkouts: string[] = [];
  afterAll(() => {
    for (const folder of checkouts) rmSync(folder, { recursive: true, force: true });
  });

  /** A checkout with one commit, in a folder of its own. */
  function checkout(): {
    readonly root: string;
    put(file: string, text: string): void;
    git(...args: string[]): void;
  } {
    const root = mkdtempSync(join(tmpdir(), 'state-'));
    checkouts.push(root);
    const git = (...args: string[]) =>
      void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', ...args], { cwd: root });
    const put = (file: string, text: string) => {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), text);
    };
    git('init', '--quiet');
    put('.gitignore', 'build/dist\n');
    put('src/a.ts', 'one');
    put('build/b.ts', 'two');
    put('test/c.ts', 'three');
    git('add', '.');
    git('commit', '--quiet', '-m', 'First');
    return { root, put, git };
  }

  test('has another hash for other source, committed or not, and the same one when it is back', () => {
    const { root, put, git } = checkout();
    const first = sourceState(root);
    expect(first).toEqual({
      commit: expect.stringMatching(/^[0-9a-f]{7,}$/),
      isDirty: false,
      source: expect.any(String),
    });

    put('src/a.ts', 'changed');
    const changed = sourceState(root);
    expect([changed.commit, changed.isDirty, changed.source === first.source]).toEqual([
      first.commit,
      true,
      false,
    ]);
    expect(() => requireSame(root, first)).toThrow('src or build was changed meanwhile');
    git('commit', '--quiet', '-am', 'Second');
    expect(sourceState(root)).toMatchObject({ isDirty: false, source: changed.source });
    put('src/a.ts', 'one');
    expect(hashSource(root)).toBe(first.source);
    requireSame(root, first);
    put('src/new.ts', 'one');
    expect(hashSource(root)).not.toBe(first.source);
  });

  test('does not mind tests, documents and what is built, but says that files differ', () => {
    const { root, put } = checkout();
    const { source } = sourceState(root);

    put('build/dist/Code.js', 'built');
    put('docs/proof/evidence/faults.json', '{}');
    put('docs/proof/evidence.md', 'Page');
    expect(sourceState(root)).toMatchObject({ isDirty: false, source });
    put('test/c.ts', 'changed');
    expect(sourceState(root)).toMatchObject({ isDirty: true, source });
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

  test('whose sizes can be chosen have tests that record how many cases ran', () => {
    const silent = REQUIREMENTS.filter(({ full, isRecorded }) => full !== undefined && !isRecorded);
    expect(silent.map(({ id }) => id)).toEqual([]);
    const unrecorded = REQUIREMENTS.filter(({ isRecorded }) => isRecorded).filter(
      (requirement) =>
        !filesOf(requirement, ROOT).some((file) =>
          readFileSync(resolve(file), 'utf8').includes(`requirement: '${requirement.id}'`),
        ),
    );
    expect(unrecorded.map(({ id }) => id)).toEqual([]);
  });

  test('have figures whose number of cases was counted, not written down', () => {
    const written = REQUIREMENTS.flatMap((requirement) => filesOf(requirement, ROOT)).flatMap((file) => {
      const text = readFileSync(resolve(file), 'utf8');
      return [...text.matchAll(/recordFigure\(\{[^}]*?\bn: ([A-Z][A-Z_]+|[\d_]+)\s*[,}]/g)].map(
        ([, n]) => `${file}: ${n}`,
      );
    });
    expect([...new Set(written)]).toEqual([]);
  });

  test('run each file once, at one size', () => {
    const files = groupFiles(REQUIREMENTS, ROOT, false).flatMap((group) => group.files);

    expect(files.length).toBe(new Set(files).size);
    expect(groupFiles(REQUIREMENTS, ROOT, true)).toHaveLength(1);
  });

  test('are planned one after the other, each file with the first that names it', () => {
    const [one, other] = [THIS, 'test/build/push.test.ts'];
    const chosen: Requirement[] = [
      { ...ONE, id: 'A1', files: [one] },
      { ...ONE, id: 'A2', files: [one, other], full: { SEEDS: '200' } },
      { ...ONE, id: 'A3', files: [other] },
    ];

    const plan = planRuns(chosen, ROOT, false);

    const shared = { SEEDS: '200' };
    expect(plan.map(({ requirement, groups }) => [requirement.id, groups])).toEqual([
      ['A1', [{ environment: shared, files: [one] }]],
      ['A2', [{ environment: shared, files: [other] }]],
      ['A3', []],
    ]);
    expect(planRuns(chosen, ROOT, true)[0]?.groups).toEqual([{ environment: {}, files: [one] }]);
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

  test('shows how many cases ran, whatever it was told to run', () => {
    const sized = { ...ONE, full: { SEEDS: '200' } };
    const figures = [{ requirement: 'A1', what: 'broken', n: 20, figure: '0' }];

    expect(judge(sized, { files: [RESULT], figures }, HOW)?.row.n).toBe('20');
    expect(judge(sized, { files: [RESULT], figures: [] }, HOW)?.row.n).toBe('2 tests');
  });

  test('adds up the cases of figures that say the same', () => {
    const one = { requirement: 'A1', what: 'healed', n: 7, figure: 'all' };
    const figures = [one, { ...one, what: 'broken', figure: '0' }, { ...one, n: 5 }];

    const { row } = judge(ONE, { files: [RESULT], figures }, HOW) ?? {};

    expect([row?.n, row?.figure]).toEqual(['12; 7', 'healed: all; broken: 0']);
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
