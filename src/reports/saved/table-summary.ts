import * as v from 'valibot';
import {
  type CalendarDate,
  type DateRange,
  dayCount,
  isOn,
  isSameRange,
  MILLIS_PER_DAY,
} from '../../calendar/calendar-date';
import { SHIFT_FULFILMENT_FIELDS, type ShiftValue } from '../../employer-api/shift-records';
import { shortHash, utf8Length } from '../../employer-api/text';
import { foldName } from '../../figures/names';
import { isFilled } from '../tables/sheet-table';

/** The days that had rows, up to the last one. Days that no table was for count as empty. */
const FILLED_DAYS = v.object({
  /** The last day with rows among those that were over. */
  last: v.number(),
  /** Whether each of up to 28 days had rows, from `last` backwards: `1` or `0`. */
  days: v.string(),
});

/** Which days had rows, as `FILLED_DAYS` describes it. */
type FilledDays = v.InferOutput<typeof FILLED_DAYS>;

/** Four weeks show what is usual on a weekday. */
const KNOWN_DAYS = 28;
/** One or two empty days may be public holidays. */
const FEWEST_EMPTY = 3;

/**
 * The days of a table that had rows.
 *
 * @param days The day of each row.
 * @param today Only days before it are over.
 * @returns Null if no day that is over had any.
 */
export function filledDays(
  days: readonly (CalendarDate | null)[],
  range: DateRange,
  today: CalendarDate,
): FilledDays | null {
  const filled = new Set(days.filter((day) => day !== null && day < today && isOn(day, range)));
  if (filled.size === 0) return null;
  const last = Array.from(filled).reduce<number>(
    (latest, day) => Math.max(latest, day ?? latest),
    range.from,
  );
  return { last, days: bits({ from: range.from, to: last }, (day) => filled.has(day)) };
}

/**
 * Merges two records; on the days of the newer table, the newer one wins. Days that no table was for count as empty.
 */
export function filledAfter(before: FilledDays | null, next: FilledDays | null): FilledDays | null {
  if (before === null || next === null) return next ?? before;
  const last = Math.max(before.last, next.last);
  const from = Math.min(firstOf(before), firstOf(next));
  return {
    last,
    days: bits({ from, to: last }, (day) =>
      isOn(day, { from: firstOf(next), to: next.last }) ? hadRows(next, day) : hadRows(before, day),
    ),
  };
}

/**
 * The days at the end of a range that are over and empty, from the first to the last one that regularly had rows: whose
 * weekday had rows in each of up to four weeks before.
 *
 * @param known The days with rows after the table of that range.
 * @returns `undefined` if fewer than three such days regularly had rows.
 */
export function emptyDays(
  known: FilledDays | null,
  range: DateRange,
  today: CalendarDate,
): DateRange | undefined {
  if (known === null) return undefined;
  const [from, to] = [Math.max(range.from, known.last + 1), Math.min(range.to, today - 1)];
  const missing: CalendarDate[] = [];
  for (let day = from; day <= to; day += 1) if (isRegular(known, day)) missing.push(day);
  const [first, last] = [missing[0], missing[missing.length - 1]];
  if (first === undefined || last === undefined || missing.length < FEWEST_EMPTY) return undefined;
  return { from: first, to: last };
}

/** The share of the known days up to `to` that had rows. */
function shareFilled(known: FilledDays, to: CalendarDate): number {
  const filled = known.days.split('1').length - 1;
  return filled / (Math.max(known.last, to) - firstOf(known) + 1);
}

/** @param day After the last day with rows. */
function isRegular(known: FilledDays, day: CalendarDate): boolean {
  const newest = day - 7 * Math.ceil((day - known.last) / 7);
  for (let before = newest; before >= firstOf(known); before -= 7) {
    if (!hadRows(known, before)) return false;
  }
  return newest >= firstOf(known);
}

function firstOf({ last, days }: FilledDays): CalendarDate {
  return last - days.length + 1;
}

function hadRows({ last, days }: FilledDays, day: CalendarDate): boolean {
  return days[last - day] === '1';
}

function bits({ from, to }: DateRange, hasRows: (day: CalendarDate) => boolean): string {
  const length = Math.min(KNOWN_DAYS, to - from + 1);
  return Array.from({ length }, (_, ago) => (hasRows(to - ago) ? '1' : '0')).join('');
}

