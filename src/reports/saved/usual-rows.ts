import { type DateRange, dayCount } from '../../calendar/calendar-date';
import { shareFilled } from './filled-days';
import { type MostRows, rangeOf, type TableSummary } from './table-summary';

/** Shorter periods may have no rows each week. */
const FEWEST_DAYS = 7;
/** A period that would have no rows this rarely does not lack them by chance. */
const LEAST_CHANCE = 0.001;

/**
 * How many rows a period has if it is like those before it. No day counts for more than the median of the days with
 * rows, so that a few large days promise nothing.
 *
 * @param before The table of an earlier period, and which of the days before had rows.
 * @param most The most rows of any table of that earlier period.
 * @param range The days that are over.
 * @returns 0 if nothing is usual: one of the periods has fewer than 7 days, this one is not after the other, or so few
 *   days had rows that a period may have none by chance.
 */
export function usualRows(before: TableSummary, { byDay }: MostRows, range: DateRange): number {
  const [former, { filled }] = [rangeOf(before), before];
  const [days, known] = [dayCount(range), dayCount(former)];
  if (filled === null || range.from <= former.to || days < FEWEST_DAYS || known < FEWEST_DAYS) return 0;
  if ((1 - shareFilled(filled, former.to)) ** days > LEAST_CHANCE) return 0;
  const sorted = byDay.filter((rows) => rows > 0).sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const typical = byDay.reduce((sum, rows) => sum + Math.min(rows, median), 0);
  return (typical * days) / known;
}
