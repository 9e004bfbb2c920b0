import { type DateRange, describeRange } from '../../calendar/date-range';
import { fitText } from '../../employer-api/fit-text';
import { foldName } from '../../figures/names';
import { shownCount, shownNumber } from '../shown-count';
import { shortHash } from './short-hash';
import { countVenues, daysOf, isWithin, stretchOf, type TableRows, type TableSummary } from './table-summary';

/** Why a new table is held back. */
export interface Shrinkage {
  /** One sentence, the remedy first, without a full stop: for `ReportError`. */
  readonly reason: string;
}

/** Fewer rows than this come and go. */
const FEWEST_ROWS = 10;
/** More would not fit a message, which is kept with the report too. */
const MOST_VENUES_TOLD = 3;
const LONGEST_NAME_TOLD = 40;

/**
 * Whether a new table lacks something that the one before it had, asked in the same way: more than half of its rows
 * (of at least 10), or a venue.
 *
 * Of a window that has moved on, or grown, only the days count that both tables are for: a venue whose last day has
 * left the window is not missing, and tables without a day in common are never compared.
 *
 * @returns `undefined` when nothing speaks against writing it.
 */
export function checkShrink(before: TableSummary, now: TableRows): Shrinkage | undefined {
  const shared = sharedDays(before, now.range);
  if (before.asked !== now.asked || shared === undefined) return undefined;
  const missing = missingVenues(before, now, shared);
  const venues = describeVenues(missing, before.hashed ? 0 : MOST_VENUES_TOLD);
  const rows = sharedRows(before, now, shared);
  if (rows.before >= FEWEST_ROWS && rows.now * 2 < rows.before) {
    const came = `only ${shownNumber(rows.now)} of ${shownNumber(rows.before)} rows came`;
    const fewer = shared.isAll ? came : `${came} for ${describeRange(rows.days)}`;
    return hold(missing.length === 0 ? fewer : `${fewer}, none for ${venues}`);
  }
  return missing.length === 0 ? undefined : hold(`no rows came for ${venues}`);
}

/** What to remember of a `reason` that a person was asked about and kept the old table: the same for the same only. */
export function refusalOf(reason: string): string {
  return shortHash(reason);
}

/** Whether a person has said already that the old table stays for that `reason`. */
export function isRefused(before: TableSummary | null, reason: string): boolean {
  return before?.refused === refusalOf(reason);
}

/** The days that two tables are both for. */
interface SharedDays extends DateRange {
  /** Whether they are all days of both. */
  readonly isAll: boolean;
}

function sharedDays(before: TableSummary, range: DateRange): SharedDays | undefined {
  const last = lastDay(before);
  const [from, to] = [Math.max(before.from, range.from), Math.min(last, range.to)];
  if (from > to) return undefined;
  return { from, to, isAll: before.from === range.from && last === range.to };
}

function lastDay({ from, days }: TableSummary): number {
  return from + days - 1;
}

/** How many rows the two tables have of the days that both are for, as far as that is remembered, and of which days. */
function sharedRows(before: TableSummary, now: TableRows, shared: SharedDays) {
  if (shared.isAll) return { before: before.rows, now: now.rows.length, days: shared };
  const stretch = stretchOf(before.days);
  // Whole stretches: how the rows lie within one is not remembered.
  const first = Math.ceil(shared.from / stretch);
  const end = Math.floor((shared.to + 1) / stretch);
  const days = { from: first * stretch, to: end * stretch - 1 };
  const offset = Math.floor(before.from / stretch);
  const kept = before.byDay.slice(first - offset, Math.max(end - offset, first - offset));
  return {
    before: kept.reduce((sum, rows) => sum + rows, 0),
    now: daysOf(now.fields, now.rows).filter((day) => isWithin(day, days)).length,
    days,
  };
}

/** A venue that had rows: its name, or a hash of it, and how many where that is known. */
interface Venue {
  readonly name: string;
  readonly rows: number | undefined;
}

/** Where there are too many venues to list them, the number of rows alone decides. */
function missingVenues(before: TableSummary, now: TableRows, shared: SharedDays): readonly Venue[] {
  if (before.venues === null) return [];
  const last = lastDay(before);
  const found = countVenues({ ...now, range: shared }).filter((venue) => shared.isAll || venue.last !== null);
  const keys = found.map(({ name }) => foldName(name));
  const present = new Set(before.hashed ? keys.map(shortHash) : keys);
  return before.venues
    .map((name, index) => ({ name, rows: before.counts[index], ago: before.lasts[index] ?? null }))
    .filter(({ ago }) => shared.isAll || (ago !== null && isWithin(last - ago, shared)))
    .filter(({ name }) => !present.has(before.hashed ? name : foldName(name)));
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
