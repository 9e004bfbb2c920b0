import { HostError } from '../../host-errors';
import type { Chart, ChartSpec } from './chart';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/** Puts a chart on a sheet. @param id Given when an edit is repeated. @returns The chart's ID. */
export function addChart(
  workbook: Workbook,
  sheet: Sheet,
  spec: ChartSpec,
  id = workbook.nextChartId(),
): number {
  checkChart(workbook, sheet, spec);
  sheet.charts = [...sheet.charts, { ...spec, id }];
  workbook.noteChange(sheet.id);
  return id;
}

/** Replaces a chart by what was made of it. @throws {HostError} when it is not on the sheet; the text is assumed. */
export function changeChart(workbook: Workbook, sheet: Sheet, chart: Chart): void {
  findChart(sheet, chart.id);
  checkChart(workbook, sheet, chart);
  sheet.charts = sheet.charts.map((old) => (old.id === chart.id ? chart : old));
  workbook.noteChange(sheet.id);
}

/** Takes a chart off a sheet. @throws {HostError} when it is not there; the text is assumed. */
export function removeChart(workbook: Workbook, sheet: Sheet, id: number | null): void {
  const { id: found } = findChart(sheet, id);
  sheet.charts = sheet.charts.filter((chart) => chart.id !== found);
  workbook.noteChange(sheet.id);
}

function findChart(sheet: Sheet, id: number | null): Chart {
  const chart = sheet.charts.find((candidate) => candidate.id === id);
  if (chart === undefined) throw new HostError('The chart is not on this sheet.');
  return chart;
}

/** A chart has cells to show, and its corner lies in the sheet (both assumed). */
function checkChart(workbook: Workbook, sheet: Sheet, { ranges, anchor }: ChartSpec): void {
  if (ranges.length === 0) throw new HostError('A chart needs at least one range.');
  for (const { sheetId } of ranges) workbook.sheet(sheetId);
  const { maxRows, maxColumns } = sheet.grid;
  const isInside = anchor.row >= 1 && anchor.column >= 1;
  if (isInside && anchor.row <= maxRows && anchor.column <= maxColumns) return;
  throw new HostError('The coordinates of the range are outside the dimensions of the sheet.');
}
