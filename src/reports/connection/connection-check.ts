import type { Budget } from '../../budget';
import { type CalendarDate, formatIsoDate } from '../../calendar/calendar-date';
import type { CheckLine } from '../../contract/connection';
import type { AccessToken } from '../../employer-api/access-token';
import { type Connection, isPlaceholderOrigin, isSampleConnection } from '../../employer-api/connection';
import { type FailureCode, ReportError, readHttpDate, toReportError } from '../../employer-api/errors';
import type { Clock, HttpRequest, HttpResponse, HttpTransport } from '../../employer-api/ports';
import { callReports } from '../../employer-api/report-calls';
import { type ReportAnswer, SHIFT_FULFILMENT_REPORT } from '../../employer-api/report-kind';
import { DAY_COLUMN, isRecord } from '../../employer-api/shift-records';
import { parseJson, shownCount } from '../../employer-api/text';
import { GOOD_SECONDS } from '../../limits';
import { holdsMargin, marginOfDay } from '../fetching/asked-report';
import { type FailedToken, keepToken, requestToken, requireSaved } from '../fetching/kept-tokens';
import { notePace, readPace } from '../fetching/pace';
import {
  type ConnectionKeys,
  type CredentialEntry,
  connectionKeys,
  deniesAccess,
  isPassing,
  markOf,
  recordFailure,
  rememberedFailure,
  type SharedView,
  viewShared,
} from '../fetching/shared-state';
import type { FetchServices, Properties, SpreadsheetCalendar } from '../ports';
import { PROPERTY, readDocumentState, withLock } from '../saved/document-state';
import {
  type Audience,
  type ConnectionStores,
  findConnection,
  type SavedConnection,
} from '../saved/saved-connection';

/** What checking a connection needs. */
interface CheckServices {
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

/** How many shifts there were on a day. */
interface OneDayReport {
  readonly day: CalendarDate;
  readonly count: number;
}

/** The report of one day and, if requested and received, of that day with the next. */
interface DayAnswers {
  readonly day: CalendarDate;
  readonly alone: ReportAnswer;
  readonly wider: ReportAnswer | undefined;
}

/** The result of trying credentials that the service accepted. */
export interface TriedConnection {
  readonly token: AccessToken;
  /** Yesterday's report; or the passing failure that prevented it and says nothing about access. */
  readonly report: OneDayReport | FailedCall;
}

/** Clocks that differ by more than this make tokens end early or late. */
const FAR_OFF_MILLIS = 5 * 60_000;
const SCOPE = 'employer_access';
const NO_SCOPE = `Ask the operator of the service to grant these credentials the scope ${SCOPE}: the token came without it`;
const FIXED_ADDRESS = 'It was fixed when the add-on was built and can’t be changed here.';
const SAMPLE_ADDRESS = 'Sample data: the add-on makes the answers, and nothing is sent anywhere.';
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
 * Requests a token and yesterday's report, and says which steps work. Remembered refusals are ignored, because the cause
 * may be mended; a service that asked to wait is not called. Yesterday is requested alone and, at the same time, with the
 * next day: the specification does not say whether the last day of a range is included (section 4.2). At most three
 * requests, and seven service calls for a connection of everyone; one more without a kept token, and one when the answers
 * change which days have to be requested.
 *
 * @throws {ReportError} `platform_unavailable` where not even the settings can be read.
 */
export function checkConnection(services: CheckServices): CheckedConnection {
  const properties = services.stores.document.readAll();
  const steps = new CheckSteps();
  try {
    const saved = findSaved(services.stores, properties, steps);
    const { zone } = readDocumentState(properties);
    const check = new Check(services, services.fetchingFor(saved.audience), saved.connection, steps);
    const message = check.ofSaved(() => zone ?? services.calendar.zone(), properties, services.stores);
    return { error: undefined, message, checks: steps.lines(), properties };
  } catch (thrown) {
    const error = toReportError(thrown);
    steps.fail(error.message);
    return { error, message: error.message, checks: steps.lines(), properties };
  }
}

/**
 * Tries credentials that are not saved: asks for a token and for yesterday's report. Nothing is remembered. Two requests,
 * and no other service call.
 *
 * @param zone The spreadsheet's time zone.
 * @throws {ReportError} If the credentials are refused, or may not read this employer.
 */
export function tryCredentials(
  services: Pick<CheckServices, 'calendar' | 'budget'>,
  fetching: FetchServices,
  connection: Connection,
  zone: string,
): TriedConnection {
  return new Check(services, fetching, connection, new CheckSteps()).ofTyped(() => zone);
}

/** One check, step by step; what throws belongs to the step under way. */
class Check {
  private readonly keys: ConnectionKeys;
  private lacksScope = false;

