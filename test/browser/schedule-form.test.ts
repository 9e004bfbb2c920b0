import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ScheduleView } from '../../src/contract/schedule';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import { CONNECTED } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';

/* When reports are refreshed, who is told, and whose schedule it is. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done({}));
});
afterAll(() => sidebar.close());

function done(schedule: Partial<ScheduleView>, message = ''): SidebarOutcome {
  const state = { ...CONNECTED, schedule: { ...CONNECTED.schedule, ...schedule } };
  return { kind: 'done', message, state, more: false };
}

const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });
const field = (label: string) => sidebar.page.getByLabel(label, { exact: true });
const MAIL = 'Email me when a refresh fails';

describe('the schedule', () => {
  test('asks for no more than the interval needs', async () => {
    await sidebar.show(done({}));
    await sidebar.openTab('Settings');
    const shown = async () => {
      const counts = await Promise.all(['On', 'At', MAIL].map((label) => field(label).count()));
      return counts.map((count) => count === 1);
    };
    expect(await shown()).toEqual([false, false, false]);
    await field('Refresh reports').selectOption('Every hour');
    expect(await shown()).toEqual([false, false, true]);
    await field('Refresh reports').selectOption('Every day');
    expect(await shown()).toEqual([false, true, true]);
    await field('Refresh reports').selectOption('Every week');
    expect(await shown()).toEqual([true, true, true]);
    expect(await sidebar.violations()).toEqual([]);
    expect(await sidebar.overflow()).toBe(0);
  });

  test('is sent with day, hour and address, and the keyboard stays', async () => {
    await sidebar.show(done({}));
    await sidebar.openTab('Settings');
    await field('Refresh reports').selectOption('Every week');
    await field('On').selectOption('Friday');
    await field('At').selectOption('18:00');
    await field(MAIL).fill(' ann@employer.example ');
    const saved = { every: 'week', hour: 18, weekday: 5, mailTo: 'a\u2026@employer.example' } as const;
    sidebar.answer = () => done(saved, 'Schedule saved.');
    await button('Save schedule').click();

    await sidebar.page.getByRole('status').filter({ hasText: 'Schedule saved.' }).waitFor();
    expect(sidebar.calls[0]?.args).toEqual([
      { every: 'week', hour: 18, weekday: 5, email: 'ann@employer.example' },
    ]);
    expect(await field(MAIL).inputValue()).toBe('a\u2026@employer.example');
    expect(await sidebar.focused()).toBe('Save schedule');
  });

  test('keeps the address that nobody touched, which the page does not know', async () => {
    await sidebar.show(done({ every: 'day', mailTo: 'a\u2026@employer.example' }));
    await sidebar.openTab('Settings');
    await field('At').selectOption('07:00');
    await button('Save schedule').click();

    expect((await sidebar.call(0)).args).toEqual([{ every: 'day', hour: 7, weekday: 1 }]);
  });

  test.each<[string, Partial<ScheduleView>, string, string]>([
    ['weekday', { weekday: 3 }, 'On', '3'],
    ['hour', { hour: 18 }, 'At', '18'],
    ['interval', { every: 'day' }, 'Refresh reports', 'day'],
    ['address', { mailTo: 'b\u2026@employer.example' }, MAIL, 'b\u2026@employer.example'],
  ])('that another person saved meanwhile shows their %s', async (_, changes, label, shown) => {
    const before = { every: 'week', hour: 6, weekday: 1, mailTo: 'a\u2026@employer.example' } as const;
    await sidebar.show(done(before));
    await sidebar.openTab('Settings');
    expect(await field(label).inputValue()).not.toBe(shown);
    sidebar.answer = () => done({ ...before, ...changes }, 'The other person\u2019s schedule is here.');
    await button('Check connection').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'schedule is here' }).waitFor();

    expect(await field(label).inputValue()).toBe(shown);
  });

  test('that nobody changed meanwhile leaves what is being chosen', async () => {
    const before = { every: 'week', hour: 6, weekday: 1 } as const;
    await sidebar.show(done(before));
    await sidebar.openTab('Settings');
    await field('On').selectOption('Friday');
    sidebar.answer = () => done(before, 'Nothing changed.');
    await button('Check connection').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'Nothing changed.' }).waitFor();

    expect(await field('On').inputValue()).toBe('5');
  });

  test('refuses half an address beside the field', async () => {
    await sidebar.show(done({ every: 'day', mailTo: 'a\u2026@employer.example' }));
    await sidebar.openTab('Settings');
    await field(MAIL).fill('an\u2026@employer.example');
    await button('Save schedule').click();

    expect(sidebar.calls).toEqual([]);
    expect(await sidebar.focused()).toBe(MAIL);
    expect(await sidebar.page.getByRole('alert').innerText()).toBe(
      'Enter one complete email address, or leave this blank.',
    );
  });

  test('says when it runs next and as whom', async () => {
    await sidebar.show(done({ every: 'day', nextRun: '2026-11-22 06:00 to 07:00', runsAs: 'someone' }));
    await sidebar.openTab('Settings');

    expect(await sidebar.page.getByRole('term').allInnerTexts()).toEqual(
      expect.arrayContaining(['Next run', 'Runs as']),
    );
    await sidebar.page.getByText('2026-11-22 06:00 to 07:00').waitFor();
    expect(await button('Take over').count()).toBe(0);
  });

  test('of another person that is late is taken over in one click', async () => {
    const runsAs = 'the person who saved the schedule on 2026-11-14';
    const late = 'Press \u201cTake over\u201d to run the schedule yourself: none has run since 2026-11-18.';
    await sidebar.show(done({ every: 'day', isOwn: false, runsAs, late }));
    await sidebar.openTab('Settings');
    await sidebar.page.getByText(late).waitFor();
    expect(await sidebar.violations()).toEqual([]);
    sidebar.answer = () => done({ every: 'day' }, 'The schedule runs as you.');
    await button('Take over').click();

    await sidebar.page.getByRole('status').filter({ hasText: 'runs as you' }).waitFor();
    expect(sidebar.calls).toEqual([{ name: 'sidebarTakeOver', args: [] }]);
    expect(await button('Take over').count()).toBe(0);
    expect(await sidebar.focused()).toBe('The schedule runs as you.');
  });

  test('says when no mail can be sent', async () => {
    const mailProblem = 'Wait a day: Google refused the last email.';
    await sidebar.show(done({ every: 'hour', mailProblem }));
    await sidebar.openTab('Settings');

    await sidebar.page.getByText(mailProblem).waitFor();
  });
});
