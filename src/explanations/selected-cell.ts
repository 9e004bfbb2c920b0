import type { CellBlock } from '../reports/sheet/cells';

/** The cell that a person has selected. Rows and columns count from 1. */
export interface SelectedCell {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  /** Its formula, `=SUM(A1:A3)`; empty where it has none of its own. One service call. */
  formula(): string;
  /** What it holds; an error as its code, `#ERROR!`. One service call. */
  value(): unknown;
  /** The values of its sheet from A1 to the row and column, both included. One service call. */
  valuesUpTo(row: number, column: number): readonly (readonly unknown[])[];
  /** The formulas of the same cells; empty where a cell has none of its own. One service call. */
  formulasUpTo(row: number, column: number): readonly (readonly string[])[];
  /** The values of cells `columns` wide from column A or `first` on, in the selected row or another one. One service call. */
  rowValues(columns: number, row?: number, first?: number): readonly unknown[];
  /** The cells that a name stands for, on whatever sheet; `undefined` if there are none. One service call. */
  named(name: string): CellBlock | undefined;
  /** The values of a reference in its formula, `B2` or `Settings!A1:B3`; `undefined` for any other text. One service call, two for another sheet. */
  read(reference: string): readonly (readonly unknown[])[] | undefined;
}

/** What a person has selected in the spreadsheet. */
export interface Selection {
  /** The one cell that is in use; `undefined` where there is none. One service call. */
  cell(): SelectedCell | undefined;
}
