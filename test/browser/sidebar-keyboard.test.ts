import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, FULL_REPORT, IN_USE, sceneOf } from './support/sidebar-states';

/* The whole page by Tab, forth and back, and what happens when the thing with the keyboard goes away. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

/** A drop-down list is called by its label alone. */
const NAME = `(() => {
  const { activeElement } = document;
  const label = activeElement.labels && activeElement.labels[0];
  return activeElement === document.body ? 'the top of the page' : (label || activeElement).textContent.trim();
})()`;

/** Presses a key so often. @returns What had the keyboard after each. */
async function walk(key: string, presses: number): Promise<string[]> {
  const names: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await sidebar.page.keyboard.press(key);
    names.push(await sidebar.page.evaluate<string>(NAME));
  }
  return names;
}

const WHOLE_WALK = [
  'Check connection',
  'Change connection',
  'Disconnect',
  'Refresh',
  'Dashboards',
  'Overview',
  'Venue league',
  'Role by week',
  'No-show watch',
  'Unfilled list',
  'Data quality',
  'What changed',
  'Edit',
  'Remove',
  'Refresh all',
  'Add report',
  'Explain this cell',
  'Refresh reports',
  'At',
  'E-mail me when a refresh fails',
  'Save schedule',
  'Add alert',
  'Undo last refresh',
];

describe('by keyboard', () => {
  test('everything is reached in the order in which it stands, and left again', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    await sidebar.page.getByRole('button', { name: 'Dashboards' }).click();
    const [first = '', last = ''] = [WHOLE_WALK[0], WHOLE_WALK[WHOLE_WALK.length - 1]];
    await sidebar.page.getByRole('button', { name: first }).focus();
    const forth = [first, ...(await walk('Tab', WHOLE_WALK.length - 1))];
    const back = [last, ...(await walk('Shift+Tab', WHOLE_WALK.length - 1))];

    expect(forth).toEqual(WHOLE_WALK);
    expect(back.reverse()).toEqual(WHOLE_WALK);
  });

  test('what has the keyboard is ringed, and never under the bar of sample data', async () => {
    await sidebar.enter(sceneOf('sample-in-use'));
    await sidebar.page.getByRole('button', { name: 'Undo last refresh' }).focus();
    for (let presses = 0; presses < 12; presses += 1) {
      await sidebar.page.keyboard.press('Shift+Tab');
      const seen = await sidebar.page.evaluate<{ outline: string; above: number }>(`(() => {
        const { activeElement } = document;
        const bar = document.querySelector('.sample-bar');
        return {
          outline: getComputedStyle(activeElement).outlineStyle,
          above: bar.contains(activeElement) ? 0 : bar.getBoundingClientRect().bottom - activeElement.getBoundingClientRect().top,
        };
      })()`);
      expect(seen.outline).toBe('solid');
      expect(seen.above).toBeLessThanOrEqual(0);
    }
  });

  test('a table of the preview is reached, so that it can be scrolled', async () => {
    await sidebar.enter(sceneOf('preview'));
    await sidebar.page.getByRole('button', { name: 'Preview' }).focus();
    await sidebar.page.keyboard.press('Tab');
    await sidebar.page.keyboard.press('Tab');
    const room = '[aria-labelledby]:focus';
    await sidebar.page.keyboard.press('ArrowRight');

    expect(await sidebar.page.locator(room).count()).toBe(1);
    await sidebar.page.waitForFunction("document.querySelector('.table-room').scrollLeft > 0");
  });

  test('when a report goes away under it, the keyboard goes to the status', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    await sidebar.page.getByRole('button', { name: 'Refresh', exact: true }).focus();
    sidebar.answer = () => done({ ...IN_USE, reports: [] }, 'Somebody else removed it.');
    await sidebar.page.keyboard.press('Enter');
    await sidebar.page.getByRole('status').filter({ hasText: 'Somebody else removed it.' }).waitFor();

    expect(await sidebar.focused()).toBe('Somebody else removed it.');
  });
});
