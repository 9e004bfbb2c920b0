import { type DateRange, dayCount, overlap } from '../../calendar/date-range';
import { allWindowsFor, BATCH_SIZE } from '../fetching/windows';

/** The days that a preview reads. */
export interface PreviewDays {
  readonly range: DateRange;
  /** How many times as many days the whole report has that can hold shifts already; 1 where nothing is left out. */
  readonly factor: number;
  /** Which days of the report were not read. */
  readonly leftOut: 'none' | 'earlier' | 'later' | 'both';
}

/**
 * The newest days that one group of requests gives: all of them, or the last five months that have begun.
 *
 * Days to come are left out where there are earlier ones: they hold little or nothing yet.
 */
export function daysToPreview(range: DateRange, today: number): PreviewDays {
  const windows = allWindowsFor(range);
  if (windows.length <= BATCH_SIZE) return { range, factor: 1, leftOut: 'none' };
  const begun = windows.filter(({ from }) => from <= today);
  const shown = begun.length > 0 ? begun.slice(-BATCH_SIZE) : windows.slice(0, BATCH_SIZE);
  const [first = range] = shown;
  const last = shown[shown.length - 1] ?? range;
  const read = overlap(range, { from: first.from, to: last.to }) ?? range;
  const upToToday = ({ from, to }: DateRange) => ({ from, to: Math.max(from, Math.min(to, today)) });
  const lacksLater = read.to < range.to;
  const leftOut = read.from === range.from ? 'later' : lacksLater ? 'both' : 'earlier';
  return { range: read, factor: dayCount(upToToday(range)) / dayCount(upToToday(read)), leftOut };
}
