import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import { recordFigure } from '../support/record-figure';
import { Session } from './support/session';

/* A person with credentials, on the real bundle: from the opened sidebar to a dashboard of their own figures. */

let session: Session;
let sidebar: FrameLocator;
let clicks = 0;
let openSeconds = 0;
beforeAll(async () => {
  session = await Session.open('unconnected');
  const begun = Date.now();
  sidebar = await session.openSidebar();
  await session.sees(sidebar.getByRole('button', { name: 'Connect', exact: true }));
  openSeconds = (Date.now() - begun) / 1000;
});
afterAll(() => session.close());

/** Presses a button, and waits until the sidebar says that it is done. */
async function press(name: string, says: RegExp): Promise<void> {
  await sidebar.getByRole('button', { name, exact: true }).click();
  clicks += 1;
  await session.sees(sidebar.getByRole('status').filter({ hasText: says }));
}

test('a newcomer with credentials has an Overview with a chart after four presses', async () => {
  const { clientId, clientSecret, region } = session.demo.server.demoEmployer;
  const begun = Date.now();
  if (region === 'US') await sidebar.getByRole('radio', { name: 'US' }).check();
  await sidebar.getByLabel('Client ID').fill(clientId);
  await sidebar.getByLabel('Client secret').fill(clientSecret);
  await press('Connect', /Connected/);
  // The form of the first report opens by itself.
  await sidebar.getByLabel('Period', { exact: true }).selectOption({ label: 'Last 13 weeks' });
  await press('Save report', /Refreshed: [\d,]+ shifts/);
  await sidebar.getByRole('button', { name: 'Dashboards', exact: true }).click();
  clicks += 1;
  await press('Overview', /Built/);
  await session.idle();
  const seconds = (Date.now() - begun) / 1000;

  const { sheets } = session.demo.book.document.workbook;
  expect(sheets.find(({ name }) => name === 'Overview')?.charts).toHaveLength(1);
  expect((await session.cell('Overview!A1')).display).toBe('Overview');
  // Nothing of it is made up.
  expect(await sidebar.getByText('SAMPLE', { exact: true }).count()).toBe(0);
  expect((await session.values('Overview!A1:I8')).flat().map(String).join(' ')).not.toContain('SAMPLE');
  expect(session.complaints).toEqual([]);
  expect(clicks).toBe(4);
  recordFigure({
    requirement: 'newcomer',
    what: 'with credentials, from the sidebar to a chart',
    n: 1,
    figure: `${clicks} presses, ${seconds.toFixed(1)} s; the menu and the first opening took ${openSeconds.toFixed(1)} s`,
  });
});
