import type { ChartView, SheetDrawings } from '../drawings';
import { type Drawing, drawChart, redrawChart, shownLabels } from './chart-drawing';
import { byId, element } from './element';
import type { Grid } from './grid';
import { overlay } from './overlay';
import type { SheetIds } from './sheet-ids';

/** A chart as a browser test sees it. */
export interface SeenChart {
  readonly labels: readonly string[];
  /** The labels as drawn: those that are too long are shortened. */
  readonly shownLabels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** How often it was drawn. */
  readonly drawn: number;
}

/** The charts over the cells of the sheet in front. */
export interface ChartLayer {
  /** Takes in what became different. */
  show(drawings: readonly SheetDrawings[]): void;
  seen(): SeenChart[];
}

/** Lays the charts of the sheet in front over the cells at their anchors, cut off at the headings and at frozen rows. */
export function chartLayer(grid: Grid, ids: SheetIds): ChartLayer {
  const layer = byId('charts');
  const shown = new Map<number, { view: ChartView; readonly box: HTMLElement; readonly drawing: Drawing }>();
  const drawn = new Map<number, number>();
  const remove = (chartId: number): void => {
    shown.get(chartId)?.drawing.destroy();
    shown.get(chartId)?.box.remove();
    shown.delete(chartId);
  };
  const draw = (view: ChartView): void => {
    const before = shown.get(view.chartId);
    if (before?.view === view) return;
    drawn.set(view.chartId, (drawn.get(view.chartId) ?? 0) + 1);
    if (before !== undefined && before.view.type === view.type) {
      before.view = view;
      setSize(before.box, view);
      redrawChart(before.drawing, view);
      return;
    }
    remove(view.chartId);
    const canvas = element('canvas', {});
    const box = element('figure', { role: 'img', 'aria-label': 'Chart' }, canvas);
    layer.append(box);
    setSize(box, view);
    // Over a chart the wheel scrolls the sheet, as in Google Sheets.
    box.addEventListener('wheel', (event) => {
      event.preventDefault();
      grid.pixels()?.canvas.dispatchEvent(new WheelEvent(event.type, event));
    });
    shown.set(view.chartId, { view, box, drawing: drawChart(canvas, view) });
  };
  const { show } = overlay<ChartView>(
    { grid, ids, layer },
    (views) => {
      const ids = views.map(({ chartId }) => chartId);
      for (const chartId of [...shown.keys()]) if (!ids.includes(chartId)) remove(chartId);
      for (const view of views) draw(view);
    },
    ({ headings, frozen, cell }, canvas, corner) => {
      Object.assign(layer.style, {
        left: `${corner.x + headings.x}px`,
        top: `${corner.y + headings.y}px`,
        width: `${canvas.width - headings.x}px`,
        height: `${canvas.height - headings.y}px`,
      });
      const still = grid.api.getActiveWorkbook()?.getActiveSheet().getFreeze();
      for (const { view, box } of shown.values()) {
        const at = cell(view.row - 1, view.column - 1);
        const [x, y] = [at.x + view.offsetX, at.y + view.offsetY];
        // What scrolls goes under the frozen rows and columns.
        const cutLeft = view.column <= (still?.xSplit ?? 0) ? 0 : Math.max(0, frozen.x - x);
        const cutTop = view.row <= (still?.ySplit ?? 0) ? 0 : Math.max(0, frozen.y - y);
        box.style.transform = `translate(${x - headings.x}px, ${y - headings.y}px)`;
        box.style.clipPath = `inset(${cutTop}px 0 0 ${cutLeft}px)`;
      }
    },
  );
  return {
    show: (drawings) => show(drawings.map(({ sheetId, charts }) => ({ sheetId, views: charts }))),
    seen: () =>
      [...shown.values()].map(({ view: { chartId, labels, series }, drawing }) => ({
        labels,
        shownLabels: shownLabels(drawing),
        series: series.map(({ name, values }) => ({ name, values })),
        drawn: drawn.get(chartId) ?? 0,
      })),
  };
}

function setSize(box: HTMLElement, { width, height }: ChartView): void {
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
}
