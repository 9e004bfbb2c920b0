import { shownNumber } from '../employer-api/text';
import { columnLetters, isFilled, type SheetRow } from '../reports/tables/sheet-table';

/** What the last line of a dashboard says of the cells down to it, itself among them. */
interface DashboardEnd {
  /** How many of them were not blank. */
  readonly filled: number;
  /** In which row the line was written. */
  readonly row: number;
}

const END = /^Updated automatically: ([\d,]+) cells in ([\d,]+) rows\. /;

/**
 * The cells of a dashboard with the line that ends them, below a blank row.
 *
 * The line tells people where their own notes are safe, and the next update how the cells were left: what it counts is
 * written together with it, so that the two agree whenever a run is cut short.
 */
export function withEnd(cells: readonly SheetRow[], columns: number): SheetRow[] {
  const blank = new Array<null>(columns).fill(null);
  const row = cells.length + 2;
  const [filled, last] = [shownNumber(countFilled(cells) + 1), columnLetters(columns - 1)];
  const line = `Updated automatically: ${filled} cells in ${row} rows. Add your notes below this line or to the right of column ${last}.`;
  return [...cells, blank, [line, ...blank.slice(1)]];
}

/** Finds the line that ends a dashboard among cells as a sheet holds them; `undefined` where there is none. */
export function findEnd(
  cells: readonly (readonly unknown[])[],
): { readonly said: DashboardEnd; readonly row: number } | undefined {
  for (let row = cells.length; row > 0; row -= 1) {
    const [, filled, said] = END.exec(String(cells[row - 1]?.[0] ?? '')) ?? [];
    if (filled !== undefined && said !== undefined) {
      return { said: { filled: readNumber(filled), row: readNumber(said) }, row };
    }
  }
  return undefined;
}

/** How many cells are not blank, in a plan or as a sheet holds them. */
export function countFilled(cells: readonly (readonly unknown[])[]): number {
  return cells.reduce((sum, row) => sum + row.filter(isFilled).length, 0);
}

function readNumber(text: string): number {
  return Number(text.replace(/,/g, ''));
}
