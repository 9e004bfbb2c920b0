import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { type ReportForm, TEMPLATES } from '../../src/contract/reports';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import { DASHBOARD_SHAPES, type DashboardShape, SHAPES_TODAY } from '../support/dashboard-shapes';
import { REPORT_FORM } from '../support/report-form';
import { type Demo, startDemo } from '../workbench/demo';
import { startWorkbench } from '../workbench/server';
import { savePicture } from './save-picture';
import { typeTargets } from './typed-targets';
import { openSheet, openSidebar, select } from './workbench-page';

/** Where the pictures go. */
export interface DashboardPictures {
  /** The project's folder. */
  readonly root: string;
  /** The built add-on. */
  readonly dist: string;
  readonly folder: string;
  /** Told of each file that was written. */
  say(file: string): void;
}

const TIME = `${SHAPES_TODAY}T09:00:00Z`;
const VIEWPORT = { width: 1440, height: 900 };
const SCROLLED_PIXELS = 480;

/** Takes each dashboard on data of each shape, beside an open sidebar: its first screen, and the one below. */
export async function takeDashboardPictures(
  browser: Browser,
  { root, dist, folder, say }: DashboardPictures,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const shape of DASHBOARD_SHAPES) {
    const demo = await startDemo({ root, dist, clock: 'virtual', startAt: TIME, unconnected: true });
    const sheets = await buildDashboards(demo, shape);
    const workbench = await startWorkbench({ root, dist, ...demo });
    const page = await openSheet(browser, {
      url: workbench.url,
      viewport: VIEWPORT,
      pixelRatio: 1,
      time: TIME,
    });
    try {
      await openSidebar(page);
      for (const sheet of sheets) {
        await select(page, sheet);
        for (const [at, part] of ['', '-below'].entries()) {
          if (at > 0) {
            await page.locator('main').hover();
            await page.mouse.wheel(0, SCROLLED_PIXELS);
          }
          await page.evaluate('window.workbench.idle()');
          const name = `${shape.name}-${sheet}${part}`.toLowerCase().replace(/[^a-z]+/g, '-');
          const file = path.join(folder, `${name}.png`);
          await savePicture(page, file, { clip: { ...VIEWPORT, x: 0, y: 0 } });
          say(file);
        }
      }
    } finally {
      await page.close();
      await workbench.close();
      await demo.close();
    }
  }
}

/** Shapes that are looked at with targets, the others without. */
const TARGETED = ['Sample', 'Sixty venues'];

/** Serves the data, and builds every dashboard of a report on it. @returns The names of their sheets. */
async function buildDashboards(demo: Demo, shape: DashboardShape): Promise<string[]> {
  const { server, book, person } = demo;
  const ask = (name: string, ...values: unknown[]): SidebarOutcome => {
    const result = book.as(person).callFromSidebar(name, ...values);
    if (result.kind === 'failure') throw new Error(result.message);
    const outcome = result.value as unknown as SidebarOutcome;
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    return outcome;
  };
  if (shape.isSample) {
    ask('sidebarUseSampleData', shape.region);
  } else {
    const { region, clientId, clientSecret } = server.demoEmployer;
    await server.setScenario('report', { name: 'replace-rows', rows: [...shape.records], onlyAsked: true });
    ask('sidebarConnect', { region, clientId, clientSecret, employer: 'me', audience: 'everyone' });
  }
  const form: ReportForm = {
    ...REPORT_FORM,
    period: 'custom',
    from: shape.from,
    to: shape.to,
    sheet: `Shifts of ${shape.name}`,
  };
  const reports = ask('sidebarSaveReport', form).state?.reports ?? [];
  const id = reports.find(({ sheet }) => sheet === form.sheet)?.id ?? '';
  ask('sidebarRefreshReport', id);
  if (TARGETED.includes(shape.name)) {
    typeTargets(demo);
  }
  return TEMPLATES.map((template) => {
    const built = ask('sidebarBuildDashboard', id, template).state?.reports.find((one) => one.id === id);
    return built?.dashboards.find((one) => one.template === template)?.sheet ?? '';
  });
}
