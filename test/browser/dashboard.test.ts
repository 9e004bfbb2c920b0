import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Session } from './support/session';

/* The figures of the dashboard against the shifts on the sheet that the refresh wrote: last week both times. */

let session: Session;
beforeAll(async () => {
  session = await Session.open('dashboard');
  await session.idle();
});
afterAll(() => session.close());

type Shift = Readonly<Record<string, unknown>>;

/** The shifts as a person would read them off the sheet. */
function writtenShifts(): Shift[] {
  const [headings = [], ...rows] = session.demo.book.values('Shift report!A1:R900');
  return rows
    .filter(([day]) => day !== '')
    .map((row) => Object.fromEntries(headings.map((name, column) => [String(name), row[column]])));
}

/** Adds up what `figure` makes of the fields; shifts that lack one of them are left out. */
function total(shifts: readonly Shift[], fields: readonly string[], figure: (...values: number[]) => number) {
  const values = shifts.map((shift) => fields.map((field) => shift[field]));
  const complete = values.filter((row): row is number[] => row.every((value) => typeof value === 'number'));
  return complete.reduce((sum, row) => sum + figure(...row), 0);
}

/** 100 × the one over the other, over shifts that have both. */
function percentage(shifts: readonly Shift[], above: string, below: string): number {
  const fields = [above, below];
  return (100 * total(shifts, fields, (one) => one)) / total(shifts, fields, (_, other = 0) => other);
}

function missingPeople(shifts: readonly Shift[]): number {
  return total(shifts, ['TRUE_DEMAND', 'SHIFTS_WORKED'], (demand = 0, worked = 0) =>
    Math.max(0, demand - worked),
  );
}

/** Which formulas ran since `clearExecutions`, sorted. */
function formulasRun(): string[] {
  const { executions } = session.demo.emulator;
  return executions.flatMap(({ kind, functionName }) => (kind === 'formula' ? [functionName] : [])).sort();
}

async function expectFiguresOfTheSheet(): Promise<void> {
  const shifts = writtenShifts();
  const [[worked, fulfilled, missing, noShows] = []] = await session.values('Dashboard!A6:D6');
  // The stand-in of the service publishes worked % as a share of what was booked.
  expect(worked).toBeCloseTo(percentage(shifts, 'SHIFTS_WORKED', 'SHIFTS_BOOKED'), 9);
  expect(fulfilled).toBeCloseTo(percentage(shifts, 'SHIFTS_WORKED', 'TRUE_DEMAND'), 9);
  expect(missing).toBe(missingPeople(shifts));
  expect(noShows).toBe(total(shifts, ['NO_SHOWS'], (count) => count));
}

const FOLLOWING_THE_STAMP = [
  'SHIFT_COMPARE',
  'SHIFT_FULFILMENT_AGGREGATED',
  'SHIFT_LIST',
  ...Array.from({ length: 4 }, () => 'SHIFT_METRIC'),
  ...Array.from({ length: 3 }, () => 'SHIFT_STATUS'),
  'SHIFT_TREND',
];

