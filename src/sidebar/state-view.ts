import { viewAlerts } from '../alerts/alert';
import { edition } from '../compose/edition';
import type { Writing } from '../compose/writing';
import { formOf, NOTES_FORM } from '../contract/reports';
import { dashboardsIn } from '../dashboards/dashboard-records';
import { attempt, isRefusal, shownFailure } from '../employer-api/errors';
import { capital } from '../employer-api/text';
import {
  type ActivityRecord,
  type DocumentState,
  ownConnection,
  PROPERTY,
  runningLease,
  viewConnection,
} from '../reports/saved/document-state';
import { findStranger, parseLearned } from '../reports/saved/names';
import {
  goesOn,
  isEmptyTable,
  outcomeOf,
  readCriteria,
  type SavedReport,
} from '../reports/saved/saved-report';
import { SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import { describeSchedule, shownMessage, timetable } from '../reports/schedule/schedule';
import { describeFound, millisUntilStale } from '../reports/status/status-sheet';
import { generalTarget, mistakesLeft, parseTargets } from '../reports/targets/targets-sheet';
import { viewSummaries } from '../summaries/summaries';
import type { Done } from './answer';

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
 * @param failing Of `lookAtConnection`; left out where that was not asked: then the newest run tells.
 */
export function viewState(services: Writing, state: DocumentState, failing?: Done['failing']) {
  const { stores, calendar, clock, triggers, mailDomains, installation } = services;
  const isUnsaved = !state.properties[PROPERTY.zone];
  const zone = isUnsaved ? calendar.zone() : state.zone;
  const now = clock.now();
  const time = (millis: number) => calendar.text(millis, zone);
  const runs = state.reports.flatMap(({ lastRun }) => lastRun ?? []);
  const [newest] = runs.sort((one, other) => other.finishedAt - one.finishedAt);
  // A run that failed for another reason than the service, such as filled cells, says nothing of the connection.
  const isOfService = newest?.outcome === 'failed' && (newest.correlationId || isRefusal(newest.code));
  const failed = failing === undefined && isOfService ? newest : failing?.error;
  const own = state.connection ? undefined : ownConnection(stores);
  const connection = state.connection ?? (own && viewConnection(own, state.reports)) ?? null;
  const schedule = describeSchedule(state, now, zone, calendar, mailDomains);
  const isOwn =
    schedule.runsAs !== null && triggers.ownIds().includes(state.schedule.triggers.slice(-1)[0] ?? '');
  const dashboards = dashboardsIn(state.properties);
  const times = timetable(state.schedule, now, zone, calendar);
  const reports = state.reports.map((saved) => {
    const { lastRun, content, cursor, undo } = saved;
    const message = shownMessage(saved, state.schedule);
    const outcome = outcomeOf(saved);
    return {
      ...formOf(saved),
      lastRun: lastRun && { ...lastRun, message, finishedAt: time(lastRun.finishedAt) },
      /** `22 Nov 2026, 06:00 to 07:00`; null for one that is refreshed by hand. */
      nextRun: times.next([saved]),
      /** When the refresh wrote the rows that its sheet shows; null if it shows none. */
      shownFrom: content && time(content.refreshedAt),
      /** Whether two refreshes of the schedule were missed since then. */
      isStale: content !== null && now > content.refreshedAt + millisUntilStale(saved, state.schedule),
      /** New data that lacks so much that it waits for a person's word; `isKept`: that the old table stays. */
      confirmation: cursor?.held
        ? { sentence: `${capital(cursor.held)}, so the old table stays.`, isKept: outcome === 'kept' }
        : null,
      /** What came of a run that is not finished, or left the old table or an empty one; otherwise empty. */
      remark: goesOn(saved, now) || outcome === 'kept' || isEmptyTable(saved) ? message : '',
      stranger: strangerIn(saved, state.properties[PROPERTY.learned], services.packer),
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
  const targets = parseTargets(state.properties[PROPERTY.targets], services.packer);
  const seenNames = () => new SpreadsheetContext(services).seenNames();
  const keptMonths = NOTES_FORM.entries.months.options.find((months) => String(months) === noteMonths) ?? 0;
  const hasNotes = notes !== undefined || reports.some(({ noteColumns }) => noteColumns !== '');
  const lease = runningLease(state, now);
  // Whatever is saved, the zone is saved with it.
  const copy = isUnsaved ? describeFound(services, zone) : undefined;
  const shown = edition.view(state);
  return {
    connection: connection && {
      ...connection,
      /** Why the newest call of the service failed. */
      failing: failed ? shownFailure(failed.message, schedule.nextRun !== null) : null,
      /** Whether that is because the service no longer takes the connection. */
      isRefused: isRefusal(failed?.code),
    },
    /** The moment of this state. */
    now: time(now),
    reports,
    schedule: { ...schedule, isOwn },
    activity: describeActivity(state, now, time),
    alerts: viewAlerts(state, Math.floor(calendar.serial(now, zone)), mailDomains),
    summaries: viewSummaries(state, { ...services, now, zone, isSample }),
    allowsChat,
    /** That of the targets sheet for everything at any time; null where it has none. */
    target: generalTarget(targets),
    mistakes: attempt(() => mistakesLeft(services, targets, zone, seenNames)) ?? [],
    /** Null where no report has note columns and no note has left one. */
    notes: hasNotes || keptMonths > 0 ? { keptMonths } : null,
    /** The refresh that is running now, and since when: `14:05`. */
    running: lease ? { by: lease.by, since: time(lease.since).slice(-5) } : null,
    timeZone: zone,
    installation,
    ...(copy === undefined ? {} : { found: copy }),
    ...(shown === undefined ? {} : { edition: shown }),
  };
}

/** The first name in a report's filters that no refresh of its connection has seen; null where all are known. */
function strangerIn(saved: SavedReport, learned: string | undefined, packer: Writing['packer']) {
  const [filters, source] = [readCriteria(saved), saved.content?.source];
  const names = filters.length > 0 && source ? parseLearned(learned, source, packer)?.names : undefined;
  return findStranger(filters, names) ?? null;
}

/**
 * The runs that have ended, newest first; in one line those of a report, one after another, that say the same.
 *
 * @param time A moment as the spreadsheet's clock shows it: `21 Nov 2026, 14:05`.
 */
export function describeActivity(
  state: Pick<DocumentState, 'activity' | 'lease'>,
  now: number,
  time: (millis: number) => string,
) {
  const ended = runningLease(state, now) === undefined ? state.activity : state.activity.slice(0, -1);
  const lines: { readonly run: ActivityRecord; runs: number }[] = [];
  for (const record of [...ended].reverse()) {
    const [later] = lines.filter(({ run }) => run.sheet === record.sheet).slice(-1);
    const isLike = (['by', 'outcome', 'sentence'] as const).every((key) => later?.run[key] === record[key]);
    if (later && isLike) later.runs += 1;
    else lines.push({ run: record, runs: 1 });
  }
  return lines.map(({ run, runs }) => {
    // What to do, which comes first in the sentence of a failure, stands with the report as it is now.
    const why = ['failed', 'held'].includes(run.outcome) ? run.sentence.replace(/^.*?: /, '') : run.sentence;
    const said = run.outcome === 'lost' ? 'The table is whole.' : capital(why);
    const sentence = runs === 1 ? said : `${runs} runs in a row: ${said}`;
    return { ...run, at: time(run.at), sentence };
  });
}
