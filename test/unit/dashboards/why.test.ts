import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { dashboardSource } from '../../support/dashboard-source';
import { serialOf, shiftRow } from '../../support/shift-records';

/* The row *Why* of the overview, and what its intervals and tiles make of weeks that differ. */

/** Monday, 8 December 2025: thirteen weeks until Sunday, 8 March 2026. */
const FIRST = Date.UTC(2025, 11, 8);
const mondays = Array.from({ length: 13 }, (_, week) =>
  new Date(FIRST + week * 7 * 86_400_000).toISOString().slice(0, 10),
);
/** Of 200 positions each, how many were worked in each of the thirteen weeks. */
const venue = (name: string, workedIn: (week: number) => number): ShiftRow[] =>
  mondays.map((day, week) =>
    shiftRow({ day, venue: name, posted: 210, booked: 205, worked: workedIn(week), demand: 200 }),
  );
const STEADY = ['Bar', 'Café', 'Dock', 'Elm'].flatMap((name) => venue(name, () => 180));
const FALLEN = [...STEADY, ...venue('Grand Fulfilment Hotel', (week) => (week === 12 ? 110 : 170))];

const overview = (rows: readonly ShiftRow[], changes: Parameters<typeof dashboardSource>[1] = {}) =>
  planDashboard({ template: 'overview' }, dashboardSource(rows, changes));

test('the list of places has job titles, else areas, where there is one venue', () => {
  const listOf = (rows: readonly ShiftRow[]) =>
    overview(rows)
      .cells.slice(11, 15)
      .map((row) => row[5]);
  const shift = (role: string, area: string, worked: number) =>
    shiftRow({ day: '2026-03-02', role, area, posted: 20, booked: 20, worked, demand: 20 });
  expect(listOf([shift('Chef', 'Bar', 19), shift('Host', 'Bar', 12)])).toEqual([
    'Where: job titles with the most missing people',
    'Job title',
    'Host',
    'Chef',
  ]);
  expect(listOf([shift('Chef', 'Bar', 19), shift('Chef', 'Hall', 12)])).toEqual([
    'Where: areas with the most missing people',
    'Area',
    'Hall',
    'Bar',
  ]);
});

describe('the row Why', () => {
  test('names the venue, and its parts stand on the sheet', () => {
    const { cells } = overview(FALLEN);
    expect([8, 9, 10].map((row) => cells[row]?.[0])).toEqual([
      null,
      'Why, week of 2 Mar: True fulfilment 83.0%, down 6.0 points from 89.0% the week before: 6.0 points from Grand Fulfilment Hotel; the newest days may still be corrected.',
      null,
    ]);
    const parts = cells.slice(11, 17).map((row) => row.slice(20));
    expect(parts).toEqual([
      ['Why: the parts of the change', null, null],
      ['Venue', null, 'Points'],
      ['Grand Fulfilment Hotel', null, -6],
      ['All others', null, 0],
      ['All', null, -6],
      [null, null, null],
    ]);
    // The two percentages stand among the figures of the chart.
    expect(cells.map((row) => row[13])).toEqual(expect.arrayContaining([83, 89]));
  });

  test('breaks a long text near its middle, and keeps a blank row below', () => {
    const name = 'Grand Fulfilment Hotel and Conference Centre';
    const { cells } = overview([...STEADY, ...venue(name, (week) => (week === 12 ? 110 : 170))]);
    expect([8, 9, 10].map((row) => cells[row]?.[0])).toEqual([
      'Why, week of 2 Mar: True fulfilment 83.0%, down 6.0 points from 89.0% the week before: 6.0 points from',
      'Grand Fulfilment Hotel and Conference Centre; the newest days may still be corrected.',
      null,
    ]);
  });

  test('says so where nothing happened, and lists no parts', () => {
    const { cells } = overview(STEADY);
    expect(cells[9]?.[0]).toBe(
      'Why, week of 2 Mar: True fulfilment 90.0%, 90.0% the week before: a normal weekly change.',
    );
    expect(
      cells
        .slice(13, 19)
        .flatMap((row) => row.slice(20))
        .filter((cell) => cell !== null),
    ).toEqual([]);
  });

  test('says what it takes where there is one complete week, or no definition', () => {
    const one = overview(FALLEN, { range: { from: serialOf('2026-03-02'), to: serialOf('2026-03-08') } });
    expect(one.cells[9]?.[0]).toBe(
      'Why: it takes two complete weeks with true fulfilment. A report of the last 13 weeks can also say what is usual.',
    );
    const odd = mondays.flatMap((day) =>
      [8, 9].map((worked) =>
        shiftRow({ day, posted: 12, booked: 11, worked, sent: { TRUE_FULFILMENT_PERCENTAGE: 42.4 } }),
      ),
    );
    expect(overview(odd).cells[9]?.[0]).toBe(
      'Why: weeks can’t be compared before one definition of true fulfilment is left.',
    );
  });
});

