import { type Budget, timeoutThatFits } from '../budget';
import { type DateRange, type Margin, widen } from '../calendar/calendar-date';
import { LONGEST_PAUSE_MILLIS } from '../limits';
import type { Connection } from './connection';
import {
  isReportError,
  type OutcomeRule,
  REPORT_OUTCOMES,
  ReportError,
  readRetryAfter,
  reportOutcome,
} from './errors';
import type { Clock, HttpResponse, HttpTransport } from './ports';
import type { ReportAnswer, ReportKind } from './report-kind';

/** One of the requests that are sent together. */
export interface ReportPart {
  readonly range: DateRange;
  /** The same over all attempts. */
  readonly correlationId: string;
}

/** A part that was not answered as hoped and may be asked for again. */
export interface FailedAttempt {
  /** The days that were asked for just now, and at first. */
  readonly range: DateRange;
  readonly first: DateRange;
  readonly rule: OutcomeRule;
  /** How often the part was asked for, this time included. */
  readonly attempts: number;
  /** `undefined` where no answer came. */
  readonly status: number | undefined;
  /** How long the answer is. */
  readonly characters: number;
  /** How long the service took. */
  readonly millis: number;
  /** When the next attempt would begin. Milliseconds since 1970. */
  readonly resumesAt: number;
}

/**
 * How one part ended: with rows, with a failure to remember, given up for a reason that lies elsewhere, or, where
 * `askAgain` says so, left for later.
 */
export type PartResult =
  | { readonly kind: 'report'; readonly report: ReportAnswer }
  | {
      readonly kind: 'failed';
      readonly error: ReportError;
      readonly rule: OutcomeRule;
      /** For how long to remember the failure, in seconds. */
      readonly seconds: number;
    }
  | { readonly kind: 'given_up'; readonly error: ReportError }
  | { readonly kind: 'left' };

/** Report calls that are made together, all their attempts included. */
export interface ReportCallsInput {
  readonly kind: ReportKind;
  readonly connection: Connection;
  readonly parts: readonly ReportPart[];
  /** Days that each request asks for beyond those of its part, whose answers then hold them too. None by default. */
  readonly margin?: Margin;
  readonly token: string;
  /** Only one attempt: the service has failed lately, and this call finds out whether it still does. */
  readonly probing: boolean;
  /**
   * After this many more rounds in a row that fail for the service as a whole, no request goes to its address: nothing is
   * repeated then, unless `askAgain` decides otherwise.
   */
  readonly failuresLeft: number;
  /** The cool-down after the 429 before, in seconds, or 0: without `Retry-After` the next one is twice as long. */
  readonly lastCoolDownSeconds: number;
  /** Called once, after the first 401. @throws {ReportError} if no new token can be obtained. */
  renewToken(refused: string): string;
  /**
   * What to ask for in place of parts that failed: the same days or the first of them, `undefined` for a part that is
   * left for later. Without it all are asked for again, as often as their outcomes allow.
   *
   * @param failed The parts that failed in one round.
   * @param answered How many others were answered in it.
   * @returns `undefined` when nothing more is to be tried.
   */
  askAgain?(
    failed: readonly FailedAttempt[],
    answered: number,
  ): readonly (DateRange | undefined)[] | undefined;
  /** Called before the pause that precedes another attempt, with the parts that will be asked for again. */
  beforePause(pause: Pause, parts: readonly ReportPart[]): void;
}

/** How report calls ended. */
export interface ReportCalls {
  /** In the order of the parts. */
  readonly results: readonly PartResult[];
  /** The parts as they were asked for in the end: those that `askAgain` made shorter are. */
  readonly parts: readonly ReportPart[];
  /** How many times in a row the service answered none of the requests as a healthy one would. */
  readonly failures: number;
}

/** A part and how far it has come. */
interface OpenPart {
  readonly first: DateRange;
  part: ReportPart;
  attempts: number;
  result: PartResult | undefined;
}

/** A part that was not answered as hoped. */
interface Unanswered {
  readonly open: OpenPart;
  readonly rule: OutcomeRule;
  readonly response: HttpResponse | undefined;
}

/** What one round came to. */
interface Round {
  /** Parts that met the first 401. */
  readonly refused: readonly OpenPart[];
  readonly unanswered: readonly Unanswered[];
  readonly answered: number;
  readonly millis: number;
}

/**
 * Asks for parts of a report side by side, as often as the outcomes and the budget allow.
 *
 * The report is a read (a POST with an empty array), so it may be repeated. Only parts that failed are repeated, after
 * one pause for all of them: the longest that any asks for. The first 401 costs one fresh token and one repeat of the
 * refused parts, and counts as no attempt. Once one part has failed for good, nothing is repeated: the whole
 * cannot succeed. Specification sections 4.2, 5 and 7.
 */
