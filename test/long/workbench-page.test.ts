import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Session } from '../browser/support/session';
import { violationsOf } from '../browser/support/violations';
import type { Mail } from '../emulator/world';

/* The page around the grid: room for what counts, the clipboard, the keyboard, and the mail. */

/** The grid is a library’s. */
const GRID = '#grid';

const box = async (session: Session, selector: string) => {
  const found = await session.page.locator(selector).first().boundingBox();
  if (found === null) throw new Error(`${selector} is not shown.`);
  return found;
};

describe('the page of a newcomer', () => {
  let session: Session;
  beforeAll(async () => {
    session = await Session.open('unconnected');
    await session.page.setViewportSize({ width: 1440, height: 900 });
    const sidebar = await session.openSidebar();
    await sidebar.getByRole('button', { name: 'Use sample data', exact: true }).click();
    await session.until(async () => (await session.page.locator('#charts figure').count()) > 0);
    await session.idle();
  });
  afterAll(() => session.close());

  test('shows the first dashboard with its chart at 1440 by 900, beside a sidebar of 300 pixels', async () => {
    expect((await box(session, '#sidebar')).width).toBe(300);
    const [chart, cells] = [await box(session, '#charts figure'), await box(session, '#charts')];
    const right = Math.min(chart.x + chart.width, cells.x + cells.width);
    const bottom = Math.min(chart.y + chart.height, cells.y + cells.height);
    expect(right - chart.x).toBeGreaterThanOrEqual(Math.min(400, chart.width));
    expect(bottom - chart.y).toBeGreaterThanOrEqual(Math.min(200, chart.height));
    expect(await session.page.getByText('Local stand-in for Google Sheets').isVisible()).toBe(true);
  });

  test('says what differs from Google Sheets, and has no mail yet', async () => {
    for (const [name, words] of [
      ['What differs', 'ARRAYFORMULA'],
      ['Mail', 'No mail yet.'],
      ['Service calls', 'sidebar, buildDashboard'],
    ] as const) {
      const button = session.page.getByRole('button', { name });
      await button.click();
      await session.sees(session.page.getByRole('dialog').getByText(words));
      expect(await violationsOf(session.page, GRID)).toEqual([]);
      await session.page.keyboard.press('Escape');
      expect(await session.page.locator(':focus').innerText()).toBe(name);
    }
  });

  test.each([
    [1440, 900],
    [1024, 768],
  ])('fits into %d by %d, also while hours are counted', async (width, height) => {
    await session.page.setViewportSize({ width, height });
    await session.page.evaluate(`
      document.getElementById('skipped').textContent = 'Hour 23 of 24';
      document.getElementById('skipped-bar').hidden = false;
    `);
    const far = await session.page.evaluate<number[]>(`(() => {
      const ends = [...document.querySelectorAll('header.bar *, main, #sidebar, footer.bar, footer.bar *')]
        .map((one) => one.getBoundingClientRect());
      return [Math.max(...ends.map(({ right }) => right)), Math.max(...ends.map(({ bottom }) => bottom))];
    })()`);
    expect(far[0]).toBeLessThanOrEqual(width);
    expect(far[1]).toBeLessThanOrEqual(height);
    expect(await violationsOf(session.page, GRID)).toEqual([]);
  });
});

