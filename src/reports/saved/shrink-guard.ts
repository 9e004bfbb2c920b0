import { formatIsoDate, startOfMonth } from '../../calendar/calendar-date';
import { type DateRange, describeRange, isOn, isSameRange, overlap } from '../../calendar/date-range';
import { fitText } from '../../employer-api/fit-text';
import { foldName } from '../../figures/names';
import { shownCount, shownNumber } from '../shown-count';
import { shortHash } from './short-hash';
import {
  type AnyRows,
  countVenues,
  daysOf,
  stretchOf,
  type TableRows,
  type TableSummary,
} from './table-summary';

/** Why a new table is held back. */
export interface Shrinkage {
  /** One sentence, the remedy first, without a full stop: for `ReportError`. */
  readonly reason: string;
  /** What is missing, where only days are meant that the table before was not fetched for: they are kept from earlier. */
  readonly older?: string;
}

/** Rows of a sheet that are about to be replaced, and those in their place, with the columns that it shows. */
export interface ReplacedRows {
  readonly fields: readonly string[];
  readonly before: AnyRows;
  readonly after: AnyRows;
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
 * Of days that are kept from earlier, and read again, months are compared by the rows in the sheet.
 *
 * @param replaced Where the table keeps history.
 * @returns `undefined` when nothing speaks against writing it.
 */
export function checkShrink(
  before: TableSummary,
  now: TableRows,
  replaced?: ReplacedRows,
): Shrinkage | undefined {
  if (before.asked !== now.asked) return undefined;
  const newer = missingFrom(before, now);
  const older = replaced && missingOlder(before, now, replaced);
  const what = [newer, older].filter(Boolean).join(', and ');
  if (what === '') return undefined;
  const reason = `Press Refresh and confirm if this is right: ${what}, so the old table stays`;
  return newer === undefined ? { reason, older: what } : { reason };
}

/** What a table lacks of the one before it, of the days that both are for. */
function missingFrom(before: TableSummary, now: TableRows): string | undefined {
  const shared = sharedDays(before, now.range);
  if (shared === undefined) return undefined;
  const missing = missingVenues(before, now, shared);
  const venues = describeVenues(missing, before.hashed ? 0 : MOST_VENUES_TOLD);
  const rows = sharedRows(before, now, shared);
  if (rows.before >= FEWEST_ROWS && rows.now * 2 < rows.before) {
    const came = `only ${shownNumber(rows.now)} of ${shownNumber(rows.before)} rows came`;
    const fewer = shared.isAll ? came : `${came} for ${describeRange(rows.days)}`;
    return missing.length === 0 ? fewer : `${fewer}, none for ${venues}`;
  }
  return missing.length === 0 ? undefined : `no rows came for ${venues}`;
}

/** What is missing of older days: months without half of their rows, and venues without any row. */
function missingOlder(
  before: TableSummary,
  { range }: TableRows,
  { fields, before: old, after }: ReplacedRows,
): string | undefined {
  const known = { from: before.from, to: lastDay(before) };
  const isOlder = (day: number | null) => isOn(day, range) && !isOn(day, known);
  const months = (rows: AnyRows) => countMonths(daysOf(fields, rows).filter(isOlder));
  const [had, has] = [months(old), months(after)];
  const lost = Array.from(had).filter(
    ([month, rows]) => rows >= FEWEST_ROWS && 2 * (has.get(month) ?? 0) < rows,
  );
  const sum = (counts: readonly number[]) => shownNumber(counts.reduce((total, rows) => total + rows, 0));
  const came = sum(lost.map(([month]) => has.get(month) ?? 0));
  const first = Math.max(range.from, Math.min(...lost.map(([month]) => month)));
  const fewer = `only ${came} of ${sum(lost.map(([, rows]) => rows))} rows came for ${shownCount(lost.length, 'month')} from ${formatIsoDate(first)} on`;
  const days = daysOf(fields, old);
  const present = new Set(countVenues({ range, fields, rows: after }).map(({ name }) => foldName(name)));
  const told = new Set(before.hashed ? before.venues : before.venues?.map(foldName));
  const missing = countVenues({ range, fields, rows: old.filter((_, at) => isOlder(days[at] ?? null)) })
    .filter(({ name }) => !present.has(foldName(name)))
    .filter(({ name }) => !told.has(before.hashed ? shortHash(foldName(name)) : foldName(name)));
  const none = `no rows came for ${describeVenues(missing, MOST_VENUES_TOLD)}`;
  return [lost.length > 0 && fewer, missing.length > 0 && none].filter(Boolean).join(', ') || undefined;
}

/** How many days fall into each month, by its first day. */
function countMonths(days: readonly (number | null)[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const day of days) {
    const month = startOfMonth(Math.floor(day ?? 0));
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return counts;
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
  const former = { from: before.from, to: lastDay(before) };
  const shared = overlap(former, range);
  return shared && { ...shared, isAll: isSameRange(former, range) };
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
    now: daysOf(now.fields, now.rows).filter((day) => isOn(day, days)).length,
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
    .filter(({ ago }) => shared.isAll || (ago !== null && isOn(last - ago, shared)))
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
