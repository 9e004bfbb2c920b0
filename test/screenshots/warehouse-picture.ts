import path from 'node:path';
import type { Browser } from 'playwright-core';
import { openTab } from '../browser/support/tabs';
import { connectDemo, refreshDemo, startDemo } from '../workbench/demo';
import { startWorkbench } from '../workbench/server';
import { savePicture } from './save-picture';
import { openSheet, openSidebar, until } from './workbench-page';

/** A Monday morning: the week before is over. */
const PICTURE_TIME = '2026-11-23T09:00:00Z';
const HISTORY_SINCE = '2026-08-24';
const VIEWPORT = { width: 1440, height: 1060 };

/** What the picture is taken of, and where it goes. */
interface WarehousePicture {
  /** The project's folder. */
  readonly root: string;
  /** The built warehouse edition. */
  readonly dist: string;
  readonly images: string;
  /** Told of the file that was written. */
  say(file: string): void;
}

/** Takes a picture of a connected table beside the section `Warehouse`, after history was sent. */
export async function takeWarehousePicture(
  browser: Browser,
  { root, dist, images, say }: WarehousePicture,
): Promise<void> {
  const demo = await startDemo({ root, dist, clock: 'virtual', startAt: PICTURE_TIME, hasWarehouse: true });
  connectDemo(demo);
  refreshDemo(demo);
  const workbench = await startWorkbench({ root, dist, ...demo });
  const page = await openSheet(browser, {
    url: workbench.url,
    viewport: VIEWPORT,
    pixelRatio: 1.5,
    time: PICTURE_TIME,
  });
  try {
    await openSidebar(page);
    const sidebar = page.frameLocator('iframe');
    await openTab(sidebar, 'Settings');
    const section = sidebar.getByRole('region', { name: 'Warehouse' });
    await section.getByLabel('Send history since').fill(HISTORY_SINCE);
    await section.getByRole('button', { name: 'Send history', exact: true }).click();
    await section.getByText('are sent.').waitFor();
    await section.getByLabel('Connected table').selectOption('Totals by venue and week');
    await section.getByRole('button', { name: 'Add connected table' }).click();
    await until(() => page.evaluate<boolean>('window.workbench.activeSheet() === "shifts_by_venue"'));
    await until(() => page.evaluate<boolean>('window.workbench.cell("shifts_by_venue!A2").v !== null'));
    await sidebar.getByRole('button', { name: 'Close' }).click();
    await section.evaluate('(element) => element.scrollIntoView()');
    await page.mouse.move(0, 0);
    await page.evaluate('window.workbench.idle()');
    const file = path.join(images, 'warehouse.png');
    await savePicture(page, file, { clip: { x: 0, y: 0, ...VIEWPORT } });
    say(file);
  } finally {
    await page.close();
    await workbench.close();
    await demo.close();
  }
}
