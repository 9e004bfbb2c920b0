import { viewAlerts } from '../alerts/alert-view';
import type { Audience } from '../contract/connection';
import type { ReportView, RunView } from '../contract/reports';
import type { SidebarState } from '../contract/sidebar';
import { parseDashboards } from '../dashboards/dashboard-records';
import { LISTED_RUNS } from '../limits';
import type { SpreadsheetCalendar } from '../reports/ports';
import { type ConnectionSummary, type DocumentState, runningLease } from '../reports/saved/document-state';
import type { SavedReport } from '../reports/saved/saved-report';
import { describeSchedule } from '../reports/schedule/schedule-view';
import { describeActivity } from '../reports/status/activity-lines';

/** How a report fares besides its newest run. */
export type ReportFare = Pick<ReportView, 'held' | 'progress' | 'canUndo'>;

/** What the page needs to know besides the document's state. */
export interface ViewContext {
  readonly connection: (ConnectionSummary & { readonly audience: Audience }) | null;
  readonly pause: string | null;
  readonly zone: string;
  readonly now: number;
  readonly calendar: SpreadsheetCalendar;
  readonly installation: SidebarState['installation'];
  /** Whether the schedule runs as the person who looks at it. */
  readonly isOwnSchedule: boolean;
  readonly fareOf: (report: SavedReport) => ReportFare;
}

/** The document's state as the page shows it: no secret, no full client ID, times as text. */
export function viewState(state: DocumentState, context: ViewContext): SidebarState {
  const { calendar, zone, now } = context;
  const time = (millis: number) => calendar.text(millis, zone);
  const lease = runningLease(state, now);
  return {
    connection: context.connection,
    reports: state.reports.map((report) => ({
      ...viewReport(report, context, time),
      dashboards: viewDashboards(state, report.id),
    })),
    schedule: { ...describeSchedule(state, now, zone, calendar), isOwn: context.isOwnSchedule },
    activity: describeActivity(state, now, time).slice(0, LISTED_RUNS),
    alerts: viewAlerts(state, context.connection?.region === 'US', now),
    running: lease ? { by: lease.by, since: time(lease.since).slice(-5) } : null,
    pause: context.pause,
    timeZone: zone,
    locale: state.locale,
    installation: context.installation,
  };
}

function viewReport(
  saved: SavedReport,
  { fareOf }: ViewContext,
  time: (millis: number) => string,
): Omit<ReportView, 'dashboards'> {
  const { id, period, from, to, sheet, lastRun } = saved;
  const { report, mode, venue, area, role, groupBy, columns, readableHeadings } = saved;
  return {
    id,
    report,
    period,
    from,
    to,
    venue,
    area,
    role,
    groupBy,
    columns,
    readableHeadings,
    sheet,
    mode,
    lastRun: lastRun && viewRun(lastRun, time),
    ...fareOf(saved),
  };
}

/** The dashboards of a report; one that a run has only begun is none yet. */
function viewDashboards({ dashboards }: DocumentState, id: string): ReportView['dashboards'] {
  return parseDashboards(dashboards)
    .filter(({ reportId, made }) => reportId === id && made)
    .map(({ template, sheet, everyMiss }) => ({
      template,
      sheet,
      ...(everyMiss ? { countsEveryMiss: true } : {}),
    }));
}

function viewRun(
  { outcome, finishedAt, message, correlationId }: NonNullable<SavedReport['lastRun']>,
  time: (millis: number) => string,
): RunView {
  return { outcome, finishedAt: time(finishedAt), message, correlationId };
}
