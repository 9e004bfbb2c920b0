import path from 'node:path';
import { PAPER, ScriptedSidebar } from '../browser/support/scripted-sidebar';
import { done, IN_USE, SIDEBAR_SCENES, WAREHOUSE_SCENES } from '../browser/support/sidebar-scenes';
import { editionFolder } from '../support/built-bundle';
import { savePicture } from './save-picture';

/** In pixels: what is longer is shown whole. */
const [WIDTH, HEIGHT] = [300, 600];

/** Takes a picture of every state of the sidebar, as wide as Google Sheets shows it and as long as it is, in both themes. */
export async function takeSidebarPictures(dist: string, states: string): Promise<void> {
  for (const [folder, scenes] of [
    [dist, SIDEBAR_SCENES],
    [editionFolder(dist, 'warehouse'), WAREHOUSE_SCENES],
  ] as const) {
    const look = { deviceScaleFactor: 2, locale: 'en-GB', timezoneId: 'Europe/London' };
    const sidebar = await ScriptedSidebar.open(done(IN_USE), {
      dist: folder,
      ...look,
      reducedMotion: 'reduce',
    });
    const { page } = sidebar;
    for (const [name, scene] of Object.entries(scenes)) {
      await page.setViewportSize({ width: WIDTH, height: HEIGHT });
      await sidebar.enter(scene);
      const hidden = await page.evaluate<number>(
        'Math.max(0, ...[...document.querySelectorAll("*")].map((one) => one.scrollHeight - one.clientHeight))',
      );
      await page.setViewportSize({ width: WIDTH, height: HEIGHT + hidden });
      for (const theme of Object.keys(PAPER)) {
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
        await savePicture(page, path.join(states, `${name}-${theme}.png`), { fullPage: true });
      }
    }
    await sidebar.close();
  }
}
