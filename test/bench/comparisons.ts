import { type FreshProcesses, SAMPLES } from './fresh-processes';

/** Processor time beside that of another way to the same, as a ratio of minima. */
export interface TimeRatio {
  readonly what: string;
  readonly rows: number;
  readonly 'compared with': string;
  /** Of both, the least processor time. */
  readonly milliseconds: string;
  readonly ratio: string;
  /** The most that the ratio should be; plain baselines have no goal. */
  readonly goal: number | '';
  /** Why the goal is not reached, where it is not. */
  readonly reason: string;
}

/** A task, its tight reference and plain ways to do the same; each name follows that of the task after a comma. */
interface Comparison {
  readonly task: string;
  readonly rows: readonly number[];
  readonly reference: string;
  readonly baselines: readonly string[];
  /** Against the reference. */
  readonly goal: number;
  /** Tasks that do more than the reference. */
  readonly more?: readonly string[];
}

/** Set before the code was written: the product at most so many times its reference. Whole formulas have their own. */
const GOAL = 1.5;
const FORMULA = { rows: [10_000, 100_000], reference: 'answer kept as it is', baselines: [] };
const CACHE = { rows: [10_000], reference: 'reference', baselines: ['text of the answer'], goal: GOAL };

/** What a task does that its reference does not: read from the code, not timed apart. */
const REASONS: Readonly<Record<string, string>> = {
  'answer to cells':
    'it makes rows, which are kept, before the cells; it checks the kind of every value, counts what is empty and finds each SHIFT_ID that comes twice; the reference goes through the answer once and trusts it',
  'rows to cells': 'it measures every text, because a cell holds 50,000 characters',
  'rows to a formula': 'it knows percentages, empty values and dates that can be shown in several ways',
  'rows into the cache': 'it finds out by which power of ten a column is whole; the reference knows it',
  'rows out of the cache': 'it checks each part, and that all belong to one writing',
  'formula, cold':
    'it checks every value, makes rows before the cells, and packs them by column so that the cache holds more and gives them back sooner',
  'formula, warm':
    'it picks the newest answer for each day and looks for records of days that were not requested',
  groups:
    'it also counts unfinished days, repeated and undated records, and compares names as people write them',
};

const COMPARISONS: readonly Comparison[] = [
  {
    task: 'answer to cells',
    rows: [1000, 10_000],
    reference: 'reference',
    goal: GOAL,
    baselines: ['headings mapped', 'generic flattener'],
  },
  { task: 'answer to cells', rows: [100_000], reference: 'reference', baselines: [], goal: GOAL },
  {
    task: 'rows to cells',
    rows: [10_000, 100_000],
    reference: 'reference',
    goal: GOAL,
    baselines: [],
  },
  { task: 'rows to a formula', rows: [100_000], reference: 'reference', baselines: [], goal: GOAL },
  { task: 'formula, cold', ...FORMULA, goal: 2 },
  { task: 'formula, warm', ...FORMULA, goal: 1 },
  { task: 'rows into the cache', ...CACHE },
  { task: 'rows out of the cache', ...CACHE },
  {
    task: 'groups',
    rows: [100_000],
    reference: 'reference',
    goal: GOAL,
    baselines: ['means of percentages'],
    more: ['every figure read'],
  },
];

/** Measures all of them. A ratio over its goal is measured once more, so that twice as many samples count. */
export function compareTimes(processes: FreshProcesses): TimeRatio[] {
  return COMPARISONS.flatMap((comparison) =>
    comparison.rows.flatMap((rows) => compare(processes, comparison, rows)),
  );
}

function compare(processes: FreshProcesses, comparison: Comparison, rows: number): TimeRatio[] {
  const { task, goal, baselines, more = [] } = comparison;
  const own = { task, rows };
  const variant = (name: string) => ({ task: `${task}, ${name}`, rows });
  const reference = variant(comparison.reference);
  processes.measure([own, reference, ...[...more, ...baselines].map(variant)]);
  if (processes.millis(own) / processes.millis(reference) > goal)
    processes.measure([own, reference], SAMPLES);
  const ratio = (one: typeof own, other: typeof own, most: number | ''): TimeRatio => {
    const [first, second] = [processes.millis(one), processes.millis(other)];
    return {
      what: one.task,
      rows,
      'compared with': other.task,
      milliseconds: `${first.toFixed(1)} / ${second.toFixed(1)}`,
      ratio: (first / second).toFixed(2),
      goal: most,
      reason: most !== '' && first / second > most ? (REASONS[task] ?? 'not explained') : '',
    };
  };
  return [
    ratio(own, reference, goal),
    ...more.map((name) => ratio(variant(name), reference, '')),
    ...baselines.map((name) => ratio(own, variant(name), '')),
  ];
}
