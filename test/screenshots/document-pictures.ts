import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { startOfPeriod } from '../../src/calendar/calendar-date';
import { DashboardFigures } from '../../src/dashboards/dashboard-figures';
import { writeHtml, writeMail } from '../../src/reports/mail/mail-document';
import { planSummary } from '../../src/summaries/page';
import { openTab, reachButton } from '../browser/support/tabs';
import { DASHBOARD_SHAPES, type DashboardShape, sourceOf } from '../support/dashboard-shapes';
import { buildOverview, connectDemo, type Demo, refreshDemo } from '../workbench/demo';
import { typeTargets } from './dashboard-pictures';
import { EXPLAINED_CELL, takeListingPictures } from './listing-pictures';
import { savePicture } from './save-picture';
import { inWorkbench, type Opened, select, sheetsOf, until } from './workbench-page';

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
 * @param listing Where those of the Marketplace go.
 */
export async function takeSheetPictures(
  browser: Browser,
  dist: string,
  images: string,
  listing: string,
): Promise<void> {
  const view = { dist, viewport: VIEWPORT, pixelRatio: 1.5, time: PICTURE_TIME };
  await inWorkbench(browser, view, async ({ page, demo, url }) => {
    const take: TakePicture = async (name, part = 'body', height = VIEWPORT.height) => {
      await page.evaluate('window.workbench.idle()');
      const clip = { ...((await page.locator(part).boundingBox()) ?? { ...VIEWPORT, x: 0, y: 0 }) };
      clip.height = Math.min(clip.height, height);
      await savePicture(page, path.join(images, `${name}.png`), { clip });
    };
    await takeFirstMinute(page, take);
    typeTargets(demo);
    await takeSectionPictures(page, images);
    await takeSheets(page, take);
    await takeListingPictures(browser, listing, url, PICTURE_TIME);
  });
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

/** Long enough for the longest section; what is longer than the sidebar would be cut. */
const TALL = { width: 1440, height: 3200 };
const AS_LONG_AS_ITS_NEIGHBOURS = { width: 1440, height: 1000 };
/** Around a section, in pixels. */
const MARGIN = 12;

/**
 * Uses what the sidebar has to offer, once sample data are in the sheets, and takes pictures of its sections. Leaves the
 * dashboard `Scorecard` behind, and the page as large as it was.
 */
async function takeSectionPictures(page: Page, images: string): Promise<void> {
  const usual = page.viewportSize();
  const sidebar = page.frameLocator('iframe');
  const press = async (name: string) => (await reachButton(sidebar, name)).click();
  const section = (name: string) => sidebar.getByRole('region', { name, exact: true });
  const take = async (name: string, part: Locator) => {
    await page.evaluate('window.workbench.idle()');
    await page.mouse.move(0, 0);
    await savePicture(page, path.join(images, `${name}.png`), { clip: await frameOf(part) });
  };

  await saveSchedule(sidebar);
  await page.setViewportSize(AS_LONG_AS_ITS_NEIGHBOURS);
  await openTab(sidebar, 'Reports');
  await take('sidebar-in-use', page.locator('#sidebar'));

  await page.setViewportSize(TALL);
  await press('Dashboards');
  await press('Scorecard');
  await sidebar.getByText('On sheet “Scorecard”').waitFor();
  await take('sidebar-dashboards', section('Reports'));
  await press('Dashboards');
  await page.evaluate(`window.workbench.select(${JSON.stringify(EXPLAINED_CELL)})`);
  await press('Explain this cell');
  await section('Explain').getByText('Basis', { exact: true }).waitFor();
  await take('sidebar-explain-cell', section('Explain'));
  await press('Add report');
  await press('Preview');
  await sidebar.getByText('Nothing is written or saved yet.').waitFor();
  await take('sidebar-preview', sidebar.getByRole('form', { name: 'New report' }).locator('.made'));
  await press('Cancel');
  await saveAlert(sidebar);
  await take('sidebar-alerts', section('Alerts'));
  if (usual) await page.setViewportSize(usual);
}

async function saveSchedule(sidebar: FrameLocator): Promise<void> {
  await openTab(sidebar, 'Settings');
  await sidebar.getByLabel('Refresh reports', { exact: true }).selectOption({ label: 'Every day' });
  await sidebar.getByRole('button', { name: 'Save schedule', exact: true }).click();
  await sidebar.getByText('Next run').waitFor();
}

/** Watches each venue; saving judges the alert. */
async function saveAlert(sidebar: FrameLocator): Promise<void> {
  const press = async (name: string) => (await reachButton(sidebar, name)).click();
  await press('Add alert');
  await sidebar.getByLabel('Measure', { exact: true }).selectOption({ label: 'Booked %' });
  await sidebar.getByLabel('Target in %', { exact: true }).fill('90');
  await press('Save alert');
  const alerts = sidebar.getByRole('region', { name: 'Alerts', exact: true });
  await alerts.getByText('in the week of').first().waitFor();
}

async function frameOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('What the picture is of cannot be seen.');
  const margin = box.x + box.width + MARGIN > TALL.width ? 0 : MARGIN;
  const [x, y] = [Math.floor(box.x - margin), Math.floor(box.y - margin)];
  return { x, y, width: Math.ceil(box.width + 2 * margin), height: Math.ceil(box.height + 2 * margin) };
}

