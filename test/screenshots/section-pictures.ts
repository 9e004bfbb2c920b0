import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { openTab, reachButton } from '../browser/support/tabs';
import { savePicture } from './save-picture';

/** Long enough for the longest section; what is longer than the sidebar would be cut. */
const TALL = { width: 1440, height: 3200 };
const AS_LONG_AS_ITS_NEIGHBOURS = { width: 1440, height: 1000 };
/** Around a section, in pixels. */
const MARGIN = 12;
/** A percentage of a shift of the sample. */
const EXPLAINED_CELL = "'Sample shifts'!K7";

/**
 * Uses what the sidebar has to offer, once sample data are in the sheets, and takes pictures of its sections. Leaves the
 * dashboard `Scorecard` behind, and the page as large as it was.
 */
export async function takeSectionPictures(
  page: Page,
  images: string,
  say: (file: string) => void,
): Promise<void> {
  const usual = page.viewportSize();
  const sidebar = page.frameLocator('iframe');
  const press = async (name: string) => (await reachButton(sidebar, name)).click();
  const section = (name: string) => sidebar.getByRole('region', { name, exact: true });
  const take = async (name: string, part: Locator) => {
    const file = path.join(images, `${name}.png`);
    await page.evaluate('window.workbench.idle()');
    await page.mouse.move(0, 0);
    await savePicture(page, file, { clip: await frameOf(part) });
    say(file);
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
  await take('sidebar-preview', sidebar.locator('.preview'));
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
