import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, FULL_REPORT, IN_USE, sceneOf } from './support/sidebar-scenes';

/* The sidebar by keyboard alone, and at twice its size: zoomed, a sidebar keeps its width and shows half as much. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const press = async (...keys: string[]) => {
  for (const key of keys) await sidebar.page.keyboard.press(key);
};

/** What has the keyboard, one for each press of Tab. */
async function walk(stops: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < stops) {
    await press('Tab');
    names.push(await sidebar.focused());
  }
  return names;
}

test('Tab leads from the top through the cards in the order in which they are read', async () => {
  await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
  expect(await walk(8)).toEqual([
    'UK · employer 4711',
    'Reports',
    'Refresh all',
    'Add report',
    'Last 13 weeks',
    'Refresh',
    'Dashboards',
    '⋮',
  ]);
  await press('Enter');
  expect(await walk(6)).toEqual([
    'Edit',
    'Duplicate',
    'What changed',
    'Undo last refresh',
    'Last runs',
    'Remove',
  ]);
  await press('Enter');
  expect(await sidebar.focused()).toBe('No, keep it');
  await press('Escape');
  expect(await sidebar.focused()).toBe('⋮');
});

test('a report is added, and its form left, without a mouse', async () => {
  await sidebar.show(done(IN_USE));
  await sidebar.page.getByRole('button', { name: 'Add report' }).focus();
  await press('Enter');
  expect(await sidebar.focused()).toBe('Report');
  await sidebar.page.getByRole('button', { name: 'Cancel' }).focus();
  await press('Enter');
  expect(await sidebar.page.evaluate('document.activeElement.getAttribute("role")')).toBe('status');
});

test.each(['in-use', 'report-choices', 'preview', 'unknown-name', 'settings', 'alerts', 'long-names'])(
  '%s at 200%% zoom is half as high, fits its width, and leaves room above the status',
  async (name) => {
    await sidebar.page.setViewportSize({ width: 300, height: 360 });
    await sidebar.enter(sceneOf(name));
    expect(await sidebar.overflow()).toBe(0);
    const room = await sidebar.page.getByRole('main').boundingBox();
    expect(room?.height).toBeGreaterThanOrEqual(100);
  },
);
