import { describe, expect, test } from '@jest/globals';
import { parseSavedReport } from '../../../../src/reports/saved/saved-report';
import { migrateSavedReport } from '../../../../src/reports/saved/saved-report-migrations';

/** As the first version stored a report whose table stands in its sheet. */
const FIRST = {
  ...{ version: 1, id: 'r-1', createdAt: 5, period: 'custom', from: '2026-03-01', to: '2026-03-07' },
  ...{ sheet: 'Shifts', sheetId: 7, headed: true, extent: 3, content: null, lastRun: null },
};
const FIELDS = [
  ...['SHIFT_DATE', 'VENUE_NAME', 'AREA_NAME', 'JOB_TITLE', 'SHIFTS_POSTED', 'SHIFTS_BOOKED'],
  ...['SHIFTS_BOOKED_PERCENTAGE', 'SHIFTS_UNFILLED', 'SHIFTS_UNFILLED_PERCENTAGE', 'SHIFTS_WORKED'],
  ...['SHIFTS_WORKED_PERCENTAGE', 'NO_SHOWS', 'NO_SHOWS_PERCENTAGE', 'HOURS_SCHEDULED', 'HOURS_WORKED'],
  ...['TRUE_DEMAND', 'TRUE_FULFILMENT_PERCENTAGE', 'SHIFT_ID'],
];

describe('a report that the first version stored', () => {
  test('asks for what it asked for, as a table of all 18 columns that is replaced', () => {
    expect(parseSavedReport(JSON.stringify(FIRST))).toEqual({
      ...FIRST,
      ...{ version: 2, report: 'shift_fulfilment', mode: 'replace' },
      ...{ venue: '', area: '', role: '', groupBy: '', columns: '' },
      ...{ headings: FIELDS, nextHeadings: [] },
      ...{ snapshot: null, summary: null, cursor: null, history: null, stagingId: null },
    });
  });

  test('has no headings where its table was never finished', () => {
    expect(parseSavedReport(JSON.stringify({ ...FIRST, headed: false }))?.headings).toEqual([]);
  });
});

describe('what is no report of a known version', () => {
  test.each([null, 5, 'text', [], {}, { version: 0 }, { version: 3 }, { version: 'constructor' }])(
    'stays as it is, and is refused: %j',
    (stored) => {
      expect(migrateSavedReport(stored)).toBe(stored);
      expect(parseSavedReport(JSON.stringify(stored))).toBeUndefined();
    },
  );
});
