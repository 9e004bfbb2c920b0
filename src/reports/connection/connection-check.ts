import { formatIsoDate } from '../../calendar/calendar-date';
import type { AccessToken } from '../../employer-api/access-token';
import type { Budget } from '../../employer-api/budget';
import { isSampleConnection } from '../../employer-api/connection';
import { type FailureCode, ReportError, toReportError } from '../../employer-api/errors';
import { readHttpDate } from '../../employer-api/http-date';
import { parseJson } from '../../employer-api/json';
import { callReports } from '../../employer-api/report-calls';
import { isPlaceholderOrigin } from '../../employer-api/service-origin';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-fulfilment';
import { isRecord } from '../../employer-api/shift-records';
import type { FetchServices } from '../fetching/fetch-services';
import { requestToken } from '../fetching/kept-tokens';
import { noteFailing } from '../fetching/shared-entries';
import { type ConnectionKeys, connectionKeys } from '../fetching/shared-keys';
import { deniesAccess, GOOD_SECONDS } from '../fetching/shared-state';
import type { Properties, SpreadsheetCalendar } from '../ports';
import { type DocumentState, readDocumentState } from '../saved/document-state';
import {
  type Audience,
  type ConnectionStores,
  findConnection,
  type SavedConnection,
} from '../saved/saved-connection';
import { shownCount } from '../shown-count';
import { rememberFailure, requireCalm } from './check-memory';
import { type CheckLine, CheckSteps } from './connection-check-steps';
import { ObservedTransport } from './observed-transport';

/** What checking a connection needs. */
export interface CheckServices {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly calendar: SpreadsheetCalendar;
  readonly budget: Budget;
}

/** What a check found. */
export interface CheckedConnection {
  /** The first thing that failed; `undefined` when the connection works. */
  readonly error: ReportError | undefined;
  /** One sentence: that it works, or what to do. */
  readonly message: string;
  readonly checks: readonly CheckLine[];
  /** The document properties, as read before. */
  readonly properties: Properties;
}

/** Clocks that differ by more than this make tokens end early or late. */
const FAR_OFF_MILLIS = 5 * 60_000;
const SCOPE = 'employer_access';
const NO_SCOPE = `Ask the operator of the service to grant these credentials the scope ${SCOPE}: the token came without it`;
const FIXED_ADDRESS = 'It was fixed when the add-on was built, and nobody can change it here.';
const SAMPLE = 'Sample data: nothing is sent.';
const SAMPLE_ADDRESS = 'Sample data: the add-on answers by itself, and nothing is sent anywhere.';
const PLACEHOLDERS =
  'Have the add-on built with the addresses of the service (npm run push): this one has placeholders, where nothing answers';

/** Which step a failure of the report speaks about; what is not here, about the report itself. */
const STEP_OF: Partial<Record<FailureCode, Parameters<CheckSteps['begin']>[0]>> = {
  token_rejected: 'Token scope',
  wrong_employer: 'Employer',
  not_available: 'Report access',
  redirect_refused: 'Address',
  permission_missing: 'Network',
  quota_spent: 'Network',
};

/**
 * Asks for a token and for yesterday's report, and tells apart what works and what does not. Remembered refusals do not
 * matter, they may be mended by now; a service that wants to be left alone is. At most two requests, and five service
 * calls for a connection of everyone.
 *
 * @throws {ReportError} `platform_unavailable` where not even the settings can be read.
 */
export function checkConnection(services: CheckServices): CheckedConnection {
  const properties = services.stores.document.readAll();
  const steps = new CheckSteps();
  try {
    const saved = findSaved(services.stores, properties, steps);
    const message = new Check(services, readDocumentState(properties), saved, steps).run();
    return { error: undefined, message, checks: steps.lines(), properties };
  } catch (thrown) {
    const error = toReportError(thrown);
    steps.fail(error.message);
    return { error, message: error.message, checks: steps.lines(), properties };
  }
}

/** One check, step by step; what throws belongs to the step under way. */
class Check {
  private lacksScope = false;

  constructor(
    private readonly services: CheckServices,
    private readonly state: DocumentState,
    private readonly saved: SavedConnection,
    private readonly steps: CheckSteps,
  ) {}

  run(): string {
    const { connection, audience } = this.saved;
    const fetching = this.services.fetchingFor(audience);
    const keys = connectionKeys(connection, fetching.digest);
    this.steps.begin('Network');
    requireCalm(fetching, keys);
    const token = this.askForToken(fetching, keys);
    const { day, count } = this.askForReport(fetching, keys, token);
    fetching.cache.putAll({
      [keys.token]: JSON.stringify(token),
      [keys.credential]: JSON.stringify({ goodUntil: fetching.clock.now() + GOOD_SECONDS * 1000 }),
      [keys.origin]: JSON.stringify({ failures: 0 }),
      ...noteFailing(keys, undefined, fetching.clock.now()),
    });
    const works = isSampleConnection(connection) ? 'The sample data works' : 'The connection works';
    return `${works}: ${shownCount(count, 'shift')} on ${formatIsoDate(day)}.`;
  }

