import { type CalendarDate, startOfPeriod, type WeekStart, weekday } from '../calendar/calendar-date';
import { columnOf, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import { type GroupKey, KEY_HEADINGS } from './group-keys';
import { commonestSpelling, compareNames, foldName } from './names';
import { isPeriodKey } from './periods';
import { WEEKDAY_NAMES } from './weekday-names';

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
  const placeOfCode = Int32Array.from(identities, (identity) => places.get(identity) ?? 0);
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
