import { createInstrumenter, type Position } from 'istanbul-lib-instrument';
import { BRANCH_COUNTERS } from '../emulator/branch-counters';

/** What a way is one of. */
export type BranchKind = 'if' | 'else' | 'choice' | 'alternative' | 'fallback' | 'default' | 'case';

/** Istanbul's words for decisions, in ours. */
const KINDS: Readonly<Record<string, BranchKind>> = {
  if: 'if',
  'cond-expr': 'choice',
  'binary-expr': 'alternative',
  'default-arg': 'default',
  switch: 'case',
};

/** One way that code can go at a decision. */
export interface Branch {
  /** Where the way begins; of an `else` that nobody wrote, where the decision does. */
  readonly line: number;
  readonly kind: BranchKind;
}

/** A module whose branches are counted. */
export interface InstrumentedModule {
  /** TypeScript still: whoever compiles the module compiles this in its place. */
  readonly code: string;
  /** All its branches, each at the place of its counter. */
  readonly branches: readonly Branch[];
}

/**
 * Makes a module count the branches it takes, where a global lends it counters.
 *
 * Istanbul finds the branches in the text that we wrote, so one module has the same branches wherever it runs, and
 * those that were taken in different places can be put together. What V8 counts by itself differs with what was
 * compiled, and of a function that was never called it knows no branches.
 *
 * @param file Path from the root of the project; the name of the module's counters.
 * @throws {Error} where Istanbul writes other code than is expected here.
 */
export function instrument(source: string, file: string): InstrumentedModule {
  const instrumenter = createInstrumenter({
    esModules: true,
    compact: false,
    preserveComments: true,
    coverageGlobalScope: 'globalThis',
    coverageGlobalScopeFunc: false,
    parserPlugins: file.endsWith('.tsx') ? ['typescript', 'jsx'] : ['typescript'],
  });
  const code = instrumenter.instrumentSync(source, file);
  const decisions = Object.values(instrumenter.lastFileCoverage().branchMap);
  const branches = decisions.flatMap(({ type, loc, locations }) =>
    locations.map(({ start }, way) => ({
      line: start.line ?? loc.start.line,
      kind: kindOf(type, way, textBefore(source, start)),
    })),
  );
  const starts = decisions.map((_, index) =>
    decisions.slice(0, index).reduce((sum, { locations }) => sum + locations.length, 0),
  );
  return branches.length === 0
    ? { code: source, branches }
    : { code: withCounters(code, file, starts), branches };
}

/** What stands after `??` is told apart: the compiler often asks for it where it cannot know that a value is there. */
function kindOf(type: string, way: number, before: string): BranchKind {
  if (type === 'if' && way === 1) return 'else';
  if (type === 'binary-expr' && /\?\?\s*\(?\s*$/.test(before)) return 'fallback';
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`Istanbul names a new kind of branch: ${type}.`);
  return kind;
}

function textBefore(source: string, { line = 1, column = 0 }: Partial<Position>): string {
  const lines = source.split('\n').slice(0, line);
  return [...lines.slice(0, -1), (lines[line - 1] ?? '').slice(0, column)].join('\n');
}

/**
 * Puts one plain array in the place of what Istanbul would make anew in every realm: maps of all positions, and
 * counters of statements and functions that nobody reads.
 */
function withCounters(code: string, file: string, starts: readonly number[]): string {
  const name = /^function (cov_\w+)\(\) \{$/m.exec(code)?.[1];
  const head = `function ${name}() {`;
  const end = `\n}\n${name}();\n`;
  const [from, to] = [code.indexOf(head), code.indexOf(end)];
  if (name === undefined || to < from) throw new Error(`Istanbul declares no counters in ${file}.`);
  const declaration = `const ${name} = globalThis.${BRANCH_COUNTERS}[${JSON.stringify(file)}];\n`;
  const counted = (code.slice(0, from) + declaration + code.slice(to + end.length))
    .replaceAll(new RegExp(`\\b${name}\\(\\)\\.[sf]\\[\\d+\\]\\+\\+`, 'g'), '0')
    .replaceAll(
      new RegExp(`\\b${name}\\(\\)\\.b\\[(\\d+)\\]\\[(\\d+)\\]\\+\\+`, 'g'),
      (_, decision, way) => `${name}[${(starts[Number(decision)] ?? Number.NaN) + Number(way)}]++`,
    );
  if (counted.includes(`${name}()`)) throw new Error(`Istanbul counts in another way in ${file}.`);
  return counted;
}
