import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { UNCONNECTED } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, FULL_REPORT, IN_USE } from './support/sidebar-scenes';
import { reachButton } from './support/tabs';

/* An open page stays true without a press, and its result comes and goes. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
  await sidebar.page.clock.install();
});
afterAll(() => sidebar.close());

const USED = { ...IN_USE, reports: [FULL_REPORT] };
beforeEach(() => sidebar.show(done(USED)));

const LATER = done({ ...USED, running: { by: 'schedule', since: '14:02' } });
const news = () => sidebar.page.getByText('A refresh started by the schedule at 14:02 is running.');
const button = (name: string) => sidebar.button(name);
const field = (label: string) => sidebar.field(label);
const status = () => sidebar.page.getByRole('status');
const seconds = (count: number) => sidebar.page.clock.runFor(count * 1000);
const comeBack = () => sidebar.page.evaluate("void window.dispatchEvent(new Event('focus'))");
const names = () => sidebar.asked.map(([name]) => name);

describe('an open page', () => {
  test('asks for the state every minute, and shows what changed', async () => {
    sidebar.answer = () => LATER;
    // The page's clock runs by itself as well: on a busy machine, seconds have passed since the page was shown.
    await seconds(50);
    expect(names()).toEqual([]);
    await seconds(11);
    await news().waitFor();
    expect(names()).toEqual(['state']);
    await seconds(60);
    expect(await sidebar.call(1)).toBe('state');
  });

  test('asks when it gets the focus, but not twice within seconds', async () => {
    sidebar.answer = () => LATER;
    await comeBack();
    expect(names()).toEqual([]);
    await seconds(10);
    await comeBack();
    await comeBack();
    await news().waitFor();
    expect(names()).toEqual(['state']);
  });

  test('does not ask while nobody sees it', async () => {
    await sidebar.page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })",
    );
    await seconds(300);
    await comeBack();
    expect(names()).toEqual([]);
    await sidebar.page.evaluate('delete document.visibilityState');
    await sidebar.page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))");
    expect(await sidebar.call(0)).toBe('state');
  });

  test('does not ask while a call runs, and never twice at a time', async () => {
    sidebar.answer = () => new Promise(() => {});
    await button('Refresh').click();
    await seconds(300);
    await comeBack();
    expect(names()).toEqual(['refreshReport']);

    await sidebar.show(done(USED));
    sidebar.answer = () => new Promise(() => {});
    await seconds(300);
    await comeBack();
    expect(names()).toEqual(['state']);
  });

  test('drops a state that is older than what was pressed meanwhile', async () => {
    let answer: (outcome: SidebarOutcome) => void = () => {};
    sidebar.answer = (name) =>
      name === 'state'
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : done(USED, 'Refreshed: 12 shifts.');
    await seconds(61);
    await sidebar.call(0);
    await button('Refresh').click();
    await status().filter({ hasText: 'Refreshed: 12 shifts.' }).waitFor();
    answer(LATER);
    await seconds(1);

    expect(await news().count()).toBe(0);
  });

  test('takes a good result away after a while, also where the pressed button is gone', async () => {
    await sidebar.show(done(UNCONNECTED));
    sidebar.answer = () => done(USED, 'Built “Overview”.');
    await button('Use sample data').click();
    await status().filter({ hasText: 'Built' }).waitFor();
    await sidebar.page.mouse.move(0, 0);
    await seconds(11);

    expect(await status().innerText()).toBe('');
  });

  test('takes a question away once what it asks about is gone', async () => {
    const warning = 'Notes in “Done” stay.';
    sidebar.answer = (name) =>
      name === 'saveReport' ? { ...done(USED, 'Saved.'), warning } : done(USED, 'Refreshed.');
    await sidebar.press('Edit');
    await sidebar.press('Save report');
    await status().filter({ hasText: 'Saved. Notes in “Done” stay.' }).waitFor();
    await seconds(61);
    expect(await button('Undo').count()).toBe(1);
    sidebar.answer = () => done({ ...USED, reports: [] });
    await seconds(61);
    await button('Undo').waitFor({ state: 'detached' });
    expect(await status().innerText()).toBe('');
  });

  test('leaves the result and the keyboard where they are', async () => {
    sidebar.answer = () => ({ kind: 'failed', code: 'busy', message: 'Try again later.', state: null });
    await button('Refresh').click();
    await sidebar.page.getByRole('alert').filter({ hasText: 'Try again later.' }).waitFor();
    sidebar.answer = () => LATER;
    await seconds(61);
    await news().waitFor();

    expect(await sidebar.page.getByRole('alert').innerText()).toBe('Try again later.');
    expect(await sidebar.focused()).toBe('Refresh');
  });

  test.each([
    ['a report', 'Add report', 'Sheet', done(USED)],
    ['an alert', 'Add alert', 'Target in %', done(USED)],
    ['the schedule', 'Save schedule', 'Email me when a refresh fails', done(USED)],
    ['a connection', 'Change connection', 'Client secret', done(USED)],
    ['a first connection', 'Connect', 'Client secret', done(UNCONNECTED)],
  ])('takes nothing from a form of %s that is being filled in', async (_, opens, label, first) => {
    await sidebar.show(first);
    await (await reachButton(sidebar.page, opens)).focus();
    if (!/^(Save|Connect$)/.test(opens)) await sidebar.page.keyboard.press('Enter');
    await field(label).fill('half');
    // Someone else changes whatever can be changed.
    const other = { ...USED, schedule: { ...USED.schedule, hour: 23 }, reports: [], alerts: [] };
    sidebar.answer = () => done({ ...other, connection: null });
    await seconds(300);
    await comeBack();
    expect(await field(label).inputValue()).toBe('half');
    expect(names()).toEqual([]);
  });

  test('that asked before a form was begun takes nothing from it either', async () => {
    const answer = sidebar.answerLater();
    await seconds(61);
    await sidebar.call(0);
    await button('Add report').click();
    // No frame is drawn between the first letters and the answer.
    await sidebar.page.clock.pauseAt(await sidebar.page.evaluate('Date.now() + 1000'));
    await field('Sheet').fill('half');
    answer(done({ ...USED, reports: [], connection: null }));
    await seconds(1);
    await sidebar.page.clock.resume();

    expect(await field('Sheet').inputValue()).toBe('half');
    await button('Cancel').click();
    await button('Refresh').waitFor();
  });

  test('asks again once the form is left', async () => {
    await button('Add report').click();
    await field('Sheet').fill('half');
    await button('Cancel').click();
    sidebar.answer = () => LATER;
    await seconds(61);
    await news().waitFor();
  });

  test('asks again once the schedule is saved, even as it was', async () => {
    await sidebar.openTab('Settings');
    await field('Email me when a refresh fails').fill('ann@employer.example');
    sidebar.answer = () => done(USED, 'Schedule saved.');
    await button('Save schedule').click();
    await status().filter({ hasText: 'Schedule saved.' }).waitFor();
    sidebar.answer = () => LATER;
    await seconds(61);
    await news().waitFor();
  });
});

describe('the result', () => {
  const DONE = 'Refreshed: 12 shifts.';
  const good = () => status().filter({ hasText: DONE });
  beforeEach(async () => {
    sidebar.answer = () => done(USED, DONE);
    await button('Refresh').click();
    await good().waitFor();
  });

  test('goes after ten seconds', async () => {
    await seconds(9);
    expect(await good().count()).toBe(1);
    await seconds(2);
    expect(await status().innerText()).toBe('');
    expect(await button('Close').count()).toBe(0);
  });

  test('goes when another tab is chosen', async () => {
    await sidebar.page.getByRole('tab', { name: 'Alerts' }).click();
    expect(await status().innerText()).toBe('');
  });

  test('stays while the pointer or the keyboard is on it; closing gives the keyboard to the status', async () => {
    await good().hover();
    await seconds(30);
    expect(await good().count()).toBe(1);
    await button('Close').focus();
    await sidebar.page.mouse.move(10, 10);
    await seconds(30);
    expect(await good().count()).toBe(1);
    await sidebar.page.keyboard.press('Enter');
    expect(await status().innerText()).toBe('');
    expect(await sidebar.page.evaluate('document.activeElement.getAttribute("role")')).toBe('status');
  });

  test('of a failure stays until it is closed', async () => {
    sidebar.answer = () => ({ kind: 'failed', code: 'busy', message: 'Try again later.', state: null });
    await button('Refresh').click();
    const alert = sidebar.page.getByRole('alert');
    await alert.filter({ hasText: 'Try again later.' }).waitFor();
    await seconds(50);
    expect(await alert.innerText()).toBe('Try again later.');
    await button('Close').click();
    expect(await alert.innerText()).toBe('');
  });
});
