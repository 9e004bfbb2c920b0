/** How far the grid of a sheet reaches. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** A block of cells. Rows and columns count from 1. */
export interface CellBlock extends GridSize {
  readonly row: number;
  readonly column: number;
}

/** A block of a staging sheet: its first row, and how far it reaches from column A. */
export interface StagedBlock extends GridSize {
  readonly sheetId: number;
  readonly row: number;
}
