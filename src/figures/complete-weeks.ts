import { type CalendarDate, type DateRange, startOfPeriod, type WeekStart } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { isRefuted } from './basis';
import { type GroupKey, groupRows, type KeyValue } from './group-keys';
import { foldName } from './names';
import type { WeekShare } from './share-statistics';
import { type SumRequest, sumGroups } from './sums';

/** Where weeks lie, and which of them are over. */
export interface WeekFacts {
  readonly range: DateRange;
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
}

/** A finished, complete week of one group or of all records, in positions. */
export interface WeekCount extends WeekShare {
  /** Its first day. */
  readonly week: CalendarDate;
  /** Whether its records publish percentages that contradict every definition that is left. */
  readonly isContradicted?: boolean;
}

/** The weeks of one group, or of all records. */
export interface GroupWeeks {
  /** As people write it; empty for all records, and for records that name none. */
  readonly who: string;
  /** For each ratio that was asked for, such as each definition that the rows leave, its weeks with positions, oldest first. */
  readonly byDefinition: readonly (readonly WeekCount[])[];
}

/** The first days of the weeks that lie wholly within the range and before today, oldest first. */
export function completeWeeks({ range, today, weekStart }: WeekFacts): CalendarDate[] {
  const end = Math.min(range.to + 1, today);
  const weeks: CalendarDate[] = [];
  let week = startOfPeriod('week', range.from, weekStart);
  if (week < range.from) week += 7;
  for (; week + 7 <= end; week += 7) weeks.push(week);
  return weeks;
}

/**
 * Sums the rows of these weeks by group.
 *
 * @param weeks Complete ones, oldest first, without a gap.
 * @param keys Of the groups; none for all records together.
 * @param needed Ratios.
 * @returns In the order of their names; those without a record in any of the weeks are left out.
 */
export function sumWeeks(
  rows: readonly ShiftRow[],
  weeks: readonly CalendarDate[],
  keys: readonly GroupKey[],
  needed: readonly SumRequest[],
  { today, weekStart }: Pick<WeekFacts, 'today' | 'weekStart'>,
): GroupWeeks[] {
  const [first = 0, last = 0] = [weeks[0], weeks[weeks.length - 1]];
  const inWeeks = rows.filter((row) => {
    const day = row[DAY_COLUMN];
    return typeof day === 'number' && day >= first && day < last + 7;
  });
  const { groupOf, groups } = groupRows(inWeeks, ['week', ...keys], weekStart);
  const { sums } = sumGroups(inWeeks, groupOf, groups.length, needed, today);
  const found = new Map<string, { who: string; byDefinition: WeekCount[][] }>();
  groups.forEach(([week, ...values], group) => {
    const who = groupName(values);
    const known = found.get(foldName(who)) ?? { who, byDefinition: needed.map(() => []) };
    found.set(foldName(who), known);
    const summed = needed.map((_, at) => sums(at, group));
    const isContradicted = summed.every(({ own }) => own && isRefuted(own));
    summed.forEach(({ numerator, denominator }, at) => {
      const count = { week: Number(week), k: numerator, n: denominator };
      if (denominator > 0)
        known.byDefinition[at]?.push(isContradicted ? { ...count, isContradicted } : count);
    });
  });
  return [...found.values()];
}

/** The keys of a group as one name: `Grand Hotel, Bar`; empty where the records name none. */
export function groupName(keys: readonly KeyValue[]): string {
  return keys.map((key) => key ?? '').join(', ');
}
