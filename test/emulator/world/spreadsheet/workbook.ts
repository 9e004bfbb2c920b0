import { HostError } from '../../values';
import type { Rectangle } from './rectangle';
import type { Sheet } from './sheet';

/** A name for a block of cells. Names ignore case. */
export interface NamedRange {
  readonly name: string;
  readonly sheetId: number;
  readonly block: Rectangle;
}

/** Cells that an edit touched; `block` is undefined when sheets were added, removed, renamed, moved or resized. */
export interface WorkbookChange {
  readonly sheetId: number;
  readonly block: Rectangle | undefined;
}

/** What a workbook needs to know to read typed text and dates. */
export interface WorkbookSettings {
  zone: string;
  locale: string;
  /** Milliseconds since 1970; decides the year of a day typed without one. */
  readonly now: () => number;
  /** Sheets made so far, also those that a kill undid: no ID is given twice. */
  sheetsMade: number;
  /** Charts made so far, for the same reason. */
  chartsMade: number;
}

/** The whole state of a spreadsheet: sheets in order, names, the active sheet. */
export class Workbook {
  readonly settings: WorkbookSettings;
  sheets: Sheet[];
  names = new Map<string, NamedRange>();
  activeSheetId: number;
  /** What changed since it was last asked; see `takeChanges`. */
  #changes: WorkbookChange[] = [];

  constructor(settings: WorkbookSettings, sheets: Sheet[]) {
    this.settings = settings;
    this.sheets = sheets;
    this.activeSheetId = sheets[0]?.id ?? 0;
  }

  /** A workbook that can be changed without changing this one. Rows of cells are shared until they change. */
  copy(settings: WorkbookSettings = this.settings): Workbook {
    const copy = new Workbook(
      settings,
      this.sheets.map((sheet) => sheet.copy()),
    );
    copy.names = new Map(this.names);
    copy.activeSheetId = this.activeSheetId;
    copy.#changes = this.#changes.slice();
    return copy;
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

  /** Cells of all sheets, empty ones included. */
  get cellTotal(): number {
    return this.sheets.reduce((sum, { grid }) => sum + grid.maxRows * grid.maxColumns, 0);
  }

  /** An ID no sheet of this workbook had: unlike an index, and the same in every run. */
  nextSheetId(): number {
    const id = (this.settings.sheetsMade * 1_103_515_245 + 12_345) % 2_147_483_647;
    this.settings.sheetsMade++;
    return id;
  }

  /** An ID no chart of this workbook had. */
  nextChartId(): number {
    const id = (this.settings.chartsMade * 69_069 + 1_234_567) % 2_147_483_647;
    this.settings.chartsMade++;
    return id;
  }

  /** Notes an edit, so that listeners hear of it once it is permanent. */
  noteChange(sheetId: number, block?: Rectangle): void {
    this.#changes.push({ sheetId, block });
  }

  /** The edits since the last time. */
  takeChanges(): readonly WorkbookChange[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }
}
