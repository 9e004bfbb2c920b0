import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { FrameLocator } from 'playwright-core';
import { Session } from './support/session';

let session: Session;
let sidebar: FrameLocator;
beforeAll(async () => {
  session = await Session.open('unconnected');
  sidebar = await session.openSidebar();
});
afterAll(() => session.close());

async function fillCredentials(secret: string, employer = 'me'): Promise<void> {
  const { region, clientId } = session.demo.server.demoEmployer;
  await sidebar.getByRole('radiogroup', { name: 'Region' }).getByLabel(region, { exact: true }).check();
  await sidebar.getByLabel('Client ID', { exact: true }).fill(clientId);
  await sidebar.getByLabel('Client secret', { exact: true }).fill(secret);
  await sidebar.getByLabel('Employer', { exact: true }).fill(employer);
  await sidebar.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** What stands in the fields of the connection form. */
function filled(): Promise<string[]> {
  const labels = ['Client ID', 'Client secret', 'Employer'];
  return Promise.all(labels.map((label) => sidebar.getByLabel(label, { exact: true }).inputValue()));
}

/** Waits until a live region says something that matches. */
async function hears(role: 'status' | 'alert', words: RegExp): Promise<string> {
  const region = sidebar.getByRole(role).filter({ hasText: words });
  await session.sees(region);
  return region.innerText();
}

async function violations(): Promise<string[]> {
  const frame = session.page.frames().find((one) => one.parentFrame() !== null);
  if (!frame) throw new Error('There is no sidebar.');
  await frame.evaluate(axe.source);
  const found = await frame.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    'axe.run().then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))',
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('the sidebar, as a new user walks through it', () => {
  test('says what to do before anything is connected', async () => {
    await sidebar.getByRole('button', { name: 'Connect', exact: true }).waitFor();

    expect(await violations()).toEqual([]);
  });

  test('a wrong secret shows its remedy, and nothing is saved', async () => {
    await fillCredentials('not the secret');

    const alert = await hears('alert', /Check the client ID and the client secret/);
    expect(alert).not.toContain('not the secret');
    expect(await filled()).toEqual([session.demo.server.demoEmployer.clientId, 'not the secret', 'me']);
    expect(await violations()).toEqual([]);
  });

  test('another employer’s ID is refused with what to change, and everything typed stays', async () => {
    const { clientId, clientSecret } = session.demo.server.demoEmployer;
    await fillCredentials(clientSecret, '20533');

    const alert = await hears('alert', /signed in, but employer 20533 cannot be read/);
    expect(alert).toContain('Check the region and the employer');
    expect(alert).toContain('HTTP 403');
    expect(await filled()).toEqual([clientId, clientSecret, '20533']);
    expect(await sidebar.getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
  });

  test('another region is refused, too', async () => {
    const { region } = session.demo.server.demoEmployer;
    const other = region === 'UK' ? 'US' : 'UK';
    await sidebar.getByRole('radiogroup', { name: 'Region' }).getByLabel(other, { exact: true }).check();
    await sidebar.getByLabel('Employer', { exact: true }).fill('me');
    await sidebar.getByRole('button', { name: 'Connect', exact: true }).click();

    await hears('alert', new RegExp(`^Check the region: signed in, but .* in the ${other} region`));
  });

  test('the right credentials connect, with spaces that were pasted around them', async () => {
    const { region, clientId, clientSecret } = session.demo.server.demoEmployer;
    await sidebar.getByRole('radiogroup', { name: 'Region' }).getByLabel(region, { exact: true }).check();
    await sidebar.getByLabel('Client ID', { exact: true }).fill(`\u200b${clientId} `);
    await sidebar.getByLabel('Client secret', { exact: true }).fill(` ${clientSecret}\u00a0`);
    await sidebar.getByRole('button', { name: 'Connect', exact: true }).click();

    await hears('status', /Connected: the report can be read, [\d,]+ shifts? on \d{4}-\d{2}-\d{2}\./);
    expect(await sidebar.getByLabel('Client secret', { exact: true }).count()).toBe(0);
    expect(await violations()).toEqual([]);
  });

  test('a report is saved, refreshed by its button, and stands on its sheet', async () => {
    await saveReport('Last week');

    await sidebar
      .getByRole('listitem', { name: 'Last week' })
      .getByRole('button', { name: 'Refresh' })
      .click();

    expect(await hears('status', /Refreshed/)).toMatch(/[\d,]+ shifts from \d{1,2} \w{3} \d{4} to/);
    await session.idle();
    expect(await session.sheets()).toEqual(expect.arrayContaining(['Last week', 'Shift Reports status']));
    expect((await session.cell('Last week!A1')).display).toBe('SHIFT_DATE');
    expect((await session.cell('Last week!A2')).display).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    // The service leaves some values empty, which ones depends on the week.
    const row = 2 + (await session.values('Last week!G2:G20')).findIndex(([value]) => value !== null);
    expect((await session.cell(`Last week!G${row}`)).display).toMatch(/^\d+\.\d%$/);
    expect(await violations()).toEqual([]);
  });

  test('a refusal later leaves the table as it was', async () => {
    const before = session.demo.book.values('Last week!A1:R50');
    await session.demo.server.setScenario('report', { name: 'status', status: 404, times: 1 });

    await sidebar
      .getByRole('listitem', { name: 'Last week' })
      .getByRole('button', { name: 'Refresh' })
      .click();

    expect(await hears('alert', /enable API access/)).toContain('HTTP 404');
    expect(session.demo.book.values('Last week!A1:R50')).toEqual(before);
  });

  test('the secret stands nowhere on the page', async () => {
    const { clientSecret } = session.demo.server.demoEmployer;
    const frames = await Promise.all(session.page.frames().map((frame) => frame.content()));

    expect(frames.join('\n')).not.toContain(clientSecret);
    expect(session.complaints).toEqual([]);
  });
});

async function saveReport(sheet: string): Promise<void> {
  const form = sidebar.getByLabel('Sheet', { exact: true });
  if (!(await form.isVisible())) await sidebar.getByRole('button', { name: 'Add report' }).click();
  await sidebar.getByLabel('Period', { exact: true }).selectOption('last week');
  await form.fill(sheet);
  await sidebar.getByRole('button', { name: 'Save report' }).click();
  await sidebar.getByRole('listitem', { name: sheet }).waitFor();
  // Saving fills the sheet.
  await hears('status', /Refreshed/);
}
