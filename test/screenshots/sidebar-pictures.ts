import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { SIDEBAR_SCENES } from '../browser/support/sidebar-states';
import { WAREHOUSE_SCENES } from '../browser/support/warehouse-states';
import { editionFolder } from '../support/built-bundle';
import { withGoogleScript } from '../workbench/sidebar-html';
import { savePicture } from './save-picture';
import { openScene } from './scene-page';

/** Where sidebar pictures go. */
export interface SidebarPictures {
  /** The built add-on; that of the warehouse edition is beside it. */
  readonly dist: string;
  readonly states: string;
  /** Told of each file that was written. */
  say(file: string): void;
}

const THEMES = ['light', 'dark'] as const;

/** Takes a picture of every state of the sidebar, as wide as Google Sheets shows it and as long as it is, in both themes. */
export async function takeSidebarPictures(
  browser: Browser,
  { dist, states, say }: SidebarPictures,
): Promise<void> {
  const read = (folder: string) => readFileSync(path.join(folder, 'Sidebar.html'), 'utf8');
  const plain = read(dist);
  const warehouse = read(editionFolder(dist, 'warehouse'));
  for (const [name, scene] of Object.entries({ ...SIDEBAR_SCENES, ...WAREHOUSE_SCENES })) {
    const built = name in WAREHOUSE_SCENES ? warehouse : plain;
    for (const theme of THEMES) {
      const page = await openScene(browser, { theme, scene, html: (shim) => withGoogleScript(built, shim) });
      const file = path.join(states, `${name}-${theme}.png`);
      await savePicture(page, file, { fullPage: true });
      say(file);
      await page.close();
    }
  }
}
