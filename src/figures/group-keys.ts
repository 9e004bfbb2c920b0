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
import { columnOf, DAY_COLUMN, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import { compareNames, foldName } from './names';

export { type GroupKey, KEY_HEADINGS, keyWords } from '../contract/fields';

/** A key that names calendar periods: its value is the first day of one. */
export type PeriodKey = Extract<GroupKey, 'day' | 'week' | 'month' | 'quarter' | 'year'>;

const PERIOD_KEYS: readonly GroupKey[] = ['day', 'week', 'month', 'quarter', 'year'] satisfies PeriodKey[];

/** Whether a key names calendar periods. A weekday names none: it recurs. */
export function isPeriodKey(key: GroupKey): key is PeriodKey {
  return PERIOD_KEYS.includes(key);
}

/** The weekday that a text names by its first three letters or more, whatever their case: `mon`, `Thurs`, `sunday`. */
export function findWeekday(text: string): Weekday | undefined {
  const word = text.trim().toLowerCase();
  const place = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(word));
  return word.length < 3 || place < 0 ? undefined : ((place + 1) as Weekday);
}

/** The name of the weekday of a day: `Monday`. */
export function weekdayName(day: number): string {
  return WEEKDAY_NAMES[weekday(day) - 1] as string;
}

/** A value of a key: the first day of a period, a weekday's name, a name, or null where the service sent no name. */
export type KeyValue = number | string | null;

/** One thing that the records of a figure have in common. */
export interface KeyPart {
  readonly key: GroupKey;
  readonly value: KeyValue;
}

/** The days that figures are about. */
export interface AskedDays {
  /** The days that were asked for. */
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and what comes after are not finished. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
}

/** The first days of the weeks that lie wholly within the range and before today, oldest first. */
export function completeWeeks({ range, today, weekStart }: AskedDays): CalendarDate[] {
  const end = Math.min(range.to + 1, today);
  const weeks: CalendarDate[] = [];
  let week = startOfPeriod('week', range.from, weekStart);
  if (week < range.from) week += 7;
  for (; week + 7 <= end; week += 7) weeks.push(week);
  return weeks;
}

/** The values of a key in their order, and the place among them of each value as sent. */
interface KeyColumn {
  readonly column: number;
  readonly values: readonly KeyValue[];
  readonly places: ReadonlyMap<ShiftValue, number>;
}

function readKey(lists: readonly (readonly ShiftRow[])[], key: GroupKey, weekStart: WeekStart): KeyColumn {
  const isName = !isPeriodKey(key) && key !== 'weekday';
  const column = isName ? columnOf(KEY_HEADINGS[key]) : DAY_COLUMN;
  const identify = (value: ShiftValue): KeyValue => {
    // A name of nothing but blanks says as little as none.
    if (isName) return value === null ? null : foldName(String(value)) || null;
    if (key === 'weekday') return (weekday(Number(value)) - weekStart + 7) % 7;
    return startOfPeriod(key as PeriodKey, Number(value), weekStart);
  };
  const counts = new Map<ShiftValue, number>();
  for (const rows of lists) {
    for (const { [column]: value = null } of rows) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  // The values that are one, each with its spellings.
  const same = new Map<KeyValue, Map<ShiftValue, number>>();
  for (const [value, count] of counts) {
    const identity = identify(value);
    same.set(identity, (same.get(identity) ?? new Map()).set(value, count));
  }
  const ordered = [...same].sort(([one], [other]) => compareKeys(one, other));
  const values = ordered.map(([identity, spellings]) => {
    if (typeof identity === 'string') return commonestSpelling(spellings);
    if (key !== 'weekday') return identity;
    return WEEKDAY_NAMES[(Number(identity) + weekStart - 1) % 7] as string;
  });
  const placed = ordered.flatMap(([, own], place) =>
    Array.from(own.keys(), (value) => [value, place] as const),
  );
  return { column, values, places: new Map(placed) };
}

/** The commonest of these spellings; of equally common ones the first. `counts` is in the order first seen. */
function commonestSpelling(counts: ReadonlyMap<unknown, number>): string {
  let [best, most] = ['', 0];
  for (const [spelling, count] of counts) if (count > most) [best, most] = [String(spelling), count];
  return best;
}

/** Numbers by size, names as lists have them, no name last. */
function compareKeys(one: KeyValue, other: KeyValue): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return typeof one === 'number' ? one - Number(other) : compareNames(one, String(other));
}

/** The rows that agree in every key. */
interface RowGroup {
  /** In the order of the keys asked for. */
  readonly keys: readonly KeyValue[];
  /** Of each list that was given, in its order. */
  readonly rows: readonly ShiftRow[][];
}

/**
 * Groups lists of rows by their keys: only combinations that occur, ascending by the first key, then the second, and so on.
 * A name has one group and one spelling in all lists.
 */
export function groupRows(
  lists: readonly (readonly ShiftRow[])[],
  keys: readonly GroupKey[],
  weekStart: WeekStart,
): RowGroup[] {
  const columns = keys.map((key) => readKey(lists, key, weekStart));
  const placeIn = ({ column, places }: KeyColumn, row: ShiftRow) => places.get(row[column] ?? null) as number;
  // One number for each combination, in the order of the combinations.
  const found = new Map<number, RowGroup>();
  lists.forEach((rows, list) => {
    for (const row of rows) {
      let number = 0;
      for (const key of columns) number = number * key.values.length + placeIn(key, row);
      let group = found.get(number);
      if (group === undefined) {
        const own = columns.map((key) => key.values[placeIn(key, row)] as KeyValue);
        group = { keys: own, rows: lists.map(() => []) };
        found.set(number, group);
      }
      group.rows[list]?.push(row);
    }
  });
  return [...found].sort(([one], [other]) => one - other).map(([, group]) => group);
}
