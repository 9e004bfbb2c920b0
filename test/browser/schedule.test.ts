import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Session } from './support/session';
import { openTab } from './support/tabs';

let session: Session;
beforeAll(async () => {
  session = await Session.open('connected');
});
afterAll(() => session.close());

describe('the schedule and the menu', () => {
  test('an hourly schedule lands when the clock is pushed', async () => {
    const sidebar = await session.openSidebar();
    await openTab(sidebar, 'Settings');
    await sidebar.getByRole('combobox', { name: 'Refresh reports' }).selectOption('hour');
    await sidebar.getByRole('button', { name: 'Save schedule' }).click();
    await sidebar
      .getByRole('status')
      .filter({ hasText: /Schedule saved/ })
      .waitFor();
    await session.demo.server.setScenario('report', { name: 'rows', rows: 390 });

    await session.page.getByRole('button', { name: 'Push 1 hour' }).click();

    await session.until(async () => (await session.cell('Shift report!A391')).v !== null);
    expect((await session.cell('Shift report!A391')).v).toEqual(expect.any(Number));
    expect((await session.cell('Shift report!A392')).v).toBeNull();
    const run = session.demo.emulator.executions.find(({ kind }) => kind === 'trigger');
    expect(run?.outcome.kind).toBe('returned');
    // The open sidebar looks at once: the minute after which it would have is among those that were pushed.
    await openTab(sidebar, 'Reports');
    const landed = Date.now();
    await session.sees(sidebar.getByText('390 shifts'));
    expect(Date.now() - landed).toBeLessThan(45_000);
  });

  test('the menu refreshes all reports and says so', async () => {
    await session.demo.server.clearScenarios();

    await session.chooseMenuItem('Refresh all reports');

    await session.sees(session.page.getByText('1 report refreshed.'));
    expect(session.complaints).toEqual([]);
  });
});
