import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ReportKeeper } from '../browser/support/report-keeper';
import { Session } from '../browser/support/session';
import { openTab } from '../browser/support/tabs';
import { instantOfWallTime } from '../emulator/zones';
import { writeFormulaSheet } from './formula-sheet';

/* What the workbench itself owes a person: pages that come to rest, a clock that all follow, a server that may stop. */

const METRIC = '=SHIFT_METRIC("worked %", "last week", , "refresh", SHIFT_STAMP)';

/** How many refreshes two pages follow; `ROUNDS=20 npx jest …` makes more. */
const ROUNDS = Number(process.env.ROUNDS ?? 6);

describe('two pages of one spreadsheet', () => {
  /** What each refresh changes: the time of the newest rows. */
  const AS_OF = 'Dashboard!H6';
  let session: Session;
  let other: Session;
  /** What the pages have posted of the values that they calculated. */
  let posted = 0;
  beforeAll(async () => {
    session = await Session.open('connected');
    writeFormulaSheet(session.demo.book);
    other = await session.beside();
    for (const { page } of [session, other]) {
      page.on('request', (request) => {
        if (request.url().endsWith('/calculated')) posted += 1;
      });
    }
    await Promise.all([session.idle(), other.idle()]);
  });
  afterAll(() => session.close());

  test(`come to rest after each of ${ROUNDS} refreshes, and show the same`, async () => {
    const { emulator, book, person } = session.demo;
    const formulas = () => emulator.executions.filter(({ kind }) => kind === 'formula').length;
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = (await session.cell(AS_OF)).v;
      emulator.clock.advance(3_600_000);
      emulator.executions.length = 0;
      book.as(person).callFromSidebar('sidebarRefreshAll');
      const began = Date.now();
      const settle = async (page: Session) => {
        await page.until(async () => (await page.cell(AS_OF)).v !== before);
        return page.idleSince();
      };
      const ends = await Promise.all([settle(session), settle(other)]);
      seconds.push((Math.max(...ends) - began) / 1000);

      const area = 'Dashboard!A5:N40';
      expect(await other.values(area)).toEqual(await session.values(area));
      // Eleven formulas, at most once for each page.
      expect(formulas()).toBeLessThanOrEqual(2 * 11);
    }
    seconds.sort((a, b) => a - b);
    const within = seconds.filter((one) => one <= 3).length;
    console.info(
      `n = ${ROUNDS} refreshes, two pages: at rest after ${seconds[Math.floor(ROUNDS / 2)]} s (median), ${seconds.at(-1)} s (longest), ${within} within 3 s`,
    );
  });

  test('come to rest after a formula is typed into one of them, and show the same', async () => {
    await session.page.bringToFront();
    posted = 0;
    await session.enter('Sheet1!A1', METRIC);
    await other.until(async () => typeof (await other.cell('Sheet1!A1')).v === 'number');
    await Promise.all([session.idle(), other.idle()]);

    expect((await other.cell('Sheet1!A1')).display).toBe((await session.cell('Sheet1!A1')).display);
    // Once for each page.
    expect(posted).toBe(2);
  });

  test('both follow a refresh, and come to rest', async () => {
    session.demo.emulator.executions.length = 0;
    const before = (await session.cell(AS_OF)).v;
    session.demo.emulator.clock.advance(3_600_000);
    // Its message is gone after 8 seconds: two pages on a busy machine may take longer.
    await session.chooseMenuItem('Refresh all reports');
    for (const page of [session, other]) {
      await page.until(async () => (await page.cell(AS_OF)).v !== before);
      await page.idle();
    }

    const formulas = session.demo.emulator.executions.filter(({ kind }) => kind === 'formula');
    // Eleven formulas of the dashboard and the one of Sheet1: once for both pages, or for each where one asks later.
    expect(formulas.length).toBeGreaterThanOrEqual(12);
    expect(formulas.length).toBeLessThanOrEqual(2 * 12);
  });
});

