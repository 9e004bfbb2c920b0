import type { Json } from '../../values';
import type { Rectangle } from './rectangle';

/** Types of charts that are emulated, as `Charts.ChartType` names them. */
export type ChartType = 'BAR' | 'COLUMN' | 'COMBO' | 'LINE';

/** Cells that a chart shows; they may lie in another sheet. */
export interface ChartRange extends Rectangle {
  readonly sheetId: number;
}

/** Where a chart's upper left corner lies: a cell, counted from 1, and pixels from its corner. */
export interface ChartAnchor {
  readonly row: number;
  readonly column: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

/** What a script builds. */
export interface ChartSpec {
  readonly type: ChartType;
  readonly ranges: readonly ChartRange[];
  /** Rows (or columns) of the ranges that name the series. -1 lets the chart guess. */
  readonly numHeaders: number;
  /** By dotted name: `legend.position`, `hAxis.title`. */
  readonly options: { readonly [name: string]: Json };
  readonly anchor: ChartAnchor;
}

/** A chart that stands on a sheet. */
export interface Chart extends ChartSpec {
  /** Not given twice in a spreadsheet. */
  readonly id: number;
}
