import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { KnownNames } from '../../src/contract/reports';
import type { SidebarOutcome, SidebarState } from '../../src/contract/sidebar';
import { CONNECTED, sampleReport } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';

/* What a person can choose for a report, and what the page sends of it. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(CONNECTED));
});
afterAll(() => sidebar.close());
beforeEach(async () => {
  await sidebar.show(done(CONNECTED));
  await button('Add report').click();
});

function done(state: SidebarState, message = ''): SidebarOutcome {
  return { kind: 'done', message, state, more: false };
}

const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });
const field = (label: string) => sidebar.page.getByLabel(label, { exact: true });

/** The names that were chosen in a field. */
const chips = (label: string) =>
  sidebar.page
    .getByRole('list', { name: `${label}: chosen` })
    .getByRole('listitem')
    .locator('bdi')
    .allInnerTexts();

/** Chooses these columns of all. */
async function pickColumns(wanted: readonly string[]): Promise<void> {
  await field('Columns').selectOption('Choose columns\u2026');
  const list = sidebar.page.getByRole('list', { name: 'Columns to show' });
  for (const name of await list.locator('bdi').allInnerTexts()) {
    if (!wanted.includes(name)) await list.getByLabel(name, { exact: true }).uncheck();
  }
}

/** Presses `Save report`. @returns The form that the page sends. */
async function saved(): Promise<unknown> {
  await button('Save report').click();
  return (await sidebar.call(0)).args[0];
}

/** Presses `Save report`. @returns What the page finds wrong. */
async function refused(): Promise<string> {
  await button('Save report').click();
  const sentence = await sidebar.page.getByRole('alert').filter({ hasText: /./ }).innerText();
  expect(sidebar.calls).toEqual([]);
  return sentence;
}

describe('the form of a report', () => {
  test('begins at the report, and every control has its name', async () => {
    expect(await sidebar.focused()).toContain('Report');
    for (const label of ['Report', 'Period', 'Venue', 'Area', 'Job title', 'Columns', 'Sheet']) {
      expect(await field(label).count()).toBe(1);
    }
    const modes = sidebar.page.getByRole('radiogroup', { name: 'When refreshed' });
    expect(await modes.getByLabel('Replace').isChecked()).toBe(true);
    expect(await modes.getByLabel('Keep history').isChecked()).toBe(false);
    expect(await sidebar.violations()).toEqual([]);
    expect(await sidebar.overflow()).toBe(0);
  });

  test('sends whole shifts with filters, columns and history', async () => {
    await field('Period').selectOption('last 12 months');
    await field('Venue').fill(' Grand*; <>Grand Hall, London ');
    await field('Area').fill('Bar');
    await field('Job title').fill('*chef*');
    await pickColumns(['SHIFT_DATE', 'VENUE_NAME']);
    await field('Heading of VENUE_NAME').fill('Venue');
    await field('Readable headings').check();
    await field('Sheet').fill('Chefs');
    await field('Keep history').check();

    expect(await saved()).toEqual({
      id: null,
      report: 'shift_fulfilment',
      period: 'last 12 months',
      from: '',
      to: '',
      venue: 'Grand*; <>Grand Hall, London',
      area: 'Bar',
      role: '*chef*',
      groupBy: '',
      columns: 'SHIFT_DATE, VENUE_NAME as Venue',
      readableHeadings: true,
      noteColumns: '',
      sheet: 'Chefs',
      mode: 'history',
    });
  });

  test('asks what to group by only for grouped figures, and never for their history', async () => {
    expect(await field('Group by').count()).toBe(0);
    await field('Report').selectOption('shift_fulfilment_aggregated');
    expect(await sidebar.page.getByRole('radiogroup', { name: 'When refreshed' }).count()).toBe(0);
    expect(await field('Group by').inputValue()).toBe('week');
    await field('Then by').selectOption('Job title');

    expect(await saved()).toMatchObject({
      report: 'shift_fulfilment_aggregated',
      groupBy: 'week, role',
      mode: 'replace',
    });
  });

  test('marks what cannot be sent, goes to the first of it and sends nothing', async () => {
    await field('Report').selectOption('shift_fulfilment_aggregated');
    await field('Period').selectOption('custom');
    await field('From').fill('2026-03-01');
    await field('Sheet').fill('Week 1/2');

    expect(await refused()).toBe('Correct the 2 marked fields.');
    expect(await sidebar.focused()).toBe('To');
    expect(await field('Sheet').getAttribute('aria-invalid')).toBe('true');
    expect(await sidebar.violations()).toEqual([]);
    expect(await sidebar.overflow()).toBe(0);
  });

  test('asks for the days that history needs, and is content with Replace', async () => {
    await pickColumns(['VENUE_NAME']);
    await field('Keep history').check();
    expect(await refused()).toBe('Add SHIFT_DATE: history is kept by day. Or choose Replace.');

    await field('Replace').check();
    expect(await field('Columns').getAttribute('aria-invalid')).toBe('false');
    expect(await saved()).toMatchObject({ columns: 'VENUE_NAME', mode: 'replace' });
  });

  test('of a saved report shows what was chosen, and sends it back unchanged', async () => {
    const report = sampleReport({
      report: 'shift_fulfilment_aggregated',
      period: 'custom',
      from: '2026-03-01',
      to: '2026-03-31',
      venue: 'Caf\u00e9 \u00c9toile',
      groupBy: 'week, venue',
      columns: 'WEEK, SHIFTS_WORKED as Worked',
      sheet: 'By week',
    });
    await sidebar.show(done({ ...CONNECTED, reports: [report] }));
    await button('Edit').click();

    expect(await field('Group by').inputValue()).toBe('week');
    expect(await field('Then by').inputValue()).toBe('venue');
    expect(await field('And then by').inputValue()).toBe('');
    expect(await chips('Venue')).toEqual(['Caf\u00e9 \u00c9toile']);
    expect(await field('Heading of SHIFTS_WORKED').inputValue()).toBe('Worked');
    const {
      lastRun: _run,
      confirmation: _confirmation,
      progress: _part,
      canUndo: _undo,
      why: _why,
      shownFrom: _shownFrom,
      dashboards: _all,
      ...form
    } = report;
    expect(await saved()).toEqual(form);
  });
});

