import type { ListView, SheetDrawings } from '../drawings';
import { byId, element } from './element';
import type { Grid } from './grid';
import type { SheetIds } from './sheet-ids';

/** Pixels of the arrow, and of a row. */
const [ARROW, ROW] = [18, 20];

/** Lays an arrow over each cell with a drop-down of the sheet in front. What is chosen is an edit of the person. */
export class DropDowns {
  readonly #layer = byId('drop-downs');
  readonly #views = new Map<number, readonly ListView[]>();
  #shown: (readonly [ListView, HTMLSelectElement])[] = [];

  constructor(
    private readonly grid: Grid,
    private readonly ids: SheetIds,
  ) {}

  /** Follows the grid from now on. */
  start(): void {
    const { api } = this.grid;
    api.addEvent(api.Event.Scroll, () => this.#place());
    api.addEvent(api.Event.ActiveSheetChanged, () => this.#update());
    api.onCommandExecuted(({ id }) => {
      if (/^sheet\.(mutation|operation)\.(set-|insert-|remove-)/.test(id)) this.#soon();
    });
    new ResizeObserver(() => this.#soon()).observe(byId('grid'));
  }

  /** Takes in what became different. */
  show(drawings: readonly SheetDrawings[]): void {
    for (const { sheetId, lists } of drawings) this.#views.set(sheetId, lists);
    this.#update();
  }

  #update(): void {
    const sheet = this.grid.api.getActiveWorkbook()?.getActiveSheet();
    const sheetId = sheet === undefined ? undefined : this.ids.sheetId(sheet.getSheetId());
    const views = sheetId === undefined ? [] : (this.#views.get(sheetId) ?? []);
    this.#shown = views.map((view) => [view, this.#arrow(view)] as const);
    this.#layer.replaceChildren(...this.#shown.map(([, arrow]) => arrow));
    this.#soon();
  }

  #arrow({ row, column, offered }: ListView): HTMLSelectElement {
    const arrow = element('select', { 'aria-label': `Choose in ${String.fromCharCode(64 + column)}${row}` });
    arrow.append(...['', ...offered].map((text) => new Option(text, text)));
    arrow.addEventListener('change', () => {
      this.grid.api
        .getActiveWorkbook()
        ?.getActiveSheet()
        .getRange(row - 1, column - 1)
        .setValue(arrow.value);
      arrow.value = '';
      this.grid.focus();
    });
    return arrow;
  }

  #soon(): void {
    requestAnimationFrame(() => this.#place());
  }

  #place(): void {
    const pixels = this.grid.pixels();
    if (!pixels) return;
    const around = this.#layer.parentElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const canvas = pixels.canvas.getBoundingClientRect();
    for (const [{ row, column, columns }, arrow] of this.#shown) {
      const { x, y } = pixels.cell(row - 1, column - 1 + columns);
      arrow.hidden = y < pixels.headings.y || x - ARROW < pixels.headings.x || x > canvas.width;
      arrow.style.left = `${canvas.left - around.left + x - ARROW - 1}px`;
      arrow.style.top = `${canvas.top - around.top + y}px`;
      arrow.style.width = `${ARROW}px`;
      arrow.style.height = `${ROW}px`;
    }
  }
}