  constructor(
    private readonly services: Pick<CheckServices, 'calendar' | 'budget'>,
    private readonly fetching: FetchServices,
    private readonly connection: Connection,
    private readonly steps: CheckSteps,
  ) {
    this.keys = connectionKeys(connection, fetching.digest);
  }

  /** Checks the saved connection, and shares the result with other executions. @returns That it works. */
  ofSaved(zone: () => string, properties: Properties, stores: ConnectionStores): string {
    const { fetching, keys, connection } = this;
    const { cache, clock, lock } = fetching;
    this.steps.begin('Network');
    const token = withLock(lock, () => this.signIn());
    const answers = this.askForReport(token, zone, true);
    if ('error' in answers) {
      cache.putAll(entriesAfterFailure(keys, answers, clock.now()));
      throw this.placeFailure(answers.error);
    }
    const count = this.compareDays(answers, properties, stores);
    cache.putAll(entriesAfterSuccess(keys, clock.now()));
    const works = isSampleConnection(connection) ? 'The sample data works' : 'The connection works';
    return `${works}: ${describeDay({ day: answers.day, count })}.`;
  }

  /** Checks credentials that a person has just typed. */
  ofTyped(zone: () => string): TriedConnection {
    const token = this.askForToken();
    if ('error' in token) throw token.error;
    const answers = this.askForReport(token, zone, false);
    if (!('error' in answers)) {
      return { token, report: { day: answers.day, count: answers.alone.rows.length } };
    }
    if (isPassing(answers.error.code)) return { token, report: answers };
    const error = this.placeFailure(answers.error);
    throw this.lacksScope ? error : notReadable(this.connection, error);
  }

  /**
   * A new token for the saved connection. Called under the lock, so that the connection cannot change between the check and
   * the request. A kept token stays: whoever finds it refused renews it.
   */
  private signIn(): AccessToken {
    const { fetching, keys, connection } = this;
    const { cache, clock } = fetching;
    const entries = cache.getAll([keys.token, keys.credential, keys.origin]);
    const view = viewShared(keys, entries, clock.now());
    requireSaved(fetching, connection, view);
    requireNoPause(view, clock.now());
    const token = this.askForToken();
    if ('error' in token) {
      cache.putAll(entriesAfterFailure(keys, token, clock.now()));
      throw token.error;
    }
    if (view.token === undefined) keepToken(fetching, keys, token);
    return token;
  }

  private askForToken(): AccessToken | FailedToken {
    const { steps, services, fetching, connection } = this;
    const transport = new ObservedTransport(fetching.transport, fetching.clock);
    const token = requestToken({ ...fetching, transport }, services.budget, connection);
    const { last } = transport;
    if (last?.response === undefined && isPlaceholderOrigin(connection.authOrigin)) {
      steps.begin('Address');
      throw new ReportError('unreachable', { sentence: PLACEHOLDERS });
    }
    if (last?.response) {
      this.passService('Network', 'The authorisation server answers.');
      this.compareClocks(readHttpDate(last.response.headers.date), last.at);
      steps.begin('Credentials');
    }
    if ('error' in token) {
      if (token.error.code === 'redirect_refused') steps.begin('Address');
      return token;
    }
    this.passService('Credentials', 'The authorisation server accepts them.');
    this.readScope(last?.response?.text ?? '');
    return token;
  }

  /** Notes what a step found of the service; sample data has none. */
  private passService(step: Step, sentence: string): void {
    if (!isSampleConnection(this.connection)) this.steps.ok(step, sentence);
  }

