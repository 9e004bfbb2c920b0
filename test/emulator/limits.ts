/** Limits of services. Source: Apps Script quotas page and service references, unless named. */

/** Longest run by authorisation: simple triggers and formulas, then everything else. */
export const SHORT_RUN_MILLIS = 30_000;
export const LONG_RUN_MILLIS = 360_000;

/** Longest `Utilities.sleep`. Utilities reference. */
export const LONGEST_SLEEP_MILLIS = 300_000;

/** CacheService. Recorded: Poehnelt, cache limits, 2025-12. */
export const CACHE_KEY_CHARACTERS = 250;
export const CACHE_VALUE_BYTES = 102_400;
export const CACHE_DEFAULT_SECONDS = 600;
export const CACHE_LONGEST_SECONDS = 21_600;

/** PropertiesService. Value: quotas page ("9 KB"); key: recorded, Tanaike 2023-05. */
export const PROPERTY_VALUE_BYTES = 9_000;
export const PROPERTY_STORE_BYTES = 500_000;
export const PROPERTY_KEY_BYTES = 8_066;

/** UrlFetchApp. */
export const FETCH_URL_CHARACTERS = 2_082;
export const FETCH_HEADERS = 100;
export const FETCH_HEADER_BYTES = 8_192;
export const FETCH_BODY_BYTES = 50 * 1024 * 1024;
export const FETCH_DEFAULT_TIMEOUT_SECONDS = 360;

/** Triggers of one user in one script. */
export const TRIGGERS_PER_USER = 20;
/** Shortest recurrence for an add-on. Editor triggers guide. */
export const ADD_ON_SHORTEST_INTERVAL_MILLIS = 3_600_000;

/** Cells of a spreadsheet, empty ones included. Docs Editors Help, "Files you can store in Google Drive". */
export const MAX_CELLS_PER_SPREADSHEET = 10_000_000;
/** Columns of one sheet, up to `ZZZ`, and sheets of one spreadsheet. Same page. */
export const MAX_COLUMNS_PER_SHEET = 18_278;
export const MAX_SHEETS = 200;
/** Characters that one cell takes, a leading apostrophe counted. Fact S12. */
export const MAX_CHARACTERS_PER_CELL = 50_000;
/** Rows and columns of a sheet as `insertSheet` makes it. Fact S14. */
export const NEW_SHEET_ROWS = 1000;
export const NEW_SHEET_COLUMNS = 26;

/** What one user may do in the 24 hours after the first use; a test may lower or raise each. */
export interface DailyQuotas {
  fetchCalls: number;
  /** Property reads and writes. */
  propertyOperations: number;
  /** Time spent in trigger runs, milliseconds. */
  triggerMillis: number;
  mailRecipients: number;
}

/** The quotas of a consumer account. */
export const CONSUMER_QUOTAS: Readonly<DailyQuotas> = {
  fetchCalls: 20_000,
  propertyOperations: 50_000,
  triggerMillis: 90 * 60_000,
  mailRecipients: 100,
};
