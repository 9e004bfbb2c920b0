import { planDashboard } from '../../src/dashboards/page';
import type { SheetValue } from '../../src/reports/sheet/cells';
import { dashboardSource } from './dashboard-source';

/** A dashboard's cells from A1 on; null for a blank one. */
export type Cells = readonly (readonly (SheetValue | undefined)[])[];

/** What a dashboard shows. */
export function cellsOf(
  kind: Parameters<typeof planDashboard>[0],
  source = dashboardSource([]),
): readonly (readonly SheetValue[])[] {
  const { cells } = planDashboard(kind, source);
  return cells.map((row) => row.map(({ value }) => (value === '' ? null : value)));
}

const isBlank = (value: SheetValue | undefined) => value === null || value === undefined || value === '';

/** The figures on top: label, figure, notes. @param count How many there are. */
export function tilesIn(cells: Cells, count = 6): (SheetValue | undefined)[][] {
  const top = cells.findIndex((row, at) => at > 3 && row.filter((cell) => !isBlank(cell)).length >= count);
  const end = cells.findIndex((row, at) => at > top && row.every(isBlank));
  return [0, 1, 3, 5, 7, 9]
    .slice(0, count)
    .map((column) => cells.slice(top, end).map((row) => (isBlank(row[column]) ? null : row[column])));
}

/** The table below a title that begins so, a line each by its headings; undefined where there is none. */
export function tableIn(cells: Cells, title: string): Record<string, SheetValue | undefined>[] | undefined {
  const row = cells.findIndex((line) => line.some((cell) => String(cell ?? '').startsWith(title)));
  if (row < 0) return undefined;
  const left = (cells[row] ?? []).findIndex((cell) => String(cell ?? '').startsWith(title));
  const headings = cells[row + 1] ?? [];
  const below = cells.slice(row + 2);
  const end = below.findIndex((line) => isBlank(line[left]));
  return below
    .slice(0, end < 0 ? below.length : end)
    .map((line) =>
      Object.fromEntries(
        headings.flatMap((heading, at) =>
          at < left || at > 10 || isBlank(heading)
            ? []
            : [[String(heading), isBlank(line[at]) ? null : line[at]]],
        ),
      ),
    );
}