  private askForToken(fetching: FetchServices, keys: ConnectionKeys): AccessToken {
    const { steps, saved, services } = this;
    const transport = new ObservedTransport(fetching.transport, fetching.clock);
    const token = requestToken({ ...fetching, transport }, services.budget, saved.connection);
    const { response, at = 0 } = transport.last ?? {};
    if (response === undefined && isPlaceholderOrigin(saved.connection.authOrigin)) {
      steps.begin('Address');
      throw new ReportError('unreachable', { sentence: PLACEHOLDERS });
    }
    if (response) {
      steps.ok('Network', this.told('The authorisation server answers.'));
      this.compareClocks(readHttpDate(response.headers.date), at);
      steps.begin('Credentials');
    }
    if ('error' in token) {
      if (token.error.code === 'redirect_refused') steps.begin('Address');
      throw rememberFailure(fetching, keys, token);
    }
    steps.ok('Credentials', this.told('The authorisation server accepts them.'));
    this.readScope(response?.text ?? '');
    return token;
  }

  /** What a step found of the service; of the sample, that there is none. */
  private told(sentence: string): string {
    return isSampleConnection(this.saved.connection) ? SAMPLE : sentence;
  }

  private compareClocks(theirs: number | undefined, ours: number): void {
    if (theirs === undefined) {
      this.steps.ok('Clock', this.told('Not compared: the service does not say what time it has.'));
      return;
    }
    const minutes = Math.round(Math.abs(theirs - ours) / 60_000);
    if (Math.abs(theirs - ours) <= FAR_OFF_MILLIS) {
      this.steps.ok('Clock', this.told('The clocks of Google and of the service agree.'));
      return;
    }
    const way = theirs > ours ? 'ahead of' : 'behind';
    this.steps.warn(
      'Clock',
      `Tell the operator of the service: its clock is ${shownCount(minutes, 'minute')} ${way} Google’s, so tokens may end too early.`,
    );
  }

  /** RFC 6749 §5.1: an answer that does not name the scope grants what was asked for. */
  private readScope(text: string): void {
    const answer = parseJson(text);
    const scope = isRecord(answer) ? answer.scope : undefined;
    this.lacksScope = typeof scope === 'string' && !scope.split(/\s+/).includes(SCOPE);
    if (this.lacksScope) this.steps.warn('Token scope', `${NO_SCOPE}.`);
    else this.steps.ok('Token scope', this.told(`The token is for ${SCOPE}.`));
  }

  private askForReport(fetching: FetchServices, keys: ConnectionKeys, token: AccessToken) {
    const { steps, saved, services, state } = this;
    const { calendar, budget } = services;
    steps.begin('One-day report');
    const day = calendar.today(state.zone ?? calendar.zone()) - 1;
    const correlationId = fetching.makeId();
    try {
      const { results } = callReports(
        { ...fetching, budget },
        {
          kind: SHIFT_FULFILMENT_REPORT,
          connection: saved.connection,
          parts: [{ range: { from: day, to: day }, correlationId }],
          token: token.value,
          probing: true,
          lastCoolDownSeconds: 0,
          // The token is fresh: another one would be refused as well.
          renewToken: () => {
            throw new ReportError('token_rejected', { status: 401, correlationId });
          },
          beforePause: () => undefined,
        },
      );
      const [result] = results;
      if (result?.kind === 'failed') throw rememberFailure(fetching, keys, result);
      if (result?.kind !== 'report') {
        throw result?.kind === 'given_up' ? result.error : new ReportError('platform_unavailable');
      }
      this.passAccess();
      const count = result.report.rows.length;
      steps.ok('One-day report', `${shownCount(count, 'shift')} on ${formatIsoDate(day)}.`);
      return { day, count };
    } catch (thrown) {
      throw this.placeFailure(toReportError(thrown));
    }
  }

  private placeFailure(error: ReportError): ReportError {
    const { code, detail } = error;
    if (this.lacksScope && deniesAccess(code)) {
      this.steps.begin('Token scope');
      return new ReportError(code, { ...detail, sentence: NO_SCOPE });
    }
    // An answer that cannot be read is an answer: the service let the request in.
    if (code === 'invalid_response') this.passAccess();
    this.steps.begin(STEP_OF[code] ?? 'One-day report');
    return error;
  }

  private passAccess(): void {
    this.steps.ok('Employer', this.told('The credentials belong to this employer.'));
    this.steps.ok('Report access', this.told('The service lets this employer read reports.'));
  }
}

function findSaved(stores: ConnectionStores, properties: Properties, steps: CheckSteps): SavedConnection {
  try {
    const saved = findConnection(properties, stores);
    const isSample = readDocumentState(properties).connection?.isSample === true;
    steps.ok('Address', isSample ? SAMPLE_ADDRESS : FIXED_ADDRESS);
    return saved;
  } catch (error) {
    // One that was made for another address says so; else there is none, which is no fault of the address.
    if (toReportError(error).detail.sentence === undefined) {
      steps.ok('Address', FIXED_ADDRESS);
      steps.begin('Credentials');
    }
    throw error;
  }
}
