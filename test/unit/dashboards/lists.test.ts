import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/page';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import { cellsOf, tableIn, tilesIn } from '../../support/dashboard-cells';
import { dashboardSource, TODAY } from '../../support/dashboard-source';
import { type Crew, dayAfter, shiftRow } from '../../support/shift-records';
import { readRows } from '../reports/targets/targets-scene';

/* What the lists say: unfilled positions, venues by weekday, checks that fail; and what is left out of them. */

const CREW: Crew = { day: '2026-03-02', posted: 10, booked: 8, worked: 6, noShows: 1, demand: 9 };
const shift = (changes: Partial<Crew> = {}): ShiftRow => shiftRow({ ...CREW, ...changes });

describe('the list of unfilled positions', () => {
  const PAST = { from: TODAY - 60, to: TODAY - 2 };
  /** A report of past days, and what the service has of the next fourteen. */
  const listOf = (past: readonly ShiftRow[], coming: readonly ShiftRow[], range = PAST) =>
    cellsOf({ template: 'unfilled_list' }, dashboardSource(past, { range, coming }));

  test('shows the next fourteen days whatever the period of its report is, and then the past', () => {
    const coming = [shift({ day: '2026-03-12' }), shift({ day: '2026-03-10', venue: null, booked: 4 })];
    const cells = listOf([shift(), shift({ day: '2026-03-05' }), shift({ day: '2026-03-08' })], coming);
    expect(cells[1]?.[0]).toMatch(/^9 Jan–8 Mar 2026 and the next 14 days · /);
    expect(cells[3]?.[0]).toBe('6 positions are unfilled today, 8 within 7 days; most at (no name) (6).');
    expect(tilesIn(cells).map(([words, value]) => [words, value])).toEqual([
      ['Unfilled', 8],
      ['Unfilled, 7 days', 8],
      ['Unfilled today', 6],
      ['Posted', 20],
      ['Unfilled, of posted', 40],
      ['Never filled', 6],
    ]);
    expect(tableIn(cells, 'Unfilled by day')?.map((line) => [line.Day, line.Unfilled])).toEqual([
      [TODAY, 6],
      [TODAY + 2, 2],
    ]);
    const linesOf = (title: string) => tableIn(cells, title)?.map(({ Date: day, Weekday }) => [day, Weekday]);
    expect(linesOf('Still unfilled, the next day first')).toEqual([
      [TODAY, 'Tuesday'],
      [TODAY + 2, 'Thursday'],
    ]);
    expect(linesOf('Never filled, newest first')).toEqual([
      [TODAY - 2, 'Sunday'],
      [TODAY - 5, 'Thursday'],
      [TODAY - 8, 'Monday'],
    ]);
  });

  test('begins right below its chart, which covers its numbers by day and nothing else', () => {
    const coming = Array.from({ length: 14 }, (_, at) => shift({ day: dayAfter('2026-03-10', at) }));
    const { cells, look } = planDashboard(
      { template: 'unfilled_list' },
      dashboardSource([shift()], { range: PAST, coming }),
    );
    const rowOf = (text: string) => cells.findIndex(([cell]) => cell?.value === text) + 1;
    const [title, list] = [rowOf('Unfilled by day'), rowOf('Still unfilled, the next day first')];
    const { ranges, row = 0, height = 0 } = look.chart ?? {};
    expect(ranges).toEqual([`A${title + 1}:A${title + 15}`, `B${title + 1}:B${title + 15}`]);
    // Rows are 21 pixels high; a heading and fourteen days.
    expect([row, height >= 15 * 21, list <= row + 18]).toEqual([title + 1, true, true]);
    expect(cells.flat().filter(({ value }) => value === 'By day')).toEqual([]);
  });

  test.each([
    [[], 'No shifts are posted for the next 14 days. 2 positions were never filled.'],
    [[shift({ day: '2026-03-12', booked: 10 })], 'Nothing is unfilled from today on.'],
    [[shift({ day: '2026-03-12', booked: 9 })], '1 position is unfilled within 7 days.'],
    [
      [shift({ day: '2026-03-12', sent: { SHIFTS_UNFILLED: null } })],
      'Nothing is known of unfilled positions: SHIFTS_UNFILLED is empty in all shifts from today on.',
    ],
  ])('of %# kinds of days to come says whether something is unfilled', (coming, words) => {
    const cells = listOf([shift()], coming);
    expect(cells[3]?.[0]).toBe(words);
    // Where no shifts are to come, a 0 would look like good news.
    const tiles = tilesIn(cells, coming.length === 0 ? 3 : 6);
    expect(tiles[coming.length === 0 ? 0 : 5]).toEqual(['Never filled', 2, '9 Jan–8 Mar 2026']);
  });

  test('has a tile that is not known, not a 0, and leaves shifts without a day out', () => {
    const unknown = listOf([shift()], [shift({ day: '2026-03-12', sent: { SHIFTS_UNFILLED: null } })]);
    expect(tilesIn(unknown)[0]?.[1]).toBeNull();
    const undated = shift().map((value, at) => (at === 0 ? null : value));
    expect(tilesIn(listOf([undated, shift()], []), 3)[0]?.[1]).toBe(2);
    const range = { from: TODAY + 3, to: TODAY + 5 };
    // Of a report without past days nothing is said of these.
    expect(listOf([], [shift({ day: '2026-03-12' })], range).flat()).not.toContain('Never filled');
  });

  test('where nothing is known of days to come shows what was never filled, of one venue by job title', () => {
    const past = ['2026-02-03', '2026-02-10', '2026-03-03'].map((day) =>
      shift({ day, role: 'Host', booked: 9 }),
    );
    const cells = listOf([shift(), ...past], []);
    expect(cells[3]?.[0]).toBe(
      'No shifts are posted for the next 14 days. 5 positions were never filled; most for Host (3).',
    );
    expect(tilesIn(cells, 3).map(([words, value]) => [words, value])).toEqual([
      ['Never filled', 5],
      ['Posted', 40],
      ['Never filled, of posted', 12.5],
    ]);
    // Complete weeks, from Monday, 12 January, on.
    const weeks = cells.slice(cells.findIndex(([first]) => first === 'Never filled by week') + 2);
    expect(weeks.slice(0, 9).map((line) => line[1])).toEqual([0, 0, 0, 1, 1, 0, 0, 3, null]);
    const list = 'Never filled by job title, most first';
    expect(tableIn(cells, list)?.map((line) => Object.values(line))).toEqual([
      ['Host', 3],
      ['Chef', 2],
    ]);
    const coming = [shift({ day: '2026-03-12' }), shift({ day: '2026-03-12', role: 'Host', booked: 3 })];
    expect(listOf([shift({ venue: 'Pier' })], coming)[3]?.[0]).toContain('; most for Host (7).');
  });

  test('shows fourteen venues beside its chart, and long job titles', () => {
    const role = 'Waiting staff for large banquets';
    const coming = Array.from({ length: 15 }, (_, at) =>
      shift({ day: dayAfter('2026-03-10', at % 14), venue: `Venue ${at}`, role }),
    );
    const cells = listOf([], coming.slice(1), { from: TODAY, to: TODAY + 13 });
    expect(tableIn(cells, 'Unfilled by venue')).toHaveLength(14);
    expect(cells.flat()).toContain(role);
    expect(cells.flat().join()).not.toContain('not shown');
    expect(listOf([], coming).flat()).toContain('1 more venue is not shown.');
    // Equal ones: none has most.
    expect(listOf([], coming)[3]?.[0]).toBe(
      '4 positions are unfilled today, 16 within 7 days, 30 until 23 Mar.',
    );
  });

  test('counts the lines that have no room', () => {
    const rows = Array.from({ length: 501 }, (_, at) => shift({ venue: `Venue ${at}` }));
    expect(listOf(rows, []).flat()).toContain('1 more line is not shown.');
  });
});

