import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import type { SidebarState } from '../../src/sidebar/state-view';
import { sampleAlert, sampleSummary, UNCONNECTED } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, EXPLANATION, FULL_REPORT, IN_USE, PREVIEW, sceneOf } from './support/sidebar-scenes';

/* After a failed answer nothing that was typed is lost, the keyboard stays, and nothing old passes for the answer. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const FAILED: SidebarOutcome = {
  kind: 'failed',
  code: 'busy',
  state: null,
  message: 'Try again later: another refresh was running.',
};
const USED = {
  ...IN_USE,
  reports: [FULL_REPORT],
  alerts: [sampleAlert({ revision: 4 })],
  summaries: [sampleSummary({ revision: 3 })],
};
const field = (label: string) => sidebar.field(label);
/** Shows a state whose every question is refused from then on. */
async function show(state: SidebarState, refusal: object = {}): Promise<void> {
  await sidebar.show(done(state));
  sidebar.answer = () => ({ ...FAILED, ...refusal });
}
const refused = () => sidebar.says('Try again later', 'alert');

test('what is read out stands in the same elements for each text: one made with its text may stay unread', async () => {
  const regions = `['status', 'alert'].map((role) => document.querySelector('[role="' + role + '"]'))`;
  await show(USED);
  await sidebar.page.evaluate(`void (window.first = ${regions})`);
  const answers: [SidebarOutcome, 'alert' | 'status'][] = [
    [FAILED, 'alert'],
    [{ ...FAILED, message: 'Connect first: nobody has.', support: 'Details' }, 'alert'],
    [done(USED, 'The service answers.'), 'status'],
    [done(USED, 'The service answers again.'), 'status'],
  ];
  for (const [outcome, role] of answers) {
    sidebar.answer = () => outcome;
    await sidebar.press('Check connection');
    await sidebar.says(outcome.message, role);
    expect(await sidebar.page.evaluate(`${regions}.every((one, at) => one === window.first[at])`)).toBe(true);
  }
});

test.each([
  ['a link of Google opens in another tab', 'https://accounts.google.com/o/oauth2/auth?authuser=0', 1],
  ['a link to anywhere else is not shown', 'https://google.com.evil.example/', 0],
])('where a permission is missing, %s', async (_, link, count) => {
  await show(USED, { link });
  await sidebar.press('Check connection');
  await refused();
  const allow = sidebar.page.getByRole('link', { name: 'Allow access', exact: true });
  expect(await allow.count()).toBe(count);
  if (count > 0) {
    expect([await allow.getAttribute('href'), await allow.getAttribute('target')]).toEqual([link, '_blank']);
  }
  sidebar.answer = () => done(USED, 'The service answers.');
  await sidebar.press('Check connection');
  await sidebar.says('The service answers.');
  expect(await allow.count()).toBe(0);
});

test.each([
  ['a call goes otherwise', { failing: null, isRefused: false }],
  ['another connection fails alike', { clientIdTail: '0000' }],
])('a check that failed says when, and why once, at its step, until %s', async (_, other) => {
  const { first, answers = {} } = sceneOf('checked-failed');
  await sidebar.show(first);
  sidebar.answer = (name) => (answers as Record<string, SidebarOutcome>)[name] ?? first;
  await sidebar.press('Check connection');
  await sidebar.says('One-day report: failed.', 'alert');
  const { message, state } = answers.checkConnection as SidebarOutcome & { state: SidebarState };
  const seen = await sidebar.page.evaluate<string>('document.querySelector(".page").innerText');
  expect(seen.split(message)).toHaveLength(2);
  const steps = sidebar.page.getByRole('list', { name: 'Result of the check' });
  const heading = sidebar.page.getByRole('heading', { name: 'Checked 21 Nov 2026, 14:05' });
  expect([await steps.count(), await heading.count()]).toEqual([1, 1]);
  const connection = { ...state.connection, ...other } as SidebarState['connection'];
  sidebar.answer = () => done({ ...state, connection }, 'Refreshed.');
  await sidebar.press('Refresh');
  await sidebar.says('Refreshed.');
  expect([await steps.count(), await heading.count()]).toEqual([0, 0]);
});

describe('connecting that is refused', () => {
  test('leaves everything as it was typed, the secret too, and sends it again', async () => {
    await show(UNCONNECTED, { state: UNCONNECTED });
    await field('US').check();
    await field('Client ID').fill(' employer-4821\t');
    await field('Client secret').fill(' s3cret  word ');
    await field('Employer').fill('99999 ');
    await field('Only me').check();
    await sidebar.press('Connect');
    await refused();
    expect(await sidebar.focused()).toBe('Connect');
    await sidebar.press('Connect');
    await sidebar.call(1);
    const form = {
      ...{ region: 'US', clientId: ' employer-4821\t', clientSecret: ' s3cret  word ' },
      ...{ employer: '99999 ', audience: 'me' },
    };
    expect(sidebar.asked).toEqual([
      ['connect', form],
      ['connect', form],
    ]);
  });

  test('keeps the secret out of the page’s text and markup', async () => {
    await show(UNCONNECTED, { state: UNCONNECTED });
    await field('Client ID').fill('employer-4821');
    await field('Client secret').fill('marked-secret');
    await sidebar.press('Connect');
    await refused();
    expect(await sidebar.page.content()).not.toContain('marked-secret');
    expect(await field('Client secret').getAttribute('type')).toBe('password');
    sidebar.answer = () => done(IN_USE, 'Connected: 42 shifts on 20 Nov 2026.');
    await sidebar.press('Connect');
    await sidebar.says('Connected');
    expect(await field('Client secret').count()).toBe(0);
    // Another connection is typed anew.
    await sidebar.press('Change connection');
    expect(await field('Client secret').inputValue()).toBe('');
  });
});

