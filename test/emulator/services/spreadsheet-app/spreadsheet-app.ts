import { createEnum } from '../enum';
import { callHost, refuseUnknownMembers } from '../realm';
import { getUi } from '../ui';
import { checkedMethods, method } from './checked-methods';
import { createRule } from './conditional-format-rule';
import { createRuleBuilder } from './conditional-format-rule-builder';
import { dataExecutionErrorCodes, dataExecutionStates } from './data-source-sheet';
import { createSpecBuilder } from './data-source-spec';
import { createCriteriaBuilder } from './filter-criteria';
import { booleanCriteria, borderStyles, interpolationTypes } from './sheet-enums';
import { createBook, createSpreadsheet } from './spreadsheet';

const PASTE_TYPES = ['PASTE_NORMAL', 'PASTE_VALUES', 'PASTE_FORMULA', 'PASTE_FORMAT'];

/** SpreadsheetApp. */
export function createSpreadsheetApp(): object {
  return refuseUnknownMembers('SpreadsheetApp', {
    CopyPasteType: createEnum('CopyPasteType', PASTE_TYPES),
    InterpolationType: interpolationTypes,
    BooleanCriteria: booleanCriteria,
    BorderStyle: borderStyles,
    DataExecutionState: dataExecutionStates,
    DataExecutionErrorCode: dataExecutionErrorCodes,
    ...checkedMethods('SpreadsheetApp', {
      getActive: method([], () => active('getActive')),
      getActiveSpreadsheet: method([], () => active('getActiveSpreadsheet')),
      getActiveSheet: method([], () => current('getActiveSheet')),
      getActiveRange: method([], () => current('getActiveRange')),
      getCurrentCell: method([], () => current('getCurrentCell')),
      newConditionalFormatRule: method([], () => {
        callHost('SpreadsheetApp.newConditionalFormatRule', null, []);
        const { book } = createBook();
        return createRuleBuilder(book, (draft) => createRule(draft, book));
      }),
      enableBigQueryExecution: method([], () => {
        callHost('SpreadsheetApp.enableBigQueryExecution', null, []);
      }),
      newDataSourceSpec: method([], createSpecBuilder),
      newFilterCriteria: method([], () => createCriteriaBuilder()),
      openById: method(['string'], (id: string) => {
        callHost('SpreadsheetApp.openById', null, [id]);
        return createSpreadsheet();
      }),
      flush: method([], () => {
        callHost('SpreadsheetApp.flush', null, []);
      }),
      getUi: method([], getUi),
    }),
  });
}

function active(member: 'getActive' | 'getActiveSpreadsheet'): object | null {
  return callHost(`SpreadsheetApp.${member}`, null, []) === null ? null : createSpreadsheet();
}

/** The same object as that of the active spreadsheet, which is the only one there is. */
function current(member: 'getActiveSheet' | 'getActiveRange' | 'getCurrentCell'): unknown {
  const spreadsheet = createSpreadsheet() as { readonly [name: string]: () => unknown };
  return spreadsheet[member]?.();
}
