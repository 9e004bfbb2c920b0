import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import { EXPLANATION, PREVIEW } from '../browser/support/scene-answers';
import { done, FULL_REPORT, IN_USE } from '../browser/support/sidebar-states';
import { SidebarPage } from '../support/sidebar-page';
import { sampleAlert, UNCONNECTED } from '../unit/sidebar-page/sample-state';

/* After a failed answer nothing that was typed is lost, the keyboard stays, and nothing old passes for the answer. */

let sidebar: SidebarPage;
beforeAll(async () => {
  sidebar = await SidebarPage.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const FAILED: SidebarOutcome = {
  kind: 'failed',
  code: 'busy',
  state: null,
  message: 'Try again in a minute: another refresh is running.',
};
const USED = { ...IN_USE, reports: [FULL_REPORT], alerts: [sampleAlert()] };
const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });
const field = (label: string) => sidebar.page.getByLabel(label, { exact: true });
const region = (name: string) => sidebar.page.getByRole('region', { name, exact: true });
const refusal = () => sidebar.page.getByRole('alert').filter({ hasText: 'Try again in a minute' }).waitFor();

const REGIONS = `['status', 'alert'].map((role) => document.querySelector('[role="' + role + '"]'))`;

describe('the regions that are read out', () => {
  test('are the same elements for each text: one that is made with its text may stay unread', async () => {
    await sidebar.show(done(USED));
    await sidebar.openTab('Settings');
    await sidebar.page.evaluate(`void (window.first = ${REGIONS})`);
    const answers: [SidebarOutcome, 'alert' | 'status'][] = [
      [FAILED, 'alert'],
      [{ ...FAILED, message: 'Connect first: nobody has.', support: 'Details' }, 'alert'],
      [done(USED, 'The service answers.'), 'status'],
      [done(USED, 'The service answers again.'), 'status'],
    ];
    for (const [outcome, role] of answers) {
      sidebar.answer = () => outcome;
      await button('Check connection').click();
      await sidebar.page.getByRole(role).filter({ hasText: outcome.message }).waitFor();
      const isSame = await sidebar.page.evaluate<boolean[]>(
        `${REGIONS}.map((one, at) => one === window.first[at])`,
      );
      expect([outcome.message, isSame]).toEqual([outcome.message, [true, true]]);
    }
  });
});

describe('a permission that is missing', () => {
  const LINK = 'https://accounts.google.com/o/oauth2/auth?authuser=0';
  const allow = () => sidebar.page.getByRole('link', { name: 'Allow access', exact: true });

  test.each([
    ['a link of Google opens in another tab, so that nothing typed is lost', LINK, 1],
    ['a link to anywhere else is not shown', 'https://google.com.evil.example/', 0],
  ])('%s', async (_, link, count) => {
    await sidebar.show(done(USED));
    await sidebar.openTab('Settings');
    sidebar.answer = () => ({ ...FAILED, link });
    await button('Check connection').click();
    await refusal();
    expect(await allow().count()).toBe(count);
    if (count === 0) return;
    expect([await allow().getAttribute('href'), await allow().getAttribute('target')]).toEqual([
      LINK,
      '_blank',
    ]);
    sidebar.answer = () => done(USED, 'The service answers.');
    await button('Check connection').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'The service answers.' }).waitFor();
    expect(await allow().count()).toBe(0);
  });
});