export function callReports(services: ReportCallServices, input: ReportCallsInput): ReportCalls {
  return new Rounds(services, input).run();
}

const NO_MARGIN: Margin = { before: 0, after: 0 };

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
    this.parts = input.parts.map((part) => ({ first: part.range, part, attempts: 0, result: undefined }));
    this.token = input.token;
  }

  run(): ReportCalls {
    let open = this.parts;
    while (open.length > 0) {
      this.round(open);
      open = this.parts.filter(({ result }) => result === undefined);
    }
    return {
      results: this.parts.flatMap(({ result }) => result ?? []),
      parts: this.parts.map(({ part }) => part),
      failures: this.failures,
    };
  }

  private round(open: readonly OpenPart[]): void {
    const { transport, clock, budget } = this.services;
    const { kind, connection, margin = NO_MARGIN } = this.input;
    const { token } = this;
    const sentAt = clock.now();
    const timeoutSeconds = timeoutThatFits(budget, sentAt);
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
        kind.request(connection, widen(range, margin), { token, correlationId, timeoutSeconds }),
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
      const outcome = judge(response, this.input, widen(one.part.range, margin));
      if ('rows' in outcome) one.result = { kind: 'report', report: outcome };
      else unanswered.push({ open: one, rule: outcome, response });
    });
    if (unanswered.length === open.length && unanswered.some(({ rule }) => rule.circuit)) this.failures += 1;
    const answered = open.length - refused.length - unanswered.length;
    this.prepareNext({ refused, unanswered, answered, millis: clock.now() - sentAt });
  }

  /** What comes between two rounds: a fresh token, a pause, or the end. */
  private prepareNext(round: Round): void {
    const { refused, unanswered } = round;
    const pauses = unanswered.map(({ open: { attempts }, rule, response }) =>
      pauseBefore(this.services, { rule, response, attempts, last: this.input.lastCoolDownSeconds }),
    );
    const again = this.askAgain(round, pauses);
    const lacksToken = refused.length > 0 && again ? this.renewToken() : undefined;
    const pause = lacksToken ? undefined : longestPause(pauses);
    const hasTime = pause && timeoutThatFits(this.services.budget, pause.resumesAt) !== undefined;
    if (hasTime && again) this.repeat(unanswered, again, pause);
    else this.end(round, pauses, lacksToken);
  }

  /** Waits, and leaves open what is to be asked for in the next round. */
  private repeat(
    unanswered: readonly Unanswered[],
    again: readonly (DateRange | undefined)[],
    pause: Pause,
  ): void {
    const parts = unanswered.map(({ open }) => open.part);
    this.input.beforePause(pause, parts);
    this.services.clock.sleep(pause.millis);
    unanswered.forEach(({ open }, index) => {
      const range = again[index];
      if (range === undefined) open.result = { kind: 'left' };
      else open.part = { ...open.part, range };
    });
  }

  /** Ends what was not answered; what was refused too, unless it has a fresh token and nothing else has failed. */
  private end({ refused, unanswered }: Round, pauses: readonly Pause[], lacksToken?: ReportError): void {
    const ends = unanswered.map((one, index) => fail(one, pauses[index]));
    const reason = lacksToken ?? ends[0];
    if (reason) for (const one of refused) one.result = { kind: 'given_up', error: reason };
  }

  /** The days to ask for in place of those that failed; `undefined` when one of them has failed for good. */
  private askAgain(
    { unanswered, answered, millis }: Round,
    pauses: readonly Pause[],
  ): readonly (DateRange | undefined)[] | undefined {
    const { probing, failuresLeft, askAgain } = this.input;
    if (askAgain === undefined) {
      const { surface } = this.services.budget;
      const isAnswered = this.parts.some(({ result }) => result?.kind === 'report');
      if (!isAnswered && this.failures > 0 && this.failures >= failuresLeft) return undefined;
      const isLast = ({ open: { attempts }, rule }: Unanswered) =>
        attempts >= (probing ? 1 : rule.attempts[surface]);
      return unanswered.some(isLast) ? undefined : unanswered.map(({ open }) => open.part.range);
    }
    const failed = unanswered.map(({ open: { first, part, attempts }, rule, response }, index) => ({
      range: part.range,
      first,
      rule,
      attempts,
      millis,
      status: response?.status,
      characters: response?.text.length ?? 0,
      resumesAt: pauses[index]?.resumesAt ?? 0,
    }));
    if (failed.length === 0) return [];
    const again = askAgain(failed, answered);
    return probing ? undefined : again;
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
  if (response === undefined) return REPORT_OUTCOMES.noAnswer;
  const rule = reportOutcome(response, kind.isConfigured);
  if (rule !== undefined) return rule;
  try {
    return kind.read(response, connection, range);
  } catch (error) {
    if (!isReportError(error)) throw error;
    return REPORT_OUTCOMES.wrongShape;
  }
}

