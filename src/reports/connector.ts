import { formatIsoDate } from '../calendar/calendar-date';
import type { Budget } from '../employer-api/budget';
import type { Connection } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';
import { callReport } from '../employer-api/report-call';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-fulfilment';
import { type DocumentState, PROPERTY, readDocumentState } from './document-state';
import type { FetchServices } from './fetch-services';
import { requestToken } from './kept-tokens';
import type { ScheduleTriggers, SpreadsheetCalendar } from './ports';
import { reportKeys } from './report-cache';
import {
  type Audience,
  type ConnectionStores,
  findConnection,
  removeConnection,
  saveConnection,
} from './saved-connection';
import { type ConnectionKeys, connectionKeys, rangesKey, requestKeys } from './shared-keys';
import {
  type CredentialEntry,
  causeOf,
  deniesAccess,
  GOOD_SECONDS,
  rememberedFailure,
  viewShared,
} from './shared-state';
import { withLock } from './with-lock';

/** What connecting needs. */
export interface ConnectServices {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly calendar: SpreadsheetCalendar;
  readonly triggers: ScheduleTriggers;
  readonly budget: Budget;
}

/** What a person enters to connect, already checked. */
export type Credentials = Pick<Connection, 'region' | 'employer' | 'clientId' | 'clientSecret'>;

/** Saves, tests and forgets the connection of a spreadsheet. */
export class Connector {
  constructor(private readonly services: ConnectServices) {}

  /**
   * Tests credentials at the authorisation server, then saves them in the place of the former ones.
   *
   * A new fingerprint makes everything kept for the former connection unreachable at once. When the test fails
   * nothing changes.
   *
   * @returns What the spreadsheet remembers after it, and whether a connection for everyone was replaced by one's own.
   * @throws {ReportError} The failure of the token call; `busy`.
   */
  connect(
    credentials: Credentials,
    audience: Audience,
  ): { readonly state: DocumentState; readonly endedSharing: boolean } {
    const { stores, fetchingFor, calendar, budget } = this.services;
    const fetching = fetchingFor(audience);
    const connection: Connection = {
      ...credentials,
      fingerprint: fetching.makeId(),
      authOrigin: stores.addresses.auth,
      regionOrigin: stores.addresses.regions[credentials.region],
    };
    const token = requestToken(fetching, budget, connection);
    if ('error' in token) throw token.error;
    return withLock(fetching.lock, () => {
      const properties = stores.document.readAll();
      const previous = this.saved(properties);
      const zone = { [PROPERTY.zone]: calendar.zone() };
      const written = saveConnection({ connection, audience }, stores, previous, zone);
      const state = readDocumentState({ ...properties, ...written });
      if (previous) forgetShared(fetchingFor(previous.audience), previous.connection, state);
      fetching.cache.putAll({
        [connectionKeys(connection, fetching.digest).token]: JSON.stringify(token),
      });
      return { state, endedSharing: audience === 'me' && previous?.audience === 'everyone' };
    });
  }

  /**
   * Asks for a token and for yesterday's report. Remembered refusals do not matter, they may be mended by now; a
   * service that wants to be left alone is.
   *
   * @returns One sentence about what was found, and what the spreadsheet remembers.
   * @throws {ReportError} The first thing that fails.
   */
  check(): { readonly message: string; readonly state: DocumentState } {
    const { stores, fetchingFor, calendar, budget } = this.services;
    const properties = stores.document.readAll();
    const { connection, audience } = findConnection(properties, stores);
    const fetching = fetchingFor(audience);
    const keys = connectionKeys(connection, fetching.digest);
    requireCalm(fetching, keys);
    const token = requestToken(fetching, budget, connection);
    if ('error' in token) throw rememberFailure(fetching, keys, token);
    const now = fetching.clock.now();
    const state = readDocumentState(properties);
    const yesterday = calendar.today(state.zone ?? calendar.zone()) - 1;
    const correlationId = fetching.makeId();
    const result = callReport(
      { ...fetching, budget },
      {
        kind: SHIFT_FULFILMENT_REPORT,
        connection,
        range: { from: yesterday, to: yesterday },
        token: token.value,
        correlationId,
        probing: true,
        lastCoolDownSeconds: 0,
        renewToken: () => {
          throw new ReportError('token_rejected', { status: 401, correlationId });
        },
        beforePause: () => undefined,
      },
    );
    if (result.kind === 'failed') throw rememberFailure(fetching, keys, result);
    fetching.cache.putAll({
      [keys.token]: JSON.stringify(token),
      [keys.credential]: JSON.stringify({ goodUntil: now + GOOD_SECONDS * 1000 }),
      [keys.origin]: JSON.stringify({ failures: 0 }),
      [keys.failing]: '{}',
    });
    const { length } = result.report.rows;
    const found = `${length} shift${length === 1 ? '' : 's'} on ${formatIsoDate(yesterday)}`;
    return { message: `The connection works: ${found}.`, state };
  }

