import { describe, expect, test } from '@jest/globals';
import type { TemplateName } from '../../../src/contract/reports';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { dashboardSource, TODAY } from '../../support/dashboard-source';
import { type Crew, shiftRow } from '../../support/shift-records';

/* What a dashboard says of shifts that lack a name, a day or an ID, and of percentages that fit nothing. */

const CREW: Crew = { day: '2026-03-02', posted: 10, booked: 8, worked: 6, noShows: 1, demand: 9 };
const cellsOf = (template: TemplateName, rows: readonly ShiftRow[], to = TODAY - 2) =>
  planDashboard({ template }, dashboardSource(rows, { range: { from: TODAY - 60, to } })).cells;
/** The line that begins with a text, from its second cell on as far as cells are filled. */
const lineOf = (cells: ReturnType<typeof cellsOf>, first: string) =>
  cells.find(([cell]) => cell === first)?.slice(1);

describe('shifts without a venue', () => {
  test.each<TemplateName>(['overview', 'scorecard', 'where_and_when', 'unfilled_list'])(
    'stand in %s under words of ours',
    (template) => {
      const cells = cellsOf(template, [shiftRow({ ...CREW, venue: null }), shiftRow(CREW)]);
      expect(cells.flat()).toContain('(no name)');
    },
  );
});

describe('the list of unfilled positions', () => {
  test('has blank tiles, not a 0, for days that are not in its period', () => {
    const tilesOf = (from: number, to: number) => {
      const source = dashboardSource([shiftRow(CREW)], { range: { from, to } });
      const { cells } = planDashboard({ template: 'unfilled_list' }, source);
      return [0, 1, 3, 5].map((column) => [cells[6]?.[column], cells[7]?.[column]]);
    };
    const none = [null, 'not in this period'];
    expect(tilesOf(TODAY - 60, TODAY - 1)).toEqual([none, none, none, [2, 'on past days']]);
    expect(tilesOf(TODAY - 60, TODAY)).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
      [2, 'on past days'],
    ]);
    const coming = [shiftRow({ ...CREW, day: '2026-03-18' })];
    const { cells } = planDashboard(
      { template: 'unfilled_list' },
      dashboardSource(coming, { range: { from: TODAY + 8, to: TODAY + 9 } }),
    );
    expect(cells[6]?.slice(0, 6)).toEqual([2, null, null, null, null, null]);
  });

  test('leaves shifts out whose unfilled positions the service did not send', () => {
    const unknown = shiftRow({ ...CREW, sent: { SHIFTS_UNFILLED: null } });
    const cells = cellsOf('unfilled_list', [unknown]);
    expect(cells[6]?.slice(0, 6)).toEqual([null, null, null, null, null, null]);
    expect(cells.flat()).not.toContain('Chef');
    expect(cellsOf('unfilled_list', [unknown, shiftRow({ ...CREW, booked: 10 })])[6]?.[5]).toBe(0);
  });

  test('does not say that nothing is open where the service did not send it', () => {
    const cells = cellsOf(
      'unfilled_list',
      [shiftRow({ ...CREW, day: '2026-03-12', sent: { SHIFTS_UNFILLED: null } }), shiftRow(CREW)],
      TODAY + 7,
    );
    expect(cells[3]?.[0]).toBe(
      'Nothing is known of open positions: SHIFTS_UNFILLED is empty in all shifts from today on. On past days 2 positions were never filled.',
    );
    expect(cells[6]?.slice(0, 6)).toEqual([null, null, null, 0, null, 2]);
  });

  test.each([
    [
      'a period that ends before today',
      TODAY - 1,
      [shiftRow({ ...CREW, booked: 10 })],
      'Nothing can be open: the period ends before today. Choose one with days to come.',
    ],
    [
      'days to come without a shift',
      TODAY + 7,
      [shiftRow(CREW)],
      'Nothing can be open: the service sent no shifts of days to come. On past days 2 positions were never filled.',
    ],
    [
      'days to come with shifts',
      TODAY + 7,
      [shiftRow({ ...CREW, day: '2026-03-12' })],
      '2 positions are still open; the next on 12 Mar 2026.',
    ],
    [
      'days to come that are filled',
      TODAY + 7,
      [shiftRow({ ...CREW, day: '2026-03-12', booked: 10 })],
      'Nothing is open.',
    ],
    [
      'one open position',
      TODAY + 7,
      [shiftRow({ ...CREW, day: '2026-03-12', booked: 9 })],
      '1 position is still open; the next on 12 Mar 2026.',
    ],
    [
      'two venues, of which one has no name',
      TODAY + 7,
      [
        shiftRow({ ...CREW, day: '2026-03-13', booked: 4, venue: null }),
        shiftRow({ ...CREW, day: '2026-03-12' }),
      ],
      '8 positions are still open, most at (no name) (6); the next on 12 Mar 2026.',
    ],
    [
      'one position that was never filled',
      TODAY - 1,
      [shiftRow({ ...CREW, booked: 9 })],
      'Nothing can be open: the period ends before today. Choose one with days to come. On past days 1 position was never filled.',
    ],
    [
      'today without a shift',
      TODAY,
      [],
      'No shifts in this period match this report. Choose other days or filters.',
    ],
  ])('says of %s whether something can be open', (_, to, rows, words) => {
    expect(cellsOf('unfilled_list', rows, to)[3]?.[0]).toBe(words);
  });
});

