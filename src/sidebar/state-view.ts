import { viewAlerts } from '../alerts/alert';
import type { Audience } from '../contract/connection';
import { PLAIN_REPORT, type ReportChoices, type ReportView } from '../contract/reports';
import { intervalOf, type ScheduleInterval } from '../contract/schedule';
import { KEPT_MONTHS, type SidebarState } from '../contract/sidebar';
import { parseDashboards } from '../dashboards/dashboard-records';
import { INTERVAL_MILLIS, INTERVALS_UNTIL_STALE, LISTED_RUNS } from '../limits';
import type { SpreadsheetCalendar } from '../reports/ports';
import { describeActivity } from '../reports/saved/activity-log';
import {
  type ConnectionSummary,
  type DocumentState,
  PROPERTY,
  runningLease,
} from '../reports/saved/document-state';
import { goesOn, type SavedReport } from '../reports/saved/saved-report';
import { describeSchedule } from '../reports/schedule/schedule';
import { viewSummaries } from '../summaries/summaries';

/** What the page needs to know besides the document's state. */
interface ViewContext {
  readonly connection: (ConnectionSummary & { readonly audience: Audience }) | null;
  readonly pause: string | null;
  readonly zone: string;
  readonly now: number;
  readonly calendar: SpreadsheetCalendar;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
  /** Whether the build lets summary emails go to Google Chat. */
  readonly allowsChat: boolean;
  readonly installation: SidebarState['installation'];
  /** Whether the schedule runs as the person who looks at it. */
  readonly isOwnSchedule: boolean;
}

/** The document's state as the page shows it: no secret, no full client ID, times as text. */
export function viewState(state: DocumentState, context: ViewContext): SidebarState {
  const { calendar, zone, now, mailDomains, allowsChat } = context;
  const time = (millis: number) => calendar.text(millis, zone);
  const lease = runningLease(state, now);
  const schedule = describeSchedule(state, now, zone, calendar, mailDomains);
  return {
    connection: context.connection,
    reports: state.reports.map((report) => ({
      ...viewReport(report, intervalOf(schedule, report.every), now, time),
      dashboards: viewDashboards(state, report.id),
    })),
    schedule: { ...schedule, isOwn: context.isOwnSchedule },
    activity: describeActivity(state, now, time).slice(0, LISTED_RUNS),
    alerts: viewAlerts(state, Math.floor(calendar.serial(now, zone)), mailDomains),
    summaries: viewSummaries(state, {
      now,
      zone,
      calendar,
      isSample: context.connection?.isSample === true,
      mailDomains,
      allowsChat,
    }),
    allowsChat,
    notes: viewNotes(state),
    running: lease ? { by: lease.by, since: time(lease.since).slice(-5) } : null,
    pause: context.pause,
    timeZone: zone,
    installation: context.installation,
  };
}

/** How notes are kept, if anything shows that there are or were any. */
function viewNotes({ reports, properties }: DocumentState): SidebarState['notes'] {
  const { [PROPERTY.notes]: notes, [PROPERTY.noteMonths]: noteMonths } = properties;
  const hasNotes = notes !== undefined || reports.some(({ noteColumns }) => noteColumns !== '');
  const keptMonths = KEPT_MONTHS.find((months) => String(months) === noteMonths) ?? 0;
  return hasNotes || keptMonths > 0 ? { keptMonths } : null;
}

/** What a person has chosen of a report. */
const CHOICES = ['id', 'revision', 'period', 'sheet', ...Object.keys(PLAIN_REPORT)] as const;

function viewReport(
  saved: SavedReport,
  interval: ScheduleInterval,
  now: number,
  time: (millis: number) => string,
): Omit<ReportView, 'dashboards'> {
  const { lastRun, content, cursor, undo, written } = saved;
  const chosen = Object.fromEntries(CHOICES.map((name) => [name, saved[name as keyof SavedReport]]));
  return {
    ...(chosen as unknown as ReportChoices & Pick<ReportView, 'id' | 'revision'>),
    lastRun: lastRun && { ...lastRun, finishedAt: time(lastRun.finishedAt) },
    shownFrom: content && time(content.refreshedAt),
    isStale:
      content !== null &&
      interval !== 'off' &&
      now - content.refreshedAt > INTERVALS_UNTIL_STALE * INTERVAL_MILLIS[interval],
    confirmation: cursor?.held ? { sentence: `${cursor.held}.`, isKept: written?.isKept ?? false } : null,
    progress: cursor && goesOn(saved, now) ? { text: cursor.progress } : null,
    canUndo: undo !== null,
  };
}

/** The dashboards of a report; one that a run has only begun is none yet. */
function viewDashboards({ properties }: DocumentState, id: string): ReportView['dashboards'] {
  return parseDashboards(properties[PROPERTY.dashboards])
    .filter(({ reportId, look }) => reportId === id && look !== '')
    .map(({ template, sheet, cut, everyMiss }) => ({
      template,
      sheet,
      ...(cut === undefined ? {} : { cut }),
      ...(everyMiss ? { countsEveryMiss: true } : {}),
    }));
}
