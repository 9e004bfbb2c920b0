import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { UNCONNECTED } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, sceneOf } from './support/sidebar-scenes';

/* A person without credentials: one press from an empty spreadsheet to a dashboard. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(UNCONNECTED));
});
afterAll(() => sidebar.close());

/** With this the way ends. */
const BUILT = 'Built \u201cOverview\u201d. Refreshing \u201cSample shifts\u201d keeps it up to date.';
/** What the script says on the way to the first dashboard. */
const WAY = sceneOf('sample-in-use').answers as Readonly<Record<string, SidebarOutcome>>;
const SAMPLE = (WAY.buildDashboard as { state: typeof UNCONNECTED }).state;
const names = () => sidebar.asked.map(([name]) => name);
const badge = () => sidebar.page.getByText('SAMPLE', { exact: true });

/** Presses `Use sample data`; the script answers one call each time that what is returned is called. */
async function begin(): Promise<() => Promise<void>> {
  await sidebar.show(done(UNCONNECTED));
  const answers: (() => void)[] = [];
  sidebar.answer = (name) =>
    new Promise((resolve) => {
      answers.push(() => resolve(WAY[name] ?? done(UNCONNECTED)));
    });
  await sidebar.press('Use sample data');
  let next = 0;
  return async () => {
    await sidebar.call(next);
    answers[next++]?.();
  };
}

test('finds both ways in, with the region of the spreadsheet chosen; of a copy, is told so', async () => {
  await sidebar.show(done({ ...UNCONNECTED, found: 'This is a copy, not connected.' }));
  await sidebar.page.getByText('This is a copy, not connected.').waitFor();
  for (const name of ['Use sample data', 'Connect']) expect(await sidebar.button(name).count()).toBe(1);
  expect(await sidebar.page.getByRole('group', { name: 'Region' }).getByLabel('UK').isChecked()).toBe(true);
  expect(await badge().count()).toBe(0);
  // Nothing that cannot work yet.
  expect(await sidebar.region('Reports').count()).toBe(0);
});

test('gets from one press to a dashboard, and sees each step', async () => {
  const next = await begin();
  for (const step of [
    'Step 1 of 3: connecting to the sample employer\u2026',
    'Step 2 of 3: filling \u201cSample shifts\u201d\u2026',
    'Step 3 of 3: building the Overview\u2026',
  ]) {
    await sidebar.says(step);
    await next();
  }
  await sidebar.says(BUILT);
  await badge().waitFor();
  expect(sidebar.asked).toEqual([
    ['useSampleData', 'UK'],
    ['refreshReport', 'r1', false],
    ['buildDashboard', 'r1', 'overview', null, null],
  ]);
  expect(await sidebar.focused()).toBe(BUILT);
});

test('can stop between the steps; what is done stays', async () => {
  const next = await begin();
  await sidebar.press('Cancel');
  await next();
  await sidebar.says('Stopped here: what is done is kept.');
  await badge().waitFor();
  expect(names()).toEqual(['useSampleData']);
});

test('sees the remedy when a step fails, and the rest is not tried', async () => {
  await sidebar.show(done(UNCONNECTED));
  sidebar.answer = (name) =>
    name === 'refreshReport'
      ? { kind: 'failed', code: 'busy', message: 'Try again later.', state: null }
      : (WAY[name] as SidebarOutcome);
  await sidebar.press('Use sample data');
  await sidebar.says('Try again later.', 'alert');
  expect(names()).toEqual(['useSampleData', 'refreshReport']);
});

test('with reports of their own keeps them, and none is refreshed', async () => {
  await sidebar.show(done({ ...UNCONNECTED, reports: SAMPLE.reports }));
  sidebar.answer = (name) => WAY[name] as SidebarOutcome;
  await sidebar.press('Use sample data');
  await badge().waitFor();
  expect(names()).toEqual(['useSampleData']);
});

test('leaves the sample for credentials of their own', async () => {
  await sidebar.show(done(SAMPLE));
  await sidebar.press('Connect your own');
  expect(await sidebar.focused()).toBe('Client ID');
  expect(await sidebar.field('Employer').inputValue()).toBe('me');
  await sidebar.press('Cancel');
  await sidebar.button('Connect your own').waitFor();
});
