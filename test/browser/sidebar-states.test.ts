import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, IN_USE, SIDEBAR_SCENES } from './support/sidebar-scenes';

/* Every state in which a person may find the sidebar. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

test('the page is light, as Google Sheets is, whatever the system prefers', async () => {
  await sidebar.page.emulateMedia({ colorScheme: 'dark' });
  await sidebar.show(done(IN_USE));
  const field = "getComputedStyle(document.querySelector('input')).colorScheme";
  const paper = 'getComputedStyle(document.body).backgroundColor';
  expect(await sidebar.page.evaluate<string[]>(`[${paper}, ${field}]`)).toEqual([
    'rgb(255, 255, 255)',
    'light',
  ]);
});

test.each(Object.entries(SIDEBAR_SCENES))(
  '%s breaks no rule of axe-core and fits in 300 pixels',
  async (_, scene) => {
    await sidebar.enter(scene);

    expect(await sidebar.faults()).toEqual([]);
  },
);

test('the hint about the schedule stands clear of the button to add a summary email', async () => {
  await sidebar.show(done({ ...IN_USE, schedule: { ...IN_USE.schedule, every: 'off' } }));
  await sidebar.openTab('Alerts');
  const hint = await sidebar.page.getByText('Summary emails go out with the schedule:').boundingBox();
  const add = await sidebar.page.getByRole('button', { name: 'Add summary email' }).boundingBox();
  expect((add?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeGreaterThanOrEqual(8);
});
