import type { LookView } from '../drawings';
import { noteText } from './cell-notes';
import type { ChartLayer, SeenChart } from './chart-layer';
import { cellScalar } from './edited-cell';
import type { Grid } from './grid';
import type { Looks } from './looks';

/** One cell as a person sees it. */
export interface SeenCell {
  /** Value; null when empty. */
  readonly v: string | number | boolean | null;
  /** Formula with its `=`; null without one. */
  readonly f: string | null;
  /** The text in the cell, number format applied. */
  readonly display: string;
  /** Note, or what went wrong; `''` for neither. */
  readonly note: string;
  /** What conditional formats make of it; null for nothing. */
  readonly look: LookView | null;
}

/** Read-only view of the grid for browser tests, which cannot read a canvas. */
export interface TestDoor {
  readonly ready: true;
  cell(a1: string): SeenCell;
  values(a1: string): (string | number | boolean | null)[][];
  /** The charts of the sheet in front. */
  charts(): SeenChart[];
  activeSheet(): string;
  /** What is selected: `Sheet1!B2`. */
  selected(): string;
  sheets(): string[];
  /** Selects a block. What is typed after that goes there. */
  select(a1: string): Promise<void>;
  /** Resolves when there is nothing left to wait for. */
  idle(): Promise<void>;
  /** What `idle` waits for: typing, a calculation, answers, posts; empty when the page has come to rest. */
  busyWith(): string[];
}

/** The grid waits 100 ms after an edit before it calculates; calm must outlast that. */
const CALM_MILLIS = 250;
const POLL_MILLIS = 25;

/** Builds the door that stands at `window.workbench`. @param work Each kind of work, and whether any is under way. */
export function testDoor(
  grid: Grid,
  { looks, charts }: { readonly looks: Looks; readonly charts: ChartLayer },
  work: Readonly<Record<string, () => boolean>>,
): TestDoor {
  const book = () => {
    const active = grid.api.getActiveWorkbook();
    if (active === null) throw new Error('The page shows no workbook');
    return active;
  };
  const place = (a1: string) => {
    const [, quoted, plain, cells = a1] = /^(?:'(.*)'|([^!]+))!(.+)$/.exec(a1) ?? [];
    const name = quoted?.replaceAll("''", "'") ?? plain;
    const sheet = name === undefined ? book().getActiveSheet() : book().getSheetByName(name);
    if (sheet === null) throw new Error(`There is no sheet ${JSON.stringify(name)}`);
    return { sheet, range: sheet.getRange(cells) };
  };
  const seen = (unitSheet: string, row: number, column: number): SeenCell => {
    const worksheet = grid.worksheet(unitSheet);
    const raw = worksheet?.getCellRaw(row, column);
    const shown = worksheet?.getCell(row, column);
    const spilled =
      grid.formulas.getArrayFormulaCellData()[grid.workbook().getUnitId()]?.[unitSheet]?.[row]?.[column];
    return {
      v: cellScalar(spilled ?? raw) ?? null,
      f: raw?.f ?? null,
      display: shownText(shown?.v, cellScalar(spilled ?? raw)),
      note: noteText(shown),
      look: looks.at(unitSheet, row, column) ?? null,
    };
  };
  const busyWith = (): string[] => {
    const kinds = Object.entries(work).flatMap(([kind, isUnderWay]) => (isUnderWay() ? [kind] : []));
    return book().isCellEditing() ? ['typing', ...kinds] : kinds;
  };
  return {
    ready: true,
    cell(a1) {
      const { sheet, range } = place(a1);
      return seen(sheet.getSheetId(), range.getRow(), range.getColumn());
    },
    values(a1) {
      const { sheet, range } = place(a1);
      const id = sheet.getSheetId();
      return Array.from({ length: range.getHeight() }, (_, row) =>
        Array.from(
          { length: range.getWidth() },
          (__, column) => seen(id, range.getRow() + row, range.getColumn() + column).v,
        ),
      );
    },
    charts: () => charts.seen(),
    activeSheet: () => book().getActiveSheet().getSheetName(),
    selected: () => {
      const sheet = book().getActiveSheet();
      return `${sheet.getSheetName()}!${sheet.getActiveRange()?.getA1Notation()}`;
    },
    sheets: () =>
      book()
        .getSheets()
        .map((sheet) => sheet.getSheetName()),
    async select(a1) {
      const { sheet, range } = place(a1);
      book().setActiveSheet(sheet);
      range.activate();
      grid.focus();
      await nextFrame();
      await nextFrame();
    },
    async idle() {
      for (let calmMillis = 0; calmMillis < CALM_MILLIS; calmMillis += POLL_MILLIS) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS));
        // On a busy machine frames come late, and so does everything else: calm grows with them.
        await nextFrame();
        if (busyWith().length > 0) calmMillis = 0;
      }
    },
    busyWith,
  };
}

function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame);
}

function shownText(shown: unknown, value: string | number | boolean | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return String(value).toUpperCase();
  return String(shown ?? value);
}
