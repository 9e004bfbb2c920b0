import { type CalendarDate, type DateRange, isOn, shortDays } from '../calendar/calendar-date';
import type { Region } from '../employer-api/connection';
import type { ReportError } from '../employer-api/errors';
import { DAY_COLUMN } from '../employer-api/shift-records';
import { keepDefinitions } from '../figures/definitions';
import type { KeptReport } from '../reports/fetching/kept-rows';
import type { SpreadsheetCalendar, TextPacker } from '../reports/ports';
import { type FollowedRefresh, shownRange } from '../reports/refresh/followed-refresh';
import { PROPERTY } from '../reports/saved/document-state';
import type { TableFacts } from '../reports/saved/report-question';
import type { SavedReport } from '../reports/saved/saved-report';
import { parseTargets } from '../reports/targets/kept-targets';

/** Everything that a dashboard is made of. */
export interface DashboardSource extends TableFacts {
  readonly saved: Pick<SavedReport, 'sheet' | 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'> &
    Partial<Pick<SavedReport, 'period'>>;
  /** Rows of at least the range, before the report's own criteria. */
  readonly report: Pick<KeptReport, 'rows' | 'generatedAt' | 'doubts' | 'undated' | 'roundDays'>;
  readonly region: Region;
  /** When the service made the oldest rows, as a serial number in the zone; null if it did not say. */
  readonly asOf: number | null;
  readonly isSample: boolean;
  /** Why the rows are not the newest; `undefined` where they are. */
  readonly stale?: ReportError | undefined;
  /** The days that the rows cover, where they are more than those of the period. */
  readonly covered?: DateRange;
  /** Rows of days to come, which *Unfilled list* shows in the place of the report's own. */
  readonly coming?: DashboardSource['report']['rows'] | undefined;
  /** The report's own days, and how the period is called, where the dashboard shows other days. */
  readonly asked?: DateRange;
  readonly words?: string;
  /** What a reader must know of the rows; empty where nothing. */
  readonly notice?: string;
}

/** What a refresh left, as dashboards show it. No service call that counts. */
export function sourceOfRefresh(
  refresh: FollowedRefresh,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
  packer: TextPacker,
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
    asOf: madeAt(generatedAt, calendar, zone),
    isSample: saved.content?.sample !== undefined,
  };
}

/** When the service made the rows, as a serial number in the zone; null if it did not say. */
export function madeAt(
  generatedAt: string | null,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
  zone: string,
): number | null {
  return generatedAt === null ? null : calendar.serial(Date.parse(generatedAt), zone);
}

/** As many days before these. */
export function daysBefore({ from, to }: DateRange): DateRange {
  return { from: from - (to - from + 1), to: from - 1 };
}

/** A source with the days that are over, which alone can be worked or missed; all of a period that has not begun. */
export function withDaysOver(source: DashboardSource): DashboardSource {
  const { range, report, today } = source;
  if (range.to < today) return source;
  if (range.from >= today) return { ...source, report: { ...report, rows: [] } };
  return { ...source, asked: range, range: { ...range, to: today - 1 } };
}

/** Days to come that *Unfilled list* shows whatever the report's period is, today among them. */
const DAYS_TO_COME = 14;

/** The days to come of *Unfilled list*. */
export function daysToCome(today: CalendarDate): DateRange {
  return { from: today, to: today + DAYS_TO_COME - 1 };
}

/** A source with the rows of days to come among the report's, and their days among its own; without any as it is. */
export function joinDaysToCome(source: DashboardSource): DashboardSource {
  const { range, report, today, coming: rows } = source;
  if (rows === undefined) return source;
  const coming = daysToCome(today);
  const isComing = ({ [DAY_COLUMN]: day }: (typeof rows)[number]) => isOn(day, coming);
  const past = { from: range.from, to: Math.min(range.to, today - 1) };
  return {
    ...source,
    range: { from: Math.min(range.from, coming.from), to: Math.max(range.to, coming.to) },
    report: {
      ...report,
      rows: [...report.rows.filter((row) => !isComing(row)), ...rows.filter(isComing)],
    },
    words:
      range.from < today
        ? `${shortDays(past)} and the next ${DAYS_TO_COME} days`
        : `Next ${DAYS_TO_COME} days`,
  };
}
