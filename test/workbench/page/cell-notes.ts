import { type ICellDataForSheetInterceptor, InterceptorEffectEnum, type Nullable } from '@univerjs/core';
import { INTERCEPTOR_POINT } from '@univerjs/preset-sheets-core';
import { byId } from './element';
import type { Grid } from './grid';
import type { CellNotes } from './workbook-data';

const NOTE_MARK = { tr: { size: 7, color: '#f9ab00' } };
const ERROR_MARK = { tr: { size: 7, color: '#d93025' } };
/** After everything that decides what a cell shows. */
const LAST = 1;

const NO_ROOM =
  'The result has no room: empty the cells below and beside this one. (Google Sheets shows #REF! here.)';

/** The text that belongs to a cell: why it shows an error, or its note; `''` for most. */
export function noteText(cell: Nullable<ICellDataForSheetInterceptor>): string {
  if (cell?.v === '#SPILL!') return NO_ROOM;
  const notes = (cell?.custom ?? {}) as CellNotes;
  // A later result of the formula leaves the old message in place: it counts beside an error only.
  const isError = typeof cell?.v === 'string' && cell.v.startsWith('#');
  return (isError ? notes.message : undefined) ?? notes.note ?? '';
}

/**
 * Marks cells that have a text, and shows it when one points at the cell or selects it.
 *
 * @returns Looks again at the selected cell, whose content may have changed.
 */
export function showCellNotes(grid: Grid, onSelect: (text: string) => void): () => void {
  grid.interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: LAST,
    effect: InterceptorEffectEnum.Style,
    handler: (cell, location, next) => {
      if (cell?.custom == null || noteText(cell) === '') return next(cell);
      const isError = noteText(cell) === (cell.custom as CellNotes).message;
      const marked = cell === location.rawData ? { ...cell } : cell;
      // The grid's own mark for errors stands in another corner: one is enough.
      return next({ ...marked, markers: isError ? ERROR_MARK : { ...cell.markers, ...NOTE_MARK } });
    },
  });
  const pointer = { x: 0, y: 0 };
  byId('grid').addEventListener('pointermove', ({ clientX, clientY }) => {
    pointer.x = clientX;
    pointer.y = clientY;
  });
  byId('grid').addEventListener('pointerleave', () => showTip('', pointer));
  const textAt = (unitSheet: string, row: number, column: number): string =>
    noteText(grid.worksheet(unitSheet)?.getCell(row, column));
  let selected: { readonly sheet: string; readonly row: number; readonly column: number } | undefined;
  const tellSelected = (): void => {
    if (selected) onSelect(textAt(selected.sheet, selected.row, selected.column));
  };
  const { api } = grid;
  api.onCommandExecuted(({ id }) => {
    if (id === 'sheet.mutation.set-range-values') tellSelected();
  });
  api.addEvent(api.Event.CellHover, ({ worksheet, row, column }) =>
    showTip(textAt(worksheet.getSheetId(), row, column), pointer),
  );
  api.addEvent(api.Event.SelectionChanged, ({ worksheet, selections }) => {
    const first = selections[0];
    if (first === undefined) return;
    selected = { sheet: worksheet.getSheetId(), row: first.startRow, column: first.startColumn };
    tellSelected();
  });
  return tellSelected;
}

function showTip(text: string, { x, y }: { readonly x: number; readonly y: number }): void {
  const tip = byId('cell-note');
  tip.hidden = text === '';
  tip.textContent = text;
  tip.style.left = `${Math.min(x + 14, window.innerWidth - 320)}px`;
  tip.style.top = `${y + 14}px`;
}
