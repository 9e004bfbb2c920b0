import type { CalendarDate } from '../calendar/calendar-date';
import { type DateRange, dayCount } from '../calendar/date-range';
import type { WeekStart } from '../calendar/period-words';
import type { ShiftRow } from '../employer-api/shift-records';
import type { Figure, FigureRequest } from './figure';
import type { GroupKey } from './group-keys';
import { groupRows } from './group-rows';
import type { KeyValue } from './key-codes';
import { type DaysCovered, daysCovered, isPeriodKey, shortestPeriod } from './periods';
import { sumFigures } from './sum-figures';

export type { Figure, FigureRequest } from './figure';
export type { KeyValue } from './key-codes';

/** How shift records are grouped. */
export interface Grouping {
  readonly keys: readonly GroupKey[];
  /** The days that were asked for. */
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and what comes after are not finished. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
}

/** The records that agree in every key, and their figures. */
export interface Group {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  readonly records: number;
  /**
   * How much of the period the records can cover: its days within the range and before today, out of all its
   * days. Incomplete when covered is less. Only where the shortest period among the keys is a week or longer.
   */
  readonly days: DaysCovered | undefined;
  /** Records of today or later, or without a day: left out of the figures of finished days. */
  readonly unfinished: number;
  /** In the order of the requests. */
  readonly figures: readonly Figure[];
  /** The latest day among the records; null where none has a day. */
  readonly newestDay: CalendarDate | null;
}

/** Groups in the order of their keys, and the figures of all records together. */
export interface GroupedFigures {
  readonly groups: readonly Group[];
  readonly total: Group;
}

/**
 * Groups shift records and makes the figures of each group and of all records.
 *
 * Grouped by periods alone, every period of the range appears, also without records; otherwise only combinations
 * that occur. A record without a day stands under a blank period and in no figure of finished days.
 */
export function groupFigures(
  rows: readonly ShiftRow[],
  grouping: Grouping,
  requests: readonly FigureRequest[],
): GroupedFigures {
  const { keys, range, today, weekStart } = grouping;
  // Days without values make the periods appear; being no records, they are not summed.
  const emptyDays = keys.length > 0 && keys.every(isPeriodKey) ? rowsOfDays(range) : [];
  const { groupOf, groups } = groupRows(
    emptyDays.length > 0 ? rows.concat(emptyDays) : rows,
    keys,
    weekStart,
  );
  const result = sumFigures(rows, groupOf, groups.length, requests, today);
  const period = shortestPeriod(keys);
  const daysOf = (values: readonly KeyValue[]) => {
    const start = period === undefined || period === 'day' ? null : values[keys.indexOf(period)];
    return typeof start === 'number' && period ? daysCovered(period, start, grouping) : undefined;
  };
  // Assigned, not spread: a spread would make the figures of every group at once.
  return {
    groups: groups.map((values, group) =>
      Object.assign(result(group), { keys: values, days: daysOf(values) }),
    ),
    total: Object.assign(result(groups.length), { keys: [], days: undefined }),
  };
}

function rowsOfDays({ from, to }: DateRange): ShiftRow[] {
  return Array.from({ length: dayCount({ from, to }) }, (_, at) => [from + at]);
}