test('job titles are called so in where and when', () => {
  const rows = [shiftRow(CREW), shiftRow({ ...CREW, role: 'Host', worked: 3 })];
  const cut = { rows: 'role', columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;
  const { cells } = planDashboard({ template: 'where_and_when', cut }, dashboardSource(rows));
  const texts = cells.flat().filter((cell) => typeof cell === 'string');
  expect(texts).toEqual(
    expect.arrayContaining([
      ...['Lowest by job title', 'Highest by job title', 'Job title', 'All job titles'],
      ...['True fulfilment by weekday, all job titles'],
      'True fulfilment by job title and weekday, most missing people first',
    ]),
  );
  expect(texts.filter((text) => /\brole/i.test(text))).toEqual([]);
  expect(planDashboard({ template: 'unfilled_list' }, dashboardSource(rows)).cells.flat()).toContain(
    'Job title',
  );
});

describe('the page about data quality', () => {
  /** Twenty shifts whose worked % is of nothing that we know. */
  const odd = Array.from({ length: 20 }, () => shiftRow({ ...CREW, sent: { SHIFTS_WORKED_PERCENTAGE: 33 } }));

  test('says of a percentage that fits nothing that it does', () => {
    const line = lineOf(cellsOf('data_quality', odd), 'SHIFTS_WORKED_PERCENTAGE');
    expect(line?.[1]).toBe('SHIFTS_WORKED_PERCENTAGE fits no known definition');
  });

  test.each([
    [{ SHIFTS_UNFILLED: 9 }, 'SHIFTS_POSTED differs from SHIFTS_BOOKED + SHIFTS_UNFILLED'],
    [{ NO_SHOWS: -1 }, 'NO_SHOWS is below 0'],
    [{ HOURS_WORKED: 999 }, 'HOURS_WORKED is more than HOURS_SCHEDULED'],
    [{ TRUE_FULFILMENT_PERCENTAGE: 120 }, 'TRUE_FULFILMENT_PERCENTAGE is outside 0–100'],
    [{ HOURS_SCHEDULED: null }, 'HOURS_SCHEDULED is empty'],
  ])('says of %j in plain words what is wrong', (sent, words) => {
    const odd = shiftRow({ ...CREW, sent });
    expect(cellsOf('data_quality', [odd])[3]?.[0]).toBe(
      `1 of 27 checks fails: ${words} in 100.0% of records.`,
    );
  });

  test('charts the checks that fail and no other', () => {
    const rows = [shiftRow(CREW), shiftRow({ ...CREW, noShows: 5 }), shiftRow(CREW), shiftRow(CREW)];
    const { cells, look, isCharted } = planDashboard({ template: 'data_quality' }, dashboardSource(rows));
    expect(look.charts.map(({ ranges }) => ranges)).toEqual([['M12:M16', 'R12:R16']]);
    expect(cells.slice(11, 16).map((row) => [row[12], row[17]])).toEqual([
      ['SHIFTS_BOOKED ≥ SHIFTS_WORKED + NO_SHOWS', 25],
      ...new Array(4).fill([null, null]),
    ]);
    expect([cells[9]?.[0], isCharted]).toEqual([
      'Records that fail a check: the checks that fail most',
      true,
    ]);
    const fine = planDashboard({ template: 'data_quality' }, dashboardSource([shiftRow(CREW)]));
    expect([fine.cells[11]?.slice(11), fine.isCharted]).toEqual([new Array(7).fill(null), false]);
  });

  test('says that no check fails where none does, and what its tiles count', () => {
    const cells = cellsOf('data_quality', [shiftRow(CREW)]);
    expect(cells[3]?.[0]).toBe('All 27 checks pass on 1 record.');
    expect(cells[9]?.[0]).toBe('Records that fail a check: none');
    expect([1, 3].map((column) => [5, 6, 7].map((row) => cells[row]?.[column]))).toEqual([
      ['Left out', 0, 'repeated or without a day'],
      ['Repeated SHIFT_IDs', 0, 'in records that differ'],
    ]);
  });

  test('says of one record in thousands that it is less than 0.1%', () => {
    const rows = Array.from({ length: 2100 }, (_, at) => shiftRow({ ...CREW, noShows: at === 0 ? 5 : 1 }));
    expect(cellsOf('data_quality', rows)[3]?.[0]).toBe(
      '1 of 27 checks fails: SHIFTS_BOOKED is less than SHIFTS_WORKED + NO_SHOWS in less than 0.1% of records.',
    );
  });

  test('names a shift that breaks a relation and has no ID as none', () => {
    const broken = shiftRow({ ...CREW, noShows: 5, sent: { SHIFT_ID: null } });
    const cells = cellsOf('data_quality', [broken]);
    expect(lineOf(cells, 'SHIFT_ID is given')?.slice(3, 6)).toEqual([0, 1, 100]);
    expect(cells[3]?.[0]).toBe(
      '2 of 27 checks fail. The largest: SHIFTS_BOOKED is less than SHIFTS_WORKED + NO_SHOWS in 100.0% of records.',
    );
    expect(cells.flat().filter((cell) => cell === 'none').length).toBeGreaterThan(0);
  });
});
