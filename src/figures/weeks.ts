import { type CalendarDate, isOn, startOfPeriod } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import type { Withheld } from './definitions';
import { type FigureRequest, figureMaker } from './figures';
import { type AskedDays, type GroupKey, groupRows, type KeyValue } from './group-keys';
import { foldName } from './names';
import { FEWEST_WEEKS, likenessOf, type WeekShare } from './share-statistics';

/** A finished, complete week of one group or of all records, in positions. */
export interface WeekCount extends WeekShare {
  /** Its first day. */
  readonly week: CalendarDate;
  /** Why its percentage is withheld; absent where it is shown. */
  readonly why?: Withheld;
}

/** The weeks of one group, or of all records. */
interface GroupWeeks {
  /** As people write it; empty for all records, and for records that name none. */
  readonly who: string;
  /** The same for comparing: `groupKey` of its keys. */
  readonly key: string;
  /** For each percentage that was asked for, its weeks with positions, oldest first. */
  readonly byRequest: readonly (readonly WeekCount[])[];
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

/**
 * The percentages of these weeks by group.
 *
 * @param weeks Complete ones, oldest first, without a gap.
 * @param keys Of the groups; none for all records together.
 * @returns In the order of their names; those without a record in any of the weeks are left out.
 */
export function weeksOf(
  rows: readonly ShiftRow[],
  weeks: readonly CalendarDate[],
  keys: readonly GroupKey[],
  requests: readonly FigureRequest[],
  { today, weekStart }: Pick<AskedDays, 'today' | 'weekStart'>,
): GroupWeeks[] {
  const [first, last] = [weeks[0], weeks[weeks.length - 1]];
  if (first === undefined || last === undefined) return [];
  const range = { from: first, to: last + 6 };
  const inWeeks = rows.filter(({ [DAY_COLUMN]: day }) => isOn(day, range));
  const makers = requests.map((request) => figureMaker(request, today));
  return groupRows([inWeeks], keys, weekStart).map(({ keys: names, rows: own }) => {
    const byWeek = groupRows(own, ['week'], weekStart);
    const byRequest = makers.map((make) =>
      byWeek.flatMap(({ keys: [week], rows: [records = []] }): WeekCount[] => {
        const { k, n, why } = make(records, false);
        return n > 0 || why ? [{ week: Number(week), k, n, ...(why && { why }) }] : [];
      }),
    );
    return { who: groupName(names), key: groupKey(names), byRequest };
  });
}

/**
 * How alike the positions of a week are at a venue (`likenessOf`), for each percentage.
 *
 * @param weeks Complete ones, oldest first, without a gap.
 */
export function likenessOfVenues(
  rows: readonly ShiftRow[],
  weeks: readonly CalendarDate[],
  requests: readonly FigureRequest[],
  facts: Pick<AskedDays, 'today' | 'weekStart'>,
): readonly (number | undefined)[] {
  if (weeks.length < FEWEST_WEEKS) return requests.map(() => undefined);
  const venues = weeksOf(rows, weeks, ['venue'], requests, facts);
  return requests.map((_, at) =>
    likenessOf(venues.map(({ byRequest }) => (byRequest[at] ?? []).filter(({ why }) => !why))),
  );
}

/** What identifies a group by its keys, in whatever capitals: names may hold the comma of `groupName`. */
export function groupKey(keys: readonly KeyValue[]): string {
  return JSON.stringify(keys.map((key) => (typeof key === 'string' ? foldName(key) : key)));
}

/** The keys of a group as one name: `Grand Hotel, Bar`; empty where the records name none. */
function groupName(keys: readonly KeyValue[]): string {
  return keys.map((key) => key ?? '').join(', ');
}
