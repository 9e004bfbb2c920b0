import type { Book } from '../emulator/book';
import { intersection, lastColumn, lastRow, type Rectangle, rangeName } from '../emulator/spreadsheet/a1';
import type { CellError, Grid } from '../emulator/spreadsheet/cells';
import { NO_ROOM, settle } from '../emulator/spreadsheet/formulas';
import type { Workbook } from '../emulator/spreadsheet/workbook';
import { applyEdit } from './apply-edit';
import { blockView, sheetView, usedBlock } from './cell-views';
import { DrawingRecord } from './drawing-record';
import { cellInput } from './formula-exchange';
import type {
  BlockView,
  Calculated,
  CalculatedCell,
  DocumentView,
  Edit,
  NamedRangeView,
  SheetView,
  WorkbenchEvent,
} from './protocol';

/** What an edit did to a sheet: cells in a block; without one its name, its size or its looks as a whole. */
interface Change {
  readonly sheetId: number;
  readonly block: Rectangle | undefined;
}

/** Tells the pages of a change. `pageId` names the page that made it and shows it already; `''` for the script. */
export type TellPages = (event: WorkbenchEvent, pageId: string) => void;

/**
 * The document of record, as the pages see and edit it.
 *
 * Changes are gathered until the script's turn of work is over: a refresh is one event, not one for each call.
 */
export class DocumentRecord {
  readonly #book: Book;
  readonly #tell: TellPages;
  readonly #changes = new Map<string, Change[]>();
  /** The block of each sheet that pages may still show something in. */
  readonly #shown = new Map<number, Rectangle>();
  readonly #drawings = new DrawingRecord();
  #editor = '';
  /** True while the document takes in what a page calculated. */
  #isCalculating = false;
  /** Pieces of work that hold back what pages are told. */
  #holds = 0;
  #namesTold: string;

  constructor(book: Book, tell: TellPages) {
    this.#book = book;
    this.#tell = tell;
    this.#namesTold = JSON.stringify(this.#names());
    book.on('change', this.#gather);
  }

  /** Everything there is, for a page that begins. */
  view(): Pick<DocumentView, 'name' | 'zone' | 'sheets' | 'blocks' | 'names' | 'drawings'> {
    const workbook = this.#book.workbook;
    return {
      name: this.#book.name,
      zone: workbook.settings.zone,
      sheets: this.#sheets(),
      blocks: workbook.sheets.flatMap((sheet) => this.#wholeSheet(sheet.id)),
      names: this.#names(),
      drawings: this.#drawings.all(workbook),
    };
  }

  /**
   * Makes a person's edits, all or none.
   *
   * @returns The ID of the sheet that was added last, else null.
   * @throws {HostError} when one is refused.
   */
  edit(edits: readonly Edit[], pageId: string): number | null {
    let sheetId: number | null = null;
    this.#change(pageId, (workbook) => {
      for (const edit of edits) sheetId = applyEdit(workbook, edit) ?? sheetId;
    });
    return sheetId;
  }

