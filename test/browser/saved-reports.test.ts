import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import { Session } from './support/session';

/* The life of two saved reports, as the person sees it who keeps them running. */

let session: Session;
let sidebar: FrameLocator;
beforeAll(async () => {
  session = await Session.open('connected');
  sidebar = await session.openSidebar();
}, 120_000);
afterAll(() => session.close());

async function hears(role: 'status' | 'alert', words: RegExp): Promise<string> {
  const region = sidebar.getByRole(role).filter({ hasText: words });
  await region.waitFor({ timeout: 20_000 });
  return region.innerText();
}

const card = (sheet: string) => sidebar.getByRole('listitem', { name: sheet, exact: true });
const table = (sheet: string, to = 'R400') => session.demo.book.values(`${sheet}!A1:${to}`);

async function addReport(fields: Readonly<Record<string, string>>): Promise<void> {
  await sidebar.getByRole('button', { name: 'Add report' }).click();
  for (const [label, value] of Object.entries(fields)) {
    const field = sidebar.getByLabel(label, { exact: true });
    if (['Report', 'Period'].includes(label)) await field.selectOption({ label: value });
    else await field.fill(value);
  }
  await sidebar.getByRole('button', { name: 'Save report' }).click();
  await hears('status', /Saved/);
}

async function refresh(sheet: string): Promise<void> {
  await card(sheet).getByRole('button', { name: 'Refresh', exact: true }).click();
}

describe('saved reports', () => {
  test('one of shifts and one of groups fill their sheets', async () => {
    await addReport({ Period: 'Last 28 days', Sheet: 'Four weeks' });
    await addReport({
      Report: 'Shift fulfilment, aggregated',
      Period: 'Last 13 weeks',
      'Group by': 'venue',
      Sheet: 'Venues',
    });

    await refresh('Four weeks');
    await hears('status', /Refreshed: \d+ shifts/);
    await refresh('Venues');
    await hears('status', /Refreshed: \d+ rows/);
    await session.idle();

    expect((await session.cell('Four weeks!A1')).display).toBe('SHIFT_DATE');
    expect((await session.cell('Venues!A1')).display).toBe('VENUE_NAME');
    expect((await session.cell('Venues!N1')).display).toBe('TRUE_FULFILMENT_PERCENTAGE');
  });

  test('what is written beside a table stays, whatever the refresh brings', async () => {
    await session.enter('Four weeks!T2', 'my note');
    await refresh('Four weeks');
    await hears('status', /Refreshed/);
    await session.idle();

    expect((await session.cell('Four weeks!T2')).v).toBe('my note');
  });

  test('a run that Google ends midway leaves the old table; the next one says so and is whole', async () => {
    const before = table('Four weeks');
    session.demo.emulator.fault = { killAtCall: 25 };
    await refresh('Four weeks');
    await hears('alert', /./);

    expect(table('Four weeks')).toEqual(before);

    await session.page.getByRole('button', { name: 'Push 1 hour' }).click();
    await session.idle();
    await refresh('Four weeks');
    await hears('status', /Refreshed/);
    await sidebar
      .getByText(/never finished/)
      .first()
      .waitFor();
  });

  test('a service that is down changes no cell, and says when to try again', async () => {
    const before = table('Four weeks');
    await session.demo.server.setScenario('report', { name: 'status', status: 403, times: 1 });
    await refresh('Four weeks');

    expect(await hears('alert', /Check the region and the employer/)).toContain('HTTP 403');
    expect(table('Four weeks')).toEqual(before);
    await session.page.getByRole('button', { name: 'Push 1 hour' }).click();
    await session.idle();
  });

  test('corrected figures are counted, listed on a sheet of their own, and can be undone', async () => {
    const before = table('Four weeks');
    await session.demo.server.restate(20);
    await refresh('Four weeks');
    await hears('status', /\d+ shifts? (added|removed|changed)/);
    const after = table('Four weeks');
    expect(after).not.toEqual(before);

    await card('Four weeks').getByRole('button', { name: 'What changed' }).click();
    await hears('status', /Shift Reports changes/);
    await session.idle();
    expect(await session.sheets()).toContain('Shift Reports changes');

    const choice = sidebar.getByLabel('Table to put back');
    if ((await choice.count()) > 0) await choice.selectOption({ label: 'Four weeks' });
    await sidebar.getByRole('button', { name: 'Undo last refresh' }).click();
    await hears('status', /from before its last change/);
    expect(table('Four weeks')).toEqual(before);
  });

  test('a table that would lose most of its rows is held until the person confirms', async () => {
    await refresh('Four weeks');
    await hears('status', /Refreshed/);
    const before = table('Four weeks');
    await session.demo.server.setScenario('report', { name: 'empty', times: 1 });
    await refresh('Four weeks');

    await sidebar.getByText('Replace the table anyway?').waitFor();
    expect(table('Four weeks')).toEqual(before);

    await sidebar.getByRole('button', { name: 'Replace the table' }).click();
    await hears('status', /Refreshed: 0 shifts/);
    expect(table('Four weeks')[1]?.every((cell) => cell === '')).toBe(true);
  });
});
