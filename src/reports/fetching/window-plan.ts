import { type DateRange, dayCount, isOn, overlap } from '../../calendar/calendar-date';
import { lengthsToAsk, MONTH_DAYS, type Pace } from './pace';

/** The days of a range that no other range holds, as ranges, in order. */
export function daysMissing(range: DateRange, held: readonly DateRange[]): DateRange[] {
  const inOrder = held
    .filter((one) => overlap(one, range) !== undefined)
    .sort((one, other) => one.from - other.from);
  const missing: DateRange[] = [];
  let next = range.from;
  for (const { from, to } of inOrder) {
    if (from > next) missing.push({ from: next, to: from - 1 });
    next = Math.max(next, to + 1);
  }
  return next > range.to ? missing : [...missing, { from: next, to: range.to }];
}

/** The number of days of ranges that do not overlap. */
export function totalDays(ranges: readonly DateRange[]): number {
  return ranges.reduce((total, range) => total + dayCount(range), 0);
}

/**
 * The windows to request next, in the order of the gaps.
 *
 * While no length was refused, windows are whole months, as formulas request them, even if the first or last month
 * reaches beyond the wanted days. Shorter windows hold missing days only and end with their gap; they end with a month
 * only if the gaps are those of months.
 *
 * @param missing The missing days of the range, as gaps in the order in which to request them.
 * @param months The windows that formulas would request: the exact range, or months.
 */
export function planWindows(
  missing: readonly DateRange[],
  range: DateRange,
  months: readonly DateRange[],
  pace: Pace,
): DateRange[] {
  const { first, others, group } = lengthsToAsk(pace, totalDays(missing));
  const windows: DateRange[] = [];
  let tried = false;
  for (const gap of missing) {
    for (let { from } = gap; from <= gap.to && windows.length < group; ) {
      const isTry: boolean = !tried && gap.to - from + 1 >= first;
      const length = isTry ? first : others;
      tried = tried || isTry;
      const month = length < MONTH_DAYS ? undefined : months.find((one) => isOn(from, one));
      const isWhole =
        month !== undefined &&
        from === Math.max(month.from, range.from) &&
        gap.to >= Math.min(month.to, range.to) &&
        (pace.tooLong === 0 || dayCount(month) <= length);
      const end = month && pace.tooLong === 0 ? month.to : from + length - 1;
      const window = isWhole ? month : { from, to: Math.min(gap.to, end) };
      windows.push(window);
      from = window.to + 1;
    }
  }
  return windows;
}

/** The expected number of windows for the missing days. Only a month holds days of two gaps. */
export function windowsLeft(
  missing: readonly DateRange[],
  months: readonly DateRange[],
  { days, tooLong }: Pace,
): number {
  if (tooLong === 0) {
    return months.filter((month) => missing.some((one) => overlap(one, month) !== undefined)).length;
  }
  const length = days || Math.ceil(tooLong / 2);
  return missing.reduce((total, gap) => total + Math.ceil(dayCount(gap) / length), 0);
}
