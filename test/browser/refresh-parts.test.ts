import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ReportView } from '../../src/contract/reports';
import type { SidebarOutcome, SidebarState } from '../../src/contract/sidebar';
import { CONNECTED, sampleEntry, sampleReport, sampleRun } from '../unit/sidebar-page/sample-state';
import { type EndpointCall, ScriptedSidebar } from './support/scripted-sidebar';

/* Refreshes that take several calls, that ask first, and that are taken back. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(CONNECTED));
});
afterAll(() => sidebar.close());

function done(state: SidebarState, message = '', more = false): SidebarOutcome {
  return { kind: 'done', message, state, more };
}

const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });
const status = () => sidebar.page.getByRole('status');

/** The connected spreadsheet with one report. */
const withReport = (more: Partial<ReportView> = {}): SidebarState => ({
  ...CONNECTED,
  reports: [sampleReport({ lastRun: sampleRun(), ...more })],
});

/** The answer to one part of twelve. */
const part = (number: number): SidebarOutcome =>
  done(withReport({ progress: { text: `${number} of 12 months` } }), `${number} of 12 months.`, true);

const FINISHED = done(withReport(), 'Refreshed: 41,200 shifts.');

/** Answers calls in this order, each when the test lets it go. */
function inTurn(outcomes: readonly SidebarOutcome[]): { next: () => void } {
  const waiting: (() => void)[] = [];
  let allowed = 0;
  let asked = 0;
  sidebar.answer = () => {
    const outcome = outcomes[asked] ?? FINISHED;
    asked += 1;
    return new Promise((resolve) => {
      waiting.push(() => resolve(outcome));
      if (allowed >= waiting.length) waiting[waiting.length - 1]?.();
    });
  };
  return {
    next: () => {
      waiting[allowed]?.();
      allowed += 1;
    },
  };
}

describe('a refresh in several parts', () => {
  test('asks on by itself, shows how far it came, and ends with the result', async () => {
    await sidebar.show(done(withReport()));
    const script = inTurn([part(5), part(10), FINISHED]);
    await button('Refresh').click();
    expect(await button('Cancel').count()).toBe(0);

    script.next();
    await status().filter({ hasText: 'Refreshing \u201cShift report\u201d\u2026 5 of 12 months.' }).waitFor();
    await sidebar.page.getByText('Not finished: 5 of 12 months. Refresh continues from there.').waitFor();
    expect(await sidebar.violations()).toEqual([]);
    script.next();
    await status().filter({ hasText: '10 of 12 months.' }).waitFor();
    script.next();

    await status().filter({ hasText: 'Refreshed: 41,200 shifts.' }).waitFor();
    expect(sidebar.calls).toEqual(
      Array<EndpointCall>(3).fill({ name: 'sidebarRefreshReport', args: ['r1', false] }),
    );
    expect(await button('Cancel').count()).toBe(0);
  });

  test('stops asking at Cancel, keeps the keyboard, and says how to go on', async () => {
    await sidebar.show(done(withReport()));
    const script = inTurn([part(5), part(10), FINISHED]);
    await button('Refresh').click();
    script.next();
    await button('Cancel').click();

    expect(await status().innerText()).toBe('Stopping after this part\u2026');
    expect(await sidebar.focused()).toBe('Stopping after this part\u2026');
    script.next();

    await status()
      .filter({
        hasText: '10 of 12 months. Stopped. Fetched days are kept; Refresh continues from there.',
      })
      .waitFor();
    expect(sidebar.calls).toHaveLength(2);
  });

  test('of all reports goes on in the same way', async () => {
    await sidebar.show(done(withReport()));
    const script = inTurn([part(5), FINISHED]);
    await button('Refresh all').click();
    script.next();
    await status().filter({ hasText: 'Refreshing all reports\u2026 5 of 12 months.' }).waitFor();
    script.next();
    await status().filter({ hasText: 'Refreshed: 41,200 shifts.' }).waitFor();

    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarRefreshAll', 'sidebarRefreshAll']);
  });
});