/** A little wider than the mail. */
const MAIL = { width: 640, height: 800 };

/** Takes a picture of a weekly summary email of sample data, as a mail program shows it. */
export async function takeSummaryPicture(browser: Browser, images: string): Promise<void> {
  const [sample] = DASHBOARD_SHAPES as [DashboardShape];
  const source = sourceOf(sample);
  const context = {
    spreadsheet: 'Shift planning',
    link: 'https://sheet.example/',
    test: '',
    left: 0,
    gzip: (bytes: readonly number[]) => [...gzipSync(Uint8Array.from(bytes))],
  };
  const summary = planSummary(
    new DashboardFigures(source),
    'week',
    startOfPeriod('week', source.today, source.weekStart, -1),
    context,
  );
  const bytes = writeMail(summary).picture;
  const picture = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
  const page = await browser.newPage({ viewport: MAIL, colorScheme: 'light' });
  try {
    await page.setContent(writeHtml(summary).replace('cid:picture', picture));
    await savePicture(page, path.join(images, 'summary.png'), { fullPage: true });
  } finally {
    await page.close();
  }
}

const HISTORY_SINCE = '2026-08-24';
const BESIDE_WAREHOUSE = { width: 1440, height: 1060 };

/** Takes a picture of a connected table beside the section `Warehouse`, after history was sent. @param dist Of its edition. */
export async function takeWarehousePicture(browser: Browser, dist: string, images: string): Promise<void> {
  const view = { dist, viewport: BESIDE_WAREHOUSE, pixelRatio: 1.5, time: PICTURE_TIME, hasWarehouse: true };
  const prepare = (demo: Demo) => {
    connectDemo(demo);
    refreshDemo(demo);
    // The sheet Start names it.
    buildOverview(demo);
  };
  const use = async ({ page }: Opened) => {
    const sidebar = page.frameLocator('iframe');
    await openTab(sidebar, 'Settings');
    const section = sidebar.getByRole('region', { name: 'Warehouse' });
    await section.getByLabel('Send history since').fill(HISTORY_SINCE);
    await section.getByRole('button', { name: 'Send history', exact: true }).click();
    await section.getByText('are sent.').first().waitFor();
    await section.getByLabel('Connected table').selectOption('Totals by venue and week');
    await section.getByRole('button', { name: 'Add connected table' }).click();
    await until(() => page.evaluate<boolean>('window.workbench.activeSheet() === "shifts_by_venue"'));
    await until(() => page.evaluate<boolean>('window.workbench.cell("shifts_by_venue!A2").v !== null'));
    await sidebar.getByRole('button', { name: 'Close' }).click();
    await section.evaluate('(element) => element.scrollIntoView()');
    await page.mouse.move(0, 0);
    await page.evaluate('window.workbench.idle()');
    await savePicture(page, path.join(images, 'warehouse.png'), {
      clip: { x: 0, y: 0, ...BESIDE_WAREHOUSE },
    });
  };
  await inWorkbench(browser, view, use, prepare);
}
