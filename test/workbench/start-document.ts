import type { Book } from '../emulator/book';
import { singleCell } from '../emulator/spreadsheet/a1';
import { addSheet, editCells } from '../emulator/spreadsheet/edits';

const COLUMN_PIXELS = 900;

/** Formulas that give more than a heading on invented data and on sample data alike. */
export const FORMULAS: readonly string[] = [
  '=SHIFT_METRIC("worked %", "last week")',
  '=SHIFT_FULFILMENT_AGGREGATED("last 13 weeks", , "venue", "measures", "true fulfilment %", "evidence", TRUE)',
  '=SHIFT_TREND("true fulfilment %", "last 13 weeks", , "week, venue", "limit", 4)',
  '=SHIFT_COMPARE("venue", , , "last week")',
  '=SHIFT_FULFILMENT("last 7 days", , "venue", "*Grand Hotel*", "columns", "shift date, job title, shifts posted, shifts worked, no shows")',
  '=SHIFT_LIST("options")',
  '=SUM(INDEX(SHIFT_FULFILMENT("last week"), 0, 5))',
];

const SKIP = 'then press “Skip 1 hour” or “Skip 1 day” at the top and watch the sheet.';
const BELOW = [
  '',
  'Below the grid, “Service calls” lists what each action calls and sends, and “Mail” shows what the add-on mailed.',
];

/** What stands on the sheet while a connection, a report and its Overview are there. */
const CONNECTED: readonly string[] = [
  '',
  '1. A formula. Copy one of these into an empty sheet, or type it and press Enter:',
  ...FORMULAS,
  'A formula is calculated again after each refresh when it ends with "refresh", SHIFT_STAMP.',
  '',
  '2. The sidebar. Choose Extensions ▸ Shift Reports ▸ Open sidebar, add a report, and press Refresh.',
  '',
  `3. The schedule. Set it in the sidebar, ${SKIP}`,
  ...BELOW,
];

/** What is added beside a warehouse. */
const WAREHOUSE: readonly string[] = [
  '',
  '4. The warehouse. It stands in for BigQuery on this machine. Below the grid, “Warehouse” shows its tables and views. Send',
  'history from Settings ▸ Warehouse in the sidebar, skip a day, change last week in the service, and compare the two.',
];

/** What stands there for someone who begins. */
const UNCONNECTED: readonly string[] = [
  'Everything works as in Google Sheets. It begins with nothing connected.',
  '',
  '1. Data. Choose Extensions ▸ Shift Reports ▸ Open sidebar and press “Use sample data”. It fills a sheet and builds a dashboard.',
  'Or press “Connect” with the credentials that the terminal shows: they belong to a local stand-in for the service.',
  '',
  '2. A formula. Copy one of these into an empty sheet, or type it and press Enter:',
  ...FORMULAS,
  'A formula is calculated again after each refresh when it ends with "refresh", SHIFT_STAMP. The first refresh makes that name.',
  '',
  '3. More in the sidebar. Press “Dashboards” in the report, add an alert, or select a figure and press “Explain this cell”.',
  '',
  `4. The schedule. Set it in the sidebar, ${SKIP}`,
  ...BELOW,
];

const TITLE = { fontWeight: 'bold', fontSize: 14 };
const FORMULA = { background: '#f1f3f4' };

/**
 * Puts a sheet named Start in front that says what to try. The sheet that a new spreadsheet has stays, empty.
 *
 * @param connected The employer of whom the person will find a connection, a report and its Overview there.
 * @param hasWarehouse Whether a local warehouse runs beside the service.
 */
export function writeStartSheet(book: Book, connected: string | undefined, hasWarehouse = false): void {
  book.edit((workbook) => {
    const sheet = addSheet(workbook, 'Start', 0);
    const lines = [
      'Shift Reports: try it here',
      ...(connected === undefined ? UNCONNECTED : [describeConnected(connected), ...CONNECTED]),
      ...(hasWarehouse ? WAREHOUSE : []),
    ];
    // Formulas stand there as text.
    for (const [index, value] of lines.entries()) {
      const style = index === 0 ? TITLE : value.startsWith('=') ? FORMULA : undefined;
      editCells(sheet, singleCell(index + 1, 1), (cell) => ({ ...cell, value, style }));
    }
    sheet.columnWidths.set(1, COLUMN_PIXELS);
  });
}

function describeConnected(employer: string): string {
  return `Everything works as in Google Sheets. ${employer} is connected: its shifts fill a sheet, and the sheet Overview is a dashboard of them.`;
}
