import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openTab } from '../browser/support/tabs';
import { composePicture } from './brand-pictures';
import { openSheet, openSidebar, select } from './workbench-page';

/** What the Marketplace takes, in pixels. */
const SIZE = { width: 1280, height: 800 };
/** What the sheet takes of that, and how large it is shown for it: a fifth larger, so that more fits. */
const SHEET = { width: 1280, height: 720 };
const SHOWN = { width: 1536, height: 864 };
/** A percentage of a shift of the sample. */
export const EXPLAINED_CELL = "'Sample shifts'!K7";

/**
 * Takes the three pictures of the Marketplace listing, once sample data and the dashboards `Overview` and `Scorecard` are
 * in the sheets. They show the sheet and the sidebar alone, under a heading.
 */
export async function takeListingPictures(
  browser: Browser,
  folder: string,
  url: string,
  time: string,
): Promise<void> {
  const page = await openSheet(browser, url, { time, viewport: SHOWN, pixelRatio: 2 });
  const sidebar = page.frameLocator('iframe');
  const take = async (name: string, heading: string) => {
    const file = path.join(folder, `${name}-${SIZE.width}x${SIZE.height}.png`);
    await page.evaluate('window.workbench.idle()');
    await page.mouse.move(0, 0);
    await composePicture(browser, { file, size: SIZE, heading, below: SHEET, picture: await mainPart(page) });
  };
  try {
    await openSidebar(page);
    await sidebar.getByRole('tablist').waitFor();
    await select(page, 'Overview');
    await take('screenshot-1-overview', 'Did we get the people we asked for, and is it getting better?');
    await select(page, 'Sample shifts');
    await page.evaluate(`window.workbench.select(${JSON.stringify(EXPLAINED_CELL)})`);
    await openTab(sidebar, 'Explain');
    await sidebar.getByRole('button', { name: 'Explain this cell', exact: true }).click();
    const explained = sidebar.getByRole('region', { name: 'Explain', exact: true });
    await explained.getByText('Basis', { exact: true }).waitFor();
    await explained.scrollIntoViewIfNeeded();
    await take('screenshot-2-explain', 'Every shift in your own sheet, and every figure explained');
    await page.locator('#sidebar').getByRole('button', { name: 'Close sidebar' }).click();
    await select(page, 'Scorecard');
    await take('screenshot-3-venues', 'Find the venues where people are missing');
  } finally {
    await page.close();
  }
}

/** The sheet and the sidebar, in the proportions of the place below the heading. */
async function mainPart(page: Page): Promise<Buffer> {
  const main = page.locator('main');
  const { height } = (await main.boundingBox()) ?? SHOWN;
  const around = (page.viewportSize() ?? SHOWN).height - Math.round(height);
  await page.setViewportSize({ width: SHOWN.width, height: SHOWN.height + around });
  await page.evaluate('window.workbench.idle()');
  return main.screenshot({ animations: 'disabled', caret: 'hide' });
}