describe('data that lacks much of the old', () => {
  const HELD = withReport({ confirmation: { sentence: 'Only 12 of 4,000 rows came.', isKept: false } });
  const KEPT = withReport({ confirmation: { sentence: 'Only 12 of 4,000 rows came.', isKept: true } });
  const REFUSED: SidebarOutcome = {
    kind: 'failed',
    code: 'table_held',
    message: 'Only 12 came.',
    state: HELD,
  };
  const KEPT_WORDS = 'The old table stays for now. Refresh asks again.';
  const question = () => sidebar.page.getByRole('group', { name: 'Replace the table anyway?' });

  test('is asked about, with the keyboard on the answer that changes nothing', async () => {
    await sidebar.show(done(withReport()));
    sidebar.answer = () => REFUSED;
    await button('Refresh').click();

    await question().getByText('Only 12 of 4,000 rows came.').waitFor();
    expect(await sidebar.focused()).toBe('Keep the old table');
    expect(await sidebar.violations()).toEqual([]);
    expect(await sidebar.overflow()).toBe(0);
  });

  test('stays away when the old table is kept; the next refresh asks again', async () => {
    await sidebar.show(done(HELD));
    sidebar.answer = () => done(KEPT, 'The old table stays.');
    await button('Keep the old table').click();

    await sidebar.page.getByText(KEPT_WORDS).waitFor();
    expect(await question().count()).toBe(0);
    expect(await sidebar.focused()).toBe('Refresh');
    expect(sidebar.calls).toEqual([{ name: 'sidebarKeepTable', args: ['r1'] }]);
    sidebar.answer = () => ({ ...REFUSED, state: KEPT });
    await button('Refresh').click();
    await question().waitFor();
  });

  test('stays away at Escape', async () => {
    await sidebar.show(done(HELD));
    await button('Replace the table').focus();
    sidebar.answer = () => done(KEPT);
    await sidebar.page.keyboard.press('Escape');

    await sidebar.page.getByText(KEPT_WORDS).waitFor();
    expect(await question().count()).toBe(0);
    expect(sidebar.calls).toEqual([{ name: 'sidebarKeepTable', args: ['r1'] }]);
  });

  test('is not asked about when the sidebar is opened after the answer', async () => {
    await sidebar.show(done(KEPT));

    await sidebar.page.getByText(KEPT_WORDS).waitFor();
    expect(await question().count()).toBe(0);
  });

  test('is still asked about where the answer did not arrive', async () => {
    await sidebar.show(done(HELD));
    sidebar.answer = () => ({ kind: 'failed', code: 'busy', message: 'Wait a moment.', state: HELD });
    await button('Keep the old table').click();

    await sidebar.page.getByText('Wait a moment.').waitFor();
    expect(await question().count()).toBe(1);
  });

  test('replaces the table when the person says so', async () => {
    await sidebar.show(done(HELD));
    sidebar.answer = () => FINISHED;
    await button('Replace the table').click();

    await status().filter({ hasText: 'Refreshed: 41,200 shifts.' }).waitFor();
    expect(sidebar.calls).toEqual([{ name: 'sidebarRefreshReport', args: ['r1', true] }]);
    expect(await question().count()).toBe(0);
    expect(await sidebar.focused()).toBe('Refresh');
  });
});

describe('the section Activity', () => {
  const list = () => sidebar.page.getByRole('list', { name: 'Activity' });

  test('says that nothing happened yet, and why nothing can be undone', async () => {
    await sidebar.show(done(withReport()));
    await sidebar.openTab('Settings');
    await sidebar.page.getByText('No runs yet. Each refresh is listed here.').waitFor();
    await sidebar.page.getByText('No earlier table to restore yet.').waitFor();

    await button('Undo last refresh').press('Enter');
    expect(await button('Undo last refresh').getAttribute('aria-disabled')).toBe('true');
    expect(sidebar.calls).toEqual([]);
  });

  test('lists what happened, newest first', async () => {
    const activity = [
      sampleEntry({ id: '2', outcome: 'lost', sentence: 'It never finished.', correlationId: '' }),
      sampleEntry({ id: '1', outcome: 'failed', sentence: 'Try again.', by: 'menu' }),
    ];
    await sidebar.show(done({ ...withReport(), activity }));
    await sidebar.openTab('Settings');

    const texts = await list().getByRole('listitem').allInnerTexts();
    expect(texts.map((text) => text.split('\n').filter((line) => line !== ''))).toEqual([
      ['Ended by Google 2026-11-21 14:05', 'Shift report, by the schedule', 'It never finished.'],
      ['Failed 2026-11-21 14:05', 'Shift report, from the menu', 'Try again.', 'Reference: 7f3a2b10'],
    ]);
    expect(await sidebar.violations()).toEqual([]);
  });

  test('undoes the newest refresh, or that of the sheet that is chosen', async () => {
    const reports = [
      sampleReport({ id: 'r1', sheet: 'Older', canUndo: true, lastRun: sampleRun() }),
      sampleReport({ id: 'r2', sheet: 'Newer', canUndo: true, lastRun: sampleRun() }),
    ];
    const activity = [
      sampleEntry({ id: '2', reports: ['Newer'] }),
      sampleEntry({ id: '1', reports: ['Older'] }),
    ];
    const both = done({ ...CONNECTED, reports, activity }, 'Put back.');
    await sidebar.show(both);
    await sidebar.openTab('Settings');
    await button('Undo last refresh').click();
    await status().filter({ hasText: 'Put back.' }).waitFor();
    await sidebar.page.getByLabel('Table to restore').selectOption('Older');
    await button('Undo last refresh').click();

    expect([await sidebar.call(0), await sidebar.call(1)]).toEqual([
      { name: 'sidebarUndoRefresh', args: ['r2'] },
      { name: 'sidebarUndoRefresh', args: ['r1'] },
    ]);
    expect(await sidebar.violations()).toEqual([]);
  });

  test('what changed is asked for by report, once there is a table', async () => {
    const reports = [
      sampleReport({ id: 'r1', lastRun: sampleRun() }),
      sampleReport({ id: 'r2', sheet: 'New' }),
    ];
    await sidebar.show(done({ ...CONNECTED, reports }));
    expect(await button('What changed').count()).toBe(1);
    await button('What changed').click();

    expect(await sidebar.call(0)).toEqual({ name: 'sidebarShowChanges', args: ['r1'] });
  });
});
