import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PAPER, ScriptedSidebar } from './support/scripted-sidebar';
import { done, IN_USE, SIDEBAR_SCENES } from './support/sidebar-scenes';

/* Every state in which a person may find the sidebar, in both themes. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

test('where nothing around it says that it is dark, the page is light, whatever the system prefers', async () => {
  await sidebar.page.emulateMedia({ colorScheme: 'dark' });
  await sidebar.show(done(IN_USE));
  expect(await sidebar.paper()).toBe(PAPER.light);
});

test.each(Object.entries(SIDEBAR_SCENES))(
  '%s breaks no rule of axe-core in either theme and fits in 300 pixels',
  async (_, scene) => {
    await sidebar.enter(scene);

    expect(await sidebar.faultsOfThemes()).toEqual([]);
  },
);
