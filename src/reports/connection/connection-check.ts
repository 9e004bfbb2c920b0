import type { Budget } from '../../budget';
import { type CalendarDate, shortDay } from '../../calendar/calendar-date';
import type { CheckLine } from '../../contract/connection';
import { type AccessToken, requestToken } from '../../employer-api/access-token';
import { type Connection, isSampleConnection } from '../../employer-api/connection';
import { type FailureCode, ReportError, readHttpDate, toReportError } from '../../employer-api/errors';
import type { HttpResponse } from '../../employer-api/ports';
import { isRecord } from '../../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { parseJson, shownCount } from '../../employer-api/text';
import { askService, MOST_PARTS } from '../fetching/ask-service';
import { isPassing, lookAt, noteCheck } from '../fetching/fetch-days';
import type { FetchServices, Properties, SpreadsheetCalendar } from '../ports';
import { readDocumentState } from '../saved/document-state';
import { type Audience, type ConnectionStores, findConnection } from '../saved/saved-connection';

/** What checking a connection needs. */
interface CheckServices {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly calendar: SpreadsheetCalendar;
  readonly budget: Budget;
}

/** What a check found. */
export interface CheckedConnection {
  /** What failed; `undefined` when the connection works. */
  readonly error: ReportError | undefined;
  /** One sentence: that it works, or what to do. */
  readonly message: string;
  /** Both steps, and warnings. */
  readonly checks: readonly CheckLine[];
  /** The document properties, as read before. */
  readonly properties: Properties;
}

/** The result of trying credentials that the service accepted. */
export interface TriedConnection {
  readonly token: AccessToken;
  /** How many shifts there were yesterday; or the failure that prevented the report. */
  readonly report: { readonly day: CalendarDate; readonly count: number } | { readonly error: ReportError };
  /** What to look into although it works. */
  readonly warnings: readonly CheckLine[];
}

const SIGN_IN = 'Sign-in';
const ONE_DAY = 'One-day report';
/** Clocks that differ by more than this make tokens end early or late. */
const FAR_OFF_MILLIS = 5 * 60_000;
const SCOPE = 'employer_access';
const NO_SCOPE = `Ask the operator of the service to grant these credentials the scope ${SCOPE}: the token came without it`;

/**
 * Asks for a token, then for yesterday's report, and says which of both failed. A service that asked to wait is not called;
 * other remembered failures are ignored, because their cause may be mended. Two requests and five service calls for a
 * connection of everyone.
 *
 * @throws {ReportError} `platform_unavailable` where not even the settings can be read.
 */
export function checkConnection({ stores, fetchingFor, calendar, budget }: CheckServices): CheckedConnection {
  const properties = stores.document.readAll();
  const checks: CheckLine[] = [];
  let step = SIGN_IN;
  try {
    const { connection, audience } = findConnection(properties, stores);
    const zone = readDocumentState(properties).zone ?? calendar.zone();
    const fetching = fetchingFor(audience);
    const { state, failing } = lookAt(fetching, connection);
    if (failing?.holds && WANTS_CALM.includes(failing.code))
      throw new ReportError(failing.code, { sentence: failing.message });
    const { token, report, warnings } = tryConnection(fetching, budget, connection, calendar.today(zone) - 1);
    checks.push(
      {
        name: SIGN_IN,
        state: 'ok',
        sentence: isSampleConnection(connection)
          ? 'Sample data needs no credentials: nothing is sent.'
          : 'The service accepts the credentials.',
      },
      ...warnings,
    );
    step = ONE_DAY;
    const error = 'error' in report ? report.error : undefined;
    noteCheck(fetching, connection, token, error, state);
    if ('error' in report) throw report.error;
    const sentence = `${describeDay(report)}.`;
    checks.push({ name: ONE_DAY, state: 'ok', sentence });
    const what = isSampleConnection(connection) ? 'The sample data works' : 'The connection works';
    return { error: undefined, message: `${what}: ${sentence}`, checks, properties };
  } catch (thrown) {
    const error = toReportError(thrown);
    checks.push({ name: step, state: 'failed', sentence: error.message });
    return { error, message: error.message, checks, properties };
  }
}

/** Failures after which the service is left alone, by a check too. */
const WANTS_CALM: readonly FailureCode[] = ['rate_limited', 'unreachable', 'upstream_timeout'];

/**
 * Tries credentials that are not saved, as a check does. Nothing is remembered. Two requests, and no other service call.
 *
 * @throws {ReportError} If the credentials are refused, or may not read this employer.
 */
