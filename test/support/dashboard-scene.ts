import type { TemplateName } from '../../src/contract/reports';
import { tableIn } from './dashboard-cells';
import { ANN, type Scene, type SceneOptions, type Stage, state } from './scene';
import type { SentRecord } from './shift-records';
import { DAYS, RECORDS } from './two-weeks';

type Shown = string | number | boolean;

/**
 * A report of the two weeks before the scene begins, refreshed into its sheet. Without choices it is prepared once for all
 * tests of a stage, and only one can be in use at a time.
 */
export function openReport(
  stage: Stage,
  records: readonly SentRecord[] = RECORDS,
  options: SceneOptions = {},
): Promise<{ readonly scene: Scene; readonly id: string }> {
  const isUsual = records === RECORDS && Object.keys(options).length === 0;
  const open = () => prepareReport(stage, records, options);
  return isUsual ? stage.again('report of two weeks', open) : open();
}

async function prepareReport(
  stage: Stage,
  records: readonly SentRecord[],
  options: SceneOptions,
): Promise<{ readonly scene: Scene; readonly id: string }> {
  const scene = await stage.connected(options);
  const id = scene.saveReport({ from: DAYS[0] as string, to: DAYS[13] as string });
  await scene.serve(records);
  state(scene.refresh(id));
  return { scene, id };
}

/** Whether the formula in row 3 has another time than the status sheet has of the table. Nothing calculates it here. */
export function isOutdated(scene: Scene, sheet = 'Overview'): boolean {
  const [, before, after] =
    /D499<(\d+)\/86400\).*D499>(\d+)\/86400/.exec(scene.book.cell(`${sheet}!A3`).formula) ?? [];
  const refreshed = Number(scene.book.cell('Shift Reports status!D2').value) * 86_400;
  return refreshed < Number(before) || refreshed > Number(after);
}

/** Builds a dashboard, or brings it up to date, by a click. */
export function build(scene: Scene, id: string, template: TemplateName = 'overview') {
  return state(scene.ask('sidebarBuildDashboard', id, ANN, template));
}

/** A report as `openReport` has it, and a dashboard of it on a sheet. */
export async function openDashboard(
  stage: Stage,
  template: TemplateName = 'overview',
  records: readonly SentRecord[] = RECORDS,
) {
  const { scene, id } = await openReport(stage, records);
  const [report] = build(scene, id, template).reports;
  return { scene, id, sheet: report?.dashboards[0]?.sheet ?? '' };
}

/** Everything that a dashboard shows. */
export function shown(scene: Scene, sheet = 'Overview'): Shown[][] {
  return scene.book.values(`${sheet}!A1:V120`);
}

/** The lines of the table below a title that begins so; none where there is no such table. */
export function linesUnder(cells: readonly Shown[][], title: string): Record<string, Shown>[] {
  return (tableIn(cells, title) ?? []) as Record<string, Shown>[];
}

/** A sheet of the world, to look at its charts and rules. */
export function sheetOf(scene: Scene, name = 'Overview') {
  const sheet = scene.book.workbook.sheetNamed(name);
  if (sheet === undefined) throw new Error(`There is no sheet ${name}.`);
  return sheet;
}
