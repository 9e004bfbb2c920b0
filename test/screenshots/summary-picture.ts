import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { writeHtml, writeMail } from '../../src/reports/mail/mail-document';
import { planSummary, summaryRows } from '../../src/summaries/page';
import { DASHBOARD_SHAPES, sourceOf } from '../support/dashboard-shapes';
import { savePicture } from './save-picture';

/** A little wider than the mail. */
const VIEWPORT = { width: 640, height: 800 };

/** Takes a picture of a weekly summary email of sample data, as a mail program shows it. */
export async function takeSummaryPicture(
  browser: Browser,
  images: string,
  say: (file: string) => void,
): Promise<void> {
  const [sample] = DASHBOARD_SHAPES;
  if (sample === undefined) throw new Error('There is no sample.');
  const rows = summaryRows(sourceOf(sample), 'week');
  const context = {
    spreadsheet: 'Shift planning',
    link: 'https://sheet.example/',
    test: '',
    left: 0,
    gzip: (bytes: readonly number[]) => [...gzipSync(Uint8Array.from(bytes))],
  };
  const summary = planSummary(rows, rows.last, context);
  const bytes = writeMail(summary).pictures?.trend ?? [];
  const picture = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
  const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light' });
  try {
    await page.setContent(writeHtml(summary, picture));
    const file = path.join(images, 'summary.png');
    await savePicture(page, file, { fullPage: true });
    say(file);
  } finally {
    await page.close();
  }
}