const NAMES = {
  venue: ['Caf\u00e9 \u00c9toile', 'Grand Hotel, London', 'Sum; Bar'],
  area: ['Bar'],
  role: ['Chef'],
};

/** Opens the form of a new report where refreshes have seen these names. */
async function openWith(names: KnownNames, state = CONNECTED): Promise<void> {
  await sidebar.show({ kind: 'done', message: '', state, more: false, names });
  await button('Add report').click();
}

describe('names in a report', () => {
  const offered = (label: string) =>
    field(label).evaluate((input: unknown) =>
      [...(input as { list: { options: Iterable<{ value: string }> } }).list.options].map(
        ({ value }) => value,
      ),
    );

  test('are offered as refreshes have seen them, each until it is chosen', async () => {
    await openWith(NAMES);
    expect(await offered('Venue')).toEqual(['Caf\u00e9 \u00c9toile', 'Grand Hotel, London', 'Sum? Bar']);
    expect([await offered('Area'), await offered('Job title')]).toEqual([['Bar'], ['Chef']]);
    await field('Venue').fill('Grand Hotel, London');
    await sidebar.page.keyboard.press('Enter');
    expect(await offered('Venue')).toEqual(['Caf\u00e9 \u00c9toile', 'Sum? Bar']);
    expect(sidebar.calls).toEqual([]);
  });

  test('become chips at Enter and at a semicolon, and go by their buttons and by Backspace', async () => {
    await openWith(NAMES);
    await field('Venue').fill('Grand Hotel, London');
    await sidebar.page.keyboard.press('Enter');
    await sidebar.page.keyboard.type('Sum*;<>Grand Hall;Grand Hotel, London;');
    expect(await chips('Venue')).toEqual(['Grand Hotel, London', 'Sum*', '<>Grand Hall']);
    expect(await sidebar.violations()).toEqual([]);
    await button('Remove Sum*').click();
    expect(await sidebar.focused()).toBe('Venue');
    await sidebar.page.keyboard.press('Backspace');
    expect(await chips('Venue')).toEqual(['Grand Hotel, London']);
    await sidebar.page.keyboard.type('Bar*');

    expect(await saved()).toMatchObject({ venue: 'Grand Hotel, London; Bar*' });
  });

  test('that are picked from the list are chosen at once', async () => {
    await openWith(NAMES);
    await field('Venue').evaluate((input: unknown) => {
      const control = input as { value: string; dispatchEvent(event: unknown): void };
      control.value = 'Caf\u00e9 \u00c9toile';
      control.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(await chips('Venue')).toEqual(['Caf\u00e9 \u00c9toile']);
    expect(await field('Venue').inputValue()).toBe('');
  });

  test('may be 500 of 200 characters, from right to left and with combining marks', async () => {
    const long = (at: number) =>
      `${at} ${['\u05d1\u05d9\u05ea \u05de\u05dc\u05d5\u05df ', 'e\u0301a\u0300 ', 'unbroken', '\u202eabc '][at % 4]?.repeat(40)}`.slice(
        0,
        200,
      );
    const venue = Array.from({ length: 500 }, (_, at) => long(at));
    await openWith({ venue, area: [], role: [] });
    expect(await offered('Venue')).toHaveLength(500);
    for (const at of [0, 1, 2, 3]) {
      await field('Venue').fill(long(at).trim());
      await sidebar.page.keyboard.press('Enter');
    }
    expect(await chips('Venue')).toHaveLength(4);
    expect(await sidebar.overflow()).toBe(0);
    expect(await sidebar.violations()).toEqual([]);
  });

  test('that no refresh has seen are asked about before saving, and put right by one press', async () => {
    await openWith(NAMES);
    await field('Venue').fill('Grand Hotl, London');
    const typed = 'Grand Hotl, London';
    const [meant] = NAMES.venue.slice(1);
    const message = `Did you mean \u201c${meant}\u201d?`;
    const unknownName = { field: 'venue' as const, typed, meant: meant ?? null };
    sidebar.answer = () => ({
      kind: 'failed',
      code: 'invalid_option',
      message,
      state: CONNECTED,
      unknownName,
    });
    await button('Save report').click();
    await sidebar.page.getByRole('alert').filter({ hasText: message }).waitFor();
    await sidebar.page.getByText(`No refresh has seen \u201c${typed}\u201d.`).waitFor();
    expect(await sidebar.violations()).toEqual([]);
    await button(`Use \u201c${meant}\u201d`).click();
    expect(await chips('Venue')).toEqual([meant]);
    sidebar.answer = () => done(CONNECTED, 'Saved.');
    await button('Save report').click();

    expect((await sidebar.call(0)).args[1]).toBe(true);
    expect((await sidebar.call(1)).args).toEqual([expect.objectContaining({ venue: meant }), true, true]);
  });

  test('that no refresh has seen are kept by whoever saves them again', async () => {
    await openWith(NAMES);
    await field('Area').fill('Terrace');
    const unknownName = { field: 'area' as const, typed: 'Terrace', meant: null };
    sidebar.answer = () => ({
      kind: 'failed',
      code: 'invalid_option',
      message: 'Press it again.',
      state: CONNECTED,
      unknownName,
    });
    await button('Save report').click();
    await sidebar.page.getByText('No refresh has seen \u201cTerrace\u201d.').waitFor();
    await button('Save report').click();

    expect((await sidebar.call(1)).args).toEqual([expect.objectContaining({ area: 'Terrace' }), false, true]);
  });
});

describe('note columns in a report', () => {
  test('are sent as they are typed, without blanks, and checked', async () => {
    await field('Note columns').fill('a, b, c, d, e, f');
    expect(await refused()).toContain('Name at most 5 note columns.');
    await field('Note columns').fill(' Reason ,, Done');

    expect(await saved()).toMatchObject({ noteColumns: 'Reason, Done' });
    expect(await sidebar.violations()).toEqual([]);
  });

  test('are not offered for grouped figures, which have no notes', async () => {
    await field('Note columns').fill('Reason');
    await field('Report').selectOption('shift_fulfilment_aggregated');
    expect(await field('Note columns').count()).toBe(0);

    expect(await saved()).toMatchObject({ noteColumns: '' });
  });

  test('that hold notes are removed by whoever saves again after the question', async () => {
    const sentence = '12 notes will move to Shift Reports notes. Remove the column?';
    sidebar.answer = () => ({
      kind: 'failed',
      code: 'invalid_settings',
      message: sentence,
      state: CONNECTED,
      notesLeave: 12,
    });
    await button('Save report').click();
    await sidebar.page.getByText(`${sentence} Press`).waitFor();
    expect(await sidebar.violations()).toEqual([]);
    await button('Save report').click();

    expect((await sidebar.call(0)).args.slice(1)).toEqual([true, true]);
    expect((await sidebar.call(1)).args.slice(1)).toEqual([true, false]);
  });
});

describe('columns in a report', () => {
  test('are moved by buttons, which keep the keyboard', async () => {
    await pickColumns(['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID']);
    const focused = () => sidebar.page.evaluate("document.activeElement.getAttribute('aria-label')");
    await button('Move VENUE_NAME down').click();
    expect(await focused()).toBe('Move VENUE_NAME down');
    await button('Move VENUE_NAME up').click();
    expect(await focused()).toBe('Move VENUE_NAME up');
    await button('Move VENUE_NAME up').click();
    // It is the first one now.
    expect(await focused()).toBe('Move VENUE_NAME down');
    expect(await sidebar.violations()).toEqual([]);
    expect(await sidebar.overflow()).toBe(0);
    await field('Heading of SHIFT_DATE').fill('Day, of the week ');

    expect(await saved()).toMatchObject({ columns: 'VENUE_NAME, SHIFT_DATE as Day of the week, SHIFT_ID' });
  });

  test('are those of the groups in a grouped report, and follow what it is grouped by', async () => {
    await field('Report').selectOption('shift_fulfilment_aggregated');
    await field('Then by').selectOption('Venue');
    await pickColumns(['WEEK', 'VENUE_NAME', 'NO_SHOWS']);
    await field('Then by').selectOption('Area');

    expect(await saved()).toMatchObject({ groupBy: 'week, area', columns: 'WEEK, NO_SHOWS' });
  });

  test('are all again at a press', async () => {
    await pickColumns(['VENUE_NAME']);
    await field('Columns').selectOption('All 18 columns');
    expect(await saved()).toMatchObject({ columns: '' });
  });
});

describe('a report that is saved', () => {
  const report = sampleReport({ lastRun: null });
  const withIt = { ...CONNECTED, reports: [report] };

  test('is filled at once, new or changed', async () => {
    sidebar.answer = () => done(withIt, 'Refreshed: 12 shifts.');
    await button('Save report').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'Refreshed: 12 shifts.' }).waitFor();
    expect(await sidebar.focused()).toBe('Refresh');
    await button('Edit').click();
    await button('Save report').click();
    await sidebar.call(3);
    expect(sidebar.calls.map(({ name }) => name)).toEqual([
      'sidebarSaveReport',
      'sidebarRefreshReport',
      'sidebarSaveReport',
      'sidebarRefreshReport',
    ]);
    expect([sidebar.calls[1]?.args, sidebar.calls[3]?.args]).toEqual([
      ['r1', false],
      ['r1', false],
    ]);
  });

  test('without a connection waits for one', async () => {
    await sidebar.show(done({ ...CONNECTED, connection: null }));
    await button('Add report').click();
    sidebar.answer = () => done({ ...withIt, connection: null }, 'Saved.');
    await button('Save report').click();
    await sidebar.page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarSaveReport']);
  });

  test('stays saved where filling it fails, and its form goes', async () => {
    sidebar.answer = ({ name }) =>
      name === 'sidebarSaveReport'
        ? done(withIt, 'Saved.')
        : { kind: 'failed', code: 'busy', message: 'Try again in a minute.', state: withIt };
    await button('Save report').click();
    await sidebar.page.getByRole('alert').filter({ hasText: 'Try again in a minute.' }).waitFor();
    expect(await field('Sheet').count()).toBe(0);
    expect(await sidebar.focused()).toBe('Refresh');
  });

  test('is duplicated: the same choices, on a sheet of another name', async () => {
    const model = sampleReport({
      venue: 'Grand*',
      columns: 'SHIFT_DATE, NO_SHOWS',
      mode: 'history',
      sheet: 'No-shows',
    });
    await sidebar.show(done({ ...CONNECTED, reports: [model] }));
    await button('Duplicate').click();
    expect(await sidebar.focused()).toContain('Report');
    await button('Cancel').click();
    expect(await sidebar.focused()).toBe('Duplicate');
    await button('Duplicate').click();

    const {
      lastRun: _run,
      confirmation: _confirmation,
      progress: _part,
      canUndo: _undo,
      why: _why,
      shownFrom: _shownFrom,
      dashboards: _all,
      ...form
    } = model;
    expect(await saved()).toEqual({ ...form, id: null, sheet: 'No-shows 2' });
  });
});
