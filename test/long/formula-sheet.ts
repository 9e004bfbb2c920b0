import type { Book } from '../emulator/book';

/** Every formula follows the venue in B3 and is calculated anew after a refresh. */
const FOLLOWING = '"venue", $B$3, "refresh", SHIFT_STAMP';

/** Eleven formulas of the add-on, by their cells. */
const FORMULAS: Readonly<Record<string, string>> = {
  A2: '=SHIFT_STATUS(, SHIFT_STAMP)',
  A6: `=SHIFT_METRIC("worked %", "last week", , ${FOLLOWING})`,
  B6: `=SHIFT_METRIC("true fulfilment %", "last week", , ${FOLLOWING})`,
  C6: `=SHIFT_METRIC("missing people", "last week", , ${FOLLOWING})`,
  D6: `=SHIFT_METRIC("no shows", "last week", , ${FOLLOWING})`,
  E6: '=SHIFT_STATUS("state", SHIFT_STAMP)',
  H6: '=SHIFT_STATUS("as of", SHIFT_STAMP)',
  A10: `=SHIFT_TREND("true fulfilment %", "last 13 weeks", , "week", "headers", FALSE, ${FOLLOWING})`,
  A26: `=SHIFT_COMPARE("venue", , , "last week", , "sort", "change", "totals", TRUE, ${FOLLOWING})`,
  H9: `=SHIFT_FULFILMENT_AGGREGATED("last week", , "venue", "measures", "true fulfilment %, missing people, no shows", "evidence", TRUE, "sort", "missing people desc", "totals", TRUE, ${FOLLOWING})`,
  P9: '=SHIFT_LIST("venues", , , SHIFT_STAMP)',
};

/** Adds a sheet `Dashboard` of the add-on's formulas: figures of last week, a trend, venues. */
export function writeFormulaSheet(book: Book): void {
  const { editor, workbook } = book;
  const front = workbook.activeSheetId;
  editor.createSheet('Dashboard', 1);
  for (const [cell, formula] of Object.entries(FORMULAS)) editor.type(`Dashboard!${cell}`, formula);
  book.edit((changed) => {
    changed.activeSheetId = front;
  });
}
