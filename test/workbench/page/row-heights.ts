import type { BlockView } from '../protocol';
import type { Grid } from './grid';
import type { SheetIds } from './sheet-ids';

/**
 * Makes rows as high as their wrapped text needs, which Google Sheets sees to by itself.
 *
 * The grid can measure only the sheet in front: a row that waits is fitted when its sheet comes to the front.
 */
export class RowHeights {
  readonly #grid: Grid;
  readonly #ids: SheetIds;
  readonly #waiting = new Map<number, Set<number>>();
  /** Rows that were once made higher. */
  readonly #fitted = new Map<number, Set<number>>();

  constructor(grid: Grid, ids: SheetIds) {
    this.#grid = grid;
    this.#ids = ids;
  }

  /** Fits the sheet in front, and each other one when it comes there. */
  start(): void {
    const { api } = this.#grid;
    api.addEvent(api.Event.ActiveSheetChanged, () => requestAnimationFrame(() => this.fit()));
    this.fit();
  }

  /** Takes in which rows of a block hold wrapped text. */
  cells(blocks: readonly BlockView[]): void {
    for (const { sheetId, row, cells, styles } of blocks) {
      const rows = this.#waiting.get(sheetId) ?? new Set<number>();
      cells.forEach((line, offset) => {
        const hasWrapped = line.some(({ s, v }) => v !== undefined && styles[s ?? -1]?.wrap);
        if (hasWrapped || this.#fitted.get(sheetId)?.has(row + offset)) rows.add(row + offset);
      });
      this.#waiting.set(sheetId, rows);
    }
  }

  /** Columns may have other widths: rows that were fitted before wait again. */
  widths(): void {
    for (const [sheetId, rows] of this.#fitted)
      this.#waiting.set(sheetId, new Set([...(this.#waiting.get(sheetId) ?? []), ...rows]));
  }

  /** Fits the rows that wait in the sheet in front. */
  fit(): void {
    const sheet = this.#grid.api.getActiveWorkbook()?.getActiveSheet();
    const subUnitId = sheet?.getSheetId() ?? '';
    const sheetId = this.#ids.sheetId(subUnitId);
    const rows = [...(this.#waiting.get(sheetId ?? -1) ?? [])];
    const skeleton = sheet?.getSkeleton();
    if (sheet === undefined || !skeleton || sheetId === undefined || rows.length === 0) return;
    this.#waiting.delete(sheetId);
    this.#fitted.set(sheetId, new Set([...(this.#fitted.get(sheetId) ?? []), ...rows]));
    const [startColumn, endColumn] = [0, sheet.getMaxColumns() - 1];
    const ranges = rows.map((row) => ({ startRow: row - 1, endRow: row - 1, startColumn, endColumn }));
    const rowsAutoHeightInfo = skeleton.calculateAutoHeightInRange(ranges);
    this.#grid.run('sheet.mutation.set-worksheet-row-auto-height', { subUnitId, rowsAutoHeightInfo });
    sheet.refreshCanvas();
  }
}