describe('a refused answer', () => {
  test('to connecting leaves everything as it was typed, the secret too, and sends it again', async () => {
    await sidebar.show(done(UNCONNECTED));
    await field('US').check();
    await field('Client ID').fill(' employer-4821\t');
    await field('Client secret').fill(' s3cret  word ');
    await field('Employer').fill('99999 ');
    await field('Only me').check();
    sidebar.answer = () => ({ ...FAILED, state: UNCONNECTED });
    await button('Connect').click();
    await refusal();
    const typed = await Promise.all(
      ['Client ID', 'Client secret', 'Employer'].map((label) => field(label).inputValue()),
    );
    // A browser keeps no tab in a field of one line when it is typed or pasted; here the script filled it in.
    expect(typed.map((text) => text.trim())).toEqual(['employer-4821', 's3cret  word', '99999']);
    expect([await field('US').isChecked(), await field('Only me').isChecked()]).toEqual([true, true]);
    expect(await sidebar.focused()).toBe('Connect');

    await button('Connect').click();
    const sent = { region: 'US', clientId: 'employer-4821', clientSecret: 's3cret  word' };
    expect((await sidebar.call(1)).args).toEqual([{ ...sent, employer: '99999', audience: 'me' }]);
  });

  test('to connecting keeps the secret out of the page’s text and markup', async () => {
    await sidebar.show(done(UNCONNECTED));
    await field('Client ID').fill('employer-4821');
    await field('Client secret').fill('marked-secret');
    sidebar.answer = () => ({ ...FAILED, state: UNCONNECTED });
    await button('Connect').click();
    await refusal();
    expect(await sidebar.page.content()).not.toContain('marked-secret');
    expect(await field('Client secret').getAttribute('type')).toBe('password');

    sidebar.answer = () => done(IN_USE, 'Connected: the report can be read, 42 shifts on 20 Nov 2026.');
    await button('Connect').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'Connected' }).waitFor();
    expect(await field('Client secret').count()).toBe(0);
    // Another connection is typed anew.
    await (await sidebar.reachButton('Change connection')).click();
    expect(await field('Client secret').inputValue()).toBe('');
  });

  test.each([
    ['an alert', 'Add alert', 'Target in %', '85', 'Save alert'],
    ['a report', 'Add report', 'Venue', 'Grand*', 'Save report'],
    ['the schedule', undefined, 'E-mail me when a refresh fails', 'ann@x.example', 'Save schedule'],
  ])('to saving %s leaves it as it was filled in, and the keyboard', async (_, opens, label, typed, save) => {
    await sidebar.show(done(USED));
    await (await sidebar.reachButton(opens ?? save)).click();
    await field(label).fill(typed);
    sidebar.answer = () => FAILED;
    await button(save).click();
    await refusal();
    expect([await field(label).inputValue(), await sidebar.focused()]).toEqual([typed, save]);
  });

  test.each([
    ['an alert', 'Alerts', 'Yes, remove alert'],
    ['a report', 'Reports', 'Yes, remove report'],
  ] as const)('to removing %s leaves it there', async (_, section, yes) => {
    await sidebar.show(done(USED));
    await sidebar.openTab(section);
    sidebar.answer = () => FAILED;
    const remove = region(section).getByRole('button', { name: 'Remove', exact: true, includeHidden: true });
    await (await sidebar.reach(remove)).click();
    await button(yes).click();
    await refusal();
    expect(await remove.count()).toBe(1);
  });

  test('to taking over the schedule leaves the button that does it', async () => {
    await sidebar.show(done({ ...USED, schedule: { ...IN_USE.schedule, isOwn: false } }));
    sidebar.answer = () => FAILED;
    await (await sidebar.reachButton('Take over')).click();
    await refusal();
    expect(await sidebar.focused()).toBe('Take over');
  });

  test('to disconnecting leaves the connection, and the keyboard where it began', async () => {
    await sidebar.show(done(USED));
    await (await sidebar.reachButton('Disconnect')).click();
    sidebar.answer = () => FAILED;
    await button('Yes, disconnect').click();
    await refusal();
    expect(await sidebar.focused()).toBe('Disconnect');
    expect(await button('Check connection').count()).toBe(1);
  });

  test('to explaining takes away what was said of another cell, and what stood behind More', async () => {
    await sidebar.show(done(USED));
    await sidebar.openTab('Explain');
    sidebar.answer = () => ({ ...done(USED, 'Explained.'), explanation: EXPLANATION });
    await button('Explain this cell').click();
    const told = sidebar.page.getByText('412 of 413 rows agree');
    await told.waitFor();
    const behind = sidebar.page.getByText('As published by the service, per record.');
    expect(await behind.isVisible()).toBe(false);
    await sidebar.page.getByText('More', { exact: true }).click();
    expect(await behind.isVisible()).toBe(true);
    sidebar.answer = () => FAILED;
    await button('Explain this cell').click();
    await refusal();
    expect(await told.count()).toBe(0);
  });

  test('to a preview takes away the one before', async () => {
    await sidebar.show(done(USED));
    await button('Add report').click();
    sidebar.answer = () => ({ ...done(USED), preview: { ...PREVIEW, rows: [] } });
    await button('Preview').click();
    await sidebar.page.getByText('No rows to show.').waitFor();
    expect(await sidebar.page.getByRole('table').count()).toBe(0);
    sidebar.answer = () => FAILED;
    await button('Preview').click();
    await refusal();
    expect(await sidebar.page.getByText('Nothing is written or saved yet.').count()).toBe(0);
  });
});

describe('a page that could not load', () => {
  const nothing: SidebarOutcome = { ...FAILED, state: null };

  test('is tried again by a button', async () => {
    await sidebar.show(done(USED));
    let answer: SidebarOutcome = nothing;
    const showing = sidebar.show(nothing);
    sidebar.answer = () => answer;
    await button('Try again').click();
    await refusal();
    answer = done(USED, 'Loaded.');
    await button('Try again').click();
    await showing;
    await sidebar.page.getByRole('status').filter({ hasText: 'Loaded.' }).waitFor();
    expect(await sidebar.focused()).toBe('Loaded.');
  });
});
