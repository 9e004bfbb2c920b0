import { describe, expect, test } from '@jest/globals';
import { dashboardExplainer } from '../../../src/dashboards/plan-dashboard';
import { Explaining, linesIn } from '../../support/explaining';
import type { MemorySheet } from '../../support/memory-sheets';
import { RECORD, SETTLING_RECORDS, SILENT_RECORD, US_CONNECTION } from '../../support/sample-report';
import { type Crew, sentRecord, serialOf } from '../../support/shift-records';
import { SPEC_NAMES } from '../../support/spec-fields';

/* A cell of a dashboard, where something of it is missing. One shift lacks its venue, one its day. */

const CREWS: readonly Crew[] = [
  { day: '2026-03-07', venue: null, posted: 9, booked: 4, worked: 4 },
  { day: '2026-03-06', venue: 'Pier', posted: 8, booked: 5, worked: 5 },
];
const RECORDS = CREWS.map(sentRecord);
const ROWS = RECORDS.map((record) =>
  SPEC_NAMES.map((name) => (name === 'SHIFT_DATE' ? serialOf(String(record[name])) : (record[name] ?? null))),
);

function opened() {
  const table = new Explaining(RECORDS);
  const sheet = table.build('unfilled_list', ROWS);
  return { table, sheet };
}
/** The row of the sheet whose column J, Posted, shows so many. */
const rowOf = ({ sheet }: ReturnType<typeof opened>, posted: number) =>
  sheet.cells.findIndex((cells) => cells[9] === posted) + 1;

describe('a figure of a dashboard', () => {
  test('of a shift without a venue says so in its title', () => {
    const page = opened();
    const told = page.table.explain(10, rowOf(page, 9), page.sheet);
    expect(told.title).toBe('Posted of day 7 Mar 2026, no venue, Kitchen, Chef');
    expect(linesIn(told)['Sum of posted']).toBe('9');
    expect(linesIn(told).Recalculated).toBe('9, matches the cell.');
  });

  test('in a line below the last one holds nothing now', () => {
    const page = opened();
    const last = Math.max(rowOf(page, 9), rowOf(page, 8));
    page.table.book.document.write({
      dashboards: (page.table.book.document.readAll().dashboards ?? '').replace(/"rows":\d+/, '"rows":100'),
    });
    const told = page.table.explain(10, last + 1, page.sheet);
    expect(linesIn(told)['Rows behind it']).toBe(
      'Empty now. This cell belongs to the dashboard, and a refresh may fill it.',
    );
    page.sheet.type(last + 1, 10, 3);
    expect(linesIn(page.table.explain(10, last + 1, page.sheet))['Rows behind it']).toMatch(
      /^None of the rows that are kept/,
    );
  });
});

describe('the percentage of a dashboard', () => {
  test('rests on what refreshes have found out where its rows do not say', () => {
    const table = new Explaining(SETTLING_RECORDS);
    table.change([SILENT_RECORD]);
    const row = SPEC_NAMES.map((name) =>
      name === 'SHIFT_DATE'
        ? serialOf(SILENT_RECORD.SHIFT_DATE)
        : SILENT_RECORD[name as keyof typeof SILENT_RECORD],
    );
    const sheet = table.build('where_and_when', [row]);
    const line = sheet.cells.findIndex(([label]) => label === RECORD.VENUE_NAME) + 1;
    const told = linesIn(table.explain(2, line, sheet));
    expect(told.Definition).toBe('100 × worked ÷ posted, sums over the rows.');
    expect(told.Basis).toMatch(/^worked ÷ posted: 23 of 23 refreshed/);
  });
});

describe('the day of a dashboard', () => {
  test('that was not over at the refresh is left out, also when it is over by now', () => {
    const record = { ...RECORD, SHIFT_DATE: '2026-03-07', VENUE_NAME: 'Pier' };
    const records = [record, { ...record, SHIFT_ID: 7, SHIFT_DATE: '2026-03-06' }];
    const table = new Explaining(records);
    table.refreshBeforeMidnight();
    const rows = records.map((one) =>
      SPEC_NAMES.map((name) =>
        name === 'SHIFT_DATE' ? serialOf(one.SHIFT_DATE) : (one[name as keyof typeof one] ?? null),
      ),
    );
    const sheet = table.build('where_and_when', rows);
    const line = sheet.cells.findIndex(([label]) => label === 'Pier') + 1;
    expect(linesIn(table.explain(2, line, sheet))['Rows behind it']).toBe(
      '2 shift records, 1 not over yet and left out',
    );
  });
});

