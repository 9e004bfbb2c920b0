import type { ConnectionSummary, DocumentState } from '../reports/document-state';
import { runningLease } from '../reports/document-state';
import type { SpreadsheetCalendar } from '../reports/ports';
import type { SavedReport } from '../reports/saved-report';
import type { ConnectionAudience, ReportView, SidebarState } from './contract';

/** What the page needs to know besides the document's state. */
export interface ViewContext {
  readonly connection: (ConnectionSummary & { readonly audience: ConnectionAudience }) | null;
  readonly pause: string | null;
  readonly zone: string;
  readonly now: number;
  readonly calendar: SpreadsheetCalendar;
  readonly installation: 'add-on' | 'bound';
}

/** The document's state as the page shows it: no secret, no full client ID, times as text. */
export function viewState(state: DocumentState, context: ViewContext): SidebarState {
  const { calendar, zone } = context;
  const lease = runningLease(state, context.now);
  const { every, hour } = state.schedule;
  return {
    connection: context.connection,
    reports: state.reports.map((report) => viewReport(report, (millis) => calendar.text(millis, zone))),
    schedule: { every, hour },
    running: lease ? { by: lease.by, since: calendar.text(lease.since, zone).slice(-5) } : null,
    pause: context.pause,
    timeZone: zone,
    installation: context.installation,
  };
}

function viewReport(report: SavedReport, time: (millis: number) => string): ReportView {
  const { id, sheet, period, from, to, lastRun } = report;
  if (lastRun === null) return { id, sheet, period, from, to, lastRun: null };
  const { outcome, finishedAt, message, correlationId } = lastRun;
  return {
    id,
    sheet,
    period,
    from,
    to,
    lastRun: { outcome, finishedAt: time(finishedAt), message, correlationId },
  };
}
