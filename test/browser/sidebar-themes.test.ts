import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, IN_USE, SIDEBAR_SCENES } from './support/sidebar-states';

/* Every state in which a person may find the sidebar, in both themes. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const PAPER = { light: 'rgb(255, 255, 255)', dark: 'rgb(31, 31, 31)' };
const paper = () => sidebar.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

test('where nothing around it says that it is dark, the page is light, whatever the system prefers', async () => {
  await sidebar.page.emulateMedia({ colorScheme: 'dark' });
  await sidebar.show(done(IN_USE));
  await sidebar.page.evaluate('delete document.documentElement.dataset.theme');

  expect(await paper()).toBe(PAPER.light);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  test('the page takes the theme', async () => {
    await sidebar.page.emulateMedia({ colorScheme });
    await sidebar.show(done(IN_USE));
    expect(await paper()).toBe(PAPER[colorScheme]);
  });
});

test.each(Object.entries(SIDEBAR_SCENES))(
  '%s breaks no rule of axe-core in either theme and fits in 300 pixels',
  async (_, scene) => {
    await sidebar.enter(scene);
    for (const theme of ['light', 'dark'] as const) {
      await sidebar.page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await paper()).toBe(PAPER[theme]);
      expect([theme, await sidebar.violations()]).toEqual([theme, []]);
      expect([theme, await sidebar.overflow()]).toEqual([theme, 0]);
    }
  },
);
