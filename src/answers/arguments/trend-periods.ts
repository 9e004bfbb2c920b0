import type { PeriodKey } from '../../figures/group-keys';

/** How many complete periods a trend shows unless told otherwise: as many years and quarters as a formula may ask for. */
const DEFAULT_PERIODS: Readonly<Record<PeriodKey, number>> = {
  day: 13,
  week: 13,
  month: 13,
  quarter: 6,
  year: 1,
};

/** The period word of a trend without dates: `last 13 weeks`. */
export function trendPeriod(period: PeriodKey): string {
  return `last ${DEFAULT_PERIODS[period]} ${period}s`;
}
