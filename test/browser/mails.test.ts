import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { writeHtml } from '../../src/reports/mail/mail-document';
import { launchBrowser } from '../support/browser';
import { violationsOf } from './support/violations';

const NAMES = [
  'The Very Grand Hotel and Conference Centre, Birmingham (old)',
  'Donaudampfschifffahrtsgesellschaftshauptversammlungssaal',
  '東京ベイ舞浜ホテルファーストリゾート大宴会場鳳凰の間および控室',
  'Hall',
];

const HTML = writeHtml({
  subject: 'Seven off target',
  kicker: 'Rotas',
  mark: 'TEST: for you alone.',
  headline: '7 off target, 2 new, 2 back on target',
  sentence: `${NAMES[1]} matters most: 168 of 420 missing, worked 60.0%, target 90%.`,
  blocks: [
    {
      title: 'Worked by venue, target 90%',
      note: '“Shifts”, week of 9 Mar 2026',
      table: {
        head: ['Venue', 'Missing', 'Worked %'],
        rows: NAMES.map((name, at) => ({
          cells: [name, '1,168 of 2,420', '60.0%'],
          below: 'reported since the week of 2 Mar 2026',
          share: 1 / (1 + at),
        })),
      },
    },
    {
      table: {
        head: ['Sheet', 'Next try'],
        rows: NAMES.map((name) => ({ cells: [name, '11 Mar 2026, 06:00 to 07:00'] })),
      },
    },
  ],
  link: { address: 'https://sheet.example/', words: 'Open the sheet' },
  notes: ['You get at most one such email a day.'],
});

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each([360, 640])(
  'a mail of %i pixels has names of two lines at most, bars below their figures, and nothing beside its edge',
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.setContent(HTML);
    const heights = await page
      .locator('.name')
      .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
    expect(heights).toHaveLength(2 * NAMES.length);
    expect(Math.max(...heights)).toBeLessThanOrEqual(36);
    const areBelow = await page.evaluate(`[...document.querySelectorAll('.cell > table')].map((bar) => {
      const figure = document.createRange();
      figure.selectNodeContents(bar.parentElement.firstChild);
      return bar.getBoundingClientRect().top >= figure.getBoundingClientRect().bottom;
    })`);
    expect(areBelow).toEqual(NAMES.map(() => true));
    const edge = await page.evaluate('document.documentElement.scrollWidth');
    expect(edge).toBe(width);
    // A mail is part of the page of a mail program, which has the landmarks.
    const violations = await violationsOf(page);
    expect(violations.filter((one) => !/^(?:landmark|region)/.test(one))).toEqual([]);
    await page.close();
  },
);
