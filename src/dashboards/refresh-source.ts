import { reviseBasis } from '../figures/kept-basis';
import type { SpreadsheetCalendar } from '../reports/ports';
import { type FollowedRefresh, shownRange } from '../reports/refreshing/refresh-followers';
import type { DashboardSource } from './dashboard-source';

/** What a refresh left, as dashboards show it. No service call that counts. */
export function sourceOfRefresh(
  refresh: FollowedRefresh,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): DashboardSource {
  const { saved, report, zone, today, bases } = refresh;
  const { generatedAt } = report;
  return {
    ...refresh,
    range: shownRange(refresh),
    covered: refresh.range,
    // As the refresh itself has revised them.
    bases: bases && reviseBasis(bases, report.rows, today, bases.fingerprint),
    asOf: generatedAt === null ? null : calendar.serial(Date.parse(generatedAt), zone),
    isSample: saved.content?.sample !== undefined,
  };
}
