import { HostError } from '../../values';
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

/** Puts others, or none, in a chart's place. @throws {HostError} when it is not on the sheet; the text is assumed. */
export function putChart(workbook: Workbook, sheet: Sheet, id: number, others: readonly Chart[]): void {
  if (!sheet.charts.some((chart) => chart.id === id)) throw new HostError('The chart is not on this sheet.');
  for (const chart of others) checkChart(workbook, sheet, chart);
  sheet.charts = sheet.charts.flatMap((chart) => (chart.id === id ? others : [chart]));
  workbook.noteChange(sheet.id);
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
