import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page, PageScreenshotOptions } from 'playwright-core';

/** The browser draws the edge of a line now and then by so much lighter or darker, of 255: nobody sees it. */
const UNSEEN_DIFFERENCE = 3;

/**
 * Takes a picture, without a blinking caret, and prints the name of its file. A file that already holds a picture that looks
 * the same is kept as it is: in the history of the repository a new one would be a change that nobody can see.
 */
export async function savePicture(page: Page, file: string, options: PageScreenshotOptions): Promise<void> {
  const taken = await page.screenshot({ ...options, animations: 'disabled', caret: 'hide' });
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file) || !(await looksTheSame(page, readFileSync(file), taken))) writeFileSync(file, taken);
  console.log(path.relative(process.cwd(), file));
}

/** The browser itself reads the two files. */
async function looksTheSame(page: Page, before: Buffer, taken: Buffer): Promise<boolean> {
  const blank = await (page.context().browser() as Browser).newPage();
  try {
    const files = [before, taken].map((file) => `data:image/png;base64,${file.toString('base64')}`);
    return await blank.evaluate<boolean>(`(async () => {
      const read = async (file) => {
        const picture = await createImageBitmap(await (await fetch(file)).blob());
        const drawing = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        drawing.drawImage(picture, 0, 0);
        return drawing.getImageData(0, 0, picture.width, picture.height);
      };
      const [one, other] = await Promise.all(${JSON.stringify(files)}.map(read));
      return one.width === other.width && one.height === other.height
        && one.data.every((value, at) => Math.abs(value - other.data[at]) <= ${UNSEEN_DIFFERENCE});
    })()`);
  } finally {
    await blank.close();
  }
}
