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
beforeAll(async () => {
  session = await Session.open('unconnected');
});
afterAll(() => session.close());

test('the menu opens the sidebar by keyboard', async () => {
  await session.page.getByRole('button', { name: 'Extensions' }).focus();
  for (const key of ['Enter', 'Enter']) await session.page.keyboard.press(key);
  await session.sees(session.sidebar.getByRole('button', { name: 'Connect', exact: true }));
});

test('credentials connect, and the first report fills its sheet', async () => {
  keeper = await ReportKeeper.at(session);
  const { clientId, clientSecret, region } = session.demo.server.demoEmployer;
  if (region === 'US') await keeper.sidebar.getByRole('radio', { name: 'US' }).check();
  await keeper.sidebar.getByLabel('Client ID').fill(clientId);
  await keeper.sidebar.getByLabel('Client secret').fill(clientSecret);
  await keeper.press('Connect');
  await keeper.hears('status', /Connected/);
  // The form of the first report opens by itself.
  await keeper.sidebar.getByLabel('Sheet', { exact: true }).fill('Shift report');
  await keeper.press('Save report');
  await keeper.hears('status', /Refreshed: [\d,]+ shifts/);
  await session.idle();
  expect((await session.cell('Shift report!A1')).display).toBe('Date');
});

test('a dashboard stands there with its chart, from figures that nobody made up', async () => {
  await keeper.press('Dashboards');
  await keeper.press('Overview');
  await keeper.hears('status', /Built/);
  await session.idle();
  const { sheets } = session.demo.book.document.workbook;
  expect(sheets.find(({ name }) => name === 'Overview')?.charts).toHaveLength(1);
  expect((await session.cell('Overview!A1')).display).toBe('Overview');
  expect((await session.values('Overview!A1:I8')).flat().map(String).join(' ')).not.toContain('SAMPLE');
});

test('a venue that is chosen on the dashboard makes it anew, and the chart with it', async () => {
  await session.select('Overview!A1');
  const all = (await session.cell('Overview!H7')).v;
  const venues = session.page.getByRole('combobox', { name: 'Choose in A2' });
  await venues.selectOption('Grand Hotel, London');
  await session.idle();
  expect((await session.cell('Overview!A2')).display).toBe('Grand Hotel, London');
  expect((await session.cell('Overview!A3')).display.trim()).toBe('');
  const [one, drawn] = [
    (await session.cell('Overview!H7')).v,
    await session.page.evaluate('window.workbench.charts().length'),
  ];
  expect([Number(one) > 0, Number(one) < Number(all), drawn]).toEqual([true, true, 1]);
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
  await keeper.skip('1 hour');
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

test('F6 leads from the cells to the menu, which refreshes all reports and says so', async () => {
  await session.select('Sheet1!B2');
  await session.page.keyboard.press('F6');
  expect(await session.page.locator(':focus').innerText()).toBe('Extensions');
  await session.chooseMenuItem('Refresh all reports');
  await session.sees(session.page.getByText('1 report refreshed.'));
});

test('the page asks no other address and reports no error', () => {
  expect(session.complaints).toEqual([]);
});