describe('the sentence of the overview', () => {
  /** Of 25 weekly shifts for 40 people, all came but for the last one. */
  const said = (worked: number, sent = {}) => {
    const rows = [...mondays, ...mondays.slice(1)].map((day, at) =>
      shiftRow({ day, posted: 44, booked: 42, worked: at < 24 ? 40 : worked, demand: 40, sent }),
    );
    return overview(rows).cells[3]?.[0];
  };

  test.each([
    [40, 'No one was missing.'],
    [39, '1 person was missing.'],
    [30, '10 people were missing.'],
  ])('counts who is missing where %d of 40 people came', (worked, sentence) => {
    expect(String(said(worked)).replace(/^True fulfilment is .*?[%d]\. /, '')).toBe(sentence);
  });

  test('says nothing of missing people where it is unknown who came', () => {
    const unknown = { SHIFTS_WORKED: null, SHIFTS_WORKED_PERCENTAGE: null, TRUE_FULFILMENT_PERCENTAGE: null };
    expect(said(40, unknown)).toBe('True fulfilment can’t be given: see below how the figures are made.');
  });

  test('says of a period to come that it has not begun', () => {
    const coming = { day: '2026-03-16', posted: 40, booked: 30, worked: 0, demand: 40 };
    const range = { from: serialOf('2026-03-16'), to: serialOf('2026-03-22') };
    expect(overview([shiftRow(coming)], { range }).cells[3]?.[0]).toBe(
      'The period hasn’t begun: figures of worked shifts come after its first day.',
    );
  });
});

describe('likeness', () => {
  /** Weeks of 190 and of 150 in turn: each venue’s Pearson statistic is its weeks × 400 ÷ (200 × p × (1 − p)). */
  const restless = ['A', 'B', 'C', 'D'].flatMap((name, at) =>
    venue(name, (week) => (week % 2 === at % 2 ? 190 : 150)),
  );

  test('widens the intervals of a dashboard', () => {
    const { cells } = overview(restless);
    const footer = cells.map(([text]) => String(text));
    const text = footer.find((line) => line.includes('The 95% interval')) ?? '';
    // p = (7 × 190 + 6 × 150) ÷ 2600 or the other way round; φ is the mean over 52 weeks and 48 degrees of freedom.
    const pearson = [7, 6].map((high) => {
      const p = (high * 190 + (13 - high) * 150) / 2600;
      return (high * (190 - 200 * p) ** 2 + (13 - high) * (150 - 200 * p) ** 2) / (200 * p * (1 - p));
    }) as [number, number];
    const phi = (2 * (pearson[0] + pearson[1])) / 48;
    expect(text).toContain('The 95% interval allows for your weeks varying ');
    expect(text).toContain(`${phi.toFixed(1)} times`);
    // The week of 8 December: 680 of 800.
    const [line] = cells.filter((row) => row[12] === serialOf('2025-12-08'));
    expect(line?.slice(13, 17)).toEqual([85, ...wilson(680, 800, 1.96 * Math.sqrt(phi)), 800]);
  });

  test('is said to be unknown where there are too few weeks', () => {
    const { cells } = overview(restless, {
      range: { from: serialOf('2026-02-09'), to: serialOf('2026-03-08') },
    });
    expect(cells.flat().join('\n')).toContain(
      'The 95% interval is that of chance alone, assuming people come and go independently.',
    );
    const [line] = cells.filter((row) => row[12] === serialOf('2026-02-09'));
    expect(line?.slice(14, 16)).toEqual(wilson(680, 800, 1.96));
  });

  /** By the formula of the score interval, in percent. */
  function wilson(k: number, n: number, z: number) {
    const [p, q] = [k / n, z * z];
    const centre = (p + q / (2 * n)) / (1 + q / n);
    const half = (z * Math.sqrt((p * (1 - p)) / n + q / (4 * n * n))) / (1 + q / n);
    return [centre - half, centre + half].map((end) => expect.closeTo(100 * end, 6));
  }
});

describe('the words of a tile', () => {
  const RANGE = { from: serialOf('2026-02-09'), to: serialOf('2026-03-08') };
  const covered = { from: serialOf('2026-01-12'), to: RANGE.to };
  /** Two times four weeks at four venues: 800 positions a week, before and after. */
  const notes = (before: number, after: number) => {
    const rows = ['A', 'B', 'C', 'D'].flatMap((name) => venue(name, (week) => (week < 9 ? before : after)));
    const { cells } = overview(rows, { range: RANGE, covered });
    return [cells[7]?.[0], cells[7]?.[7]];
  };

  test('are worse and better where that is likely', () => {
    // 2880 and 2720 of 3200: 90% and 85%, at a standard error of 0.8 points.
    expect(notes(180, 170)).toEqual(['▼ 5.0 points, worse', '▲ 160, worse']);
    expect(notes(170, 180)).toEqual(['▲ 5.0 points, better', '▼ 160, better']);
  });

  test('are “not unusual” where weeks differ by as much', () => {
    // 2880 and 2864 of 3200: 0.5 points.
    expect(notes(180, 179)).toEqual(['▼ 0.5 points, not unusual', '▲ 16, not unusual']);
  });
});
