import { cellCount, covers, type LineChange, shiftBlock, singleCell } from '../spreadsheet/a1';
import { addSheet, changeLines, hideSheet, nameBlock, outsideSheet, renameSheet } from '../spreadsheet/edits';
import type { Place, Sheet } from '../spreadsheet/workbook';
import { HostError } from '../values';
import { BORDER_STYLES, chartMembers, newRule, ruleMembers } from './attachments';
import { getDataSourceSheets, insertDataSourceSheet, newDataSourceSpec } from './data-source';
import { kind, ownOf, running } from './kind';
import { getUi } from './people';
import {
  committed,
  documentOf,
  editDocument,
  editSheet,
  newDataValidation,
  newTextStyle,
  placeOf,
  range,
  rangeByText,
  rangeIn,
  rangeList,
  sheets,
  viewOf,
} from './range';

/** A Sheet, known by its ID: a rename does not matter to it. */
const sheet = kind<number>('Sheet', {
  getSheetId: (id) => viewOf().sheet(id).id,
  getName: (id) => committed().sheet(id).name,
  getMaxRows: (id) => committed().sheet(id).grid.maxRows,
  getLastRow: (id) => committed().sheet(id).grid.lastRow(),
  getRange: (id, first: number | string, column = 1, rows = 1, columns = 1) => {
    const home = viewOf().sheet(id);
    if (typeof first === 'string') return rangeByText(viewOf(), home, first);
    return rangeIn(home, { row: first, column, rows, columns });
  },
  getRangeList: (id, notations: readonly string[]) => {
    const home = viewOf().sheet(id);
    return rangeList(notations.map((notation) => placeOf(rangeByText(viewOf(), home, notation))));
  },
  // The last of them has the keyboard.
  setActiveRangeList: (_, list: object) => {
    const { world, user } = running();
    const [cell] = ownOf<readonly Place[]>('RangeList', list).slice(-1);
    if (cell !== undefined) world.ui.selections.set(`${documentOf().id}:${user}`, cell);
  },
  getDataRange: (id) => {
    const home = committed().sheet(id);
    const [rows, columns] = [Math.max(1, home.grid.lastRow()), Math.max(1, home.grid.lastColumn())];
    return rangeIn(home, { row: 1, column: 1, rows, columns });
  },
  getFilter: (id) => (committed().sheet(id).filter === undefined ? null : kind('Filter', {})(null)),
  setName: (id, name: string) => editSheet(id, (workbook, home) => renameSheet(workbook, home, name)),
  insertRowsBefore: (id, before: number, count: number) => insert(id, { axis: 'row', at: before, count }),
  insertRowsAfter: (id, after: number, count: number) => insert(id, { axis: 'row', at: after + 1, count }),
  insertColumnsAfter: (id, after: number, count: number) =>
    insert(id, { axis: 'column', at: after + 1, count }),
  hideSheet: (id) => editSheet(id, hideSheet),
  setFrozenRows: (id, rows: number) =>
    editSheet(id, (_, home) => {
      // Not all rows may be frozen (the text is assumed).
      if (rows < 0 || rows >= home.grid.maxRows) throw outsideSheet();
      home.frozenRows = rows;
    }),
  setColumnWidth: (id, column: number, width: number) => setWidths(id, column, 1, width),
  setColumnWidths: setWidths,
  ...chartMembers,
  ...ruleMembers,
});

sheets.make = sheet;

const sheetOrNull = (found: Sheet | undefined) => (found === undefined ? null : sheet(found.id));

