import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ReportKeeper } from './support/report-keeper';
import { Session } from './support/session';
import { openTab } from './support/tabs';
import { violationsOf } from './support/violations';

/* One journey through the spreadsheet page, on the real bundle: each test goes on where the one before ended. */

/** Drawn by the library of the spreadsheet. */
const GRID = '#grid';

let session: Session;
let keeper: ReportKeeper;
const overview = async () => (await session.values('Overview!A1:I8')).flat().map(String).join(' ');
/** Waits until a sheet is there, and the sidebar and the page have come to rest. */
async function works(sheet: string): Promise<void> {
  await session.until(async () => (await session.sheets()).includes(sheet));
  await session.sees(keeper.sidebar.locator('.dock:not(.working)'));
  await session.idle();
}

beforeAll(async () => {
  session = await Session.open('unconnected');
});
afterAll(() => session.close());

test('the menu opens the sidebar by keyboard', async () => {
  await session.page.getByRole('button', { name: 'Extensions' }).focus();
  for (const key of ['Enter', 'Enter']) await session.page.keyboard.press(key);
  await session.sees(session.sidebar.getByRole('button', { name: 'Connect', exact: true }));
});

test('one press without credentials fills a sheet, and an Overview with its chart, marked as sample', async () => {
  keeper = await ReportKeeper.at(session);
  await keeper.press('Use sample data');
  await works('Overview');
  expect(await session.sheets()).toEqual(expect.arrayContaining(['Sample shifts', 'Overview']));
  expect((await session.cell('Sample shifts!A1')).display).toBe('Date');
  expect(await keeper.sidebar.getByText('SAMPLE', { exact: true }).count()).toBe(1);
  expect(await overview()).toMatch(/SAMPLE/);
});

test('a check, a preview and an explanation say where figures come from, and write nothing', async () => {
  const before = await session.sheets();
  await keeper.press('Check connection');
  const lines = keeper.sidebar.getByRole('list', { name: 'Result of the check' }).getByRole('listitem');
  await session.sees(lines);
  expect(await lines.allInnerTexts()).toEqual([
    expect.stringMatching(/nothing is sent/),
    expect.stringMatching(/One-day report[\s\S]*\d shifts/),
  ]);
  await keeper.press('Add report');
  await keeper.press('Preview');
  await session.sees(keeper.sidebar.getByRole('columnheader', { name: 'Date' }));
  await keeper.press('Cancel');
  await session.select('Sample shifts!G2');
  await keeper.press('Explain this cell');
  const explained = keeper.sidebar.locator('#panel-explain .made');
  await session.sees(explained);
  // The report stands under More.
  expect(await explained.textContent()).toContain('Sample shifts');
  expect(await session.sheets()).toEqual(before);
});

test('own credentials fill the same sheet and dashboard with figures that nobody made up', async () => {
  const { clientId, clientSecret, region } = session.demo.server.demoEmployer;
  await keeper.press('Connect your own');
  await keeper.sidebar.getByRole('radio', { name: region }).check();
  await keeper.sidebar.getByLabel('Client ID').fill(clientId);
  await keeper.sidebar.getByLabel('Client secret').fill(clientSecret);
  await keeper.press('Connect');
  await works('Shifts');
  expect((await session.cell('Shifts!A1')).display).toBe('Date');
  const { sheets } = session.demo.book.workbook;
  expect(sheets.find(({ name }) => name === 'Overview')?.charts).toHaveLength(1);
  expect(await overview()).not.toMatch(/SAMPLE/);
});

test('a venue that is chosen on the dashboard makes it anew, and the chart with it', async () => {
  await session.select('Overview!A1');
  // Below its caption, which follows sentences of one line or two.
  const missing = async () => {
    const column = (await session.values('Overview!H1:H12')).flat();
    return Number(column[column.indexOf('Missing people') + 1]);
  };
  const all = await missing();
  const venues = session.page.getByRole('combobox', { name: 'Choose in A2' });
  await venues.selectOption('Grand Hotel, London');
  await session.idle();
  expect((await session.cell('Overview!A2')).display).toBe('Grand Hotel, London');
  expect((await session.cell('Overview!A3')).display.trim()).toBe('');
  const [one, drawn] = [await missing(), await session.page.evaluate('window.workbench.charts().length')];
  expect([one > 0, one < all, drawn]).toEqual([true, true, 1]);
});

test('a formula that is typed spills a heading and its rows, with real dates', async () => {
  await session.enter('Sheet1!A1', '=SHIFT_FULFILMENT("2026-03-01", "2026-03-01")');
  expect((await session.cell('Sheet1!A1')).display).toBe('SHIFT_DATE');
  // 2026-03-01 is day 46,082 of the spreadsheet's calendar.
  expect((await session.cell('Sheet1!A2')).v).toBe(46_082);
  await session.enter('Sheet1!T1', '=COUNT(A2:A2)');
  expect((await session.cell('Sheet1!T1')).v).toBe(1);
});

test('the line at the bottom says why a cell fails', async () => {
  await session.enter('Sheet1!A32', '=SHIFT_FULFILMENT("31/12/2024", "2025-01-01")');
  await session.select('Sheet1!A32');
  await session.sees(session.page.locator('#status').filter({ hasText: '2024-12-31' }));
});

test('an hourly schedule runs when an hour is skipped; its failure is a mail that can be read', async () => {
  await openTab(keeper.sidebar, 'Settings');
  await keeper.refreshHourly('you@employer.example');
  await session.demo.server.setScenario('report', { name: 'status', status: 503 });
  await session.enter('Sheet1!V1', '=NOW()');
  const before = Number((await session.cell('Sheet1!V1')).v);
  await keeper.skip('1 hour');
  // In days; half an hour is left for what the machine takes.
  expect(Number((await session.cell('Sheet1!V1')).v) - before).toBeGreaterThan(0.5 / 24);
  const run = session.demo.emulator.executions.find(
    ({ functionName }) => functionName === 'refreshOnSchedule',
  );
  expect(run).toBeDefined();
  await session.page.getByRole('button', { name: /^Mail \(\d\)$/ }).click();
  expect(await session.page.locator('#mail details[open]').innerText()).toContain('1 report not refreshed');
  expect(await violationsOf(session.page, GRID)).toEqual([]);
  await session.page.keyboard.press('Escape');
  await session.demo.server.clearScenarios();
  // The service is not asked again within the minute after a failure.
  await keeper.skip('1 hour');
});

test('F6 leads from the cells to the menu, which refreshes all reports and says so, as does a dashboard that it cannot update', async () => {
  await session.enter('Overview!A1', 'mine');
  await session.select('Sheet1!B2');
  await session.page.keyboard.press('F6');
  expect(await session.page.locator(':focus').innerText()).toBe('Extensions');
  await session.chooseMenuItem('Refresh all reports');
  await session.sees(session.page.getByText('1 report refreshed.'));
  await session.idle();
  expect((await session.cell('Overview!A3')).display).toMatch(/^Not updated with the table:/);
});

test('the page asks no other address and reports no error', () => {
  expect(session.complaints).toEqual([]);
});