function fail({ open, rule, response }: Unanswered, pause: Pause | undefined): ReportError {
  const coolDown = pause?.coolDownSeconds;
  const seconds = coolDown === undefined ? rule.remember.seconds : Math.max(1, coolDown);
  const status = response === undefined ? {} : { status: response.status };
  const { code, sentence }: OutcomeRule = rule;
  const { correlationId } = open.part;
  const error = new ReportError(code, { sentence, ...status, correlationId, waitSeconds: seconds });
  open.result = { kind: 'failed', error, rule, seconds };
  return error;
}

/** Without `Retry-After` a cool-down grows no longer than this. */
const LONGEST_UNSTATED_COOL_DOWN_SECONDS = 60;

/** What report calls need besides the requests. */
interface ReportCallServices {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly budget: Budget;
}

/** A pause between two attempts. */
export interface Pause {
  readonly millis: number;
  /** When the next attempt begins. Milliseconds since 1970. */
  readonly resumesAt: number;
  /** When it will have ended at the latest. Milliseconds since 1970. */
  readonly settledBy: number;
  /** How long the service wants to be left alone after a 429, in seconds. */
  readonly coolDownSeconds: number | undefined;
}

/** An attempt that failed. */
interface Failed {
  readonly rule: OutcomeRule;
  readonly response: HttpResponse | undefined;
  readonly attempts: number;
  /** The cool-down after the 429 before, in seconds, or 0. */
  readonly last: number;
}

/**
 * The pause that another attempt has to be preceded by.
 *
 * Only a 429 has its `Retry-After` obeyed. A service that fails is left alone by the circuit, for a minute at a time:
 * what gateways write into a 503 would stop everyone for up to an hour.
 */
export function pauseBefore(
  { clock, budget }: ReportCallServices,
  { rule, response, attempts, last }: Failed,
): Pause {
  const now = clock.now();
  const random = clock.random();
  const stated = rule.coolDown ? readRetryAfter(response?.headers['retry-after'], now) : undefined;
  const doubled = 1000 * Math.min(LONGEST_UNSTATED_COOL_DOWN_SECONDS, 2 * last);
  const chosen = rule.coolDown
    ? Math.max(doubled, rateLimitPauseMillis(attempts - 1, random))
    : Math.max(
        rule.code === 'upstream_timeout' ? LEAST_TIMEOUT_PAUSE_MILLIS : 0,
        failurePauseMillis(attempts - 1, random),
      );
  const millis = Math.ceil(stated === undefined ? chosen : stated * 1000);
  return {
    millis,
    resumesAt: now + millis,
    settledBy: now + millis + budget.timeoutSeconds * 1000,
    coolDownSeconds: rule.coolDown ? millis / 1000 : undefined,
  };
}

/** The pause before several attempts together: the longest, with the longest cool-down. */
export function longestPause(pauses: readonly Pause[]): Pause | undefined {
  const [first, ...others] = pauses;
  if (first === undefined) return undefined;
  const longest = others.reduce((one, other) => (one.millis >= other.millis ? one : other), first);
  const coolDowns = pauses.flatMap(({ coolDownSeconds }) => coolDownSeconds ?? []);
  return { ...longest, coolDownSeconds: coolDowns.length > 0 ? Math.max(...coolDowns) : undefined };
}

/** A gateway that gave up gets a moment, however the jitter falls. Spec §7: "retry after a short delay". */
const LEAST_TIMEOUT_PAUSE_MILLIS = 250;

/**
 * The pause before repeating a call that failed: full jitter, so that many executions spread out.
 *
 * @param attempt 0 after the first attempt.
 * @param random From 0 up to 1.
 */
export function failurePauseMillis(attempt: number, random: number): number {
  return random * Math.min(LONGEST_PAUSE_MILLIS, 500 * 2 ** attempt);
}

/**
 * The pause after a 429 without `Retry-After`: equal jitter, because full jitter can fall to nothing and
 * burn all attempts inside one rate window.
 */
export function rateLimitPauseMillis(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MILLIS, 2000 * 2 ** attempt);
  return longest / 2 + (random * longest) / 2;
}