const spreadsheet = kind('Spreadsheet', {
  getId: () => documentOf().id,
  getName: () => {
    committed();
    return documentOf().name;
  },
  getUrl: () => `https://docs.google.com/spreadsheets/d/${documentOf().id}/edit`,
  getSpreadsheetTimeZone: () => documentOf().settings.zone,
  getSheetById: (_, id: number) => sheetOrNull(viewOf().findSheet(id)),
  getSheetByName: (_, name: string) => sheetOrNull(viewOf().sheets.find((each) => each.name === name)),
  getSheets: () => committed().sheets.map(({ id }) => sheet(id)),
  // At a timer nobody looks at any (assumed, the worst case).
  getActiveSheet: () => {
    const { kind: of, request } = running();
    return of === 'trigger' && request.edited === undefined ? null : sheet(activeSheet().id);
  },
  setActiveSheet: (_, shown: object) => {
    const id = ownOf<number>('Sheet', shown);
    editDocument((workbook) => {
      workbook.sheet(id).isHidden = false;
      workbook.activeSheetId = id;
    });
    return shown;
  },
  getCurrentCell: () => range({ ...currentCell(), sheetId: activeSheet().id }),
  /** The new sheet's ID is known at once, although the sheet itself may not survive a kill. */
  insertSheet: (_, name: string, index: number) => {
    if (index < 0 || index > viewOf().sheets.length) throw new HostError('Invalid argument: sheetIndex');
    const id = viewOf().newId();
    editDocument((workbook) => void addSheet(workbook, name, index, id));
    return sheet(id);
  },
  getRange: (_, notation: string) => rangeByText(viewOf(), viewOf().sheet(viewOf().activeSheetId), notation),
  getRangeByName: (_, name: string) => {
    const named = committed().names.get(name.toLowerCase());
    return named === undefined ? null : range({ sheetId: named.sheetId, ...named.block });
  },
  setNamedRange: (_, name: string, cells: object) => {
    const { sheetId, ...block } = placeOf(cells);
    editDocument((workbook) => nameBlock(workbook, name, workbook.sheet(sheetId), block));
  },
  insertDataSourceSheet,
  getDataSourceSheets,
  toast: (_, text: string, title = '') => {
    const { world, user } = running();
    world.tell({ kind: 'message', message: { text, title, user, bookId: documentOf().id } });
  },
})(null);

export const spreadsheetApp = kind(
  'SpreadsheetApp',
  {
    getActive: () => documentOf() && spreadsheet,
    getUi,
    flush: () => void committed(),
    newConditionalFormatRule: newRule,
    enableBigQueryExecution: () => {
      running().isBigQueryEnabled = true;
    },
  },
  { newDataSourceSpec, newDataValidation, newTextStyle },
  { BorderStyle: BORDER_STYLES },
)(null);

function setWidths(id: number, first: number, count: number, width: number): void {
  editSheet(id, (_, home) => {
    if (first < 1 || count < 1 || first + count - 1 > home.grid.maxColumns) throw outsideSheet();
    const set = Array.from({ length: count }, (_, at) => [first + at, width] as const);
    home.columnWidths = new Map([...home.columnWidths, ...set]);
  });
}

/** Protected cells may move, but not be pulled apart (assumed). */
function insert(id: number, lines: LineChange): void {
  const home = viewOf().sheet(id);
  const { axis, at, count } = lines;
  if (at < 1 || at > (axis === 'row' ? home.grid.maxRows : home.grid.maxColumns) + 1)
    throw new HostError(`Those ${axis}s are out of bounds.`);
  if (count < 1) throw new HostError(`The number of ${axis}s to insert must be at least 1.`);
  for (const { block } of home.protections) {
    if (cellCount(shiftBlock(block, lines) ?? block) > cellCount(block))
      documentOf().checkEditable(running().user, home, block);
  }
  editSheet(id, (workbook, target) => changeLines(workbook, target, lines));
}

/** In a formula the sheet of its own cell. */
function activeSheet(): Sheet {
  const workbook = viewOf();
  return workbook.sheet(running().request.cell?.sheetId ?? workbook.activeSheetId);
}

/**
 * The cell that has the keyboard; in a formula its own. The first cell of a sheet in which nobody selected anything, or
 * whose selected cell is gone (assumed).
 */
function currentCell() {
  const { request, world, user } = running();
  const home = activeSheet();
  if (request.cell !== undefined) return singleCell(request.cell.row, request.cell.column);
  const selection = world.ui.selections.get(`${documentOf().id}:${user}`);
  const isThere = selection?.sheetId === home.id && covers(home.bounds, selection);
  return isThere ? selection : singleCell(1, 1);
}
