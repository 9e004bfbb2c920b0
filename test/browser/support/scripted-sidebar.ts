import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Edition } from '../../../build/edition';
import type { SidebarOutcome } from '../../../src/sidebar/answer';
import { launchBrowser } from '../../support/browser';
import { builtBundle } from '../../support/built-bundle';
import { withGoogleScript } from '../../workbench/sidebar-html';
import type { SidebarScene } from './sidebar-scenes';
import { openTab, reach, reachButton, type TAB_NAMES } from './tabs';
import { violationsOf } from './violations';

/** `google.script.run` as the page sees it; the calls arrive at `askScript`, which the test answers. */
const SHIM = `
  function runner(succeed, fail) {
    return new Proxy({}, { get: (_, name) => {
      if (name === 'withSuccessHandler') return (handler) => runner(handler, fail);
      if (name === 'withFailureHandler') return (handler) => runner(succeed, handler);
      if (name === 'sidebarCall') return (asked, args) => void window.askScript(asked, args).then(succeed, fail);
    } });
  }
  window.google = { script: { run: runner(() => {}, () => {}) } };
`;

/** What the script says to each question; a promise keeps the page waiting. */
type Answer = (name: string) => SidebarOutcome | Promise<SidebarOutcome>;

/** Guards against a page that hangs: a busy machine may take long for a click. */
const HANGING_MILLIS = 30_000;

/** As wide as Google Sheets shows a sidebar, in pixels. */
const SIDEBAR_WIDTH = 300;

/** An hour after the newest refresh of the scenes. */
const SCENE_TIME = '2026-11-21T15:05:00Z';

/** The colour of the page in each theme. */
export const PAPER = { light: 'rgb(255, 255, 255)', dark: 'rgb(31, 31, 31)' } as const;

/** Where the page is taken from, and how it is looked at. */
export interface SidebarOptions extends BrowserContextOptions {
  readonly edition?: Edition;
  /** @default the bundle under test */
  readonly dist?: string;
}

/** The built page by itself, with a script whose answers the test writes: for states that take days to come about. */
export class ScriptedSidebar {
  /** What the page asked since it was opened: the name of the question and its arguments. */
  readonly asked: (readonly [name: string, ...args: unknown[]])[] = [];
  private onCall: () => void = () => {};

  private constructor(
    readonly page: Page,
    private readonly html: string,
    public answer: Answer,
  ) {}

  /** @param first What everything is answered with until the test says otherwise. */
  static async open(first: SidebarOutcome, options: SidebarOptions = {}): Promise<ScriptedSidebar> {
    const { edition, dist = resolve(builtBundle(edition)), ...context } = options;
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: SIDEBAR_WIDTH, height: 900 }, ...context });
    page.setDefaultTimeout(HANGING_MILLIS);
    const html = withGoogleScript(readFileSync(join(dist, 'Sidebar.html'), 'utf8'), SHIM);
    const sidebar = new ScriptedSidebar(page, html, () => first);
    await page.exposeFunction('askScript', (name: string, args: unknown[]) => {
      sidebar.asked.push([name, ...args]);
      sidebar.onCall();
      return sidebar.answer(name);
    });
    await sidebar.show(first);
    return sidebar;
  }

  /** Opens the page anew, on this outcome. */
  async show(first: SidebarOutcome): Promise<void> {
    this.answer = () => first;
    // A page that is only written over would go on asking for its state.
    await this.page.goto('about:blank');
    await this.page.setContent(this.html);
    await this.page.getByRole('tablist').waitFor();
    this.asked.length = 0;
  }

  /** Brings the page into a scene. The clock shows a moment after the times of the scenes. */
  async enter({ first, press = [], answers = {}, tab, shows }: SidebarScene): Promise<void> {
    await this.page.clock.setFixedTime(SCENE_TIME);
    await this.show(first);
    this.answer = (name) => {
      const answer = answers[name as keyof typeof answers] ?? first;
      return answer === 'never' ? new Promise(() => {}) : answer;
    };
    if (tab !== undefined) await this.openTab(tab);
    for (const name of press) await this.press(name);
    await (await reach(this.page.getByText(shows))).waitFor();
  }

  /** Keeps the page waiting for the next answer. @returns What gives it. */
  answerLater(): (outcome: SidebarOutcome) => void {
    let give: (outcome: SidebarOutcome) => void = () => {};
    const answer = new Promise<SidebarOutcome>((resolve) => {
      give = resolve;
    });
    this.answer = () => answer;
    return give;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  openTab(name: (typeof TAB_NAMES)[number]): Promise<void> {
    return openTab(this.page, name);
  }

  /** Presses the first button of that name, in whichever tab or menu. */
  async press(name: string): Promise<void> {
    await (await reachButton(this.page, name)).click();
  }

  /** Waits until the status, or the alert, says such words. */
  async says(words: string, role: 'status' | 'alert' = 'status'): Promise<void> {
    await this.page.getByRole(role).filter({ hasText: words }).waitFor();
  }

  /** Waits for the question of that number, counted from 0 since the page was opened. @returns Its name. */
  async call(index: number): Promise<string> {
    for (;;) {
      const [name] = this.asked[index] ?? [];
      if (name !== undefined) return name;
      await new Promise<void>((resolve) => {
        this.onCall = resolve;
      });
    }
  }

  /** What is wrong with the page as it stands, in both themes: rules of axe-core that it breaks, and pixels too wide. */
  async faultsOfThemes(): Promise<string[]> {
    const faults: string[] = [];
    for (const [theme, paper] of Object.entries(PAPER)) {
      await this.page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      const shown = await this.paper();
      if (shown !== paper) faults.push(`${theme}: the page is ${shown}`);
      faults.push(...(await violationsOf(this.page)).map((violation) => `${theme}: ${violation}`));
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

  /** The label, the accessible name or the text of what has the keyboard; its role where it has neither. */
  focused(): Promise<string> {
    return this.page.evaluate<string>(
      '(({ activeElement: it }) => (it.labels?.[0] ?? it).textContent.trim() || it.ariaLabel || it.role)(document)',
    );
  }

  close(): Promise<void> {
    return this.page.context().browser()?.close() ?? Promise.resolve();
  }
}
