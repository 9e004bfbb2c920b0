import type { ICellData, Nullable } from '@univerjs/core';
import { CellValueType } from '@univerjs/core';
import type { Grid } from './grid';

interface ValuesParams {
  readonly cellValue?: Record<string, Record<string, Nullable<ICellData>> | undefined>;
}

/**
 * Has text that begins with `=` become a formula when it is pasted, as text from elsewhere does: the formulas on the sheet
 * Start are text, to be copied from there. Text behind an apostrophe stays text.
 */
export function pasteFormulas(grid: Grid): void {
  grid.api.onBeforeCommandExecute(({ id, params }, options) => {
    if (id !== 'sheet.mutation.set-range-values' || options?.fromCollab || options?.fromFormula) return;
    for (const line of Object.values((params as ValuesParams | undefined)?.cellValue ?? {})) {
      for (const cell of Object.values(line ?? {})) if (cell && isFormula(cell)) becomeFormula(cell);
    }
  });
}

function isFormula({ v, f, t }: ICellData): boolean {
  return typeof v === 'string' && /^=./.test(v) && !f && t !== CellValueType.FORCE_STRING;
}

function becomeFormula(cell: ICellData): void {
  cell.f = String(cell.v);
  cell.v = null;
  cell.t = null;
}
