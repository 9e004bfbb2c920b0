import type { Page } from 'playwright-core';

const PATIENCE_MILLIS = 60_000;
const POLL_MILLIS = 50;

/** Waits for what the page gives no sign of. @throws {Error} after a minute. */
export async function until(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += POLL_MILLIS) {
    if (waited > PATIENCE_MILLIS) throw new Error('It did not come about in time.');
    await page.waitForTimeout(POLL_MILLIS);
  }
}