describe('cells', () => {
  let session: Session;
  let other: Session;
  beforeAll(async () => {
    session = await Session.open('connected');
    await session.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    other = await session.beside();
    await session.page.bringToFront();
  });
  afterAll(() => session.close());

  test('a formula copied from the sheet Start is pasted as a formula; text behind an apostrophe stays text', async () => {
    await session.enter('Sheet1!C1', "'=1+1");
    await session.select('Start!A5');
    await session.page.keyboard.press('ControlOrMeta+C');
    await session.until(() =>
      session.page.evaluate<boolean>(
        'navigator.clipboard.readText().then((text) => text.startsWith("=SHIFT"))',
      ),
    );
    await session.select('Sheet1!A1');
    await session.page.keyboard.press('ControlOrMeta+V');
    await session.until(async () => typeof (await session.cell('Sheet1!A1')).v === 'number');
    await session.idle();

    const { formula, value } = session.demo.book.cell('Sheet1!A1');
    expect(formula).toBe('=SHIFT_METRIC("worked %", "last week")');
    expect(value).toBe((await session.cell('Sheet1!A1')).v);
    expect(session.demo.book.cell('Sheet1!C1')).toMatchObject({ formula: '', value: '=1+1' });
  });

  test('a formula that stands as text on the sheet Start is text again after Delete is undone', async () => {
    const { value } = session.demo.book.cell('Start!A6');
    await session.select('Start!A6');
    await session.page.keyboard.press('Delete');
    await session.until(async () => session.demo.book.cell('Start!A6').value === '');
    await session.page.keyboard.press('ControlOrMeta+Z');
    await session.until(async () => session.demo.book.cell('Start!A6').value !== '');
    await session.idle();

    expect(session.demo.book.cell('Start!A6')).toMatchObject({ formula: '', value });
  });

  test('a cell that the script selects becomes the current one', async () => {
    const sidebar = await session.openSidebar();
    await sidebar.getByRole('tab', { name: 'Settings' }).click();
    const button = sidebar.getByRole('button', { name: 'Set targets' });
    await button.click();
    await session.until(async () => (await session.sheets()).includes('Shift Reports targets'));
    await session.idle();
    await session.enter('Shift Reports targets!G3', 'most');
    await session.select('Shift Reports targets!A1');
    await button.click();
    await session.until(async () => (await session.selected()) === 'Shift Reports targets!G3');
  });

  test.each([
    ['columns', 'Sheet1!Y3', 'Sheet1!AP4'],
    ['rows', 'Sheet1!A995', 'Sheet1!A1100'],
  ])('a result that needs more %s than the sheet has enlarges it, on both pages', async (_, at, far) => {
    await session.enter(at, '=SHIFT_FULFILMENT("last week")');
    for (const page of [session, other]) {
      await page.until(async () => (await page.cell(at)).v === 'SHIFT_DATE');
      await page.idle();
    }
    const { value } = session.demo.book.cell(far);
    expect(value).not.toBe('');
    expect([(await session.cell(far)).v, (await other.cell(far)).v]).toEqual([value, value]);
  });
});

describe('the keyboard and the mail', () => {
  const HOSTILE: Mail = {
    to: 'ann@employer.example',
    subject: 'Week <b id="bold">47</b>',
    body: 'Plain <img src="x" onerror="window.harmed = true">',
    options: {
      name: 'Shift Reports',
      htmlBody:
        '<h1>Week 47</h1><script>parent.harmed = true; top.harmed = true</script>' +
        '<img src="https://elsewhere.example/x.png" onerror="parent.harmed = true">' +
        '<iframe src="https://elsewhere.example"></iframe><a href="https://elsewhere.example">Open</a>',
    },
    sender: 'you@employer.example',
    sentAt: Date.UTC(2026, 10, 23, 9),
  };
  let session: Session;
  let mailOpen: () => ReturnType<Session['page']['locator']>;
  beforeAll(async () => {
    session = await Session.open('connected');
    await session.page.context().grantPermissions(['clipboard-write']);
    session.demo.emulator.mails.push(HOSTILE);
    mailOpen = () => session.page.locator('#mail details[open] > article');
  });
  afterAll(() => session.close());

  test('Tab goes from the menu to the sidebar, which may use the clipboard', async () => {
    await session.page.getByRole('button', { name: 'Extensions' }).focus();
    for (const key of ['Enter', 'Enter']) await session.page.keyboard.press(key);
    await session.sees(session.sidebar.getByRole('tablist'));

    const inFrame = () => session.page.evaluate<boolean>('document.activeElement.matches("#sidebar iframe")');
    for (let presses = 0; presses < 6 && !(await inFrame()); presses += 1)
      await session.page.keyboard.press('Tab');

    expect(await inFrame()).toBe(true);
    const frame = session.page.frames().find((one) => one.parentFrame() !== null);
    expect(await frame?.evaluate('navigator.clipboard.writeText("a figure").then(() => "copied")')).toBe(
      'copied',
    );
  });

  test('hostile HTML in a mail makes no element of the page and runs no script', async () => {
    await session.sees(session.page.locator('.toast').filter({ hasText: 'Mail to ann@employer.example' }));
    await session.page.getByRole('button', { name: 'Mail (1)' }).click();
    expect(await mailOpen().getAttribute('aria-label')).toBe(HOSTILE.subject);
    expect(await mailOpen().innerText()).toContain('From\nShift Reports <you@employer.example>');
    const frame = mailOpen().locator('iframe');
    await session.sees(frame.contentFrame().getByRole('heading', { name: 'Week 47' }));
    expect(await frame.getAttribute('sandbox')).toBe('');
    await mailOpen().getByText('Plain text').click();
    expect(await mailOpen().getByLabel('Plain text part').innerText()).toBe(HOSTILE.body);
    expect(await session.page.locator('#bold, #mail img').count()).toBe(0);
    expect(await session.page.evaluate('window.harmed')).toBeUndefined();
    expect(await violationsOf(session.page, GRID)).toEqual([]);

    await session.page.keyboard.press('Escape');
    expect(await session.page.getByRole('dialog').count()).toBe(0);
  });
});