describe('a clock that skips a day', () => {
  let session: Session;
  let keeper: ReportKeeper;
  let opened: number;
  beforeAll(async () => {
    session = await Session.open('connected');
    writeFormulaSheet(session.demo.book);
    opened = session.demo.emulator.clock.now();
    keeper = await ReportKeeper.at(session);
    await keeper.refreshHourly('you@employer.example');
    await session.idle();
  });
  afterAll(() => session.close());

  /** What the progress said while the clock skipped a day, each sentence once. */
  async function skipDay(): Promise<string[]> {
    await session.page.evaluate(`(() => {
      window.told = [];
      const skipped = document.getElementById('skipped');
      new MutationObserver(() => window.told.push(skipped.textContent)).observe(skipped, { childList: true });
    })()`);
    await keeper.skip('1 day');
    return session.page.evaluate<string[]>('window.told');
  }

  test('counts the hours as they pass, and calculates the formulas once, at the end', async () => {
    session.demo.emulator.executions.length = 0;

    const began = Date.now();
    const told = await skipDay();
    console.info(`24 scheduled runs: ${(Date.now() - began) / 1000} s`);

    const { executions } = session.demo.emulator;
    const scheduled = executions.filter(({ kind }) => kind === 'trigger');
    expect(scheduled.map(({ outcome }) => outcome.kind)).toEqual(scheduled.map(() => 'returned'));
    expect(scheduled).toHaveLength(24);
    expect(told).toEqual([...scheduled.map((_, hour) => `Hour ${hour + 1} of 24`), '']);
    expect(executions.filter(({ kind }) => kind === 'formula')).toHaveLength(11);
    await session.sees(session.page.getByText('24 scheduled runs finished.'));
    expect(await session.page.locator('#skipped-bar').isVisible()).toBe(false);
  });

  test('is the clock of the sidebar and of the connection check, too', async () => {
    await keeper.skip('1 hour');
    keeper = await ReportKeeper.at(session);

    expect(session.demo.emulator.clock.now() - opened).toBeGreaterThan(25 * 3_600_000);
    const frame = session.page.frames().find((one) => one.parentFrame() !== null);
    const shown = await frame?.evaluate<number>('Date.now()');
    expect(Math.abs((shown ?? 0) - session.demo.emulator.clock.now())).toBeLessThan(60_000);
    // The last scheduled run ended within the hour.
    const age = session.demo.emulator.clock.now() - (await refreshedAt());
    expect(age).toBeGreaterThan(-60_000);
    expect(age).toBeLessThan(3_600_000);
    await keeper.press('Check connection');
    const list = keeper.sidebar.getByRole('list', { name: 'Result of the check' });
    await session.sees(list);
    // Of clocks that differ a line of its own would warn.
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Sign-in OK/),
      expect.stringMatching(/One-day report OK/),
    ]);
  });

  /** The moment that the report's card says, which leaves out the year. */
  async function refreshedAt(): Promise<number> {
    await openTab(keeper.sidebar, 'Reports');
    const line = await keeper.card('Shift report').getByText(' · refreshed ').innerText();
    const [, day = '', time = ''] = /^Last 13 weeks · refreshed (\d+ \w+), (\d\d:\d\d)$/.exec(line) ?? [];
    const year = new Date(session.demo.emulator.clock.now()).getUTCFullYear();
    return instantOfWallTime('Europe/London', Date.parse(`${day} ${year} ${time} UTC`));
  }
});

/* One session: each test goes on where the one before has left it. */
describe('a server that stops', () => {
  let session: Session;
  beforeAll(async () => {
    session = await Session.open('connected');
  });
  afterAll(() => session.close());

  const banner = () => session.page.getByRole('alert').filter({ hasText: 'local server' });

  test('is told at once, and takes nothing from what is being typed', async () => {
    await session.enter('Sheet1!B1', 'before');
    await session.select('Sheet1!A1');
    await session.page.keyboard.type('=SUM(1,');
    await session.stopServer();
    await session.sees(banner());

    expect(await banner().innerText()).toBe(
      'The local server has stopped. Start it again and reload this page; what you typed since is lost.',
    );
    await session.page.keyboard.type('2)');
    await session.page.keyboard.press('Enter');
    await session.enter('Sheet1!A3', 'typed later');
    await session.until(async () => (await session.cell('Sheet1!A1')).v === 3);
    expect((await session.cell('Sheet1!A3')).v).toBe('typed later');
    // No dialog asks for the keyboard.
    expect(await session.page.getByRole('dialog').count()).toBe(0);
    expect(await session.page.locator('#status').innerText()).toBe(
      'Nothing is saved: the server has stopped',
    );
  });

  test('leaves a formula of the add-on with an error that says so, not with a figure or a promise', async () => {
    await session.enter('Sheet1!A7', METRIC);

    const { display, note } = await session.cell('Sheet1!A7');
    expect([display, note]).toEqual([
      '#ERROR!',
      'The local server has stopped: nothing is calculated or saved.',
    ]);
  });
});
