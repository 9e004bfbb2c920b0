import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page, PageScreenshotOptions } from 'playwright-core';

/** The browser draws the edge of a line now and then by so much lighter or darker, of 255: nobody sees it. */
const UNSEEN_DIFFERENCE = 3;

const LOOK = { animations: 'disabled', caret: 'hide' } as const;

/**
 * Takes a picture, without a blinking caret. A picture of the file that looks the same is kept as it is: in the history of the
 * repository a new one would be a change that nobody can see.
 */
export async function savePicture(page: Page, file: string, options: PageScreenshotOptions): Promise<void> {
  const taken = await page.screenshot({ ...options, ...LOOK });
  if (existsSync(file) && (await looksTheSame(page.context().browser(), readFileSync(file), taken))) return;
  writeFileSync(file, taken);
}

/** Whether two pictures are of one size and no colour of a pixel differs by more than `UNSEEN_DIFFERENCE`. */
export async function looksTheSame(browser: Browser | null, one: Buffer, other: Buffer): Promise<boolean> {
  if (one.equals(other)) return true;
  if (browser === null) return false;
  const blank = await browser.newPage();
  try {
    const question = [one.toString('base64'), other.toString('base64'), UNSEEN_DIFFERENCE];
    return await blank.evaluate<boolean>(`(${COMPARE})(...${JSON.stringify(question)})`);
  } finally {
    await blank.close();
  }
}

/** Runs in a page, which can read pictures. */
const COMPARE = `async (one, other, unseen) => {
  const read = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [a, b] = [await read(one), await read(other)];
  if (a.width !== b.width || a.height !== b.height) return false;
  return a.data.every((value, index) => Math.abs(value - b.data[index]) <= unseen);
}`;
