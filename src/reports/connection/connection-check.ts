import type { Budget } from '../../budget';
import { type CalendarDate, shortDay } from '../../calendar/calendar-date';
import { requestToken } from '../../employer-api/access-token';
import { type Connection, isSampleConnection } from '../../employer-api/connection';
import { type FailureCode, ReportError, readHttpDate, toReportError } from '../../employer-api/errors';
import { isRecord } from '../../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { parseJson, shownCount } from '../../employer-api/text';
import { askService } from '../fetching/ask-service';
import { isPassing, lookAt, noteCheck } from '../fetching/fetch-days';
import type { FetchServices, Properties, SpreadsheetCalendar } from '../ports';
import { PROPERTY } from '../saved/document-state';
import { type Audience, type ConnectionStores, findConnection } from '../saved/saved-connection';

/** What trying and checking a connection need. */
export interface ConnectionServices {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly calendar: SpreadsheetCalendar;
  readonly budget: Budget;
}

/** One step of `Check connection`. */
export interface CheckLine {
  /** What was looked at: `Sign-in`, `Token scope`, `Clock` or `One-day report`; of a warehouse `Dataset`, `Tables` or `Changes`. */
  readonly name: string;
  /** `not_reached`: a step before it failed. */
  readonly state: 'ok' | 'warning' | 'failed' | 'not_reached';
  /** What was found; where it failed, what to do first. Holds no address and nothing of the credentials. */
  readonly sentence: string;
}

const [SIGN_IN, ONE_DAY] = ['Sign-in', 'One-day report'] as const;
/** Failures after which the service is left alone, by a check too. */
const WANTS_CALM: readonly FailureCode[] = ['rate_limited', 'unreachable', 'upstream_timeout'];
/** Clocks that differ by more than this make tokens end early or late. */
const FAR_OFF_MILLIS = 5 * 60_000;
const SCOPE = 'employer_access';
const NO_SCOPE = `Ask the operator of the service to grant these credentials the scope ${SCOPE}: the token came without it`;

/**
 * Asks for a token, then for yesterday's report, and says which of both failed. A service that asked to wait is not called;
 * other remembered failures are ignored, because their cause may be mended. Two requests and five service calls for a
 * connection of everyone.
 *
 * @returns What failed, if anything did; one sentence, that it works or what to do; the steps with warnings; and the
 *   properties that were read.
 * @throws {ReportError} `platform_unavailable` where not even the settings can be read.
 */
export function checkConnection({ stores, fetchingFor, calendar, budget }: ConnectionServices) {
  const properties = stores.document.readAll();
  const checks: CheckLine[] = [];
  let name: CheckLine['name'] = SIGN_IN;
  try {
    const { connection, audience } = findConnection(properties, stores);
    const isSample = isSampleConnection(connection);
    const fetching = fetchingFor(audience);
    const { state, failing } = lookAt(fetching, connection);
    if (failing?.holds && WANTS_CALM.includes(failing.code))
      throw new ReportError(failing.code, { sentence: failing.message });
    const yesterday = calendar.today(properties[PROPERTY.zone] || calendar.zone()) - 1;
    const { token, found, warnings } = tryConnection(fetching, budget, connection, yesterday);
    const sentence = isSample
      ? 'Sample data needs no credentials: nothing is sent.'
      : 'The service accepts the credentials.';
    checks.push({ name, state: 'ok', sentence }, ...warnings);
    name = ONE_DAY;
    const error = typeof found === 'string' ? undefined : found;
    noteCheck(fetching, connection, token, error, state);
    if (error) throw error;
    checks.push({ name, state: 'ok', sentence: `${found}.` });
    const message = `The ${isSample ? 'sample data' : 'connection'} works: ${found}.`;
    return { error, message, checks, properties };
  } catch (thrown) {
    const error = toReportError(thrown);
    checks.push({ name, state: 'failed', sentence: error.message });
    return { error, message: error.message, checks, properties };
  }
}

/**
 * Tries credentials that are not saved, as a check does. Nothing is remembered. Two requests, and no other service call.
 *
 * @returns As `tryConnection`; a failure of the report is one that may pass.
 * @throws {ReportError} If the credentials are refused, or may not read this employer.
 */
