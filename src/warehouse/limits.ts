/**
 * The numbers of the warehouse that someone may want to change: each with its unit and the reason for its value. They are
 * not in the common list because only the warehouse edition has them.
 */

/**
 * How many stretches of days may be owed to the warehouse at once. A refresh takes one, and normally gives it back in the
 * same run: so many are taken only while BigQuery refuses everything.
 */
export const OWED_SLOTS = 16;

/**
 * The most rows of one load, in whole days. 50,000 rows are about 27 MB of text and 1 MB compressed: an execution has them
 * twice in memory, and encodes them in about three seconds.
 */
export const ROWS_A_LOAD = 50_000;

/** The most bytes of one upload request, a multiple of 256 KiB as BigQuery wants it. Google limits a request to 50 MB. */
export const UPLOAD_CHUNK_BYTES = 8 * 1024 * 1024;

/** How often an upload goes on after a request without an answer, before the next run begins again. */
export const UPLOAD_RETRIES = 3;

/** The pause before a job is looked at first, in milliseconds: a load takes seconds. Each further pause is twice as long. */
export const FIRST_PAUSE_MILLIS = 1000;

/** The longest pause before a job is looked at again, in milliseconds. */
export const LONGEST_PAUSE_MILLIS = 8000;

/** How long a run waits for one job, in milliseconds: the next run goes on from there. */
export const LONGEST_POLL_MILLIS = 60_000;

/** How long BigQuery may take to answer a query itself, in milliseconds; then the query is a job to look at. */
export const QUERY_MILLIS = 30_000;

/** How long to wait for an answer of BigQuery, in seconds: longer than `QUERY_MILLIS`. */
export const WAREHOUSE_TIMEOUT_SECONDS = 60;

/** A transfer begins only if so much of the run is left, in milliseconds: what was begun can be ended then. */
export const SHORTEST_TRANSFER_MILLIS = 15_000;

/** After so many failures in a row, days are tried once a day. */
export const FAILURES_BEFORE_A_DAY = 3;

/** A job that takes longer than this is said to be stuck, in milliseconds. */
export const STUCK_MILLIS = 60 * 60_000;

/** A job that takes longer than this is given up, and its days are sent again: BigQuery ends a load after 6 hours. */
export const GIVEN_UP_MILLIS = 6 * 60 * 60_000;

/** The most days of history that are fetched at once; fewer where many shifts would not fit one load. */
export const HISTORY_DAYS = 31;

/** How long a stage table lasts if no merge drops it: longer than the load that a later run goes on with may take. */
export const WAREHOUSE_STAGE_MILLIS = 24 * 60 * 60_000;

/** Connected tables that scheduled runs refresh, the newest: each takes two service calls, and BigQuery bills its reading. */
export const CONNECTED_TABLES_MAX = 5;
