import type { Browser, Page } from 'playwright-core';
import { SHIM } from '../browser/support/scripted-sidebar';
import type { SidebarScene } from '../browser/support/sidebar-states';
import { openTab, reach, reachButton } from '../browser/support/tabs';

/** As wide as Google Sheets shows a sidebar, in pixels. */
const SIDEBAR_WIDTH = 300;
const SIDEBAR_HEIGHT = 600;

/** A moment after the times that stand in the scenes. */
const SCENE_TIME = '2026-11-21T15:05:00Z';

/** A scene, and how it is looked at. */
export interface ScenePage {
  readonly theme: 'light' | 'dark';
  readonly scene: SidebarScene;
  /** The built page with a script put into it. */
  html(shim: string): string;
}

/** Opens the built sidebar by itself and brings it into a scene. The caller closes the page. */
export async function openScene(browser: Browser, { theme, scene, html }: ScenePage): Promise<Page> {
  const { first, press = [], answers = {}, tab, shows } = scene;
  const viewport = { width: SIDEBAR_WIDTH, height: SIDEBAR_HEIGHT };
  const page = await browser.newPage({
    viewport,
    colorScheme: theme,
    deviceScaleFactor: 2,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  });
  await page.clock.setFixedTime(SCENE_TIME);
  let isOpen = false;
  await page.exposeFunction('askScript', (name: string) => {
    // Opening asks for the state alone; answers are those of what is pressed afterwards.
    const answer = isOpen ? (answers[name as keyof typeof answers] ?? first) : first;
    return answer === 'never' ? new Promise(() => {}) : answer;
  });
  await page.setContent(html(SHIM));
  await page.getByRole('tablist').waitFor();
  isOpen = true;
  if (tab !== undefined) await openTab(page, tab);
  for (const name of press) await (await reachButton(page, name)).click();
  await (await reach(page.getByText(shows))).waitFor();
  await page.setViewportSize({ ...viewport, height: SIDEBAR_HEIGHT + (await hiddenPixels(page)) });
  return page;
}

/** By how much the sidebar's content is longer than the sidebar, which scrolls inside. */
function hiddenPixels(page: Page): Promise<number> {
  return page.evaluate<number>(
    'Math.max(0, ...[...document.querySelectorAll("*")].map((one) => one.scrollHeight - one.clientHeight))',
  );
}
