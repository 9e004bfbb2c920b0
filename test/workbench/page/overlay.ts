import { byId } from './element';
import type { Grid } from './grid';
import type { SheetIds } from './sheet-ids';
import type { SheetPixels } from './sheet-pixels';

/** What lies over the cells of the sheet in front, and the views of every sheet that it is made of. */
export interface Overlay<View> {
  /** Takes in what became different. */
  show(views: readonly { readonly sheetId: number; readonly views: readonly View[] }[]): void;
}

/**
 * Keeps a layer over the grid, which draws none of this by itself: it follows the sheet in front, scrolling, and all that
 * moves cells.
 *
 * @param draw Puts the views of the sheet in front into the layer.
 * @param place Puts them where their cells are now. `corner` is that of the canvas, from the layer's parent.
 */
export function overlay<View>(
  { grid, ids, layer }: { readonly grid: Grid; readonly ids: SheetIds; readonly layer: HTMLElement },
  draw: (views: readonly View[]) => void,
  place: (pixels: SheetPixels, canvas: DOMRect, corner: { readonly x: number; readonly y: number }) => void,
): Overlay<View> {
  const known = new Map<number, readonly View[]>();
  const now = (): void => {
    const pixels = grid.pixels();
    if (!pixels) return;
    const around = layer.parentElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const { x, y, width, height } = pixels.canvas.getBoundingClientRect();
    // In a narrow window the canvas is wider than its pane.
    const pane = byId('grid').getBoundingClientRect();
    const seen = new DOMRect(x, y, Math.min(width, pane.right - x), Math.min(height, pane.bottom - y));
    place(pixels, seen, { x: x - around.left, y: y - around.top });
  };
  // After the grid has drawn itself: only then do its positions count.
  const soon = (): void => void requestAnimationFrame(now);
  const update = (): void => {
    const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
    const sheetId = sheet === undefined ? undefined : ids.sheetId(sheet.getSheetId());
    draw(sheetId === undefined ? [] : (known.get(sheetId) ?? []));
    soon();
  };
  grid.api.addEvent(grid.api.Event.Scroll, now);
  grid.api.addEvent(grid.api.Event.ActiveSheetChanged, update);
  // Widths, heights and frozen rows move what lies over them.
  grid.api.onCommandExecuted(({ id }) => {
    if (/^sheet\.(mutation|operation)\.(set-(col|row|worksheet|frozen|scroll)|insert-|remove-)/.test(id))
      soon();
  });
  new ResizeObserver(soon).observe(byId('grid'));
  return {
    show: (changed) => {
      for (const { sheetId, views } of changed) known.set(sheetId, views);
      update();
    },
  };
}
