import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REPORT_FORM } from '../support/report-form';
import { CONNECTED, sampleAlert, sampleSummary, UNCONNECTED } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, FULL_REPORT, IN_USE, PREVIEW } from './support/sidebar-scenes';

/* What the forms ask, what they send, and what they say of it. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const field = (label: string) => sidebar.field(label);
const more = () => sidebar.page.locator('summary').filter({ hasText: 'More options' });

const OFFERED = ['Grand Hotel', 'Sum? Bar', 'Star?', '?>x'];

describe('a report', () => {
  test('is entered by keyboard alone: names as chips, then saved and filled', async () => {
    await sidebar.show({
      ...done(CONNECTED),
      names: { venue: ['Grand Hotel', 'Sum; Bar', 'Star*', '<>x'], area: [], role: [] },
    });
    await sidebar.press('Add report');
    expect(await sidebar.page.evaluate('document.activeElement.tagName')).toBe('SELECT');
    await field('Venue').fill('Grand*');
    await field('Venue').press('Enter');
    await field('Venue').fill('Sum? Bar');
    // As filters that mean these names.
    const options = await sidebar.page.locator('datalist').first().locator('option').all();
    expect(await Promise.all(options.map((option) => option.getAttribute('value')))).toEqual(OFFERED);
    await field('Sheet').fill('No-shows');
    sidebar.answer = (name) =>
      done(
        { ...CONNECTED, reports: [{ ...FULL_REPORT, sheet: 'No-shows' }] },
        name === 'saveReport' ? 'Saved.' : 'Refreshed: 2 shifts.',
      );
    await field('Sheet').press('Enter');
    await sidebar.says('Refreshed: 2 shifts.');
    // What is not shown is not sent.
    const { from: _, to: __, groupBy: ___, ...shown } = REPORT_FORM;
    const sent = { ...shown, period: 'last 7 days', readableHeadings: true };
    expect(sidebar.asked).toEqual([
      ['saveReport', { ...sent, venue: 'Grand*; Sum? Bar', sheet: 'No-shows' }],
      ['refreshReport', 'r1', false],
    ]);
    expect(await field('Sheet').count()).toBe(0);
  });

  test('of groups chooses its keys, and columns in their order with headings of their own', async () => {
    await sidebar.show(done(CONNECTED));
    await sidebar.press('Add report');
    await field('Report').selectOption('shift_fulfilment_aggregated');
    expect(await field('Group by').getAttribute('placeholder')).toBe('Week');
    await field('Group by').fill('Venue,week,');
    await more().click();
    expect(await field('Note columns').count()).toBe(0);
    await field('Columns').fill('All 15 columns,');
    const columns = sidebar.page.getByRole('list', { name: 'Columns: chosen' });
    await columns.getByLabel('Move Week forward').press('Enter');
    expect(await sidebar.focused()).toBe('←');
    for (const name of ['Venue', 'Posted', 'No-shows']) {
      await columns.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
    }
    await field('Columns').fill('Venue as Where');
    expect(await columns.innerText()).not.toMatch(/Venue|Posted/);
    await sidebar.press('Save report');
    await sidebar.call(0);
    const [, form] = sidebar.asked[0] as [string, Record<string, string>];
    expect(form.groupBy).toBe('venue, week');
    expect(form.columns).toMatch(/^WEEK, SHIFTS_BOOKED, .*, VENUE_NAME as Where$/);
    expect(form.columns).not.toMatch(/NO_SHOWS,|SHIFTS_POSTED/);
    expect([form.mode, form.noteColumns, form.from]).toEqual([undefined, undefined, undefined]);
  });

  test('shows what is seldom changed where it is not as usual, or needs a correction', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [{ ...FULL_REPORT, every: 'off', noteColumns: 'Done' }] }));
    await sidebar.press('Edit');
    expect(await more().innerText()).toBe('More options · Note columns, Refresh');
    expect(await field('Refresh').innerText()).toBe(
      'As in Settings\nEvery hour\nEvery day\nEvery week\nBy hand',
    );
    await field('Note columns').fill('Done, done');
    await more().click();
    expect(await field('Note columns').isVisible()).toBe(false);
    await sidebar.press('Save report');
    await sidebar.page.getByText('Name each note column only once.').waitFor();
    expect([sidebar.asked, await sidebar.focused()]).toEqual([[], 'Note columns']);
  });

  test('is not sent before it is right: the first wrong field gets the keyboard', async () => {
    await sidebar.show(done(CONNECTED));
    await sidebar.press('Add report');
    await field('Period').selectOption('custom');
    await field('From').fill('2026-11-20');
    await field('To').fill('2026-11-01');
    await field('Sheet').fill('a/b');
    await sidebar.press('Save report');
    expect([sidebar.asked, await sidebar.focused()]).toEqual([[], 'To']);
    await sidebar.page.getByText('Choose two dates from 1990-01-01').waitFor();
    expect(await field('Sheet').getAttribute('aria-invalid')).toBe('true');
    await field('To').fill('2026-11-21');
    expect(await field('To').getAttribute('aria-invalid')).toBe('false');
  });

  test('that loses notes is saved; what it loses is said after it, with the way back', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    await sidebar.press('Edit');
    await field('Venue').fill('Pier');
    const [before, after] = [FULL_REPORT.revision, FULL_REPORT.revision + 1];
    const now = { ...IN_USE, reports: [{ ...FULL_REPORT, venue: 'Pier', revision: after }] };
    sidebar.answer = (name) =>
      name === 'saveReport'
        ? { ...done(now, 'Saved.'), warning: 'Notes in “Done” stay.' }
        : done(now, 'Refreshed.');
    await sidebar.press('Save report');
    await sidebar.says('Saved. Notes in “Done” stay.');
    sidebar.answer = () => done(IN_USE, 'Saved again.');
    await sidebar.press('Undo');
    await sidebar.says('Saved again.');
    const saved = sidebar.asked.flatMap(([name, form]) => (name === 'saveReport' ? [form] : []));
    expect(saved).toMatchObject([
      { venue: 'Pier', revision: before },
      { id: 'r1', venue: '', revision: after },
    ]);
  });

  test('is previewed without being saved, and the preview goes when a choice changes', async () => {
    await sidebar.show(done(CONNECTED));
    await sidebar.press('Add report');
    sidebar.answer = () => ({ ...done(CONNECTED), preview: PREVIEW });
    await sidebar.press('Preview');
    await sidebar.page.getByRole('table').waitFor();
    const cells = await sidebar.page.getByRole('cell').allInnerTexts();
    expect(cells.join(', ')).toBe('4, 75.0%, 12, 91.7%, 2, ');
    await field('Sheet').fill('Wide');
    const headings = ['Venue', 'Posted', 'Booked', 'Booked %', 'Unfilled', 'Unfilled %', 'True fulfilment %'];
    const rows = [['Grand Hotel', '1,204', '1,100', '91.4%', '104', '8.6%', '88.0%']];
    sidebar.answer = () => ({ ...done(CONNECTED), preview: { ...PREVIEW, headings, rows } });
    await sidebar.press('Preview');
    await sidebar.page.getByRole('cell', { name: '1,204' }).waitFor();
    // What is shown is whole.
    const [last] = await sidebar.page.getByRole('cell', { name: '104', exact: true }).all();
    const { x = 0, width = 999 } = (await last?.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(300);
    sidebar.answer = () => ({ ...done(CONNECTED), preview: PREVIEW });
    await field('Sheet').fill('Other');
    expect(await sidebar.page.getByRole('table').count()).toBe(0);
    const give = sidebar.answerLater();
    await sidebar.press('Preview');
    await field('Sheet').fill('Another');
    give({ ...done(CONNECTED, 'Made.'), preview: PREVIEW });
    await sidebar.says('Made.');
    expect(await sidebar.page.getByRole('table').count()).toBe(0);
  });

  test('is duplicated under a name of its own, and Cancel gives the keyboard to the status', async () => {
    const taken = { ...FULL_REPORT, id: 'r2', sheet: 'last 13 weeks 2' };
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT, taken] }));
    await sidebar.press('Duplicate');
    expect(await field('Sheet').inputValue()).toBe('Last 13 weeks 3');
    await sidebar.press('Preview');
    expect((sidebar.asked[0] as [string, object])[1]).not.toHaveProperty('revision');
    await sidebar.press('Cancel');
    expect(await sidebar.page.evaluate('document.activeElement.getAttribute("role")')).toBe('status');
  });
});

describe('an alert', () => {
  test('begins with true fulfilment, and is judged once it is saved', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    await sidebar.press('Add alert');
    expect(await field('Measure').inputValue()).toBe('TRUE_FULFILMENT_PERCENTAGE');
    await field('Target in %').fill('92,5');
    await field('Include near misses').check();
    const found = sampleAlert({
      state: 'open',
      sentence: '2 venues clearly below target.\n“Pier”: 80.0% (10 missing)',
    });
    sidebar.answer = () => done({ ...IN_USE, alerts: [found] }, 'Judged.');
    await sidebar.press('Save alert');
    await sidebar.says(
      'Alert saved: 2 venues clearly below target. No email goes out: you entered no address.',
    );
    // It is not said beside another form.
    await sidebar.press('Add summary email');
    expect(await sidebar.page.locator('[role="status"]').textContent()).toBe('');
    const alert = { id: null, report: 'r1', measure: 'TRUE_FULFILMENT_PERCENTAGE', scope: 'venue' };
    expect(sidebar.asked).toEqual([
      ['saveAlert', { ...alert, target: '92,5', strictness: 'any_miss', to: '' }],
      ['refreshReport', 'r1', false],
    ]);
  });

  test('says that nothing is mailed while the schedule is off: in its form, saved, and in its list', async () => {
    const off = { ...IN_USE, schedule: { ...IN_USE.schedule, every: 'off' as const } };
    const NONE = 'Turn on the schedule in Settings: no email goes out while it is off.';
    const saved = sampleAlert({ to: 'ann@x.example', state: 'quiet', sentence: 'On target.' });
    await sidebar.show(done({ ...off, alerts: [] }));
    await sidebar.press('Add alert');
    await sidebar.region('Alerts').getByText(NONE).waitFor();
    await field('Email alerts to').fill('ann@x.example');
    sidebar.answer = () => done({ ...off, alerts: [saved] }, 'Judged.');
    await sidebar.press('Save alert');
    await sidebar.says(`Alert saved. On target. ${NONE}`);
    await sidebar.region('Alerts').getByText('email to ann@x.example once the schedule is on').waitFor();
    await sidebar.press('Add summary email');
    await sidebar.region('Summary emails').getByText(NONE).waitFor();
  });

  test.each([
    ['Reports', 'Duplicate'],
    ['Alerts', 'Add alert'],
  ] as const)(
    'or another form takes the place of a failure that was told before (%s: %s)',
    async (_, opens) => {
      await sidebar.show(done(IN_USE));
      sidebar.answer = () => ({ kind: 'failed', code: 'busy', message: 'Wait.', state: IN_USE });
      await sidebar.press('Refresh all');
      await sidebar.says('Wait.', 'alert');
      await sidebar.press(opens);
      expect(await sidebar.page.getByRole('alert').textContent()).toBe('');
    },
  );

  test('goes to up to five addresses, of which those that stand there stay', async () => {
    const saved = sampleAlert({ to: 'ann@x.example, bob@x.example', revision: 4 });
    await sidebar.show(done({ ...IN_USE, alerts: [saved] }));
    await sidebar.openTab('Alerts');
    await sidebar.region('Alerts').getByRole('button', { name: 'Edit' }).click();
    const to = field('Email alerts to');
    expect(await to.inputValue()).toBe('ann@x.example, bob@x.example');
    const [there, added] = ['ann@x.example, bob@x.example', 'c@x.example; d@x.example e@x.example'];
    for (const [typed, problem] of [
      [`${there}, ${added}, f@x.example`, 'Enter at most 5 email addresses.'],
      [`${there}, nobody`, 'Enter complete email addresses, separated by commas.'],
    ] as const) {
      await to.fill(typed);
      await sidebar.press('Save alert');
      await sidebar.page.getByText(problem).waitFor();
      expect([sidebar.asked, await sidebar.focused()]).toEqual([[], 'Email alerts to']);
    }
    const five = `${there}, ${added}`;
    await to.fill(five);
    await sidebar.press('Save alert');
    await sidebar.call(0);
    expect(sidebar.asked[0]).toMatchObject(['saveAlert', { id: 'l1', revision: 4, to: five }]);
  });

  test('is removed after a question', async () => {
    await sidebar.show(done({ ...IN_USE, alerts: [sampleAlert({ to: 'ann@x.example' })] }));
    await sidebar.openTab('Alerts');
    await sidebar.region('Alerts').getByRole('button', { name: 'Remove' }).click();
    await sidebar.page.getByText('The report stays; no more email goes to ann@x.example.').waitFor();
    await sidebar.press('Yes, remove alert');
    await sidebar.call(0);
    expect(sidebar.asked).toEqual([['removeAlert', 'l1']]);
  });
});

describe('a summary email', () => {
  test('is previewed, tried and saved as chosen; its webhook is never shown', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT], allowsChat: true, summaries: [] }));
    await sidebar.press('Add summary email');
    // Without an address the script says what it needs one for.
    for (const name of ['Send a test to the first address', 'Preview']) await sidebar.press(name);
    await sidebar.call(1);
    expect(sidebar.asked.splice(0)).toMatchObject([
      ['testSummary', { to: '' }],
      ['previewSummary', { to: '' }],
    ]);
    await field('Send to').fill('ann@x.example; bob@x.example');
    await field('Every').selectOption('month');
    await field('On').selectOption('3');
    await field('Google Chat webhook').fill(' ');
    sidebar.answer = () => ({
      ...done({ ...IN_USE, allowsChat: true }),
      summary: { subject: 'Week 46', text: 'One.\n\nTwo.' },
    });
    await sidebar.press('Preview');
    await sidebar.page.getByText('Week 46').waitFor();
    await sidebar.press('Send a test to ann@x.example');
    await sidebar.press('Save summary email');
    const form = { id: null, report: 'r1', to: 'ann@x.example; bob@x.example', every: 'month', day: 3 };
    await sidebar.call(2);
    expect(sidebar.asked).toEqual(
      ['previewSummary', 'testSummary', 'saveSummary'].map((name) => [
        name,
        { ...form, hour: 6, split: 'all', chat: ' ' },
      ]),
    );
  });

  test('keeps the webhook that it has unless that is unticked', async () => {
    await sidebar.show(done({ ...IN_USE, summaries: [sampleSummary({ keepsChat: true })] }));
    await sidebar.openTab('Alerts');
    for (const keeps of [true, false]) {
      await sidebar.region('Summary emails').getByRole('button', { name: 'Edit' }).click();
      await field('Keep sending to the Chat space').setChecked(keeps);
      sidebar.answer = () => done({ ...IN_USE, summaries: [sampleSummary({ keepsChat: true })] }, 'Saved.');
      await sidebar.press('Save summary email');
      await sidebar.says('Saved.');
    }
    expect(sidebar.asked.map(([, form]) => form)).toMatchObject([{ keepsChat: true }, { keepsChat: false }]);
  });
});

describe('the connection', () => {
  test('that is the first opens the form of a report', async () => {
    await sidebar.show(done(UNCONNECTED));
    await field('Client ID').fill(' employer-4821 ');
    await field('Client secret').fill('s3cret');
    sidebar.answer = () => done(CONNECTED, 'Connected.');
    await sidebar.press('Connect');
    await sidebar.says('Connected.');
    await sidebar.page.getByRole('form', { name: 'New report' }).waitFor();
    const typed = { region: 'UK', clientId: ' employer-4821 ', clientSecret: 's3cret' };
    expect(sidebar.asked).toEqual([['connect', { ...typed, employer: 'me', audience: 'everyone' }]]);
    expect(await sidebar.page.content()).not.toContain('s3cret');
  });
});

describe('the schedule', () => {
  test('asks for the hour and the day that it needs, and says when it is saved', async () => {
    await sidebar.show(done(CONNECTED));
    await sidebar.openTab('Settings');
    expect(await field('At').count()).toBe(0);
    await field('Refresh reports').selectOption('week');
    await field('On').selectOption('3');
    await field('At').selectOption('7');
    await field('Email me when a refresh fails').fill('not an address');
    await sidebar.press('Save schedule');
    expect([sidebar.asked, await sidebar.focused()]).toEqual([[], 'Email me when a refresh fails']);
    await field('Email me when a refresh fails').fill('ann@x.example');
    sidebar.answer = () => done(CONNECTED, 'Schedule saved. Every week.');
    await sidebar.press('Save schedule');
    await sidebar.says('Schedule saved. Every week.');
    expect(sidebar.asked).toEqual([
      ['saveSchedule', { every: 'week', hour: 7, weekday: 3, email: 'ann@x.example', revision: 0 }],
    ]);
  });

  test('is not held up by a field that is no longer shown', async () => {
    await sidebar.show(done(CONNECTED));
    await sidebar.openTab('Settings');
    await field('Refresh reports').selectOption('day');
    await field('Email me when a refresh fails').fill('not an address');
    await field('Refresh reports').selectOption('off');
    await sidebar.press('Save schedule');
    await sidebar.call(0);
    expect(sidebar.asked).toEqual([['saveSchedule', { every: 'off', revision: 0 }]]);
  });

  test('keeps an address that stands there, whoever saves it, and forgets one that was deleted', async () => {
    const schedule = { ...CONNECTED.schedule, every: 'day' as const, email: 'ann@x.example' };
    await sidebar.show(done({ ...CONNECTED, schedule }));
    await sidebar.openTab('Settings');
    sidebar.answer = () => done({ ...CONNECTED, schedule }, 'Schedule saved.');
    await sidebar.press('Save schedule');
    await sidebar.call(0);
    await field('Email me when a refresh fails').fill(' ');
    await sidebar.press('Save schedule');
    await sidebar.call(1);
    const kept = { every: 'day', hour: 6, revision: 0, email: 'ann@x.example' };
    expect(sidebar.asked.map(([, form]) => form)).toEqual([kept, { ...kept, email: ' ' }]);
  });
});

describe('all notes', () => {
  test('are saved as a file before they are deleted', async () => {
    await sidebar.show(done({ ...IN_USE, notes: { keptMonths: 0 } }));
    await sidebar.openTab('Settings');
    const notesFile = { name: 'notes.csv', text: 'a,b', count: 2 };
    sidebar.answer = () => ({ ...done({ ...IN_USE, notes: { keptMonths: 0 } }), notesFile });
    await sidebar.press('Export and delete all notes');
    await sidebar.page.getByRole('dialog', { name: 'Delete all 2 notes?' }).waitFor();
    expect(await sidebar.page.getByRole('link').getAttribute('download')).toBe('notes.csv');
    await sidebar.press('Yes, delete notes');
    await sidebar.call(1);
    expect(sidebar.asked).toEqual([['exportNotes'], ['deleteNotes', 2]]);
  });
});
