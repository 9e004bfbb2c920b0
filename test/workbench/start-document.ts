import type { Book } from '../emulator/book';
import { composeSheet, type SheetPart, sheetFor } from './compose-sheet';

const COLUMN_PIXELS = 900;

const LINES: readonly string[] = [
  'Shift Reports: try it here',
  'Everything works as in Google Sheets: type a formula, use the sidebar, or wait for the schedule.',
  '',
  '1. A formula. Type one of these into an empty sheet and press Enter:',
  '=SHIFT_METRIC("worked %", "last week")',
  '=SHIFT_FULFILMENT_AGGREGATED("last 13 weeks", , "venue", "measures", "true fulfilment %", "evidence", TRUE)',
  '=SHIFT_TREND("true fulfilment %", "last 13 weeks", , "week, venue", "limit", 4)',
  '=SHIFT_COMPARE("venue", , , "last week")',
  '=SHIFT_FULFILMENT("last 7 days", , "venue", "Riverside Stadium", "columns", "shift date, job title, shifts posted, shifts worked, no shows")',
  '=SHIFT_LIST("options")',
  '=SUM(INDEX(SHIFT_FULFILMENT("last week"), 0, 5))',
  'A formula is calculated again after each refresh when it ends with "refresh", SHIFT_STAMP, as those of the sheet Dashboard do.',
  '',
  '2. The sidebar. Choose Extensions ▸ Shift Reports ▸ Open sidebar, add a report, and press Refresh.',
  '',
  '3. The schedule. Set it in the sidebar, then press “Push 1 hour” or “Push 1 day” at the top and watch the sheet.',
  '',
  'What each action costs on Google is listed below the grid.',
];

const TITLE = { fontWeight: 'bold', fontSize: 14 };
const FORMULA = { background: '#f1f3f4' };

/** Puts a sheet named Start in front that says what to try. The sheet that a new spreadsheet has stays, empty. */
export function writeStartSheet(book: Book): void {
  book.document.edit((workbook) => {
    const sheet = sheetFor(workbook, 'Start', 0);
    composeSheet(workbook, sheet, LINES.map(line));
    sheet.columnWidths.set(1, COLUMN_PIXELS);
    workbook.activeSheetId = sheet.id;
    workbook.noteChange(sheet.id);
  });
}

/** Formulas stand there as text. */
function line(text: string, index: number): SheetPart {
  const at = `A${index + 1}`;
  if (index === 0) return { at, text, style: TITLE };
  return text.startsWith('=') ? { at, text: `'${text}`, style: FORMULA } : { at, text };
}
