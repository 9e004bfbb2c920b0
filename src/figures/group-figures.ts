import {
  type CalendarDate,
  type DateRange,
  dayCount,
  startOfPeriod,
  type WeekStart,
} from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { type Figure, type FigureRequest, planFigure, sumFigures } from './figure';
import { type GroupKey, groupRows, isPeriodKey, type KeyValue } from './group-keys';
import type { GroupFacts } from './sums';

/** How shift records are grouped. */
interface Grouping {
  readonly keys: readonly GroupKey[];
  /** The days that were asked for. */
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and what comes after are not finished. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
}

/** How many days of a period can hold records of ended shifts, out of all its days. */
export interface DaysCovered {
  /** Days of the period within the range and before today. */
  readonly covered: number;
  readonly of: number;
}

/** The records that agree in every key, and their figures. */
export interface Group extends GroupFacts {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  /**
   * How much of the period the records can cover: its days within the range and before today, out of all its
   * days; of several periods, out of those that they have in common. Incomplete when covered is less. Absent where no
   * key is a period.
   */
  readonly days: DaysCovered | undefined;
  /** In the order of the requests; made when first read. A spread of a group leaves them behind. */
  readonly figures: readonly Figure[];
}

/** The value of a group's key, by its place among the keys asked for; null where there is none. */
export function keyOf({ keys }: Group, at = 0): KeyValue {
  return keys[at] ?? null;
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
 * that occur.
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
  const { facts, figure } = sumFigures(rows, groupOf, groups.length, requests, today);
  const daysOf = daysOfPeriods(grouping);
  const make = (values: readonly KeyValue[], group: number): Group => {
    const days = daysOf(values);
    const isToCome = days === undefined ? range.from >= today : days.covered === 0;
    const known = facts(group);
    return new SummedGroup(values, days, known, () =>
      requests.map(({ targets }, at) =>
        targets?.plan
          ? planFigure(targets.plan(values.length > 0 ? keys : [], values))
          : figure(at, group, known, isToCome),
      ),
    );
  };
  return { groups: groups.map(make), total: make([], groups.length) };
}

/** A group whose figures are made when they are first read: most of a large grouping is never shown. */
class SummedGroup implements Group {
  readonly records: number;
  readonly unfinished: number;
  readonly newestDay: CalendarDate | null;
  private made: readonly Figure[] | undefined;

  constructor(
    readonly keys: readonly KeyValue[],
    readonly days: DaysCovered | undefined,
    { records, unfinished, newestDay }: GroupFacts,
    private readonly make: () => readonly Figure[],
  ) {
    this.records = records;
    this.unfinished = unfinished;
    this.newestDay = newestDay;
  }

  get figures(): readonly Figure[] {
    this.made = this.made ?? this.make();
    return this.made;
  }
}

/** More than the number of any day, and so few that three days make one exact number. */
const MOST_DAYS = 100_000;

/**
 * Counts the days that the periods of a group have in common, such as those of a week within a month: once for all groups
 * of the same periods, which are few.
 */
function daysOfPeriods({ keys, range, today, weekStart }: Grouping) {
  const periods = keys.flatMap((unit, at) => (isPeriodKey(unit) ? [{ unit, at }] : []));
  const known = new Map<number, DaysCovered>();
  return (values: readonly KeyValue[]): DaysCovered | undefined => {
    // The total has no values.
    if (periods.length === 0 || values.length === 0) return undefined;
    let name = 0;
    for (const { at } of periods) name = name * MOST_DAYS + Number(values[at]);
    const before = known.get(name);
    if (before !== undefined) return before;
    const starts = periods.map(({ at }) => Number(values[at]));
    const ends = periods.map(({ unit, at }) => startOfPeriod(unit, Number(values[at]), weekStart, 1));
    const [start, end] = [Math.max(...starts), Math.min(...ends)];
    const covered = Math.min(end, range.to + 1, today) - Math.max(start, range.from);
    const days = { covered: Math.max(0, covered), of: end - start };
    known.set(name, days);
    return days;
  };
}

function rowsOfDays({ from, to }: DateRange): ShiftRow[] {
  return Array.from({ length: dayCount({ from, to }) }, (_, at) => [from + at]);
}
