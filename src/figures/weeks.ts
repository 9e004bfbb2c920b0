import { type CalendarDate, isOn, startOfPeriod } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { type FigureRequest, figureMaker } from './figures';
import { type AskedDays, groupRows } from './group-keys';
import { EARLIER_WEEKS, likenessOf } from './share-statistics';

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
 * How alike the positions of a week are at a venue (`likenessOf`), for each percentage, by the 13 complete weeks before the
 * newest of a period: that one would hide its own fall, as it would make weeks look less alike. Withheld weeks don't count.
 */
export function likenessOfVenues(
  { rows, ...period }: AskedDays & { readonly rows: readonly ShiftRow[] },
  requests: readonly FigureRequest[],
): readonly (number | undefined)[] {
  const [first, ...others] = completeWeeks(period).slice(-1 - EARLIER_WEEKS);
  const newest = others.pop();
  if (first === undefined || newest === undefined) return requests.map(() => undefined);
  const inWeeks = rows.filter(({ [DAY_COLUMN]: day }) => isOn(day, { from: first, to: newest - 1 }));
  const venues = groupRows([inWeeks], ['venue'], period.weekStart).map(({ rows: own }) =>
    groupRows(own, ['week'], period.weekStart).map(({ rows: [records = []] }) => records),
  );
  return requests.map((request) => {
    const make = figureMaker(request, period.today);
    const figures = venues.map((weeks) => weeks.map((records) => make(records, false)));
    return likenessOf(figures.map((weeks) => weeks.filter(({ n, why }) => n > 0 && !why)));
  });
}
