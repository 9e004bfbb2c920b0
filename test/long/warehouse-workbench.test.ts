import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import { Session } from '../browser/support/session';
import { openTab } from '../browser/support/tabs';
import { violationsOf } from '../browser/support/violations';
import type { RunningWarehouse } from '../warehouse-server/start-warehouse-server';

/* The warehouse edition as `npm start -- --warehouse` shows it: the sidebar, the schedule, and what the warehouse holds. */

let session: Session;
let sidebar: FrameLocator;
beforeAll(async () => {
  session = await Session.open('warehouse');
  sidebar = await session.openSidebar();
  await openTab(sidebar, 'Settings');
});
afterAll(() => session.close());

const section = () => sidebar.getByRole('region', { name: 'Warehouse' });
const press = (name: string) => section().getByRole('button', { name, exact: true }).click();
const says = (text: string | RegExp) => session.sees(sidebar.getByRole('status').filter({ hasText: text }));
const dialog = () => session.page.getByRole('dialog', { name: 'Warehouse' });

/** The day so many days after the spreadsheet's today. */
function day(offset: number): string {
  const now = session.demo.emulator.clock.now();
  return new Date(now + offset * 86_400_000).toISOString().slice(0, 10);
}

/** Whether the warehouse holds what the service says, as the page tells it. */
async function compare(): Promise<string> {
  await session.page.getByRole('button', { name: 'Warehouse', exact: true }).click();
  await dialog().getByRole('button', { name: 'Compare with the service' }).click();
  const line = dialog()
    .getByRole('status')
    .filter({ hasText: /service,|nothing/ });
  await session.sees(line);
  const sentence = await line.innerText();
  await dialog().getByRole('button', { name: 'Close warehouse' }).click();
  return sentence;
}

async function skipDay(): Promise<void> {
  const before = session.demo.emulator.clock.now();
  await session.page.getByRole('button', { name: 'Skip 1 day' }).click();
  await session.until(async () => {
    const isSkipped = session.demo.emulator.clock.now() - before >= 86_400_000;
    return isSkipped && (await session.page.locator('#skipped').innerText()) === '';
  });
  await session.idle();
}

describe('the warehouse edition in the workbench', () => {
  test('begins with the first report sent, and the page shows that it equals the service', async () => {
    expect(await compare()).toMatch(/^Equal to the service, /);
    await session.page.getByRole('button', { name: 'Warehouse', exact: true }).click();
    await session.sees(dialog().getByRole('columnheader', { name: 'SHIFT_ID' }));

    expect(await dialog().locator('summary strong').allInnerTexts()).toEqual([
      'shifts',
      'shifts_weekly',
      'shifts_by_venue',
    ]);
    // The grid and its own messages are not ours.
    expect(await violationsOf(session.page, 'main, section[aria-label^="Notifications"]')).toEqual([]);
    await session.page.keyboard.press('Escape');
  });

  test('Set up again finds all in order', async () => {
    await press('Set up again');
    await says('The warehouse is ready.');
    const lines = section().getByRole('list').getByRole('listitem');
    expect(await lines.count()).toBe(2);
  });

  test('sends history, and a scheduled day follows it', async () => {
    const since = day(-45);
    await section().getByLabel('Send history since').fill(since);
    await press('Send history');
    await says(`All days since`);
    const sent = await compare();
    expect(sent).toContain(`Equal to the service, ${since} to `);

    await sidebar.getByRole('combobox', { name: 'Refresh reports' }).selectOption('day');
    await sidebar.getByRole('button', { name: 'Save schedule' }).click();
    await says(/Schedule saved/);
    await skipDay();
    expect(await compare()).toContain(`Equal to the service, ${since} to `);
  });

  test('shows a connected table', async () => {
    await openTab(sidebar, 'Settings');
    await press('Add connected table');
    await says('Added the sheet “shifts_weekly”.');
    await session.until(async () => (await session.cell('shifts_weekly!A1')).v === 'CONNECTION');
    const { project, dataset } = session.demo.warehouse as RunningWarehouse;
    const view = await session.demo.warehouse?.rows(`${project}.${dataset}.shifts_weekly`);
    const shown = Math.min(8, view?.rows.length ?? 0);
    const weeks = (await session.values(`shifts_weekly!B2:B${1 + shown}`)).flat();
    expect(weeks.filter((week) => week !== null)).toHaveLength(shown);
    expect([...weeks].sort().reverse()).toEqual(weeks);
  });

  test('takes over what the service has restated', async () => {
    await session.page.getByRole('button', { name: 'Warehouse', exact: true }).click();
    await dialog().getByRole('button', { name: 'Change last week in the service' }).click();
    await session.sees(dialog().getByText(/The service has changed its figures/));
    await session.page.keyboard.press('Escape');
    expect(await compare()).toMatch(/^Differs from the service, /);
    await openTab(sidebar, 'Reports');
    await sidebar.getByRole('button', { name: 'Refresh all' }).click();
    await says('1 report refreshed.');
    await openTab(sidebar, 'Settings');
    expect(await compare()).toMatch(/^Equal to the service, /);

    expect(session.complaints).toEqual([]);
  });

  test('refreshes the connected table with the next scheduled day', async () => {
    const readAt = () => session.demo.book.workbook.sheetNamed('shifts_weekly')?.dataSource?.refreshedAt ?? 0;
    const before = readAt();
    await skipDay();

    await session.until(async () => readAt() - before > 3_600_000);
    expect(await compare()).toMatch(/^Equal to the service, /);
  });
});
