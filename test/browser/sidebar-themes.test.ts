import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, IN_USE, SIDEBAR_SCENES } from './support/sidebar-states';

/* Every state in which a person may find the sidebar, in both themes. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

test('where nothing around it says that it is dark, the page is light, whatever the system prefers', async () => {
  await sidebar.page.emulateMedia({ colorScheme: 'dark' });
  await sidebar.show(done(IN_USE));
  await sidebar.page.evaluate('delete document.documentElement.dataset.theme');

  const paper = await sidebar.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  expect(paper).toBe('rgb(255, 255, 255)');
});

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  beforeAll(() => sidebar.page.emulateMedia({ colorScheme }));

  test('the page takes the theme', async () => {
    await sidebar.show(done(IN_USE));
    const paper = await sidebar.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(paper).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(31, 31, 31)');
  });

  test.each(Object.entries(SIDEBAR_SCENES))(
    '%s breaks no rule of axe-core and fits in 300 pixels',
    async (_, scene) => {
      await sidebar.enter(scene);

      expect(await sidebar.violations()).toEqual([]);
      expect(await sidebar.overflow()).toBe(0);
    },
  );
});