describe('a week of a dashboard in the region US', () => {
  // A Sunday and the Saturday after it: one week there, two in the UK.
  const week = [
    { day: '2026-03-01', posted: 8, booked: 6, worked: 6 },
    { day: '2026-03-07', posted: 12, booked: 9, worked: 9 },
  ].map(sentRecord);
  const rows = week.map((record) =>
    SPEC_NAMES.map((name) =>
      name === 'SHIFT_DATE' ? serialOf(String(record[name])) : (record[name] ?? null),
    ),
  );
  /** The row of the sheet whose column A begins with this, and the column from 1 in which it shows a value. */
  const cellOf = (sheet: MemorySheet, label: string, value: number) => {
    const row = sheet.cells.findIndex((cells) => cells[0] === label && cells.includes(value));
    return { row: row + 1, column: (sheet.cells[row]?.indexOf(value) ?? -1) + 1 };
  };

  test('is explained from Sunday on', () => {
    const table = new Explaining(week, {}, US_CONNECTION);
    const cut = { rows: 'role', columns: 'week', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;
    const sheet = table.build('where_and_when', rows, cut);
    // 15 of 20 positions.
    const { row, column } = cellOf(sheet, 'Chef', 75);
    // All weeks stand before the one week.
    const told = table.explain(column + 1, row, sheet);
    expect(told.title).toBe('True fulfilment % of Chef, week 1 Mar 2026');
    expect(linesIn(told)['Rows behind it']).toBe('2 shift records');
    // The memory sheet reads the whole column of the period as dates.
    expect(linesIn(told).Recalculated).toBe('Matches the cell.');
  });
});

describe('a cell of a dashboard', () => {
  test('is not guessed at where its title was changed', () => {
    const { table, sheet } = opened();
    sheet.type(1, 1, 'My page');
    const told = table.explain(10, 13, sheet);
    expect(told.title).toBe('The dashboard Unfilled list');
    expect(linesIn(told)['This cell']).toMatch(/^Undo the change, or delete the sheet and build it again/);
  });

  test('that holds a text is not judged where the rows are not kept', () => {
    const { table, sheet } = opened();
    const text = sheet.cells[6]?.[5];
    expect(text).not.toBe('');
    table.forgetRows();
    expect(linesIn(table.explain(6, 7, sheet))['Rows behind it']).toMatch(/^No longer available: refresh/);
  });

  test('that holds a sentence is not judged either where the rows are not kept', () => {
    const { table, sheet } = opened();
    expect(sheet.cells[3]?.[0]).toMatch(/^Nothing can be open/);
    table.forgetRows();
    expect(linesIn(table.explain(1, 4, sheet))['Rows behind it']).toMatch(/^No longer available: refresh/);
  });

  test('that is a heading says what stands below it, where something does', () => {
    const { table, sheet } = opened();
    const line = sheet.cells.findIndex((cells) => cells.includes('Weekday'));
    const heading = (text: string) =>
      table.explain((sheet.cells[line]?.indexOf(text) ?? -1) + 1, line + 1, sheet);
    expect(heading('Weekday')).toMatchObject({ title: 'The heading Weekday' });
    expect(linesIn(heading('Weekday')).Meaning).toBe('The day of the week of the shifts.');
    expect(linesIn(heading('Posted')).Meaning).toBe('Positions requested.');
    // The name of a venue has no meaning of its own.
    expect(linesIn(heading('Venue')).Meaning).toBeUndefined();
  });

  test('that is for a target says what it is of where there are no targets', () => {
    const table = new Explaining(RECORDS);
    const sheet = table.build('overview', ROWS);
    const line = sheet.cells.findIndex((cells) => cells.includes('Target')) + 1;
    const column = (sheet.cells[line - 1]?.indexOf('Target') ?? -1) + 1;
    const told = table.explain(column, line + 1, sheet);
    expect(told.title).toBe('Target of day 1 Mar 2026');
    expect(linesIn(told).Recalculated).toMatch(/^Blank/);
  });

  test('that is for credits, on the widest dashboard, says what they are of', () => {
    const table = new Explaining(RECORDS);
    const sheet = table.build('scorecard', ROWS);
    const line = sheet.cells.findIndex((cells) => cells.includes('Left after booking'));
    const venue = sheet.cells.findIndex((cells, at) => at > line && cells[0] === 'Pier') + 1;
    // Column O, which has no heading where no credits are set.
    expect(sheet.cells[line]?.slice(7, 15).every((heading) => heading === '')).toBe(true);
    const told = table.explain(15, venue, sheet);
    expect(told.title).toBe('Credits: Pier');
    expect(linesIn(told)).toMatchObject({
      Meaning:
        'Missing people and no-shows of the complete weeks that missed their target, each times its credit.',
      Recalculated: 'Blank, matches the cell.',
    });
  });

  test('that is no figure of one of our measures keeps its meaning where the rows are not kept', () => {
    const { table, sheet } = opened();
    // 5 of one shift and 3 of the other.
    expect([sheet.cells[5]?.[5], sheet.cells[6]?.[5]]).toEqual(['Never filled', 8]);
    table.forgetRows();
    const told = table.explain(6, 7, sheet);
    expect(told.title).toBe('Never filled');
    expect(linesIn(told).Meaning).toBe('Positions that no one took, of days before today.');
    expect(linesIn(told)['Rows behind it']).toMatch(/^No longer available: refresh/);
  });

  test('below the last row of the sheet is not ours', () => {
    const { table, sheet } = opened();
    expect(table.explain(1, 5000, sheet).title).toMatch(/^Select a figure in a table/);
  });
});

test('what stands on a sheet without a dashboard is none', () => {
  expect(dashboardExplainer.find({}, 1)).toBeUndefined();
});
