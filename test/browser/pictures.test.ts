import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { looksTheSame } from '../screenshots/save-picture';
import { launchBrowser } from '../support/browser';

/* Which pictures of the documentation are kept when they are taken again. */

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 40, height: 30 } });
});
afterAll(() => browser.close());

/** A grey page with one pixel of another grey. */
async function picture(grey: number, dot: number, height = 30): Promise<Buffer> {
  const of = (value: number) => `rgb(${value}, ${value}, ${value})`;
  await page.setViewportSize({ width: 40, height });
  await page.setContent(
    `<body style="margin:0;background:${of(grey)}"><p style="margin:9px;width:1px;height:1px;background:${of(dot)}"></p>`,
  );
  return page.screenshot();
}

describe('a picture that is taken again', () => {
  test.each([
    ['is the same', [100, 100], true],
    ['differs in one pixel by what nobody sees', [100, 103], true],
    ['differs in one pixel by more', [100, 104], false],
    ['is darker all over', [90, 100], false],
  ] as const)('%s: kept %s', async (_, [grey, dot], isKept) => {
    expect(await looksTheSame(browser, await picture(100, 100), await picture(grey, dot))).toBe(isKept);
  });

  test('is of another size: not kept', async () => {
    expect(await looksTheSame(browser, await picture(100, 100), await picture(100, 100, 31))).toBe(false);
  });
});
