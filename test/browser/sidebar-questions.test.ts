import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampleAlert } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, FULL_REPORT, IN_USE, sceneOf } from './support/sidebar-states';
import { reachButton } from './support/tabs';

/* Questions that the page asks before something is lost: Escape is the careful answer, no other key is any. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });

describe('the question before disconnecting', () => {
  test('is answered by Escape: the connection stays', async () => {
    await sidebar.enter(sceneOf('disconnecting'));
    await sidebar.page.getByText(/^Removes the saved credentials, the schedule,/).waitFor();
    expect(await sidebar.focused()).toBe('No, keep it');
    await sidebar.page.keyboard.press('ArrowDown');
    expect(await button('Yes, disconnect').count()).toBe(1);
    await sidebar.page.keyboard.press('Escape');
    await button('Disconnect').waitFor();
    expect(await sidebar.focused()).toBe('Disconnect');
    expect(sidebar.calls).toEqual([]);
  });

  test('says beside sample data that no credentials go with it', async () => {
    await sidebar.enter(sceneOf('sample-in-use'));
    await sidebar.openTab('Settings');
    await button('Disconnect').click();
    await sidebar.page.getByText(/^Removes the sample connection, the schedule,/).waitFor();
    expect(await sidebar.page.getByText(/saved credentials/).count()).toBe(0);
  });
});

const item = (name: string) => sidebar.page.getByRole('listitem', { name, exact: true });
const status = (text: string) => sidebar.page.getByRole('status').filter({ hasText: text }).waitFor();

describe('the question before a report is removed', () => {
  const ALERT = sampleAlert({ report: FULL_REPORT.id });
  const WATCHED = {
    ...IN_USE,
    reports: [FULL_REPORT],
    alerts: [ALERT, { ...ALERT, id: 'l2' }, sampleAlert({ id: 'l3', report: 'another' })],
  };
  const remove = () => item('Last 13 weeks').getByRole('button', { name: 'Remove', exact: true });
  const question = () =>
    sidebar.page.getByRole('group', { name: 'Remove the report \u201cLast 13 weeks\u201d?' });

  test('names the report, what stays and how many alerts go with it; the first press removes nothing', async () => {
    await sidebar.show(done(WATCHED));
    await remove().press('Enter');
    await question().waitFor();

    expect(sidebar.calls).toEqual([]);
    expect(await sidebar.focused()).toBe('No, keep it');
    // The group's description is what a screen reader adds to its name.
    const id = await question().getAttribute('aria-describedby');
    expect(await sidebar.page.locator(`[id="${id}"] p`).allInnerTexts()).toEqual([
      'Its sheet and table stay as they are, but are no longer refreshed.',
      'Its dashboard stays as well.',
      'The 2 alerts that watch it are removed too.',
      'Its last refresh can no longer be undone.',
    ]);
  });

  test('is answered by Escape and by the first button: the report stays, the keyboard is on Remove', async () => {
    await sidebar.show(done(WATCHED));
    for (const key of ['Escape', 'Enter']) {
      await remove().press('Enter');
      await question().waitFor();
      await sidebar.page.keyboard.press(key);
      await question().waitFor({ state: 'detached' });
      expect(await sidebar.focused()).toBe('Remove');
    }
    expect(sidebar.calls).toEqual([]);
  });

  test('takes a second press, after which the keyboard is on Add report', async () => {
    await sidebar.show(done(WATCHED));
    await remove().press('Enter');
    sidebar.answer = () => done({ ...IN_USE, reports: [] }, 'Removed. The sheet stays as it is.');
    await sidebar.page.keyboard.press('Tab');
    expect(await sidebar.focused()).toBe('Yes, remove report');
    await sidebar.page.keyboard.press('Enter');

    await status('Removed. The sheet stays as it is.');
    expect(sidebar.calls).toEqual([{ name: 'sidebarRemoveReport', args: [FULL_REPORT.id] }]);
    expect(await sidebar.focused()).toBe('Add report');
  });
});

describe('the question before an alert is removed', () => {
  const NAME = 'True fulfilment % below 80%';
  const WATCHED = {
    ...IN_USE,
    alerts: [sampleAlert(), sampleAlert({ id: 'l2', target: 80, mailTo: 'a\u2026@employer.example' })],
  };
  const remove = () => item(NAME).getByRole('button', { name: 'Remove', exact: true });
  const question = () => sidebar.page.getByRole('group', { name: `Remove the alert \u201c${NAME}\u201d?` });

  test('names the alert, what it watches and who gets no more mail; the first press removes nothing', async () => {
    await sidebar.show(done(WATCHED));
    await sidebar.openTab('Alerts');
    await remove().click();
    await question().waitFor();

    expect(sidebar.calls).toEqual([]);
    expect(await sidebar.focused()).toBe('No, keep it');
    expect(await question().locator('p').allInnerTexts()).toEqual([
      'It stops watching \u201cLast 13 weeks\u201d. The report and its table stay.',
      'a\u2026@employer.example gets no more email about it.',
    ]);
    expect(await sidebar.violations()).toEqual([]);
    expect(await sidebar.overflow()).toBe(0);
  });

  test('is answered by Escape: the alert stays, the keyboard is on Remove', async () => {
    await sidebar.show(done(WATCHED));
    await sidebar.openTab('Alerts');
    await remove().click();
    await sidebar.page.keyboard.press('Escape');
    await remove().waitFor();
    expect(await sidebar.focused()).toBe('Remove');
    expect(sidebar.calls).toEqual([]);
  });

  test('takes a second press', async () => {
    await sidebar.show(done(WATCHED));
    await sidebar.openTab('Alerts');
    sidebar.answer = () => done({ ...IN_USE, alerts: [sampleAlert()] }, 'Removed.');
    await remove().click();
    await button('Yes, remove alert').click();

    await status('Removed.');
    expect(sidebar.calls).toEqual([{ name: 'sidebarRemoveAlert', args: ['l2'] }]);
    expect(await sidebar.focused()).toBe('Add alert');
  });
});

describe('the question whether a table may be replaced', () => {
  test('is answered by Escape: the table stays', async () => {
    await sidebar.enter(sceneOf('held'));
    expect(await sidebar.page.getByText('only 12 of 4,000 rows came').count()).toBe(1);
    await button('Keep the old table').focus();
    await sidebar.page.keyboard.press('ArrowDown');
    expect(sidebar.calls).toEqual([]);
    sidebar.answer = () => done({ ...IN_USE, reports: [FULL_REPORT] }, 'The old table stays.');
    await sidebar.page.keyboard.press('Escape');
    expect(await sidebar.call(0)).toEqual({ name: 'sidebarKeepTable', args: ['r1'] });
    await sidebar.page.getByRole('status').filter({ hasText: 'The old table stays.' }).waitFor();
    expect(await sidebar.focused()).toBe('Refresh');
  });

  test('cannot be answered by replacing it without a connection, and says so', async () => {
    const { first } = sceneOf('held');
    if (first.kind !== 'done' || first.state === null) throw new Error('The scene has no state.');
    await sidebar.show(done({ ...first.state, connection: null }));
    await button('Replace the table').press('Enter');
    expect(sidebar.calls).toEqual([]);
    expect(await button('Replace the table').getAttribute('aria-disabled')).toBe('true');
    const ids = (await button('Replace the table').getAttribute('aria-describedby'))?.split(' ') ?? [];
    const reason = await sidebar.page.locator(`[id="${ids[1]}"]`).innerText();
    expect([ids.length, reason]).toEqual([2, 'Connect first, then refresh.']);
  });
});

describe('a form that is left', () => {
  test.each([
    ['beside sample data', 'sample-in-use', 'Connect your own', 'Connect your own'],
    ['beside a connection', 'in-use', 'Change connection', 'Change connection'],
    ['of a new report', 'in-use', 'Add report', 'Add report'],
    ['of a report that is there', 'in-use', 'Edit', 'Edit'],
  ])('%s gives the keyboard back to the button that opened it', async (_, name, opens, keeps) => {
    await sidebar.enter(sceneOf(name));
    await (await reachButton(sidebar.page, opens)).click();
    await button('Cancel').click();
    expect(await sidebar.focused()).toBe(keeps);
    expect(sidebar.calls.map((call) => call.name)).not.toContain('sidebarConnect');
  });

  test('of a connection that is not filled in is not sent', async () => {
    await sidebar.enter(sceneOf('in-use'));
    await sidebar.openTab('Settings');
    await button('Change connection').click();
    await button('Connect').click();
    await sidebar.page.getByRole('alert').filter({ hasText: 'Correct the 2 marked fields.' }).waitFor();
    expect(await sidebar.focused()).toBe('Client ID');
    expect(sidebar.calls).toEqual([]);
  });
});

const TWO_CLICKS = `(() => {
  const check = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Check connection');
  check.click();
  check.click();
})()`;

describe('two clicks that come before the page is drawn again', () => {
  test('ask once', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Settings');
    sidebar.answer = () => new Promise(() => {});
    await sidebar.page.evaluate(TWO_CLICKS);
    await sidebar.call(0);
    await sidebar.page.getByText(/^Checking the connection/).waitFor();
    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarCheckConnection']);
  });
});
