import {
  type CalendarDate,
  type DateRange,
  type PeriodUnit,
  startOfPeriod,
  type Weekday,
  weekday,
  weekdayName,
} from '../calendar/calendar-date';
import { type GroupKey, KEY_HEADINGS } from '../contract/fields';
import { columnOf, DAY_COLUMN, type ShiftRow, type ShiftValue } from '../employer-api/shift-report';
import { compareValues, foldName } from './names';

/** Whether a key names calendar periods: its value is then the first day of one. A weekday names none: it recurs. */
export function isPeriodKey(key: GroupKey): key is PeriodUnit {
  return ['day', 'week', 'month', 'quarter', 'year'].includes(key);
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
  readonly weekStart: Weekday;
}

/** The first days of the weeks that lie wholly within the range and before today, oldest first. */
export function completeWeeks({ range, today, weekStart }: AskedDays): CalendarDate[] {
  const end = Math.min(range.to + 1, today);
  const weeks: CalendarDate[] = [];
  let week = startOfPeriod('week', range.from + 6, weekStart);
  for (; week + 7 <= end; week += 7) weeks.push(week);
  return weeks;
}

/** Where a key is read, its values in their order, and the place among them of each value as sent. */
function readKey(rows: readonly ShiftRow[], key: GroupKey, weekStart: Weekday) {
  const isName = !isPeriodKey(key) && key !== 'weekday';
  const column = isName ? columnOf(KEY_HEADINGS[key]) : DAY_COLUMN;
  const identify = (value: ShiftValue): KeyValue => {
    // A name of nothing but blanks says as little as none.
    if (isName) return value === null ? null : foldName(String(value)) || null;
    if (key === 'weekday') return (weekday(Number(value)) - weekStart + 7) % 7;
    return startOfPeriod(key as PeriodUnit, Number(value), weekStart);
  };
  const counts = new Map<ShiftValue, number>();
  for (const { [column]: value = null } of rows) counts.set(value, (counts.get(value) ?? 0) + 1);
  // The values that are one, as they are sent.
  const same = new Map<KeyValue, ShiftValue[]>();
  for (const value of counts.keys()) {
    const identity = identify(value);
    same.set(identity, [...(same.get(identity) ?? []), value]);
  }
  const ordered = [...same].sort(([one], [other]) => compareValues(one, other));
  const values = ordered.map(([identity, [first = null, ...others]]): KeyValue => {
    if (key === 'weekday') return weekdayName(Number(first));
    // The commonest spelling; of equally common ones the first.
    const most = (one: ShiftValue, other: ShiftValue) =>
      (counts.get(other) ?? 0) > (counts.get(one) ?? 0) ? other : one;
    return isName && identity !== null ? others.reduce(most, first) : identity;
  });
  const placed = ordered.flatMap(([, own], place) => own.map((value) => [value, place] as const));
  return { column, values, places: new Map(placed) };
}

/** The rows that agree in every key. */
interface RowGroup {
  /** In the order of the keys asked for. */
  readonly keys: readonly KeyValue[];
  readonly rows: ShiftRow[];
}

/**
 * Groups rows by their keys: only combinations that occur, ascending by the first key, then the second, and so on. A name
 * has one group and one spelling.
 */
export function groupRows(
  rows: readonly ShiftRow[],
  keys: readonly GroupKey[],
  weekStart: Weekday,
): RowGroup[] {
  const columns = keys.map((key) => readKey(rows, key, weekStart));
  const placeIn = ({ column, places }: (typeof columns)[number], row: ShiftRow) =>
    places.get(row[column] ?? null) as number;
  // One number for each combination, in the order of the combinations.
  const found = new Map<number, RowGroup>();
  for (const row of rows) {
    let number = 0;
    for (const key of columns) number = number * key.values.length + placeIn(key, row);
    let group = found.get(number);
    if (group === undefined) {
      group = { keys: columns.map((key) => key.values[placeIn(key, row)] as KeyValue), rows: [] };
      found.set(number, group);
    }
    group.rows.push(row);
  }
  return [...found].sort(([one], [other]) => one - other).map(([, group]) => group);
}
