import { resolve } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser';
import { builtBundle } from '../../support/built-bundle';
import { untilSeen } from '../../support/progress';
import { connectDemo, type Demo, refreshDemo, startDemo } from '../../workbench/demo';
import { type RunningWorkbench, startWorkbench } from '../../workbench/server';

/** Guards against a page that hangs; what takes long for other reasons is waited for by `until`. */
const HANGING_MILLIS = 300_000;

/** A cell as the page shows it. */
export interface SeenCell {
  /** Value; null when empty. */
  readonly v: string | number | boolean | null;
  /** The text in the cell, number format applied. */
  readonly display: string;
  /** Note, or what went wrong; `''` for neither. */
  readonly note: string;
}

/** A person at the workbench: the page, and behind it the spreadsheet and the service. */
export class Session {
  private constructor(
    readonly demo: Demo,
    readonly page: Page,
    private readonly browser: Browser,
    private readonly workbench: RunningWorkbench,
    /** What the page wrote to its console as an error, and requests it made to other addresses. */
    readonly complaints: string[],
  ) {}

  /**
   * Opens the workbench with a refreshed report; `unconnected` as a new user finds it,
   * `warehouse` as `npm start -- --warehouse` does.
   */
  static async open(start: 'connected' | 'unconnected' | 'warehouse'): Promise<Session> {
    const root = process.cwd();
    const hasWarehouse = start === 'warehouse';
    const dist = resolve(builtBundle(hasWarehouse ? 'warehouse' : 'sheets'));
    const unconnected = start === 'unconnected';
    // From noon: which days a report or a schedule takes must not depend on the hour at which the tests run.
    const startAt = `${new Date().toISOString().slice(0, 10)}T12:00:00Z`;
    const demo = await startDemo({ root, dist, clock: 'real', startAt, unconnected, hasWarehouse });
    if (!unconnected) {
      connectDemo(demo);
      refreshDemo(demo);
    }
    const browser = await launchBrowser();
    const workbench = await startWorkbench({ root, dist, ...demo });
    const complaints: string[] = [];
    const page = await openPage(browser, workbench.url, complaints);
    return new Session(demo, page, browser, workbench, complaints);
  }

  /** Another page of the same workbench, as a second tab or a colleague has it. Closes with this session. */
  async beside(): Promise<Session> {
    return new Session(
      this.demo,
      await openPage(this.browser, this.workbench.url, this.complaints),
      this.browser,
      this.workbench,
      this.complaints,
    );
  }

  /** Ends the workbench's server, as Ctrl+C does; pages stay open. */
  async stopServer(): Promise<void> {
    await this.workbench.close();
  }

  /** Opens the sidebar by the menu. */
  async openSidebar(): Promise<FrameLocator> {
    await this.chooseMenuItem('Open sidebar');
    return this.sidebar;
  }

  async chooseMenuItem(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Extensions' }).click();
    await this.page.getByRole('button', { name }).click();
  }

  get sidebar(): FrameLocator {
    return this.page.frameLocator('#sidebar iframe');
  }

  /** Types into a cell and waits until nothing is being calculated. */
  async enter(a1: string, text: string): Promise<void> {
    await this.select(a1);
    await this.page.keyboard.type(text);
    // The list of functions that begin like the last word takes the Enter key. It comes or goes 300 ms after the last letter
    // by the page's clock, and lets go of the key once more work of the page is done.
    const functions = this.page.locator('[data-u-comp="sheets-formula-editor"]');
    await functions.waitFor({ state: 'hidden' });
    await this.page.evaluate('new Promise((done) => setTimeout(done, 400))');
    await functions.waitFor({ state: 'hidden' });
    await this.page.keyboard.press('Enter');
    await this.idle();
  }

  select(a1: string): Promise<void> {
    return this.door(`select(${JSON.stringify(a1)})`);
  }

  /** Waits until the page has come to rest. @throws {Error} That says what it is still busy with. */
  async idle(): Promise<void> {
    let isIdle = false;
    const rest = this.door<void>('idle()').then(() => {
      isIdle = true;
    });
    await Promise.race([rest, this.until(async () => isIdle)]);
  }

  /** Waits as `idle` does. @returns When the page was last seen at work, milliseconds since 1970: to be sure takes longer. */
  async idleSince(): Promise<number> {
    let since = Date.now();
    let isIdle = false;
    const rest = this.idle().finally(() => {
      isIdle = true;
    });
    while (!isIdle) {
      if ((await this.busyWith()).length > 0) since = Date.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await rest;
    return since;
  }

  cell(a1: string): Promise<SeenCell> {
    return this.door(`cell(${JSON.stringify(a1)})`);
  }

  /** Values of a block; null where empty, days and times as serial numbers. */
  values(a1: string): Promise<(string | number | boolean | null)[][]> {
    return this.door(`values(${JSON.stringify(a1)})`);
  }

  /**
   * Waits until something is so, as long as the page or the script behind it is getting on. The page allows no evaluated
   * code of its own, so the question is asked from here.
   */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    await untilSeen({ look: isSo, isEnough: Boolean, progress: () => this.progress() });
  }

  /** Waits until something stands on the page. */
  async sees(sought: Locator): Promise<void> {
    await this.until(async () => (await sought.count()) > 0 && (await sought.first().isVisible()));
  }

  /** What changes while the page or the script is at work. */
  private async progress(): Promise<unknown> {
    const { executions, requests, clock, logs } = this.demo.emulator;
    const busyWith = await this.busyWith();
    const said = await this.page.locator('[role="status"]').allInnerTexts();
    const skipped = clock.now() - Date.now();
    return {
      executions: executions.length,
      requests: requests.length,
      logs: logs.length,
      // To the tenth of a second: the two clocks are not read at once.
      skipped: Math.round(skipped / 100),
      busyWith,
      said,
    };
  }

  private busyWith(): Promise<string[]> {
    return this.door('busyWith()');
  }

  selected(): Promise<string> {
    return this.door('selected()');
  }

  sheets(): Promise<string[]> {
    return this.door('sheets()');
  }

  /** Asks the page's read-only test door; the page's own types are those of another runtime. */
  private door<Answer>(question: string): Promise<Answer> {
    return this.page.evaluate<Answer>(`window.workbench.${question}`);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.workbench.close();
    await this.demo.close();
  }
}

async function openPage(browser: Browser, address: string, complaints: string[]): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(HANGING_MILLIS);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob|about):/.test(url)) complaints.push(url);
  });
  await page.goto(address);
  await untilSeen({
    look: () => page.evaluate<boolean>('window.workbench?.ready === true'),
    isEnough: Boolean,
    progress: () => page.locator('#status').innerText(),
  });
  return page;
}
