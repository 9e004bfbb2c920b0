import type { Requirement } from './requirement';

const IN_SHEETS = 'test/integration';
const CRASHES = [
  `${IN_SHEETS}/refresh-crash.test.ts`,
  `${IN_SHEETS}/refresh-crash-shapes.test.ts`,
  'test/unit/reports/writing/table-writer-crash.test.ts',
];
/** More than any run has cases: all of them. */
const ALL_CASES = { TEST_RUNS: '1000' };

/** Data (D), atomic writing (A), concurrency (C) and the user's sheet (W). */
export const DATA_AND_SHEETS: readonly Requirement[] = [
  {
    id: 'D1',
    promise: 'Hostile texts stay texts, in tables and in formulas',
    target: 'at least 100,000 texts: 0 formulas, 0 coerced',
    isRecorded: true,
    files: [
      'test/unit/reports/tables/report-table.test.ts',
      `${IN_SHEETS}/sheet-content.test.ts`,
      `${IN_SHEETS}/formula-results.test.ts`,
    ],
    full: { TEST_RUNS: '100000' },
    gap: 'The 100,000 are written to a sheet in memory; the listed ones to the emulator’s sheet. Results of formulas are tried with listed texts only.',
  },
  {
    id: 'D2',
    promise: 'The 18 fields have the names, order and types of the specification',
    target: '18 of 18',
    files: [
      'test/unit/employer-api/shift-fulfilment-fields.test.ts',
      'test/contract/api/product-fields.test.ts',
    ],
  },
  {
    id: 'D3',
    promise: 'A value of the wrong type becomes an empty cell and is counted; its neighbours stay',
    target: '18 fields × at least 8 values: all found',
    isRecorded: true,
    files: [`${IN_SHEETS}/bodies-accepted.test.ts`, 'test/unit/employer-api/shift-records.test.ts'],
  },
  {
    id: 'D4',
    promise: 'A text that is no answer is refused, and never half read',
    target: 'at least 1,000,000 texts: only `invalid_response`',
    isRecorded: true,
    files: ['test/unit/employer-api/answer-fuzz.test.ts', `${IN_SHEETS}/bodies.test.ts`],
    full: { FUZZ_TEXTS: '1000000' },
    gap: 'The million texts meet the reader; that the sheet stays is shown with the listed ones.',
  },
  {
    id: 'D5',
    promise: 'An answer that was cut is never accepted',
    target: 'at least 2,000 offsets: 0 accepted',
    isRecorded: true,
    files: ['test/unit/employer-api/answer-fuzz.test.ts'],
    full: { FUZZ_TEXTS: '1000000' },
  },
  {
    id: 'D6',
    promise: 'An answer for other days or another employer is refused',
    target: 'all refused',
    files: [`${IN_SHEETS}/bodies.test.ts`, 'test/unit/employer-api/shift-fulfilment-answer.test.ts'],
  },
  {
    id: 'D7',
    promise: 'A report of any size is written whole or refused in a sentence',
    target: '0 to 120,000 rows; time and memory told',
    isRecorded: true,
    files: [`${IN_SHEETS}/answer-sizes.test.ts`],
    full: { ANSWER_ROWS: '0,1,999,1000,1001,10000,50000,120000' },
    gap: 'Time and memory are those of the emulator on this machine, not of Google. At 120,000 rows, about 50 MB, the refusal says that the service could not be reached, not that the answer is too large.',
  },
  {
    id: 'D8',
    promise: 'Days are never off by one, in any zone',
    target: 'zones −12 to +14, all days 1990 to 2060: 0 errors',
    isRecorded: true,
    files: [
      `${IN_SHEETS}/every-day.test.ts`,
      `${IN_SHEETS}/formula-dates.test.ts`,
      `${IN_SHEETS}/sheet-content.test.ts`,
    ],
    full: { YEAR_STEP: '1' },
    gap: 'All days are tried as results; as arguments the days around changes of the clock. Where a zone changes its clock at midnight, that day’s cell holds 01:00 of it: shown as the right day, but not equal to the bare date. A day that a zone left out (Kiritimati, 31 December 1994) is shown as the next.',
  },
  {
    id: 'A1',
    promise: 'A run killed at any call leaves the old or the new table, and people’s cells',
    target: 'all calls × kept prefixes',
    files: CRASHES,
    full: ALL_CASES,
  },
  {
    id: 'A2',
    promise: 'The next run heals what a kill left',
    target: 'all healed, 0 leftovers',
    files: CRASHES,
    full: ALL_CASES,
  },
  {
    id: 'A3',
    promise: 'Two kills in a row at other sizes, then a clean run: exact',
    target: 'all of at least 1,000',
    files: [
      `${IN_SHEETS}/refresh-two-kills.test.ts`,
      'test/unit/reports/writing/table-writer-crashes.test.ts',
    ],
    full: ALL_CASES,
  },
  {
    id: 'A4',
    promise: 'A call that throws, once or for ever, leaves the old or the new table and says why',
    target: 'all calls',
    files: [...CRASHES, `${IN_SHEETS}/exceptions.test.ts`],
    full: ALL_CASES,
  },
  {
    id: 'A5',
    promise: 'A long refresh killed while it fetches ends exact, and asks for little twice',
    target: 'all exact; windows at most 12 + kills',
    isRecorded: true,
    files: [`${IN_SHEETS}/long-range.test.ts`],
    full: ALL_CASES,
    gap: 'Windows are asked for in groups, so a kill can cost a group, not one window.',
  },
  {
    id: 'C1',
    promise: 'Two refreshes at once leave the table of one of them',
    target: 'at least 1,000 seeds: 0 mixtures',
    files: [`${IN_SHEETS}/refresh-concurrent.test.ts`],
    full: { SEEDS: '1000' },
  },
  {
    id: 'C2',
    promise: 'No cell fails because a refresh runs',
    target: '0 cells',
    files: [`${IN_SHEETS}/refresh-concurrent.test.ts`],
    full: { SEEDS: '1000' },
  },
  {
    id: 'C3',
    promise: 'Triggers of several people, and duplicates, refresh once per interval',
    target: 'at most 1 per interval; 0 own duplicates',
    files: [`${IN_SHEETS}/schedule-people.test.ts`, `${IN_SHEETS}/schedule.test.ts`],
  },
  {
    id: 'W1',
    promise: 'Cells outside the table stay, whatever people do between refreshes',
    target: 'at least 10,000 sequences: 0 changed',
    isRecorded: true,
    files: [`${IN_SHEETS}/user-edits.test.ts`],
    full: { TEST_RUNS: '10000' },
  },
  {
    id: 'W2',
    promise: 'A sheet that was renamed or moved is still the one refreshed',
    target: 'all',
    files: [`${IN_SHEETS}/sheet-safety.test.ts`],
  },
  {
    id: 'W3',
    promise: 'A deleted sheet is made again by a click, never by a schedule',
    target: '0 made by schedules, clear message',
    files: [`${IN_SHEETS}/sheet-safety.test.ts`],
  },
  {
    id: 'W4',
    promise: 'Where the heading row is not as it was, nothing is written',
    target: '0 writes, message',
    files: [`${IN_SHEETS}/sheet-safety.test.ts`],
  },
  {
    id: 'W5',
    promise: 'Sorted, filtered, hidden or merged: the table is exact, or refused in a sentence',
    target: 'all; 0 silent writes elsewhere',
    files: [
      `${IN_SHEETS}/sheet-safety.test.ts`,
      `${IN_SHEETS}/sheet-shapes.test.ts`,
      `${IN_SHEETS}/user-edits.test.ts`,
    ],
    full: { TEST_RUNS: '10000' },
  },
  {
    id: 'W6',
    promise: 'Protected, validated, full or occupied: the old table stays and the reason is told',
    target: 'all',
    files: [`${IN_SHEETS}/sheet-blocked.test.ts`],
  },
  {
    id: 'W7',
    promise: 'A table whose schedule stopped calls itself STALE, without a run',
    target: 'after 2 intervals, 0 runs',
    files: [`${IN_SHEETS}/status-sheet.test.ts`],
  },
  {
    id: 'W8',
    promise: 'Calls that could harm a sheet are not in the bundle',
    target: '0',
    files: ['test/build/check-service-calls.test.ts', 'test/build/product.test.ts'],
  },
];