describe('where and when', () => {
  /** The sentence; nothing stands below it. */
  const saidIn = (cells: ReturnType<typeof cellsOf>) =>
    [cells[3]?.[0], cells[4]?.[0]].filter(Boolean).join(' ');
  const NO_SHOWS = { rows: 'venue', columns: 'weekday', measure: 'NO_SHOWS_PERCENTAGE' } as const;
  /** 25 records that leave `booked` alone: `worked + no shows` would make 12.5 %, `posted` 5 %. */
  const PLAIN = Array.from({ length: 25 }, () =>
    shift({ venue: 'Plain', posted: 20, booked: 10, worked: 7, noShows: 1 }),
  );
  const noShowsOf = (rows: readonly ShiftRow[], changes = {}) =>
    cellsOf(
      { template: 'where_and_when', cut: NO_SHOWS },
      dashboardSource(rows, { keptDefinitions: undefined, ...changes }),
    );

  test('lists the most no-shows first, and tells those out of few as so many', () => {
    const cells = noShowsOf([...PLAIN, shift({ venue: 'Odd', posted: 4, booked: 4, worked: 1, noShows: 6 })]);
    const lines = tableIn(cells, 'No-shows % by venue, most no-shows first');
    expect(lines?.map((line) => [line.Venue, line['No-shows'], line.Mon])).toEqual([
      ['All venues', 31, expect.any(Number)],
      ['Plain', 25, 10],
      ['Odd', 6, '6 of 4'],
    ]);
  });

  test('shows how far a percentage lies apart by the definitions that few records leave; the headline leaves it out', () => {
    const full = { posted: 10, booked: 10, worked: 10, noShows: 0, demand: 10 };
    const rows = [
      ...Array.from({ length: 14 }, () => shift({ ...full, venue: 'Fine' })),
      ...[1, 2].map(() => shift({ ...full, venue: 'Awful', worked: 2, noShows: 4 })),
      shift({ ...full, day: '2026-03-05', venue: 'So-so', worked: 9, noShows: 1 }),
    ];
    const cells = noShowsOf(rows);
    const lines = tableIn(cells, 'No-shows % by venue and weekday')?.slice(1);
    expect(lines?.map(({ Venue, All }) => [Venue, All])).toEqual([
      ['Awful', '40–67%'],
      ['So-so', 10],
      ['Fine', 0],
    ]);
    expect(saidIn(cells)).toBe('Most no-shows at Awful (8) and on Mondays (8).');
    expect(tilesIn(cells)[5]).toEqual(['Weakest venue and day', 10, 'So-so', 'on Thursdays']);
    expect(
      tilesIn(cells)
        .flatMap(([words]) => words)
        .join(),
    ).toMatch(/^No-shows, of booked,No-shows,/);
    expect(cells.flat().join()).toContain(
      'No-shows = no shows ÷ booked (3 other definitions give the total within a point).',
    );
  });

  test('charts missing people by weekday, and begins with where most are missing, whatever the weakest venue and day are', () => {
    const rows = [
      shift({ day: '2026-03-02', venue: 'Pier', posted: 199, booked: 160, worked: 128, demand: 160 }),
      shift({ day: '2026-03-04', worked: 9, demand: 20 }),
    ];
    const many = rows.flatMap((row) => [row, row.map((value, at) => (at === 17 ? 7 : value))]);
    const { look } = planDashboard({ template: 'where_and_when' }, dashboardSource(many));
    const cells = cellsOf({ template: 'where_and_when' }, dashboardSource(many));
    const heading = cells.findIndex((line) => line.includes('Weekday')) + 1;
    expect(look.chart).toMatchObject({
      kind: 'column',
      ranges: [`F${heading}:F${heading + 2}`, `I${heading}:I${heading + 2}`],
    });
    expect(cells[heading - 2]?.[0]).toBe('Missing people by weekday, all venues');
    expect(
      tilesIn(cells)
        .slice(2, 5)
        .map(([words, , when]) => [words, when]),
    ).toEqual([
      ['Most missing people', 'Pier'],
      ['Weakest venue', 'Grand Hotel'],
      ['Weakest weekday', 'on Wednesdays'],
    ]);
    expect(saidIn(cells)).toBe('Most people missing at Pier (64) and on Mondays (64).');
    const cut = { rows: 'role', columns: 'weekday', measure: 'MISSING_PEOPLE' } as const;
    const texts = cellsOf({ template: 'where_and_when', cut }, dashboardSource(rows)).flat().map(String);
    expect(texts).toEqual(expect.arrayContaining(['Most by weekday', 'Most by job title and day']));
    expect(texts.join(' ')).toContain('Tinted: the highest third of what is shown, the higher the darker.');
    // There is one: a line for all would be the same.
    expect(texts).not.toContain('All job titles');
    expect(texts.filter((text) => /\brole/i.test(text))).toEqual([]);
  });

  /** Shifts of one Monday: venue, people needed, worked. */
  const monday = (...crews: readonly (readonly [venue: string, demand: number, worked: number])[]) =>
    cellsOf(
      { template: 'where_and_when' },
      dashboardSource(
        crews.map(([venue, demand, worked]) =>
          shift({ venue, demand, posted: demand, booked: demand, worked, noShows: 0 }),
        ),
        { range: { from: TODAY - 8, to: TODAY - 8 } },
      ),
    );

  test('of one day says which, and leaves out what repeats it', () => {
    const cells = monday(['Pier', 30, 18], ['Half', 20, 10], ['Good', 30, 30]);
    expect(saidIn(cells)).toBe('Most people missing at Pier (12).');
    expect(saidIn(monday(['Pier', 30, 18]))).toBe('Missing people: 12.');
    expect(saidIn(monday(['Pier', 30, 30]))).toBe('Missing people: 0.');
    expect(
      tilesIn(cells, 4).map(([words, value, ...notes]) => [words, value, ...notes].filter(Boolean)),
    ).toEqual([
      ['True fulfilment', 72.5],
      ['Missing people', 22],
      ['Most missing people', 12, 'Pier'],
      ['Weakest venue', 50, 'Half'],
    ]);
    expect(cells.flat()).not.toContain('By weekday');
    // What the rows are ordered by stands beside their names.
    const lines = tableIn(cells, 'True fulfilment by venue, most missing people first') ?? [];
    expect(lines.map(({ Venue, Missing, Mon }) => [Venue, Missing, Mon])).toEqual([
      ['All venues', 22, 72.5],
      ['Pier', 12, 60],
      ['Half', 10, 50],
      ['Good', 0, 100],
    ]);
  });

  const DAYS = ['2026-03-02', '2026-03-04', '2026-03-06'];
  test.each([
    // Missing on Mondays, Wednesdays and Fridays, by venue. The others have 20 and 10 on average.
    [{ Pier: [20, 10, 10], Mill: [4, 4, 12] }, 'Most people missing at Pier (40).'],
    // Of all 60, not of those at Pier alone.
    [{ Pier: [13, 13, 14], Mill: [17, 1, 2] }, 'Most people missing at Pier (40) and on Mondays (30).'],
    [{ Pier: [13, 13, 13], Mill: [12, 4, 4], Dry: [0, 0, 0] }, 'Most people missing at Pier (39).'],
    [{ Pier: [13, 13, 13], Mill: [12, 4, 4] }, 'Missing people: 59, spread over 2 venues.'],
    [{ Pier: [28, 1, 1], Mill: [28, 1, 1] }, 'Most people missing on Mondays (56), spread over 2 venues.'],
    // Equal ones: neither has more.
    [{ Pier: [5, 5, 0], Mill: [5, 5, 0], Dry: [0, 0, 0] }, 'Missing people: 20, spread over 2 venues.'],
  ])('names a venue and a weekday only where they stand out: %j', (venues, words) => {
    const rows = Object.entries(venues).flatMap(([venue, missing]) =>
      missing.map((one, at) =>
        shift({ day: DAYS[at] as string, venue, demand: 50, posted: 50, booked: 50, worked: 50 - one }),
      ),
    );
    expect(saidIn(cellsOf({ template: 'where_and_when' }, dashboardSource(rows)))).toBe(words);
  });

  test('tints the lowest third of what is shown, each third of it in a shade, and nothing where all is equal', () => {
    const shadesOf = (worked: readonly number[]) => {
      const crews = worked.map((one, at) =>
        shift({ venue: `V${at}`, demand: 100, posted: 100, booked: 100, worked: one, noShows: 0 }),
      );
      const range = { from: TODAY - 8, to: TODAY - 8 };
      const { look } = planDashboard({ template: 'where_and_when' }, dashboardSource(crews, { range }));
      return look.rules.flatMap(({ look, when }) => (look.includes('blue') ? [when.replace(/.*</, '')] : []));
    };
    // All are 75.6; of ten values three are below 72.
    expect(shadesOf([60, 66, 70, 72, 74, 78, 80, 86, 94])).toEqual(['660)', '700)', '720)']);
    expect(shadesOf([80, 80, 80])).toEqual(['800)', '800)', '800)']);
  });

  test.each([
    ['TRUE_FULFILMENT_PERCENTAGE', '<', 'below', 'lowest', 'lower', 667],
    ['NO_SHOWS_PERCENTAGE', '>', 'above', 'highest', 'higher', 125],
  ] as const)(
    'tints %s by the target where there is one, also of all days and venues, and says so',
    (measure, sign, side, most, more, edge) => {
      const rows = ['Pier', 'Old Mill'].flatMap((venue) => [
        shift({ venue }),
        shift({ venue, day: '2026-03-04' }),
      ]);
      const cut = { rows: 'venue', columns: 'weekday', measure } as const;
      const rulesOf = (lines: Parameters<typeof readRows>[0], line: string) => {
        const { cells, look } = planDashboard(
          { template: 'where_and_when', cut },
          dashboardSource(rows, { targets: readRows(lines) }),
        );
        const first = cells.findIndex(([cell]) => cell?.value === 'All venues') + 1;
        const texts = cells.flat().map(({ value }) => String(value));
        expect(texts.join(' ')).toContain(`Tinted: ${line}`);
        const [light] = look.rules.filter((rule) => rule.look.startsWith('pale '));
        return [light?.ranges[0], light?.when]
          .join(' ')
          .replace(/(?<=[A-D])\d+/g, (row) => String(Number(row) - first + 1));
      };
      expect(rulesOf([], `the ${most} third of what is shown, the ${more} the darker.`)).toBe(
        `C1:C3 =ISNUMBER(C1)*(INT(C1*10+1/2)*1${sign}${edge})`,
      );
      expect(
        rulesOf([{ TARGET: 88, MEASURE: measure }], `${side} target; darker from 5 and from 10 points;`),
      ).toBe(
        `D1:D3 =ISNUMBER(D1)*ISNUMBER($C1)*(INT(D1*10+1/2)*1${sign}INT($C1*10+1/2)*1${side === 'below' ? '-' : '+'}0)`,
      );
    },
  );

  test('says that a venue of few is left out of weakest', () => {
    const cells = monday(['Pier', 20, 12], ['Tiny', 5, 2], ['Small', 5, 4]);
    expect(saidIn(cells)).toBe('Most people missing at Pier (8).');
    expect(tilesIn(cells, 4)[3]).toEqual(['Weakest venue and day', 60, 'Pier', 'on Monday']);
    const texts = cells.flat().join(' ');
    expect(texts).toContain(
      'Grey: out of fewer than 10, or depends on the definition; never called weakest.',
    );
  });

  test('speaks of grey only where something is', () => {
    const texts = monday(['Pier', 20, 12], ['Mill', 15, 12]).flat().join(' ');
    expect(texts).toContain('Tinted: the lowest third of what is shown, the lower the darker.');
    expect(texts).not.toMatch(/grey/i);
  });

  test('breaks a long name below its tile between words, and cuts none of 60 letters', () => {
    const name = 'The Very Grand Hotel and Conference Centre, Birmingham Airport';
    // As wide as its letters are many, it would run into the next tile.
    const cells = monday([name, 20, 12], ['Sample Stadium Club Denver', 20, 11]);
    expect(tilesIn(cells, 4)[3]?.slice(2)).toEqual(['Sample Stadium Club', 'Denver']);
    const others = monday([name, 20, 12], ['Pier', 20, 19]);
    expect(tilesIn(others, 4)[2]?.slice(2)).toEqual([
      'The Very Grand Hotel and',
      'Conference Centre,',
      'Birmingham Airport',
    ]);
  });

  test('of 41 venues shows 40 and says that one is left out; a name has no space around it, and none is words of ours', () => {
    const rows = Array.from({ length: 41 }, (_, at) =>
      shift({ venue: at === 0 ? null : ` Venue ${at}`, demand: at === 0 ? 50 : 9 }),
    );
    const cells = cellsOf({ template: 'where_and_when' }, dashboardSource(rows));
    expect(cells.flat()).toContain('1 more venue is not shown.');
    expect(tableIn(cells, 'True fulfilment by venue')).toHaveLength(42);
    expect(cells.flat()).toEqual(expect.arrayContaining(['(no name)', 'Venue 1']));
  });
});

