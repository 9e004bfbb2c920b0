/** An error in a cell: the code it shows, and the text a person sees when pointing at it. */
export interface CellError {
  readonly code: '#REF!' | '#ERROR!' | '#NAME?' | '#N/A' | '#VALUE!' | '#DIV/0!' | '#NUM!' | '#NULL!';
  readonly message: string;
}

/** What a cell holds. Dates are serial numbers (days since 1899-12-30) whose format says that they are dates. */
export type CellValue = string | number | boolean | CellError;

/** What a formula shows that cannot be read; it is this very object, wherever the cell is copied to. */
export const PARSE_ERROR: CellError = { code: '#ERROR!', message: 'Formula parse error.' };

/** Looks that the product sets. An absent member is the sheet's default. */
export interface CellStyle {
  readonly fontWeight?: string;
  /** Points. */
  readonly fontSize?: number;
  readonly fontColor?: string;
  readonly background?: string;
  readonly wrap?: boolean;
  readonly horizontalAlignment?: string;
  readonly verticalAlignment?: string;
  readonly fontStyle?: string;
  readonly borders?: CellBorders;
}

/** A line along an edge of a cell. */
export interface CellBorder {
  readonly color: string;
  /** As `SpreadsheetApp.BorderStyle` names it. */
  readonly style: string;
}

/** The lines around a cell. */
export type CellBorders = { readonly [edge in 'top' | 'left' | 'bottom' | 'right']?: CellBorder };

/** One cell. Never changed in place: an edit puts another cell there, so that sheets can share rows. */
export interface Cell {
  /** `''` when empty. For a formula, what it last calculated. */
  readonly value: CellValue;
  /** The formula with its `=`, or `''`. */
  readonly formula: string;
  /** Number format as a person would type it; `''` is automatic. */
  readonly format: string;
  /** Format that a calculated result brings along; counts while `format` is automatic. */
  readonly calculatedFormat: string;
  readonly note: string;
  readonly style: CellStyle | undefined;
  /** True for a cell that shows part of another cell's array result. */
  readonly spilled: boolean;
}

/** A cell nobody has touched. */
export const EMPTY_CELL: Cell = {
  value: '',
  formula: '',
  format: '',
  calculatedFormat: '',
  note: '',
  style: undefined,
  spilled: false,
};

/** True when the value is an error. */
export function isCellError(value: CellValue): value is CellError {
  return typeof value === 'object';
}

/** True when a cell holds something of its own: a value or a formula, not merely a format or part of a spill. */
export function isOccupied(cell: Cell): boolean {
  return cell.formula !== '' || (cell.value !== '' && !cell.spilled);
}

/** True when nothing at all distinguishes the cell from an untouched one. */
export function isUntouched(cell: Cell): boolean {
  return (
    cell.value === '' &&
    cell.formula === '' &&
    cell.format === '' &&
    cell.note === '' &&
    cell.style === undefined
  );
}

/** The format that decides what the cell shows, and whether it reads as a `Date`. */
export function effectiveFormat(cell: Cell): string {
  return cell.format === '' ? cell.calculatedFormat : cell.format;
}
