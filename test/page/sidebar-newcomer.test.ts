import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import { done, SIDEBAR_SCENES } from '../browser/support/sidebar-states';
import { SidebarPage } from '../support/sidebar-page';
import { UNCONNECTED } from '../unit/sidebar-page/sample-state';

/* A person without credentials: one press from an empty spreadsheet to a dashboard. */

let sidebar: SidebarPage;
beforeAll(async () => {
  sidebar = await SidebarPage.open(done(UNCONNECTED));
});
afterAll(() => sidebar.close());

const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });
const status = () => sidebar.page.getByRole('status');

/** With this the way ends. */
const BUILT = 'Built \u201cOverview\u201d. Refreshing \u201cSample shifts\u201d keeps it up to date.';

/** What the script says on the way to the first dashboard. */
const WAY = SIDEBAR_SCENES['sample-in-use']?.answers as Readonly<Record<string, SidebarOutcome>>;

/** Lets the script answer one call at a time. */
function oneByOne(answers: Readonly<Record<string, SidebarOutcome>>): () => void {
  const waiting: (() => void)[] = [];
  let allowed = 0;
  sidebar.answer = ({ name }) =>
    new Promise((resolve) => {
      waiting.push(() => resolve(answers[name] ?? done(UNCONNECTED)));
      if (allowed >= waiting.length) waiting[waiting.length - 1]?.();
    });
  return () => {
    waiting[allowed]?.();
    allowed += 1;
  };
}

describe('a newcomer', () => {
  test('finds both ways in, with the region of the spreadsheet chosen', async () => {
    await sidebar.show(done(UNCONNECTED));

    expect(await button('Use sample data').count()).toBe(1);
    expect(await button('Connect').count()).toBe(1);
    expect(await sidebar.page.getByRole('group', { name: 'Region' }).getByLabel('UK').isChecked()).toBe(true);
    expect(await sidebar.page.getByText('SAMPLE', { exact: true }).count()).toBe(0);
  });

  test('of a copied spreadsheet is told so, above both ways', async () => {
    await sidebar.show(done({ ...UNCONNECTED, found: 'This is a copy, not connected.' }));

    expect(await sidebar.page.getByText('This is a copy, not connected.').count()).toBe(1);
    expect(await button('Connect').count()).toBe(1);
  });

  test('gets from one press to a dashboard, and sees each step', async () => {
    await sidebar.show(done(UNCONNECTED));
    const next = oneByOne(WAY);
    await button('Use sample data').click();
    await status().filter({ hasText: 'Step 1 of 3: connecting to the sample employer\u2026' }).waitFor();
    next();
    await status().filter({ hasText: 'Step 2 of 3: filling \u201cSample shifts\u201d\u2026' }).waitFor();
    await sidebar.page.getByText('SAMPLE', { exact: true }).waitFor();
    next();
    await status().filter({ hasText: 'Step 3 of 3: building the Overview\u2026' }).waitFor();
    next();
    await status().filter({ hasText: BUILT }).waitFor();

    expect(sidebar.calls).toEqual([
      { name: 'sidebarUseSampleData', args: ['UK'] },
      { name: 'sidebarRefreshReport', args: ['r1', false] },
      { name: 'sidebarBuildDashboard', args: ['r1', 'overview', null, null] },
    ]);
    expect(await sidebar.focused()).toBe(BUILT);
  });

  test('can stop between the steps; what is done stays', async () => {
    await sidebar.show(done(UNCONNECTED));
    const next = oneByOne(WAY);
    await button('Use sample data').click();
    await button('Cancel').click();
    next();

    await status()
      .filter({ hasText: 'Stopped here: what is done is kept, and Refresh continues.' })
      .waitFor();
    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarUseSampleData']);
    await sidebar.page.getByText('SAMPLE', { exact: true }).waitFor();
  });

  test('sees the remedy when a step fails, and the rest is not tried', async () => {
    await sidebar.show(done(UNCONNECTED));
    sidebar.answer = ({ name }) =>
      name === 'sidebarRefreshReport'
        ? { kind: 'failed', code: 'busy', message: 'Try again in a minute.', state: null }
        : (WAY[name] ?? done(UNCONNECTED));
    await button('Use sample data').click();

    await sidebar.page.getByRole('alert').filter({ hasText: 'Try again in a minute.' }).waitFor();
    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarUseSampleData', 'sidebarRefreshReport']);
  });

  test('with reports of their own keeps them: no report comes with the sample, and none is refreshed', async () => {
    const { reports } = (WAY.sidebarBuildDashboard as { state: typeof UNCONNECTED }).state;
    await sidebar.show(done({ ...UNCONNECTED, reports }));
    sidebar.answer = ({ name }) => WAY[name] ?? done(UNCONNECTED);
    await button('Use sample data').click();

    await sidebar.page.getByText('SAMPLE', { exact: true }).waitFor();
    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarUseSampleData']);
  });

  test('leaves the sample for credentials of their own', async () => {
    const { state } = WAY.sidebarBuildDashboard as { state: typeof UNCONNECTED };
    await sidebar.show(done(state));
    await button('Connect your own').click();
    expect(await sidebar.focused()).toBe('Client ID');
    expect(await sidebar.page.getByLabel('Employer', { exact: true }).inputValue()).toBe('me');
    await button('Cancel').click();
    await button('Connect your own').waitFor();
  });
});
