/** The cell that a person has selected. Rows and columns count from 1. */
export interface SelectedCell {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  /** The values of a reference in its formula, `B2` or `Settings!A1:B3`; `undefined` for what is none. One service call, two for another sheet. */
  read(reference: string): readonly (readonly unknown[])[] | undefined;
}

/** What a person has selected in the spreadsheet. */
export interface Selection {
  /** The one cell that is in use; `undefined` where there is none. One service call. */
  cell(): SelectedCell | undefined;
}