export function tryCredentials(
  { calendar, budget }: Pick<CheckServices, 'calendar' | 'budget'>,
  fetching: FetchServices,
  connection: Connection,
  zone: string,
): TriedConnection {
  const tried = tryConnection(fetching, budget, connection, calendar.today(zone) - 1);
  const { report } = tried;
  if (!('error' in report)) return tried;
  const { code } = report.error;
  if (isPassing(code) && code !== 'request_refused') return tried;
  throw report.error.detail.sentence === NO_SCOPE ? report.error : notReadable(connection, report.error);
}

/** A token, then one day. @throws {ReportError} A failure of the token call. */
function tryConnection(
  fetching: FetchServices,
  budget: Budget,
  connection: Connection,
  day: CalendarDate,
): TriedConnection {
  const { clock } = fetching;
  const sentAt = clock.now();
  const seen: { lacksScope: boolean; warnings: CheckLine[] } = { lacksScope: false, warnings: [] };
  const token = requestToken(fetching, budget, connection, (response) => {
    seen.lacksScope = lacksScope(response);
    if (seen.lacksScope) seen.warnings.push(warning('Token scope', NO_SCOPE));
    seen.warnings.push(...clockWarnings(response, (sentAt + clock.now()) / 2));
  });
  let report: TriedConnection['report'] = { error: new ReportError('upstream_timeout') };
  const range = { from: day, to: day };
  const kind = SHIFT_FULFILMENT_REPORT;
  const asked = { kind, connection, missing: [range], parts: MOST_PARTS, token, isTokenNew: true };
  let newest = token;
  askService(fetching, budget, asked, (soFar) => {
    newest = soFar.token;
    const [answered] = soFar.answered;
    if (answered) report = { day, count: answered.answer.rows.length };
    if (soFar.failed) report = { error: withScope(soFar.failed.error, seen.lacksScope) };
  });
  return { token: newest, report, warnings: seen.warnings };
}

function warning(name: string, sentence: string): CheckLine {
  return { name, state: 'warning', sentence: `${sentence}.` };
}

/** RFC 6749 section 5.1: an answer that does not name the scope grants what was asked for. */
function lacksScope({ text }: HttpResponse): boolean {
  const answer = parseJson(text);
  const scope = isRecord(answer) ? answer.scope : undefined;
  return typeof scope === 'string' && !scope.split(/\s+/).includes(SCOPE);
}

function withScope(error: ReportError, isLacking: boolean): ReportError {
  if (!isLacking || isPassing(error.code)) return error;
  return new ReportError(error.code, { ...error.detail, sentence: NO_SCOPE });
}

function clockWarnings({ headers }: HttpResponse, ours: number): CheckLine[] {
  const theirs = readHttpDate(headers.date) ?? ours;
  if (Math.abs(theirs - ours) <= FAR_OFF_MILLIS) return [];
  const minutes = shownCount(Math.round(Math.abs(theirs - ours) / 60_000), 'minute');
  const way = theirs > ours ? 'ahead of' : 'behind';
  const sentence = `Tell the operator of the service: its clock is ${minutes} ${way} Google’s, so tokens may end too early`;
  return [warning('Clock', sentence)];
}

/** The size of a one-day report, in words. */
export function describeDay({ day, count }: { readonly day: CalendarDate; readonly count: number }): string {
  return `${shownCount(count, 'shift')} on ${shortDay(day)}`;
}

/** A refusal of the report, with what the person who typed the credentials should check. */
function notReadable({ region, employer }: Connection, error: ReportError): ReportError {
  const [who, what] =
    employer === 'me'
      ? ['the employer of these credentials', 'region']
      : [`employer ${employer}`, 'region and the employer'];
  const sentences: Partial<Record<FailureCode, string>> = {
    wrong_employer: `Check the ${what}: signed in, but ${who} cannot be read in the ${region} region`,
    not_available: `Check the ${what}, or ask the operator of the service to enable API access: signed in, but ${who} cannot be read in the ${region} region`,
    token_rejected: `Check the region: signed in, but the service of the region ${region} does not accept the sign-in`,
  };
  const { code, detail } = error;
  const sentence = sentences[code];
  return sentence === undefined ? error : new ReportError(code, { ...detail, sentence });
}

/**
 * Why requests of this spreadsheet's connection are on hold, in one sentence; null when they are not, and when
 * there is no connection. One cache read.
 */
export function describePause(
  properties: Properties,
  stores: ConnectionStores,
  fetchingFor: (audience: Audience) => FetchServices,
): string | null {
  try {
    const { connection, audience } = findConnection(properties, stores);
    const { failing } = lookAt(fetchingFor(audience), connection);
    return failing?.holds ? failing.message : null;
  } catch {
    return null;
  }
}
