import type { Book } from '../emulator/book';
import { decorateCells, editCells } from '../emulator/world/spreadsheet/edit-cells';
import { addSheet, renameSheet } from '../emulator/world/spreadsheet/edit-sheets';
import { singleCell } from '../emulator/world/spreadsheet/rectangle';
import type { Workbook } from '../emulator/world/spreadsheet/workbook';

const COLUMN_PIXELS = 740;

const LINES: readonly string[] = [
  'Shift Reports: try it here',
  'Everything works as in Google Sheets: type a formula, use the sidebar, or wait for the schedule.',
  '',
  '1. A formula. Type one of these into an empty sheet and press Enter:',
  '=SHIFT_FULFILMENT("yesterday")',
  '=SHIFT_FULFILMENT("7 days ago", "yesterday")',
  '=SUM(INDEX(SHIFT_FULFILMENT("last week"), 0, 5))',
  '',
  '2. The sidebar. Choose Extensions ▸ Shift Reports ▸ Open sidebar, add a report, and press Refresh.',
  '',
  '3. The schedule. Set it in the sidebar, then press “Push 1 hour” or “Push 1 day” at the top and watch the sheet.',
  '',
  'What each action costs on Google is listed below the grid.',
];

/** Lines of the list above, counted from 1, that show a formula as text. */
const FORMULA_LINES: ReadonlySet<number> = new Set([5, 6, 7]);

/** Puts a sheet named Start in front that says what to try. The sheet that a new spreadsheet has stays, empty. */
export function writeStartSheet(book: Book): void {
  book.document.edit((workbook) => {
    const sheet = startSheet(workbook);
    LINES.forEach((text, index) => {
      const place = singleCell(index + 1, 1);
      editCells(workbook, sheet, place, (cell) => ({ ...cell, value: text }));
      decorateCells(workbook, sheet, place, (cell) => ({ ...cell, style: styleOf(index + 1) }));
    });
    sheet.columnWidths.set(1, COLUMN_PIXELS);
    workbook.activeSheetId = sheet.id;
    workbook.noteChange(sheet.id);
  });
}

function startSheet(workbook: Workbook): Workbook['sheets'][number] {
  const existing = workbook.sheetNamed('Start');
  if (existing) return existing;
  const sheet = addSheet(workbook, undefined, 0);
  renameSheet(workbook, sheet, 'Start');
  return sheet;
}

function styleOf(line: number) {
  if (line === 1) return { fontWeight: 'bold' };
  return FORMULA_LINES.has(line) ? { background: '#f1f3f4' } : undefined;
}
