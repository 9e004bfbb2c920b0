import { type CalendarDate, type DateRange, dayCount, type WeekStart } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { type Figure, type FigureRequest, makeFigure, planFigure, sumsNeeded } from './figure';
import {
  type DaysCovered,
  daysCovered,
  type GroupKey,
  groupRows,
  isPeriodKey,
  type KeyValue,
} from './group-keys';
import { countDoubts, type DoubtCounts, type DoubtfulRecords, NO_DOUBTS } from './record-quality';
import { sumGroups } from './sums';

/** How shift records are grouped. */
interface Grouping {
  readonly keys: readonly GroupKey[];
  /** The days that were asked for. */
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and what comes after are not finished. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  /** What is doubtful among the records; nothing unless said. */
  readonly doubts?: DoubtfulRecords;
}

/** The records that agree in every key, and their figures. */
export interface Group extends DoubtCounts {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  readonly records: number;
  /**
   * How much of the period the records can cover: its days within the range and before today, out of all its
   * days; of several periods, out of those that they have in common. Incomplete when covered is less. Absent where no
   * key is a period.
   */
  readonly days: DaysCovered | undefined;
  /** Records of today or later, or without a day: left out of the figures of finished days. */
  readonly unfinished: number;
  /** In the order of the requests; made when first read. A spread of a group leaves them behind. */
  readonly figures: readonly Figure[];
  /** The latest day among the records; null where none has a day. */
  readonly newestDay: CalendarDate | null;
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
  const needed = requests.map(sumsNeeded);
  const { sums, facts } = sumGroups(rows, groupOf, groups.length, needed.flat(), today);
  const places = needed.map((_, at) => needed.slice(0, at).flat().length);
  const doubtsIn = countDoubts(rows, groupOf, groups.length, grouping.doubts ?? NO_DOUBTS);
  const daysOf = daysOfPeriods(grouping);
  const figuresOf = (values: readonly KeyValue[], group: number, isToCome: boolean): readonly Figure[] =>
    requests.map((request, at) => {
      const plan = request.targets?.plan;
      if (plan) return planFigure(plan(values.length > 0 ? keys : [], values));
      const own = (needed[at] ?? []).map((_, part) => sums((places[at] as number) + part, group));
      return makeFigure(request, own, { ...facts(group), isToCome });
    });
  const make = (values: readonly KeyValue[], group: number): Group => {
    const days = daysOf(values);
    const { records, unfinished, newestDay } = facts(group);
    const { repeated, conflicting } = doubtsIn(group);
    let made: readonly Figure[] | undefined;
    return {
      keys: values,
      days,
      records,
      unfinished,
      newestDay,
      repeated,
      conflicting,
      // Most of a large grouping is never shown.
      get figures() {
        made =
          made ?? figuresOf(values, group, days === undefined ? range.from >= today : days.covered === 0);
        return made;
      },
    };
  };
  return { groups: groups.map(make), total: make([], groups.length) };
}

/** Counts the days that the periods of a group cover: once for all groups of the same periods, which are few. */
function daysOfPeriods(grouping: Grouping): (values: readonly KeyValue[]) => DaysCovered | undefined {
  const periods = grouping.keys.flatMap((unit, at) => (isPeriodKey(unit) ? [{ unit, at }] : []));
  const known = new Map<string, DaysCovered | undefined>();
  return (values) => {
    let name = '';
    for (const { at } of periods) name += `${values[at]} `;
    if (known.has(name)) return known.get(name);
    const starts = periods.flatMap(({ unit, at }) => {
      const start = values[at];
      return typeof start === 'number' ? [{ unit, start }] : [];
    });
    const days = starts.length === 0 ? undefined : daysCovered(starts, grouping);
    known.set(name, days);
    return days;
  };
}

function rowsOfDays({ from, to }: DateRange): ShiftRow[] {
  return Array.from({ length: dayCount({ from, to }) }, (_, at) => [from + at]);
}
