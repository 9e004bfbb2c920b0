import type { Browser, Page } from 'playwright-core';
import { BRANCH_COUNTERS, type BranchCounters, branchCounters } from '../emulator/branch-counters';
import { thisCoverageRun } from './coverage-run';

/** By this name a page tells that it took a branch. */
const TELL = '__takeBranch__';

/** Has every page of a browser count the branches that it takes, where those of the page are measured. */
export function countInPages(browser: Browser): Browser {
  const counters = branchCounters();
  if (thisCoverageRun()?.where !== 'browser' || counters === undefined) return browser;
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async (options) => {
    const page = await newPage(options);
    await countInPage(page, counters);
    return page;
  };
  return browser;
}

async function countInPage(page: Page, counters: BranchCounters): Promise<void> {
  await page.exposeFunction(TELL, (file: string, branch: number) => {
    counters[file]?.fill(1, branch, branch + 1);
  });
  const script = countersOfFrame(Object.keys(counters));
  await page.addInitScript(script);
  // The page that stands there already may be given content without ever being left.
  await page.evaluate(script);
}

/**
 * Counters for a frame: each tells at once when a branch is taken for the first time, because a frame may be gone at
 * any moment.
 */
function countersOfFrame(files: readonly string[]): string {
  return `(() => {
    const counters = {};
    for (const file of ${JSON.stringify(files)}) {
      const taken = new Set();
      counters[file] = new Proxy([], {
        get: () => 0,
        set(_, branch) {
          if (!taken.has(branch)) globalThis.${TELL}(file, Number(branch));
          taken.add(branch);
          return true;
        },
      });
    }
    Object.defineProperty(globalThis, '${BRANCH_COUNTERS}', { value: counters, configurable: true });
  })()`;
}
