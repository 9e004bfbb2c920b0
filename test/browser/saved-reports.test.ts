import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ReportKeeper } from './support/report-keeper';
import { Session } from './support/session';
import { reach } from './support/tabs';

/* The life of two saved reports, as the person sees it who keeps them running. */

let session: Session;
let keeper: ReportKeeper;
beforeAll(async () => {
  session = await Session.open('connected');
  keeper = await ReportKeeper.at(session);
});
afterAll(() => session.close());

describe('saved reports', () => {
  test('one of shifts and one of groups fill their sheets', async () => {
    await keeper.addReport({ Period: 'Last 28 days', Sheet: 'Four weeks' });
    await keeper.addReport({
      Report: 'Shift fulfilment, aggregated',
      Period: 'Last 13 weeks',
      'Group by': 'Venue',
      Sheet: 'Venues',
    });

    await keeper.refresh('Four weeks');
    await keeper.hears('status', /Refreshed: [\d,]+ shifts/);
    await keeper.refresh('Venues');
    await keeper.hears('status', /Refreshed: [\d,]+ rows/);
    await session.idle();

    expect((await session.cell('Four weeks!A1')).display).toBe('SHIFT_DATE');
    expect((await session.cell('Venues!A1')).display).toBe('VENUE_NAME');
    expect((await session.cell('Venues!N1')).display).toBe('TRUE_FULFILMENT_PERCENTAGE');
  });

  test('what is written beside a table stays, whatever the refresh brings', async () => {
    await session.enter('Four weeks!T2', 'my note');
    await keeper.refresh('Four weeks');
    await keeper.hears('status', /Refreshed/);
    await session.idle();

    expect((await session.cell('Four weeks!T2')).v).toBe('my note');
  });

  test('a run that Google ends midway leaves the old table; the next one says so and is whole', async () => {
    const before = keeper.table('Four weeks');
    session.demo.emulator.fault = { killAtCall: 25 };
    await keeper.refresh('Four weeks');
    await keeper.hears('alert', /./);

    expect(keeper.table('Four weeks')).toEqual(before);

    await keeper.push('1 hour');
    await keeper.refresh('Four weeks');
    await keeper.hears('status', /Refreshed/);
    await keeper.reads(/Google ended this run early/);
  });

  test('a service that is down changes no cell, and says when to try again', async () => {
    const before = keeper.table('Four weeks');
    await session.demo.server.setScenario('report', { name: 'status', status: 403, times: 1 });
    await keeper.refresh('Four weeks');

    expect(await keeper.hears('alert', /Check the region and the employer/)).toContain('HTTP 403');
    expect(keeper.table('Four weeks')).toEqual(before);
    await keeper.push('1 hour');
  });

  test('corrected figures are counted, listed on a sheet of their own, and can be undone', async () => {
    const before = keeper.table('Four weeks');
    await session.demo.server.restate(20);
    await keeper.refresh('Four weeks');
    await keeper.hears('status', /[\d,]+ shifts? (added|removed|changed)/);
    const after = keeper.table('Four weeks');
    expect(after).not.toEqual(before);

    await keeper.card('Four weeks').getByRole('button', { name: 'What changed' }).click();
    await keeper.hears('status', /Shift Reports changes/);
    await session.idle();
    expect(await session.sheets()).toContain('Shift Reports changes');

    const choice = keeper.sidebar.getByLabel('Table to restore');
    if ((await choice.count()) > 0) await (await reach(choice)).selectOption({ label: 'Four weeks' });
    await keeper.press('Undo last refresh');
    await keeper.hears('status', /from before its last change/);
    expect(keeper.table('Four weeks')).toEqual(before);
  });

  test('a table that would lose most of its rows is held until the person confirms', async () => {
    await keeper.refresh('Four weeks');
    await keeper.hears('status', /Refreshed/);
    const before = keeper.table('Four weeks');
    await session.demo.server.setScenario('report', { name: 'empty' });
    await keeper.refresh('Four weeks');

    await keeper.reads('Replace the table anyway?');
    expect(keeper.table('Four weeks')).toEqual(before);
  });

  test('an answered question is not asked again when the sidebar is opened again', async () => {
    const before = keeper.table('Four weeks');
    await keeper.press('Keep the old table');
    await keeper.hears('status', /The old table stays/);

    keeper = await ReportKeeper.at(session);

    await keeper.reads(/The old table stays for now/);
    expect(await keeper.sidebar.getByText('Replace the table anyway?').count()).toBe(0);
    expect(keeper.table('Four weeks')).toEqual(before);
  });

  test('whoever refreshes after all is asked again, and may replace the table', async () => {
    await keeper.refresh('Four weeks');
    await keeper.reads('Replace the table anyway?');
    await session.demo.server.clearScenarios();
    await keeper.press('Replace the table');

    await keeper.hears('status', /Refreshed: 0 shifts/);
    expect(keeper.table('Four weeks')[1]?.every((cell) => cell === '')).toBe(true);
  });
});
