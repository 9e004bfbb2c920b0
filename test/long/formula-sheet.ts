import type { Book } from '../emulator/book';
import { composeSheet, type SheetPart, sheetFor } from '../workbench/compose-sheet';

/** The sheet that `writeFormulaSheet` fills. */
const FORMULA_SHEET = 'Dashboard';

const PERCENT = '0.0"%"';
const POINTS = '+0.0;-0.0;0.0';
const GREY = { fontColor: '#5f6368' };
const FIGURE = { fontWeight: 'bold', fontSize: 18, horizontalAlignment: 'left' };
const SECTION = { fontWeight: 'bold', background: '#d2e3fc' };
const HEADING = { fontWeight: 'bold', ...GREY };
const OVER_NUMBERS = { horizontalAlignment: 'right' };

/** Weeks that the trend shows, and the row of the sheet where the first one stands. */
const TREND_WEEKS = 13;
const FIRST_WEEK_ROW = 10;

/** Every formula follows the venue in B3 and is calculated anew after a refresh. */
const FOLLOWING = '"venue", $B$3, "refresh", SHIFT_STAMP';

const HEAD: readonly SheetPart[] = [
  { at: 'A1', text: 'Shifts at a glance', style: { fontWeight: 'bold', fontSize: 16 } },
  { at: 'A2', text: '=SHIFT_STATUS(, SHIFT_STAMP)', style: GREY },
  { at: 'A3', text: 'Venue (empty: all)', style: HEADING },
  { at: 'B3:D3', style: { background: '#fef7e0' } },
  { at: 'E3', text: 'Type or paste a name from column P, for example Riverside Stadium.', style: GREY },
];

const LAST_WEEK: readonly SheetPart[] = [
  { at: 'A5:N5', style: HEADING },
  { at: 'A6:E6', style: FIGURE },
  { at: 'A5', text: 'Worked, last week' },
  { at: 'A6', text: `=SHIFT_METRIC("worked %", "last week", , ${FOLLOWING})`, format: PERCENT },
  { at: 'B5', text: 'Fulfilled' },
  { at: 'B6', text: `=SHIFT_METRIC("true fulfilment %", "last week", , ${FOLLOWING})`, format: PERCENT },
  { at: 'C5', text: 'Missing' },
  { at: 'C6', text: `=SHIFT_METRIC("missing people", "last week", , ${FOLLOWING})`, format: '#,##0' },
  { at: 'D5', text: 'No-shows' },
  { at: 'D6', text: `=SHIFT_METRIC("no shows", "last week", , ${FOLLOWING})`, format: '#,##0' },
  { at: 'E5', text: 'State' },
  { at: 'E6', text: '=SHIFT_STATUS("state", SHIFT_STAMP)' },
  { at: 'H5', text: 'Data as of' },
  { at: 'H6', text: '=SHIFT_STATUS("as of", SHIFT_STAMP)', style: { ...FIGURE, fontSize: 12 } },
  { at: 'H6', format: 'd mmm yyyy hh:mm' },
];

const TREND: readonly SheetPart[] = [
  { at: 'A8:F8', style: SECTION },
  { at: 'A8', text: `True fulfilment, ${TREND_WEEKS} weeks` },
  { at: 'A9:B9', style: HEADING },
  { at: 'B9', style: OVER_NUMBERS },
  { at: 'A10:A22', style: { horizontalAlignment: 'left' }, format: 'd mmm yyyy' },
  { at: 'B10:B22', format: PERCENT },
  { at: 'A9', text: 'Week from' },
  { at: 'B9', text: 'Fulfilled' },
  {
    at: 'A10',
    text: `=SHIFT_TREND("true fulfilment %", "last ${TREND_WEEKS} weeks", , "week", "headers", FALSE, ${FOLLOWING})`,
  },
  ...Array.from({ length: TREND_WEEKS }, (_, index) => bar(FIRST_WEEK_ROW + index)),
];

const COMPARISON: readonly SheetPart[] = [
  { at: 'A25:F25', style: SECTION },
  { at: 'A25', text: 'Fulfilment by venue: what changed since the week before, in points' },
  { at: 'A26:F26', style: HEADING },
  { at: 'B26:F26', style: OVER_NUMBERS },
  { at: 'B27:C60', format: PERCENT },
  { at: 'D27:F60', format: POINTS },
  {
    at: 'A26',
    text: `=SHIFT_COMPARE("venue", , , "last week", , "columns", "venue as Venue, A as Before, B as Last week, change as Change, rate part as Own rate, mix part as Mix", "sort", "change", "totals", TRUE, ${FOLLOWING})`,
  },
];

const VENUES: readonly SheetPart[] = [
  { at: 'H8:N8', style: SECTION },
  { at: 'H8', text: 'Venues, last week: fulfilment and how sure it is' },
  { at: 'H9:N9', style: HEADING },
  { at: 'I9:M9', style: OVER_NUMBERS },
  { at: 'I10:K60', format: PERCENT },
  { at: 'L10:M60', format: '#,##0' },
  {
    at: 'H9',
    text: `=SHIFT_FULFILMENT_AGGREGATED("last week", , "venue", "measures", "true fulfilment %, missing people, no shows", "evidence", TRUE, "columns", "venue as Venue, true fulfilment % as Fulfilled, true fulfilment % low as Low, true fulfilment % high as High, missing people as Missing, no shows as No-shows, notes as Notes", "sort", "missing people desc", "totals", TRUE, ${FOLLOWING})`,
  },
];

const NAMES: readonly SheetPart[] = [
  { at: 'P8', text: 'Venues to choose from', style: SECTION },
  { at: 'P9', text: '=SHIFT_LIST("venues", , , SHIFT_STAMP)' },
];

/** Pixels by column; the others keep the sheet's own width. */
const WIDTHS: readonly (readonly [columns: string, pixels: number])[] = [
  ['A', 180],
  ['BCDEF', 88],
  ['G', 20],
  ['H', 180],
  ['IJKLM', 70],
  ['N', 180],
  ['O', 20],
  ['P', 180],
];

/** Puts in a sheet made of the add-on's formulas alone, as the tab after the first: figures of last week, a trend, venues. */
export function writeFormulaSheet(book: Book): void {
  book.document.edit((workbook) => {
    const active = workbook.activeSheetId;
    const sheet = sheetFor(workbook, FORMULA_SHEET, 1);
    composeSheet(workbook, sheet, [...HEAD, ...LAST_WEEK, ...TREND, ...COMPARISON, ...VENUES, ...NAMES]);
    for (const [columns, pixels] of WIDTHS) {
      for (const letter of columns) sheet.columnWidths.set(letter.charCodeAt(0) - 64, pixels);
    }
    workbook.activeSheetId = active;
    workbook.noteChange(sheet.id);
  });
}

/** A bar beside a percentage, one block for 2 points; it reaches over the empty cells at its right. */
function bar(row: number): SheetPart {
  return {
    at: `C${row}`,
    text: `=REPT("█", ROUND(B${row}/2, 0))`,
    style: { fontColor: '#8ab4f8', fontSize: 7 },
  };
}
