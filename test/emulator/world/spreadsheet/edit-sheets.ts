import { MAX_CELLS_PER_SPREADSHEET, MAX_SHEETS, NEW_SHEET_COLUMNS, NEW_SHEET_ROWS } from '../../limits';
import { HostError } from '../../values';
import { markAllFormulas } from './dependents';
import { tooManyCells } from './edit-lines';
import { parseFormulaCall } from './formula-call';
import { renameSheetInFormula } from './references';
import { Sheet } from './sheet';
import type { Workbook } from './workbook';

/**
 * Adds an empty sheet of 1,000 × 26 cells and makes it active.
 *
 * @param name Without one: `Sheet` and the first free number.
 * @param index Place among the sheets from 0; past the end means last. Without one: after the active sheet (assumed).
 * @param id Given when an edit is repeated that already told its ID.
 * @throws {HostError} E34 for a name in use; also past the limits of a spreadsheet.
 */
export function addSheet(
  workbook: Workbook,
  name?: string,
  index?: number,
  id = workbook.nextSheetId(),
): Sheet {
  const chosen = name ?? freeName(workbook);
  checkName(workbook, chosen);
  if (workbook.sheets.length >= MAX_SHEETS) throw tooManyCells();
  if (workbook.cellTotal + NEW_SHEET_ROWS * NEW_SHEET_COLUMNS > MAX_CELLS_PER_SPREADSHEET)
    throw tooManyCells();
  const sheet = new Sheet(id ?? workbook.nextSheetId(), chosen);
  const active = workbook.sheets.findIndex((other) => other.id === workbook.activeSheetId);
  workbook.sheets.splice(index ?? active + 1, 0, sheet);
  workbook.activeSheetId = sheet.id;
  markAllFormulas(workbook);
  workbook.noteChange(sheet.id);
  return sheet;
}

function freeName(workbook: Workbook): string {
  let number = workbook.sheets.length + 1;
  while (workbook.sheetNamed(`Sheet${number}`) !== undefined) number++;
  return `Sheet${number}`;
}

function checkName(workbook: Workbook, name: string, except?: Sheet): void {
  if (name === '' || name.length > 100) throw new HostError(`Invalid sheet name: ${name}`);
  const other = workbook.sheetNamed(name);
  if (other !== undefined && other !== except) {
    throw new HostError(`A sheet with the name "${name}" already exists. Please enter another name.`);
  }
}

/** Renames a sheet; formulas follow. @throws {HostError} E34 for a name in use. */
export function renameSheet(workbook: Workbook, sheet: Sheet, name: string): void {
  checkName(workbook, name, sheet);
  const before = sheet.name;
  sheet.name = name;
  for (const home of workbook.sheets) {
    for (const formula of [...home.formulas.values()]) {
      const text = renameSheetInFormula(formula.text, before, name);
      if (text === formula.text) continue;
      home.keepFormula({ ...formula, text, call: parseFormulaCall(text) });
      home.grid.put(formula.row, formula.column, {
        ...home.grid.cell(formula.row, formula.column),
        formula: text,
      });
    }
  }
  markAllFormulas(workbook);
  workbook.noteChange(sheet.id);
}

/** Removes a sheet with its named ranges. @throws {HostError} for the last one; the text is assumed. */
export function removeSheet(workbook: Workbook, sheet: Sheet): void {
  if (workbook.sheets.length === 1) throw new HostError("You can't remove all the sheets in a document.");
  const index = workbook.sheets.indexOf(sheet);
  workbook.sheets.splice(index, 1);
  for (const [key, named] of workbook.names) {
    if (named.sheetId === sheet.id) workbook.names.delete(key);
  }
  if (workbook.activeSheetId === sheet.id) {
    workbook.activeSheetId = workbook.sheets[Math.max(0, index - 1)]?.id ?? 0;
  }
  markAllFormulas(workbook);
  workbook.noteChange(sheet.id);
}

/** Moves a sheet. @param index Place among the sheets from 0, counted without the moved one. */
export function moveSheet(workbook: Workbook, sheet: Sheet, index: number): void {
  workbook.sheets.splice(workbook.sheets.indexOf(sheet), 1);
  workbook.sheets.splice(index, 0, sheet);
  workbook.noteChange(sheet.id);
}

/** Hides a sheet. @throws {HostError} for the last visible one; the text is assumed. */
export function hideSheet(workbook: Workbook, sheet: Sheet): void {
  if (workbook.sheets.every((other) => other === sheet || other.isHidden)) {
    throw new HostError("You can't hide all the sheets in a document.");
  }
  sheet.isHidden = true;
  if (workbook.activeSheetId === sheet.id) {
    workbook.activeSheetId = workbook.sheets.find((other) => !other.isHidden)?.id ?? sheet.id;
  }
  workbook.noteChange(sheet.id);
}
