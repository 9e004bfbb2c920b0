import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, FULL_REPORT, IN_USE, sceneOf } from './support/sidebar-states';
import { TAB_NAMES } from './support/tabs';

/* The tabs, each by Tab, forth and back, and what happens when the thing with the keyboard goes away. */

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

/** What stands in each tab, from the tab itself on. */
const WALKS = {
  Reports: [
    'Reports',
    'Refresh all',
    'Add report',
    'Refresh',
    'Dashboards',
    'Overview',
    'Scorecard',
    'Count every miss',
    'Where and when',
    'Rows',
    'Unfilled list',
    'Data quality',
    'What changed',
    'Last runs',
    'Edit',
    'Duplicate',
    'Remove',
  ],
  Alerts: ['Alerts', 'Add alert'],
  Explain: ['Explain', 'Explain this cell'],
  Settings: [
    'Settings',
    'Check connection',
    'Change connection',
    'Disconnect',
    'Refresh reports',
    'At',
    'Email me when a refresh fails',
    'Save schedule',
    'Set targets',
    'Undo last refresh',
  ],
} as const;

describe('by keyboard', () => {
  test.each(TAB_NAMES.map((name) => [name]))(
    'everything in the tab %s is reached in the order in which it stands, and left again',
    async (name) => {
      const whole = WALKS[name];
      await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
      await sidebar.page.getByRole('button', { name: 'Dashboards' }).click();
      await sidebar.openTab(name);
      const last = whole[whole.length - 1] ?? '';
      const forth = [await sidebar.focused(), ...(await walk('Tab', whole.length - 1))];
      const back = [last, ...(await walk('Shift+Tab', whole.length - 1))];

      expect(forth).toEqual(whole);
      expect(back.reverse()).toEqual(whole);
    },
  );

  test('the tabs are one stop of the Tab key, and arrows, Home and End choose among them', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.page.getByRole('button', { name: /connected$/ }).focus();
    expect(await walk('Tab', 2)).toEqual(['Reports', 'Refresh all']);
    await sidebar.page.getByRole('tab', { name: 'Reports' }).focus();
    const steps: (readonly [key: string, name: (typeof TAB_NAMES)[number]])[] = [
      ['ArrowRight', 'Alerts'],
      ['ArrowRight', 'Explain'],
      ['End', 'Settings'],
      ['ArrowRight', 'Reports'],
      ['ArrowLeft', 'Settings'],
      ['Home', 'Reports'],
    ];
    for (const [key, name] of steps) {
      expect(await walk(key, 1)).toEqual([name]);
      await sidebar.page.getByRole('tabpanel', { name, exact: true }).waitFor();
      expect(await sidebar.page.getByRole('tabpanel').count()).toBe(1);
      expect(await sidebar.page.getByRole('tab', { selected: true }).innerText()).toBe(name);
    }
  });

  test('the chosen tab stays when the page is drawn again, and what is typed in another one', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.page.getByRole('button', { name: 'Add report' }).click();
    await sidebar.page.getByLabel('Sheet', { exact: true }).fill('Half typed');
    await sidebar.openTab('Settings');
    sidebar.answer = () => done({ ...IN_USE, timeZone: 'Europe/Paris' }, 'The connection works.');
    await sidebar.page.getByRole('button', { name: 'Check connection' }).click();
    await sidebar.page.getByRole('status').filter({ hasText: 'The connection works.' }).waitFor();

    expect(await sidebar.page.getByRole('tab', { selected: true }).innerText()).toBe('Settings');
    await sidebar.openTab('Reports');
    expect(await sidebar.page.getByLabel('Sheet', { exact: true }).inputValue()).toBe('Half typed');
  });

  test('a tab begins at its top, wherever the one before was scrolled to', async () => {
    await sidebar.enter(sceneOf('many-reports'));
    const room = () => sidebar.page.evaluate<number>("document.querySelector('.sections').scrollTop");
    await sidebar.page.getByRole('button', { name: 'Remove' }).last().scrollIntoViewIfNeeded();
    expect(await room()).toBeGreaterThan(500);
    await sidebar.openTab('Settings');
    expect(await room()).toBe(0);
  });

  test('the line about the connection leads to its section', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.page
      .getByRole('button', { name: 'UK \u00b7 your employer \u00b7 connected', exact: true })
      .press('Enter');

    expect(await sidebar.focused()).toBe('Check connection');
    expect(await sidebar.page.getByRole('tab', { selected: true }).innerText()).toBe('Settings');
  });

  test('what is asked about a report leads to the tab of reports, whichever is chosen', async () => {
    const { first } = sceneOf('held');
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    const answer = sidebar.answerLater();
    await sidebar.page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await sidebar.openTab('Explain');
    answer(first);
    await sidebar.page.getByRole('group', { name: 'Replace the table anyway?' }).waitFor();

    expect(await sidebar.focused()).toBe('Keep the old table');
  });

  test('what has the keyboard is ringed, and never under the bar of sample data', async () => {
    await sidebar.enter(sceneOf('sample-in-use'));
    await sidebar.openTab('Settings');
    await sidebar.page.getByRole('button', { name: 'Undo last refresh' }).focus();
    for (let presses = 0; presses < 8; presses += 1) {
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
