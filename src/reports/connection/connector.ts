import type { Budget } from '../../budget';
import {
  type Connection,
  type Region,
  SAMPLE_ADDRESSES,
  SAMPLE_CREDENTIALS,
  type ServiceAddresses,
} from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/report-kind';
import { keepToken } from '../fetching/kept-tokens';
import { eachOnce, readKeptRanges, reportKeys } from '../fetching/report-cache';
import { connectionKeys, REPLACED, REPLACED_SECONDS, rangesKey, requestKeys } from '../fetching/shared-state';
import type { FetchServices, Properties, ScheduleTriggers, SpreadsheetCalendar } from '../ports';
import {
  type DocumentState,
  namedTriggers,
  PROPERTY,
  readDocumentState,
  SCHEDULE_OFF,
  withLock,
} from '../saved/document-state';
import {
  type Audience,
  type ConnectionStores,
  listStored,
  listSummaries,
  removeConnection,
  type SavedConnection,
  saveConnection,
} from '../saved/saved-connection';
import { scheduleProperty } from '../schedule/scheduler';
import { entriesAfterFailure, type TriedConnection, tryCredentials } from './connection-check';

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
  /** Yesterday's report, or why it could not be checked yet. */
  readonly report: TriedConnection['report'];
}

/** Saves and forgets the connection of a spreadsheet. */
export class Connector {
  constructor(private readonly services: ConnectServices) {}

  /**
   * Tests credentials with a token and one day of the report, then saves them in place of the former ones. A report that is
   * only slow, busy or unreadable does not prevent that: the service has accepted the credentials.
   *
   * A new fingerprint makes everything kept for the former connection unreachable at once, and executions that have
   * read its secret already do not send it. If the test fails, nothing changes.
   *
   * @throws {ReportError} The failure of the token call, or a failure of the report that will not pass; `busy`.
   */
  connect(credentials: Credentials, audience: Audience): Connected {
    return this.connectTo(this.services.stores.addresses, credentials, audience);
  }

  /**
   * Connects everyone to the sample employer, in the same way. Makes no request: its addresses are answered in-process.
   *
   * @throws {ReportError} `invalid_settings` where there is a connection of one's own to lose, even one that can no
   *   longer be used; `busy`.
   */
  useSample(region: Region): Connected {
    return this.connectTo(SAMPLE_ADDRESSES, { ...SAMPLE_CREDENTIALS, region }, 'everyone', (properties) => {
      const found = listSummaries(properties, this.services.stores);
      if (found.every(({ isSample }) => isSample)) return;
      const sentence =
        'Press Disconnect first: sample data would take the place of the connection that this spreadsheet has';
      throw new ReportError('invalid_settings', { sentence });
    });
  }

  /** @param permit Told the document properties under the lock, before anything is saved; throws where it may not be. */
  private connectTo(
    addresses: ServiceAddresses,
    credentials: Credentials,
    audience: Audience,
    permit?: (properties: Properties) => void,
  ): Connected {
    const { stores, fetchingFor, calendar } = this.services;
    const fetching = fetchingFor(audience);
    const connection: Connection = {
      ...credentials,
      fingerprint: fetching.makeId(),
      authOrigin: addresses.auth,
      regionOrigin: addresses.regions[credentials.region],
    };
    // Before the lock is taken: this read waits for formulas that calculate, and these may wait for the lock.
    const zone = calendar.zone();
    const { token, report } = tryCredentials(this.services, fetching, connection, zone);
    return withLock(fetching.lock, () => {
      const properties = stores.document.readAll();
      permit?.(properties);
      const former = listStored(properties, stores);
      const changes = { [PROPERTY.zone]: zone, ...forgetsEpisodes(properties) };
      const written = saveConnection({ connection, audience }, stores, former, changes);
      const state = readDocumentState({ ...properties, ...written });
      const keys = connectionKeys(connection, fetching.digest);
      const now = fetching.clock.now();
      // One success is not remembered: many cells may follow at once, and if they are refused, one has to find out for all.
      const failure = 'error' in report ? report : undefined;
      const entries = failure ? entriesAfterFailure(keys, failure, now) : {};
      for (const one of former) {
        const mark = this.forget(one, state);
        // One call where both have the same cache.
        if (one.audience === audience) Object.assign(entries, mark);
        else fetchingFor(one.audience).cache.putAll(mark, REPLACED_SECONDS);
      }
      const seconds = Math.max(REPLACED_SECONDS, failure?.seconds ?? 0);
      keepToken(fetching, keys, token, { entries, seconds });
      const endedSharing = audience === 'me' && former.some((one) => one.audience === 'everyone');
      return { state, endedSharing, report };
    });
  }

  /**
   * Forgets the connection: the spreadsheet's and this person's own record, what is kept under it, what refreshes have
   * learned from it, the lease, and the schedule with this person's own trigger of this spreadsheet; other people's triggers
   * end when they wake. Reports and their tables stay, and so do records that other people saved for themselves. Executions
   * that have already read the secret learn not to send it.
   */
  disconnect(): void {
    const { stores, fetchingFor, triggers } = this.services;
    const fetching = fetchingFor('everyone');
    const named = withLock(fetching.lock, () => {
      const properties = stores.document.readAll();
      const former = listStored(properties, stores);
      removeConnection(stores);
      const state = readDocumentState(properties);
      const named = namedTriggers(state.schedule);
      const off = { ...SCHEDULE_OFF, savedAt: fetching.clock.now(), ending: named };
      // Where none was ever set there is none to end.
      const schedule = properties.schedule ? scheduleProperty(off) : {};
      const { lease, bases, names, pace } = PROPERTY;
      stores.document.write({ [lease]: '', ...schedule, [bases]: '', [names]: '', [pace]: '' });
      for (const one of former) {
        fetchingFor(one.audience).cache.putAll(this.forget(one, state), REPLACED_SECONDS);
      }
      return named;
    });
    // Last: the secret is gone even where this is refused.
    triggers.remove(named);
  }

  /**
   * Removes what the cache keeps of a connection: the token, what is remembered, and the rows of shifts as far as their
   * days are listed. Rows under unlisted keys expire. Two service calls.
   *
   * @returns The entries to put in place of the token, before the lock is released.
   */
  private forget(
    { connection, audience }: SavedConnection,
    { reports }: DocumentState,
  ): Record<string, string> {
    const { cache, digest } = this.services.fetchingFor(audience);
    const { token, credential, failing } = connectionKeys(connection, digest);
    const ranges = rangesKey(connection, SHIFT_FULFILMENT_REPORT, digest);
    const kept = readKeptRanges(cache.getAll([ranges])[ranges]);
    const ofReports = reports.flatMap(({ content }) => (content === null ? [] : [content]));
    const rows = eachOnce([...kept, ...ofReports]).flatMap((range) => {
      const keys = requestKeys(connection, SHIFT_FULFILMENT_REPORT, range, digest);
      return [keys.request, ...reportKeys(keys.report)];
    });
    cache.removeAll([token, credential, failing, ranges, ...rows]);
    return { [token]: JSON.stringify(REPLACED) };
  }
}

/** What was found in the rows of another connection says nothing of the next one's. Empty, not removed: no call more. */
function forgetsEpisodes({ alertEpisodes }: Properties): Record<string, string> {
  return alertEpisodes ? { [PROPERTY.alertEpisodes]: '' } : {};
}
