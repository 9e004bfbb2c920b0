import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import { Session } from './support/session';
import { reachButton } from './support/tabs';

/* A person without credentials, on the real bundle: from the opened sidebar to a dashboard, and on from there. */

let session: Session;
let sidebar: FrameLocator;
beforeAll(async () => {
  session = await Session.open('unconnected');
  sidebar = await session.openSidebar();
});
afterAll(() => session.close());

const button = (name: string) => sidebar.getByRole('button', { name, exact: true });

/** Waits for the end of what runs. @returns What the sidebar says then. */
async function result(words: RegExp): Promise<string> {
  const said = sidebar.locator('[role="status"], [role="alert"]').filter({ hasText: words });
  await session.sees(said);
  return said.innerText();
}

describe('a newcomer without credentials', () => {
  test('has a filled sheet and an Overview with a chart after one press', async () => {
    await button('Use sample data').click();
    await result(/Overview/);
    await session.sees(sidebar.locator('.dock:not(.working)'));
    await session.idle();

    expect(await session.sheets()).toEqual(expect.arrayContaining(['Sample shifts', 'Overview']));
    const { sheets } = session.demo.book.document.workbook;
    expect(sheets.find(({ name }) => name === 'Overview')?.charts).toHaveLength(1);
    expect((await session.cell('Sample shifts!A1')).display).toBe('Date');
    expect(await sidebar.getByText('SAMPLE', { exact: true }).count()).toBe(1);
    expect(session.complaints).toEqual([]);
  });

  test('sees where the connection stands by a check', async () => {
    await (await reachButton(sidebar, 'Check connection')).click();
    const list = sidebar.getByRole('list', { name: 'Result of the check' });
    await list.waitFor();

    const lines = await list.getByRole('listitem').allInnerTexts();
    expect(lines).toEqual([
      expect.stringMatching(/nothing is sent/),
      expect.stringMatching(/One-day report[\s\S]*\d shifts/),
    ]);
  });

  test('previews a report before it is saved', async () => {
    await (await reachButton(sidebar, 'Add report')).click();
    await button('Preview').click();
    await sidebar.getByRole('columnheader', { name: 'Date' }).waitFor();
    await button('Cancel').click();

    expect(await session.sheets()).not.toContain('Shift report');
  });

  test('has a figure explained', async () => {
    await session.select('Sample shifts!G2');
    await (await reachButton(sidebar, 'Explain this cell')).click();
    await sidebar.locator('.made').waitFor();

    // The report stands under More.
    expect(await sidebar.locator('.made').textContent()).toContain('Sample shifts');
  });
});
