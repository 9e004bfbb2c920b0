import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Session } from './support/session';

let session: Session;
beforeAll(async () => {
  session = await Session.open('connected');
});
afterAll(() => session.close());

describe('a formula typed into the grid', () => {
  test('spills a heading row and one row per shift, with real dates', async () => {
    await session.demo.server.setScenario('report', { name: 'rows', rows: 3, times: 1 });

    await session.enter('Sheet1!A1', '=SHIFT_FULFILMENT("2026-03-01", "2026-03-02")');

    expect((await session.cell('Sheet1!A1')).display).toBe('SHIFT_DATE');
    expect((await session.cell('Sheet1!R1')).display).toBe('SHIFT_ID');
    const date = await session.cell('Sheet1!A2');
    // 2026-03-01 is day 46,082 of the spreadsheet's calendar.
    expect(date.v).toBe(46_082);
    expect(date.display).toMatch(/2026/);
    expect((await session.cell('Sheet1!R4')).v).toEqual(expect.any(Number));
    expect((await session.cell('Sheet1!A5')).v).toBeNull();
    expect(session.demo.book.cell('Sheet1!A2').value).toBe(46_082);
  });

  test('works inside a built-in function', async () => {
    await session.enter('Sheet1!T1', '=COUNT(A2:A4)');

    expect((await session.cell('Sheet1!T1')).v).toBe(3);
  });

  test('shows what to do when a date is wrong, and makes no request', async () => {
    await session.demo.server.clear();

    await session.enter('Sheet1!A30', '=SHIFT_FULFILMENT("31/12/2024", "2025-01-01")');

    const sentence =
      'Write 2024-12-31, point at a date cell, or use a word such as "last week". ("31/12/2024")';
    expect((await session.cell('Sheet1!A30')).note).toContain(sentence);
    expect(await session.demo.server.requests()).toEqual([]);
  });

  test('the line at the bottom says why a selected cell fails, until the cell is emptied', async () => {
    const line = session.page.locator('#status');
    await session.enter('Sheet1!A32', '=SHIFT_FULFILMENT("31/12/2024", "2025-01-01")');
    await session.select('Sheet1!A32');
    await session.sees(line.filter({ hasText: 'Write 2024-12-31' }));

    await session.page.keyboard.press('Delete');

    await session.sees(line.filter({ hasText: 'Ready' }));
  });

  test('the page asks no other address and reports no error', () => {
    expect(session.complaints).toEqual([]);
  });
});
