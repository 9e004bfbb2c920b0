import path from 'node:path';
import type { Browser } from 'playwright-core';
import { savePicture } from './save-picture';

/** The accent of the sidebar, and what is drawn with it. */
const COLORS = {
  accent: '#0b57d0',
  deep: '#062e6f',
  tint: '#d3e3fd',
  line: '#a8c7fa',
  miss: '#f6b26b',
  paper: '#ffffff',
};

/**
 * The mark: a sheet whose rows are filled as far as shifts were, the last one short. Drawn twice: what is a hair at 128 pixels
 * would be a blur at 32.
 */
const MARK_128 = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
  <rect x="4" y="4" width="120" height="120" rx="26" fill="${COLORS.accent}"/>
  <rect x="22" y="22" width="84" height="84" rx="8" fill="${COLORS.paper}"/>
  <path d="M22 30a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v12H22z" fill="${COLORS.tint}"/>
  <path d="M44 22v84M22 42h84M22 63h84M22 84h84" stroke="${COLORS.line}" stroke-width="2.5" fill="none"/>
  <rect x="50" y="47" width="51" height="11" rx="2.5" fill="${COLORS.accent}"/>
  <rect x="50" y="68" width="38" height="11" rx="2.5" fill="${COLORS.accent}"/>
  <rect x="50" y="89" width="22" height="11" rx="2.5" fill="${COLORS.miss}"/>
</svg>`;

const MARK_32 = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="${COLORS.accent}"/>
  <path d="M5 7a2 2 0 0 1 2-2h18a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" fill="${COLORS.paper}"/>
  <path d="M5 7a2 2 0 0 1 2-2h18a2 2 0 0 1 2 2v3H5z" fill="${COLORS.tint}"/>
  <rect x="10" y="5" width="1" height="22" fill="${COLORS.line}"/>
  <rect x="5" y="10" width="22" height="1" fill="${COLORS.line}"/>
  <rect x="12" y="12" width="14" height="4" fill="${COLORS.accent}"/>
  <rect x="12" y="17" width="10" height="4" fill="${COLORS.accent}"/>
  <rect x="12" y="22" width="6" height="4" fill="${COLORS.miss}"/>
</svg>`;

const FONT = 'font-family: Roboto, Arial, "Liberation Sans", sans-serif';

const BANNER = `<div style="width:220px;height:140px;box-sizing:border-box;padding:18px 18px 0;background:${COLORS.deep};color:#fff;${FONT};position:relative;overflow:hidden">
  <div style="display:flex;align-items:center;gap:11px">
    ${MARK_32.replace('width="32" height="32"', 'width="40" height="40"')}
    <div style="font-size:21px;font-weight:700;line-height:1.05;letter-spacing:-.2px">Shift<br>Reports</div>
  </div>
  <div style="margin-top:13px;font-size:11.5px;line-height:1.35;color:${COLORS.tint}">Fulfilment figures<br>in your spreadsheet</div>
  <svg width="90" height="140" style="position:absolute;right:0;bottom:0" viewBox="0 0 90 140">
    <rect x="14" y="84" width="12" height="56" fill="${COLORS.accent}"/>
    <rect x="32" y="66" width="12" height="74" fill="${COLORS.accent}"/>
    <rect x="50" y="98" width="12" height="42" fill="${COLORS.miss}"/>
    <rect x="68" y="52" width="12" height="88" fill="${COLORS.accent}"/>
  </svg>
</div>`;

/** Name, size in pixels, and drawing of each picture of the brand. */
const BRAND = [
  ['icon-32', 32, 32, MARK_32],
  ['icon-128', 128, 128, MARK_128],
  ['card-banner-220x140', 220, 140, BANNER],
] as const;

/** A width and a height in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture under a heading. */
export interface ComposedPicture {
  readonly file: string;
  readonly size: Size;
  readonly heading: string;
  /** PNG, in the proportions of the place that it has. */
  readonly picture: Buffer;
  /** The place below the heading, as wide as the whole. */
  readonly below: Size;
}

/** Puts a heading with the mark above a picture. */
export async function composePicture(
  browser: Browser,
  { file, size, heading, picture, below }: ComposedPicture,
): Promise<void> {
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1 });
  try {
    const image = `data:image/png;base64,${picture.toString('base64')}`;
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>
      <div style="height:${size.height}px;background:${COLORS.deep};${FONT}">
        <div style="display:flex;align-items:center;gap:18px;height:${size.height - below.height}px;padding:0 28px;color:#fff;font-size:27px;font-weight:700;letter-spacing:-.2px">
          ${MARK_128.replace('width="128" height="128"', 'width="48" height="48"')}${heading}
        </div>
        <img src="${image}" style="display:block;width:${below.width}px;height:${below.height}px">
      </div>`);
    await page.locator('img').evaluate('async (image) => { await image.decode(); }');
    await savePicture(page, file, {});
  } finally {
    await page.close();
  }
}

/** Draws the icons and the banner of the Marketplace. Corners of the icons are transparent. */
export async function drawBrandPictures(browser: Browser, folder: string): Promise<void> {
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  try {
    for (const [name, width, height, drawing] of BRAND) {
      await page.setViewportSize({ width, height });
      await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing}`);
      await savePicture(page, path.join(folder, `${name}.png`), { omitBackground: true });
    }
  } finally {
    await page.close();
  }
}
