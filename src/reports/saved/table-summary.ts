import * as v from 'valibot';
import { type DateRange, dayCount, isOn } from '../../calendar/date-range';
import type { ShiftValue } from '../../employer-api/shift-records';
import { foldName } from '../../figures/names';
import { utf8Length } from './activity';
import { shortHash } from './short-hash';

/**
 * What is remembered of a table to tell whether the next one is missing something. It is kept with the report, at
 * most 2.5 kB.
 */
export const TABLE_SUMMARY = v.object({
  /** What of each day was asked for, and of whom. Tables that asked for something else are never compared. */
  asked: v.string(),
  rows: v.number(),
  /** The first day that it was made for, and how many they are. */
  from: v.number(),
  days: v.number(),
  /** How many rows came for each stretch of `stretchOf(days)` days, beginning with the one that `from` is in. */
  byDay: v.array(v.number()),
  /** The venues that had rows: names, or short hashes where names are too long; null where there are too many. */
  venues: v.nullable(v.array(v.string())),
  /** How many rows each of `venues` had; empty where that would not fit. */
  counts: v.optional(v.array(v.number()), []),
  /** How many days before the last day of the table each of `venues` last had a row; null where no row had a day. */
  lasts: v.array(v.nullable(v.number())),
  /** Whether `venues` are hashes. */
  hashed: v.boolean(),
  /** What a person answered with no, as `refusalOf` it; empty where nobody was asked. */
  refused: v.optional(v.string(), ''),
});

/** A summary of a table, as `TABLE_SUMMARY` describes it. */
export type TableSummary = v.InferOutput<typeof TABLE_SUMMARY>;

/** The rows that a table is made of, before they are grouped or lose columns. */
export interface TableRows {
  /** The same text for the same filters and employer, whatever the days, columns and sheet. */
  readonly asked: string;
  readonly range: DateRange;
  /** The service's names of the columns. */
  readonly fields: readonly string[];
  readonly rows: readonly (readonly ShiftValue[])[];
}

/** Rows as the service sent them, or as they stand in a sheet. */
export type AnyRows = readonly (readonly unknown[])[];

/** A venue that had rows. */
export interface VenueRows {
  readonly name: string;
  rows: number;
  /** Its last day within the range; null where no row had one. */
  last: number | null;
}

/** In bytes: all reports of a spreadsheet share 500 kB of properties, and one property holds 9 kB. */
const MOST_BYTES = 2300;
/** So many numbers of rows are kept: each for one day, or for stretches of days where the table has more days. */
const MOST_STRETCHES = 100;

/** Sums up a table for `checkShrink`. */
export function summarizeTable({ asked, range, fields, rows }: TableRows): TableSummary {
  const days = dayCount(range);
  const byDay = countByStretch(daysOf(fields, rows), range, stretchOf(days));
  const found = countVenues({ range, fields, rows });
  const names = found.map(({ name }) => name);
  const counts = found.map((venue) => venue.rows);
  const lasts = found.map(({ last }) => (last === null ? null : range.to - last));
  const hashes = names.map((name) => shortHash(foldName(name)));
  const fitting = [
    { venues: names, counts, lasts, hashed: false },
    { venues: names, counts: [], lasts, hashed: false },
    { venues: hashes, counts, lasts, hashed: true },
    { venues: hashes, counts: [], lasts, hashed: true },
  ].find((one) => utf8Length(JSON.stringify([byDay, one.venues, one.counts, one.lasts])) <= MOST_BYTES);
  const none = { venues: null, counts: [], lasts: [], hashed: false };
  return { asked, rows: rows.length, from: range.from, days, byDay, ...(fitting ?? none), refused: '' };
}

/** How many days one number of rows is for, in a table of so many days: 1 up to 100 days. */
export function stretchOf(days: number): number {
  return Math.ceil(days / MOST_STRETCHES);
}

/** The day of each row; null where it has none. */
export function daysOf(fields: readonly string[], rows: AnyRows): (number | null)[] {
  const column = fields.indexOf('SHIFT_DATE');
  return rows.map((row) => {
    const day = row[column];
    return typeof day === 'number' ? day : null;
  });
}

/** The venues of rows, each once, in the order first seen. Spellings that differ in case and spaces are one venue. */
export function countVenues({
  range,
  fields,
  rows,
}: Pick<TableRows, 'range' | 'fields'> & { readonly rows: AnyRows }): VenueRows[] {
  const column = fields.indexOf('VENUE_NAME');
  const days = daysOf(fields, rows);
  const spellings = new Map<string, VenueRows>();
  rows.forEach((row, at) => {
    const name = row[column];
    if (typeof name !== 'string' || name === '') return;
    const day = days[at] ?? null;
    count(spellings, name, { name, rows: 1, last: isOn(day, range) ? day : null });
  });
  const venues = new Map<string, VenueRows>();
  for (const spelling of Array.from(spellings.values())) count(venues, foldName(spelling.name), spelling);
  return Array.from(venues.values());
}

function count(known: Map<string, VenueRows>, key: string, more: VenueRows): void {
  const venue = known.get(key);
  if (venue === undefined) {
    known.set(key, { ...more });
    return;
  }
  venue.rows += more.rows;
  if (more.last !== null && (venue.last === null || more.last > venue.last)) venue.last = more.last;
}

/** Stretches begin at days that their length divides, so that those of a window that moves on stay the same. */
function countByStretch(days: readonly (number | null)[], range: DateRange, stretch: number): number[] {
  const first = Math.floor(range.from / stretch);
  const counts = new Array<number>(Math.floor(range.to / stretch) - first + 1).fill(0);
  for (const day of days) {
    if (!isOn(day, range)) continue;
    const at = Math.floor(day / stretch) - first;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