describe('the page about data quality', () => {
  const quality = (rows: readonly ShiftRow[]) => cellsOf({ template: 'data_quality' }, dashboardSource(rows));

  test.each([
    [{ SHIFTS_UNFILLED: 9 }, 'Posted differs from Booked + Unfilled'],
    [{ NO_SHOWS: -1 }, 'No-shows is below 0'],
    [{ HOURS_WORKED: 999 }, 'Hours worked is more than Hours scheduled'],
    [{ TRUE_FULFILMENT_PERCENTAGE: -120 }, 'True fulfilment % is below 0'],
    [{ HOURS_SCHEDULED: null }, 'Hours scheduled is empty'],
  ])('says of %j in plain words what is wrong', (sent, words) => {
    const cells = quality([shift({ sent })]);
    expect(cells[3]?.[0]).toBe(`1 of 27 checks fails: ${words} in 1 of 1 checked record, 2 Mar 2026.`);
    expect(tableIn(cells, 'What fails')).toEqual([
      expect.objectContaining({ Check: words, Days: '2 Mar 2026', Share: 100, Records: 1, Checked: 1 }),
    ]);
  });

  test('says on which days hours are blank, and to wait where these are the newest alone', () => {
    const blank = (day: string) => shift({ day, hours: null });
    const found = (...rows: readonly ShiftRow[]) => {
      const cells = quality(rows);
      return [cells[3]?.[0], cells[4]?.[0], tableIn(cells, 'What fails')?.[0]?.Days];
    };
    const said = '1 of 27 checks fails: Hours worked is empty in';
    expect(found(shift({ day: '2026-02-02' }), blank('2026-03-05'), blank('2026-03-08'))).toEqual([
      `${said} 2 of 3 checked records, 5–8 Mar 2026.`,
      'Wait until the last 10 days are final.',
      '5–8 Mar 2026',
    ]);
    expect(found(blank('2026-02-02'), blank('2026-03-08'))).toEqual([
      `${said} 2 of 2 checked records, 2 Feb–8 Mar 2026.`,
      'Ask the operator of the service to correct them.',
      '2 Feb–8 Mar 2026',
    ]);
  });

  test('says in one breath who changes records and who does not', () => {
    const text = quality([shift()]).flat().join(' ');
    expect(text).toContain('changes no record; only the operator of the service can correct one.');
    expect(text).toContain('The service may still correct the last 10 days.');
  });

  test('counts as empty only what a record should have', () => {
    const rows = [
      shift({ sent: { HOURS_SCHEDULED: null, HOURS_WORKED: null } }),
      shift({ sent: { HOURS_SCHEDULED: null } }),
      // Not worked yet.
      shift({ day: '2026-03-12', sent: { SHIFTS_WORKED: null, NO_SHOWS: null, HOURS_WORKED: null } }),
    ];
    const emptyIn = (some: readonly ShiftRow[]) => {
      const source = dashboardSource(some, { range: { from: TODAY - 60, to: TODAY + 7 } });
      const cells = cellsOf({ template: 'data_quality' }, source);
      // Said once, on its tile.
      expect(cells.flat().filter((text) => /not over yet/.test(String(text)))).toHaveLength(1);
      return [cells[3]?.[0], tilesIn(cells)[3]];
    };
    expect(emptyIn(rows)).toEqual([
      expect.stringContaining('Hours scheduled is empty in 2 of 3 checked records, 2 Mar 2026.'),
      ['Empty values', 3, 'in 2 fields'],
    ]);
    // Of what only an ended shift has, the records that are over are checked.
    expect(
      emptyIn(
        [rows[0] as ShiftRow, shift(), rows[2] as ShiftRow].map((row, at) =>
          at === 0 ? shift({ hours: null }) : row,
        ),
      ),
    ).toEqual([
      expect.stringContaining('Hours worked is empty in 1 of 2 checked records, 2 Mar 2026.'),
      ['Empty values', 1, 'Hours worked'],
    ]);
  });

  test('has one line where all is well, and counts what is rare', () => {
    const cells = quality([shift()]);
    expect(cells[3]?.[0]).toBe('All 27 checks pass on 1 record.');
    expect(tableIn(cells, 'What fails')).toBeUndefined();
    const rows = Array.from({ length: 2100 }, (_, at) => shift({ noShows: at === 0 ? 5 : 1 }));
    expect(quality(rows)[3]?.[0]).toBe(
      '1 of 27 checks fails: Booked is less than Worked + No-shows in 1 of 2,100 checked records, 2 Mar 2026.',
    );
  });

  test('lists several checks that fail, the largest share first, and names a shift without an ID as none', () => {
    const rows = [shift({ noShows: 5, sent: { SHIFT_ID: null } }), shift({ noShows: 5 }), shift()];
    const lines = tableIn(quality(rows), 'What fails');
    expect(lines?.map((line) => [line.Check, line['First shift IDs']])).toEqual([
      ['Booked is less than Worked + No-shows', expect.stringMatching(/^none, /)],
      ['Shift ID is empty', 'none'],
    ]);
  });

  test('says how each percentage is calculated, and how many rows differ if any do', () => {
    const odd = Array.from({ length: 20 }, () => shift({ sent: { SHIFTS_WORKED_PERCENTAGE: 33 } }));
    const lines = tableIn(quality(odd), 'How each percentage') ?? [];
    expect(lines.map(({ Percentage, Definition }) => [Percentage, Definition])).toEqual(
      expect.arrayContaining([
        ['Worked %', 'fits no known definition'],
        ['Booked %', 'booked ÷ posted'],
      ]),
    );
    const some = Array.from({ length: 50 }, (_, at) =>
      shift({ sent: at < 3 ? { SHIFTS_WORKED_PERCENTAGE: 33 } : {} }),
    );
    expect(tableIn(quality(some), 'How each percentage')?.map(({ Definition }) => Definition)).toContain(
      'worked ÷ booked; 3 of the newest 50 rows differ',
    );
    // Where several fit, which is used, and where these lie too far apart, how far.
    const definitionsOf = (crew: Partial<Crew>, count: number) => {
      const rows = Array.from({ length: count }, () => shift(crew));
      const cells = cellsOf(
        { template: 'data_quality' },
        dashboardSource(rows, { keptDefinitions: undefined }),
      );
      const table = tableIn(cells, 'How each percentage') ?? [];
      return [tilesIn(cells)[5]?.[1], ...table.slice(2).map(({ Definition }) => Definition)];
    };
    expect(definitionsOf({ demand: 8 }, 50)).toEqual([
      3,
      'worked ÷ booked is used; worked ÷ true demand would fit too',
      'no shows ÷ booked is used; no shows ÷ true demand would fit too',
      'worked ÷ true demand',
    ]);
    const unpublished = { sent: { NO_SHOWS_PERCENTAGE: null } };
    expect(definitionsOf(unpublished, 2)).toEqual([
      0,
      'is 60.0% to 75.0%: worked ÷ booked, worked ÷ posted or worked ÷ true demand',
      expect.stringContaining('the service publishes no No-shows %: choose with "basis", "booked"'),
      expect.stringMatching(/^is 60\.0% to 88\.9%: /),
    ]);
  });

  test('lists ten pairs of names, counts the others, and says which names are too many to compare', () => {
    const twins = Array.from({ length: 12 }, (_, at) => [
      `Hall ${100 + at} West`,
      `Hall ${100 + at} Wesst`,
    ]).flat();
    const pairs =
      tableIn(quality(twins.map((venue) => shift({ venue }))), 'Names that may be the same') ?? [];
    expect(pairs.slice(9).map(({ Pair }) => Pair)).toEqual([
      'Venue: “Hall 109 Wesst” and “Hall 109 West”',
      '2 more pairs are not shown.',
    ]);
    const many = Array.from({ length: 401 }, (_, at) => shift({ venue: `${at}`.repeat(4) }));
    expect(quality(many).flat().join('\n')).toContain('401 venues are not compared: there are more than 400');
  });
});
