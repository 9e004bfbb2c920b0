import type { DateRange } from '../calendar/date-range';
import { type Budget, timeoutThatFits } from './budget';
import type { Connection } from './connection';
import { isReportError, ReportError } from './errors';
import { type OutcomeRule, REPORT_OUTCOMES, reportOutcome } from './outcomes';
import { failurePauseMillis, rateLimitPauseMillis } from './pauses';
import type { Clock, HttpResponse, HttpTransport } from './ports';
import type { ReportAnswer, ReportKind } from './report-kind';
import { readRetryAfter } from './retry-after';

/** Without `Retry-After` a cool-down grows no longer than this. */
const LONGEST_UNSTATED_COOL_DOWN_SECONDS = 60;

/** What report calls need besides the requests. */
export interface ReportCallServices {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly budget: Budget;
}

/** One of the requests that are sent together. */
export interface ReportPart {
  readonly range: DateRange;
  /** The same over all attempts. */
  readonly correlationId: string;
}

/** Report calls that are made together, all their attempts included. */
export interface ReportCallsInput {
  readonly kind: ReportKind;
  readonly connection: Connection;
  readonly parts: readonly ReportPart[];
  readonly token: string;
  /** Only one attempt: the service has failed lately, and this call finds out whether it still does. */
  readonly probing: boolean;
  /** The cool-down after the 429 before, in seconds, or 0: without `Retry-After` the next one is twice as long. */
  readonly lastCoolDownSeconds: number;
  /** Called once, after the first 401. @throws {ReportError} when no fresh token is to be had. */
  renewToken(refused: string): string;
  /** Called before the pause that precedes another attempt, with the parts that will be asked for again. */
  beforePause(pause: Pause, parts: readonly ReportPart[]): void;
}

/** A pause between two attempts. */
export interface Pause {
  readonly millis: number;
  /** When the next attempt begins, and when it will have ended at the latest. */
  readonly resumesAt: number;
  readonly settledBy: number;
  /** How long the service wants to be left alone after a 429, in seconds. */
  readonly coolDownSeconds: number | undefined;
}

/** How one part ended: with rows, with a failure to remember, or given up for a reason that lies elsewhere. */
export type PartResult =
  | { readonly kind: 'report'; readonly report: ReportAnswer }
  | {
      readonly kind: 'failed';
      readonly error: ReportError;
      readonly rule: OutcomeRule;
      /** For how long to remember the failure, in seconds. */
      readonly seconds: number;
    }
  | { readonly kind: 'given_up'; readonly error: ReportError };

/** How report calls ended. */
export interface ReportCalls {
  /** In the order of the parts. */
  readonly results: readonly PartResult[];
  /** How many times in a row the service answered none of the requests as a healthy one would. */
  readonly failures: number;
}

/** A part and how far it has come. */
interface OpenPart {
  readonly part: ReportPart;
  attempts: number;
  result: PartResult | undefined;
}

/** A part that was not answered as hoped. */
interface Unanswered {
  readonly open: OpenPart;
  readonly rule: OutcomeRule;
  readonly response: HttpResponse | undefined;
}

/**
 * Asks for parts of a report side by side, as often as the outcomes and the budget allow.
 *
 * The report is a read (a POST with an empty array), so it may be repeated. Only parts that failed are repeated, after
 * one pause for all of them: the longest that any asks for. The first 401 costs one fresh token and one repeat of the
 * refused parts, and counts as no attempt. When one part has failed for good nothing is repeated any more: the whole
 * cannot succeed. Specification sections 4.2, 5 and 7.
 */
export function callReports(services: ReportCallServices, input: ReportCallsInput): ReportCalls {
  return new Rounds(services, input).run();
}

/** The attempts at one batch of parts. */
class Rounds {
  private readonly parts: readonly OpenPart[];
  private token: string;
  private hasFreshToken = false;
  private failures = 0;

  constructor(
    private readonly services: ReportCallServices,
    private readonly input: ReportCallsInput,
  ) {
    this.parts = input.parts.map((part) => ({ part, attempts: 0, result: undefined }));
    this.token = input.token;
  }

  run(): ReportCalls {
    let open = this.parts;
    while (open.length > 0) {
      this.round(open);
      open = this.parts.filter(({ result }) => result === undefined);
    }
    return { results: this.parts.flatMap(({ result }) => result ?? []), failures: this.failures };
  }

