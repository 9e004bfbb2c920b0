import { shortDay } from '../../calendar/calendar-date';
import type { Audience } from '../../contract/connection';
import { type AccessToken, NO_SCOPE } from '../../employer-api/access-token';
import { type Connection, isSampleConnection } from '../../employer-api/connection';
import {
  asShown,
  attempt,
  type FailureCode,
  isPassing,
  ReportError,
  refuse,
  toReportError,
} from '../../employer-api/errors';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { shownCount } from '../../employer-api/text';
import { askService } from '../fetching/ask-service';
import { forgetToken, lookAt, noteCheck } from '../fetching/fetch-days';
import type { ConnectionStores, DocumentServices, FetchServices, Properties, Services } from '../ports';
import {
  findConnection,
  locked,
  ownConnection,
  ownName,
  PROPERTY,
  readDocumentState,
  type SavedConnection,
  SCHEDULE_OFF,
  sharedConnection,
} from '../saved/document-state';
import { scheduleProperty } from '../schedule/schedule';

/** What connecting and checking need. */
type ConnectionServices = DocumentServices & Pick<Services, 'stores' | 'fetchingFor' | 'calendar'>;

/** What a person enters to connect, already checked. */
type Credentials = Pick<Connection, 'region' | 'employer' | 'clientId' | 'clientSecret'>;

/**
 * Tests credentials with a token and one day of the report, then saves them in place of the former ones. A report that is
 * only slow, busy or unreadable does not prevent that: the service has accepted the credentials.
 *
 * A new fingerprint makes everything kept for the former connection unreachable at once. If the test fails, nothing
 * changes.
 *
 * @param addresses Those of the sample employer make no request: they are answered in-process.
 * @returns The state after it; the shifts or the failure that were found; whether a connection for everyone ended, and
 *   whether sample data did.
 * @throws {ReportError} The failure of the token call, or a failure of the report that will not pass; `invalid_settings` where
 *   the sample would replace a connection, even one that can no longer be used; `busy`.
 */
export function connect(
  services: ConnectionServices,
  credentials: Credentials,
  audience: Audience,
  addresses = services.stores.addresses,
) {
  const { stores, document, fetchingFor, calendar } = services;
  const fetching = fetchingFor(audience);
  const connection: Connection = {
    ...credentials,
    fingerprint: fetching.makeId(),
    authOrigin: addresses.auth,
    regionOrigin: addresses.regions[credentials.region],
  };
  // Before the lock is taken: this read waits for formulas that calculate, and these may wait for the lock.
  const zone = calendar.zone();
  const { token, found, answered } = tryConnection(services, fetching, connection, zone);
  const error = typeof found === 'string' ? undefined : found;
  if (error && (!isPassing(error.code) || error.code === 'request_refused'))
    throw notReadable(connection, error);
  return locked(services, (_, properties) => {
    const former = connectionsIn(properties, stores);
    const isSample = isSampleConnection(connection);
    if (isSample && former.some((one) => !isSampleConnection(one.connection)))
      refuse(
        'invalid_settings',
        'Press Disconnect first: sample data would take the place of the connection that this spreadsheet has',
      );
    const text = JSON.stringify({ ...connection, answered });
    const isShared = audience === 'everyone';
    if (!isShared) stores.user.write({ [ownName(stores)]: text });
    // Empty, not removed: one write instead of two.
    const written = { [PROPERTY.zone]: zone, [PROPERTY.connection]: isShared ? text : '' };
    document.write(written);
    const hadOwn = former.some((one) => one.audience === 'me');
    if (isShared && hadOwn) stores.user.write({ [ownName(stores)]: '' });
    for (const one of former) forgetToken(fetchingFor(one.audience), one.connection);
    noteCheck(fetching, connection, token, error);
    return {
      state: readDocumentState({ ...properties, ...written }),
      endedSharing: !isShared && former.some((one) => one.audience === 'everyone'),
      leftSample: !isSample && former.some((one) => isSampleConnection(one.connection)),
      found,
    };
  });
}

/** The connections that this person has here, even those that no request may use. */
function connectionsIn(properties: Properties, stores: ConnectionStores) {
  return [sharedConnection(properties), ownConnection(stores)].filter((one) => one !== undefined);
}

/** Refusals that a wrong region or employer may be behind. */
const MAY_BE_MISTYPED: readonly FailureCode[] = [
  'wrong_employer',
  'access_refused',
  'not_available',
  'token_rejected',
];

/** A refusal of the report, with what the person who typed the credentials should check. */
function notReadable({ region, employer }: Connection, error: ReportError): ReportError {
  const { code, detail } = error;
  if (!MAY_BE_MISTYPED.includes(code) || detail.sentence === NO_SCOPE) return error;
  // “me” is no other employer.
  const [check, who] =
    employer === 'me'
      ? ['the region', 'the employer of these credentials']
      : ['the region and the employer', `employer ${employer}`];
  const sentence = `Check ${check}, or ask the operator of the service: signed in, but ${who} cannot be read in the ${region} region`;
  return new ReportError(code, { ...detail, sentence });
}

/**
 * Asks for a token, then for yesterday's report. Nothing is remembered.
 *
 * @returns The newest token; how many shifts there were, in words, or the failure of the report; the employer ID that its
 *   answer names.
 * @throws {ReportError} A failure of the token call.
 */
