import {
  type CalendarDate,
  type DateRange,
  startOfPeriod,
  type Weekday,
  type WeekStart,
  weekday,
} from '../calendar/calendar-date';
import { type GroupKey, KEY_HEADINGS } from '../contract/fields';
import { WEEKDAY_NAMES } from '../contract/schedule';
import { columnOf, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import { commonestSpelling, compareNames, foldName } from './names';

export { type GroupKey, KEY_HEADINGS, keyWords } from '../contract/fields';

/** A key that names calendar periods: its value is the first day of one. */
export type PeriodKey = Extract<GroupKey, 'day' | 'week' | 'month' | 'quarter' | 'year'>;

/** The weekday that a text names by its first three letters or more, whatever their case: `mon`, `Thurs`, `sunday`. */
export function findWeekday(text: string): Weekday | undefined {
  const word = text.trim().toLowerCase();
  const place = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(word));
  return word.length < 3 || place < 0 ? undefined : ((place + 1) as Weekday);
}

const PERIOD_KEYS: readonly GroupKey[] = ['day', 'week', 'month', 'quarter', 'year'] satisfies PeriodKey[];

/** Whether a key names calendar periods. A weekday names none: it recurs. */
export function isPeriodKey(key: GroupKey): key is PeriodKey {
  return PERIOD_KEYS.includes(key);
}

/** How many days of a period can hold records of ended shifts, out of all its days. */
export interface DaysCovered {
  /** Days of the period within the range and before today. */
  readonly covered: number;
  readonly of: number;
}

/**
 * Counts the days that several periods have in common, such as those of a week within a month. They are incomplete when
 * fewer are covered than there are.
 *
 * @param periods At least one, by its first day.
 */
export function daysCovered(
  periods: readonly { readonly unit: PeriodKey; readonly start: CalendarDate }[],
  { range, today, weekStart }: { range: DateRange; today: CalendarDate; weekStart: WeekStart },
): DaysCovered {
  const start = Math.max(...periods.map((period) => period.start));
  const end = Math.min(...periods.map((period) => startOfPeriod(period.unit, period.start, weekStart, 1)));
  const covered = Math.min(end, range.to + 1, today) - Math.max(start, range.from);
  return { covered: Math.max(0, covered), of: end - start };
}

/** A value of a key: the first day of a period, a weekday's name, a name, or null where the service sent none. */
export type KeyValue = number | string | null;

/** One key of every row as a small whole number: the place of its value among the key's values. */
export interface KeyCodes {
  readonly codes: Int32Array;
  /** Each value once, ascending: periods by day, weekdays from the week's first, names by text; null last. */
  readonly values: readonly KeyValue[];
}

/** How the distinct values of a field become values of a key. */
interface KeyKind {
  readonly field: string;
  /** Values with one identity are one value of the key; null for a value of its own. Its order is the key's. */
  readonly identify: (value: ShiftValue) => KeyValue;
  /** What is shown for values of one identity, counted by how often each came. */
  readonly show: (identity: number | string, counts: ReadonlyMap<ShiftValue, number>) => KeyValue;
}

/**
 * Reads some keys of all rows.
 *
 * The work of folding a name or finding a period is done once per distinct value, not per row.
 */
export function codeKeys(
  rows: readonly ShiftRow[],
  keys: readonly GroupKey[],
  weekStart: WeekStart,
): KeyCodes[] {
  const kinds = keys.map((key) => kindOf(key, weekStart));
  const columns = kinds.map(({ field }) => columnOf(field));
  return codeDistinct(rows, columns).map((distinct, at) => mergeCodes(distinct, kinds[at] as KeyKind));
}

/** Makes the distinct values of a field the ordered values of a key. */
function mergeCodes({ codes, counts }: DistinctCodes, { identify, show }: KeyKind): KeyCodes {
  const identities = [...counts.keys()].map(identify);
  const merged = new Map<KeyValue, Map<ShiftValue, number>>();
  let code = 0;
  for (const [value, count] of counts) {
    const identity = identities[code++] ?? null;
    const same = merged.get(identity) ?? new Map<ShiftValue, number>();
    merged.set(identity, same.set(value, count));
  }
  const ordered = [...merged].sort(([one], [other]) => compareIdentities(one, other));
  const places = new Map(ordered.map(([identity], place) => [identity, place]));
  const placeOfCode = Int32Array.from(identities, (identity) => places.get(identity) as number);
  return {
    codes: codes.map((at) => placeOfCode[at] as number),
    values: ordered.map(([identity, same]) => (identity === null ? null : show(identity, same))),
  };
}

function kindOf(key: GroupKey, weekStart: WeekStart): KeyKind {
  if (isPeriodKey(key))
    return dayKind(
      (day) => startOfPeriod(key, day, weekStart),
      (start) => start,
    );
  if (key === 'weekday')
    return dayKind(
      (day) => (weekday(day) - weekStart + 7) % 7,
      (place) => WEEKDAY_NAMES[(place + weekStart - 1) % 7] as string,
    );
  return {
    field: KEY_HEADINGS[key],
    // A name of nothing but blanks says as little as none.
    identify: (name) => (name === null ? null : foldName(String(name)) || null),
    show: (_, spellings) => commonestSpelling(spellings as ReadonlyMap<string, number>),
  };
}

