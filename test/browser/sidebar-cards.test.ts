import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import type { ReportView, SidebarState } from '../../src/sidebar/state-view';
import { sampleAlert, sampleRun } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, FULL_REPORT, IN_USE, sceneOf } from './support/sidebar-scenes';

/* What the page shows of reports, alerts and runs, and what its buttons ask for. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const OWN = IN_USE.connection as NonNullable<SidebarState['connection']>;
const item = (name: string) => sidebar.page.getByRole('listitem', { name, exact: true });
const shown = () => sidebar.page.evaluate<string>('document.querySelector(".page").innerText');
const role = () => sidebar.page.evaluate<string>('document.activeElement.getAttribute("role")');

/** A venue that no refresh has seen. */
const PEIR: NonNullable<ReportView['stranger']> = {
  sentence: 'Unknown venue “Peir”. Did you mean “Pier”?',
  ...{ kind: 'venue', name: 'Peir', meant: 'Pier' },
};

describe('the card of a report', () => {
  test('that is well has at most twelve words', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [{ ...FULL_REPORT, sheet: 'Shifts' }] }));
    const words = (await item('Shifts').innerText()).match(/[\w’]+/g) ?? [];
    expect(words.join(' ')).toBe('Shifts Last 13 weeks refreshed 21 Nov 14 05 Refresh Dashboards');
    expect(words.length).toBeLessThanOrEqual(12);
  });

  test.each<[string, Partial<typeof FULL_REPORT>, string]>([
    ['never filled', { lastRun: null, shownFrom: null }, 'Last 13 weeks · not filled yet'],
    [
      'failed',
      {
        lastRun: sampleRun({ outcome: 'failed', message: 'Wait 8 minutes.' }),
        shownFrom: '20 Nov 2026, 06:10',
      },
      'Last 13 weeks · figures of 20 Nov, 06:10 Failed 21 Nov, 14:05. Wait 8 minutes. Copy details',
    ],
    [
      'stale',
      { isStale: true },
      'Last 13 weeks · refreshed 21 Nov, 14:05 Out of date: two scheduled refreshes have not replaced this.',
    ],
    [
      'not finished',
      {
        lastRun: sampleRun({ outcome: 'unfinished' }),
        remark: 'Fetched 161 of 365 days so far. The next refresh continues from there.',
      },
      'Last 13 weeks · figures of 21 Nov, 14:05 Fetched 161 of 365 days so far. The next refresh continues from there.',
    ],
    [
      'without rows',
      { remark: '0 shifts from 14–20 Nov 2026. Unknown venue “Peir”.' },
      'Last 13 weeks · refreshed 21 Nov, 14:05 0 shifts from 14–20 Nov 2026. Unknown venue “Peir”. Edit',
    ],
    [
      'mistyped',
      { stranger: PEIR },
      `Last 13 weeks · refreshed 21 Nov, 14:05 ${PEIR.sentence} Use “Pier” Edit`,
    ],
    [
      'mistyped and without rows',
      { stranger: PEIR, remark: `0 shifts. ${PEIR.sentence}` },
      `Last 13 weeks · refreshed 21 Nov, 14:05 0 shifts. ${PEIR.sentence} Use “Pier” Edit`,
    ],
    [
      'kept',
      {
        lastRun: sampleRun({ outcome: 'held' }),
        confirmation: { sentence: 'Keep or replace: no shifts came', isKept: true },
        remark: 'Old table kept: no shifts came. Refresh asks again.',
      },
      'Last 13 weeks · figures of 21 Nov, 14:05 Old table kept: no shifts came. Refresh asks again.',
    ],
    [
      'held',
      {
        lastRun: sampleRun({ outcome: 'held' }),
        confirmation: { sentence: 'No shifts came, so the old table stays.', isKept: false },
      },
      'Last 13 weeks · figures of 21 Nov, 14:05 No shifts came, so the old table stays. Replace the table anyway? Keep old table Replace it',
    ],
  ])('that is %s says so once', async (_, more, said) => {
    await sidebar.show(done({ ...IN_USE, reports: [{ ...FULL_REPORT, ...more }] }));
    const text = (await item('Last 13 weeks').innerText()).replace(/\s+/g, ' ');
    expect(text).toBe(
      `Last 13 weeks ${said} Refresh Dashboards ⋮`.replace(' ⋮', text.endsWith('⋮') ? ' ⋮' : ''),
    );
  });

  test('whose name is mistyped is mended by its button', async () => {
    await sidebar.show(
      done({ ...IN_USE, reports: [{ ...FULL_REPORT, venue: '<>Peir; Bar', stranger: PEIR }] }),
    );
    await sidebar.press('Use “Pier”');
    await sidebar.call(0);
    expect(sidebar.asked[0]).toMatchObject([
      'saveReport',
      { id: 'r1', venue: '<>Pier; Bar', sheet: 'Last 13 weeks' },
    ]);
  });

  test.each([
    ['Last 13 weeks', ['openSheet', 'r1', false]],
    ['Notes: Owner, Reason', ['openSheet', 'r1', true]],
    ['Refresh', ['refreshReport', 'r1', false]],
    ['What changed', ['showChanges', 'r1']],
    ['Undo last refresh', ['undoRefresh', 'r1', false]],
  ])('asks by %s for that alone', async (name, expected) => {
    await sidebar.show(done({ ...IN_USE, reports: [{ ...FULL_REPORT, noteColumns: 'Owner, Reason' }] }));
    await sidebar.press(name);
    await sidebar.call(0);
    expect(sidebar.asked).toEqual([expected]);
  });

  test('whose connection is refused leads to the form of the connection, which says so, until it works', async () => {
    const message =
      'Press “Change connection” in the sidebar: the service refused access right after sign-in. (HTTP\u00a0401)';
    const lastRun = sampleRun({ outcome: 'failed', message });
    const connection = { ...OWN, failing: message, isRefused: true };
    const other = { ...FULL_REPORT, id: 'r9', sheet: 'Other' };
    const used = { ...IN_USE, activity: [], reports: [{ ...FULL_REPORT, lastRun }, other] };
    await sidebar.show(done({ ...used, connection }));
    const buttons = () => sidebar.page.locator('.primary:visible').allInnerTexts();
    expect(await buttons()).toEqual(['Change connection', 'Refresh']);
    expect(await sidebar.page.locator('header .bad').innerText()).toBe('✕');
    expect((await shown()).split(message)).toHaveLength(2);
    // It can be refreshed all the same: the service may take the credentials again.
    await sidebar.press('Refresh');
    await sidebar.call(0);
    expect(sidebar.asked).toEqual([['refreshReport', FULL_REPORT.id, false]]);
    await sidebar.show(done({ ...used, connection }));
    await sidebar.openTab('Settings');
    expect(await sidebar.region('Connection').innerText()).toContain(message);
    expect((await shown()).split(message)).toHaveLength(2);
    await sidebar.openTab('Reports');
    await sidebar.press('Change connection');
    await sidebar.page.getByRole('heading', { name: 'Change connection' }).waitFor();
    await sidebar.show(done(used));
    expect(await buttons()).toEqual(['Refresh', 'Refresh']);
    expect(await sidebar.page.locator('header .good').innerText()).toBe('●');
  });

  test('has a menu that the keyboard opens, and that closes at Escape', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    const more = item('Last 13 weeks').getByRole('button', { name: 'More', exact: true });
    await more.press('Enter');
    await sidebar.button('Duplicate').waitFor();
    await sidebar.page.keyboard.press('Tab');
    expect(await sidebar.focused()).toBe('Edit');
    await sidebar.page.keyboard.press('Escape');
    expect(await sidebar.button('Edit').isVisible()).toBe(false);
  });

  test('asks before it is removed, and says what goes with it', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    await sidebar.press('Remove');
    const dialog = sidebar.page.getByRole('dialog', { name: 'Remove the report “Last 13 weeks”?' });
    await dialog
      .getByText(
        'Its sheet, table and dashboards stay, but are no longer refreshed. Its alerts and summary emails are removed.',
      )
      .waitFor();
    expect([sidebar.asked, await sidebar.focused()]).toEqual([[], 'No, keep it']);
    await sidebar.page.keyboard.press('Escape');
    expect([sidebar.asked, await dialog.count()]).toEqual([[], 0]);
    await sidebar.press('Remove');
    sidebar.answer = () => done({ ...IN_USE, reports: [] }, 'Removed. The sheet stays as it is.');
    await sidebar.press('Yes, remove report');
    await sidebar.says('Removed.');
    expect(sidebar.asked).toEqual([['removeReport', 'r1']]);
    expect(await role()).toBe('status');
  });

  test('asks whether a table that lacks much takes the place of the old one', async () => {
    await sidebar.enter(sceneOf('held'));
    await sidebar.page
      .getByText('Only 12 shifts came for 17 Aug–15 Nov 2026 (4,000 before), so the old table stays.')
      .waitFor();
    sidebar.answer = () => done(IN_USE, 'Your answer is saved.');
    await sidebar.press('Keep old table');
    await sidebar.says('Your answer is saved.');
    expect([sidebar.asked, await role()]).toEqual([[['keepTable', 'r1']], 'status']);
    await sidebar.enter(sceneOf('held'));
    await sidebar.press('Replace it');
    await sidebar.call(0);
    expect(sidebar.asked).toEqual([['refreshReport', 'r1', true]]);
  });

  test('asks before Undo replaces what someone typed', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    sidebar.answer = () => ({ kind: 'failed', code: 'held_back', message: 'Typed since.', state: IN_USE });
    await sidebar.press('Undo last refresh');
    await sidebar.page.getByRole('dialog').getByText('Typed since.').waitFor();
    expect(await sidebar.focused()).toBe('No, keep the table');
    sidebar.answer = () => done(IN_USE, 'It shows the table from before.');
    await sidebar.press('Yes, undo');
    await sidebar.says('It shows the table from before.');
    expect(sidebar.asked).toEqual([
      ['undoRefresh', 'r1', false],
      ['undoRefresh', 'r1', true],
    ]);
  });

  test('builds a dashboard by one press, of what is chosen', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    await sidebar.press('Dashboards');
    await sidebar.page.getByLabel('Rows', { exact: true }).selectOption('area');
    await sidebar.page.getByLabel('Columns', { exact: true }).selectOption('week');
    await sidebar.press('Where and when');
    await sidebar.press('Overview');
    await sidebar.page.getByText('On sheet “Overview”.').waitFor();
    const cut = { rows: 'area', columns: 'week', measure: 'TRUE_FULFILMENT_PERCENTAGE' };
    expect(sidebar.asked).toEqual([
      ['buildDashboard', 'r1', 'where_and_when', cut, null],
      ['buildDashboard', 'r1', 'overview', null, null],
    ]);
  });
});

