import * as v from 'valibot';
import { type DateRange, dayCount } from '../calendar/date-range';
import { foldName } from '../figures/names';
import type { SheetRow } from './sheet-table';
import { shownCount, shownNumber } from './shown-count';

/**
 * What is remembered of a table to tell whether the next one is missing something. It is kept with the report, at
 * most 2.5 kB; the schema is for `v.optional(v.nullable(TABLE_SUMMARY), null)` there.
 */
export const TABLE_SUMMARY = v.object({
  /** What the table was asked for: the report's choices and the connection. Other choices are never compared. */
  asked: v.string(),
  rows: v.number(),
  /** How many days it covers. */
  days: v.number(),
  /** The venues that had rows: names, or short hashes where names are too long; null where there are too many. */
  venues: v.nullable(v.array(v.string())),
  /** Whether `venues` are hashes. */
  hashed: v.boolean(),
});
export type TableSummary = v.InferOutput<typeof TABLE_SUMMARY>;

/** Why a new table is held back. */
export interface Shrinkage {
  /** One sentence, the remedy first, without a full stop: for `ReportError`. */
  readonly reason: string;
}

/** Fewer rows than this come and go. */
const FEWEST_ROWS = 10;
/** February and 31 days are still one kind of window; the first days of a new month are another than the whole last. */
const SHORTEST_SAME_WINDOW = 0.9;
/** All reports of a spreadsheet share 500 kB of properties, and one property holds 9 kB. */
const LONGEST_VENUES = 2400;
/** More would not fit a message. */
const MOST_VENUES_TOLD = 3;

/**
 * Sums up a table for `checkShrink`.
 *
 * @param asked The same text for the same choices: a moving period by its word, not by its dates.
 * @param fields The service's names of the columns.
 */
export function summarizeTable(
  asked: string,
  range: DateRange,
  fields: readonly string[],
  rows: readonly SheetRow[],
): TableSummary {
  const names = venueNames(fields, rows);
  const hashes = names.map((name) => hash(foldName(name)));
  const hashed = lengthOf(names) > LONGEST_VENUES;
  const venues = hashed ? (lengthOf(hashes) > LONGEST_VENUES ? null : hashes) : names;
  return { asked, rows: rows.length, days: dayCount(range), venues, hashed: hashed && venues !== null };
}

/**
 * Whether a new table lacks something that the one before it had, asked in the same way: more than half of its rows
 * (of at least 10), or a venue.
 *
 * A window that moves on is the same window; one that is more than a tenth shorter, such as a month that has just
 * begun, is not.
 *
 * @returns `undefined` when nothing speaks against writing it.
 */
export function checkShrink(before: TableSummary, after: TableSummary): Shrinkage | undefined {
  if (before.asked !== after.asked || after.days < before.days * SHORTEST_SAME_WINDOW) return undefined;
  if (before.rows >= FEWEST_ROWS && after.rows * 2 < before.rows) {
    return hold(`only ${shownNumber(after.rows)} of ${shownNumber(before.rows)} rows came`);
  }
  const missing = missingVenues(before, after);
  if (missing.length === 0) return undefined;
  if (before.hashed) return hold(`no rows came for ${shownCount(missing.length, 'venue')} that had some`);
  const told = missing.slice(0, MOST_VENUES_TOLD).map((name) => `“${name}”`);
  const untold = missing.length - told.length;
  return hold(
    `no rows came for ${told.join(', ')}${untold > 0 ? ` and ${shownCount(untold, 'more venue')}` : ''}`,
  );
}

function hold(what: string): Shrinkage {
  return { reason: `Press Refresh and confirm if this is right: ${what}, so the old table stays` };
}

/** Each name once, in the order first seen. Spellings that differ in case and spaces are one venue. */
function venueNames(fields: readonly string[], rows: readonly SheetRow[]): string[] {
  const column = fields.indexOf('VENUE_NAME');
  const names = new Set<string>();
  for (const row of rows) {
    const name = row[column];
    if (typeof name === 'string' && name !== '') names.add(name);
  }
  const byFold = new Map<string, string>();
  names.forEach((name) => {
    if (!byFold.has(foldName(name))) byFold.set(foldName(name), name);
  });
  return Array.from(byFold.values());
}

function missingVenues(before: TableSummary, after: TableSummary): readonly string[] {
  // Where there are too many venues to list them, the number of rows alone decides.
  if (before.venues === null || after.venues === null) return [];
  const keyOf = (summary: TableSummary, name: string) =>
    summary.hashed ? name : before.hashed || after.hashed ? hash(foldName(name)) : foldName(name);
  const present = new Set(after.venues.map((name) => keyOf(after, name)));
  return before.venues.filter((name) => !present.has(keyOf(before, name)));
}

function lengthOf(texts: readonly string[]): number {
  return JSON.stringify(texts).length;
}

/** FNV-1a, 32 bits. That a venue which vanished hides behind one of 300 others is 1 in 14 million. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
