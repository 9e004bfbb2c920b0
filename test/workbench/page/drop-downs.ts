import type { ListView, SheetDrawings } from '../drawings';
import { byId, element } from './element';
import type { Grid } from './grid';
import { overlay } from './overlay';
import type { SheetIds } from './sheet-ids';

/** Pixels of the arrow, and of a row. */
const [ARROW, ROW] = [18, 20];

/**
 * Lays an arrow over each cell with a drop-down of the sheet in front. What is chosen is an edit of the person.
 *
 * @returns What takes in what became different.
 */
export function dropDowns(grid: Grid, ids: SheetIds): (drawings: readonly SheetDrawings[]) => void {
  const layer = byId('drop-downs');
  let shown: (readonly [ListView, HTMLSelectElement])[] = [];
  const arrowOf = ({ row, column, offered }: ListView): HTMLSelectElement => {
    const arrow = element('select', { 'aria-label': `Choose in ${String.fromCharCode(64 + column)}${row}` });
    arrow.append(...['', ...offered].map((text) => new Option(text, text)));
    arrow.addEventListener('change', () => {
      const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
      sheet?.getRange(row - 1, column - 1).setValue(arrow.value);
      arrow.value = '';
      grid.focus();
    });
    return arrow;
  };
  const { show } = overlay<ListView>(
    { grid, ids, layer },
    (views) => {
      shown = views.map((view) => [view, arrowOf(view)] as const);
      layer.replaceChildren(...shown.map(([, arrow]) => arrow));
    },
    ({ headings, cell }, canvas, corner) => {
      for (const [{ row, column, columns }, arrow] of shown) {
        const { x, y } = cell(row - 1, column - 1 + columns);
        arrow.hidden = y < headings.y || x - ARROW < headings.x || x > canvas.width;
        Object.assign(arrow.style, {
          left: `${corner.x + x - ARROW - 1}px`,
          top: `${corner.y + y}px`,
          width: `${ARROW}px`,
          height: `${ROW}px`,
        });
      }
    },
  );
  return (drawings) => show(drawings.map(({ sheetId, lists }) => ({ sheetId, views: lists })));
}