describe('tabs', () => {
  test('are chosen by arrows, in a ring, and the panel follows', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.page.getByRole('tab', { name: 'Reports' }).focus();
    for (const [key, name] of [
      ['ArrowLeft', 'Settings'],
      ['ArrowRight', 'Reports'],
      ['End', 'Settings'],
      ['Home', 'Reports'],
    ] as const) {
      await sidebar.page.keyboard.press(key);
      expect(await sidebar.focused()).toBe(name);
      expect(await sidebar.page.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(
        `tab-${name.toLowerCase()}`,
      );
    }
  });
});

describe('a page that Chrome has translated', () => {
  /** What Chrome does to text: it moves it into elements of its own, unless an element says no. */
  const translate = () =>
    sidebar.page.evaluate(`(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (parent.closest('[translate="no"], script, style, option, textarea') || !text.data.trim()) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        parent.replaceChild(outer, text);
        outer.append(inner);
        inner.append(text.data);
      }
    })()`);

  const failing = { outcome: 'failed' as const, message: 'Wait 8 minutes.' };
  const FAILED: SidebarState = {
    ...IN_USE,
    running: { by: 'menu', since: '14:09' },
    reports: [
      { ...FULL_REPORT, sheet: 'Renamed', lastRun: sampleRun(failing), isStale: true, canUndo: false },
    ],
    alerts: [sampleAlert({ state: 'open', sentence: 'Two venues missed.' })],
    activity: IN_USE.activity.slice(1),
    schedule: { ...IN_USE.schedule, late: 'Press “Take over”.', nextRun: null, isOwn: false },
  };
  const BEFORE: SidebarState = { ...IN_USE, alerts: [sampleAlert()], reports: [FULL_REPORT] };

  const NEXT = '22 Nov 2026, 06:00 to 07:00';
  test.each([
    ['Try again later: it was slow.', '', 'alert', 1],
    ['Nothing to do, the schedule tries again: it was slow.', `Next run: ${NEXT}.`, 'status', 0],
    ['Send the details to your IT team: it was refused.', `Next run: ${NEXT}.`, 'alert', 1],
  ] as const)(
    'says why a report failed once, and on its card when it is tried again: %s %s',
    async (message, more, role, red) => {
      const [onCard, nextRun] = [`${message} ${more}`.trim(), more === '' ? null : NEXT];
      const lastRun = sampleRun({ outcome: 'failed', message });
      const connection = { ...OWN, failing: message };
      const state = { ...IN_USE, connection, activity: [], reports: [{ ...FULL_REPORT, lastRun, nextRun }] };
      await sidebar.show(done(IN_USE));
      const told = async () => [
        (await shown()).replace(/\s+/g, ' ').split(onCard).length - 1,
        (await item('Last 13 weeks').innerText())
          .replace(/\s+/g, ' ')
          .includes(`Failed 21 Nov, 14:05. ${onCard}`),
        await sidebar.page.getByRole('button', { name: 'Copy details' }).count(),
        await sidebar.page.locator('header .bad').count(),
        await sidebar.page.locator('main .bad:visible').count(),
      ];
      expect(await told()).toEqual([0, false, 0, 0, 0]);
      const failed = { kind: 'failed', code: 'rate_limited', message, state } as const;
      sidebar.answer = () => failed;
      await sidebar.press('Refresh');
      await sidebar.says('Not refreshed: the report’s card says why.', role);
      expect(await told()).toEqual([1, true, 1, red, red]);
      await sidebar.press('Close');
      expect(await told()).toEqual([1, true, 1, red, red]);
      await sidebar.openTab('Settings');
      expect(await sidebar.region('Connection').innerText()).toContain(message);
      expect((await shown()).split(message)).toHaveLength(2);
      // What is not noted with the report is said by the status alone.
      sidebar.answer = () => ({ ...failed, message: 'Try again later: another refresh was running.' });
      await sidebar.press('Refresh');
      await sidebar.says('another refresh was running', 'alert');
    },
  );

  test('lists what to mend on the targets sheet, until it is mended', async () => {
    const mistakes = ['G4: in place of “x”, write a percentage like 92 or 92%.', 'A5: Unknown venue “Peir”.'];
    await sidebar.show(done({ ...IN_USE, mistakes }));
    await sidebar.openTab('Settings');
    const list = sidebar.page.getByRole('list', { name: 'To be mended on the targets sheet' });
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual(mistakes);
    sidebar.answer = () => done(IN_USE, 'Your targets are on “Shift Reports targets”.');
    await sidebar.press('Set targets');
    await sidebar.says('Your targets are on');
    expect(await list.count()).toBe(0);
  });

  test.each(['Reports', 'Alerts', 'Settings'] as const)('shows what happened since: %s', async (tab) => {
    const answer: SidebarOutcome = { kind: 'failed', code: 'busy', message: 'Wait.', state: FAILED };
    const seen: string[] = [];
    for (const isTranslated of [false, true]) {
      await sidebar.show(done(BEFORE));
      if (isTranslated) await translate();
      sidebar.answer = () => answer;
      await sidebar.button('Refresh').click();
      await sidebar.page.getByRole('alert').filter({ hasText: 'Wait.' }).waitFor();
      await sidebar.openTab(tab);
      seen.push(await shown());
    }
    expect(seen[1]).toBe(seen[0]);
  });
});
