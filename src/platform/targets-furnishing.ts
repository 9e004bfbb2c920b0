import type { TargetsFurnishing } from '../reports/targets/set-targets';
import { askPlatform } from './ask-platform';
import { writeSheets } from './sheet-calls';

/** Hover notes of a new targets sheet. */
export const targetsFurnishing: TargetsFurnishing = {
  furnish: (sheetId, notes) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    // A sheet that was deleted a moment ago needs no notes.
    if (sheet === null) return;
    writeSheets(() => sheet.getRange(1, 1, 1, notes.length).setNotes([[...notes]]));
  },
};