  /**
   * Keeps what the page's formula engine worked out. A formula that is gone by now is passed over.
   *
   * No other page is told, since each calculates by itself: a formula that comes to it as a change would be calculated there,
   * posted, and told to the first page as a change again, without end.
   */
  keepCalculated({ sheetId, cells }: Calculated, pageId: string): void {
    this.#isCalculating = true;
    try {
      this.#change(pageId, (workbook) => {
        for (const cell of cells) keepResult(workbook, sheetId, cell);
      });
    } finally {
      this.#isCalculating = false;
    }
  }

  /**
   * Holds back what pages are told until the work is done: a clock that skips over many runs changes the same cells again
   * and again, and every page would calculate its formulas after each.
   */
  async tellAfter<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      this.#tellAll();
    }
  }

  /** Stops listening to the document. */
  dispose(): void {
    this.#book.off('change', this.#gather);
  }

  #change(pageId: string, change: (workbook: Workbook) => void): void {
    this.#editor = pageId;
    try {
      this.#book.edit(change);
    } finally {
      this.#editor = '';
    }
  }

  readonly #gather = (old: Workbook, after: Workbook): void => {
    if (this.#changes.size === 0) setImmediate(() => this.#tellAll());
    const before = this.#changes.get(this.#editor) ?? [];
    // Even so the pages are told of their charts, which show what was calculated.
    const changes = this.#isCalculating ? [] : changesBetween(old, after);
    this.#changes.set(this.#editor, [...before, ...changes]);
  };

  #tellAll(): void {
    if (this.#holds > 0) return;
    const gathered = [...this.#changes];
    this.#changes.clear();
    for (const [pageId, changes] of gathered) this.#tellChanges(changes, pageId);
    const drawings = this.#drawings.changed(this.#book.workbook);
    // Not even the page that made the edit knows what it does to charts.
    if (drawings.length > 0) this.#tell({ kind: 'drawings', drawings }, '');
  }

  #tellChanges(changes: readonly Change[], pageId: string): void {
    const reshaped = changes.filter(({ block }) => block === undefined).map(({ sheetId }) => sheetId);
    if (reshaped.length > 0) this.#tell({ kind: 'sheets', sheets: this.#sheets() }, pageId);
    const blocks = [...new Set(changes.map(({ sheetId }) => sheetId))].flatMap((sheetId) =>
      reshaped.includes(sheetId) ? this.#wholeSheet(sheetId) : this.#blocks(sheetId, changes),
    );
    if (blocks.length > 0) this.#tell({ kind: 'cells', blocks }, pageId);
    const names = this.#names();
    if (JSON.stringify(names) !== this.#namesTold) this.#tell({ kind: 'names', names }, '');
    this.#namesTold = JSON.stringify(names);
  }

  #blocks(sheetId: number, changes: readonly Change[]): BlockView[] {
    const sheet = this.#book.workbook.findSheet(sheetId);
    if (sheet === undefined) return [];
    const own = changes.flatMap((change) =>
      change.sheetId === sheetId && change.block ? [change.block] : [],
    );
    const [first, ...others] = own;
    if (first === undefined) return [];
    const changed = others.reduce(union, first);
    this.#note(sheetId, changed);
    return [blockView(sheet, changed)];
  }

  /** All that the sheet holds, and blanks where pages may show something that is gone. */
  #wholeSheet(sheetId: number): BlockView[] {
    const sheet = this.#book.workbook.findSheet(sheetId);
    if (sheet === undefined) return [];
    const used = usedBlock(sheet);
    if (used) this.#note(sheetId, used);
    const shown = this.#shown.get(sheetId);
    // The page has cut off what lay beyond the edge.
    const block = shown && intersection(shown, sheet.bounds);
    if (block === undefined) return [];
    this.#shown.set(sheetId, block);
    return [blockView(sheet, block)];
  }

  #note(sheetId: number, block: Rectangle): void {
    const before = this.#shown.get(sheetId) ?? { row: 1, column: 1, rows: 0, columns: 0 };
    this.#shown.set(sheetId, {
      row: 1,
      column: 1,
      rows: Math.max(before.rows, block.row + block.rows - 1),
      columns: Math.max(before.columns, block.column + block.columns - 1),
    });
  }

  #sheets(): SheetView[] {
    return this.#book.workbook.sheets.map(sheetView);
  }

  #names(): NamedRangeView[] {
    const workbook = this.#book.workbook;
    return [...workbook.names].map(([name, place]) => {
      const cells = rangeName(place).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
      return { name, reference: `${quoteSheetName(workbook.sheet(place.sheetId).name)}!${cells}` };
    });
  }
}

/** A sheet's name as it stands in a formula: quoted unless it is a plain word. */
export function quoteSheetName(name: string): string {
  const isWord = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/^[A-Za-z]{1,3}[1-9]\d*$/.test(name);
  return isWord ? name : `'${name.replaceAll("'", "''")}'`;
}

function changesBetween(before: Workbook, after: Workbook): Change[] {
  const ids = new Set([...before.sheets, ...after.sheets].map(({ id }) => id));
  return [...ids].flatMap((sheetId): Change[] => {
    const [old, sheet] = [before.findSheet(sheetId), after.findSheet(sheetId)];
    if (!old || !sheet || JSON.stringify(sheetView(old)) !== JSON.stringify(sheetView(sheet)))
      return [{ sheetId, block: undefined }];
    const block = changedBlock(old.grid, sheet.grid);
    return block === undefined ? [] : [{ sheetId, block }];
  });
}

/** The smallest block outside of which the cells of both are the same objects; undefined if all are. */
function changedBlock(before: Grid, after: Grid): Rectangle | undefined {
  const changed = after.rows.flatMap((cells = [], index) => {
    const old = before.rows[index] ?? [];
    if (cells === old) return [];
    const length = Math.max(cells.length, old.length);
    const differ = Array.from({ length }, (_, at) => cells[at] !== old[at]);
    const [first, last] = [differ.indexOf(true), differ.lastIndexOf(true)];
    return first < 0 ? [] : [{ row: index + 1, column: first + 1, rows: 1, columns: last - first + 1 }];
  });
  const [first, ...others] = changed;
  return first && others.reduce(union, first);
}

/** The smallest block that holds both. */
function union(a: Rectangle, b: Rectangle): Rectangle {
  const [row, column] = [Math.min(a.row, b.row), Math.min(a.column, b.column)];
  const rows = Math.max(lastRow(a), lastRow(b)) - row + 1;
  return { row, column, rows, columns: Math.max(lastColumn(a), lastColumn(b)) - column + 1 };
}

function keepResult(workbook: Workbook, sheetId: number, { rows, error, ...place }: CalculatedCell): void {
  const read = () => rows.map((line) => line.map((value) => cellInput(value, workbook.settings)));
  settle(workbook, sheetId, place, error ? errorOf(error) : read());
}

/** The grid's own code for a result without room is not known to Google Sheets, which shows `#REF!`. */
function errorOf({ code, message }: { readonly code: string; readonly message: string }): CellError {
  return code === '#SPILL!' ? NO_ROOM : { code: code as CellError['code'], message };
}
