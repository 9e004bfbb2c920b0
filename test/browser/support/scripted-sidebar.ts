import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Edition } from '../../../build/edition';
import type { SidebarOutcome } from '../../../src/contract/sidebar';
import { launchBrowser } from '../../support/browser';
import { builtBundle } from '../../support/built-bundle';
import { answersOf, type EndpointCall, SCENE_TIME, ScriptedPage } from '../../support/scripted-answers';
import { withGoogleScript } from '../../workbench/sidebar-html';
import type { SidebarScene } from './sidebar-states';
import { openTab, reach, reachButton, type TAB_NAMES } from './tabs';
import { violationsOf } from './violations';

/**
 * `google.script.run` as the page sees it; the calls arrive at `askScript`, which the test answers. The page takes the theme
 * that the browser is told to emulate, as it would from a page around it.
 */
export const SHIM = `
  document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  function runner(succeed, fail) {
    return new Proxy({}, { get: (_, name) => {
      if (name === 'withSuccessHandler') return (handler) => runner(handler, fail);
      if (name === 'withFailureHandler') return (handler) => runner(succeed, handler);
      if (name !== 'sidebarCall') return undefined;
      return (endpoint, args) =>
        void window.askScript('sidebar' + endpoint[0].toUpperCase() + endpoint.slice(1), args).then(succeed, fail);
    } });
  }
  window.google = { script: { run: runner(() => {}, () => {}) } };
`;

/** Guards against a page that hangs: a busy machine may take long for a click. */
const HANGING_MILLIS = 30_000;

/** As wide as Google Sheets shows a sidebar, in pixels. */
const SIDEBAR_WIDTH = 300;

/** The colour of the page in each theme. */
export const PAPER = { light: 'rgb(255, 255, 255)', dark: 'rgb(31, 31, 31)' } as const;

/** The built page by itself, with a script whose answers the test writes: for states that take days to come about. */
export class ScriptedSidebar extends ScriptedPage {
  private onCall: () => void = () => {};

  private constructor(
    readonly page: Page,
    private readonly browser: Browser,
    private readonly edition: Edition,
    first: SidebarOutcome,
  ) {
    super(() => first);
  }

  /**
   * @param first What `sidebarState` answers, and everything else until the test says otherwise.
   * @param edition Whose page it is.
   */
  static async open(first: SidebarOutcome, edition: Edition = 'sheets'): Promise<ScriptedSidebar> {
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: SIDEBAR_WIDTH, height: 900 } });
    page.setDefaultTimeout(HANGING_MILLIS);
    const sidebar = new ScriptedSidebar(page, browser, edition, first);
    await page.exposeFunction('askScript', (name: string, args: unknown[]) => {
      const call = { name, args };
      sidebar.calls.push(call);
      sidebar.onCall();
      return sidebar.answer(call);
    });
    await sidebar.show(first);
    return sidebar;
  }

  /** Opens the page anew, on this outcome of `sidebarState`. */
  async show(first: SidebarOutcome): Promise<void> {
    this.answer = () => first;
    this.calls.length = 0;
    const html = readFileSync(join(resolve(builtBundle(this.edition)), 'Sidebar.html'), 'utf8');
    // A page that is only written over would go on asking for its state.
    await this.page.goto('about:blank');
    await this.page.setContent(withGoogleScript(html, SHIM));
    await this.page.getByRole('tablist').waitFor();
    this.calls.length = 0;
  }

  /** Brings the page into a scene. The clock shows a moment after the times of the scenes. */
  async enter(scene: SidebarScene): Promise<void> {
    const { first, press = [], tab, shows } = scene;
    await this.page.clock.setFixedTime(SCENE_TIME);
    await this.show(first);
    this.answer = answersOf(scene);
    if (tab !== undefined) await openTab(this.page, tab);
    for (const name of press) await (await reachButton(this.page, name)).click();
    await (await reach(this.page.getByText(shows))).waitFor();
  }

  /** Chooses a tab. */
  openTab(name: (typeof TAB_NAMES)[number]): Promise<void> {
    return openTab(this.page, name);
  }

  /** Waits for the call of that number, counted from 0 since the page was opened. */
  async call(index: number): Promise<EndpointCall> {
    for (;;) {
      const call = this.calls[index];
      if (call !== undefined) return call;
      await new Promise<void>((resolve) => {
        this.onCall = resolve;
      });
    }
  }

  /** Which rules of axe-core the page breaks, and where. */
  violations(): Promise<string[]> {
    return violationsOf(this.page);
  }

  /** What is wrong with the page as it stands, in both themes: rules of axe-core that it breaks, and pixels too wide. */
  async faultsOfThemes(): Promise<string[]> {
    const faults: string[] = [];
    for (const [theme, paper] of Object.entries(PAPER)) {
      await this.page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      const shown = await this.paper();
      if (shown !== paper) faults.push(`${theme}: the page is ${shown}`);
      faults.push(...(await this.violations()).map((violation) => `${theme}: ${violation}`));
      const pixels = await this.overflow();
      if (pixels !== 0) faults.push(`${theme}: ${pixels} pixels too wide`);
    }
    return faults;
  }

  /** The colour of the page. */
  paper(): Promise<string> {
    return this.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  }

  /** By how many pixels something is wider than the page; what scrolls in a room of its own may be. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>(
      'Math.max(0, ...[...document.querySelectorAll(".top *, .sections, .sections *, .dock *")].filter((one) => !one.closest("table")).map((one) => one.getBoundingClientRect().right - innerWidth))',
    );
  }

  /** The accessible name, or the text, of what has the keyboard. */
  focused(): Promise<string> {
    return this.page.evaluate<string>(
      '(document.activeElement.labels && document.activeElement.labels[0] || document.activeElement).textContent.trim()',
    );
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
