import { Presentation } from '../../../src/answers/tables/presentation';
import { planRecords } from '../../../src/answers/tables/record-table';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-fulfilment-fields';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import type { Basis } from '../../../src/figures/basis';
import { DEFINITIONS } from '../../../src/figures/definitions';
import { type FigureRequest, groupFigures } from '../../../src/figures/group-figures';
import { type Measure, PUBLISHED_MEASURES } from '../../../src/figures/measures';
import { HEADINGS } from '../../../src/reports/report-table';
import { denseGroupBy } from '../references/dense-group-by';
import { tightFormulaTable } from '../references/formula-table';
import { makeShiftRows } from '../shift-rows';

/** The last ten days of the rows, which are those of 2025, are not over. */
const TODAY = 46_013;
const RANGE = { from: 45_658, to: 46_022 };

/** Week × venue × role with all 13 published measures, each percentage with one definition. */
const requests: FigureRequest[] = PUBLISHED_MEASURES.map((measure) => ({ measure, basis: basisOf(measure) }));

/** What a formula without options shows. */
const NO_OPTIONS = { columns: undefined, sort: [], limit: undefined, headers: true, asOf: false };
const SHOWN = { percent: '0-100', empty: null, dates: 'date' } as const;
const presentation = new Presentation(SHOWN, { midnight: toDate }, 'Etc/UTC');

/** What can be timed, by name. Each takes the rows that it is given and returns what it made of them. */
const TASKS: Readonly<Record<string, (rows: readonly ShiftRow[]) => unknown>> = {
  groups,
  'groups, every figure read': (rows) => groups(rows).map(({ figures }) => figures),
  'groups, reference': (rows) => denseGroupBy(rows, TODAY),
  table: (rows) => planRecords(SHIFT_FULFILMENT_FIELDS, NO_OPTIONS)(rows, null, presentation),
  'table, reference': (rows) => tightFormulaTable(rows, HEADINGS, toDate),
};

// One sample: runs a task once in this process, as an execution of Apps Script would, and prints the milliseconds
// of processor time: the clock on the wall also times whatever else the machine does.
const [name = '', count = ''] = process.argv.slice(2);
const task = TASKS[name];
if (task === undefined) throw new RangeError(`No task is called ${name}.`);
const rows = makeShiftRows(Number(count));
const start = process.cpuUsage();
const result = task(rows);
const { user, system } = process.cpuUsage(start);
if (!Array.isArray(result) || result.length === 0) throw new RangeError(`${name} made nothing.`);
console.log((user + system) / 1000);

function groups(taken: readonly ShiftRow[]) {
  const grouping = { keys: ['week', 'venue', 'role'], range: RANGE, today: TODAY, weekStart: 1 } as const;
  return groupFigures(taken, grouping, requests).groups;
}

function basisOf(measure: Measure): Basis | undefined {
  if (measure.kind === 'count' || typeof measure.of !== 'string') return undefined;
  const survivors = DEFINITIONS[measure.of]
    .slice(0, 1)
    .map((definition) => ({ definition, agree: 1, of: 1 }));
  return { kind: 'settled', survivors };
}

function toDate(day: number): Date {
  return new Date((day - 25_569) * 86_400_000);
}
