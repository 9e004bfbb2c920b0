import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import { done, IN_USE } from '../browser/support/sidebar-states';
import { SidebarPage } from '../support/sidebar-page';

/* Calls that take long: the person may go on, and is told the result all the same. */

let sidebar: SidebarPage;
let answers: ((outcome: SidebarOutcome) => void)[];
beforeAll(async () => {
  sidebar = await SidebarPage.open(done(IN_USE));
});
afterAll(() => sidebar.close());
beforeEach(async () => {
  await sidebar.show(done(IN_USE));
  await sidebar.openTab('Settings');
  answers = [];
  sidebar.answer = () => new Promise((resolve) => answers.push(resolve));
});

const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });
const status = () => sidebar.page.getByRole('status');

/** Begins a check and lets so many seconds pass. */
async function wait(seconds: number): Promise<void> {
  await button('Check connection').click();
  await sidebar.call(0);
  await sidebar.page.clock.runFor(seconds * 1000);
}

describe('a call that takes long', () => {
  test('shows how long, and that the person may go on, from 3 seconds on', async () => {
    await wait(2);
    expect(await button('Stop waiting').count()).toBe(0);
    await sidebar.page.clock.runFor(63_000);
    await button('Stop waiting').waitFor();
    await sidebar.page.getByText('1 min 5 s').waitFor();
  });

  test('is left at Stop waiting: the buttons work again, and the keyboard is kept', async () => {
    await wait(5);
    await button('Stop waiting').click();

    await status()
      .filter({ hasText: /^You can keep working\. This finishes in the background/ })
      .waitFor();
    expect(await sidebar.focused()).toMatch(/^You can keep working/);
    expect(await button('Check connection').getAttribute('aria-disabled')).toBe('false');
  });

  test('says its result when it comes after all', async () => {
    await wait(5);
    await button('Stop waiting').click();
    answers[0]?.(done({ ...IN_USE, reports: [] }, 'The connection works.'));

    await status().filter({ hasText: 'Finished: The connection works.' }).waitFor();
    await (await sidebar.reach(sidebar.page.getByText('No reports yet.'))).waitFor();
  });

  test('does not speak into another one that runs by then, but after it', async () => {
    await wait(5);
    await button('Stop waiting').click();
    await sidebar.openTab('Explain');
    await button('Explain this cell').click();
    await sidebar.call(1);
    answers[0]?.(done({ ...IN_USE, reports: [] }, 'The connection works.'));
    await (await sidebar.reach(sidebar.page.getByText('No reports yet.'))).waitFor();

    expect(await status().innerText()).toBe('Looking up the selected cell\u2026');
    answers[1]?.(done(IN_USE, 'Explained.'));
    await status()
      .filter({ hasText: /^Explained\. Finished: The connection works\.$/ })
      .waitFor();
  });

  test('about a cell explains nothing once it was left: another cell may be selected by then', async () => {
    await sidebar.openTab('Explain');
    await button('Explain this cell').click();
    await sidebar.call(0);
    await sidebar.page.clock.runFor(5000);
    await button('Stop waiting').click();
    const explanation = { title: 'Worked %', lines: [{ label: 'Meaning', value: 'Share of positions.' }] };
    answers[0]?.({ ...done(IN_USE, 'Explained.'), explanation });
    await status().filter({ hasText: 'Finished: Explained.' }).waitFor();

    expect(await sidebar.page.getByText('Share of positions.').count()).toBe(0);
  });

  test('of several parts is not drawn any further once it was left', async () => {
    await (await sidebar.reachButton('Refresh')).click();
    await sidebar.call(0);
    await sidebar.page.clock.runFor(5000);
    await button('Stop waiting').click();
    answers[0]?.({ ...done(IN_USE, 'Fetched 31 of 90 days.'), more: true });
    await status().filter({ hasText: 'Fetched 31 of 90 days.' }).waitFor();

    // No further part is asked for.
    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarRefreshReport']);
  });

  test('that ends under the keyboard hands it to the result', async () => {
    await wait(5);
    await button('Stop waiting').focus();
    answers[0]?.(done(IN_USE, 'The connection works.'));

    await status().filter({ hasText: 'The connection works.' }).waitFor();
    expect(await sidebar.focused()).toBe('The connection works.');
  });
});

describe('a click while a call runs', () => {
  test('is ignored, not queued', async () => {
    await wait(0);
    await (await sidebar.reachButton('Refresh all')).press('Enter');
    await (await sidebar.reachButton('Explain this cell')).press('Enter');
    answers[0]?.(done(IN_USE, 'The connection works.'));
    await status().filter({ hasText: 'The connection works.' }).waitFor();

    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarCheckConnection']);
  });
});
