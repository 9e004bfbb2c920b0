import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Session } from './support/session';

/* A new user who touches no mouse: from the menu to a table. */

let session: Session;
beforeAll(async () => {
  session = await Session.open('unconnected');
});
afterAll(() => session.close());

/** More than there are things to focus. */
const MOST_TABS = 40;

const FOCUSED_NAME = `(() => {
  const element = document.activeElement;
  const label = element.labels && element.labels[0];
  return (element.getAttribute('aria-label') || (label || element).textContent || '').trim();
})()`;

/** The name of what has the keyboard inside the sidebar. */
function focused(): Promise<string> {
  const frame = session.page.frames().find((one) => one.parentFrame() !== null);
  if (!frame) throw new Error('There is no sidebar.');
  return frame.evaluate<string>(FOCUSED_NAME);
}

/** Presses Tab until something of that name has the keyboard. */
async function tabTo(name: string): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if ((await focused()) === name) return;
    await session.page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard did not reach “${name}”.`);
}

describe('by keyboard alone', () => {
  test('the menu opens the sidebar', async () => {
    await session.page.getByRole('menuitem', { name: 'Extensions' }).focus();
    for (const key of ['Enter', 'ArrowRight', 'Enter']) await session.page.keyboard.press(key);

    await session.sidebar.getByLabel('Client ID', { exact: true }).waitFor();
    expect(session.page.frames()).toHaveLength(2);
  });

  test('credentials are typed and sent', async () => {
    const { clientId, clientSecret } = session.demo.server.demoEmployer;
    const inSidebar = () =>
      session.page.evaluate<boolean>('document.activeElement.matches("#sidebar iframe")');
    for (let presses = 0; presses < MOST_TABS && !(await inSidebar()); presses += 1)
      await session.page.keyboard.press('Tab');
    await tabTo('Client ID');
    await session.page.keyboard.type(clientId);
    await tabTo('Client secret');
    await session.page.keyboard.type(clientSecret);
    await tabTo('Connect');
    await session.page.keyboard.press('Enter');

    await session.sidebar
      .getByRole('status')
      .filter({ hasText: /Connected/ })
      .waitFor();
    expect(await focused()).not.toBe('');
  });

  test('a report is saved and refreshed', async () => {
    await tabTo('Sheet');
    await session.page.keyboard.press('ControlOrMeta+A');
    await session.page.keyboard.type('By keyboard');
    await tabTo('Save report');
    await session.page.keyboard.press('Enter');
    await session.sidebar.getByRole('listitem', { name: 'By keyboard' }).waitFor();
    await tabTo('Refresh');
    await session.page.keyboard.press('Enter');

    await session.sidebar
      .getByRole('status')
      .filter({ hasText: /Refreshed/ })
      .waitFor();
    await session.idle();
    expect((await session.cell('By keyboard!A1')).display).toBe('SHIFT_DATE');
  });
});
