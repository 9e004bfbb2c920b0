import type { CalendarDate } from '../calendar/calendar-date';
import { isDate } from '../calendar/date-cell';
import type { Group } from '../figures/group-figures';
import { type GroupKey, KEY_HEADINGS } from '../figures/group-keys';
import type { KeyValue } from '../figures/key-codes';
import { foldName } from '../figures/names';
import { isPeriodKey } from '../figures/periods';

/** A row of a grouped table as it stands in its sheet. */
export interface ShownRow {
  readonly fields: readonly string[];
  readonly values: readonly unknown[];
  /** Its place below the heading row, from 0. */
  readonly index: number;
}

/**
 * Finds the group that a row shows, by the keys that the table shows.
 *
 * People sort tables, so the place of the row decides only between groups that look the same.
 *
 * @param dayOf The day of a cell that holds a date.
 * @returns `undefined` where no group fits, or several do.
 */
export function findGroup(
  groups: readonly Group[],
  keys: readonly GroupKey[],
  { fields, values, index }: ShownRow,
  dayOf: (date: Date) => CalendarDate,
): Group | undefined {
  const shown = keys.flatMap((key, at) => {
    const column = fields.indexOf(KEY_HEADINGS[key]);
    return column < 0 ? [] : [{ at, value: plain(values[column], isPeriodKey(key), dayOf) }];
  });
  const fitting = groups.filter((group) =>
    shown.every(({ at, value }) => plain(group.keys[at], false, dayOf) === value),
  );
  const placed = groups[index];
  if (placed && fitting.includes(placed) && shown.length < keys.length) return placed;
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether two lists of key values are the same. */
export function areSameKeys(one: readonly KeyValue[], other: readonly KeyValue[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function plain(
  value: unknown,
  isPeriod: boolean,
  dayOf: (date: Date) => CalendarDate,
): string | number | null {
  if (isDate(value)) return dayOf(value);
  if (value === '' || value === null || value === undefined) return null;
  if (typeof value === 'number') return isPeriod ? Math.floor(value) : value;
  return foldName(String(value));
}
