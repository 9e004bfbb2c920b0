/**
 * What the workbench's page and its server say to each other: JSON over loopback HTTP and server-sent events.
 *
 * Rows and columns count from 1, as in Apps Script. Days and times travel as serial numbers.
 */

import type { CellStyle } from '../emulator/spreadsheet/cell-style';
import type { SheetDrawings } from './drawings';

/** A plain value of a cell. */
export type CellScalar = string | number | boolean;

/** Looks and number format of a cell. An absent member is the sheet's default. */
export interface StyleView extends CellStyle {
  /** As a person would type it, for example `0.0"%"`. */
  readonly format?: string;
}

/** One cell of a block. All members absent: an empty cell. */
export interface CellView {
  /** Value; for an error its code, for example `#REF!`. */
  readonly v?: CellScalar;
  /** Formula with its `=`. */
  readonly f?: string;
  /** Number of the style in the block's list. */
  readonly s?: number;
  readonly note?: string;
  /** What went wrong in a cell that shows an error. */
  readonly error?: string;
}

/** A block of cells. Styles stand once, since a column of 5,000 cells shares one. */
export interface BlockView {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  readonly cells: readonly (readonly CellView[])[];
  readonly styles: readonly StyleView[];
}

/** A sheet without its cells. The list's order is that of the tabs. */
export interface SheetView {
  readonly sheetId: number;
  readonly name: string;
  readonly hidden: boolean;
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly frozenRows: number;
  readonly frozenColumns: number;
  /** Pixels by column, where it is not the default. */
  readonly columnWidths: readonly (readonly [column: number, pixels: number])[];
}

/** A named range, its place as a formula writes it: `Report!$A$1`. */
export interface NamedRangeView {
  readonly name: string;
  readonly reference: string;
}

/** One parameter in a formula's help. */
export interface ParameterHelp {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** As one would write it in a formula; `''` where the docblock gives none. */
  readonly example: string;
  readonly optional: boolean;
  /** It may be given again and again, together with the other repeated ones. */
  readonly repeated: boolean;
}

/** A custom function of the bundle, as its docblock describes it. */
export interface FunctionHelp {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly ParameterHelp[];
}

/** Everything the page needs to begin. */
export interface DocumentView {
  readonly name: string;
  readonly zone: string;
  readonly sheets: readonly SheetView[];
  readonly blocks: readonly BlockView[];
  readonly names: readonly NamedRangeView[];
  readonly drawings: readonly SheetDrawings[];
  readonly functions: readonly FunctionHelp[];
  /** Captions of the add-on's menu items. */
  readonly menu: readonly string[];
  /** All mail so far, oldest first. */
  readonly mails: readonly MailView[];
  /** Whether a local warehouse runs beside it. */
  readonly hasWarehouse: boolean;
  /** The clock's time, milliseconds since 1970. */
  readonly nowMillis: number;
}

/** A value in a call of a custom function or in its answer; `serial` is a day or time. */
export type FormulaValue = CellScalar | null | { readonly serial: number; readonly format?: string };

/** One argument: a value, the rows of a range, or null where the formula leaves it out. */
export type FormulaArgumentView = FormulaValue | readonly (readonly FormulaValue[])[];

/** `POST /function`: one cell wants a custom function's value. */
export interface FunctionCall {
  readonly name: string;
  readonly args: readonly FormulaArgumentView[];
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  /** The cell's whole formula. */
  readonly formula: string;
}

/** The answer to `POST /function`. `rows` is never empty. */
export type FunctionAnswer =
  | { readonly kind: 'value'; readonly rows: readonly (readonly FormulaValue[])[] }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** A cell as a person left it. `v` absent: emptied. */
export interface EditedCell {
  readonly row: number;
  readonly column: number;
  readonly v?: CellScalar;
  readonly f?: string;
  readonly style?: StyleView;
}

