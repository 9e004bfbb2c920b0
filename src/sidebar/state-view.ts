import { viewAlerts } from '../alerts/alert';
import { edition } from '../compose/edition';
import type { Writing } from '../compose/writing';
import { formOf, NOTES_FORM } from '../contract/reports';
import { dashboardsIn } from '../dashboards/dashboard-records';
import {
  type ActivityRecord,
  type DocumentState,
  ownConnection,
  PROPERTY,
  runningLease,
  viewConnection,
} from '../reports/saved/document-state';
import { goesOn } from '../reports/saved/saved-report';
import { describeSchedule } from '../reports/schedule/schedule';
import { describeFound, millisUntilStale } from '../reports/status/status-sheet';
import { viewSummaries } from '../summaries/summaries';

/** Everything the sidebar shows. */
export type SidebarState = ReturnType<typeof viewState>;

/** A saved report, and the state of its table. */
export type ReportView = SidebarState['reports'][number];

/** An alert as kept, and how it stands. */
export type AlertView = SidebarState['alerts'][number];

/** A summary email as it is kept, and when it goes. */
export type SummaryView = SidebarState['summaries'][number];

/**
 * The document's state as the page shows it: no secret, no full client ID, times as text.
 *
 * @param pause Why requests are on hold; null where they are not, or that was not asked.
 */
export function viewState(services: Writing, state: DocumentState, pause: string | null) {
  const { stores, calendar, clock, triggers, mailDomains, installation } = services;
  const isUnsaved = !state.properties[PROPERTY.zone];
  const zone = isUnsaved ? calendar.zone() : state.zone;
  const now = clock.now();
  const time = (millis: number) => calendar.text(millis, zone);
  const own = state.connection ? undefined : ownConnection(stores);
  const connection = state.connection ?? (own && viewConnection(own, state.reports)) ?? null;
  const schedule = describeSchedule(state, now, zone, calendar, mailDomains);
  const isOwn =
    schedule.runsAs !== null && triggers.ownIds().includes(state.schedule.triggers.slice(-1)[0] ?? '');
  const dashboards = dashboardsIn(state.properties);
  const reports = state.reports.map((saved) => {
    const { lastRun, content, cursor, undo, written } = saved;
    return {
      ...formOf(saved),
      lastRun: lastRun && { ...lastRun, finishedAt: time(lastRun.finishedAt) },
      /** When the refresh wrote the rows that its sheet shows; null if it shows none. */
      shownFrom: content && time(content.refreshedAt),
      /** Whether two refreshes of the schedule were missed since then. */
      isStale: content !== null && now > content.refreshedAt + millisUntilStale(saved, state.schedule),
      /** New data that lacks so much that it waits for a person's word; `isKept`: who answered that the old table stays. */
      confirmation: cursor?.held ? { sentence: `${cursor.held}.`, isKept: written?.isKept ?? false } : null,
      /** How far a refresh came that is not finished: `330 of 730 days`. */
      progress: cursor && goesOn(saved, now) ? cursor.progress : null,
      canUndo: undo !== null,
      dashboards: dashboards
        // One that a run has only begun is none yet.
        .filter(({ reportId, look }) => reportId === saved.id && look !== '')
        .map(({ template, sheet, cut, everyMiss }) => ({
          template,
          /** Its name when it was last written. */
          sheet,
          ...(cut && { cut }),
          ...(everyMiss && { everyMiss }),
        })),
    };
  });
  const allowsChat = services.chatOrigin !== null;
  const isSample = connection?.isSample === true;
  const { [PROPERTY.notes]: notes, [PROPERTY.noteMonths]: noteMonths } = state.properties;
  const keptMonths = NOTES_FORM.entries.months.options.find((months) => String(months) === noteMonths) ?? 0;
  const hasNotes = notes !== undefined || reports.some(({ noteColumns }) => noteColumns !== '');
  const lease = runningLease(state, now);
  // Whatever is saved, the zone is saved with it.
  const copy = isUnsaved ? describeFound(services, zone) : undefined;
  const shown = edition.view(state);
  return {
    connection,
    reports,
    schedule: { ...schedule, isOwn },
    activity: describeActivity(state, now, time),
    alerts: viewAlerts(state, Math.floor(calendar.serial(now, zone)), mailDomains),
    summaries: viewSummaries(state, { ...services, now, zone, isSample }),
    allowsChat,
    /** Null where no report has note columns and no note has left one. */
    notes: hasNotes || keptMonths > 0 ? { keptMonths } : null,
    /** The refresh that is running now, and since when: `14:05`. */
    running: lease ? { by: lease.by, since: time(lease.since).slice(-5) } : null,
    pause,
    timeZone: zone,
    installation,
    ...(copy === undefined ? {} : { found: copy }),
    ...(shown === undefined ? {} : { edition: shown }),
  };
}

/** What is said of a run that began and has not ended. */
const LOST = 'Google ended this run early. The table is complete: either the old one or the new one.';

/**
 * The runs, newest first, the one that runs among them; in one line those of a report, one after another, that say the same.
 *
 * @param time A moment as the spreadsheet's clock shows it: `21 Nov 2026, 14:05`.
 */
export function describeActivity(
  state: Pick<DocumentState, 'activity' | 'lease'>,
  now: number,
  time: (millis: number) => string,
) {
  const lines = state.activity.map((record) => ({
    ...record,
    at: time(record.at),
    sentence: record.outcome === 'lost' ? LOST : record.sentence,
  }));
  const [newest, ...older] = lines.reverse();
  if (newest === undefined || runningLease(state, now) === undefined) return fold(lines);
  const sentence = `Running since ${newest.at.slice(-5)}.`;
  return [{ ...newest, outcome: 'running' as const, sentence }, ...fold(older)];
}

/** @param lines Newest first. @returns `14:05 to 20:05`, `7 runs: …` for several that say the same. */
function fold<Line extends Omit<ActivityRecord, 'at'> & { readonly at: string }>(lines: readonly Line[]) {
  const folded: { readonly line: Line; first: string; runs: number }[] = [];
  for (const line of lines) {
    const [later] = folded.filter((one) => one.line.sheet === line.sheet).slice(-1);
    const isLike = (['by', 'outcome', 'sentence'] as const).every((key) => later?.line[key] === line[key]);
    if (later && isLike) Object.assign(later, { first: line.at, runs: later.runs + 1 });
    else folded.push({ line, first: line.at, runs: 1 });
  }
  return folded.map(({ line, first, runs }) => {
    if (runs === 1) return line;
    const isOneDay = first.slice(0, -5) === line.at.slice(0, -5);
    const until = first === line.at ? '' : ` to ${isOneDay ? line.at.slice(-5) : line.at}`;
    return { ...line, at: first + until, sentence: `${runs} runs: ${line.sentence}` };
  });
}
