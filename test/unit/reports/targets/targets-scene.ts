import type { ReportSheet } from '../../../../src/reports/ports';
import { type KeptTargets, parseTargets, readTargets } from '../../../../src/reports/targets/targets-sheet';
import { nodePacker } from '../../../support/node-text';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

/** The headings in the service's words; those of a new sheet are readable. */
export const HEADINGS = [
  'VENUE_NAME',
  'AREA_NAME',
  'JOB_TITLE',
  'FROM',
  'TO',
  'MEASURE',
  'TARGET',
  'PLAN_POSITIONS',
  'PLAN_HOURS',
  'RATE_PER_HOUR',
  'CREDIT_PER_MISSING',
  'CREDIT_PER_NO_SHOW',
];

/** A row of the sheet by heading; what is not given is blank. */
export type Cells = Readonly<Partial<Record<(typeof HEADINGS)[number], unknown>>>;

/** Cells as the platform gives them. */
export function cellsOf(rows: readonly Cells[]): unknown[][] {
  return [HEADINGS, ...rows.map((row) => HEADINGS.map((heading) => row[heading] ?? ''))];
}

/** A sheet with these cells, whose members may be others. */
export function sheetOf(
  values: readonly (readonly unknown[])[],
  more: Partial<ReportSheet> = {},
): ReportSheet {
  const reads: Partial<ReportSheet> = {
    ...{ id: 7, lastRow: () => values.length, gridSize: () => ({ rows: values.length, columns: 16 }) },
    ...{ readBlock: (_row, _column, rows) => values.slice(0, rows), numberFormats: () => [] },
    mergedCells: () => [],
  };
  return { ...reads, ...more } as ReportSheet;
}

/** Reads cells from A1 on; a moment is its day in UTC. */
export function read(
  values: readonly (readonly unknown[])[],
  more: Partial<ReportSheet> = {},
  known?: Parameters<typeof readTargets>[3],
  packer = nodePacker,
): KeptTargets & Pick<ReturnType<typeof readTargets>, 'mistakes'> {
  const calendar = new ZonedCalendar(new StubClock());
  const { text, mistakes } = readTargets({ calendar, packer }, sheetOf(values, more), 'Etc/UTC', known);
  return { ...(parseTargets(text, packer) as KeptTargets), mistakes };
}

/** Reads rows that stand from row 2 on. */
export function readRows(
  rows: readonly Cells[],
  targetFormats: readonly string[] = [],
  known?: Parameters<typeof readTargets>[3],
): ReturnType<typeof read> {
  const values = cellsOf(rows);
  const formats = values.map((row, at) =>
    row.map((_, column) => (HEADINGS[column] === 'TARGET' ? (targetFormats[at - 1] ?? '') : '')),
  );
  return read(values, { numberFormats: () => formats }, known);
}
