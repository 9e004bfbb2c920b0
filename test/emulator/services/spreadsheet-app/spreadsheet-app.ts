import { createEnum } from '../enum';
import { callHost, checkArguments, refuseUnknownMembers } from '../realm';
import { getUi } from '../ui';
import { createRange } from './range';
import { createSheet } from './sheet';
import { createSpreadsheet } from './spreadsheet';

const PASTE_TYPES = ['PASTE_NORMAL', 'PASTE_VALUES', 'PASTE_FORMULA', 'PASTE_FORMAT'];

/** SpreadsheetApp. */
export function createSpreadsheetApp(): object {
  const active = (member: string) =>
    function () {
      checkArguments(`SpreadsheetApp.${member}`, arguments, []);
      return callHost(`SpreadsheetApp.${member}`, null, []) === null ? null : createSpreadsheet();
    };
  return refuseUnknownMembers('SpreadsheetApp', {
    CopyPasteType: createEnum('CopyPasteType', PASTE_TYPES),
    getActive: active('getActive'),
    getActiveSpreadsheet: active('getActiveSpreadsheet'),
    getActiveSheet() {
      checkArguments('SpreadsheetApp.getActiveSheet', arguments, []);
      return createSheet(callHost('SpreadsheetApp.getActiveSheet', null, []).sheetId);
    },
    getActiveRange() {
      checkArguments('SpreadsheetApp.getActiveRange', arguments, []);
      return createRange(callHost('SpreadsheetApp.getActiveRange', null, []));
    },
    openById(id: string) {
      checkArguments('SpreadsheetApp.openById', arguments, ['string']);
      callHost('SpreadsheetApp.openById', null, [id]);
      return createSpreadsheet();
    },
    flush() {
      checkArguments('SpreadsheetApp.flush', arguments, []);
      callHost('SpreadsheetApp.flush', null, []);
    },
    getUi() {
      checkArguments('SpreadsheetApp.getUi', arguments, []);
      return getUi();
    },
  });
}