function dayKind(identify: (day: CalendarDate) => number, show: (identity: number) => KeyValue): KeyKind {
  return {
    field: 'SHIFT_DATE',
    identify: (day) => (typeof day === 'number' ? identify(day) : null),
    show: (identity) => show(Number(identity)),
  };
}

function compareIdentities(one: KeyValue, other: KeyValue): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return typeof one === 'number' ? one - Number(other) : compareNames(one, String(other));
}

/** A column as small whole numbers, one for each distinct value in the order first seen. */
interface DistinctCodes {
  /** The number of each row's value. */
  readonly codes: Int32Array;
  /** Each distinct value with how often it comes, in the order of the numbers. */
  readonly counts: ReadonlyMap<ShiftValue, number>;
}

/** Rows are taken in blocks that stay in the processor's cache while one column after another is read. */
const BLOCK = 512;

/** Numbers the distinct values of some columns. */
function codeDistinct(rows: readonly ShiftRow[], columns: readonly number[]): DistinctCodes[] {
  const coders = columns.map((column) => {
    const known = new Map<ShiftValue, number>();
    return { column, known, codes: new Int32Array(rows.length) };
  });
  for (let start = 0; start < rows.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, rows.length);
    for (const { column, known, codes } of coders) codeBlock(rows, start, end, column, known, codes);
  }
  return coders.map(({ known, codes }) => {
    const counts = new Int32Array(known.size);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row] as number;
      counts[code] = (counts[code] as number) + 1;
    }
    return { codes, counts: new Map([...known].map(([value, code]) => [value, counts[code] as number])) };
  });
}

function codeBlock(
  rows: readonly ShiftRow[],
  start: number,
  end: number,
  column: number,
  known: Map<ShiftValue, number>,
  codes: Int32Array,
): void {
  // Days come in runs: most rows need no look-up.
  let last: ShiftValue | undefined;
  let code = 0;
  for (let row = start; row < end; row++) {
    const value = (rows[row] as ShiftRow)[column] ?? null;
    if (value !== last) {
      last = value;
      code = known.get(value) ?? known.size;
      if (code === known.size) known.set(value, code);
    }
    codes[row] = code;
  }
}

/** Which group each row belongs to. */
interface GroupedRows {
  /** The group of each row, from 0. */
  readonly groupOf: Int32Array;
  /** The key values of each group, ascending by the first key, then the second, and so on. */
  readonly groups: readonly (readonly KeyValue[])[];
}

/** The most combinations of keys for which a table of all of them is kept rather than a `Map`. */
const DENSE_LIMIT = 1_000_000;

/** Groups rows by their keys: only combinations that occur. Without keys all rows are one group. */
export function groupRows(
  rows: readonly ShiftRow[],
  keys: readonly GroupKey[],
  weekStart: WeekStart,
): GroupedRows {
  const [first, ...others] = codeKeys(rows, keys, weekStart);
  if (first === undefined) return { groupOf: new Int32Array(rows.length), groups: [[]] };
  return others.reduce(divide, { groupOf: first.codes, groups: first.values.map((value) => [value]) });
}

/** Divides groups by one more key. Groups and codes are in order, so their combinations are too. */
function divide({ groupOf, groups }: GroupedRows, { codes, values }: KeyCodes): GroupedRows {
  const width = values.length;
  const size = groups.length * width;
  const combined = size <= DENSE_LIMIT ? new Int32Array(codes.length) : new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++)
    combined[row] = (groupOf[row] as number) * width + (codes[row] as number);
  const present = size <= DENSE_LIMIT ? numberDense(combined, size) : numberSparse(combined);
  return {
    groupOf: new Int32Array(combined),
    groups: present.map((combination) => [
      ...(groups[Math.floor(combination / width)] as readonly KeyValue[]),
      values[combination % width] as KeyValue,
    ]),
  };
}

/** Replaces each number by its place among those that occur; returns these, ascending. */
function numberDense(numbers: Int32Array | Float64Array, size: number): number[] {
  const places = new Int32Array(size);
  for (let at = 0; at < numbers.length; at++) places[numbers[at] as number] = 1;
  const present: number[] = [];
  for (let number = 0; number < size; number++)
    if (places[number] === 1) places[number] = present.push(number) - 1;
  for (let at = 0; at < numbers.length; at++) numbers[at] = places[numbers[at] as number] as number;
  return present;
}

/** The same for numbers too far apart for a table. */
function numberSparse(numbers: Int32Array | Float64Array): number[] {
  const present = [...new Set(numbers)].sort((one, other) => one - other);
  const places = new Map(present.map((number, place) => [number, place]));
  for (let at = 0; at < numbers.length; at++) numbers[at] = places.get(numbers[at] as number) as number;
  return present;
}

/** What a cell shows of a figure. */
export type FigurePart = 'value' | 'low' | 'high' | 'n' | 'basis';

/** One thing that the records of a figure have in common. */
export interface KeyPart {
  readonly key: GroupKey;
  readonly value: KeyValue;
}
