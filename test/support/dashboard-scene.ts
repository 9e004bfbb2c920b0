import type { TemplateName } from '../../src/contract/reports';
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
  const scene = await stage.open(options);
  scene.connect();
  const id = scene.saveReport({ from: DAYS[0] as string, to: DAYS[13] as string });
  await scene.serve(records);
  state(scene.refresh(id));
  return { scene, id };
}

/** Builds a dashboard, or brings it up to date, by a click. */
export function build(scene: Scene, id: string, template: TemplateName = 'overview') {
  return state(scene.ask('sidebarBuildDashboard', id, ANN, template));
}

/** Everything that a dashboard shows. */
export function shown(scene: Scene, sheet = 'Overview'): Shown[][] {
  return scene.book.values(`${sheet}!A1:V120`);
}

/** The lines under the heading row that begins with this text, the `which`th of them, as far as there are any. */
export function linesUnder(cells: readonly Shown[][], first: string, which = 1): Record<string, Shown>[] {
  const rows = cells.flatMap((row, at) => (row[0] === first ? [at] : []));
  const heading = cells[rows[which - 1] ?? -1];
  if (heading === undefined) throw new Error(`No heading row begins with ${first}.`);
  const below = cells.slice((rows[which - 1] as number) + 1);
  const end = below.findIndex((row) => row[0] === '');
  return below
    .slice(0, end < 0 ? below.length : end)
    .map((row) => Object.fromEntries(heading.map((name, at) => [String(name), row[at] as Shown])));
}

/** The columns in sight beside an open sidebar; the others stand right of a blank one. */
const VISIBLE = 11;

/** The lines of the table whose headings begin in this cell, row and column from 1. */
export function tableAt(
  cells: readonly Shown[][],
  row: number,
  column: number,
): Readonly<Record<string, Shown>>[] {
  const end = column > VISIBLE ? undefined : VISIBLE;
  const headings = (cells[row - 1] ?? []).slice(column - 1, end);
  const below = cells.slice(row).map((line) => line.slice(column - 1, end));
  const lines = below.slice(
    0,
    below.findIndex(([first]) => first === ''),
  );
  return lines.map((line) =>
    Object.fromEntries(
      headings.flatMap((name, at) => (name === '' ? [] : [[String(name), line[at] as Shown]])),
    ),
  );
}

/** A sheet of the world, to look at its charts and rules. */
export function sheetOf(scene: Scene, name = 'Overview') {
  const sheet = scene.book.document.workbook.sheets.find((one) => one.name === name);
  if (sheet === undefined) throw new Error(`There is no sheet ${name}.`);
  return sheet;
}
