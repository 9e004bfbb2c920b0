import { reviseBasis } from '../figures/basis';
import type { SpreadsheetCalendar, TextPacker } from '../reports/ports';
import { type FollowedRefresh, shownRange } from '../reports/refreshing/refresh-phases';
import { PROPERTY } from '../reports/saved/document-state';
import { parseTargets } from '../reports/saved/kept-targets';
import type { DashboardSource } from './dashboard-source';

/** What a refresh left, as dashboards show it. No service call that counts. */
export function sourceOfRefresh(
  refresh: FollowedRefresh,
  {
    calendar,
    packer,
  }: { readonly calendar: Pick<SpreadsheetCalendar, 'serial'>; readonly packer: TextPacker },
): DashboardSource {
  const { saved, report, zone, today, bases } = refresh;
  const { generatedAt } = report;
  return {
    ...refresh,
    range: shownRange(refresh),
    covered: refresh.range,
    targets: parseTargets(refresh.properties[PROPERTY.targets], packer),
    // As the refresh itself has revised them.
    bases: bases && reviseBasis(bases, report.rows, today, bases.fingerprint),
    asOf: generatedAt === null ? null : calendar.serial(Date.parse(generatedAt), zone),
    isSample: saved.content?.sample !== undefined,
  };
}
