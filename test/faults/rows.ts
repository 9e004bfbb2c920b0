import type { FaultsRow } from '../evidence/saved-evidence';
import type { SourceState } from '../evidence/source-state';
import type { Figure } from '../support/record-figure';
import type { Requirement } from './requirement';
import type { TestRun } from './run-tests';
import { filesOf } from './test-files';

/** A row of the table, and why it does not prove its promise; empty where it does. */
export interface JudgedRow {
  readonly row: FaultsRow;
  readonly problem: string;
}

/** What one run says about a requirement. One without tests has no row: it is a named gap. */
export function judge(
  requirement: Requirement,
  run: TestRun,
  how: {
    readonly root: string;
    readonly isShort: boolean;
    readonly date: string;
    readonly state: SourceState;
  },
): JudgedRow | undefined {
  const { id, promise, isRecorded } = requirement;
  if (requirement.files.length === 0) return undefined;
  const names = filesOf(requirement, how.root);
  const results = run.files.filter(({ file }) => names.includes(file));
  const figures = joinFigures(run.figures.filter((figure) => figure.requirement === id));
  const [passed, total, seconds] = [
    sum(results.map((one) => one.passed)),
    sum(results.map((one) => one.total)),
    sum(results.map((one) => one.seconds)),
  ];
  const row: FaultsRow = {
    id,
    promise,
    passed,
    total,
    n: figures.map(({ n }) => String(n)).join('; ') || `${total} tests`,
    figure: figures.map(({ what, figure }) => `${what}: ${figure}`).join('; ') || 'tests only',
    seed: [...new Set(figures.flatMap(({ seed }) => (seed === undefined ? [] : [String(seed)])))].join('; '),
    seconds: Math.round(seconds),
    command: `npm run faults -- --only ${id}${how.isShort ? ' --short' : ''}`,
    date: how.date,
    ...how.state,
  };
  const missing = names.filter((name) => !results.some(({ file }) => file === name));
  const problems = [
    ...missing.map((name) => `${name} did not run`),
    ...results.filter(({ hasFailed }) => hasFailed).map(({ file }) => `${file} failed`),
    ...(passed < total ? [`${total - passed} of ${total} tests did not pass`] : []),
    ...(total === 0 ? ['no test ran'] : []),
    ...(isRecorded && figures.length === 0 ? ['its figure is missing'] : []),
  ];
  return { row, problem: problems.join(', ') };
}

/** Puts new rows in the place of older ones of the same requirement, in the order of the requirements. */
export function mergeRows(
  older: readonly FaultsRow[],
  newer: readonly FaultsRow[],
  order: readonly string[],
): FaultsRow[] {
  const byId = new Map([...older, ...newer].map((row) => [row.id, row]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

/** Figures that say the same of the same thing, such as of several shapes of a table, become one of all their cases. */
function joinFigures(figures: readonly Figure[]): Figure[] {
  const joined = new Map<string, Figure>();
  for (const one of figures) {
    const key = JSON.stringify([one.what, one.figure, one.seed]);
    joined.set(key, { ...one, n: one.n + (joined.get(key)?.n ?? 0) });
  }
  return [...joined.values()];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
