import { type Connection, isSampleConnection } from '../../employer-api/connection';
import { refuse } from '../../employer-api/errors';
import { forgetConnection, noteCheck } from '../fetching/fetch-days';
import type { ScheduleTriggers } from '../ports';
import {
  type DocumentServices,
  locked,
  PROPERTY,
  readDocumentState,
  SCHEDULE_OFF,
} from '../saved/document-state';
import { type Audience, listConnections, ownName } from '../saved/saved-connection';
import { scheduleProperty } from '../schedule/schedule';
import { type ConnectionServices, tryCredentials } from './connection-check';

/** What connecting needs. */
interface ConnectServices extends ConnectionServices, DocumentServices {
  readonly triggers: Pick<ScheduleTriggers, 'remove'>;
}

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
  services: ConnectServices,
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
  const { token, found, answered } = tryCredentials(services, fetching, connection, zone);
  return locked(services, (_, properties) => {
    const former = listConnections(properties, stores, true);
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
    if (isShared && hadOwn) stores.user.remove(ownName(stores));
    for (const one of former) forgetConnection(fetchingFor(one.audience), one.connection);
    noteCheck(fetching, connection, token, typeof found === 'string' ? undefined : found);
    return {
      state: readDocumentState({ ...properties, ...written }),
      endedSharing: !isShared && former.some((one) => one.audience === 'everyone'),
      leftSample: !isSample && former.some((one) => isSampleConnection(one.connection)),
      found,
    };
  });
}

/**
 * Forgets the connection: the spreadsheet's and this person's own record, the token, what refreshes have learned from its
 * rows, the lease, and the schedule with this person's own trigger of this spreadsheet; other people's triggers end when
 * they wake. Reports and their tables stay, and so do records that other people saved for themselves.
 */
export function disconnect(services: ConnectServices): void {
  const { stores, document, fetchingFor, triggers } = services;
  const { clock } = fetchingFor('everyone');
  const named = locked(services, ({ schedule }, properties) => {
    const former = listConnections(properties, stores, true);
    document.remove(PROPERTY.connection);
    stores.user.remove(ownName(stores));
    const off = scheduleProperty({ ...SCHEDULE_OFF, savedAt: clock.now(), triggers: schedule.triggers });
    const { lease, definitions, names } = PROPERTY;
    // Where no schedule was ever set there is none to end.
    document.write({
      [lease]: '',
      ...(properties[PROPERTY.schedule] ? off : {}),
      [definitions]: '',
      [names]: '',
    });
    for (const one of former) forgetConnection(fetchingFor(one.audience), one.connection);
    return schedule.triggers;
  });
  // Last: the secret is gone even where this is refused.
  triggers.remove(named);
}
