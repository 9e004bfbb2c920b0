import type { DateRange } from '../calendar/calendar-date';
import type { ReportError } from '../employer-api/errors';
import { keepDefinitions } from '../figures/definitions';
import type { SpreadsheetCalendar, TextPacker } from '../reports/ports';
import { type FollowedRefresh, shownRange } from '../reports/refresh/followed-refresh';
import { PROPERTY } from '../reports/saved/document-state';
import type { FigureSource } from '../reports/saved/report-question';
import { parseTargets } from '../reports/targets/kept-targets';

/** Everything that a dashboard is made of. */
export interface DashboardSource extends FigureSource {
  /** Why the rows are not the newest; `undefined` where they are. */
  readonly stale?: ReportError | undefined;
  /** The days that the rows cover, where they are more than those of the period. */
  readonly covered?: DateRange;
}

/** What a refresh left, as dashboards show it. No service call that counts. */
export function sourceOfRefresh(
  refresh: FollowedRefresh,
  {
    calendar,
    packer,
  }: { readonly calendar: Pick<SpreadsheetCalendar, 'serial'>; readonly packer: TextPacker },
): DashboardSource {
  const { saved, report, zone, today, keptDefinitions } = refresh;
  const { generatedAt } = report;
  return {
    ...refresh,
    range: shownRange(refresh),
    covered: refresh.range,
    targets: parseTargets(refresh.properties[PROPERTY.targets], packer),
    // As the refresh itself has revised them.
    keptDefinitions:
      keptDefinitions && keepDefinitions(keptDefinitions, report.rows, today, keptDefinitions.fingerprint),
    asOf: generatedAt === null ? null : calendar.serial(Date.parse(generatedAt), zone),
    isSample: saved.content?.sample !== undefined,
  };
}
