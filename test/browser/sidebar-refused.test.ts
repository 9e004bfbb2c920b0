import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/contract';
import { sampleAlert } from '../unit/sidebar-page/sample-state';
import { EXPLANATION, PREVIEW } from './support/scene-answers';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, FULL_REPORT, IN_USE } from './support/sidebar-states';

/* After a failed answer nothing that was typed is lost, the keyboard stays, and nothing old passes for the answer. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
}, 120_000);
afterAll(() => sidebar.close());

const FAILED: SidebarOutcome = {
  kind: 'failed',
  code: 'busy',
  state: null,
  message: 'Try again in a minute: another refresh is at work.',
};
const USED = { ...IN_USE, reports: [FULL_REPORT], alerts: [sampleAlert()] };
const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });
const field = (label: string) => sidebar.page.getByLabel(label, { exact: true });
const region = (name: string) => sidebar.page.getByRole('region', { name, exact: true });
const refusal = () => sidebar.page.getByRole('alert').filter({ hasText: 'Try again in a minute' }).waitFor();

describe('a refused answer', () => {
  test('to saving an alert leaves its form as it was filled in', async () => {
    await sidebar.show(done(USED));
    await button('Add alert').click();
    await field('Target in %').fill('85');
    sidebar.answer = () => FAILED;
    await button('Save alert').click();
    await refusal();
    expect(await field('Target in %').inputValue()).toBe('85');
    expect(await sidebar.focused()).toBe('Save alert');
  });

  test.each([
    ['an alert', 'Alerts'],
    ['a report', 'Reports'],
  ])('to removing %s leaves it there, and the keyboard on its button', async (_, section) => {
    await sidebar.show(done(USED));
    sidebar.answer = () => FAILED;
    const remove = region(section).getByRole('button', { name: 'Remove', exact: true });
    await remove.click();
    await refusal();
    expect(await remove.count()).toBe(1);
    expect(await sidebar.focused()).toBe('Remove');
  });

  test('to saving a report leaves its form as it was filled in', async () => {
    await sidebar.show(done(USED));
    await button('Add report').click();
    await field('Venue').fill('Grand*');
    sidebar.answer = () => FAILED;
    await button('Save report').click();
    await refusal();
    expect(await field('Venue').inputValue()).toBe('Grand*');
    expect(await sidebar.focused()).toBe('Save report');
  });

  test('to saving the schedule leaves what was chosen', async () => {
    await sidebar.show(done(USED));
    await field('Refresh reports').selectOption('week');
    sidebar.answer = () => FAILED;
    await button('Save schedule').click();
    await refusal();
    expect(await field('Refresh reports').inputValue()).toBe('week');
    expect(await sidebar.focused()).toBe('Save schedule');
  });

  test('to taking over the schedule leaves the button that does it', async () => {
    await sidebar.show(done({ ...USED, schedule: { ...IN_USE.schedule, isOwn: false } }));
    sidebar.answer = () => FAILED;
    await button('Take over').click();
    await refusal();
    expect(await sidebar.focused()).toBe('Take over');
  });

  test('to disconnecting leaves the connection, and the keyboard where it began', async () => {
    await sidebar.show(done(USED));
    await button('Disconnect').click();
    sidebar.answer = () => FAILED;
    await button('Yes, disconnect').click();
    await refusal();
    expect(await sidebar.focused()).toBe('Disconnect');
    expect(await button('Check connection').count()).toBe(1);
  });

  test('to explaining takes away what was said of another cell', async () => {
    await sidebar.show(done(USED));
    sidebar.answer = () => ({ ...done(USED, 'Explained.'), explanation: EXPLANATION });
    await button('Explain this cell').click();
    const told = sidebar.page.getByText('settled, 412 of 413 rows agree');
    await told.waitFor();
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

  test('is tried again by a button, which keeps the keyboard until it works', async () => {
    await sidebar.show(done(USED));
    let answer: SidebarOutcome = nothing;
    const showing = sidebar.show(nothing);
    sidebar.answer = () => answer;
    await button('Try again').click();
    await refusal();
    expect(await sidebar.focused()).toBe('Try again');
    answer = done(USED, 'Loaded.');
    await button('Try again').click();
    await showing;
    await sidebar.page.getByRole('status').filter({ hasText: 'Loaded.' }).waitFor();
    expect(await sidebar.focused()).toBe('Loaded.');
  });
});
