import { describe, expect, test } from '@jest/globals';
import { dashboardMeanings } from '../../../src/dashboards/dashboard-meanings';
import { Explaining, linesIn } from '../../support/explaining';
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
/** The row of the sheet whose column H, Posted, shows so many. */
const rowOf = ({ sheet }: ReturnType<typeof opened>, posted: number) =>
  sheet.cells.findIndex((cells) => cells[7] === posted) + 1;

describe('a figure of a dashboard', () => {
  test('of a shift without a venue says so in its title', () => {
    const page = opened();
    const told = page.table.explain(8, rowOf(page, 9), page.sheet);
    expect(told.title).toBe('Posted of day 2026-03-07, no venue, Kitchen, Chef');
    expect(linesIn(told)['Sum of posted']).toBe('9');
    expect(linesIn(told)['Worked out again']).toBe('9, as in the cell.');
  });

  test('in a line below the last one holds nothing now', () => {
    const page = opened();
    const last = Math.max(rowOf(page, 9), rowOf(page, 8));
    page.table.book.document.write({
      dashboards: (page.table.book.document.readAll().dashboards ?? '').replace(/"rows":\d+/, '"rows":100'),
    });
    const told = page.table.explain(8, last + 1, page.sheet);
    expect(linesIn(told)['Rows behind it']).toBe(
      'Nothing now. The place belongs to the dashboard, and a refresh may fill it.',
    );
    page.sheet.type(last + 1, 8, 3);
    expect(linesIn(page.table.explain(8, last + 1, page.sheet))['Rows behind it']).toMatch(
      /^None of the rows that are kept/,
    );
  });
});

describe('a cell of a dashboard', () => {
  test('is not guessed at where its title was changed', () => {
    const { table, sheet } = opened();
    sheet.type(1, 1, 'My page');
    const told = table.explain(8, 13, sheet);
    expect(told.title).toBe('The dashboard Unfilled list');
    expect(linesIn(told)['This cell']).toMatch(/^Undo the change, or delete the sheet and build it again/);
  });

  test('that holds a text is not judged where the rows are not kept', () => {
    const { table, sheet } = opened();
    const text = sheet.cells[6]?.[1];
    expect(text).not.toBe('');
    table.forgetRows();
    expect(linesIn(table.explain(2, 7, sheet))['Rows behind it']).toMatch(/^Not kept any more: refresh/);
  });

  test('that is no figure of one of our measures keeps its meaning where the rows are not kept', () => {
    const { table, sheet } = opened();
    const row = sheet.cells.findIndex(([label]) => label === 'Unfilled on past days') + 1;
    // 5 of one shift and 3 of the other.
    expect(sheet.cells[row - 1]?.[1]).toBe(8);
    table.forgetRows();
    const told = table.explain(2, row, sheet);
    expect(told.title).toMatch(/^Unfilled positions/);
    expect(linesIn(told).Meaning).toBe(
      'Positions that nobody took, of the days that the label names, added up.',
    );
    expect(linesIn(told)['Rows behind it']).toMatch(/^Not kept any more: refresh/);
  });

  test('below the last row of the sheet is not ours', () => {
    const { table, sheet } = opened();
    expect(table.explain(1, 5000, sheet).title).toMatch(/^Select a cell of a report/);
  });
});

test('what stands on a sheet without a dashboard is none', () => {
  expect(dashboardMeanings.find({}, 1)).toBeUndefined();
});
