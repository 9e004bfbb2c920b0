import type { GroupKey, PeriodKey } from '../../figures/group-keys';
import { isPeriodKey } from '../../figures/periods';
import { TREND_PERIODS } from '../../limits';
import { refuseOption } from './option-mistakes';
import type { Options } from './options';

/** The period word of a trend without dates: `last 13 weeks`. */
export function trendPeriod(period: PeriodKey): string {
  return `last ${TREND_PERIODS[period]} ${period}s`;
}

/** What a trend runs over, and what it is split by. @throws {ReportError} `invalid_option` */
export function readTrendKeys(
  keys: readonly GroupKey[],
  { evidence, incomplete }: Options,
): readonly [period: PeriodKey, split: GroupKey | undefined] {
  const [first, second, third] = keys;
  if (first === undefined || !isPeriodKey(first)) {
    refuseOption('Begin with a period, such as "week" or "week, venue": a trend runs over time');
  }
  if (third !== undefined) refuseOption('Give one period and one other key at most, such as "week, venue"');
  if (evidence && keys.length > 1)
    refuseOption('Leave "evidence" out, or give a period alone, such as "week"');
  if (incomplete === 'mark') refuseOption('Use "incomplete" with "hide" or "show": a trend has no NOTES');
  return [first, second];
}
