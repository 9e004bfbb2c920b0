import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../support/browser';
import buildBundle from '../support/build-bundle';
import { builtBundle } from '../support/built-bundle';
import { drawBrandPictures } from './brand-pictures';
import { takeDashboardPictures } from './dashboard-pictures';
import { takeSheetPictures, takeSummaryPicture, takeWarehousePicture } from './document-pictures';
import { takeSidebarPictures } from './sidebar-pictures';

// npm run screenshots [-- --all | --dashboards FOLDER]
// Writes docs/images and docs/marketplace/images; with --all every state of the sidebar too, into build/cache/screenshots.
// With --dashboards nothing but each dashboard on data of each shape, into a folder: to look at, and not kept.

async function main(all: boolean, dashboards: string | undefined): Promise<void> {
  const root = process.cwd();
  // The local getters of a Date follow the process: in Apps Script they follow the manifest's zone.
  process.env.TZ = 'Etc/UTC';
  buildBundle();
  const dist = builtBundle();
  const images = path.join(root, 'docs/images');
  const listing = path.join(root, 'docs/marketplace/images');
  const browser = await launchBrowser();
  try {
    if (dashboards !== undefined) return await takeDashboardPictures(browser, dist, dashboards);
    await drawBrandPictures(browser, listing);
    await takeSummaryPicture(browser, images);
    await takeSheetPictures(browser, dist, images, listing);
    await takeWarehousePicture(browser, builtBundle('warehouse'), images);
    if (all) await takeSidebarPictures(dist, path.join(root, 'build/cache/screenshots'));
  } finally {
    await browser.close();
  }
}

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, dashboards: { type: 'string' } },
});
await main(values.all, values.dashboards);