/** The most rows of any table, in total and by day. */
const MOST_ROWS = v.object({
  rows: v.number(),
  /** For each stretch of `stretchOf(days)` days, from the stretch of the first day on. */
  byDay: v.array(v.number()),
});

/**
 * The number of values of a column and their median day, then the same of values other than 0. A median day is the
 * number of days before the last day of the table at which the later half of the values begins; null if rows have no
 * day.
 */
const COLUMN = v.tuple([v.number(), v.nullable(v.number()), v.number(), v.nullable(v.number())]);

/**
 * A summary of a table and of those of the last 24 hours, to check whether the next one lacks something. Kept with the
 * report, at most 2.8 kB.
 */
export const TABLE_SUMMARY = v.object({
  /** The question and the employer. Tables with different ones are never compared. */
  asked: v.string(),
  /** The first day of the table, and the number of days. */
  from: v.number(),
  days: v.number(),
  /** `rows` and `byDay` are of the tables since then. Milliseconds since 1970. */
  since: v.number(),
  ...MOST_ROWS.entries,
  /** The same of the tables before `since`; null if they never had more rows. */
  former: v.nullable(MOST_ROWS),
  /** The most values of any table since `since`, in the documented order of the fields; empty if they do not fit. */
  columns: v.array(COLUMN),
  /** The venues that had rows: names, or short hashes if names are too long; null if there are too many. */
  venues: v.nullable(v.array(v.string())),
  /** The number of rows of each of `venues`; empty if they do not fit. */
  counts: v.array(v.number()),
  /** How many days before the last day of the table each of `venues` last had a row; null if no row had a day. */
  lasts: v.array(v.nullable(v.number())),
  /** Whether `venues` are hashes. */
  hashed: v.boolean(),
  /** The days with rows of this table and earlier ones; null if there are none. */
  filled: v.nullable(FILLED_DAYS),
  /** The reason that a person did not confirm, as `refusalOf` it; empty if there was none. */
  refused: v.string(),
});

/** A summary of a table, as `TABLE_SUMMARY` describes it. */
export type TableSummary = v.InferOutput<typeof TABLE_SUMMARY>;

/** The summary of one column. */
export type ColumnSummary = v.InferOutput<typeof COLUMN>;

/** The rows of a table before grouping and choice of columns. */
export interface TableRows {
  /** The same text for the same filters and employer, regardless of days, columns and sheet. */
  readonly asked: string;
  readonly range: DateRange;
  /** The day on which they were fetched, and the time in milliseconds since 1970. */
  readonly today: number;
  readonly at: number;
  /** The service's names of the columns. */
  readonly fields: readonly string[];
  readonly rows: readonly (readonly ShiftValue[])[];
}

/** Rows from the service, or from a sheet. */
export type AnyRows = readonly (readonly unknown[])[];

/** A venue that had rows. */
interface VenueRows {
  readonly name: string;
  rows: number;
  /** Its last day within the range; null if no row has one. */
  last: number | null;
}

/** In bytes: all reports of a spreadsheet share 500 kB of properties, and one property holds 9 kB. */
const MOST_BYTES = 2600;
/** The most counts of rows: one for each day, or for each stretch of days in longer tables. */
const MOST_STRETCHES = 100;

/**
 * Fields of which many values may rightly turn 0: positions get filled, and a week may have no no-show. Only days that
 * are over count.
 */
export const GOOD_AT_ZERO: readonly string[] = [
  'SHIFTS_UNFILLED',
  'SHIFTS_UNFILLED_PERCENTAGE',
  'NO_SHOWS',
  'NO_SHOWS_PERCENTAGE',
];

/** Fields whose 0 is meaningful: all numbers except the ID. */
export const METRICS: readonly string[] = SHIFT_FULFILMENT_FIELDS.filter(
  ({ kind, name }) => kind !== 'date' && kind !== 'text' && name !== 'SHIFT_ID',
).map(({ name }) => name);

