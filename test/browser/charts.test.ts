import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { untilSeen } from '../support/progress';
import { scriptWorld } from '../support/script-world';
import { type RunningWorkbench, startWorkbench } from '../workbench/server';

/* Charts, conditional formats and the selection on the workbench's page, with a small script of their own. */

const { emulator, book } = scriptWorld({ clock: 'real' });
const person = book.owner;
let workbench: RunningWorkbench;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const { dist } = emulator.options;
  workbench = await startWorkbench({ root: process.cwd(), dist, emulator, book, person });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1300, height: 850 } });
  await page.goto(workbench.url);
  await until(() => page.evaluate<boolean>('window.workbench?.ready === true'));
  await choose('Build');
  await until(async () => (await charts()).length === 1);
});

afterAll(async () => {
  await browser?.close();
  await workbench?.close();
});

interface SeenChart {
  readonly shownLabels: readonly string[];
  readonly series: readonly { readonly values: readonly (number | null)[] }[];
  readonly drawn: number;
}

async function choose(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Extensions' }).click();
  await page.getByRole('button', { name: item }).click();
}

const charts = () => page.evaluate<SeenChart[]>('window.workbench.charts()');
const look = (a1: string) => page.evaluate<object | null>(`window.workbench.cell("${a1}").look`);
const chart = () => page.getByRole('img', { name: 'Chart' });
const chartBox = () => chart().boundingBox();

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await untilSeen({ look: isSo, isEnough: Boolean });
}

describe('A sheet whose look a script applied', () => {
  test('shows its chart over the cell at which it begins', async () => {
    const grid = await page.locator('#grid').boundingBox();
    const box = await chartBox();

    expect([box?.width, box?.height]).toEqual([400, 240]);
    // The headings of rows take 46 pixels, the columns before it 220 and 100; 10 more were asked for.
    expect((box?.x ?? 0) - (grid?.x ?? 0)).toBe(46 + 220 + 100 + 10);
  });

  test('shows what conditional formats make of its cells, which keep their own looks', async () => {
    expect(await look('Overview!B2')).toMatchObject({ background: '#ff0000' });
    expect(await look('Overview!B3')).toBeNull();
    expect(book.workbook.sheetNamed('Overview')?.grid.cell(2, 2).style).toBeUndefined();
  });

  test('draws the chart and the colours again when a person types into its cells', async () => {
    const before = (await charts())[0]?.drawn ?? 0;
    await page.evaluate('window.workbench.select("Overview!B2")');
    await page.keyboard.type('75');
    await page.keyboard.press('Enter');
    await page.evaluate('window.workbench.idle()');
    await until(async () => (await charts())[0]?.drawn === before + 1);

    expect((await charts())[0]?.series[0]?.values).toEqual([75, 80, 90]);
    expect(await look('Overview!B2')).toBeNull();
  });

  test('leaves the chart in the pane of the cells in a narrow window', async () => {
    await page.setViewportSize({ width: 150, height: 850 });
    const right = async (part: string) => {
      const box = await page.locator(part).boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    };
    await until(async () => (await right('#charts')) <= (await right('#grid')));
    await page.setViewportSize({ width: 1300, height: 850 });
    await until(async () => (await right('#charts')) > 1000);
  });

  test('moves the chart with the cells when the sheet is scrolled', async () => {
    const before = (await chartBox())?.y ?? 0;
    // Over the chart itself: the wheel goes on to the sheet.
    await chart().hover();
    await page.mouse.wheel(0, 84);
    await until(async () => ((await chartBox())?.y ?? 0) !== before);

    expect(((await chartBox())?.y ?? 0) - before).toBeLessThan(0);
  });

  test('hands what is selected to a script that the sidebar calls', async () => {
    await page.evaluate('window.workbench.select("Overview!B3:C4")');
    await page.evaluate('window.workbench.idle()');

    expect(book.as(person).callFromSidebar('selected')).toEqual({
      kind: 'success',
      value: ['Overview', 'B3'],
    });
  });

  test('takes the chart away from the page with its sheet', async () => {
    await page.evaluate('window.workbench.select("Sheet1!A1")');
    await until(async () => (await charts()).length === 0);

    expect(await chart().count()).toBe(0);
  });

  test('ends a label beside a bar with an ellipsis where it has no room', async () => {
    await choose('Bars');
    await until(async () => (await page.evaluate<string[]>('window.workbench.sheets()')).includes('Bars'));
    await page.evaluate('window.workbench.select("Bars!A1")');
    await until(async () => (await charts()).length === 1);

    const [inn, long = ''] = (await charts())[0]?.shownLabels ?? [];
    expect(inn).toBe('Inn');
    expect(long).toMatch(/^Wedding and .*\S…$/);
    // Of 64 characters.
    expect(long.length).toBeLessThan(32);
  });
});
