import { Presentation, planRecords } from '../../../src/answers/tables/answer-table';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../../src/employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/shift-report';
import { decodeEntry, encodeEntry } from '../../../src/reports/fetching/kept-rows';
import { HEADINGS, sheetRows } from '../../../src/reports/sheet/cells';
import { Fetching } from '../../support/fetching';
import { nodePacker } from '../../support/node-text';
import { CONNECTION, RANGE as DAYS } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';
import { flattenJson } from '../baselines/flatten-json';
import { mapHeadings } from '../baselines/map-headings';
import { meansOfPercentages } from '../baselines/mean-of-percentages';
import { keptReport } from '../kept-report';
import { tightAnswerCells, tightCells } from '../references/answer-cells';
import { tightDecode, tightEncode } from '../references/coded-columns';
import { denseGroupBy } from '../references/dense-group-by';
import { tightAnswerTable, tightFormulaTable } from '../references/formula-table';
import { responseText } from '../response-text';
import { groups, RANGE, TODAY } from './groups';

/** Makes ready what is not timed, and returns what is. That returns something with a length. */
export type Task = (rows: readonly ShiftRow[]) => () => ArrayLike<unknown>;

/** What a formula without options shows. */
const NO_OPTIONS = { columns: undefined, sort: [], limit: undefined, headers: true, asOf: false };
const SHOWN = { percent: '0-100', empty: null, dates: 'date' } as const;
const presentation = new Presentation(SHOWN, { midnight: toDate }, 'Etc/UTC');

/** A formula over a week that holds all these rows, from the request to the cells. The service answers only once. */
function weekFormula(rows: readonly ShiftRow[]) {
  const layOut = planRecords(SHIFT_FULFILMENT_FIELDS, NO_OPTIONS);
  const fetching = new Fetching([answer(200, weekText(rows)), answer(503)]);
  return () => layOut(fetching.cell().rows, null, presentation);
}

function weekText(rows: readonly ShiftRow[]): string {
  const inWeek = (at: number) => DAYS.from + Math.floor((7 * at) / rows.length);
  // One less: a round number of records would be asked for in halves.
  return responseText(rows.slice(1).map(([, ...others], at) => [inWeek(at), ...others]));
}

/** What can be timed, by name. */
export const TASKS: Readonly<Record<string, Task>> = {
  'answer to cells': (rows) => {
    const response = answer(200, responseText(rows));
    return () => {
      const read = SHIFT_FULFILMENT_REPORT.read(response, CONNECTION, RANGE).rows;
      return sheetRows(read, read.length);
    };
  },
  'answer to cells, reference': (rows) => {
    const text = responseText(rows);
    return () => tightAnswerCells(text, HEADINGS);
  },
  'answer to cells, headings mapped': (rows) => {
    const text = responseText(rows);
    return () => mapHeadings(text);
  },
  'answer to cells, generic flattener': (rows) => {
    const text = responseText(rows);
    return () => flattenJson(text, ['report', 'shifts']);
  },
  'rows to cells': (rows) => () => sheetRows(rows, rows.length),
  'rows to cells, reference': (rows) => () => tightCells(rows),
  'rows to a formula': (rows) => () =>
    planRecords(SHIFT_FULFILMENT_FIELDS, NO_OPTIONS)(rows, null, presentation),
  'rows to a formula, reference': (rows) => () => tightFormulaTable(rows, HEADINGS, toDate),
  'formula, cold': weekFormula,
  'formula, cold, answer kept as it is': (rows) => {
    const text = weekText(rows);
    return () => [nodePacker.pack(text), tightAnswerTable(text, HEADINGS, toDate)];
  },
  'formula, warm': (rows) => {
    const formula = weekFormula(rows);
    formula();
    return formula;
  },
  'formula, warm, answer kept as it is': (rows) => {
    const packed = nodePacker.pack(weekText(rows));
    return () => tightAnswerTable(nodePacker.unpack(packed) ?? '', HEADINGS, toDate);
  },
  'rows into the cache': (rows) => () => Object.keys(encodeEntry('k', [keptReport(rows)], nodePacker)),
  'rows into the cache, reference': (rows) => () => tightEncode(rows),
  'rows into the cache, text of the answer': (rows) => {
    const text = responseText(rows);
    return () => nodePacker.pack(text);
  },
  'rows out of the cache': (rows) => {
    const entries = encodeEntry('k', [keptReport(rows)], nodePacker);
    return () => decodeEntry('k', entries, () => entries, nodePacker)[0]?.rows ?? [];
  },
  'rows out of the cache, reference': (rows) => {
    const packed = tightEncode(rows);
    return () => tightDecode(packed, rows.length);
  },
  'rows out of the cache, text of the answer': (rows) => {
    const packed = nodePacker.pack(responseText(rows));
    return () => JSON.parse(nodePacker.unpack(packed) ?? '').report.shifts;
  },
  groups: (rows) => () => groups(rows),
  'groups, every figure read': (rows) => () => groups(rows).map(({ figures }) => figures),
  'groups, reference': (rows) => () => denseGroupBy(rows, TODAY),
  'groups, means of percentages': (rows) => () => meansOfPercentages(rows),
};

function toDate(day: number): Date {
  return new Date((day - 25_569) * 86_400_000);
}
