import { startOfPeriod, type Weekday, type WeekStart, weekday } from '../calendar/calendar-date';
import { type GroupKey, KEY_HEADINGS } from '../contract/fields';
import { WEEKDAY_NAMES } from '../contract/schedule';
import { columnOf, DAY_COLUMN, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import { commonestSpelling, compareNames, foldName } from './names';

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

/** The values of a key in their order, and which of them each row has. */
interface KeyColumn {
  readonly values: readonly KeyValue[];
  /** The number of each row's value among those that differ, and the place of each of these among `values`. */
  readonly numberOf: readonly number[];
  readonly placeOf: readonly number[];
}

function readKey(rows: readonly ShiftRow[], key: GroupKey, weekStart: WeekStart): KeyColumn {
  const isName = !isPeriodKey(key) && key !== 'weekday';
  const column = isName ? columnOf(KEY_HEADINGS[key]) : DAY_COLUMN;
  // The values that differ, numbered, and how often each comes.
  const known = new Map<ShiftValue, number>();
  const counts: number[] = [];
  const numberOf = rows.map((row) => {
    const value = row[column] ?? null;
    const number = known.get(value) ?? known.size;
    if (number === known.size) known.set(value, number);
    counts[number] = (counts[number] ?? 0) + 1;
    return number;
  });
  const identify = (value: ShiftValue): KeyValue => {
    // A name of nothing but blanks says as little as none.
    if (isName) return value === null ? null : foldName(String(value)) || null;
    if (key === 'weekday') return (weekday(Number(value)) - weekStart + 7) % 7;
    return startOfPeriod(key as PeriodKey, Number(value), weekStart);
  };
  const identities = Array.from(known.keys(), identify);
  const spellings = new Map<KeyValue, Map<string, number>>();
  [...known.keys()].forEach((value, number) => {
    const identity = identities[number] as KeyValue;
    const same = spellings.get(identity) ?? new Map<string, number>();
    spellings.set(identity, same.set(String(value), counts[number] as number));
  });
  const ordered = [...spellings.keys()].sort(compareKeys);
  const places = new Map(ordered.map((identity, place) => [identity, place]));
  const placeOf = identities.map((identity) => places.get(identity) as number);
  return {
    values: ordered.map((identity) => {
      if (typeof identity === 'string') return commonestSpelling(spellings.get(identity) ?? new Map());
      if (key !== 'weekday') return identity;
      return WEEKDAY_NAMES[(Number(identity) + weekStart - 1) % 7] as string;
    }),
    numberOf,
    placeOf,
  };
}

/** Numbers by size, names as lists have them, no name last. */
function compareKeys(one: KeyValue, other: KeyValue): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return typeof one === 'number' ? one - Number(other) : compareNames(one, String(other));
}

/** Which group each row belongs to. */
interface GroupedRows {
  /** The group of each row, from 0. */
  readonly groupOf: readonly number[];
  /** The key values of each group, ascending by the first key, then the second, and so on. */
  readonly groups: readonly (readonly KeyValue[])[];
}

/** Groups rows by their keys: only combinations that occur. Without keys all rows are one group. */
export function groupRows(
  rows: readonly ShiftRow[],
  keys: readonly GroupKey[],
  weekStart: WeekStart,
): GroupedRows {
  if (keys.length === 0) return { groupOf: rows.map(() => 0), groups: [[]] };
  const columns = keys.map((key) => readKey(rows, key, weekStart));
  // One number for each combination, in the order of the combinations.
  const numbers = rows.map((_, at) => {
    let number = 0;
    for (const { values, numberOf, placeOf } of columns) {
      number = number * values.length + (placeOf[numberOf[at] as number] as number);
    }
    return number;
  });
  const found = [...new Set(numbers)].sort((one, other) => one - other);
  const places = new Map(found.map((number, place) => [number, place]));
  return {
    groupOf: numbers.map((number) => places.get(number) as number),
    groups: found.map((number) => {
      let rest = number;
      const shown = [...columns].reverse().map(({ values }) => {
        const value = values[rest % values.length] ?? null;
        rest = Math.floor(rest / values.length);
        return value;
      });
      return shown.reverse();
    }),
  };
}
