import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../../../src/reports/saved/migrate';
import { parseSavedReport } from '../../../../src/reports/saved/saved-report';
import { SAVED_REPORT_MIGRATIONS } from '../../../../src/reports/saved/saved-report-migrations';
import { checkShrink } from '../../../../src/reports/saved/shrink-guard';

/** As the first version stored a report whose table stands in its sheet. */
const FIRST = {
  version: 1,
  id: 'r-1',
  createdAt: 5,
  period: 'custom',
  from: '2026-03-01',
  to: '2026-03-07',
  sheet: 'Shifts',
  sheetId: 7,
  headed: true,
  extent: 3,
  content: null,
  lastRun: null,
};
const FIELDS = [
  'SHIFT_DATE',
  'VENUE_NAME',
  'AREA_NAME',
  'JOB_TITLE',
  'SHIFTS_POSTED',
  'SHIFTS_BOOKED',
  'SHIFTS_BOOKED_PERCENTAGE',
  'SHIFTS_UNFILLED',
  'SHIFTS_UNFILLED_PERCENTAGE',
  'SHIFTS_WORKED',
  'SHIFTS_WORKED_PERCENTAGE',
  'NO_SHOWS',
  'NO_SHOWS_PERCENTAGE',
  'HOURS_SCHEDULED',
  'HOURS_WORKED',
  'TRUE_DEMAND',
  'TRUE_FULFILMENT_PERCENTAGE',
  'SHIFT_ID',
];

describe('a report that the first version stored', () => {
  test('asks for what it asked for, as a table of all 18 columns that is replaced', () => {
    expect(parseSavedReport(JSON.stringify(FIRST))).toEqual({
      ...FIRST,
      version: 3,
      report: 'shift_fulfilment',
      mode: 'replace',
      venue: '',
      area: '',
      role: '',
      groupBy: '',
      columns: '',
      fields: [],
      headings: FIELDS,
      nextHeadings: [],
      snapshot: null,
      summary: null,
      cursor: null,
      history: null,
      stagingId: null,
    });
  });

  test('has no headings where its table was never finished', () => {
    expect(parseSavedReport(JSON.stringify({ ...FIRST, headed: false }))?.headings).toEqual([]);
  });
});

describe('a report that the second version stored', () => {
  /** Its text: a table of two rows, refreshed for 1 to 7 March 2026. */
  const SECOND =
    '{"version":2,"id":"r-1","createdAt":5,"report":"shift_fulfilment","mode":"replace","period":"last 7 days",' +
    '"from":"","to":"","sheet":"Shifts","venue":"","area":"","role":"","groupBy":"","columns":"","sheetId":7,' +
    '"headed":true,"headings":["SHIFT_DATE"],"nextHeadings":[],"extent":12,"content":{"refreshedAt":9,' +
    '"generatedAt":null,"rows":12,"from":46082,"to":46088,"issues":0,"empty":0,"checks":[],"hash":"h"},' +
    '"lastRun":null,"snapshot":null,"summary":{"asked":"a","rows":12,"days":7,"venues":["Inn","Bar"],' +
    '"counts":[8,4],"hashed":false,"refused":""},"cursor":null,"history":null}';
  const FIELDS_OF_ROWS = ['SHIFT_DATE', 'VENUE_NAME'];
  const now = (from: number) => ({
    asked: 'a',
    range: { from, to: from + 6 },
    today: from + 7,
    at: 0,
    fields: FIELDS_OF_ROWS,
    rows: new Array<readonly [number, string]>(12).fill([from + 1, 'Inn']),
  });

  test('is compared with a table for the same days as before', () => {
    const { summary } = parseSavedReport(SECOND) ?? {};
    expect(summary && checkShrink(summary, now(46_082))?.reason).toBe(
      'Press Refresh and confirm if this is right: no rows came for “Bar” (4 rows before), so the old table stays',
    );
  });

  test('is not compared once its days have moved on', () => {
    const { summary } = parseSavedReport(SECOND) ?? {};
    expect(summary && checkShrink(summary, now(46_083))).toBeUndefined();
  });

  test('remembers no rows where it was never refreshed', () => {
    const stored = { ...JSON.parse(SECOND), content: null, summary: null };
    expect(parseSavedReport(JSON.stringify(stored))).toMatchObject({ version: 3, summary: null });
  });
});

describe('what is no report of a known version', () => {
  test.each([
    null,
    5,
    'text',
    [],
    {},
    { version: 0 },
    { version: 4 },
    { version: '2' },
    { version: 'constructor' },
  ])('stays as it is, and is refused: %j', (stored) => {
    expect(migrate(stored, SAVED_REPORT_MIGRATIONS)).toBe(stored);
    expect(parseSavedReport(JSON.stringify(stored))).toBeUndefined();
  });
});
