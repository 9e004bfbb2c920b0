import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startDemo } from '../workbench/demo';
import { startWorkbench } from '../workbench/server';
import { takeListingPictures } from './listing-pictures';
import { savePicture } from './save-picture';
import { takeSectionPictures } from './section-pictures';
import { typeTargets } from './typed-targets';
import { openSheet, openSidebar, select, sheetsOf, until } from './workbench-page';

/** Where the pictures of the documentation go. */
export interface SheetPictures {
  /** The project's folder. */
  readonly root: string;
  /** The built add-on. */
  readonly dist: string;
  readonly images: string;
  /** Where those of the Marketplace go. */
  readonly listing: string;
  /** Told of each file that was written. */
  say(file: string): void;
}

/** Takes a picture of a part of the page, or of the whole page; of the sheet, so many pixels from the top. */
type TakePicture = (name: string, part?: string, height?: number) => Promise<void>;

/** A Monday morning: the week before is over. */
const PICTURE_TIME = '2026-11-23T09:00:00Z';
const VIEWPORT = { width: 1440, height: 1000 };
/** As much of the sidebar as a picture beside another one can show. */
const SIDEBAR_PIXELS = 860;
/** Brings the second half of the Overview into sight. */
const SCROLLED_PIXELS = 350;
const [GRID, SIDEBAR] = ['main', '#sidebar'];

/**
 * Walks the way of a newcomer, from the menu to dashboards of sample data, and takes pictures on it.
 *
 * The spreadsheet's clock stands still and so does the page's, so that a second run gives the same pictures.
 */
export async function takeSheetPictures(
  browser: Browser,
  { root, dist, images, listing, say }: SheetPictures,
): Promise<void> {
  const demo = await startDemo({ root, dist, clock: 'virtual', startAt: PICTURE_TIME, unconnected: true });
  const workbench = await startWorkbench({ root, dist, ...demo });
  const page = await openSheet(browser, {
    url: workbench.url,
    viewport: VIEWPORT,
    pixelRatio: 1.5,
    time: PICTURE_TIME,
  });
  const take: TakePicture = async (name, part = 'body', height = VIEWPORT.height) => {
    const file = path.join(images, `${name}.png`);
    await page.evaluate('window.workbench.idle()');
    const box = await page.locator(part).boundingBox();
    const clip = { ...(box ?? { ...VIEWPORT, x: 0, y: 0 }) };
    clip.height = Math.min(clip.height, height);
    await savePicture(page, file, { clip });
    say(file);
  };
  try {
    await openSidebar(page);
    await takeFirstMinute(page, take);
    typeTargets(demo);
    await takeSectionPictures(page, images, say);
    await takeSheets(page, take);
    await takeListingPictures(browser, { url: workbench.url, time: PICTURE_TIME, folder: listing, say });
  } finally {
    await page.close();
    await workbench.close();
    await demo.close();
  }
}

/** The sidebar as it opens, and what one press makes of it. */
async function takeFirstMinute(page: Page, take: TakePicture): Promise<void> {
  const start = page.frameLocator('iframe').getByRole('button', { name: 'Use sample data', exact: true });
  await start.waitFor();
  await take('sidebar-first-run', SIDEBAR, SIDEBAR_PIXELS);
  await start.click();
  await until(async () => (await sheetsOf(page)).includes('Overview'));
  await until(() => page.evaluate<boolean>('window.workbench.charts().length > 0'));
  await take('first-minute');
}

/** The sheets without the sidebar. */
async function takeSheets(page: Page, take: TakePicture): Promise<void> {
  await page.locator(SIDEBAR).getByRole('button', { name: 'Close sidebar' }).click();
  await select(page, 'Overview');
  const venues = page.getByRole('combobox', { name: 'Choose in A2' });
  await venues.selectOption({ index: 2 });
  await take('dashboard-choice', GRID, 400);
  await venues.selectOption({ index: 1 });
  await page.evaluate('window.workbench.idle()');
  await page.locator(GRID).hover();
  await page.mouse.wheel(0, SCROLLED_PIXELS);
  await take('overview-venues', GRID, 640);
  for (const [sheet, name, height] of [
    ['Scorecard', 'scorecard', 740],
    ['Sample shifts', 'table', 420],
    ['Shift Reports status', 'status', 210],
  ] as const) {
    await select(page, sheet);
    await take(name, GRID, height);
  }
}
