import * as v from 'valibot';
import { type DateRange, dayCount } from '../../calendar/date-range';
import { fitText } from '../../employer-api/fit-text';
import { foldName } from '../../figures/names';
import { shownCount, shownNumber } from '../shown-count';
import type { SheetRow } from '../tables/sheet-table';
import { utf8Length } from './activity';

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
  /** How many rows each of `venues` had; empty where that would not fit. */
  counts: v.optional(v.array(v.number()), []),
  /** Whether `venues` are hashes. */
  hashed: v.boolean(),
  /** What a person answered with no, as `refusalOf` it; empty where nobody was asked. */
  refused: v.optional(v.string(), ''),
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
/** In bytes: all reports of a spreadsheet share 500 kB of properties, and one property holds 9 kB. */
const MOST_VENUE_BYTES = 2300;
/** More would not fit a message, which is kept with the report too. */
const MOST_VENUES_TOLD = 3;
const LONGEST_NAME_TOLD = 40;

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
  const found = countVenues(fields, rows);
  const names = found.map(({ name }) => name);
  const counts = found.map(({ rows }) => rows);
  const hashes = names.map((name) => hash(foldName(name)));
  const fitting = [
    { venues: names, counts, hashed: false },
    { venues: names, counts: [], hashed: false },
    { venues: hashes, counts, hashed: true },
    { venues: hashes, counts: [], hashed: true },
  ].find((one) => utf8Length(JSON.stringify([one.venues, one.counts])) <= MOST_VENUE_BYTES);
  const none = { venues: null, counts: [], hashed: false };
  return { asked, rows: rows.length, days: dayCount(range), ...(fitting ?? none), refused: '' };
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
  const missing = missingVenues(before, after);
  const venues = describeVenues(missing, before.hashed ? 0 : MOST_VENUES_TOLD);
  if (before.rows >= FEWEST_ROWS && after.rows * 2 < before.rows) {
    const rows = `only ${shownNumber(after.rows)} of ${shownNumber(before.rows)} rows came`;
    return hold(missing.length === 0 ? rows : `${rows}, none for ${venues}`);
  }
  return missing.length === 0 ? undefined : hold(`no rows came for ${venues}`);
}

/** What to remember of a `reason` that a person was asked about and kept the old table: the same for the same only. */
export function refusalOf(reason: string): string {
  return hash(reason);
}

/** Whether a person has said already that the old table stays for that `reason`. */
export function isRefused(before: TableSummary | null, reason: string): boolean {
  return before?.refused === refusalOf(reason);
}

/** `“Pier” (4 rows before), “Zoo” (1 row before) and 2 more venues (9 rows before)`, so many by name. */
function describeVenues(missing: readonly Venue[], named: number): string {
  const told = missing.slice(0, named).map(({ name, rows }) => {
    return `“${fitText(name, LONGEST_NAME_TOLD)}”${describeBefore(rows)}`;
  });
  const untold = missing.slice(named);
  if (untold.length === 0) return told.join(', ');
  const rows = untold.every((one) => one.rows !== undefined)
    ? untold.reduce((sum, one) => sum + (one.rows ?? 0), 0)
    : undefined;
  const others = shownCount(untold.length, told.length === 0 ? 'venue' : 'more venue');
  return `${[...(told.length === 0 ? [] : [`${told.join(', ')} and`]), others].join(' ')}${describeBefore(rows)}`;
}

function describeBefore(rows: number | undefined): string {
  return rows === undefined ? '' : ` (${shownCount(rows, 'row')} before)`;
}

function hold(what: string): Shrinkage {
  return { reason: `Press Refresh and confirm if this is right: ${what}, so the old table stays` };
}

/** Each name once, in the order first seen. Spellings that differ in case and spaces are one venue. */
function countVenues(fields: readonly string[], rows: readonly SheetRow[]): { name: string; rows: number }[] {
  const column = fields.indexOf('VENUE_NAME');
  const spellings = new Map<string, number>();
  for (const row of rows) {
    const name = row[column];
    if (typeof name === 'string' && name !== '') spellings.set(name, (spellings.get(name) ?? 0) + 1);
  }
  const venues = new Map<string, { name: string; rows: number }>();
  spellings.forEach((count, name) => {
    const key = foldName(name);
    const venue = venues.get(key) ?? { name, rows: 0 };
    venue.rows += count;
    venues.set(key, venue);
  });
  return Array.from(venues.values());
}

/** A venue that had rows: its name, or a hash of it, and how many where that is known. */
interface Venue {
  readonly name: string;
  readonly rows: number | undefined;
}

function missingVenues(before: TableSummary, after: TableSummary): readonly Venue[] {
  // Where there are too many venues to list them, the number of rows alone decides.
  if (before.venues === null || after.venues === null) return [];
  const keyOf = (summary: TableSummary, name: string) =>
    summary.hashed ? name : before.hashed || after.hashed ? hash(foldName(name)) : foldName(name);
  const present = new Set(after.venues.map((name) => keyOf(after, name)));
  return before.venues
    .map((name, index) => ({ name, rows: before.counts[index] }))
    .filter(({ name }) => !present.has(keyOf(before, name)));
}

/** FNV-1a, 32 bits. That a venue which vanished hides behind one of 300 others is 1 in 14 million. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
