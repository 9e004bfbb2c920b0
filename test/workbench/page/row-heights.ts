import type { BlockView } from '../protocol';
import type { Grid } from './grid';
import type { SheetIds } from './sheet-ids';

/** Rows whose wrapped text waits to be fitted. */
export interface RowHeights {
  /** Takes in which rows of a block hold wrapped text. */
  cells(blocks: readonly BlockView[]): void;
  /** Columns may have other widths: rows that were fitted before wait again. */
  widths(): void;
  /** Fits the rows that wait in the sheet in front. */
  fit(): void;
}

/**
 * Makes rows as high as their wrapped text needs, which Google Sheets sees to by itself.
 *
 * The grid can measure only the sheet in front: a row that waits is fitted when its sheet comes to the front.
 */
export function rowHeights(grid: Grid, ids: SheetIds): RowHeights {
  const waiting = new Map<number, Set<number>>();
  /** Rows that were once made higher. */
  const fitted = new Map<number, Set<number>>();
  const add = (to: typeof waiting, sheetId: number, rows: Iterable<number>): void => {
    to.set(sheetId, new Set([...(to.get(sheetId) ?? []), ...rows]));
  };
  const fit = (): void => {
    const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
    const subUnitId = sheet?.getSheetId() ?? '';
    const sheetId = ids.sheetId(subUnitId);
    const rows = [...(waiting.get(sheetId ?? -1) ?? [])];
    const skeleton = sheet?.getSkeleton();
    if (sheet === undefined || !skeleton || sheetId === undefined || rows.length === 0) return;
    waiting.delete(sheetId);
    add(fitted, sheetId, rows);
    const [startColumn, endColumn] = [0, sheet.getMaxColumns() - 1];
    const ranges = rows.map((row) => ({ startRow: row - 1, endRow: row - 1, startColumn, endColumn }));
    const rowsAutoHeightInfo = skeleton.calculateAutoHeightInRange(ranges);
    grid.run('sheet.mutation.set-worksheet-row-auto-height', { subUnitId, rowsAutoHeightInfo });
    sheet.refreshCanvas();
  };
  grid.api.addEvent(grid.api.Event.ActiveSheetChanged, () => requestAnimationFrame(fit));
  return {
    cells: (blocks) => {
      for (const { sheetId, row, cells, styles } of blocks) {
        const isWrapped = (line: (typeof cells)[number], offset: number): boolean =>
          line.some(({ s, v }) => v !== undefined && styles[s ?? -1]?.wrap) ||
          fitted.get(sheetId)?.has(row + offset) === true;
        add(
          waiting,
          sheetId,
          cells.flatMap((line, offset) => (isWrapped(line, offset) ? [row + offset] : [])),
        );
      }
    },
    widths: () => {
      for (const [sheetId, rows] of fitted) add(waiting, sheetId, rows);
    },
    fit,
  };
}
