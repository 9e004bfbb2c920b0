import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Book } from '../emulator/book';
import { ReportKeeper } from './support/report-keeper';
import { Session } from './support/session';

/* What a schedule outlives: a service that fails for a day, its owner, and the spreadsheet being copied. */

const SHEET = 'Shift report';
const STATUS = 'Shift Reports status';
const YOU = 'you@employer.example';
const BOB = 'bob@employer.example';

let session: Session;
let keeper: ReportKeeper;
beforeAll(async () => {
  session = await Session.open('connected');
  keeper = await ReportKeeper.at(session);
  await keeper.refreshHourly(YOU);
});
afterAll(() => session.close());

/** Another person takes the keyboard, or another spreadsheet is opened. */
async function handTo(changes: Parameters<Session['handTo']>[0]): Promise<void> {
  session = await session.handTo(changes);
  keeper = await ReportKeeper.at(session);
}

/** How many reports were asked for so far. */
const asked = () => session.demo.emulator.requests.filter(({ url }) => url.includes('/reports/')).length;
const owners = () => session.demo.emulator.world.triggers.triggers.map(({ owner }) => owner);
/** Subjects of the mails about refreshes; Google sends others about runs that threw. */
const subjects = () =>
  session.demo.emulator.mails
    .filter(({ options }) => options.name === 'Shift Reports')
    .map(({ subject }) => subject);
/** What the status sheet shows of the report: its state, when it counts as stale, and the message. */
async function status(): Promise<{ state: string; staleAfter: number; message: string }> {
  const [state, staleAfter, message] = await Promise.all(
    ['B2', 'I2', 'L2'].map((cell) => session.cell(`${STATUS}!${cell}`)),
  );
  return {
    state: state?.display ?? '',
    staleAfter: Number(staleAfter?.v),
    message: message?.display ?? '',
  };
}
/** The clock of the spreadsheet's world as a serial number: London's, to the hour of summer time. */
const serialNow = () => session.demo.emulator.clock.now() / 86_400_000 + 25_569;

describe('a service that fails for a day', () => {
  test('changes no cell of the table; the status, the sidebar and one mail say so', async () => {
    const before = keeper.table(SHEET);
    await session.demo.server.setScenario('report', { name: 'status', status: 503 });

    await keeper.push('1 day');

    expect(session.demo.emulator.executions.filter(({ kind }) => kind === 'trigger').length).toBe(24);
    expect(keeper.table(SHEET)).toEqual(before);
    const { state, staleAfter, message } = await status();
    expect([state, staleAfter < serialNow()]).toEqual(['FAILED', true]);
    expect(message).toMatch(/^Try again/);
    expect(subjects()).toEqual(['Shift Reports: 1 report not refreshed in “Shift planning”']);
    keeper = await ReportKeeper.at(session);
    expect(await keeper.card(SHEET).innerText()).toMatch(
      /Failed[\s\S]*The sheet still shows figures from \d+ \w{3} \d{4}, \d\d:\d\d\./,
    );
  });

  test('is over with the first hour in which it answers, which a second mail tells', async () => {
    await session.demo.server.clearScenarios();
    await session.demo.server.restate(20);

    await keeper.push('1 hour');

    const { state, staleAfter } = await status();
    expect([state, staleAfter > serialNow()]).toEqual(['OK', true]);
    expect(subjects().slice(1)).toEqual(['Shift Reports: 1 report refreshed again in “Shift planning”']);
  });
});

describe('an owner of the schedule who has gone', () => {
  test('is missed: another editor reads since when no run has come, and what to press', async () => {
    // Google ends the triggers of an account that is closed.
    session.demo.emulator.world.triggers.triggers.length = 0;
    await keeper.push('1 day');

    await handTo({ person: BOB });

    await keeper.reads(
      /Press “Take over” to run the schedule yourself: a refresh is more than two hours late/,
    );
    const { staleAfter } = await status();
    expect(staleAfter).toBeLessThan(serialNow());
  });

  test('is replaced in one click, and the next hour brings the table up to date', async () => {
    await keeper.press('Take over');
    await keeper.hears('status', /The schedule runs as you from now on/);
    const before = asked();

    await keeper.push('1 hour');

    expect(owners()).toEqual([BOB]);
    expect(asked() - before).toBe(1);
    const { state, staleAfter } = await status();
    expect([state, staleAfter > serialNow()]).toEqual(['OK', true]);
  });
});

describe('a schedule that a second person takes over while the first is there', () => {
  test('runs once an hour, and the first person’s timer ends itself', async () => {
    await handTo({ person: YOU });
    await keeper.press('Take over');
    await keeper.hears('status', /The schedule runs as you from now on/);
    expect(owners().sort()).toEqual([BOB, YOU]);
    const before = asked();

    for (let hour = 1; hour <= 3; hour += 1) await keeper.push('1 hour');

    expect(asked() - before).toBe(3);
    expect(owners()).toEqual([YOU]);
  });
});

describe('a copy of the spreadsheet', () => {
  const CONNECT =
    'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.';
  let original: Book;

  test('shows the figures, knows no connection and no report, and asks the service for nothing', async () => {
    const { emulator } = session.demo;
    original = session.demo.book;
    const table = keeper.table(SHEET);
    const copy = emulator.copySpreadsheet(original, { owner: BOB });
    const before = emulator.requests.length;
    await handTo({ person: BOB, book: copy });

    await keeper.reads('No reports yet. Connect above, then add one.');
    await keeper.reads('Reports are refreshed only when someone presses Refresh.');
    await session.chooseMenuItem('Refresh all reports');
    await session.page.getByRole('dialog').getByText(CONNECT).waitFor();
    await session.page.keyboard.press('Escape');
    await session.enter(`${SHEET}!T1`, '=SHIFT_METRIC("worked %", "last week")');

    expect((await session.cell(`${SHEET}!T1`)).note).toContain(CONNECT);
    expect(copy.values(`${SHEET}!A1:R400`)).toEqual(table);
    expect(emulator.requests.length).toBe(before);
    expect(owners()).toEqual([YOU]);
  });

  test('leaves the original as it was, and its hourly runs go on', async () => {
    await handTo({ person: YOU, book: original });
    const before = asked();
    await keeper.push('1 hour');
    expect(asked() - before).toBe(1);
  });
});