describe('the dashboard', () => {
  test('fills without an error', async () => {
    const values = (await session.values('Dashboard!A1:P60')).flat();

    expect(values.filter((value) => /^#|Loading/.test(String(value)))).toEqual([]);
    expect((await session.cell('Dashboard!E6')).display).toBe('ok');
    // A day with its time, not a number.
    expect((await session.cell('Dashboard!H6')).display).toMatch(/^\d+ [A-Z][a-z]+ 20\d\d \d\d:\d\d$/);
    expect((await session.cell('Dashboard!A6')).display).toMatch(/^\d+\.\d%$/);
  });

  test('shows the figures of the shifts that the refresh wrote', async () => {
    await expectFiguresOfTheSheet();
  });

  test('shows each venue, its interval around the figure, the most missing people first', async () => {
    const rows = (await session.values('Dashboard!H10:M30')).filter(([venue]) => venue !== null);
    const venues = rows.slice(0, -1);
    const shifts = writtenShifts();

    expect(rows.at(-1)?.[0]).toBe('Total');
    expect(venues.map(([venue]) => venue).sort()).toEqual(
      [...new Set(shifts.map(({ VENUE_NAME }) => VENUE_NAME))].sort(),
    );
    for (const [venue, fulfilled, low, high, missing] of venues) {
      const own = shifts.filter(({ VENUE_NAME }) => VENUE_NAME === venue);
      expect(missing).toBe(missingPeople(own));
      expect(fulfilled).toBeCloseTo(percentage(own, 'SHIFTS_WORKED', 'TRUE_DEMAND'), 9);
      // Over 100 % there is no interval.
      if (Number(fulfilled) <= 100)
        expect([low, fulfilled, high].map(Number)).toEqual(ascending([low, fulfilled, high]));
    }
    const missing = venues.map((row) => Number(row[4]));
    expect(missing).toEqual([...missing].sort((one, other) => other - one));
  });

  test('shows thirteen weeks that follow each other, the last of them last week', async () => {
    const weeks = await session.values('Dashboard!A10:B22');
    const days = weeks.map(([day]) => Number(day));

    expect(days.map((day) => day - (days[0] ?? 0))).toEqual(
      Array.from({ length: 13 }, (_, week) => week * 7),
    );
    expect(weeks[12]?.[1]).toBe((await session.cell('Dashboard!B6')).v);
    expect((await session.cell('Dashboard!A23')).v).toBeNull();
  });

  test('compares each venue by parts that add up to the change of the whole', async () => {
    const rows = (await session.values('Dashboard!B27:F60')).filter(([before]) => before !== null);
    const parts = rows.slice(0, -1).map(([, , , ownRate, mix]) => Number(ownRate) + Number(mix));
    const [before, after, change] = (rows.at(-1) ?? []).map(Number);

    expect(parts.length).toBeGreaterThan(5);
    expect(after).toBeCloseTo((before ?? 0) + (change ?? 0), 9);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(change ?? 0, 9);
  });

  test('follows the venue in its cell, and shows all again when the cell is emptied', async () => {
    const all = await session.values('Dashboard!A6:D6');

    await session.enter('Dashboard!B3', 'Riverside Stadium');
    const stadium = writtenShifts().filter(({ VENUE_NAME }) => VENUE_NAME === 'Riverside Stadium');
    expect((await session.cell('Dashboard!C6')).v).toBe(missingPeople(stadium));
    expect((await session.values('Dashboard!H10:H12')).flat()).toEqual(['Riverside Stadium', 'Total', null]);

    await session.select('Dashboard!B3');
    await session.page.keyboard.press('Delete');
    await session.idle();
    expect(await session.values('Dashboard!A6:D6')).toEqual(all);
  });

  test('a refresh moves the stamp, and only the formulas that name it are calculated again', async () => {
    await session.enter('Sheet1!A1', '=SHIFT_METRIC("no shows", "last week")');
    const before = await session.values("'Shift Reports status'!A1:Z4");
    await session.demo.server.setScenario('report', { name: 'rows', rows: 299 });
    session.demo.emulator.clearExecutions();

    await session.chooseMenuItem('Refresh all reports');
    await session.sees(session.page.getByText('1 report refreshed.'));
    await session.idle();

    expect(await session.values("'Shift Reports status'!A1:Z4")).not.toEqual(before);
    expect(formulasRun()).toEqual(FOLLOWING_THE_STAMP);
    expect(writtenShifts()).toHaveLength(299);
    await expectFiguresOfTheSheet();
    await session.demo.server.clearScenarios();
  });

  test('a table with evidence spills when its formula is typed', async () => {
    await session.enter(
      'Sheet1!A3',
      '=SHIFT_FULFILMENT_AGGREGATED("last 13 weeks", , "venue", "measures", "true fulfilment %", "evidence", TRUE)',
    );

    expect((await session.values('Sheet1!A3:K3')).flat()).toEqual([
      'VENUE_NAME',
      'TRUE_FULFILMENT_PERCENTAGE',
      ...['N', 'LOW', 'HIGH', 'MIN', 'MAX', 'BASIS', 'SUPPORT', 'LIKENESS'].map(
        (part) => `TRUE_FULFILMENT_PERCENTAGE_${part}`,
      ),
      'NOTES',
    ]);
    expect(
      (await session.values('Sheet1!A4:C20')).filter(([venue]) => venue !== null).length,
    ).toBeGreaterThan(5);
  });

  test('every formula that the sheet Start proposes gives a result', async () => {
    const proposed = session.demo.book.values('Start!A1:A30').flat().map(String);
    const formulas = proposed.filter((text) => text.startsWith('='));
    expect(formulas.length).toBeGreaterThan(5);
    formulas.forEach((formula, index) => {
      session.demo.book.document.editor.createSheet(`Try ${index}`);
      session.demo.book.document.editor.type(`Try ${index}!A1`, formula);
    });

    const first = (index: number) => session.cell(`Try ${index}!A1`);
    await session.until(async () => (await first(formulas.length - 1)).v !== null);
    await session.idle();
    const shown = await Promise.all(formulas.map((_, index) => first(index)));

    expect(shown.map(({ v, note }) => (String(v).startsWith('#') ? note : 'a result'))).toEqual(
      formulas.map(() => 'a result'),
    );
  });

  test('the page asks no other address and reports no error', () => {
    expect(session.complaints).toEqual([]);
  });
});

function ascending(values: readonly unknown[]): number[] {
  return values.map(Number).sort((one, other) => one - other);
}
