import { formatIsoDate } from '../calendar/calendar-date';
import type { Budget } from '../employer-api/budget';
import type { Connection } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';
import { callReport } from '../employer-api/report-call';
import { type DocumentState, PROPERTY, readDocumentState } from './document-state';
import type { FetchServices } from './fetch-services';
import { requestToken } from './kept-tokens';
import type { ScheduleTriggers, SpreadsheetCalendar } from './ports';
import {
  type Audience,
  type ConnectionStores,
  findConnection,
  removeConnection,
  saveConnection,
} from './saved-connection';
import { GOOD_SECONDS, sharedKeys } from './shared-state';

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

const LOCK_WAIT_MILLIS = 15_000;
/** The shared keys of a connection do not depend on days, except those of a request. */
const ANY_RANGE = { from: 0, to: 0 };

/** Saves, tests and forgets the connection of a spreadsheet. */
export class Connector {
  constructor(private readonly services: ConnectServices) {}

  /**
   * Tests credentials at the authorisation server, then saves them in the place of the former ones.
   *
   * A new fingerprint makes everything kept for the former connection unreachable at once. When the test fails
   * nothing changes.
   *
   * @returns What the spreadsheet remembers after it.
   * @throws {ReportError} The failure of the token call; `busy`.
   */
  connect(credentials: Credentials, audience: Audience): DocumentState {
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
    return this.locked(fetching, () => {
      const properties = stores.document.readAll();
      const previous = this.saved(properties);
      const zone = { [PROPERTY.zone]: readDocumentState(properties).zone ?? calendar.zone() };
      const written = saveConnection({ connection, audience }, stores, previous, zone);
      if (previous) forgetShared(fetchingFor(previous.audience), previous.connection);
      fetching.cache.putAll({
        [sharedKeys(connection, ANY_RANGE, fetching.digest).token]: JSON.stringify(token),
      });
      return readDocumentState({ ...properties, ...written });
    });
  }

  /**
   * Asks for a token and for yesterday's report, past everything that is remembered.
   *
   * @returns One sentence about what was found, and what the spreadsheet remembers.
   * @throws {ReportError} The first thing that fails.
   */
  check(): { readonly message: string; readonly state: DocumentState } {
    const { stores, fetchingFor, calendar, budget } = this.services;
    const properties = stores.document.readAll();
    const { connection, audience } = findConnection(properties, stores);
    const fetching = fetchingFor(audience);
    const token = requestToken(fetching, budget, connection);
    if ('error' in token) throw token.error;
    const now = fetching.clock.now();
    const state = readDocumentState(properties);
    const yesterday = calendar.today(state.zone ?? calendar.zone()) - 1;
    const correlationId = fetching.makeId();
    const result = callReport(
      { ...fetching, budget },
      {
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
    if (result.kind === 'failed') throw result.error;
    const keys = sharedKeys(connection, ANY_RANGE, fetching.digest);
    fetching.cache.putAll({
      [keys.token]: JSON.stringify(token),
      [keys.credential]: JSON.stringify({ goodUntil: now + GOOD_SECONDS * 1000 }),
      [keys.origin]: JSON.stringify({ failures: 0 }),
    });
    const { length } = result.report.rows;
    const found = `${length} shift${length === 1 ? '' : 's'} on ${formatIsoDate(yesterday)}`;
    return { message: `The connection works: ${found}.`, state };
  }

  /**
   * Forgets the connection: the saved record, what is kept under it, a lease, and this person's own triggers.
   * Reports and their tables stay.
   */
  disconnect(): void {
    const { stores, fetchingFor, triggers } = this.services;
    const fetching = fetchingFor('everyone');
    this.locked(fetching, () => {
      const previous = this.saved(stores.document.readAll());
      removeConnection(stores);
      stores.document.write({ [PROPERTY.lease]: '', [PROPERTY.schedule]: '' });
      if (previous) forgetShared(fetchingFor(previous.audience), previous.connection);
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

  private locked<Result>({ lock }: FetchServices, work: () => Result): Result {
    if (!lock.acquire(LOCK_WAIT_MILLIS)) throw new ReportError('busy');
    try {
      return work();
    } finally {
      lock.release();
    }
  }
}

/** Rows stay until the cache drops them: without the connection's fingerprint nobody can ask for them. */
function forgetShared({ cache, digest }: FetchServices, connection: Connection): void {
  const { token, credential } = sharedKeys(connection, ANY_RANGE, digest);
  cache.removeAll([token, credential]);
}
