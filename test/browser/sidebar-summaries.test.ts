import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampleSummary } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, IN_USE } from './support/sidebar-states';

/* Summary emails in the sidebar: what the page sends, and what it never shows. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const summaries = () => sidebar.page.getByRole('region', { name: 'Summary emails' });
const button = (name: string) => summaries().getByRole('button', { name, exact: true });
const field = (label: string) => summaries().getByLabel(label, { exact: true });
const HOOK = 'https://chat.googleapis.com/v1/spaces/AAQA1/messages?key=k-1&token=t-1';
const NEW = {
  id: null,
  report: 'r2',
  to: ['ann@x.example', 'bob@x.example'],
  every: 'month',
  day: 3,
  hour: 7,
  split: 'venue',
};

async function fill(): Promise<void> {
  await button('Add summary email').click();
  await field('Report to send').selectOption('Venues by week');
  await field('Send to').fill('ann@x.example; bob@x.example');
  await field('Every').selectOption('Month');
  await field('On').selectOption('Day 3 of the month');
  await field('After').selectOption('07:00');
  await field('One page for each venue').check();
}

describe('a summary email', () => {
  test('is previewed, tried and saved as chosen, and the keyboard goes on at Add summary email', async () => {
    await sidebar.show(done({ ...IN_USE, allowsChat: true }));
    await sidebar.openTab('Alerts');
    await fill();
    await field('Google Chat webhook').fill(` ${HOOK}\n`);
    expect(await field('Google Chat webhook').getAttribute('type')).toBe('password');
    const summary = { subject: 'True fulfilment 84.7%', text: 'One\n\nTwo\nThree' };
    sidebar.answer = () => ({ ...done({ ...IN_USE, allowsChat: true }, 'Shown.'), summary });
    await button('Preview').click();
    await summaries().getByText('True fulfilment 84.7%').waitFor();
    expect(await summaries().locator('p.lines').allInnerTexts()).toEqual(['One', 'Two\nThree']);
    sidebar.answer = () => done({ ...IN_USE, allowsChat: true }, 'Tried.');
    await button('Send me a test').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'Tried.' }).waitFor();
    sidebar.answer = () => done({ ...IN_USE, summaries: [sampleSummary()] }, 'Saved.');
    await button('Save summary email').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    const sent = { ...NEW, chat: HOOK };
    expect(sidebar.calls).toEqual([
      { name: 'sidebarPreviewSummary', args: [sent] },
      { name: 'sidebarTestSummary', args: [sent] },
      { name: 'sidebarSaveSummary', args: [sent] },
    ]);
    expect(await sidebar.focused()).toBe('Add summary email');
    expect(await sidebar.page.content()).not.toContain('AAQA1');
  });

  test('says what to correct before anything is sent', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Alerts');
    await button('Add summary email').click();
    await field('Send to').fill('ann@x.example, bob');
    await button('Save summary email').click();
    await summaries().getByText('Enter complete email addresses, separated by commas.').waitFor();
    await field('Send to').fill('');
    await button('Save summary email').click();
    await summaries().getByText('Enter at least one email address.').waitFor();
    await field('Send to').fill(Array.from({ length: 11 }, (_, at) => `a${at}@x.example`).join(', '));
    await button('Save summary email').click();
    await summaries().getByText('Enter at most 10 email addresses.').waitFor();
    expect(sidebar.calls).toEqual([]);
    expect(await field('Google Chat webhook').count()).toBe(0);
  });

  test('is neither previewed nor tried before its addresses are right', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Alerts');
    await button('Add summary email').click();
    for (const name of ['Preview', 'Send me a test']) {
      await field('Send to').fill('bob');
      await button(name).click();
      await summaries().getByText('Enter complete email addresses, separated by commas.').waitFor();
      expect(await sidebar.focused()).toBe('Send to');
    }
    expect(sidebar.calls).toEqual([]);
  });

  test('that could not be saved or previewed stays as it was filled in, without a former preview', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Alerts');
    await fill();
    const summary = { subject: 'True fulfilment 84.7%', text: 'One' };
    sidebar.answer = () => ({ ...done(IN_USE, 'Shown.'), summary });
    await button('Preview').click();
    await summaries().getByText('True fulfilment 84.7%').waitFor();
    const message = 'Try again in a minute.';
    sidebar.answer = () => ({ kind: 'failed', code: 'busy', message, state: null });
    await button('Preview').click();
    await sidebar.page.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(await summaries().getByText('True fulfilment 84.7%').count()).toBe(0);
    await button('Save summary email').click();
    await sidebar.page.getByRole('alert').filter({ hasText: message }).waitFor();
    await sidebar.call(2);
    expect(await field('Send to').inputValue()).toBe('ann@x.example; bob@x.example');
    expect(await field('On').inputValue()).toBe('3');
  });

  test('shows no preview of choices that changed while it was made', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Alerts');
    await fill();
    const late = sidebar.answerLater();
    await button('Preview').click();
    await sidebar.call(0);
    await field('Every').selectOption('Week');
    late({ ...done(IN_USE, 'Shown.'), summary: { subject: 'True fulfilment 84.7%', text: 'One' } });
    await sidebar.page.getByRole('status').filter({ hasText: 'Shown.' }).waitFor();
    expect(await summaries().getByText('True fulfilment 84.7%').count()).toBe(0);
  });

  test('that goes to Google Chat alone says why it waits, and where it no longer goes once it is removed', async () => {
    const sentence =
      'Enter a new webhook of the Chat space: it no longer takes messages by this one (HTTP 403).';
    const summary = sampleSummary({ to: [], hasChat: true, isBlocked: true, sentence });
    await sidebar.show(done({ ...IN_USE, summaries: [summary] }));
    await sidebar.openTab('Alerts');
    await summaries().getByText(sentence).waitFor();
    await summaries().getByText('Action needed').waitFor();
    await summaries().getByText('To a Chat space', { exact: true }).waitFor();
    await button('Remove').click();
    await summaries().getByText('It no longer goes to the Chat space.').waitFor();
  });

  test('is edited with its addresses as they are shown, and keeps or loses its webhook', async () => {
    const summary = sampleSummary({ hasChat: true });
    for (const keeps of [true, false]) {
      await sidebar.show(done({ ...IN_USE, allowsChat: true, summaries: [summary] }));
      await sidebar.openTab('Alerts');
      await button('Edit').click();
      expect(await field('Send to').inputValue()).toBe('a\u2026@employer.example, b\u2026@employer.example');
      if (!keeps) await field('Keep sending to the Chat space').uncheck();
      await button('Save summary email').click();
      const { args } = await sidebar.call(0);
      const { report, to, every, day, hour, split, id } = summary;
      const form = { id, report, to, every, day, hour, split };
      expect(args).toEqual([keeps ? form : { ...form, chat: '' }]);
    }
  });

  test('asks before it is removed', async () => {
    await sidebar.show(done({ ...IN_USE, summaries: [sampleSummary()] }));
    await sidebar.openTab('Alerts');
    await button('Remove').click();
    await summaries()
      .getByText('It no longer goes to a\u2026@employer.example, b\u2026@employer.example.')
      .waitFor();
    await button('No, keep it').click();
    expect(sidebar.calls).toEqual([]);
    await button('Remove').click();
    sidebar.answer = () => done(IN_USE, 'Removed.');
    await button('Yes, remove summary email').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'Removed.' }).waitFor();
    expect(sidebar.calls).toEqual([{ name: 'sidebarRemoveSummary', args: ['p1'] }]);
    expect(await sidebar.focused()).toBe('Add summary email');
  });
});
