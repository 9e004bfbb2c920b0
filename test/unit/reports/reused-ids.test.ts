import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/report-kind';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-records';
import { hasReusedIds, joinSlices } from '../../../src/reports/fetching/joined-report';
import type { KeptReport } from '../../../src/reports/fetching/report-cache';
import type { SheetRow } from '../../../src/reports/sheet/cells';
import { mergeHistory } from '../../../src/reports/writing/history-draft';
import { ROW } from '../../support/sample-report';
import { dailyRows, smallTable } from '../../support/table-record';
import { TableRun } from '../../support/table-run';

/* Section 2.2 says of SHIFT_ID that it is an integer, and of nothing that it is unique. */

describe('IDs', () => {
  test.each<[string, readonly (readonly [day: number | string | null, id: number | null])[], boolean]>([
    [
      'each on its day',
      [
        [10, 1],
        [11, 2],
      ],
      false,
    ],
    [
      'twice on one day',
      [
        [10, 1],
        [10, 1],
      ],
      false,
    ],
    [
      'on two days',
      [
        [10, 1],
        [11, 2],
        [12, 1],
      ],
      true,
    ],
    [
      'on a day and on none',
      [
        [10, 1],
        [null, 1],
        ['2026-03-01', 1],
      ],
      false,
    ],
    [
      'that are missing',
      [
        [10, null],
        [11, null],
      ],
      false,
    ],
  ])('%s: %j tells whether they are used again', (_, rows, expected) => {
    expect(
      hasReusedIds(
        rows,
        ([, id]) => id,
        ([day]) => day,
      ),
    ).toBe(expected);
  });
});

describe('answers of different times', () => {
  const report = (from: number, days: readonly (readonly [number, number])[], at: string): KeptReport => ({
    range: { from, to: from + 9 },
    fields: SHIFT_FULFILMENT_FIELDS,
    rows: days.map(([day, id]) => [day, ...ROW.slice(1, 17), id]),
    generatedAt: at,
    fetchedAt: Date.parse(at),
    issueCount: 0,
    emptyCount: 0,
    issues: [],
    correlationId: 'c-1',
    zone: null,
  });
  const days = (...reports: readonly KeptReport[]) => {
    const slices = reports.map((one) => ({ ...one.range, report: one }));
    const [joined] = joinSlices(SHIFT_FULFILMENT_REPORT, [{ range: { from: 10, to: 29 }, slices }]);
    return joined?.rows.map((row) => row[0]);
  };
  const OLDER = report(
    10,
    [
      [18, 1],
      [19, 2],
    ],
    '2026-03-10T10:00:00Z',
  );

  test('show a shift that moved once, where IDs tell shifts apart', () => {
    expect(
      days(
        OLDER,
        report(
          20,
          [
            [20, 2],
            [21, 3],
          ],
          '2026-03-10T11:00:00Z',
        ),
      ),
    ).toEqual([18, 20, 21]);
  });

  test('show all records where one of them has an ID on two days', () => {
    expect(
      days(
        OLDER,
        report(
          20,
          [
            [20, 2],
            [21, 2],
          ],
          '2026-03-10T11:00:00Z',
        ),
      ),
    ).toEqual([18, 19, 20, 21]);
  });
});

describe('a table that keeps history', () => {
  const WINDOW = { from: 103, to: 107 };
  const REUSED: readonly SheetRow[] = [
    [103, 'New', 101],
    [104, 'New', 101],
  ];

  test('loses no day to an ID that its new rows have on two days', () => {
    const kept: readonly SheetRow[] = dailyRows(100, 3, 'Old');
    expect(mergeHistory(kept, REUSED, WINDOW, { dateColumn: 0, idColumn: 2 })).toEqual([...kept, ...REUSED]);
  });

  test('has its last days replaced then, without a look at the IDs of the others', () => {
    const run = new TableRun(1000);
    run.refresh(smallTable(dailyRows(100, 5, 'Old')), { from: 100, to: 104 });
    run.sheet.dateColumns = [1];
    run.sheets.reads.length = 0;

    run.refresh(smallTable(REUSED), WINDOW);

    expect(run.sheets.reads).not.toContain('Shifts 2,3 3 × 1');
    run.sheet.dateColumns = [];
    expect(run.rows(5)).toEqual([...dailyRows(100, 3, 'Old'), ...REUSED]);
  });
});
