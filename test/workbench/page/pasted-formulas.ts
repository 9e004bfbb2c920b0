import { CellValueType, type ICellData, type Nullable } from '@univerjs/core';
import type { Grid } from './grid';

interface ValuesParams {
  readonly cellValue?: Record<string, Record<string, Nullable<ICellData>> | undefined>;
}

/** Pasting by menu and by key. Pasting values alone is another command, and pastes text as text. */
const PASTE_COMMANDS: readonly string[] = ['sheet.command.paste', 'sheet.command.paste-by-short-key'];

/**
 * Has text that begins with `=` become a formula when it is pasted, as text from elsewhere does: the formulas on the sheet
 * Start are text, to be copied from there. Text behind an apostrophe stays text.
 */
export function pasteFormulas(grid: Grid): void {
  let isPasting = false;
  grid.api.onBeforeCommandExecute(({ id, params }, options) => {
    if (PASTE_COMMANDS.includes(id)) isPasting = true;
    if (!isPasting || id !== 'sheet.mutation.set-range-values' || options?.fromCollab) return;
    for (const line of Object.values((params as ValuesParams | undefined)?.cellValue ?? {})) {
      for (const cell of Object.values(line ?? {})) if (cell && isFormula(cell)) becomeFormula(cell);
    }
  });
  grid.api.onCommandExecuted(({ id }) => {
    if (PASTE_COMMANDS.includes(id)) isPasting = false;
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
