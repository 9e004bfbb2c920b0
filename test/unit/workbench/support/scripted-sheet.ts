import type { Sheet, Workbook } from '../../../emulator/spreadsheet/workbook';
import { scriptWorld } from '../../../support/script-world';

/** Runs a few lines of script on the first sheet, as a sidebar call, and gives what came of it. */
export function scriptedSheet(lines: string): { readonly workbook: Workbook; readonly sheet: Sheet } {
  const world = scriptWorld(`function run() {
    var sheet = SpreadsheetApp.getActive().getSheets()[0];
    var TYPES = SpreadsheetApp.InterpolationType;
    function rule(notation) {
      return SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange(notation)]);
    }
    ${lines}
  }`);
  try {
    const result = world.ann.callFromSidebar('run');
    if (result.kind === 'failure') throw new Error(result.message);
    const { workbook } = world.book.document;
    return { workbook, sheet: workbook.sheet(workbook.activeSheetId) };
  } finally {
    world.dispose();
  }
}
