import type { ChartView, SheetDrawings } from '../drawings';
import { type Drawing, drawChart, redrawChart, shownLabels } from './chart-drawing';
import { byId, element } from './element';
import type { Grid } from './grid';
import type { SheetIds } from './sheet-ids';
import type { SheetPixels } from './sheet-pixels';

/** A chart on the page. */
interface ShownChart {
  view: ChartView;
  readonly box: HTMLElement;
  drawing: Drawing;
}

/** A chart as a browser test sees it. */
export interface SeenChart {
  readonly title: string;
  readonly labels: readonly string[];
  /** The labels as drawn: those that are too long are shortened. */
  readonly shownLabels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** How often it was drawn. */
  readonly drawn: number;
}

/**
 * Lays the charts of the sheet in front over the grid, which has none of its own.
 *
 * A chart lies over the cells at its anchor, moves with them, and is cut off at the headings and at frozen rows.
 */
export class ChartLayer {
  readonly #grid: Grid;
  readonly #ids: SheetIds;
  readonly #layer = byId('charts');
  readonly #views = new Map<number, readonly ChartView[]>();
  readonly #shown = new Map<number, ShownChart>();
  readonly #drawn = new Map<number, number>();

  constructor(grid: Grid, ids: SheetIds) {
    this.#grid = grid;
    this.#ids = ids;
  }

  /** Follows the grid from now on. */
  start(): void {
    const { api } = this.#grid;
    api.addEvent(api.Event.Scroll, () => this.#place());
    api.addEvent(api.Event.ActiveSheetChanged, () => this.#update());
    // Widths, heights and frozen rows move what lies over them.
    api.onCommandExecuted(({ id }) => {
      if (/^sheet\.(mutation|operation)\.(set-(col|row|worksheet|frozen|scroll)|insert-|remove-)/.test(id))
        this.#soon();
    });
    new ResizeObserver(() => this.#soon()).observe(byId('grid'));
  }

  /** Takes in what became different. */
  show(drawings: readonly SheetDrawings[]): void {
    for (const { sheetId, charts } of drawings) this.#views.set(sheetId, charts);
    this.#update();
  }

  /** The charts of the sheet in front. */
  seen(): SeenChart[] {
    return [...this.#shown.values()].map(({ view: { chartId, title, labels, series }, drawing }) => ({
      title,
      labels,
      shownLabels: shownLabels(drawing),
      series: series.map(({ name, values }) => ({ name, values })),
      drawn: this.#drawn.get(chartId) ?? 0,
    }));
  }

  #update(): void {
    const sheet = this.#grid.api.getActiveWorkbook()?.getActiveSheet();
    const sheetId = sheet === undefined ? undefined : this.#ids.sheetId(sheet.getSheetId());
    const views = sheetId === undefined ? [] : (this.#views.get(sheetId) ?? []);
    for (const [chartId, { box, drawing }] of this.#shown) {
      if (views.some((view) => view.chartId === chartId)) continue;
      drawing.destroy();
      box.remove();
      this.#shown.delete(chartId);
    }
    for (const view of views) this.#draw(view);
    this.#soon();
  }

  #draw(view: ChartView): void {
    const shown = this.#shown.get(view.chartId);
    if (shown?.view === view) return;
    this.#drawn.set(view.chartId, (this.#drawn.get(view.chartId) ?? 0) + 1);
    if (shown !== undefined && shown.view.type === view.type) {
      shown.view = view;
      setSize(shown.box, view);
      redrawChart(shown.drawing, view);
      return;
    }
    shown?.drawing.destroy();
    shown?.box.remove();
    const box = element('figure', { role: 'img', 'aria-label': view.title || 'Chart' });
    const canvas = element('canvas', {});
    box.append(canvas);
    this.#layer.append(box);
    setSize(box, view);
    // Over a chart the wheel scrolls the sheet, as in Google Sheets.
    box.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.#grid.pixels()?.canvas.dispatchEvent(new WheelEvent(event.type, event));
    });
    this.#shown.set(view.chartId, { view, box, drawing: drawChart(canvas, view) });
  }

  /** After the grid has drawn itself: only then do its positions count. */
  #soon(): void {
    requestAnimationFrame(() => this.#place());
  }

  #place(): void {
    const pixels = this.#grid.pixels();
    if (!pixels || this.#shown.size === 0) return;
    const around = this.#layer.parentElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const { left, top, width, height } = pixels.canvas.getBoundingClientRect();
    Object.assign(this.#layer.style, {
      left: `${left - around.left + pixels.headings.x}px`,
      top: `${top - around.top + pixels.headings.y}px`,
      width: `${width - pixels.headings.x}px`,
      height: `${height - pixels.headings.y}px`,
    });
    for (const { view, box } of this.#shown.values()) this.#placeBox(box, view, pixels);
  }

  /** What scrolls goes under the frozen rows and columns. */
  #placeBox(box: HTMLElement, view: ChartView, { headings, frozen, cell }: SheetPixels): void {
    const corner = cell(view.row - 1, view.column - 1);
    const [x, y] = [corner.x + view.offsetX, corner.y + view.offsetY];
    const still = this.#grid.api.getActiveWorkbook()?.getActiveSheet().getFreeze();
    const cutLeft = view.column <= (still?.xSplit ?? 0) ? 0 : Math.max(0, frozen.x - x);
    const cutTop = view.row <= (still?.ySplit ?? 0) ? 0 : Math.max(0, frozen.y - y);
    box.style.transform = `translate(${x - headings.x}px, ${y - headings.y}px)`;
    box.style.clipPath = `inset(${cutTop}px 0 0 ${cutLeft}px)`;
  }
}

function setSize(box: HTMLElement, { width, height, title }: ChartView): void {
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
  box.setAttribute('aria-label', title || 'Chart');
}
