import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import type { Book } from '../emulator/book';
import { builtBundle } from '../support/built-bundle';
import { buildOverview, connectDemo, type Demo, refreshDemo, startDemo } from '../workbench/demo';

/* The sheet Start of `npm start`: what it says to try is there, and every formula on it shows figures. */

const demos: Demo[] = [];
afterAll(() => Promise.all(demos.map((demo) => demo.close())));

async function begun(unconnected: boolean): Promise<Demo> {
  const [root, dist] = [process.cwd(), path.resolve(builtBundle())];
  const startAt = '2026-03-10T09:00:00Z';
  const demo = await startDemo({ root, dist, clock: 'virtual', startAt, unconnected });
  demos.push(demo);
  return demo;
}

/** The lines of the sheet, as a person reads them. */
const lines = (book: Book) =>
  book
    .values('Start!A1:A40')
    .map(([line]) => String(line))
    .filter(Boolean);

const formulas = (book: Book) => lines(book).filter((line) => line.startsWith('='));

const sheetNames = (book: Book) => book.snapshot().sheets.map(({ name }) => name);

/** Types a formula into a sheet of its own and gives the rows that it fills; of a sum, what it is made over. */
function rowsOf({ book, person }: Demo, formula: string, at: number): unknown[][] {
  const sheet = `Try ${at}`;
  const [asked = ''] = /SHIFT_\w+\((?:"[^"]*"|[^()"])*\)/.exec(formula) ?? [];
  book.editor.createSheet(sheet);
  book.as(person).enter(`${sheet}!A1`, `=${asked}`);
  return book.values(`${sheet}!A1:F40`).filter((row) => row.some((cell) => cell !== ''));
}

function useSampleData({ book, person }: Demo): void {
  const result = book.as(person).callFromSidebar('sidebarUseSampleData', 'UK');
  if (result.kind === 'failure') throw new Error(result.message);
  expect((result.value as unknown as SidebarOutcome).kind).toBe('done');
}

describe('the sheet Start as a new user finds it', () => {
  test('says first how to get data: sample data, or the credentials that the terminal shows', async () => {
    const { book } = await begun(true);
    const [, state, first] = lines(book);
    expect(state).toContain('It begins with nothing connected.');
    expect(first).toMatch(/Open sidebar and press “Use sample data”/);
  });

  test('names no sheet that is not there', async () => {
    const { book } = await begun(true);
    expect(sheetNames(book)).not.toContain('Overview');
    expect(lines(book).join(' ')).not.toMatch(/sheet Overview/);
  });

  test('gives formulas that all show figures on sample data', async () => {
    const demo = await begun(true);
    useSampleData(demo);
    const written = formulas(demo.book);
    expect(written.length).toBe(7);
    for (const [at, formula] of written.entries()) expectFigures(rowsOf(demo, formula, at), formula);
  });
});

describe('the sheet Start of a connected spreadsheet', () => {
  test('names the sheet Overview, which is there, and gives formulas that all show figures', async () => {
    const demo = await begun(false);
    connectDemo(demo);
    refreshDemo(demo);
    buildOverview(demo);
    expect(sheetNames(demo.book)).toContain('Overview');
    expect(lines(demo.book).join(' ')).toContain(
      'Kingsway Hospitality Group (UK) is connected: its shifts fill a sheet, and the sheet Overview',
    );
    for (const [at, formula] of formulas(demo.book).entries())
      expectFigures(rowsOf(demo, formula, at), formula);
  });
});

/** A single figure, or a heading row with rows below. */
function expectFigures(rows: readonly unknown[][], formula: string): void {
  const isOne = formula.startsWith('=SHIFT_METRIC');
  const [first] = rows;
  expect([formula, String(first?.[0]).startsWith('#')]).toEqual([formula, false]);
  if (isOne) expect([formula, Number(first?.[0]) > 0]).toEqual([formula, true]);
  else expect([formula, rows.length > 1]).toEqual([formula, true]);
}
