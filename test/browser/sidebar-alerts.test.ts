import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampleAlert, UNCONNECTED } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, IN_USE, sceneOf } from './support/sidebar-states';

/* What is watched, and what the page sends of a new alert. */

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });
const field = (label: string) => sidebar.page.getByLabel(label, { exact: true });
const alerts = () => sidebar.page.getByRole('region', { name: 'Alerts' });

describe('alerts', () => {
  test('need a report first', async () => {
    await sidebar.show(done(UNCONNECTED));
    await sidebar.openTab('Alerts');
    await alerts().getByText('Add a report first: an alert watches the rows of a report.').waitFor();
    expect(await button('Add alert').count()).toBe(0);
  });

  test('are listed with how they stand, in words and not by colour alone', async () => {
    await sidebar.enter(sceneOf('alerts'));
    const texts = (await alerts().getByRole('listitem').allInnerTexts()).map((text) =>
      text.split('\n').filter((line) => line.trim() !== ''),
    );

    expect(texts.map((lines) => lines.slice(-2))).toEqual(new Array(3).fill(['Edit', 'Remove']));
    expect(texts.map((lines) => lines.slice(0, -2))).toEqual([
      [
        'True fulfilment % below 90%',
        'Last 13 weeks: each venue',
        'Likely real',
        'Email to a\u2026@employer.example',
        '! Open',
        '\u201cCaf\u00e9 \u00c9toile\u201d: true fulfilment 71.4% in the week of 9 Nov 2026 (35 of 49), target 90%.',
      ],
      [
        'No-shows % above 5%',
        'Last 13 weeks: each venue',
        'Every miss',
        '\u2713 Quiet',
        'No miss in the week of 9 Nov 2026: 8 venues judged.',
      ],
      [
        'True fulfilment % below 90%',
        'Venues by week: each job title',
        'Every miss',
        '\u2013 Not judged yet',
        'Needs a complete week; this report covers none: choose last 13 weeks.',
      ],
    ]);
  });

  test('whose form is closed take its complaint with them', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Alerts');
    await button('Add alert').click();
    await field('Target in %').fill('abc');
    await button('Save alert').click();
    const complaint = sidebar.page.getByRole('alert').filter({ hasText: 'Enter a number from 0 to 100.' });
    await complaint.waitFor();

    await button('Cancel').click();

    await complaint.waitFor({ state: 'hidden' });
    expect(sidebar.calls).toEqual([]);
  });

  test('are sent as chosen, and the keyboard goes on at Add alert', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Alerts');
    await button('Add alert').click();
    expect(await sidebar.focused()).toContain('Report to watch');
    await field('Report to watch').selectOption('Venues by week');
    await field('Measure').selectOption('No-shows %');
    await alerts().getByText('A week above this is a miss; a week exactly on target is not.').waitFor();
    await field('Scope').selectOption('Each job title');
    await field('Target in %').fill('2,5');
    await field('Every miss').check();
    await field('Email alerts to').fill('ann@employer.example');
    sidebar.answer = () => done({ ...IN_USE, alerts: [sampleAlert()] }, 'Saved.');
    await button('Save alert').click();

    await sidebar.page.getByRole('status').filter({ hasText: 'Alert saved and judged.' }).waitFor();
    expect(sidebar.calls).toEqual([
      {
        name: 'sidebarSaveAlert',
        args: [
          {
            id: null,
            report: 'r2',
            measure: 'no_shows_percentage',
            scope: 'role',
            target: 2.5,
            strictness: 'any_miss',
            email: 'ann@employer.example',
          },
        ],
      },
      // Which judges it.
      { name: 'sidebarRefreshReport', args: ['r2', false] },
    ]);
    expect(await sidebar.focused()).toBe('Add alert');
  });

  test('are edited in their place, with the address as it is', async () => {
    const alert = sampleAlert({ id: 'l2', target: 80, mailTo: 'a\u2026@employer.example' });
    await sidebar.show(done({ ...IN_USE, alerts: [sampleAlert(), alert] }));
    await sidebar.openTab('Alerts');
    const item = sidebar.page.getByRole('listitem', { name: 'True fulfilment % below 80%' });
    await item.getByRole('button', { name: 'Edit' }).click();
    expect(await sidebar.focused()).toContain('Report to watch');
    expect(await field('Target in %').inputValue()).toBe('80');
    expect(await field('Email alerts to').inputValue()).toBe('a\u2026@employer.example');
    expect(await item.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await field('Target in %').fill('85');
    const changed = { ...IN_USE, alerts: [sampleAlert(), { ...alert, target: 85 }] };
    sidebar.answer = ({ name }) =>
      done(
        changed,
        name === 'sidebarRefreshReport' ? 'Refreshed: 12 shifts. Alert: a long sentence.' : 'Saved.',
      );
    await button('Save alert').click();

    const said = sidebar.page.getByRole('status');
    await said.filter({ hasText: 'judged' }).waitFor();
    // What the refresh says, the cards say as well.
    expect(await said.innerText()).toBe('Alert saved and judged.');
    expect(sidebar.calls).toEqual([
      {
        name: 'sidebarSaveAlert',
        args: [
          {
            id: 'l2',
            report: 'r1',
            measure: 'true_fulfilment_percentage',
            scope: 'venue',
            target: 85,
            strictness: 'likely_real',
          },
        ],
      },
      { name: 'sidebarRefreshReport', args: ['r1', false] },
    ]);
    expect(await sidebar.focused()).toBe('Edit');
    expect(await field('Target in %').count()).toBe(0);
  });

  test('that are saved without a connection wait for the next refresh', async () => {
    await sidebar.show(done({ ...IN_USE, connection: null }));
    await sidebar.openTab('Alerts');
    await button('Add alert').click();
    await button('Save alert').click();
    await sidebar.call(0);
    await button('Add alert').waitFor();
    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarSaveAlert']);
  });

  test('that are saved are not lost where judging them fails: the form goes, the remedy is said', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Alerts');
    await button('Add alert').click();
    sidebar.answer = ({ name }) =>
      name === 'sidebarSaveAlert'
        ? done({ ...IN_USE, alerts: [sampleAlert()] }, 'Saved.')
        : { kind: 'failed', code: 'busy', message: 'Try again in a minute.', state: null };
    await button('Save alert').click();
    await sidebar.page.getByRole('alert').filter({ hasText: 'Try again in a minute.' }).waitFor();
    expect(await field('Target in %').count()).toBe(0);
    expect(await alerts().getByRole('listitem').count()).toBe(1);
  });

  test('that are not changed after all are as before, and the keyboard goes on at Edit', async () => {
    await sidebar.show(done({ ...IN_USE, alerts: [sampleAlert()] }));
    await sidebar.openTab('Alerts');
    await alerts().getByRole('button', { name: 'Edit' }).click();
    await button('Cancel').click();
    expect(await sidebar.focused()).toBe('Edit');
    expect(sidebar.calls).toEqual([]);
  });

  test('with a field to correct are not sent', async () => {
    await sidebar.show(done(IN_USE));
    await sidebar.openTab('Alerts');
    await button('Add alert').click();
    await field('Target in %').fill('101');
    await button('Save alert').click();

    await sidebar.page.getByRole('alert').filter({ hasText: 'Enter a number from 0 to 100.' }).waitFor();
    expect(await sidebar.focused()).toBe('Target in %');
    expect(sidebar.calls).toEqual([]);
  });
});
