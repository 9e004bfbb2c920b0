import type { ICommandInfo, IExecutionOptions, IRange, Worksheet } from '@univerjs/core';
import type { CellPlace } from '../formula-answers';
import type { Edit, EditAnswer, EditedCell } from '../protocol';
import { editedCell } from './edited-cell';
import type { Grid } from './grid';
import type { ServerLink } from './server-link';
import type { SheetIds } from './sheet-ids';

/** The members that the mutations below carry, as far as they are read. */
interface MutationParams {
  readonly subUnitId?: string;
  readonly cellValue?: Record<string, Record<string, object | null> | undefined>;
  readonly range?: IRange;
  /** Of number formats: the cells that each one goes to. */
  readonly values?: Record<string, { readonly ranges: readonly IRange[] }>;
  readonly ranges?: readonly IRange[];
  readonly from?: { readonly subUnitId: string; readonly value: Record<string, Record<string, unknown>> };
  readonly to?: { readonly subUnitId: string; readonly value: Record<string, Record<string, unknown>> };
  readonly sheet?: { readonly id: string; readonly name: string };
  readonly index?: number;
  readonly name?: string;
  readonly hidden?: number;
  readonly xSplit?: number;
  readonly ySplit?: number;
}

/** Who wants to know of edits. */
export interface EditListeners {
  /** The document of record refused an edit. */
  onRefused(error: Error): void;
  /** A formula was entered, again or anew. */
  onFormula(place: CellPlace): void;
}

type Places = Iterable<readonly [row: number, column: number]>;

/** Posts what the person does in the grid to the document of record, in the order done. */
export class Edits {
  readonly #grid: Grid;
  readonly #ids: SheetIds;
  readonly #link: ServerLink;
  readonly #listeners: EditListeners;
  #activeSheet = '';
  /** Formulas that the server told, by cell. */
  readonly #told = new Map<string, string>();
  /** What was posted since the grid last came to rest: it tells of a typed formula twice. */
  readonly #justPosted = new Set<string>();

  constructor(grid: Grid, ids: SheetIds, link: ServerLink, listeners: EditListeners) {
    this.#grid = grid;
    this.#ids = ids;
    this.#link = link;
    this.#listeners = listeners;
  }

  /** Begins to listen. */
  start(): void {
    this.#grid.api.onCommandExecuted((command, options) => this.#notice(command, options));
  }

