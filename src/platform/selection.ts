import type { SelectedCell, Selection } from '../explanations/selected-cell';
import { askPlatform } from './ask-platform';

/** What the person at the keyboard has selected. It reads and never changes anything. */
export const selection: Selection = {
  cell: () => {
    const range = askPlatform(() => SpreadsheetApp.getActive().getCurrentCell());
    return range === null || range === undefined ? undefined : askPlatform(() => selectedCell(range));
  },
};

function selectedCell(range: GoogleAppsScript.Spreadsheet.Range): SelectedCell {
  const sheet = range.getSheet();
  const [row, column] = [range.getRow(), range.getColumn()];
  return {
    sheetId: sheet.getSheetId(),
    row,
    column,
    formula: () => askPlatform(() => range.getFormula()),
    value: () => askPlatform(() => range.getValue()),
    valuesUpTo: (last, width) => askPlatform(() => sheet.getRange(1, 1, last, width).getValues()),
    formulasUpTo: (last, width) => askPlatform(() => sheet.getRange(1, 1, last, width).getFormulas()),
    rowValues: (columns, at = row) =>
      askPlatform(() => sheet.getRange(at, 1, 1, columns).getValues()[0] ?? []),
    read: (reference) => {
      try {
        return sheetRange(sheet, reference).getValues();
      } catch {
        // Names of ranges, whole columns and functions: nothing that is needed to explain the rest.
        return undefined;
      }
    },
  };
}

/** A reference without a sheet means the formula's own one, whichever is in front. */
function sheetRange(sheet: GoogleAppsScript.Spreadsheet.Sheet, reference: string) {
  return reference.includes('!') ? SpreadsheetApp.getActive().getRange(reference) : sheet.getRange(reference);
}
