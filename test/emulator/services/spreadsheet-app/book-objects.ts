/** What the realm keeps of a range. Rows and columns count from 1. */
export interface RangeHandle {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** A1 notation of an open-ended range, `D:F`. */
  readonly notation?: string;
}

/** Makes the objects of one spreadsheet, so that each class can give out the others. */
export interface BookObjects {
  readonly spreadsheet: () => object;
  readonly sheet: (sheetId: number) => object;
  readonly range: (handle: RangeHandle) => object;
}

/** What a Range has of its own. */
export interface OwnOfRange {
  readonly handle: RangeHandle;
  readonly book: BookObjects;
  /** The Range as the script holds it. */
  readonly self: object;
}

/** What a Sheet has of its own. */
export interface OwnOfSheet {
  readonly target: { readonly sheetId: number };
  readonly book: BookObjects;
  /** The Sheet as the script holds it. */
  readonly self: object;
}

/** A handle as the host wants it. */
export function place({ sheetId, row, column, rows, columns }: RangeHandle) {
  return { sheetId, row, column, rows, columns };
}