  #notice({ id, params }: Readonly<ICommandInfo>, options: IExecutionOptions | undefined): void {
    const mutation = (params ?? {}) as MutationParams;
    const subUnit = mutation.subUnitId ?? '';
    const fromServer = Boolean(options?.fromCollab);
    if (id === 'sheet.operation.set-worksheet-active') this.#activate(subUnit, fromServer);
    if (fromServer && id === 'sheet.mutation.set-range-values') this.#noteTold(subUnit, mutation);
    if (fromServer || !id.startsWith('sheet.mutation.')) return;
    const name = id.slice('sheet.mutation.'.length);
    if (name === 'set-range-values' && options?.fromFormula)
      this.#cells(subUnit, this.#notTold(subUnit, writtenPlaces(mutation, true)));
    else if (name === 'set-range-values') this.#cells(subUnit, writtenPlaces(mutation, false));
    else if (name === 'reorder-range' && mutation.range) this.#cells(subUnit, rangePlaces(mutation.range));
    else if (name.endsWith('.numfmt')) {
      const ranges = Object.values(mutation.values ?? {}).flatMap((value) => value.ranges);
      for (const range of mutation.ranges ?? ranges) this.#cells(subUnit, rangePlaces(range));
    } else if (name === 'move-range') {
      for (const end of [mutation.from, mutation.to])
        if (end) this.#cells(end.subUnitId, matrixPlaces(end.value));
    } else if (name in LINE_MUTATIONS && mutation.range) this.#lines(name, subUnit, mutation.range);
    else this.#sheet(name, subUnit, mutation);
  }

  #activate(unitSheet: string, fromServer: boolean): void {
    if (unitSheet === this.#activeSheet) return;
    this.#activeSheet = unitSheet;
    if (!fromServer) this.#post(unitSheet, (sheetId) => ({ kind: 'sheet-activated', sheetId }));
  }

  #noteTold(unitSheet: string, { cellValue = {} }: MutationParams): void {
    for (const [row, line] of Object.entries(cellValue)) {
      for (const [column, cell] of Object.entries(line ?? {})) {
        const { f } = (cell ?? {}) as { readonly f?: string | null };
        if (f) this.#told.set(placeKey(unitSheet, row, column), f);
      }
    }
  }

  /**
   * The places that hold something else than the server told. The grid sets each formula a second time by itself: were that
   * posted as an edit, two pages would send each other the same formula without end.
   */
  #notTold(unitSheet: string, places: Places): Places {
    const worksheet = this.#grid.worksheet(unitSheet);
    return [...places].filter(([row, column]) => {
      const formula = worksheet?.getCellRaw(row, column)?.f;
      if (!formula || this.#told.get(placeKey(unitSheet, row, column)) !== formula) return true;
      this.#listeners.onFormula({ sheetId: unitSheet, row, column });
      return false;
    });
  }

  #cells(unitSheet: string, places: Places): void {
    const worksheet = this.#grid.worksheet(unitSheet);
    if (worksheet === undefined) return;
    const cells = [...places].map(([row, column]) => this.#read(worksheet, row, column));
    const key = JSON.stringify([unitSheet, cells]);
    if (cells.length === 0 || this.#justPosted.has(key)) return;
    this.#justPosted.add(key);
    setTimeout(() => this.#justPosted.delete(key));
    this.#post(unitSheet, (sheetId) => ({ kind: 'cells', sheetId, cells }));
  }

  #read(worksheet: Worksheet, row: number, column: number): EditedCell {
    const cell = worksheet.getCellRaw(row, column);
    this.#told.delete(placeKey(worksheet.getSheetId(), row, column));
    if (cell?.f) this.#listeners.onFormula({ sheetId: worksheet.getSheetId(), row, column });
    const style = this.#grid
      .workbook()
      .getStyles()
      .getStyleByCell(cell ?? undefined);
    return editedCell(row + 1, column + 1, cell, style);
  }

  #lines(mutation: string, unitSheet: string, range: IRange): void {
    const { axis, sign } = LINE_MUTATIONS[mutation] as LineMutation;
    const [first, last] =
      axis === 'row' ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
    const count = sign * (last - first + 1);
    this.#post(unitSheet, (sheetId) => ({ kind: 'lines', sheetId, axis, at: first + 1, count }));
  }

  #sheet(
    mutation: string,
    unitSheet: string,
    { sheet, index = 0, name = '', ...params }: MutationParams,
  ): void {
    if (mutation === 'insert-sheet' && sheet) {
      const added = sheet;
      void this.#send(() => ({ kind: 'sheet-added', name: added.name, index })).then((answer) => {
        if (answer?.sheetId != null) this.#ids.learn(added.id, answer.sheetId);
      });
      const cells = this.#grid.worksheet(added.id)?.getCellMatrix();
      const places: [number, number][] = [];
      cells?.forValue((row, column) => {
        places.push([row, column]);
      });
      this.#cells(added.id, places);
    } else if (mutation === 'remove-sheet') {
      this.#post(unitSheet, (sheetId) => ({ kind: 'sheet-removed', sheetId }));
    } else if (mutation === 'set-worksheet-name') {
      this.#post(unitSheet, (sheetId) => ({ kind: 'sheet-renamed', sheetId, name }));
    } else if (mutation === 'set-worksheet-hidden') {
      this.#post(unitSheet, (sheetId) => ({ kind: 'sheet-hidden', sheetId, hidden: Boolean(params.hidden) }));
    } else if (mutation === 'set-frozen') {
      const [rows, columns] = [params.ySplit ?? 0, params.xSplit ?? 0];
      this.#post(unitSheet, (sheetId) => ({ kind: 'frozen', sheetId, rows, columns }));
    }
  }

  #post(unitSheet: string, edit: (sheetId: number) => Edit): void {
    void this.#send(() => {
      const sheetId = this.#ids.sheetId(unitSheet);
      return sheetId === undefined ? null : edit(sheetId);
    });
  }

  #send(edit: () => Edit | null): Promise<EditAnswer | undefined> {
    return this.#link
      .postInOrder<EditAnswer>('/edit', () => ({ edits: [edit()].filter((one) => one !== null) }))
      .catch((error: Error) => {
        this.#listeners.onRefused(error);
        return undefined;
      });
  }
}

function placeKey(unitSheet: string, row: string | number, column: string | number): string {
  return `${unitSheet}:${row}:${column}`;
}

interface LineMutation {
  readonly axis: 'row' | 'column';
  readonly sign: 1 | -1;
}

const LINE_MUTATIONS: Readonly<Record<string, LineMutation>> = {
  'insert-row': { axis: 'row', sign: 1 },
  'insert-col': { axis: 'column', sign: 1 },
  'remove-rows': { axis: 'row', sign: -1 },
  'remove-col': { axis: 'column', sign: -1 },
};

/** Cells whose content the mutation sets; what the formula engine writes counts only where it sets a formula. */
function* writtenPlaces({ cellValue = {} }: MutationParams, fromFormula: boolean): Places {
  for (const [row, line] of Object.entries(cellValue)) {
    for (const [column, cell] of Object.entries(line ?? {})) {
      if (!fromFormula || (cell !== null && 'f' in cell)) yield [Number(row), Number(column)];
    }
  }
}

function* matrixPlaces(matrix: Record<string, Record<string, unknown>>): Places {
  for (const [row, line] of Object.entries(matrix)) {
    for (const column of Object.keys(line)) yield [Number(row), Number(column)];
  }
}

function* rangePlaces({ startRow, endRow, startColumn, endColumn }: IRange): Places {
  for (let row = startRow; row <= endRow; row++) {
    for (let column = startColumn; column <= endColumn; column++) yield [row, column];
  }
}
