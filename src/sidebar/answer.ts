import { installation, version } from '../compose/build-constants';
import { requirePerson } from '../compose/person';
import { composeWriting, type Writing } from '../compose/writing';
import { type ReportError, toReportError } from '../employer-api/errors';
import type { CheckedConnection } from '../reports/connection/connection-check';
import { describePause } from '../reports/connection/request-pause';
import type { Properties } from '../reports/ports';
import { type DocumentState, readDocumentState } from '../reports/saved/document-state';
import { findOwnSummary } from '../reports/saved/saved-connection';
import type { SavedReport } from '../reports/saved/saved-report';
import { isRefused } from '../reports/saved/shrink-guard';
import { describeForSupport } from '../reports/status/support-note';
import type { ExplanationView, SidebarOutcome, SidebarState } from './contract';
import type { PreviewView } from './contract-reports';
import { type ReportFare, viewState } from './state-view';

/** What an endpoint did: a sentence, and the state after it where that is known without reading it again. */
export interface Done {
  readonly message: string;
  readonly state?: DocumentState | undefined;
  readonly pause?: string | null;
  /** Whether the page is to ask again at once. */
  readonly more?: boolean;
  readonly preview?: PreviewView;
  readonly checks?: CheckedConnection['checks'];
  readonly explanation?: ExplanationView;
}

/** What an endpoint found out although it failed. */
export interface Failing {
  readonly error: ReportError;
  readonly checks: CheckedConnection['checks'];
  /** The document properties, where they were read. */
  readonly properties: Properties;
}

/** The one exit: an outcome, never an exception, which `google.script.run` would strip of its code. */
export function answer(work: (writing: Writing) => Done | Failing): SidebarOutcome {
  refuseCell();
  let writing: Writing | undefined;
  try {
    writing = composeWriting('sidebar');
    const done = work(writing);
    if ('error' in done) return failed(writing, done.error, done);
    const { message, state: known, pause = null, more = false, ...shown } = done;
    const state = known ?? readDocumentState(writing.stores.document.readAll());
    const seen = view(writing, state, pause);
    const support = done.checks ? { support: supportNote(writing, state, seen, done) } : {};
    return { kind: 'done', message, state: seen, more, ...shown, ...support };
  } catch (error) {
    return failed(writing, toReportError(error));
  }
}

function failed(writing: Writing | undefined, error: ReportError, found?: Failing): SidebarOutcome {
  const { code, message } = error;
  const checks = found ? { checks: found.checks } : {};
  try {
    if (writing === undefined) throw error;
    const { stores, fetchingFor } = writing;
    const properties = found?.properties ?? stores.document.readAll();
    const state = readDocumentState(properties);
    const seen = view(writing, state, describePause(properties, stores, fetchingFor));
    const support = supportNote(writing, state, seen, { ...checks, error });
    return { kind: 'failed', code, message, state: seen, ...checks, support };
  } catch {
    return { kind: 'failed', code, message, state: null, ...checks };
  }
}

/** Text to copy for whoever helps, from what is known anyway: no service call. */
function supportNote(
  { calendar, clock }: Writing,
  state: DocumentState,
  { connection, timeZone }: SidebarState,
  { error, checks }: { readonly error?: ReportError; readonly checks?: CheckedConnection['checks'] },
): string {
  const time = (millis: number) => calendar.text(millis, timeZone);
  const place = { version, installation, now: clock.now(), time, zone: timeZone };
  return describeForSupport({ ...place, connection, state, failure: error, checks });
}

/** A cell shows the sentence of what is thrown; an outcome is no value that it could show. */
function refuseCell(): void {
  try {
    requirePerson();
  } catch (error) {
    throw new Error(toReportError(error).message);
  }
}

function view(
  { stores, calendar, clock, scheduler }: Writing,
  state: DocumentState,
  pause: string | null,
): SidebarState {
  const shared = state.connection && { ...state.connection, audience: 'everyone' as const };
  const own = shared ? undefined : findOwnSummary(stores);
  return viewState(state, {
    connection: shared ?? (own ? { ...own, audience: 'me' } : null),
    pause,
    zone: state.zone ?? calendar.zone(),
    now: clock.now(),
    calendar,
    installation,
    isOwnSchedule: scheduler.isOwn(state),
    fareOf: (report) => fareOf(report, clock.now()),
  });
}

/** What of a report waits, goes on or can be put back. */
function fareOf({ cursor, snapshot, summary }: SavedReport, now: number): ReportFare {
  const known = cursor && now < cursor.until ? cursor : null;
  return {
    held: known?.held ? { sentence: `${known.held}.`, isKept: isRefused(summary, known.held) } : null,
    progress: known?.progress && !known.held ? { text: known.progress } : null,
    canUndo: snapshot !== null && snapshot.previous !== null,
  };
}