/** Summarizes a table for `checkShrink`. */
export function summarizeTable(table: TableRows): TableSummary {
  const { asked, range, today, at, fields, rows } = table;
  const days = dayCount(range);
  const rowDays = daysOf(fields, rows);
  const byDay = countByStretch(rowDays, range, stretchOf(days));
  const filled = filledDays(rowDays, range, today);
  const begun = { asked, from: range.from, days, since: at, rows: rows.length, byDay, former: null, filled };
  const found = countVenues({ range, fields, rows });
  const names = found.map(({ name }) => name);
  const counts = found.map((venue) => venue.rows);
  const lasts = found.map(({ last }) => (last === null ? null : range.to - last));
  const hashes = names.map((name) => shortHash(foldName(name)));
  const venues = [
    { venues: names, counts, lasts, hashed: false },
    { venues: names, counts: [], lasts, hashed: false },
    { venues: hashes, counts, lasts, hashed: true },
    { venues: hashes, counts: [], lasts, hashed: true },
    { venues: null, counts: [], lasts: [], hashed: false },
  ];
  return fitting({ ...begun, columns: sumUpColumns(table), refused: '' }, venues);
}

/**
 * Merges the summary of a new table into the one before, so that a table that shrinks little by little is compared with
 * the largest of the last 24 hours.
 *
 * @param newest The result of `summarizeTable`.
 */
export function afterTable(before: TableSummary | null, newest: TableSummary): TableSummary {
  if (before === null || before.asked !== newest.asked) return newest;
  const next = { ...newest, filled: filledAfter(before.filled, newest.filled) };
  const [former, known] = [movedOn(before.former, before, next), movedOn(before, before, next)];
  const { venues, counts, lasts, hashed } = next;
  const own = [
    { venues, counts, lasts, hashed },
    { venues, counts: [], lasts, hashed },
  ];
  if (next.since - before.since >= MILLIS_PER_DAY || next.since < before.since) {
    return fitting({ ...next, former: atMost(known, next) ? null : known }, own);
  }
  const most = mostOf(known, next) ?? next;
  const columns = isSameRange(rangeOf(before), rangeOf(next))
    ? next.columns.map((column, at) => mostValues(before.columns[at], column))
    : next.columns;
  const merged = { ...next, ...most, since: before.since, columns };
  return fitting({ ...merged, former: atMost(former, most) ? null : former }, own);
}

/** The days of a table. */
export function rangeOf({ from, days }: Pick<TableSummary, 'from' | 'days'>): DateRange {
  return { from, to: from + days - 1 };
}

type Venues = Pick<TableSummary, 'venues' | 'counts' | 'lasts' | 'hashed'>;

/**
 * The summary with the first of these lists of venues that fits. If none does, the days of earlier tables are dropped,
 * then columns, then venues: the number of rows of the last 24 hours always stays.
 */
function fitting(summary: Omit<TableSummary, keyof Venues>, venues: readonly Venues[]): TableSummary {
  const fits = ({ byDay, former, columns, ...rest }: TableSummary) =>
    utf8Length(JSON.stringify([byDay, former, columns, rest.venues, rest.counts, rest.lasts])) <= MOST_BYTES;
  const whole = venues.map((one): TableSummary => ({ ...summary, ...one }));
  const short = { ...(whole[whole.length - 1] as TableSummary) };
  const former = short.former && { rows: short.former.rows, byDay: [] };
  const least = { ...short, former, columns: [], venues: null, counts: [], lasts: [], hashed: false };
  return [...whole, { ...short, former }, { ...short, former, columns: [] }].find(fits) ?? least;
}

/** The most rows of any table, in total and by day. */
export type MostRows = v.InferOutput<typeof MOST_ROWS>;

/** Rows by day, moved to the days of another table. */
function movedOn(
  most: MostRows | null,
  before: Pick<TableSummary, 'from' | 'days'>,
  next: Pick<TableSummary, 'from' | 'days' | 'byDay'>,
): MostRows | null {
  if (most === null) return null;
  if (isSameRange(rangeOf(before), rangeOf(next))) return { rows: most.rows, byDay: most.byDay };
  const stretch = stretchOf(next.days);
  if (stretch !== stretchOf(before.days)) return null;
  const later = Math.floor(next.from / stretch) - Math.floor(before.from / stretch);
  const byDay = next.byDay.map((_, at) => most.byDay[at + later] ?? 0);
  return { rows: 0, byDay };
}

/** The maximum of both, in total and by day. */
export function mostOf(one: MostRows | null, other: MostRows | null): MostRows | null {
  if (one === null || other === null) return one ?? other;
  const byDay = other.byDay.map((rows, at) => Math.max(rows, one.byDay[at] ?? 0));
  return { rows: Math.max(one.rows, other.rows), byDay };
}

