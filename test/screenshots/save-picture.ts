import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page, PageScreenshotOptions } from 'playwright-core';
import { PNG } from 'pngjs';

/** The browser draws the edge of a line now and then by so much lighter or darker, of 255: nobody sees it. */
const UNSEEN_DIFFERENCE = 3;

/**
 * Takes a picture, without a blinking caret. A picture of the file that looks the same is kept as it is: in the history of the
 * repository a new one would be a change that nobody can see.
 */
export async function savePicture(page: Page, file: string, options: PageScreenshotOptions): Promise<void> {
  const taken = await page.screenshot({ ...options, animations: 'disabled', caret: 'hide' });
  if (!existsSync(file) || !looksTheSame(readFileSync(file), taken)) writeFileSync(file, taken);
}

function looksTheSame(before: Buffer, taken: Buffer): boolean {
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(taken)];
  if (one.width !== other.width || one.height !== other.height) return false;
  return one.data.every((value, at) => Math.abs(value - (other.data[at] ?? 0)) <= UNSEEN_DIFFERENCE);
}