export function tryCredentials(
  { calendar, budget }: Pick<ConnectionServices, 'calendar' | 'budget'>,
  fetching: FetchServices,
  connection: Connection,
  zone: string,
) {
  const tried = tryConnection(fetching, budget, connection, calendar.today(zone) - 1);
  const { found } = tried;
  if (typeof found === 'string' || (isPassing(found.code) && found.code !== 'request_refused')) return tried;
  throw notReadable(connection, found);
}

/**
 * A token, then one day.
 *
 * @returns The newest token; how many shifts there were, in words, or the failure of the report; the employer ID that its
 *   answer names; what to look into although it works.
 * @throws {ReportError} A failure of the token call.
 */
function tryConnection(fetching: FetchServices, budget: Budget, connection: Connection, day: CalendarDate) {
  const { clock } = fetching;
  const sentAt = clock.now();
  const warnings: CheckLine[] = [];
  const warn = (name: string, sentence: string) =>
    warnings.push({ name, state: 'warning', sentence: `${sentence}.` });
  let lacksScope = false;
  let token = requestToken(fetching, budget, connection, ({ text, headers }) => {
    const answer = parseJson(text);
    const scope = isRecord(answer) ? answer.scope : undefined;
    // RFC 6749 section 5.1: an answer that does not name the scope grants what was asked for.
    lacksScope = typeof scope === 'string' && !scope.split(/\s+/).includes(SCOPE);
    if (lacksScope) warn('Token scope', NO_SCOPE);
    const ours = (sentAt + clock.now()) / 2;
    const ahead = (readHttpDate(headers.date) ?? ours) - ours;
    const way = `${shownCount(Math.round(Math.abs(ahead) / 60_000), 'minute')} ${ahead > 0 ? 'ahead of' : 'behind'}`;
    if (Math.abs(ahead) > FAR_OFF_MILLIS)
      warn(
        'Clock',
        `Tell the operator of the service: its clock is ${way} Google’s, so tokens may end too early`,
      );
  });
  let found: string | ReportError = new ReportError('upstream_timeout');
  let answered: number | undefined;
  const asked = {
    ...{ kind: SHIFT_FULFILMENT_REPORT, connection, missing: [{ from: day, to: day }], span: 1 },
    ...{ token, isTokenNew: true, zone: null },
  };
  askService(fetching, budget, asked, ({ token: newest, pieces: [piece], failed }) => {
    token = newest;
    answered = piece?.employer;
    if (piece) found = `${shownCount(piece.rows.length, 'shift')} on ${shortDay(day)}`;
    if (failed === undefined) return;
    const { code, detail } = failed.error;
    const isScope = lacksScope && !isPassing(code);
    found = isScope ? new ReportError(code, { ...detail, sentence: NO_SCOPE }) : failed.error;
  });
  return { token, found, answered, warnings };
}

/** A refusal of the report, with what the person who typed the credentials should check. */
function notReadable({ region, employer }: Connection, error: ReportError): ReportError {
  const isMe = employer === 'me';
  const who = isMe ? 'the employer of these credentials' : `employer ${employer}`;
  const check = `Check the ${isMe ? 'region' : 'region and the employer'}`;
  const why = `signed in, but ${who} cannot be read in the ${region} region`;
  const sentences: Partial<Record<FailureCode, string>> = {
    wrong_employer: `${check}: ${why}`,
    not_available: `${check}, or ask the operator of the service to enable API access: ${why}`,
    token_rejected: `Check the region: signed in, but the service of the region ${region} does not accept the sign-in`,
  };
  const { code, detail } = error;
  const sentence = detail.sentence === NO_SCOPE ? undefined : sentences[code];
  return sentence === undefined ? error : new ReportError(code, { ...detail, sentence });
}

/**
 * Why requests of this spreadsheet's connection are on hold, in one sentence; null when they are not, and when
 * there is no connection. One cache read.
 */
export function describePause(
  properties: Properties,
  { stores, fetchingFor }: Pick<ConnectionServices, 'stores' | 'fetchingFor'>,
): string | null {
  try {
    const { connection, audience } = findConnection(properties, stores);
    const { failing } = lookAt(fetchingFor(audience), connection);
    return failing?.holds ? failing.message : null;
  } catch {
    return null;
  }
}