const edit = (section: string) => async () => {
  await sidebar.openTab('Alerts');
  await sidebar.region(section).getByRole('button', { name: 'Edit' }).click();
};

test.each([
  ['an alert', edit('Alerts'), 'Target in %', '85', 'Save alert', { id: 'l1', target: '85', revision: 4 }],
  ['a report', () => sidebar.press('Edit'), 'Venue', 'Grand*', 'Save report', { id: 'r1', venue: 'Grand*' }],
  ['a summary email', edit('Summary emails'), 'After', '9', 'Save summary email', { hour: 9, revision: 3 }],
  ['the schedule', () => sidebar.openTab('Settings'), 'At', '7', 'Save schedule', { hour: 7, revision: 0 }],
] as const)(
  'an older version of %s is refused, and stays as it was filled in',
  async (_, open, label, value, save, sent) => {
    const newer = <Item extends { revision: number }>(all: readonly Item[]) =>
      all.map((one) => ({ ...one, revision: 9 }));
    await show(USED, {
      code: 'changed_meanwhile',
      state: {
        ...USED,
        alerts: newer(USED.alerts),
        reports: newer(USED.reports),
        summaries: newer(USED.summaries),
        schedule: { ...USED.schedule, every: 'week', revision: 9 },
      },
    });
    await open();
    const control = field(label);
    if (label === 'After' || label === 'At') await control.selectOption(value);
    else await control.fill(value);
    for (let time = 0; time < 2; time += 1) {
      await sidebar.press(save);
      await refused();
      expect([await control.inputValue(), await sidebar.focused()]).toEqual([value, save]);
    }
    expect(sidebar.asked.map(([, form]) => form)).toMatchObject([sent, sent]);
  },
);

test('a schedule that someone else saved meanwhile is shown when it is asked for', async () => {
  const schedule = { ...USED.schedule, every: 'week' as const, revision: 5 };
  await show(USED, { code: 'changed_meanwhile', state: { ...USED, schedule } });
  await sidebar.openTab('Settings');
  await field('Refresh reports').selectOption('hour');
  await sidebar.press('Save schedule');
  await sidebar.press('Show the saved schedule');
  expect(await field('Refresh reports').inputValue()).toBe('week');
  sidebar.answer = () => done(USED, 'Schedule saved.');
  await sidebar.press('Save schedule');
  await sidebar.says('Schedule saved.');
  expect(sidebar.asked[1]).toMatchObject(['saveSchedule', { every: 'week', revision: 5 }]);
});

test.each([
  ['Alerts', 'Yes, remove alert'],
  ['Reports', 'Yes, remove report'],
] as const)('of %s, what is not removed stays there', async (section, yes) => {
  await show(USED);
  await sidebar.openTab(section);
  if (section === 'Reports')
    await sidebar.region(section).getByRole('button', { name: 'More', exact: true }).click();
  const remove = sidebar.region(section).getByRole('button', { name: 'Remove', exact: true });
  await remove.click();
  await sidebar.press(yes);
  await refused();
  expect(await sidebar.region(section).getByRole('listitem').count()).toBe(1);
});

test.each([
  ['Take over', undefined],
  ['Disconnect', 'Yes, disconnect'],
])('%s that is refused keeps its button, and the keyboard on it', async (name, confirm) => {
  await show({ ...USED, schedule: { ...USED.schedule, isOwn: false } });
  await sidebar.press(name);
  if (confirm !== undefined) await sidebar.press(confirm);
  await refused();
  expect(await sidebar.focused()).toBe(name);
});

test('an explanation that is refused takes away what was said of another cell, and what stood behind More', async () => {
  await show(USED);
  await sidebar.openTab('Explain');
  sidebar.answer = () => ({ ...done(USED, 'Explained.'), explanation: EXPLANATION });
  await sidebar.press('Explain this cell');
  const told = sidebar.page.getByText('412 of 413 rows agree');
  await told.waitFor();
  const behind = sidebar.page.getByText('21 Nov 2026, 14:05 (Europe/London)');
  expect(await behind.isVisible()).toBe(false);
  await sidebar.page.getByText('More', { exact: true }).click();
  expect(await behind.isVisible()).toBe(true);
  sidebar.answer = () => FAILED;
  await sidebar.press('Explain this cell');
  await refused();
  expect(await told.count()).toBe(0);
});

test('a preview that is refused takes away the one before', async () => {
  await sidebar.show(done(USED));
  await sidebar.press('Add report');
  sidebar.answer = () => ({ ...done(USED), preview: { ...PREVIEW, rows: [] } });
  await sidebar.press('Preview');
  const preview = sidebar.page.getByRole('heading', { name: 'Preview' });
  await preview.waitFor();
  sidebar.answer = () => FAILED;
  await sidebar.press('Preview');
  await refused();
  expect(await preview.count()).toBe(0);
});

test('a page that could not load is tried again by a button', async () => {
  let answer: SidebarOutcome = { ...FAILED };
  const showing = sidebar.show(FAILED);
  sidebar.answer = () => answer;
  await sidebar.button('Try again').click();
  await refused();
  answer = done(USED, 'Loaded.');
  await sidebar.button('Try again').click();
  await showing;
  await sidebar.says('Loaded.');
  expect(await sidebar.focused()).toBe('Loaded.');
});
