import { cellMaker, planTable, recordColumns } from '../../src/answers/tables/answer-table';
import { formatIsoDate, fromParts, parseIsoDate } from '../../src/calendar/calendar-date';
import {
  SHIFT_FULFILMENT_FIELDS,
  SHIFT_FULFILMENT_REPORT,
  type ShiftRow,
} from '../../src/employer-api/shift-report';
import type { Definitions } from '../../src/figures/definitions';
import { figuresBy } from '../../src/figures/figures';
import { DEFINITIONS, type Measure, PUBLISHED_MEASURES } from '../../src/figures/measures';
import { decodeEntry, encodeEntry, type KeptReport } from '../../src/reports/fetching/kept-rows';
import { sheetRows } from '../../src/reports/sheet/cells';
import { percentage } from '../api-server/data/shift-record';
import { Fetching } from '../support/fetching';
import { nodePacker } from '../support/node-text';
import { CONNECTION, RANGE as WEEK } from '../support/sample-report';
import { SeededRandom } from '../support/seeded-random';
import { answer } from '../support/stub-transport';

/* One sample of `processor-time.ts`. */

/** 2025: 1 January to 31 December. */
const RANGE = { from: 45_658, to: 46_022 };

/** Shift rows that look like a large employer's: seeded, 96 venues, 12 areas, 14 job titles, some nulls. */
function makeShiftRows(count: number): ShiftRow[] {
  const random = new SeededRandom(1);
  const whole = (end: number) => random.below(end);
  const firstDay = fromParts(2025, 1, 1) ?? 0;
  return Array.from({ length: count }, (_, index): ShiftRow => {
    const posted = whole(12);
    const booked = Math.min(posted, whole(13));
    const worked = Math.max(0, booked - whole(3));
    const hours = posted * (4 + whole(17) / 2);
    return [
      firstDay + Math.floor((index * 365) / count),
      `Venue ${whole(96)}`,
      `Area ${whole(12)}`,
      `Job title ${whole(14)}`,
      posted,
      booked,
      percentage(booked, posted),
      posted - booked,
      percentage(posted - booked, posted),
      worked,
      percentage(worked, booked),
      booked - worked,
      percentage(booked - worked, booked),
      hours,
      hours * 0.95,
      posted,
      percentage(worked, posted),
      7_000_000 + index * 3,
    ];
  });
}

/** The answer of the service that holds these rows, about 439 bytes each; its decimals are written `95.0`. */
function responseText(rows: readonly ShiftRow[]): string {
  const shifts = rows.map((row) => {
    const members = SHIFT_FULFILMENT_FIELDS.map(({ name, kind }, at) => {
      const value = row[at] ?? null;
      if (kind === 'date') return `"${name}":"${formatIsoDate(Number(value))}"`;
      const isDecimal = kind === 'decimal' || kind === 'percentage';
      return `"${name}":${isDecimal && Number.isInteger(value) ? `${value}.0` : JSON.stringify(value)}`;
    });
    return `{${members.join(',')}}`;
  });
  return `{"request":{},"report":{"shifts":[${shifts.join(',')}]},"metadata":{}}`;
}

/** Rows as a report of the cache, with what it keeps beside them. */
function keptReport(rows: readonly ShiftRow[]): KeptReport {
  return {
    range: RANGE,
    fields: SHIFT_FULFILMENT_FIELDS,
    rows,
    generatedAt: '2026-03-10T08:59:58Z',
    fetchedAt: 1_773_133_200_000,
    doubts: 0,
    firstDoubt: '',
    undated: 0,
    roundDays: [],
    zone: 'Europe/London',
    correlationId: '7f3a0c52-6a52-4a8e-9d3b-0f4f4f4f4f4f',
  };
}

/** Week × venue × role with all 13 published measures, each percentage with one definition. */
function groups(rows: readonly ShiftRow[]) {
  // The last ten days of the rows are not over.
  const requests = PUBLISHED_MEASURES.map((measure) => ({ measure, definitions: definitionsOf(measure) }));
  const set = { rows, requests, range: RANGE, today: 46_013, weekStart: 1 } as const;
  return figuresBy(set, ['week', 'venue', 'role']).groups;
}

