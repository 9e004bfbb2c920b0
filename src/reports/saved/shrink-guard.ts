import * as v from 'valibot';
import {
  type CalendarDate,
  type DateRange,
  dayCount,
  describeRange,
  formatIsoDate,
  isOn,
  isSameRange,
  MILLIS_PER_DAY,
  overlap,
  startOfMonth,
} from '../../calendar/calendar-date';
import { CONFIRM_FIRST } from '../../contract/reports';
import { SHIFT_FULFILMENT_FIELDS, type ShiftValue } from '../../employer-api/shift-records';
import { fitLine, shortHash, shownCount, shownNumber, utf8Length } from '../../employer-api/text';
import { foldName } from '../../figures/names';
import { FEWEST_LOST, KNOWN_AFTER_DAYS } from '../../limits';
import { isFilled } from '../sheet/cells';

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
function filledDays(
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
function filledAfter(before: FilledDays | null, next: FilledDays | null): FilledDays | null {
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
function emptyDays(known: FilledDays | null, range: DateRange, today: CalendarDate): DateRange | undefined {
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
type ColumnSummary = v.InferOutput<typeof COLUMN>;

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
type AnyRows = readonly (readonly unknown[])[];

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
const GOOD_AT_ZERO: readonly string[] = [
  'SHIFTS_UNFILLED',
  'SHIFTS_UNFILLED_PERCENTAGE',
  'NO_SHOWS',
  'NO_SHOWS_PERCENTAGE',
];

/** Fields whose 0 is meaningful: all numbers except the ID. */
const METRICS: readonly string[] = SHIFT_FULFILMENT_FIELDS.filter(
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
function rangeOf({ from, days }: Pick<TableSummary, 'from' | 'days'>): DateRange {
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
type MostRows = v.InferOutput<typeof MOST_ROWS>;

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
function mostOf(one: MostRows | null, other: MostRows | null): MostRows | null {
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
function stretchOf(days: number): number {
  return Math.ceil(days / MOST_STRETCHES);
}

/** The day of each row; null if it has none. */
function daysOf(fields: readonly string[], rows: AnyRows): (number | null)[] {
  const column = fields.indexOf('SHIFT_DATE');
  return rows.map((row) => {
    const day = row[column];
    return typeof day === 'number' ? day : null;
  });
}

/** The venues of rows, each once, in order of appearance. Spellings that differ in case and spaces are one venue. */
function countVenues({
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
/** A period that would have no rows, or no values, this rarely does not lack them by chance. */
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
function usualRows(before: TableSummary, { byDay }: MostRows, range: DateRange): number {
  const [former, { filled }] = [rangeOf(before), before];
  const [days, known] = [dayCount(range), dayCount(former)];
  if (filled === null || range.from <= former.to || days < FEWEST_DAYS || known < FEWEST_DAYS) return 0;
  if ((1 - shareFilled(filled, former.to)) ** days > LEAST_CHANCE) return 0;
  const sorted = byDay.filter((rows) => rows > 0).sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const typical = byDay.reduce((sum, rows) => sum + Math.min(rows, median), 0);
  return (typical * days) / known;
}

/** Why a new table is held back. */
interface Shrinkage {
  /** One sentence, the remedy first, without a full stop: for `ReportError`. */
  readonly reason: string;
  /** What is missing, if it concerns only kept days that the previous table was not fetched for. */
  readonly older?: string;
}

/** Rows of a sheet about to be replaced, the new rows, and the columns of the sheet. */
interface ReplacedRows {
  readonly fields: readonly string[];
  readonly before: AnyRows;
  readonly after: AnyRows;
}

/** The fewest rows of other days that show what is usual. */
const FEWEST_ROWS = 10;
/** So many rows without the values that most rows had are worth a sentence. */
const FEWEST_TOLD = 3;
/**
 * Fewer than one in this many is a loss: of the rows with a value, in a column usually filled in half of them, and of the
 * usual rows of a later period.
 */
const RARE = 10;
/** This many values of `GOOD_AT_ZERO` do not all turn 0 by chance. */
const FEWEST_GOOD_AT_ZERO = 10;
/** A percentage has the name of its count, with this ending. */
const PERCENTAGE = '_PERCENTAGE';
/** The most venues, columns and characters of a name in a message, which is also kept with the report. */
const MOST_NAMED_VENUES = 3;
const MOST_NAMED_COLUMNS = 3;
const LONGEST_SHOWN_NAME = 40;

/** Fields that are known only after a shift: for days that may still change they may be blank, or 0. */
const KNOWN_AFTERWARDS: readonly string[] = [
  'SHIFTS_WORKED',
  'SHIFTS_WORKED_PERCENTAGE',
  'NO_SHOWS',
  'NO_SHOWS_PERCENTAGE',
  'HOURS_WORKED',
  'TRUE_FULFILMENT_PERCENTAGE',
];
/** Fields that may be 0 in every row of future days, even if they were not on earlier days. */
const ZERO_AT_FIRST: readonly string[] = [
  ...KNOWN_AFTERWARDS,
  'SHIFTS_BOOKED',
  'SHIFTS_BOOKED_PERCENTAGE',
  'HOURS_SCHEDULED',
];

/**
 * Compares a new table with those of the last 24 hours for the same question. It needs confirmation if it lacks more
 * than half of the rows of the largest of them, a venue, or values of a column: all of them, more than half, or all but
 * zeros.
 *
 * A loss of fewer than four rows or values needs none. If the period has moved or grown, only the days that both tables
 * have count: a venue whose last day has left the period is not missing. Without a common day, only columns filled in
 * at least half of their rows are compared, against so many new rows that none has a value by chance only rarely (ten if
 * half had one, four if all had); and a later period needs confirmation if it has fewer than one in ten of the usual rows. A table without rows needs
 * confirmation whatever its days, if at least three of its days that are not in the previous table regularly had rows.
 *
 * For kept days that were fetched again, months and columns are compared with the rows in the sheet.
 *
 * @param replaced Given if the table keeps history.
 * @returns `undefined` if the table may be written.
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
  const reason = `${CONFIRM_FIRST}${what}, so the old table stays`;
  return newer === undefined ? { reason, older: what } : { reason };
}

/** What a table lacks: rows and venues of the common days, and values of columns. */
function missingFrom(before: TableSummary, now: TableRows): string | undefined {
  const shared = sharedDays(before, now.range);
  const values = missingValues(before, now, shared);
  const none =
    now.rows.length === 0 && findEmptyDays(before, now, rangeOf(before).to + 1)
      ? describeEmptyDays(now.range)
      : '';
  if (shared === undefined) {
    return (
      [none || describeFew(before, now), describeValues(values)].filter(Boolean).join(', and ') || undefined
    );
  }
  const missing = missingVenues(before, now, shared);
  const venues = describeVenues(missing, before.hashed ? 0 : MOST_NAMED_VENUES);
  const rows = sharedRows(before, now, shared);
  if (isLost(rows.before, rows.now)) {
    const came = `only ${shownNumber(rows.now)} of ${shownNumber(rows.before)} rows came`;
    const fewer = shared.isAll ? came : `${came} for ${describeRange(rows.days)}`;
    const lost = missing.length === 0 ? fewer : `${fewer}, none for ${venues}`;
    // If half of the rows are missing, so are their values.
    return [lost, describeValues({ ...values, fewer: [] })].filter(Boolean).join(', and ');
  }
  const lost = missing.length === 0 ? '' : `no rows came for ${venues}`;
  return [lost, describeValues(values)].filter(Boolean).join(', and ') || none || undefined;
}

/** Rows that a later period without common days lacks: more than 9 in 10 of what is usual. */
function describeFew(before: TableSummary, { at, today, range, fields, rows }: TableRows): string {
  const finished = { from: range.from, to: Math.min(range.to, today - 1) };
  const usual = usualRows(before, mostRows(before, at), finished);
  const came = daysOf(fields, rows).filter((day) => day === null || day < today).length;
  if (came * RARE >= usual) return '';
  return `only ${shownCount(came, 'row')} came for ${describeRange(finished)}, about ${shownNumber(Math.round(usual))} are usual`;
}

/** The last days of a table, not before `from`, if they are empty although they regularly had rows. */
function findEmptyDays(
  before: TableSummary | null,
  { fields, rows, range, today }: TableRows,
  from = range.from,
): DateRange | undefined {
  const days = daysOf(fields, rows);
  if (rows.length > 0 && days.every((day) => day === null)) return undefined;
  const known = filledAfter(before?.filled ?? null, filledDays(days, range, today));
  return emptyDays(known, { from: Math.max(range.from, from), to: range.to }, today);
}

function describeEmptyDays(days: DateRange): string {
  return `no rows came for ${describeRange(days)}, unlike in earlier weeks`;
}

/** True if more than half were lost, and at least `FEWEST_LOST`. */
function isLost(before: number, now: number): boolean {
  return now * 2 < before && before - now >= FEWEST_LOST;
}

/** A column, and how many values it had and has. */
interface LostColumn {
  readonly name: string;
  readonly before: number;
  readonly now: number;
}

/** Columns that now have no values, only zeros, or fewer than half of their values. */
interface LostValues {
  readonly emptied: readonly LostColumn[];
  readonly zeroed: readonly LostColumn[];
  readonly fewer: readonly LostColumn[];
}

const NOTHING_LOST: LostValues = { emptied: [], zeroed: [], fewer: [] };

function missingValues(before: TableSummary, now: TableRows, shared: SharedDays | undefined): LostValues {
  const ofShared = shared === undefined ? NOTHING_LOST : missingOfShared(before, now, shared);
  const isTold = Object.values(ofShared).some((columns) => columns.length > 0);
  return isTold || shared?.isAll ? ofShared : missingOfUsual(before, now);
}

/** Values that columns lack on the common days. */
function missingOfShared(before: TableSummary, now: TableRows, shared: SharedDays): LostValues {
  const rows = shared.isAll ? now.rows : rowsOn(now, shared);
  if (rows.length === 0) return NOTHING_LOST;
  const last = rangeOf(before).to;
  const kept = sumOf(countsOn(before, before, shared).byDay);
  const gone = Math.max(before.rows, sumOf(before.byDay)) - kept;
  // If the period has moved, the number of remaining values is unknown. Each row that left took one with it at most, and
  // at least half remain if their middle day does.
  const left = (count: number, ago: number | null) => {
    if (shared.isAll) return count;
    const isMiddleKept = ago !== null && isOn(last - ago, shared) && shared.to === last;
    return Math.max(count - gone, isMiddleKept ? Math.ceil(count / 2) : 0);
  };
  const columns = before.columns.map((column, at) => lostColumn(column, at, { ...now, rows }, left));
  const blank = columns.filter(({ filled }) => filled.before > 0 && filled.now === 0);
  const metrics = columns.filter(({ filled }) => METRICS.includes(filled.name));
  const isBare = metrics.every(({ filled }) => filled.now === 0);
  const all = metrics.reduce((sum, { filled }) => sum + filled.before, 0);
  const emptied = blank.filter(({ filled }) => isLost(filled.before, 0) || (isBare && isLost(all, 0)));
  return {
    emptied: emptied.map(({ filled }) => filled),
    zeroed: columns
      .filter(
        ({ filled, others }) => filled.now > 0 && others.now === 0 && others.before >= fewestOthers(others),
      )
      .map(({ others }) => others),
    fewer: columns
      .filter(({ filled }) => filled.now > 0 && isLost(filled.before, filled.now))
      .map(({ filled }) => filled),
  };
}

function fewestOthers({ name }: LostColumn): number {
  if (!METRICS.includes(name)) return Number.POSITIVE_INFINITY;
  return GOOD_AT_ZERO.includes(name) ? FEWEST_GOOD_AT_ZERO : FEWEST_LOST;
}

/** True if a column may well be 0 in every row. A percentage may not where its count is another number, nor the other way round. */
function isGoodAtZero(name: string, { fields, rows }: TableRows): boolean {
  if (!GOOD_AT_ZERO.includes(name)) return false;
  const partner = name.endsWith(PERCENTAGE) ? name.slice(0, -PERCENTAGE.length) : name + PERCENTAGE;
  const column = fields.indexOf(partner);
  return column < 0 || !rows.some((row) => isFilled(row[column]) && row[column] !== 0);
}

/** Values that columns lack although most rows used to have them, whatever the days. */
function missingOfUsual(before: TableSummary, now: TableRows): LostValues {
  if (before.rows < FEWEST_ROWS) return NOTHING_LOST;
  const final = rowsOn(now, { from: Number.NEGATIVE_INFINITY, to: now.today - KNOWN_AFTER_DAYS });
  const columns = before.columns.map((column, at) => {
    const name = fieldAt(at);
    const ofFinal = lostColumn(column, at, { ...now, rows: final }, (count) => count);
    const ofAll = lostColumn(column, at, now, (count) => count);
    const filled = KNOWN_AFTERWARDS.includes(name)
      ? { ...ofFinal, rows: final }
      : { ...ofAll, rows: now.rows };
    const others = ZERO_AT_FIRST.includes(name) ? { ...ofFinal, rows: final } : { ...ofAll, rows: now.rows };
    return { name, filled, others };
  });
  // The more rows had a value, the fewer show that it is missing: ten where half had it, four where all had.
  const isUsual = (had: number, { length }: TableRows['rows']) =>
    length >= FEWEST_LOST && had * 2 >= before.rows && (1 - had / before.rows) ** length <= LEAST_CHANCE;
  return {
    emptied: columns
      .filter(({ filled: { filled, rows } }) => filled.now === 0 && isUsual(filled.before, rows))
      .map(({ filled }) => filled.filled),
    zeroed: columns
      .filter(({ name }) => METRICS.includes(name) && !isGoodAtZero(name, now))
      .filter(
        ({ others: { filled, others, rows } }) =>
          filled.now > 0 && others.now === 0 && isUsual(others.before, rows),
      )
      .map(({ others }) => others.others),
    fewer: columns
      .filter(({ filled: { filled, rows } }) => {
        return filled.now > 0 && filled.now * RARE < rows.length && isUsual(filled.before, rows);
      })
      .map(({ filled }) => filled.filled),
  };
}

/**
 * Describes gaps in a table that need no confirmation: columns without a value in at least four rows or with only zeros
 * if at least ten are of days that are over (three, if most rows of earlier tables had other values), and last days that
 * are empty although they regularly had rows. For fields known only after a shift, only days that are over count.
 *
 * @param before The summary of earlier tables.
 * @returns A sentence; empty if there is nothing to say.
 */
export function describeBlank(now: TableRows, before: TableSummary | null): string {
  const known = before?.asked === now.asked ? before : null;
  const hadMost = (count = 0) => known !== null && count * 2 > known.rows;
  const over = rowsOn(now, { from: Number.NEGATIVE_INFINITY, to: now.today - 1 });
  const none: ColumnSummary = [0, null, 0, null];
  const columns = SHIFT_FULFILMENT_FIELDS.map(({ name }, at) => {
    const rows = KNOWN_AFTERWARDS.includes(name) ? over : now.rows;
    const { filled, others } = lostColumn(none, at, { ...now, rows }, (count) => count);
    const [hadValues, , hadOthers] = known?.columns[at] ?? none;
    const mayBeZero =
      !METRICS.includes(name) ||
      isGoodAtZero(name, now) ||
      over.length < (hadMost(hadOthers) ? FEWEST_TOLD : FEWEST_ROWS);
    return {
      name,
      isBlank: rows.length >= (hadMost(hadValues) ? FEWEST_TOLD : FEWEST_LOST) && filled.now === 0,
      isZero: !mayBeZero && filled.now > 0 && others.now === 0,
    };
  });
  const sentenceOf = (what: string, names: readonly string[]) => {
    const more = names.length - MOST_NAMED_COLUMNS;
    const rest = more > 0 ? ` and ${shownCount(more, 'more column')}` : '';
    return names.length === 0 ? [] : [`${what} ${names.slice(0, MOST_NAMED_COLUMNS).join(', ')}${rest}`];
  };
  const empty = findEmptyDays(known, now);
  const said = [
    ...(empty === undefined ? [] : [describeEmptyDays(empty)]),
    ...sentenceOf(
      'no row has a value for',
      columns.filter(({ isBlank }) => isBlank).map(({ name }) => name),
    ),
    ...sentenceOf(
      'every row has 0 for',
      columns.filter(({ isZero }) => isZero).map(({ name }) => name),
    ),
  ];
  return said.length === 0 ? '' : `Check with the service: ${said.join(', ')}.`;
}

/** Fewer shifts than before on the days of both tables; `days` is null where these are all days of both. */
export interface FewerShifts {
  readonly days: DateRange | null;
  readonly now: number;
  readonly before: number;
}

/** Counts the shifts that a table lacks on the common days, against the largest table of the last 24 hours. */
export function countFewer(now: TableRows, before: TableSummary | null): FewerShifts | undefined {
  const shared = before?.asked === now.asked ? sharedDays(before, now.range) : undefined;
  if (before === null || shared === undefined) return undefined;
  const rows = sharedRows(before, now, shared);
  // Rows that moved to another day count twice in the sum of the days.
  const had = shared.isAll ? mostRows(before, now.at).rows : rows.before;
  if (rows.now >= had) return undefined;
  return { days: shared.isAll ? null : rows.days, now: rows.now, before: had };
}

/** Says by how much a table is smaller, by the count that shows the greatest loss; empty if none shows one. */
export function describeFewer(...counts: readonly (FewerShifts | undefined)[]): string {
  const [most] = counts
    .filter((count) => count !== undefined)
    .sort((one, other) => other.before - other.now - (one.before - one.now));
  if (most === undefined) return '';
  const days = most.days === null ? '' : ` for ${describeRange(most.days)}`;
  return `${shownCount(most.now, 'shift')} came${days}, ${shownNumber(most.before)} before.`;
}

/** The values of a column before and now, and those other than 0. */
function lostColumn(
  [filled, filledAgo, others, othersAgo]: ColumnSummary,
  at: number,
  { fields, rows }: Pick<TableRows, 'fields' | 'rows'>,
  left: (count: number, ago: number | null) => number,
): { readonly filled: LostColumn; readonly others: LostColumn } {
  const name = fieldAt(at);
  const column = fields.indexOf(name);
  let [values, notZero] = [0, 0];
  for (let row = 0; column >= 0 && row < rows.length; row += 1) {
    const value = rows[row]?.[column];
    if (!isFilled(value)) continue;
    values += 1;
    if (value !== 0) notZero += 1;
  }
  return {
    filled: { name, before: left(filled, filledAgo), now: values },
    others: { name, before: left(others, othersAgo), now: notZero },
  };
}

function fieldAt(at: number): string {
  return SHIFT_FULFILMENT_FIELDS[at]?.name ?? '';
}

function rowsOn({ fields, rows }: TableRows, range: DateRange): TableRows['rows'] {
  const days = daysOf(fields, rows);
  return rows.filter((_, at) => isOn(days[at], range));
}

function describeValues({ emptied, zeroed, fewer }: LostValues): string {
  return [
    describeColumns(
      'no values came for',
      emptied,
      ({ before }) => ` (${shownCount(before, 'value')} before)`,
    ),
    describeColumns(
      'only zeros came for',
      zeroed,
      ({ before }) => ` (${shownCount(before, 'other value')} before)`,
    ),
    describeColumns(
      'fewer than half of the values came for',
      fewer,
      ({ before, now }) => ` (${shownNumber(now)} of ${shownNumber(before)})`,
    ),
  ]
    .filter(Boolean)
    .join(', ');
}

/** `no values came for SHIFTS_WORKED (12 values before), NO_SHOWS (12 values before) and 2 more columns`. */
function describeColumns(
  what: string,
  columns: readonly LostColumn[],
  counts: (column: LostColumn) => string,
): string {
  if (columns.length === 0) return '';
  const named = columns.slice(0, MOST_NAMED_COLUMNS).map((column) => `${column.name}${counts(column)}`);
  const unnamed = columns.length - named.length;
  return `${what} ${named.join(', ')}${unnamed === 0 ? '' : ` and ${shownCount(unnamed, 'more column')}`}`;
}

/** What older days lack: half of the rows of a month, venues, or values of columns. */
function missingOlder(
  before: TableSummary,
  { range }: TableRows,
  { fields, before: old, after }: ReplacedRows,
): string | undefined {
  const known = rangeOf(before);
  const isOlder = (day: number | null) => isOn(day, range) && !isOn(day, known);
  const months = (rows: AnyRows) => countMonths(daysOf(fields, rows).filter(isOlder));
  const [had, has] = [months(old), months(after)];
  const lost = Array.from(had).filter(([month, rows]) => isLost(rows, has.get(month) ?? 0));
  const sum = (counts: readonly number[]) => shownNumber(sumOf(counts));
  const came = sum(lost.map(([month]) => has.get(month) ?? 0));
  const first = Math.max(range.from, Math.min(...lost.map(([month]) => month)));
  const fewer = `only ${came} of ${sum(lost.map(([, rows]) => rows))} rows came for ${shownCount(lost.length, 'month')} from ${formatIsoDate(first)} on`;
  const days = daysOf(fields, old);
  const present = new Set(countVenues({ range, fields, rows: after }).map(({ name }) => foldName(name)));
  const listed = new Set(before.hashed ? before.venues : before.venues?.map(foldName));
  const missing = countVenues({ range, fields, rows: old.filter((_, at) => isOlder(days[at] ?? null)) })
    .filter(({ name }) => !present.has(foldName(name)))
    .filter(({ name }) => !listed.has(before.hashed ? shortHash(foldName(name)) : foldName(name)));
  const none = `no rows came for ${describeVenues(missing, MOST_NAMED_VENUES)}`;
  const values = lost.length > 0 ? '' : describeValues(missingOlderValues(fields, old, after, isOlder));
  return (
    [lost.length > 0 && fewer, missing.length > 0 && none, values].filter(Boolean).join(', ') || undefined
  );
}

/** Columns of the sheet that lose values of older days. Zeros are checked for newer days only. */
function missingOlderValues(
  fields: readonly string[],
  old: AnyRows,
  after: AnyRows,
  isOlder: (day: number | null) => boolean,
): LostValues {
  const older = (rows: AnyRows) => {
    const days = daysOf(fields, rows);
    return rows.filter((_, at) => isOlder(days[at] ?? null));
  };
  const [had, has] = [older(old), older(after)];
  const count = (rows: AnyRows, column: number) => rows.filter((row) => isFilled(row[column])).length;
  const lost = fields
    .map((name, column): LostColumn => ({ name, before: count(had, column), now: count(has, column) }))
    .filter((column) => has.length > 0 && isLost(column.before, column.now));
  return {
    emptied: lost.filter(({ now }) => now === 0),
    zeroed: [],
    fewer: lost.filter(({ now }) => now > 0),
  };
}

/** The number of days per month, by the first day of the month. */
function countMonths(days: readonly (number | null)[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const day of days) {
    const month = startOfMonth(Math.floor(day ?? 0));
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return counts;
}

/** A hash of the `reason` for which a person kept the old table. */
export function refusalOf(reason: string): string {
  return shortHash(reason);
}

/** True if a person has already kept the old table for this `reason`. */
export function isRefused(before: TableSummary | null, reason: string): boolean {
  return before?.refused === refusalOf(reason);
}

/** The common days of two tables. */
interface SharedDays extends DateRange {
  /** Whether they are all days of both. */
  readonly isAll: boolean;
}

function sharedDays(before: TableSummary, range: DateRange): SharedDays | undefined {
  const former = rangeOf(before);
  const shared = overlap(former, range);
  return shared && { ...shared, isAll: isSameRange(former, range) };
}

/** The most rows of any table of the last 24 hours. */
function mostRows(before: TableSummary, at: number): MostRows {
  const isOfLastDay = at - before.since < MILLIS_PER_DAY;
  return mostOf(isOfLastDay ? before.former : null, before) ?? before;
}

/**
 * The rows of a table on the common days, the most rows that any table of the last 24 hours had on them, and these
 * days: all, or those whose counts are remembered.
 */
function sharedRows(before: TableSummary, now: TableRows, shared: SharedDays) {
  const most = mostRows(before, now.at);
  if (shared.isAll) {
    return { before: Math.max(most.rows, sumOf(most.byDay)), now: now.rows.length, days: shared };
  }
  const { days, byDay } = countsOn(before, most, shared);
  return { before: sumOf(byDay), now: rowsOn(now, days).length, days };
}

/** The counts of whole stretches within these days, and their days: rows are not remembered by day within a stretch. */
function countsOn(before: TableSummary, { byDay }: MostRows, { from, to }: DateRange) {
  const stretch = stretchOf(before.days);
  const first = Math.ceil(from / stretch);
  const end = Math.floor((to + 1) / stretch);
  const days = { from: first * stretch, to: end * stretch - 1 };
  const offset = Math.floor(before.from / stretch);
  return { days, byDay: byDay.slice(first - offset, Math.max(end - offset, first - offset)) };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, rows) => total + rows, 0);
}

/** A venue that had rows: its name or a hash of it, and the number of rows if known. */
interface Venue {
  readonly name: string;
  readonly rows: number | undefined;
}

/** The venues without rows now; none if there were too many venues to remember. */
function missingVenues(before: TableSummary, now: TableRows, shared: SharedDays): readonly Venue[] {
  if (before.venues === null) return [];
  const last = rangeOf(before).to;
  const found = countVenues({ ...now, range: shared }).filter((venue) => shared.isAll || venue.last !== null);
  const keys = found.map(({ name }) => foldName(name));
  const present = new Set(before.hashed ? keys.map(shortHash) : keys);
  return before.venues
    .map((name, index) => ({ name, rows: before.counts[index], ago: before.lasts[index] ?? null }))
    .filter(({ ago }) => shared.isAll || (ago !== null && isOn(last - ago, shared)))
    .filter(({ name }) => !present.has(before.hashed ? name : foldName(name)));
}

/** `“Pier” (4 rows before), “Zoo” (1 row before) and 2 more venues (9 rows before)`. @param named The most names. */
function describeVenues(missing: readonly Venue[], named: number): string {
  const venues = missing.slice(0, named).map(({ name, rows }) => {
    return `“${fitLine(name, LONGEST_SHOWN_NAME)}”${describeBefore(rows)}`;
  });
  const unnamed = missing.slice(named);
  if (unnamed.length === 0) return venues.join(', ');
  const rows = unnamed.every((one) => one.rows !== undefined)
    ? unnamed.reduce((sum, one) => sum + (one.rows ?? 0), 0)
    : undefined;
  const others = shownCount(unnamed.length, venues.length === 0 ? 'venue' : 'more venue');
  return `${[...(venues.length === 0 ? [] : [`${venues.join(', ')} and`]), others].join(' ')}${describeBefore(rows)}`;
}

function describeBefore(rows: number | undefined): string {
  return rows === undefined ? '' : ` (${shownCount(rows, 'row')} before)`;
}