  private round(open: readonly OpenPart[]): void {
    const { transport, clock, budget } = this.services;
    const { kind, connection } = this.input;
    const { token } = this;
    const timeoutSeconds = timeoutThatFits(budget, clock.now());
    // A fresh token may have taken the rest of the time.
    if (timeoutSeconds === undefined) {
      for (const one of open) {
        const error = new ReportError('upstream_timeout', { correlationId: one.part.correlationId });
        one.result = { kind: 'given_up', error };
      }
      return;
    }
    const responses = transport.sendAll(
      open.map(({ part: { range, correlationId } }) =>
        kind.request(connection, range, { token, correlationId, timeoutSeconds }),
      ),
    );
    const refused: OpenPart[] = [];
    const unanswered: Unanswered[] = [];
    open.forEach((one, index) => {
      const response = responses[index];
      if (response?.status === 401 && !this.hasFreshToken) {
        refused.push(one);
        return;
      }
      one.attempts += 1;
      const outcome = judge(response, this.input, one.part.range);
      if ('rows' in outcome) one.result = { kind: 'report', report: outcome };
      else unanswered.push({ open: one, rule: outcome, response });
    });
    if (unanswered.length === open.length && unanswered.some(({ rule }) => rule.circuit)) this.failures += 1;
    this.prepareNext(refused, unanswered);
  }

  /** What comes between two rounds: a fresh token, a pause, or the end. */
  private prepareNext(refused: readonly OpenPart[], unanswered: readonly Unanswered[]): void {
    const { clock, budget } = this.services;
    const isLast = ({ open: { attempts }, rule }: Unanswered) =>
      attempts >= (this.input.probing ? 1 : rule.attempts[budget.surface]);
    const isOver = unanswered.some(isLast);
    const lacksToken = refused.length > 0 && !isOver ? this.renewToken() : undefined;
    const pauses = unanswered.map((one) => pauseBefore(this.services, this.input, one));
    const longest = pauses.reduce<Pause | undefined>(
      (one, other) => (one && one.millis >= other.millis ? one : other),
      undefined,
    );
    if (longest && !isOver && !lacksToken && timeoutThatFits(budget, longest.resumesAt) !== undefined) {
      const coolDownSeconds = pauses.reduce<number | undefined>(
        (most, { coolDownSeconds: one }) => (one === undefined ? most : Math.max(most ?? 0, one)),
        undefined,
      );
      this.input.beforePause(
        { ...longest, coolDownSeconds },
        unanswered.map(({ open }) => open.part),
      );
      clock.sleep(longest.millis);
      return;
    }
    const ends = unanswered.map((one, index) => fail(one, pauses[index]));
    const reason = lacksToken ?? ends[0];
    if (reason) for (const one of refused) one.result = { kind: 'given_up', error: reason };
  }

  /** @returns Why there is no fresh token; `undefined` when there is one. */
  private renewToken(): ReportError | undefined {
    try {
      this.token = this.input.renewToken(this.token);
      this.hasFreshToken = true;
      return undefined;
    } catch (error) {
      if (!isReportError(error)) throw error;
      return error;
    }
  }
}

function judge(
  response: HttpResponse | undefined,
  { kind, connection }: ReportCallsInput,
  range: DateRange,
): ReportAnswer | OutcomeRule {
  const rule = reportOutcome(response);
  if (rule !== undefined || response === undefined) return rule ?? REPORT_OUTCOMES.noAnswer;
  try {
    return kind.read(response, connection, range);
  } catch (error) {
    if (!isReportError(error)) throw error;
    return REPORT_OUTCOMES.wrongShape;
  }
}

function pauseBefore(
  { clock, budget }: ReportCallServices,
  { lastCoolDownSeconds }: ReportCallsInput,
  { open: { attempts }, rule, response }: Unanswered,
): Pause {
  const now = clock.now();
  const random = clock.random();
  const stated = rule.coolDown ? readRetryAfter(response?.headers['retry-after'], now) : undefined;
  const doubled = 1000 * Math.min(LONGEST_UNSTATED_COOL_DOWN_SECONDS, 2 * lastCoolDownSeconds);
  const chosen = rule.coolDown
    ? Math.max(doubled, rateLimitPauseMillis(attempts - 1, random))
    : failurePauseMillis(attempts - 1, random);
  const millis = Math.ceil(stated === undefined ? chosen : stated * 1000);
  return {
    millis,
    resumesAt: now + millis,
    settledBy: now + millis + budget.timeoutSeconds * 1000,
    coolDownSeconds: rule.coolDown ? millis / 1000 : undefined,
  };
}

function fail({ open, rule, response }: Unanswered, pause: Pause | undefined): ReportError {
  const coolDown = pause?.coolDownSeconds;
  const seconds = coolDown === undefined ? rule.remember.seconds : Math.max(1, coolDown);
  const status = response === undefined ? {} : { status: response.status };
  const { correlationId } = open.part;
  const error = new ReportError(rule.code, { ...status, correlationId, waitSeconds: seconds });
  open.result = { kind: 'failed', error, rule, seconds };
  return error;
}
