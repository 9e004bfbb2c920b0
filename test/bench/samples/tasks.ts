import { Presentation, planRecords } from '../../../src/answers/tables/answer-table';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../../src/employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/shift-report';
import { decodeEntry, encodeEntry } from '../../../src/reports/fetching/kept-rows';
import { sheetRows } from '../../../src/reports/sheet/cells';
import { nodePacker } from '../../support/node-text';
import { CONNECTION } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';
import { keptReport } from '../kept-report';
import { responseText } from '../response-text';
import { groups, RANGE } from './groups';

/** Makes ready what is not timed, and returns what is. That returns something with a length. */
export type Task = (rows: readonly ShiftRow[]) => () => ArrayLike<unknown>;

/** What a formula without options shows. */
const NO_OPTIONS = { columns: undefined, sort: [], limit: undefined, headers: true, asOf: false };
const SHOWN = { percent: '0-100', empty: null, dates: 'date' } as const;
const presentation = new Presentation(SHOWN, { midnight: toDate }, 'Etc/UTC');

/** What can be timed, by name. */
export const TASKS: Readonly<Record<string, Task>> = {
  'answer to cells': (rows) => {
    const response = answer(200, responseText(rows));
    return () => {
      const read = SHIFT_FULFILMENT_REPORT.read(response, CONNECTION, RANGE).rows;
      return sheetRows(read, read.length, 18);
    };
  },
  'rows to cells': (rows) => () => sheetRows(rows, rows.length, 18),
  'rows to a formula': (rows) => () =>
    planRecords(SHIFT_FULFILMENT_FIELDS, NO_OPTIONS)(rows, null, presentation),
  'rows into the cache': (rows) => () => Object.keys(encodeEntry('k', [keptReport(rows)], nodePacker)),
  'rows out of the cache': (rows) => {
    const entries = encodeEntry('k', [keptReport(rows)], nodePacker);
    return () => decodeEntry('k', entries, () => entries, nodePacker)[0]?.rows ?? [];
  },
  groups: (rows) => () => groups(rows),
};

function toDate(day: number): Date {
  return new Date((day - 25_569) * 86_400_000);
}
