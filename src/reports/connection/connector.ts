import type { Budget } from '../../budget';
import {
  type Connection,
  isSampleConnection,
  type Region,
  SAMPLE_ADDRESSES,
  SAMPLE_CREDENTIALS,
  type ServiceAddresses,
} from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import { forgetConnection, noteCheck } from '../fetching/fetch-days';
import type { FetchServices, ScheduleTriggers, SpreadsheetCalendar } from '../ports';
import { type DocumentState, PROPERTY, readDocumentState, withLock } from '../saved/document-state';
import {
  type Audience,
  type ConnectionStores,
  listStored,
  removeConnection,
  saveConnection,
} from '../saved/saved-connection';
import { SCHEDULE_OFF } from '../saved/saved-schedule';
import { scheduleProperty } from '../schedule/schedule';
import { type TriedConnection, tryCredentials } from './connection-check';

/** What connecting needs. */
interface ConnectServices {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly calendar: SpreadsheetCalendar;
  readonly triggers: Pick<ScheduleTriggers, 'remove'>;
  readonly budget: Budget;
}

/** What a person enters to connect, already checked. */
type Credentials = Pick<Connection, 'region' | 'employer' | 'clientId' | 'clientSecret'>;

/** What connecting came to. */
interface Connected {
  /** What the spreadsheet remembers after it. */
  readonly state: DocumentState;
  /** Whether a connection for everyone was replaced by one's own. */
  readonly endedSharing: boolean;
  /** Whether sample data were replaced by the service's. */
  readonly leftSample: boolean;
  /** Yesterday's report, or why it could not be checked yet. */
  readonly report: TriedConnection['report'];
}

/**
 * Tests credentials with a token and one day of the report, then saves them in place of the former ones. A report that is
 * only slow, busy or unreadable does not prevent that: the service has accepted the credentials.
 *
 * A new fingerprint makes everything kept for the former connection unreachable at once. If the test fails, nothing
 * changes.
 *
 * @throws {ReportError} The failure of the token call, or a failure of the report that will not pass; `busy`.
 */
export function connect(services: ConnectServices, credentials: Credentials, audience: Audience): Connected {
  return connectTo(services, services.stores.addresses, credentials, audience);
}

/**
 * Connects everyone to the sample employer, in the same way. Makes no request: its addresses are answered in-process.
 *
 * @throws {ReportError} `invalid_settings` where there is a connection of one's own to lose, even one that can no
 *   longer be used; `busy`.
 */
export function connectSample(services: ConnectServices, region: Region): Connected {
  return connectTo(services, SAMPLE_ADDRESSES, { ...SAMPLE_CREDENTIALS, region }, 'everyone');
}

function connectTo(
  services: ConnectServices,
  addresses: ServiceAddresses,
  credentials: Credentials,
  audience: Audience,
): Connected {
  const { stores, fetchingFor, calendar } = services;
  const fetching = fetchingFor(audience);
  const { lock, makeId } = fetching;
  const connection: Connection = {
    ...credentials,
    fingerprint: makeId(),
    authOrigin: addresses.auth,
    regionOrigin: addresses.regions[credentials.region],
  };
  // Before the lock is taken: this read waits for formulas that calculate, and these may wait for the lock.
  const zone = calendar.zone();
  const { token, report } = tryCredentials(services, fetching, connection, zone);
  return withLock(lock, () => {
    const properties = stores.document.readAll();
    const former = listStored(properties, stores);
    const isSample = isSampleConnection(connection);
    if (isSample && former.some((one) => !isSampleConnection(one.connection))) {
      const sentence =
        'Press Disconnect first: sample data would take the place of the connection that this spreadsheet has';
      throw new ReportError('invalid_settings', { sentence });
    }
    const written = saveConnection({ connection, audience }, stores, former, { [PROPERTY.zone]: zone });
    for (const one of former) forgetConnection(fetchingFor(one.audience), one.connection);
    noteCheck(fetching, connection, token, 'error' in report ? report.error : undefined);
    return {
      state: readDocumentState({ ...properties, ...written }),
      endedSharing: audience === 'me' && former.some((one) => one.audience === 'everyone'),
      leftSample: !isSample && former.some((one) => one.connection.authOrigin === SAMPLE_ADDRESSES.auth),
      report,
    };
  });
}

/**
 * Forgets the connection: the spreadsheet's and this person's own record, the token, what refreshes have learned from its
 * rows, the lease, and the schedule with this person's own trigger of this spreadsheet; other people's triggers end when
 * they wake. Reports and their tables stay, and so do records that other people saved for themselves.
 */
export function disconnect(services: ConnectServices): void {
  const { stores, fetchingFor, triggers } = services;
  const fetching = fetchingFor('everyone');
  const named = withLock(fetching.lock, () => {
    const properties = stores.document.readAll();
    const former = listStored(properties, stores);
    removeConnection(stores);
    const state = readDocumentState(properties);
    const named = state.schedule.triggers;
    const off = { ...SCHEDULE_OFF, savedAt: fetching.clock.now(), triggers: named };
    // Where none was ever set there is none to end.
    const schedule = properties.schedule ? scheduleProperty(off) : {};
    const { lease, definitions, names } = PROPERTY;
    stores.document.write({ [lease]: '', ...schedule, [definitions]: '', [names]: '' });
    for (const one of former) forgetConnection(fetchingFor(one.audience), one.connection);
    return named;
  });
  // Last: the secret is gone even where this is refused.
  triggers.remove(named);
}