  private compareClocks(theirs: number | undefined, ours: number): void {
    if (theirs === undefined) {
      this.passService('Clock', 'Not compared: the service does not say what time it has.');
      return;
    }
    const minutes = Math.round(Math.abs(theirs - ours) / 60_000);
    if (Math.abs(theirs - ours) <= FAR_OFF_MILLIS) {
      this.passService('Clock', 'The clocks of Google and of the service agree.');
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
    else this.passService('Token scope', `The token is for ${SCOPE}.`);
  }

  /** @param withNextDay Whether to request yesterday with today as well, at the same time. */
  private askForReport(
    token: AccessToken,
    zone: () => string,
    withNextDay: boolean,
  ): DayAnswers | FailedCall {
    const { steps, connection, fetching } = this;
    const { calendar, budget } = this.services;
    steps.begin('One-day report');
    const correlationId = fetching.makeId();
    try {
      const day = calendar.today(zone()) - 1;
      const { results } = callReports(
        { ...fetching, budget },
        {
          kind: SHIFT_FULFILMENT_REPORT,
          connection,
          parts: [
            { range: { from: day, to: day }, correlationId },
            ...(withNextDay ? [{ range: { from: day, to: day + 1 }, correlationId: fetching.makeId() }] : []),
          ],
          token: token.value,
          probing: true,
          failuresLeft: 1,
          lastCoolDownSeconds: 0,
          // The token is fresh: another one would be refused as well.
          renewToken: () => {
            throw new ReportError('token_rejected', { status: 401, correlationId });
          },
          beforePause: () => undefined,
        },
      );
      const [result, wider] = results;
      if (result?.kind === 'failed') return result;
      if (result?.kind === 'given_up') return { error: result.error, seconds: undefined };
      if (result?.kind !== 'report') throw new ReportError('platform_unavailable');
      this.passAccess();
      return { day, alone: result.report, wider: wider?.kind === 'report' ? wider.report : undefined };
    } catch (thrown) {
      throw this.placeFailure(toReportError(thrown));
    }
  }

  /** Compares the service's days with SHIFT_DATE. @returns The number of shifts. */
  private compareDays(
    { day, alone, wider }: DayAnswers,
    properties: Properties,
    { document }: ConnectionStores,
  ): number {
    const { connection } = this;
    const onDay = (answer?: ReportAnswer) =>
      answer?.rows.filter((row) => row[DAY_COLUMN] === day).length ?? 0;
    const shown = marginOfDay(SHIFT_FULFILMENT_REPORT, day, alone, wider);
    const known = readPace(properties[PROPERTY.pace], connection.fingerprint);
    // Days that begin at another hour do not show on every day; a last day left out does.
    const isIncluded = known.before === 0 && onDay(alone) > 0;
    if (known.after !== shown.after && (isIncluded || !holdsMargin(known, shown))) {
      document.write({ [PROPERTY.pace]: notePace({ ...known, ...shown }, connection) });
    }
    if (shown.after === 0) {
      const count = alone.rows.length;
      this.steps.ok('One-day report', `${describeDay({ day, count })}.`);
      return count;
    }
    const count = Math.max(onDay(alone), onDay(wider));
    const what = shown.before === 0 ? 'whether to_date is included' : 'in which time zone its days begin';
    this.steps.warn(
      'One-day report',
      `Ask the operator of the service ${what}: of ${describeDay({ day, count })}, ${onDay(alone)} came when that day was asked for alone. From now on the add-on requests extra days and shows only the ones you asked for.`,
    );
    return count;
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
    this.passService('Employer', 'The credentials belong to this employer.');
    this.passService('Report access', 'The service lets this employer read reports.');
  }
}

/** The size of a one-day report, in words. */
export function describeDay({ day, count }: OneDayReport): string {
  return `${shownCount(count, 'shift')} on ${formatIsoDate(day)}`;
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

function findSaved(stores: ConnectionStores, properties: Properties, steps: CheckSteps): SavedConnection {
  try {
    const saved = findConnection(properties, stores);
    const isSample = readDocumentState(properties).connection?.isSample === true;
    if (isSample) steps.leaveOutService();
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

/** An answer, and when it was on its way. */
interface ObservedAnswer {
  /** `undefined` when none came. */
  readonly response: HttpResponse | undefined;
  /** The middle between asking and being answered. Milliseconds since 1970. */
  readonly at: number;
}

/** Sends as another transport does, and remembers the last answer. */
class ObservedTransport implements Pick<HttpTransport, 'send'> {
  last: ObservedAnswer | undefined;

  constructor(
    private readonly transport: Pick<HttpTransport, 'send'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  send(request: HttpRequest): HttpResponse | undefined {
    const sentAt = this.clock.now();
    const response = this.transport.send(request);
    this.last = { response, at: (sentAt + this.clock.now()) / 2 };
    return response;
  }
}

/** What a check of the connection looks at, in the order in which a person reads it. */
const STEPS = [
  'Address',
  'Clock',
  'Network',
  'Credentials',
  'Token scope',
  'Employer',
  'Report access',
  'One-day report',
] as const;
type Step = (typeof STEPS)[number];

const NOT_REACHED = 'Skipped, because an earlier step failed.';

/** What a check has found so far. */
class CheckSteps {
  private readonly found = new Map<Step, CheckLine>();
  private current: Step = 'Address';
  private hasService = true;

  /** Lists only steps of which something is found, because sample data has no service to look at. */
  leaveOutService(): void {
    this.hasService = false;
  }

  /** Names the step that a failure from now on belongs to. */
  begin(step: Step): void {
    this.current = step;
  }

  ok(name: Step, sentence: string): void {
    this.found.set(name, { name, state: 'ok', sentence });
  }

  warn(name: Step, sentence: string): void {
    this.found.set(name, { name, state: 'warning', sentence });
  }

  /** Puts a failure to the step that was under way, whatever was found of it before. */
  fail(sentence: string): void {
    this.found.set(this.current, { name: this.current, state: 'failed', sentence });
  }

  /** All steps that apply, in order. */
  lines(): CheckLine[] {
    const steps = this.hasService ? STEPS : STEPS.filter((name) => this.found.has(name));
    const failed = steps.findIndex((name) => this.found.get(name)?.state === 'failed');
    return steps.map((name, at) => {
      // What only a later step could have told is not the fault of an earlier one.
      const sentence = at < failed ? `Not known, because “${steps[failed]}” failed.` : NOT_REACHED;
      return this.found.get(name) ?? { name, state: 'not_reached', sentence };
    });
  }
}

/** A call that failed. */
interface FailedCall {
  readonly error: ReportError;
  /** How long it is remembered; `undefined` if it matters to no other caller. */
  readonly seconds: number | undefined;
}

/** Failures after which no request is sent for a while. */
const WANTS_CALM: readonly FailureCode[] = ['rate_limited', 'unreachable', 'upstream_timeout'];

/**
 * Ends a check before it asks for anything.
 *
 * @throws {ReportError} While requests are on hold.
 */
function requireNoPause(view: SharedView, now: number): void {
  const failure = rememberedFailure(view, now);
  if (failure && WANTS_CALM.includes(failure.code)) throw failure;
}

/** The entries after a check that succeeded: requests may be sent again. */
function entriesAfterSuccess(keys: ConnectionKeys, now: number): Record<string, string> {
  return {
    [keys.credential]: JSON.stringify({ goodUntil: now + GOOD_SECONDS * 1000 }),
    [keys.origin]: JSON.stringify({ failures: 0 }),
    ...recordFailure(keys, undefined, now),
  };
}

/** The entries after a failure: a 429 makes everyone wait, and after a refusal kept rows are no longer shown. */
export function entriesAfterFailure(
  keys: ConnectionKeys,
  { error, seconds }: FailedCall,
  now: number,
): Record<string, string> {
  if (seconds === undefined) return {};
  const credential: CredentialEntry | undefined =
    error.code === 'rate_limited'
      ? { mark: markOf({ error, seconds }, now) }
      : deniesAccess(error.code)
        ? { deniedAt: now }
        : undefined;
  return {
    ...(credential ? { [keys.credential]: JSON.stringify(credential) } : {}),
    ...recordFailure(keys, error, now),
  };
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
    const { cache, clock, digest } = fetchingFor(audience);
    const keys = connectionKeys(connection, digest);
    const now = clock.now();
    const view = viewShared(keys, cache.getAll([keys.credential, keys.origin]), now);
    return rememberedFailure(view, now)?.message ?? null;
  } catch {
    return null;
  }
}
