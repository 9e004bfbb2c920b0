import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, IN_USE, SAVED, WAREHOUSE_SCENES, withWarehouse } from './support/sidebar-scenes';

/* The section `Warehouse`, on the page of its edition. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE), { edition: 'warehouse' });
});
afterAll(() => sidebar.close());

const PLACE = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU' };

const section = () => sidebar.region('Warehouse');
const button = (name: string) => section().getByRole('button', { name, exact: true });
const field = (label: string) => section().getByLabel(label, { exact: true });
const status = (text: string) => sidebar.page.getByRole('status').filter({ hasText: text });
const press = (key: string) => sidebar.page.keyboard.press(key);
const typed = (text: string) => sidebar.page.keyboard.type(text);

async function show(state = withWarehouse(SAVED)): Promise<void> {
  await sidebar.show(done(state));
  await sidebar.openTab('Settings');
}

describe('the settings of the warehouse', () => {
  test('are entered and saved by keyboard alone, and the keyboard stays', async () => {
    await show(IN_USE);
    await field('Project').focus();
    await typed(' acme-shifts');
    await press('Tab');
    await typed('shift_reports');
    await press('Tab');
    expect(await field('Location').inputValue()).toBe('EU');
    await typed('europe-west2');
    await press('Tab');
    expect(await sidebar.focused()).toBe('Last 13 weeks');
    await press('Space');
    await press('Tab');
    expect(await sidebar.focused()).toBe('Save warehouse');
    sidebar.answer = () => done(withWarehouse(SAVED), 'Warehouse saved.');
    await press('Enter');
    await status('Warehouse saved.').waitFor();

    expect(sidebar.asked).toEqual([
      ['saveWarehouse', { ...PLACE, project: ' acme-shifts', location: 'europe-west2', reports: ['r1'] }],
    ]);
    expect(await sidebar.focused()).toBe('Save warehouse');
    expect(await field('Location').inputValue()).toBe('EU');
  });

  test('that are set up keep their location, and Set up is no longer the next step', async () => {
    await show();
    const next = async (name: string) => [
      await button(name).getAttribute('class'),
      await field('Location').getAttribute('readonly'),
    ];
    sidebar.answer = () => ({ ...done(withWarehouse(SAVED), 'Ready.'), checks: [] });
    expect(await next('Set up')).toEqual(['button primary', null]);
    await button('Set up').click();
    await status('Ready.').waitFor();
    expect(await next('Set up again')).toEqual(['button text', '']);
    await show(withWarehouse({ ...SAVED, state: 'refreshed' }));
    expect(await next('Set up again')).toEqual(['button text', '']);
    await show(withWarehouse({ ...SAVED, state: 'failed' }));
    expect(await next('Set up')).toEqual(['button primary', null]);
  });

  test('are not sent before they are corrected: the first wrong field gets the keyboard', async () => {
    await show(IN_USE);
    await field('Project').fill('Acme Shifts');
    await field('Dataset').fill('shift-reports');
    await button('Save warehouse').click();
    await section().getByText('Copy the project ID from the Google Cloud console').waitFor();
    await section().getByText('Enter the name of a dataset').waitFor();

    expect(await sidebar.focused()).toBe('Project');
    expect(sidebar.asked).toEqual([]);
  });

  test('no longer name a report that was removed', async () => {
    await show(withWarehouse({ ...SAVED, settings: { ...PLACE, reports: ['r1', 'gone'] } }));
    await button('Save warehouse').click();
    await sidebar.call(0);
    expect(sidebar.asked).toEqual([['saveWarehouse', { ...PLACE, reports: ['r1'] }]]);
  });

  test('are not there before anything is connected', async () => {
    await sidebar.show(done({ ...IN_USE, connection: null, reports: [] }));

    expect(await section().count()).toBe(0);
  });
});

describe('what is done with the warehouse', () => {
  const begun = { since: '2026-01-01', sentence: 'Sent 1 of 9 months.', share: 1 / 9, isDone: false };
  const BEGUN = withWarehouse({ ...SAVED, history: begun });

  test('it is set up, and a connected table shows the chosen view', async () => {
    await show();
    sidebar.answer = (name) => done(withWarehouse(SAVED), `Answer of ${name}.`);
    await button('Set up').click();
    await status('Answer of setUpWarehouse.').waitFor();
    await field('Connected table').selectOption('Totals by venue and week');
    await button('Add connected table').click();
    await status('Answer of addConnectedTable.').waitFor();

    expect(sidebar.asked).toEqual([['setUpWarehouse'], ['addConnectedTable', 'shifts_by_venue']]);
  });

  test('history is sent part by part until all of it is there', async () => {
    await show();
    await field('Send history since').fill('2026-09-01');
    let part = 0;
    sidebar.answer = () => {
      part += 1;
      const sentence = `Sent ${part} of 3 months.`;
      const history = { since: '2026-09-01', sentence, share: part / 3, isDone: part === 3 };
      return done(withWarehouse({ ...SAVED, history }), sentence, part < 3);
    };
    await button('Send history').click();
    await status('Sent 3 of 3 months.').waitFor();

    const call = ['sendHistory', { since: '2026-09-01' }];
    expect(sidebar.asked).toEqual([call, call, call]);
    // Its end is a sentence.
    expect(await section().getByRole('progressbar').count()).toBe(0);
  });

  test('Stop lets the part under way end, then forgets what is left', async () => {
    await show(BEGUN);
    let end: () => void = () => {};
    sidebar.answer = (name) => {
      if (name === 'stopHistory') return done(withWarehouse(SAVED), 'History stopped.');
      return new Promise((resolve) => {
        end = () => resolve(done(BEGUN, 'Sent 2 of 9 months.', true));
      });
    };
    await button('Continue now').click();
    await sidebar.call(0);
    await button('Stop').click();
    end();
    await status('History stopped.').waitFor();

    expect(sidebar.asked.map(([name]) => name)).toEqual(['sendHistory', 'stopHistory']);
    expect(await button('Send history').count()).toBe(1);
  });

  test('Stop between two parts forgets what is left at once', async () => {
    await show(BEGUN);
    sidebar.answer = () => done(withWarehouse(SAVED), 'History stopped.');
    await button('Stop').click();
    await status('History stopped.').waitFor();

    expect(sidebar.asked.map(([name]) => name)).toEqual(['stopHistory']);
  });

  test('removing asks first; Escape keeps it', async () => {
    await show();
    await button('Remove warehouse').click();
    await sidebar.page.getByText('Nothing in BigQuery is deleted').waitFor();
    expect(await sidebar.focused()).toBe('No, keep it');
    await press('Escape');
    expect(await sidebar.focused()).toBe('Remove warehouse');
    expect(sidebar.asked).toEqual([]);
    await press('Enter');
    sidebar.answer = () => done(withWarehouse({ ...SAVED, settings: null }), 'Warehouse removed.');
    await sidebar.page.getByRole('button', { name: 'Yes, remove it' }).click();
    await status('Warehouse removed.').waitFor();

    expect(sidebar.asked).toEqual([['removeWarehouse']]);
    expect(await button('Set up').count()).toBe(0);
  });
});

test.each(Object.entries(WAREHOUSE_SCENES))(
  '%s breaks no rule of axe-core in either theme and fits in 300 pixels',
  async (_, scene) => {
    await sidebar.enter(scene);

    expect(await sidebar.faultsOfThemes()).toEqual([]);
  },
);
