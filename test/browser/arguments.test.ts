import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectDemo, refreshDemo } from '../workbench/demo';
import { Session } from './support/session';

/* What stands in a formula arrives at the add-on as Google Sheets would hand it over. */

const DAY_MILLIS = 86_400_000;
/** The number of 1970-01-01 in the spreadsheet's calendar. */
const EPOCH_DAY = 25_569;

let session: Session;
beforeAll(async () => {
  session = await Session.open('unconnected');
});
afterAll(() => session.close());

/** The month before this one, as a formula writes it, and its days as serial numbers. */
function lastMonth(): { text: string; days: number[] } {
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const count = Math.round((end - first) / DAY_MILLIS);
  return {
    text: new Date(first).toISOString().slice(0, 7),
    days: Array.from({ length: count }, (_, day) => EPOCH_DAY + first / DAY_MILLIS + day),
  };
}

async function column(a1: string): Promise<unknown[]> {
  return (await session.values(a1)).flat().filter((value) => value !== null);
}

describe('the arguments of a formula', () => {
  test('a name that no refresh has made yet is an error, and comes alive with the first refresh', async () => {
    await session.enter('Sheet1!A1', '=SHIFT_STATUS("state", SHIFT_STAMP)');
    expect((await session.cell('Sheet1!A1')).display).toBe('#NAME?');

    connectDemo(session.demo);
    refreshDemo(session.demo);

    await session.until(async () => (await session.cell('Sheet1!A1')).display === 'ok');
  });

  test('text that looks like a date stays text: a month is a month', async () => {
    const { text, days } = lastMonth();

    await session.enter('Sheet1!A3', `=SHIFT_TREND("posted", "${text}", , "day", "headers", FALSE)`);

    expect(await column('Sheet1!A3:A40')).toEqual(days);
  });

  test('the same text in a cell that holds text works too, and a date in a cell is a day', async () => {
    const { text, days } = lastMonth();
    session.demo.book.document.editor.type('Sheet1!D1', `'${text}`);
    await session.enter('Sheet1!D2', `=DATE(${text.replace('-', ', ')}, 5)`);

    await session.enter('Sheet1!D3', '=SHIFT_TREND("posted", D1, , "day", "headers", FALSE)');
    await session.enter('Sheet1!G3', '=SHIFT_TREND("posted", D2, D2, "day", "headers", FALSE)');

    expect(await column('Sheet1!D3:D40')).toEqual(days);
    expect(await column('Sheet1!G3:G40')).toEqual([days[4]]);
  });

  test('a range gives options, TRUE and FALSE in it are truth values, and a blank means not given', async () => {
    for (const [a1, text] of Object.entries({
      J1: 'venue',
      J2: 'headers',
      K2: 'FALSE',
      J3: 'limit',
      K3: '2',
    }))
      session.demo.book.document.editor.type(`Sheet1!${a1}`, text);

    await session.enter('Sheet1!A80', '=SHIFT_FULFILMENT("last week", , J1:K3)');

    expect(await column('Sheet1!A80:A90')).toHaveLength(2);
    expect((await column('Sheet1!A80:A90')).every(Number.isInteger)).toBe(true);
  });

  test('a moment is shown with its time, a percentage as a number, a blank as nothing', async () => {
    await session.enter(
      'Sheet1!A60',
      '=SHIFT_FULFILMENT_AGGREGATED("last week", , "area", "measures", "worked %", "as of", TRUE)',
    );

    expect((await session.values('Sheet1!A60:D60')).flat()).toEqual([
      'AREA_NAME',
      'SHIFTS_WORKED_PERCENTAGE',
      'NOTES',
      'AS_OF',
    ]);
    expect((await session.cell('Sheet1!B61')).display).toMatch(/^\d+(\.\d+)?$/);
    expect((await session.cell('Sheet1!C61')).display).toBe('');
    expect((await session.cell('Sheet1!D61')).display).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  });

  test('a function takes more options than its help names, and its twin answers alike', async () => {
    const options =
      '"last week", , "columns", "VENUE_NAME", "sort", "SHIFT_ID", "limit", 3, "headers", FALSE';
    await session.enter('Sheet1!F60', `=SHIFT_FULFILMENT(${options})`);
    await session.enter('Sheet1!G60', `=SHIFT_FULFILLMENT(${options})`);

    expect(await column('Sheet1!F60:F70')).toHaveLength(3);
    expect(await column('Sheet1!G60:G70')).toEqual(await column('Sheet1!F60:F70'));
    expect(session.complaints).toEqual([]);
  });
});