/** One thing a person did to the document, or what follows from it. */
export type Edit =
  | { readonly kind: 'cells'; readonly sheetId: number; readonly cells: readonly EditedCell[] }
  /** Rows or columns were put in (`count` above 0) or taken out; `at` is the first one concerned. */
  | {
      readonly kind: 'lines';
      readonly sheetId: number;
      readonly axis: 'row' | 'column';
      readonly at: number;
      readonly count: number;
    }
  | { readonly kind: 'sheet-added'; readonly name: string; readonly index: number }
  | { readonly kind: 'sheet-removed'; readonly sheetId: number }
  | { readonly kind: 'sheet-renamed'; readonly sheetId: number; readonly name: string }
  | { readonly kind: 'sheet-hidden'; readonly sheetId: number; readonly hidden: boolean }
  /** The person went to another sheet. */
  | { readonly kind: 'sheet-activated'; readonly sheetId: number }
  | { readonly kind: 'frozen'; readonly sheetId: number; readonly rows: number; readonly columns: number }
  /** A formula's result needs a sheet of at least this size. */
  | { readonly kind: 'room'; readonly sheetId: number; readonly rows: number; readonly columns: number };

/** The answer to `POST /edit`: the ID of an added sheet, else null. */
export interface EditAnswer {
  readonly sheetId: number | null;
}

/** What the page's own formula engine worked out for one formula cell. */
export interface CalculatedCell {
  readonly row: number;
  readonly column: number;
  /** Empty beside an error. */
  readonly rows: readonly (readonly FormulaValue[])[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** `POST /calculated`. */
export interface Calculated {
  readonly sheetId: number;
  readonly cells: readonly CalculatedCell[];
}

/** `POST /run`: what the sidebar asked by `google.script.run`. */
export interface RunCall {
  readonly name: string;
  readonly arguments: readonly unknown[];
}

/** The answer to `POST /run`, for the page's success or failure handler. */
export type RunAnswer =
  | { readonly kind: 'success'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly message: string };

/** `POST /menu`. */
export interface MenuCall {
  readonly caption: string;
}

/** `POST /selection`: the first of the cells that a person selected. */
export interface SelectionCall {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
}

/** `POST /clock`. */
export interface ClockCall {
  readonly hours: number;
}

/** How many hours of a skip of the clock have passed, of how many. */
export interface SkipProgress {
  readonly done: number;
  readonly total: number;
}

/** One mail. */
export interface MailView {
  readonly from: string;
  /** Addresses, separated by commas. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By the script's clock, milliseconds since 1970. */
  readonly sentMillis: number;
}

/** The answer to `GET /warehouse`. */
export interface WarehouseView {
  /** Project, dataset and location. */
  readonly place: string;
  readonly tables: readonly WarehouseTableView[];
}

/** A table or view. */
export interface WarehouseTableView {
  /** `project.dataset.table`. */
  readonly name: string;
  /** The last part of the name. */
  readonly title: string;
  /** How many rows it has, or that it is a view. */
  readonly facts: string;
}

/** The answer to `GET /warehouse/rows?table=project.dataset.table`: the first rows. */
export interface WarehouseRowsView {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** The answer to `GET /warehouse/comparison`. */
export interface ComparisonView {
  readonly isEqual: boolean;
  readonly sentence: string;
}

/** One execution of the script: what set it off and what it cost, then its calls and requests, a line each. */
export interface ExecutionView {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What the server tells the page, one server-sent event each. */
export type WorkbenchEvent =
  | { readonly kind: 'sheets'; readonly sheets: readonly SheetView[] }
  | { readonly kind: 'cells'; readonly blocks: readonly BlockView[] }
  | { readonly kind: 'drawings'; readonly drawings: readonly SheetDrawings[] }
  | { readonly kind: 'active-sheet'; readonly sheetId: number }
  | { readonly kind: 'current-cell'; readonly cell: SelectionCall }
  | { readonly kind: 'names'; readonly names: readonly NamedRangeView[] }
  | { readonly kind: 'toast'; readonly title: string; readonly message: string }
  | { readonly kind: 'alert'; readonly title: string; readonly message: string }
  | { readonly kind: 'sidebar'; readonly title: string; readonly version: number }
  | { readonly kind: 'execution'; readonly execution: ExecutionView }
  /** Mail sent since the last such event, oldest first. */
  | { readonly kind: 'mails'; readonly mails: readonly MailView[] }
  /** `skipped`: how far a skip under way has come; null when none is. */
  | { readonly kind: 'clock'; readonly nowMillis: number; readonly skipped: SkipProgress | null };