function definitionsOf(measure: Measure): Definitions | undefined {
  if (measure.kind === 'count' || typeof measure.of !== 'string') return undefined;
  const left = DEFINITIONS[measure.of].slice(0, 1).map((definition) => ({ ...definition, agree: 1, of: 1 }));
  return { left, by: 'rows', scale: 100 };
}

/** What a formula without options shows. */
const NO_OPTIONS = { columns: undefined, sort: [], limit: undefined, headers: true, asOf: false };
const toDate = (day: number) => new Date((day - 25_569) * 86_400_000);
const cell = cellMaker({ percent: '0-100', empty: null, dates: 'date' }, toDate);

/** A formula over a week that holds all these rows, from the request to the cells. The service answers only once. */
function weekFormula(rows: readonly ShiftRow[]) {
  const layOut = planTable(recordColumns(SHIFT_FULFILMENT_FIELDS), NO_OPTIONS);
  const fetching = new Fetching([answer(200, weekText(rows)), answer(503)]);
  return () => layOut({ items: fetching.cell().rows, generatedAt: null }, cell);
}

/** One row less: a round number of records would be asked for in halves. */
function weekText(rows: readonly ShiftRow[]): string {
  const inWeek = (at: number) => WEEK.from + Math.floor((7 * at) / rows.length);
  const text = responseText(rows.slice(1).map(([, ...others], at): ShiftRow => [inWeek(at), ...others]));
  // The stub puts the requested days there.
  return text.replace('{}', '{"from_date":"2026-03-01","to_date":"2026-03-31"}');
}

/** The same cells by the least code: one loop over the fields of each record, which trusts the answer. */
function loopOver(text: string): unknown[][] {
  const dates = new Map<string, Date>();
  const shifts: Record<string, string>[] = JSON.parse(text).report.shifts;
  const names = SHIFT_FULFILMENT_FIELDS.map(({ name }) => name);
  const lines = shifts.map((shift) => {
    const day = shift.SHIFT_DATE ?? '';
    const date = dates.get(day) ?? toDate(Number(parseIsoDate(day)));
    dates.set(day, date);
    return names.map((name) => (name === 'SHIFT_DATE' ? date : shift[name]));
  });
  return [names, ...lines];
}

/** Each makes ready what is not timed, and returns what is; that returns something with a length. */
const TASKS: Readonly<Record<string, (rows: readonly ShiftRow[]) => () => ArrayLike<unknown>>> = {
  'answer to cells': (rows) => {
    const response = answer(200, responseText(rows));
    return () => {
      const read = SHIFT_FULFILMENT_REPORT.read(response, CONNECTION, RANGE).rows;
      return sheetRows(read, read.length, 18);
    };
  },
  'rows to cells': (rows) => () => sheetRows(rows, rows.length, 18),
  'rows to a formula': (rows) => () =>
    planTable(recordColumns(SHIFT_FULFILMENT_FIELDS), NO_OPTIONS)({ items: rows, generatedAt: null }, cell),
  'formula, cold': weekFormula,
  'formula, cold, in one loop': (rows) => {
    const text = weekText(rows);
    return () => [nodePacker.pack(text), ...loopOver(text)];
  },
  'formula, warm': (rows) => {
    const formula = weekFormula(rows);
    formula();
    return formula;
  },
  'formula, warm, in one loop': (rows) => {
    const packed = nodePacker.pack(weekText(rows));
    return () => loopOver(nodePacker.unpack(packed) ?? '');
  },
  groups: (rows) => () => groups(rows),
  'rows into the cache': (rows) => () => Object.keys(encodeEntry('k', [keptReport(rows)], nodePacker)),
  'rows out of the cache': (rows) => {
    const entries = encodeEntry('k', [keptReport(rows)], nodePacker);
    return () => decodeEntry('k', entries, nodePacker)[0]?.rows ?? [];
  },
};

const [name = '', count = ''] = process.argv.slice(2);
if (name === 'tasks') console.log(JSON.stringify(Object.keys(TASKS)));
else {
  // Processor time: the clock on the wall also times whatever else the machine does.
  const task = TASKS[name]?.(makeShiftRows(Number(count)));
  const start = process.cpuUsage();
  const result = task?.() ?? [];
  const { user, system } = process.cpuUsage(start);
  if (result.length === 0) throw new RangeError(`${name} made nothing.`);
  console.log((user + system) / 1000);
}
