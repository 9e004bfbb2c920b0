import {
  type CalendarDate,
  type DateRange,
  dayCount,
  isSameRange,
  overlap,
  startOfMonth,
} from '../../calendar/calendar-date';

/*
 * The service is asked for whole calendar months, or for equal parts of them: requests never overlap, so nothing has to be
 * joined or compared, and formulas over different days of a month share one.
 */

/** Asking for single days: a month is split no further. */
export const MOST_PARTS = 31;

/** The months that hold days of some ranges, each once, in order. */
export function monthsOf(ranges: readonly DateRange[]): DateRange[] {
  const firsts = new Set<CalendarDate>();
  for (const { from, to } of ranges) {
    for (let first = startOfMonth(from); first <= to; first = startOfMonth(first, 1)) firsts.add(first);
  }
  return Array.from(firsts)
    .sort((one, other) => one - other)
    .map((first) => ({ from: first, to: startOfMonth(first, 1) - 1 }));
}

/** What is left of a range without the days of others, in order. */
export function without(range: DateRange, others: readonly DateRange[]): DateRange[] {
  let left = [range];
  for (const other of others) {
    left = left.flatMap((one) =>
      overlap(one, other) === undefined
        ? [one]
        : [
            { from: one.from, to: other.from - 1 },
            { from: other.to + 1, to: one.to },
          ].filter(({ from, to }) => from <= to),
    );
  }
  return left;
}

/**
 * The requests that bring missing days: months, or those of their parts that hold such days, in order.
 *
 * @param parts In how many parts a month is asked for.
 * @param tomorrow Later days are asked for only as far as they are missing.
 */
export function partsToAsk(
  missing: readonly DateRange[],
  parts: number,
  tomorrow: CalendarDate,
): DateRange[] {
  return monthsOf(missing).flatMap((month) => {
    const days = Math.ceil(dayCount(month) / parts);
    const asked: DateRange[] = [];
    for (let from = month.from; from <= month.to; from += days) {
      const part = { from, to: Math.min(month.to, from + days - 1) };
      const last = Math.max(...missing.map((one) => overlap(one, part)?.to ?? Number.NEGATIVE_INFINITY));
      if (last >= from) asked.push({ from, to: Math.min(part.to, Math.max(last, tomorrow)) });
    }
    return asked;
  });
}

/** Both halves of a range of at least two days, as far as they hold missing days. */
export function halvesToAsk({ from, to }: DateRange, missing: readonly DateRange[]): DateRange[] {
  const middle = from + Math.ceil((to - from + 1) / 2);
  const halves = [
    { from, to: middle - 1 },
    { from: middle, to },
  ];
  return halves.filter((half) => missing.some((one) => overlap(one, half)));
}

/** Into how many parts a month is split next, after requests for so many days were too much. */
export function morePartsThan(parts: number, days: number): number {
  let more = parts;
  while (more < MOST_PARTS && Math.ceil(MOST_PARTS / more) >= days) more *= 2;
  return Math.min(more, MOST_PARTS);
}

/** Ranges without repeats. */
export function eachOnce(ranges: readonly DateRange[]): DateRange[] {
  return ranges.filter((one, index) => ranges.findIndex((other) => isSameRange(one, other)) === index);
}