  /**
   * Forgets the connection: the spreadsheet's and this person's own record, what is kept under it, what refreshes have
   * learned from it, the lease, the schedule and this person's own triggers. Reports and their tables stay, and so do records that other people saved
   * for themselves.
   */
  disconnect(): void {
    const { stores, fetchingFor, triggers } = this.services;
    const fetching = fetchingFor('everyone');
    withLock(fetching.lock, () => {
      const properties = stores.document.readAll();
      const previous = this.saved(properties);
      removeConnection(stores);
      const { lease, schedule, bases, names } = PROPERTY;
      stores.document.write({ [lease]: '', [schedule]: '', [bases]: '', [names]: '' });
      if (previous) {
        forgetShared(fetchingFor(previous.audience), previous.connection, readDocumentState(properties));
      }
    });
    // Last: the secret is gone even where this is refused.
    triggers.remove();
  }

  /** A connection that cannot be used any more counts as none. */
  private saved(properties: Record<string, string>) {
    try {
      return findConnection(properties, this.services.stores);
    } catch {
      return undefined;
    }
  }
}

/** @throws {ReportError} While the service wants to be left alone. */
function requireCalm({ cache, clock }: FetchServices, keys: ConnectionKeys): void {
  const now = clock.now();
  const failure = rememberedFailure(viewShared(keys, cache.getAll([keys.credential, keys.origin]), now), now);
  if (failure && ['rate_limited', 'unreachable', 'upstream_timeout'].includes(failure.code)) throw failure;
}

/**
 * A 429 that the check met holds for everyone, and after a refusal no kept rows are shown any more.
 *
 * @returns The failure, to be thrown.
 */
function rememberFailure(
  { cache, clock }: FetchServices,
  keys: ConnectionKeys,
  { error, seconds }: { readonly error: ReportError; readonly seconds: number },
): ReportError {
  const at = clock.now();
  const credential: CredentialEntry | undefined =
    error.code === 'rate_limited'
      ? { mark: { ...causeOf(error), seconds, until: at + seconds * 1000 } }
      : deniesAccess(error.code)
        ? { deniedAt: at }
        : undefined;
  cache.putAll({
    ...(credential ? { [keys.credential]: JSON.stringify(credential) } : {}),
    [keys.failing]: JSON.stringify({ ...causeOf(error), at }),
  });
  return error;
}

/**
 * Removes what the cache keeps of a connection: the token, what is remembered, and the rows of saved reports. Rows of
 * formulas go when the cache drops them: without the connection's fingerprint nobody can ask for them.
 */
function forgetShared(
  { cache, digest }: FetchServices,
  connection: Connection,
  { reports }: DocumentState,
): void {
  const { token, credential, failing } = connectionKeys(connection, digest);
  const ofReports = reports.flatMap(({ content }) => {
    if (content === null) return [];
    const keys = requestKeys(connection, SHIFT_FULFILMENT_REPORT, content, digest);
    return [keys.request, ...reportKeys(keys.report)];
  });
  const ranges = rangesKey(connection, SHIFT_FULFILMENT_REPORT, digest);
  cache.removeAll([token, credential, failing, ranges, ...ofReports]);
}
