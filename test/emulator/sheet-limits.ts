/** Cells of a spreadsheet, empty ones included. Google Docs Editors Help, "Files you can store in Google Drive". */
export const MAX_CELLS_PER_SPREADSHEET = 10_000_000;

/** Columns of one sheet, up to `ZZZ`. Same page. */
export const MAX_COLUMNS_PER_SHEET = 18_278;

/** Sheets of one spreadsheet. Same page. */
export const MAX_SHEETS = 200;

/** Characters that one cell takes, a leading apostrophe counted. Fact S12. */
export const MAX_CHARACTERS_PER_CELL = 50_000;

/** Rows of a sheet as `insertSheet` makes it. Fact S14. */
export const NEW_SHEET_ROWS = 1000;

/** Columns of a sheet as `insertSheet` makes it. Fact S14. */
export const NEW_SHEET_COLUMNS = 26;
