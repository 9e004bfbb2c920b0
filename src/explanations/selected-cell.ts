import { isFilled } from '../reports/tables/sheet-table';

/** The cell that a person has selected. Rows and columns count from 1. */
export interface SelectedCell {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  /** Its formula, `=SUM(A1:A3)`; empty where it has none of its own. One service call. */
  formula(): string;
  /** What it holds; an error as its code, `#ERROR!`. One service call. */
  value(): unknown;
  /** The values of its sheet from A1 to the row and column, both included. One service call. */
  valuesUpTo(row: number, column: number): readonly (readonly unknown[])[];
  /** The formulas of the same cells; empty where a cell has none of its own. One service call. */
  formulasUpTo(row: number, column: number): readonly (readonly string[])[];
  /** The values of cells `columns` wide from column A on, in the selected row or another one. One service call. */
  rowValues(columns: number, row?: number): readonly unknown[];
  /** The values of a reference in its formula, `B2` or `Settings!A1:B3`; `undefined` for any other text. One service call, two for another sheet. */
  read(reference: string): readonly (readonly unknown[])[] | undefined;
}

/** What a person has selected in the spreadsheet. */
export interface Selection {
  /** The one cell that is in use; `undefined` where there is none. One service call. */
  cell(): SelectedCell | undefined;
}

/** The most cells that are read for it: about two seconds. */
const MOST_CELLS = 100_000;

/** The first cell of a formula that fills several. Row and column count from 1. */
interface FormulaOrigin {
  readonly row: number;
  readonly column: number;
  readonly formula: string;
}

/**
 * Finds the formula, above or to the left, whose result reaches the selected cell. The platform does not say how far a
 * result reaches: here it is a block with a full first row, no empty row and no other formula inside, and the heading
 * above the cell is one that the formula can give. The nearest such block counts. Two service calls.
 *
 * @returns `undefined` if there is none, or the cell is too far from A1.
 */
export function findOrigin(
  { row, column, formulasUpTo, valuesUpTo }: SelectedCell,
  isOurs: (formula: string) => boolean,
): FormulaOrigin | undefined {
  if (row * column > MOST_CELLS) return undefined;
  const formulas = formulasUpTo(row, column).flatMap((line, at) =>
    line.flatMap((formula, to): FormulaOrigin[] =>
      formula === '' ? [] : [{ row: at + 1, column: to + 1, formula }],
    ),
  );
  const candidates = formulas.filter(({ formula }) => isOurs(formula)).reverse();
  if (candidates.length === 0) return undefined;
  const values = valuesUpTo(row, column);
  return candidates.find((origin) => {
    const { row: top, column: left, formula } = origin;
    const others = formulas.filter((one) => one.row >= top && one.column >= left);
    const block = values.slice(top - 1).map((line) => line.slice(left - 1));
    const first = block[0] as readonly unknown[];
    return (
      others.length === 1 &&
      first.every(isFilled) &&
      block.every((line) => line.some(isFilled)) &&
      mayHead(first[first.length - 1], formula)
    );
  });
}

/** Whether a formula may give a heading: its own names are in capitals, others are in its text or come from rows. */
function mayHead(heading: unknown, formula: string): boolean {
  if (typeof heading !== 'string' || /^[A-Z][A-Z0-9_]*$/.test(heading)) return true;
  return formula.includes(heading) || /SHIFT_(TREND|COMPARE|LIST)/i.test(formula);
}
