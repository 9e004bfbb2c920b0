import type { Chart, ChartRange } from './chart';
import type { Condition } from './conditional-format';
import { clearFilter } from './hidden-rows';
import { type LineChange, type Rectangle, shiftRectangle, shiftSpan } from './rectangle';
import { shiftReferences } from './references';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/**
 * Moves what is attached to cells after rows or columns were put in or taken out: charts and what they show,
 * conditional formats, the filter, the heights of rows, which of them are hidden.
 *
 * A rule without cells left is gone; a chart stays, with what is left of its ranges (assumed).
 */
export function shiftAttachments(workbook: Workbook, changed: Sheet, change: LineChange): void {
  for (const sheet of workbook.sheets) {
    sheet.charts = sheet.charts.map((chart) => shiftChart(chart, sheet, changed, change));
  }
  changed.conditionalFormats = changed.conditionalFormats.flatMap((rule) => {
    const ranges = shiftBlocks(rule.ranges, change);
    return ranges.length === 0
      ? []
      : [{ ...rule, ranges, condition: shiftCondition(rule.condition, changed, change) }];
  });
  if (changed.filter !== undefined) changed.filter = shiftRectangle(changed.filter, change);
  if (change.axis === 'row') {
    changed.rowHeights = shiftLines(changed.rowHeights, change);
    changed.filteredRows = shiftRows(changed.filteredRows, change);
    changed.hiddenRows = shiftRows(changed.hiddenRows, change);
  } else {
    changed.columnWidths = shiftLines(changed.columnWidths, change);
    changed.filterCriteria = shiftLines(changed.filterCriteria, change);
  }
  if (changed.filter === undefined) clearFilter(changed);
}

function shiftChart(chart: Chart, home: Sheet, changed: Sheet, change: LineChange): Chart {
  const ranges = chart.ranges.flatMap((range): ChartRange[] => {
    if (range.sheetId !== changed.id) return [range];
    return shiftBlocks([range], change).map((block) => ({ ...block, sheetId: changed.id }));
  });
  if (home !== changed) return { ...chart, ranges };
  const { axis } = change;
  const at = shiftSpan(chart.anchor[axis], 1, change)?.first ?? change.at;
  const last = axis === 'row' ? home.grid.maxRows : home.grid.maxColumns;
  return { ...chart, ranges, anchor: { ...chart.anchor, [axis]: Math.min(at, last) } };
}

/** A formula of a rule looks at the same cells as before. */
function shiftCondition(condition: Condition | null, changed: Sheet, change: LineChange): Condition | null {
  if (condition?.criteria !== 'CUSTOM_FORMULA') return condition;
  const isChanged = (name: string | undefined) =>
    name === undefined || name.toLowerCase() === changed.name.toLowerCase();
  return {
    ...condition,
    values: condition.values.map((formula) => shiftReferences(String(formula), change, isChanged)),
  };
}

function shiftBlocks(blocks: readonly Rectangle[], change: LineChange): Rectangle[] {
  return blocks.flatMap((block) => shiftRectangle(block, change) ?? []);
}

function shiftLines<Of>(lines: ReadonlyMap<number, Of>, change: LineChange): Map<number, Of> {
  const shifted = new Map<number, Of>();
  for (const [line, what] of lines) {
    const span = shiftSpan(line, 1, change);
    if (span !== undefined) shifted.set(span.first, what);
  }
  return shifted;
}

function shiftRows(rows: ReadonlySet<number>, change: LineChange): Set<number> {
  return new Set([...rows].flatMap((row) => shiftSpan(row, 1, change)?.first ?? []));
}