/** True if one has no more rows than the other, in total and on each day. */
function atMost(one: MostRows | null, other: MostRows): boolean {
  return (
    one === null || (one.rows <= other.rows && one.byDay.every((rows, at) => rows <= (other.byDay[at] ?? 0)))
  );
}

function mostValues(before: ColumnSummary | undefined, next: ColumnSummary): ColumnSummary {
  if (before === undefined) return next;
  const [filled, filledAgo] = before[0] > next[0] ? before : next;
  const [, , others, othersAgo] = before[2] > next[2] ? before : next;
  return [filled, filledAgo, others, othersAgo];
}

/** Uses plain loops over counts by day: a table may have 100,000 rows. */
function sumUpColumns({ range, today, fields, rows }: TableRows): ColumnSummary[] {
  const days = daysOf(fields, rows);
  return SHIFT_FULFILMENT_FIELDS.map(({ name }): ColumnSummary => {
    const column = fields.indexOf(name);
    const [filled, others] = [new DayCounts(range), new DayCounts(range)];
    const onlyOver = GOOD_AT_ZERO.includes(name);
    for (let at = 0; column >= 0 && at < rows.length; at += 1) {
      const value = rows[at]?.[column];
      if (!isFilled(value)) continue;
      const day = days[at] ?? null;
      filled.add(day);
      if (value !== 0 && (!onlyOver || (day !== null && day < today))) others.add(day);
    }
    return [filled.all, filled.halfAgo(), others.all, others.halfAgo()];
  });
}

/** Counts by day of a range. */
class DayCounts {
  /** The total, including other days and rows without a day. */
  all = 0;
  private readonly byDay: number[];

  constructor(private readonly range: DateRange) {
    this.byDay = new Array<number>(dayCount(range)).fill(0);
  }

  add(day: number | null): void {
    this.all += 1;
    if (isOn(day, this.range))
      this.byDay[day - this.range.from] = (this.byDay[day - this.range.from] ?? 0) + 1;
  }

  /** How many days before the last one the later half begins; null if empty, or if too few have a day. */
  halfAgo(): number | null {
    let later = 0;
    for (let at = this.byDay.length - 1; at >= 0; at -= 1) {
      later += this.byDay[at] ?? 0;
      if (later > 0 && later * 2 >= this.all) return this.byDay.length - 1 - at;
    }
    return null;
  }
}

/** The number of days per count of rows: 1 in tables of up to 100 days. */
export function stretchOf(days: number): number {
  return Math.ceil(days / MOST_STRETCHES);
}

/** The day of each row; null if it has none. */
export function daysOf(fields: readonly string[], rows: AnyRows): (number | null)[] {
  const column = fields.indexOf('SHIFT_DATE');
  return rows.map((row) => {
    const day = row[column];
    return typeof day === 'number' ? day : null;
  });
}

/** The venues of rows, each once, in order of appearance. Spellings that differ in case and spaces are one venue. */
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

/** Stretches begin at days divisible by their length, so that they stay the same when the period moves. */
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

/** Shorter periods may have no rows each week. */
const FEWEST_DAYS = 7;
/** A period that would have no rows this rarely does not lack them by chance. */
const LEAST_CHANCE = 0.001;

/**
 * How many rows a period has if it is like those before it. No day counts for more than the median of the days with
 * rows, so that a few large days promise nothing.
 *
 * @param before The table of an earlier period, and which of the days before had rows.
 * @param most The most rows of any table of that earlier period.
 * @param range The days that are over.
 * @returns 0 if nothing is usual: one of the periods has fewer than 7 days, this one is not after the other, or so few
 *   days had rows that a period may have none by chance.
 */
export function usualRows(before: TableSummary, { byDay }: MostRows, range: DateRange): number {
  const [former, { filled }] = [rangeOf(before), before];
  const [days, known] = [dayCount(range), dayCount(former)];
  if (filled === null || range.from <= former.to || days < FEWEST_DAYS || known < FEWEST_DAYS) return 0;
  if ((1 - shareFilled(filled, former.to)) ** days > LEAST_CHANCE) return 0;
  const sorted = byDay.filter((rows) => rows > 0).sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const typical = byDay.reduce((sum, rows) => sum + Math.min(rows, median), 0);
  return (typical * days) / known;
}
