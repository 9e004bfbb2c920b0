import type { CellStyle } from '../emulator/spreadsheet/cell-style';

/**
 * What lies over the cells of a sheet, as the server tells the page: charts, and the looks that conditional formats
 * give. Rows and columns count from 1.
 */

/** One line, or one row of columns, of a chart. */
export interface SeriesView {
  readonly name: string;
  /** Null where there is no number: a gap. */
  readonly values: readonly (number | null)[];
  /** The values as their cells show them. */
  readonly shown: readonly string[];
  /** CSS colour; absent for the usual one. */
  readonly color?: string;
  /** Pixels of a line; absent for the usual two. */
  readonly lineWidth?: number;
  readonly isDashed?: boolean;
}

/** A chart, worked out from its cells. */
export interface ChartView {
  readonly chartId: number;
  readonly type: 'BAR' | 'COLUMN' | 'LINE';
  readonly row: number;
  readonly column: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly width: number;
  readonly height: number;
  readonly labels: readonly string[];
  readonly series: readonly SeriesView[];
  /** Whether the series of a bar continue each other. */
  readonly isStacked: boolean;
  readonly hasLegend: boolean;
  /** Every so many labels are shown; null for as many as fit. */
  readonly labelEvery: number | null;
  /** What stands after a number on the value axis, for example `%`. */
  readonly unit: string;
}

/** The look that a conditional format gives a cell. */
export interface LookView extends Pick<CellStyle, 'background' | 'fontColor' | 'fontWeight'> {
  readonly row: number;
  readonly column: number;
}

/** A drop-down at the right edge of a cell, or of merged ones. */
export interface ListView {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly offered: readonly string[];
}

/** All that lies over one sheet. */
export interface SheetDrawings {
  readonly sheetId: number;
  readonly charts: readonly ChartView[];
  readonly looks: readonly LookView[];
  /** Those of single cells. */
  readonly lists: readonly ListView[];
}
