import { installation, policy, version } from '../compose/build-constants';
import { edition } from '../compose/edition';
import { authorization, requirePerson } from '../compose/person';
import { composeWriting, type Writing } from '../compose/writing';
import type { KnownNames, ReportPreview, SaveWarning } from '../contract/reports';
import type { Explanation, NotesFile, SidebarOutcome, SidebarState } from '../contract/sidebar';
import type { SummaryPreview } from '../contract/summaries';
import { inOwnWords, ReportError, toReportError } from '../employer-api/errors';
import { type CheckedConnection, describePause } from '../reports/connection/connection-check';
import { type Permission, pressAndAllow } from '../reports/permissions';
import type { Properties } from '../reports/ports';
import { type DocumentState, readDocumentState } from '../reports/saved/document-state';
import { findOwnSummary } from '../reports/saved/saved-connection';
import { isOwnSchedule } from '../reports/schedule/schedule';
import { describeFound } from '../reports/status/status-sheet';
import { describeForSupport } from '../reports/status/support-note';
import { viewState } from './state-view';

/** What an endpoint did: a sentence, and the state after it where that is known without reading it again. */
export interface Done {
  readonly message: string;
  readonly state?: DocumentState | undefined;
  readonly pause?: string | null;
  /** Whether the page is to ask again at once. */
  readonly more?: boolean;
  readonly names?: KnownNames | undefined;
  /** What reads the rest of the state, where the endpoint has it read already. */
  readonly stores?: Writing['stores'];
  readonly warning?: SaveWarning;
  readonly preview?: ReportPreview;
  readonly checks?: CheckedConnection['checks'];
  readonly explanation?: Explanation;
  readonly notesFile?: NotesFile;
  readonly summary?: SummaryPreview;
}

/** What an endpoint found out although it failed. */
export interface Failing {
  readonly error: ReportError;
  readonly checks?: CheckedConnection['checks'];
  /** The document properties, where they were read. */
  readonly properties?: Properties;
  /** Where Google lets the person allow what is missing. */
  readonly link?: string;
}

/** A question of the page: what it needs, and what answers it. */
export interface Endpoint {
  /** Mail is needed by a test of a summary alone: a schedule runs without it, and says that no mail is sent. */
  readonly needs: readonly Permission[];
  /** @param args As they came: to be checked. */
  run(writing: Writing, ...args: readonly unknown[]): Done | Failing;
}

/** Endpoints that need the same permissions, by name. */
export function needing<Name extends string>(
  needs: Endpoint['needs'],
  runs: Readonly<Record<Name, Endpoint['run']>>,
): Readonly<Record<Name, Endpoint>> {
  const endpoints = Object.entries<Endpoint['run']>(runs).map(([name, run]) => [name, { needs, run }]);
  return Object.fromEntries(endpoints);
}

/** The one exit: an outcome, never an exception, which `google.script.run` would strip of its code. */
export function answer(
  needs: readonly Permission[],
  work: (writing: Writing) => Done | Failing,
): SidebarOutcome {
  // A cell shows the sentence of what is thrown; an outcome is no value that it could show.
  inOwnWords(requirePerson);
  let writing: Writing | undefined;
  try {
    writing = composeWriting('sidebar');
    const done = work(writing);
    if ('error' in done) return failed(needs, writing, done);
    const { message, state: known, pause = null, more = false, names, stores, ...shown } = done;
    const state = known ?? readDocumentState(writing.stores.document.readAll());
    const seen = view(stores ? { ...writing, stores } : writing, state, pause);
    const support = done.checks ? { support: supportNote(writing, state, seen, done) } : {};
    const rest = { ...(names ? { names } : {}), ...support };
    return { kind: 'done', message, state: seen, more, ...shown, ...rest };
  } catch (error) {
    return failed(needs, writing, { error: toReportError(error) });
  }
}

function failed(needs: readonly Permission[], writing: Writing | undefined, found: Failing): SidebarOutcome {
  const mayBeRefused = found.link === undefined && MAY_BE_REFUSED.includes(found.error.code);
  const { error, link } = { ...found, ...(mayBeRefused ? refusalOf(needs) : undefined) };
  const { code, message } = error;
  const checks = found.checks ? { checks: found.checks } : {};
  const said = { kind: 'failed' as const, code, message, ...checks, ...(link ? { link } : {}) };
  try {
    if (writing === undefined) throw error;
    const { stores, fetchingFor } = writing;
    const properties = found.properties ?? stores.document.readAll();
    const state = readDocumentState(properties);
    const seen = view(writing, state, describePause(properties, stores, fetchingFor));
    const support = supportNote(writing, state, seen, { ...checks, error });
    return { ...said, state: seen, support };
  } catch {
    return { ...said, state: null };
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

function view(
  { stores, calendar, clock, triggers, sheets }: Writing,
  state: DocumentState,
  pause: string | null,
): SidebarState {
  const zone = state.zone ?? calendar.zone();
  const shared = state.connection && { ...state.connection, audience: 'everyone' as const };
  const own = shared ? undefined : findOwnSummary(stores);
  const shown = edition.view(state);
  const seen = viewState(state, {
    connection: shared ?? (own ? { ...own, audience: 'me' } : null),
    pause,
    zone,
    now: clock.now(),
    calendar,
    mailDomains: policy.mailDomains,
    allowsChat: policy.chatOrigin !== null,
    installation,
    isOwnSchedule: isOwnSchedule({ triggers }, state),
  });
  // Whatever is saved, the zone is saved with it.
  const found =
    state.zone === undefined ? describeFound({ sheets, calendar, installation }, zone) : undefined;
  return { ...seen, ...(found ? { found } : {}), ...(shown === undefined ? {} : { edition: shown }) };
}

/** A failure for want of a permission, and where Google lets the person give it. */
interface PermissionRefusal {
  readonly error: ReportError;
  /** The address of Google's question. */
  readonly link: string;
}

/** Failures that may be for want of a permission, whatever the platform said. */
const MAY_BE_REFUSED: readonly string[] = ['permission_missing', 'platform_unavailable', 'unreachable'];

/** What of these is missing, as a failure; `undefined` where nothing is. One service call. */
export function refusalOf(
  needed: readonly Permission[],
  sentenceFor: (missing: readonly Permission[]) => string = pressAndAllow,
): PermissionRefusal | undefined {
  const { missing, url } = authorization.missing(needed);
  if (url === null) return undefined;
  return { error: new ReportError('permission_missing', { sentence: sentenceFor(missing) }), link: url };
}
