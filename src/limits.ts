/**
 * Numbers that someone may want to change, with their units, and with reasons where they are not plain.
 *
 * Numbers that are part of an algorithm, a format of stored data or the service's protocol stand where they are used.
 * `DIRECT_WRITE_CELLS`, the size from which tables are staged, is a constant of the build: `build/bundle.ts`.
 */

/*
 * Executions.
 */

/**
 * How long one execution may take, and the timeout of one report request, in seconds. Well inside the platform's own
 * limits: 30 seconds in a cell, 6 minutes elsewhere.
 */
export const EXECUTION_SECONDS = {
  cell: { total: 25, timeout: 15 },
  sidebar: { total: 60, timeout: 30 },
  trigger: { total: 300, timeout: 60 },
} as const;

/** A request with a shorter timeout is not worth sending. */
export const SHORTEST_TIMEOUT_SECONDS = 2;

/** The timeout of a token request: everyone who needs the token waits for it. */
export const TOKEN_TIMEOUT_SECONDS = 10;

/** How long to wait for the lock of a spreadsheet: others hold it for a claim or a write, so for seconds. */
export const LOCK_WAIT_MILLIS = 15_000;

/** How long a lease lasts, unless it is released: longer than any execution, which Google ends after 6 minutes. */
export const LEASE_MILLIS = 7 * 60_000;

/** The copy of staged rows must begin within this time after the start: Google ends a run after 6 minutes. */
export const STAGED_COPY_MILLIS = 330_000;

/** How long the sidebar waits for the script: Google ends a script after 6 minutes, and networks fail. */
export const LONGEST_CALL_MILLIS = 390_000;

/*
 * Freshness: of rows in the cache, and of tables.
 */

/** The longest time for which the platform's cache keeps an entry. */
export const CACHE_SECONDS = 21_600;

/** Rows up to this age are fresh: a formula makes no request for them. */
export const FRESH_MILLIS = 15 * 60_000;

/** Rows up to this age may be shown as stale if no response comes: as long as the cache keeps them. */
export const LONGEST_KEPT_MILLIS = CACHE_SECONDS * 1000;

/** The intervals of schedules. */
export const INTERVAL_MILLIS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

/** A table is stale when this many intervals of its schedule pass without a refresh. */
export const INTERVALS_UNTIL_STALE = 2;

/** Figures of days less old than this may still be corrected by the service, in days (our choice). */
export const DAYS_UNTIL_FINAL = 10;

/*
 * Requests to the service.
 */

/** How many requests are sent together. */
export const BATCH_SIZE = 5;

/**
 * The most requests of one formula: four batches. A cell has 25 seconds; a batch costs up to 0.9 s plus the slowest
 * response, so four batches leave 5 seconds per response, six times what a month is assumed to take.
 */
export const MOST_FORMULA_REQUESTS = 4 * BATCH_SIZE;

/** Attempts in a row that bring no day, the first included, where a failure may pass: then a run gives up. */
export const ATTEMPTS = 3;

/** The longest wait that the service may ask for: no execution can wait longer than this. */
export const LONGEST_WAIT_SECONDS = 3600;

/*
 * Schedules.
 */

/** So late is a scheduled run when the timers of other people step in, and when the sidebar says that it is late. */
export const STEP_IN_MILLIS = 2 * 3_600_000;

/*
 * The guard against losses.
 */

/** The smallest loss, in shifts or values of a column, that is asked about. */
export const FEWEST_LOST = 10;

/*
 * Figures.
 */

/** Percentage points that the remaining definitions may differ by before one number would mislead (our choice). */
export const WIDEST_RANGE = 1;

/** The periods that a trend shows by default: as many years and quarters as one formula may request. */
export const TREND_PERIODS = { day: 13, week: 13, month: 13, quarter: 6, year: 1 } as const;

/** The lines of the targets sheet that count, blank ones among them: all are kept in one property, for formulas. */
export const MOST_TARGET_LINES = 200;
/** The columns of the targets sheet that are read: its own, and room for some of the user's. */
export const MOST_TARGET_COLUMNS = 16;

/** More names than these are not compared with each other. */
export const MOST_COMPARED_NAMES = 400;

/*
 * Mail and alerts.
 */

/**
 * Addresses that get mail within a day, and those of them that are new (our choice). Anyone who edits the spreadsheet
 * chooses the addresses, but the account of whoever runs the schedule sends: six colleagues at once are usual, eighty are
 * not.
 */
export const ADDRESSES_A_DAY = 20;
export const NEW_ADDRESSES_A_DAY = 10;

/** The most alerts of a spreadsheet (our choice). */
export const MOST_ALERTS = 20;

/** The most summary emails of a spreadsheet: its readers get other mail too (our choice). */
export const MOST_SUMMARIES = 5;

/** How long after its hour a summary email still goes, in hours: older ones are skipped. */
export const SUMMARY_HOURS = 24;

/** The most venues that get a page of their own, those with the most missing people first (our choice). */
export const MOST_VENUE_PAGES = 20;

/*
 * Sizes.
 */

/** The most bytes that we keep in one property: the platform takes 9 kB. */
export const PROPERTY_BYTES = 8000;

/** The largest record of a report, in bytes of UTF-8: the platform takes 9 kB a property. */
export const LONGEST_REPORT_BYTES = 9000;

/** The longest that the filters and columns of a report may be, with its headings twice, in bytes of JSON. */
export const LONGEST_CHOICES_BYTES = 4200;

/** The most runs in the activity log, which the sidebar lists, and those in a note for support. */
export const LISTED_RUNS = 20;
export const SUPPORT_RUNS = 5;

/** The most lines of one refresh on the sheet of changes. */
export const MOST_CHANGE_LINES = 5000;

/** The most columns of a report whose fields are not documented. */
export const MOST_COLUMNS = 200;

/** The rows of a preview. */
export const PREVIEW_ROWS = 5;

/*
 * Number formats of sheets, in the notation of Google Sheets.
 */

export const COUNT_FORMAT = '#,##0';
export const HOURS_FORMAT = '#,##0.0';
/** Of numbers that are no counts, such as IDs. */
export const INTEGER_FORMAT = '0';
export const DECIMAL_FORMAT = '0.00';
/** How many decimals percentages have, in sheets and in sentences. */
export const PERCENTAGE_DIGITS = 1;
/** Half of the last of these digits: two percentages that lie closer may look the same. */
export const HALF_A_SHOWN_DIGIT = 0.5 / 10 ** PERCENTAGE_DIGITS;
/** Of percentages from 0 to 100. */
export const PERCENTAGE_FORMAT = `0.${'0'.repeat(PERCENTAGE_DIGITS)}"%"`;
/** Of differences between percentages, and of hours. */
export const POINTS_FORMAT = '+0.0;-0.0;0.0';
export const DIFFERENCE_FORMAT = '+#,##0.0;-#,##0.0;0.0';
/** Of money where the targets sheet has no format of its own. */
export const MONEY_FORMAT = '#,##0.00';
/** Reads the same in every country, whose words for months it shows. */
export const DAY_FORMAT = 'd mmm yyyy';
/** Of tiles of dashboards, and of axes of charts. */
export const SHORT_DAY_FORMAT = 'd mmm';
export const MONTH_FORMAT = 'mmm yyyy';
export const YEAR_FORMAT = 'yyyy';
export const MOMENT_FORMAT = 'd mmm yyyy, hh:mm';
