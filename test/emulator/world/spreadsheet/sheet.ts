import { NEW_SHEET_COLUMNS, NEW_SHEET_ROWS } from '../../limits';
import type { Chart } from './chart';
import type { ConditionalFormat } from './conditional-format';
import type { SheetDataSource } from './data-source';
import type { FormulaCell } from './formula-cell';
import { Grid } from './grid';
import type { Rectangle } from './rectangle';
import type { Validation } from './validation';

/** A block that only some people may edit. The owner of the spreadsheet always may. */
export interface Protection {
  readonly block: Rectangle;
  /** True when it grows with the sheet. */
  readonly wholeSheet: boolean;
  readonly editors: readonly string[];
}

/** More rows than any sheet can have; makes one number of a row and a column. */
const KEY_FACTOR = 100_000;

/** Where a formula cell is found in `Sheet.formulas`. */
export function formulaKey(row: number, column: number): number {
  return row * KEY_FACTOR + column;
}

/** One sheet of a workbook. Plain state: the rules are in the `edit-…` files. */
export class Sheet {
  readonly id: number;
  name: string;
  grid: Grid;
  isHidden = false;
  frozenRows = 0;
  frozenColumns = 0;
  /** Pixels by column, where it is not the default. */
  columnWidths = new Map<number, number>();
  /** Pixels by row, where it is not the default. */
  rowHeights = new Map<number, number>();
  hasHiddenGridlines = false;
  /** CSS colour; null for none. */
  tabColor: string | null = null;
  /** In the order they were put in, which is also the order they lie over each other. */
  charts: readonly Chart[] = [];
  /** In order: the first one that fits a cell decides. */
  conditionalFormats: readonly ConditionalFormat[] = [];
  /** The cells of the sheet's filter. */
  filter: Rectangle | undefined;
  /** Texts, as shown, whose rows the filter hides, by column of the sheet. */
  filterCriteria = new Map<number, readonly string[]>();
  /** The rows that the filter hides; see `applyFilter`. */
  filteredRows = new Set<number>();
  /** The rows that a person hid. */
  hiddenRows = new Set<number>();
  /** What a data source sheet shows; undefined in any other sheet. */
  dataSource: SheetDataSource | undefined;
  merges: readonly Rectangle[] = [];
  protections: readonly Protection[] = [];
  validations: readonly Validation[] = [];
  formulas = new Map<number, FormulaCell>();

  constructor(id: number, name: string, grid = new Grid(NEW_SHEET_ROWS, NEW_SHEET_COLUMNS)) {
    this.id = id;
    this.name = name;
    this.grid = grid;
  }

  /** A sheet that can be changed without changing this one. */
  copy(): Sheet {
    const copy = new Sheet(this.id, this.name, this.grid.copy());
    copy.isHidden = this.isHidden;
    copy.frozenRows = this.frozenRows;
    copy.frozenColumns = this.frozenColumns;
    copy.columnWidths = new Map(this.columnWidths);
    copy.rowHeights = new Map(this.rowHeights);
    copy.hasHiddenGridlines = this.hasHiddenGridlines;
    copy.tabColor = this.tabColor;
    copy.charts = this.charts;
    copy.conditionalFormats = this.conditionalFormats;
    copy.filter = this.filter;
    copy.filterCriteria = new Map(this.filterCriteria);
    copy.filteredRows = new Set(this.filteredRows);
    copy.hiddenRows = new Set(this.hiddenRows);
    copy.dataSource = this.dataSource;
    copy.merges = this.merges;
    copy.protections = this.protections;
    copy.validations = this.validations;
    copy.formulas = new Map(this.formulas);
    return copy;
  }

  /** The block of all its cells. */
  get bounds(): Rectangle {
    return { row: 1, column: 1, rows: this.grid.maxRows, columns: this.grid.maxColumns };
  }

  /** The formula at a place, if there is one. */
  formulaAt(row: number, column: number): FormulaCell | undefined {
    return this.formulas.get(formulaKey(row, column));
  }

  /** Puts a formula's record in place. */
  keepFormula(formula: FormulaCell): void {
    this.formulas.set(formulaKey(formula.row, formula.column), formula);
  }
}
