import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
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
    await field('Columns').fill('SHIFT_DATE, VENUE_NAME as Venue');
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
      sheet: 'Chefs',
      mode: 'history',
    });
  });

  test('asks what to group by only for grouped figures, and never for their history', async () => {
    expect(await field('Group by').count()).toBe(0);
    await field('Report').selectOption('shift_fulfilment_aggregated');
    expect(await sidebar.page.getByRole('radiogroup', { name: 'When refreshed' }).count()).toBe(0);
    await field('Group by').fill('Weeks, Job title');

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
    await field('Group by').fill('monthly');

    expect(await refused()).toBe('Correct the 2 marked fields.');
    expect(await sidebar.focused()).toBe('To');
    expect(await field('Group by').getAttribute('aria-invalid')).toBe('true');
    expect(await sidebar.violations()).toEqual([]);
    expect(await sidebar.overflow()).toBe(0);
  });

  test('asks for the days that history needs, and is content with Replace', async () => {
    await field('Columns').fill('VENUE_NAME');
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

    expect(await field('Group by').inputValue()).toBe('week, venue');
    const { lastRun: _run, held: _held, progress: _part, canUndo: _undo, dashboards: _all, ...form } = report;
    expect(await saved()).toEqual(form);
  });
});
