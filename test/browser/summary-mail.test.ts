import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Session } from './support/session';
import { openTab } from './support/tabs';

/* A test of a summary email, from the form in the sidebar to the mail as its reader sees it. */

let session: Session;
beforeAll(async () => {
  session = await Session.open('connected');
});
afterAll(() => session.close());

test('a summary email that someone tries is in the mail viewer, with its picture', async () => {
  const { page } = session;
  const sidebar = await session.openSidebar();
  await openTab(sidebar, 'Alerts');
  await sidebar.getByRole('button', { name: 'Add summary email' }).click();
  await sidebar.getByLabel('Send to', { exact: true }).fill('ann@employer.example');
  await sidebar.getByRole('button', { name: 'Send me a test' }).click();
  await sidebar.getByRole('status').filter({ hasText: 'Test sent to a…@employer.example.' }).waitFor();
  await page.getByRole('button', { name: 'Mail (1)' }).click();
  const mail = page.frameLocator('.mail-frame');
  await mail.getByRole('heading', { level: 1, name: /^True fulfilment [\d.]+%$/ }).waitFor();
  const picture = mail.getByRole('img');
  expect(await picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  expect(await picture.getAttribute('alt')).toMatch(/^True fulfilment, .*\d%/);
  // Its policy lets it show: the picture has been decoded.
  expect(await picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(1088);
  expect(session.complaints).toEqual([]);
});
