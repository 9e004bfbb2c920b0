import type { Browser, Page } from 'playwright-core';
import { untilSeen } from '../support/progress';
import { type Demo, type DemoOptions, startDemo } from '../workbench/demo';
import { startWorkbench } from '../workbench/server';

/** How the workbench is looked at. */
export interface SheetView {
  readonly viewport: { readonly width: number; readonly height: number };
  /** Pixels of a picture to one of the page. */
  readonly pixelRatio: number;
  /** The time that the clocks of spreadsheet and page always show, so that a second run gives the same pictures; ISO 8601. */
  readonly time: string;
}

/** A spreadsheet in a page. */
export interface Opened {
  readonly page: Page;
  readonly demo: Demo;
  readonly url: string;
}

const PATIENCE_MILLIS = 60_000;

/** Waits until something holds. */
export const until = (isSo: () => Promise<boolean>) => untilSeen({ look: isSo, isEnough: Boolean });

/** Starts a spreadsheet without a connection, and opens it with the sidebar. @param prepare What happens before it is opened. */
export async function inWorkbench(
  browser: Browser,
  { dist, hasWarehouse = false, ...view }: SheetView & Pick<DemoOptions, 'dist' | 'hasWarehouse'>,
  use: (opened: Opened) => Promise<void>,
  prepare: (demo: Demo) => unknown = () => undefined,
): Promise<void> {
  const options = { root: process.cwd(), dist, hasWarehouse, startAt: view.time } as const;
  const demo = await startDemo({ ...options, clock: 'virtual', unconnected: !hasWarehouse });
  await prepare(demo);
  const workbench = await startWorkbench({ ...options, ...demo });
  const page = await openSheet(browser, workbench.url, view);
  try {
    await openSidebar(page);
    await use({ page, demo, url: workbench.url });
  } finally {
    await page.close();
    await workbench.close();
    await demo.close();
  }
}

/** Opens the workbench. The caller closes the page. */
export async function openSheet(
  browser: Browser,
  url: string,
  { viewport, pixelRatio, time }: SheetView,
): Promise<Page> {
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor: pixelRatio,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(PATIENCE_MILLIS);
  await page.clock.setFixedTime(time);
  await page.goto(url);
  await until(() => page.evaluate<boolean>('window.workbench?.ready === true'));
  return page;
}

/** Brings a sheet to the front, with its first cell selected. */
export async function select(page: Page, sheet: string): Promise<void> {
  const sheets = await sheetsOf(page);
  if (!sheets.includes(sheet)) throw new Error(`There is no sheet “${sheet}”: ${sheets}`);
  await page.evaluate(`window.workbench.select(${JSON.stringify(`'${sheet}'!A1`)})`);
}

/** The names of the sheets, from left to right. */
export function sheetsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('window.workbench.sheets()');
}

/** Opens the sidebar as a person does, by the menu. */
export async function openSidebar(page: Page): Promise<void> {
  for (const label of ['Extensions', 'Open sidebar']) await page.getByRole('button', { name: label }).click();
}
