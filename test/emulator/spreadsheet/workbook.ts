import type { SheetDataSource } from '../services/data-source';
import { HostError } from '../values';
import { type Rectangle, readBlock, singleCell, splitSheetName } from './a1';
import { Grid } from './cells';
import type { FormulaCell } from './formulas';

/** A list to choose from, as a builder begins it; strict where nothing else is accepted. Empty cells always pass. */
export const NEW_LIST = { offered: [] as readonly string[], isStrict: true };
export type ListRule = typeof NEW_LIST;

/** A block of cells, and the sheet that it is of. */
export interface Place extends Rectangle {
  readonly sheetId: number;
}

/** A chart, as a builder begins it (type and place are assumed). */
export const NEW_CHART = {
  /** Not given twice in a spreadsheet; 0 before it stands on a sheet. */
  id: 0,
  /** As `Charts.ChartType` names it. */
  type: 'COLUMN' as 'BAR' | 'COLUMN' | 'LINE',
  /** They may lie in another sheet. */
  ranges: [] as readonly Place[],
  /** Rows of the ranges that name the series. -1 lets the chart guess. */
  numHeaders: -1,
  /** By dotted name: `legend.position`. */
  options: {} as { readonly [name: string]: unknown },
  /** Its upper left corner: a cell, counted from 1, and pixels from the cell's corner. */
  anchor: { row: 1, column: 1, offsetX: 0, offsetY: 0 },
};
export type Chart = typeof NEW_CHART;

/** One conditional format of a sheet, as a builder begins it: a look for the cells that fulfil something. */
export const NEW_RULE = {
  ranges: [] as readonly Place[],
  /** The cell for which its formula was written; for others it reads as if copied there. */
  origin: singleCell(1, 1),
  /** As `SpreadsheetApp.BooleanCriteria` names it. */
  criteria: '',
  value: '',
  background: null as string | null,
  fontColor: null as string | null,
  bold: null as boolean | null,
};
export type ConditionalFormat = typeof NEW_RULE;

/** One sheet of a workbook. Plain state, of which all but grid and formulas is replaced, never changed; the rules are in `edits.ts`. */
export class Sheet {
  isHidden = false;
  frozenRows = 0;
  frozenColumns = 0;
  /** Pixels by column, where it is not the default. */
  columnWidths = new Map<number, number>();
  /** In the order they were put in, which is also the order they lie over each other. */
  charts: readonly Chart[] = [];
  /** In order: the first one that fits a cell decides. */
  conditionalFormats: readonly ConditionalFormat[] = [];
  /** The cells of the sheet's filter, if it has one. */
  filter: Rectangle | undefined;
  /** What a data source sheet shows; undefined in any other sheet. */
  dataSource: SheetDataSource | undefined;
  merges: readonly Rectangle[] = [];
  /** What only the owner of the spreadsheet may edit: blocks, or all of it. */
  protections: readonly Rectangle[] = [];
  isProtected = false;
  validations: readonly (ListRule & Rectangle)[] = [];
  /** By their place. */
  formulas = new Map<string, FormulaCell>();

  /** A sheet as `insertSheet` makes it. */
  constructor(
    readonly id: number,
    public name: string,
    public grid = new Grid(1000, 26),
  ) {}

  /** A sheet that can be changed without changing this one. */
  copy(): Sheet {
    const own = { grid: this.grid.copy(), formulas: new Map(this.formulas) };
    return Object.assign(new Sheet(this.id, this.name, own.grid), this, own);
  }

  /** The block of all its cells. */
  get bounds(): Rectangle {
    return { row: 1, column: 1, rows: this.grid.maxRows, columns: this.grid.maxColumns };
  }
}

/** What a workbook needs to know to read typed text and dates. */
export interface WorkbookSettings {
  zone: string;
  readonly locale: string;
  /** IDs given so far, also those that a kill undid: none is given twice. */
  idsGiven: number;
}

/** The whole state of a spreadsheet: sheets in order, names, the active sheet. */
export class Workbook {
  /** The cells that have a name, as it was given. */
  names = new Map<string, Place>();
  activeSheetId: number;

  constructor(
    readonly settings: WorkbookSettings,
    public sheets: Sheet[],
  ) {
    this.activeSheetId = sheets[0]?.id ?? 0;
  }

  /** A workbook that can be changed without changing this one. Rows of cells are shared until they change. */
  copy(settings: WorkbookSettings = this.settings): Workbook {
    const sheets = this.sheets.map((sheet) => sheet.copy());
    const { names, activeSheetId } = this;
    return Object.assign(new Workbook(settings, sheets), { names: new Map(names), activeSheetId });
  }

  /** The sheet with an ID. @throws {HostError} when it was deleted; the text is assumed. */
  sheet(id: number): Sheet {
    const sheet = this.findSheet(id);
    if (sheet === undefined) throw new HostError(`Sheet ${id} not found`);
    return sheet;
  }

  /** The sheet with an ID, if it is still there. */
  findSheet(id: number): Sheet | undefined {
    return this.sheets.find((sheet) => sheet.id === id);
  }

  /** The sheet with a name; case does not matter. */
  sheetNamed(name: string): Sheet | undefined {
    return this.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  }

  /** A name as it was given; case does not matter. */
  nameOf(text: string): string | undefined {
    return [...this.names.keys()].find((name) => name.toLowerCase() === text.toLowerCase());
  }

  /** An ID for a sheet or a chart: unlike an index, and the same in every run. */
  newId(): number {
    this.settings.idsGiven += 1;
    return (this.settings.idsGiven * 1_103_515_245 + 12_345) % 2_147_483_647;
  }

  /**
   * Finds a block by A1 notation or by its name; it may lie beyond the sheet. Without a sheet's name it is in `home`.
   *
   * @returns `undefined` when there is no such sheet, or the text is neither.
   */
  find(text: string, home = this.findSheet(this.activeSheetId)) {
    const named = this.names.get(this.nameOf(text) ?? '');
    if (named) return { sheet: this.sheet(named.sheetId), block: named };
    const [sheetName, cells] = splitSheetName(text);
    const sheet = sheetName === undefined ? home : this.sheetNamed(sheetName);
    const block = sheet && readBlock(cells, sheet.bounds);
    return sheet && block && { sheet, block: { sheetId: sheet.id, ...block } };
  }
}

/** The same for what a test or a person writes. @throws {RangeError} when there is no such block. */
export function locate(workbook: Workbook, text: string) {
  const found = workbook.find(text);
  if (found === undefined) throw new RangeError(`${text} is no block of the spreadsheet`);
  return found;
}
