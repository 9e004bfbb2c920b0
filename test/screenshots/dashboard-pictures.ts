import path from 'node:path';
import type { Browser } from 'playwright-core';
import { type ReportForm, TEMPLATES } from '../../src/contract/reports';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { DASHBOARD_SHAPES, type DashboardShape, SHAPES_TODAY } from '../support/dashboard-shapes';
import { REPORT_FORM } from '../support/report-form';
import type { Demo } from '../workbench/demo';
import { savePicture } from './save-picture';
import { inWorkbench, type Opened, select } from './workbench-page';

const TIME = `${SHAPES_TODAY}T09:00:00Z`;
const VIEWPORT = { width: 1440, height: 900 };
const SCROLLED_PIXELS = 480;

/** Takes each dashboard on data of each shape, beside an open sidebar: its first screen, and the one below. */
export async function takeDashboardPictures(browser: Browser, dist: string, folder: string): Promise<void> {
  for (const shape of DASHBOARD_SHAPES) {
    let sheets: string[] = [];
    const prepare = async (demo: Demo) => {
      sheets = await buildDashboards(demo, shape);
    };
    const view = { dist, time: TIME, viewport: VIEWPORT, pixelRatio: 1 };
    const use = async ({ page }: Opened) => {
      for (const sheet of sheets) {
        await select(page, sheet);
        for (const part of ['', '-below']) {
          if (part !== '') {
            await page.locator('main').hover();
            await page.mouse.wheel(0, SCROLLED_PIXELS);
          }
          await page.evaluate('window.workbench.idle()');
          const name = `${shape.name}-${sheet}${part}`.toLowerCase().replace(/[^a-z]+/g, '-');
          await savePicture(page, path.join(folder, `${name}.png`), { clip: { ...VIEWPORT, x: 0, y: 0 } });
        }
      }
    };
    await inWorkbench(browser, view, use, prepare);
  }
}

/** Shapes that are looked at with targets, the others without: the positions and hours of a week that their plan has. */
const PLANS: Readonly<Record<string, readonly [positions: string, hours: string]>> = {
  Sample: ['900', '6000'],
  'Sixty venues': ['9000', '53000'],
};

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
  if (shape.name in PLANS) typeTargets(demo, PLANS[shape.name]);
  return TEMPLATES.map((template) => {
    const built = ask('sidebarBuildDashboard', id, template).state?.reports.find((one) => one.id === id);
    return built?.dashboards.find((one) => one.template === template)?.sheet ?? '';
  });
}

/** Has the targets sheet made, and types one target for all venues, a plan and prices as a person does. */
export function typeTargets({ book, person }: Demo, plan = PLANS.Sample as readonly string[]): void {
  book.as(person).callFromSidebar('sidebarSetTargets');
  const lines = [
    ['', '', '', '', '', '', '88%', ...plan, '£14.50', '£40', '£25'],
    ['', '', '', '', '', 'no shows %', '3%', '', '', '', '', ''],
  ];
  lines.forEach((line, row) => {
    line.forEach((text, column) => {
      book.editor.type(`Shift Reports targets!${'ABCDEFGHIJKL'[column]}${row + 2}`, text);
    });
  });
}