function tryConnection(
  { calendar }: Pick<ConnectionServices, 'calendar'>,
  fetching: FetchServices,
  connection: Connection,
  zone: string,
) {
  const day = calendar.today(zone) - 1;
  let token: AccessToken | undefined;
  let answered: number | undefined;
  let found: string | ReportError = new ReportError('upstream_timeout');
  const asked = { connection, missing: [{ from: day, to: day }], span: 1, token, zone: null };
  askService(fetching, { kind: SHIFT_FULFILMENT_REPORT, ...asked }, (round) => {
    const [piece] = round.pieces;
    token = round.token;
    answered = piece?.employer;
    if (piece) found = `${shownCount(piece.rows.length, 'shift')} on ${shortDay(day)}`;
    if (round.failed) found = round.failed.error;
  });
  return { token, found: found as string | ReportError, answered };
}

/** One step of `Check connection`. */
export interface CheckLine {
  /** What was looked at: `Sign-in`, `Token scope` or `One-day report`; of a warehouse `Tables` or `Changes`. */
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was found; where it failed, what to do first. Holds no address and nothing of the credentials. */
  readonly sentence: string;
}

/** Failures after which the service is left alone, by a check too. */
const WANTS_CALM: readonly FailureCode[] = ['rate_limited', 'unreachable', 'upstream_timeout'];

/**
 * Asks for a token, then for yesterday's report, and says which of both failed. A service that asked to wait is not called;
 * other remembered failures are ignored, because their cause may be mended.
 *
 * @returns What failed, if anything did; one sentence, that it works or what to do; the steps with warnings; and the
 *   properties that were read.
 * @throws {ReportError} `platform_unavailable` where not even the settings can be read.
 */
export function checkConnection(services: ConnectionServices) {
  const { document, stores, fetchingFor, calendar } = services;
  const properties = document.readAll();
  const checks: CheckLine[] = [];
  let name = 'Sign-in';
  try {
    const { connection, audience } = findConnection(properties, stores);
    const fetching = fetchingFor(audience);
    const { state, failing } = lookAt(fetching, connection);
    if (failing?.holds && WANTS_CALM.includes(failing.error.code)) {
      // Nothing is asked: there is no step.
      name = '';
      throw failing.error;
    }
    const zone = properties[PROPERTY.zone] || calendar.zone();
    const { token, found } = tryConnection(services, fetching, connection, zone);
    const [accepted, what] = isSampleConnection(connection)
      ? ['Sample data needs no credentials: nothing is sent.', 'sample data']
      : ['The authorisation server accepts the credentials.', 'connection'];
    checks.push({ name, state: 'ok', sentence: accepted });
    if (token?.lacksScope) checks.push({ name: 'Token scope', state: 'warning', sentence: `${NO_SCOPE}.` });
    name = 'One-day report';
    const error = typeof found === 'string' ? undefined : found;
    noteCheck(fetching, connection, token, error, state);
    if (error) throw error;
    checks.push({ name, state: 'ok', sentence: `${found}.` });
    return { error, message: `The ${what} works: ${found}.`, checks, properties };
  } catch (thrown) {
    const { schedule } = readDocumentState(properties);
    const error = asShown(toReportError(thrown), schedule.every !== 'off');
    if (name) checks.push({ name, state: 'failed', sentence: error.message });
    return { error, message: error.message, checks, properties };
  }
}

/**
 * The newest failure of this spreadsheet's connection, and whether requests are on hold for it; null after a success,
 * `undefined` where nothing is remembered, also for want of a connection. One cache read.
 *
 * @param connected Finds the connection.
 */
export function lookAtConnection(
  { fetchingFor }: Pick<ConnectionServices, 'fetchingFor'>,
  connected: () => SavedConnection,
) {
  return attempt(() => {
    const { connection, audience } = connected();
    const { state, failing } = lookAt(fetchingFor(audience), connection);
    return failing ?? (state.token && null);
  });
}

/**
 * Forgets the connection: the spreadsheet's and this person's own record, the token, what refreshes have learned from its
 * rows, the lease, and the schedule with this person's own trigger of this spreadsheet; other people's triggers end when
 * they wake. Reports and their tables stay, and so do records that other people saved for themselves.
 */
export function disconnect(
  services: DocumentServices &
    Pick<Services, 'stores' | 'fetchingFor'> & { readonly triggers: Pick<Services['triggers'], 'remove'> },
): void {
  const { stores, document, fetchingFor, triggers } = services;
  const { clock } = fetchingFor('everyone');
  const named = locked(services, ({ schedule }, properties) => {
    const former = connectionsIn(properties, stores);
    const off = scheduleProperty({ ...SCHEDULE_OFF, savedAt: clock.now(), triggers: schedule.triggers });
    const { connection, lease, learned } = PROPERTY;
    const nothing = { [connection]: '', [lease]: '', [learned]: '' };
    // Where no schedule was ever set there is none to end.
    document.write({ ...nothing, ...(properties[PROPERTY.schedule] ? off : {}) });
    stores.user.write({ [ownName(stores)]: '' });
    for (const one of former) forgetToken(fetchingFor(one.audience), one.connection);
    return schedule.triggers;
  });
  // Last: the secret is gone even where this is refused.
  triggers.remove(named);
}
