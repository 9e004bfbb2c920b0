import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ExecutionRecord } from '../emulator/execution';
import type { FormulaArgument } from '../emulator/values';
import { ENDPOINT_NEEDS } from '../support/endpoints';
import { ENTRY_POINTS } from '../support/entry-points';
import { ANN, prepared, Stage } from '../support/scene';

/* Anything as arguments of everything that can be called. ARGUMENT_RUNS=10000 runs more. */

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
/** Calls of each function from the page, and as many again of each from a cell. */
const RUNS = Number(process.env.ARGUMENT_RUNS ?? 4);

const stage = new Stage({ allowance: 100_000_000 });
const totals = { calls: 0, refused: 0 };

const TEXTS = [
  '',
  'x'.repeat(60_000),
  '__proto__',
  'constructor',
  '=1+1',
  '../me',
  '\u0000',
  '2026-02-30',
  'UK',
];
const MEMBERS = [
  'region',
  'clientId',
  'employer',
  'id',
  'sheet',
  'period',
  'every',
  'hour',
  'triggerUid',
  '__proto__',
];
const scalar = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const fromPage = fc.array(
  fc.oneof(
    scalar,
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(fc.constantFrom(...MEMBERS), fc.oneof(scalar, fc.jsonValue({ maxDepth: 1 }))),
  ),
  { maxLength: 4 },
);
const cell = fc.oneof(scalar, fc.date({ noInvalidDate: true }));
const inCell: fc.Arbitrary<FormulaArgument[]> = fc.array(
  fc.oneof(
    cell,
    fc.constant(undefined),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), cell)
      .map(([rows, columns, value]) =>
        Array.from({ length: rows }, () => Array.from({ length: columns }, () => value)),
      ),
  ),
  { maxLength: 6 },
);

/** What a formula might hope to pass as a report, or as a timer. */
const IN_CELL: [FormulaArgument[]][] = [[[]], [['{"triggerUid":"1"}']], [[[['triggerUid', '1']]]]];

const WRITING =
  /^(?:Range|Sheet|Spreadsheet|RangeList|NamedRange)\.(?:set|insert|delete|clear|copyTo|add|merge|hide|show|rename|remove)|^Properties\.(?:set|delete)|newTrigger|deleteTrigger|MailApp/;
/** Failures that say what is wrong with what was given; others may come after a request. */
const REFUSALS = ['invalid_settings', 'invalid_option'];

/** A sentence of ours, to the person: nothing of the platform's and no name of a class. */
function isPlain(message: string): boolean {
  return (
    /[.?)]$/.test(message) &&
    !/TypeError|ReferenceError|RangeError|SyntaxError|undefined is|is not a function|\[object/.test(message)
  );
}

function writes({ calls }: ExecutionRecord): string[] {
  return calls.map(({ method }) => method).filter((method) => WRITING.test(method));
}

/** Counts a refused call, which may have neither asked nor written. */
function expectNothingDone(record: ExecutionRecord): void {
  totals.refused += 1;
  expect([record.fetches, writes(record)]).toEqual([0, []]);
}

/** The text of what a function threw; a cell and the page show it after the name of its class. */
function thrown({ outcome }: ExecutionRecord): string {
  return outcome.kind === 'returned' ? '' : outcome.message;
}

/** A connected spreadsheet with a report. */
const connected = prepared(
  async () => {
    const scene = await stage.connected();
    scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    return scene;
  },
  (scene) => scene,
);

const QUESTIONS = [...ENDPOINT_NEEDS.keys()].map((name) => [name, 'sidebar'] as const);

describe.each([...Object.entries(ENTRY_POINTS), ...QUESTIONS])('%s, a %s', (name, kind) => {
  test(`ends well or with a plain sentence, whatever the page sends (seed ${SEED})`, async () => {
    const scene = await connected();

    const call = (args: readonly unknown[]) => {
      const before = scene.emulator.executions.length;
      const result = scene.book.as(ANN).callFromSidebar(name, ...args);
      totals.calls += 1;
      expect([scene.emulator.executions.length, scene.last.functionName]).toEqual([
        before + 1,
        kind === 'sidebar' ? 'sidebarCall' : name,
      ]);
      if (result.kind === 'failure') {
        expect([thrown(scene.last), isPlain(thrown(scene.last))]).toEqual([thrown(scene.last), true]);
        expectNothingDone(scene.last);
      } else if (kind === 'sidebar') {
        const outcome = result.value as { readonly kind: string; readonly code?: string };
        expect(outcome.kind).toMatch(/^(?:done|failed)$/);
        if (REFUSALS.includes(outcome.code ?? '')) expectNothingDone(scene.last);
      }
      scene.emulator.executions.length = 0;
    };
    fc.assert(fc.property(fromPage, call), { seed: SEED, numRuns: RUNS });
  });
});

describe.each(Object.entries(ENTRY_POINTS))('%s, a %s,', (name, kind) => {
  test(`ends well or with a plain sentence, whatever stands in a cell (seed ${SEED})`, async () => {
    const scene = await connected();

    const call = (args: readonly FormulaArgument[]) => {
      const result = scene.book.as(ANN).runFormula(name, args);
      totals.calls += 1;
      expect(writes(scene.last)).toEqual([]);
      if (result.kind === 'error') {
        expect([result.message, isPlain(result.message)]).toEqual([result.message, true]);
        expectNothingDone(scene.last);
      } else {
        expect(kind).toBe('custom function');
      }
      scene.emulator.executions.length = 0;
    };
    fc.assert(fc.property(inCell, call), { seed: SEED, numRuns: RUNS, examples: IN_CELL });
  });
});

test('refused calls were among them', () => {
  expect(totals.refused).toBeGreaterThan(totals.calls / 4);
});
