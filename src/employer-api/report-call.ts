import type { DateRange } from '../calendar/date-range';
import { type Budget, timeoutThatFits } from './budget';
import type { Connection } from './connection';
import { isReportError, ReportError } from './errors';
import { type OutcomeRule, REPORT_OUTCOMES, reportOutcome } from './outcomes';
import { failurePauseMillis, rateLimitPauseMillis } from './pauses';
import type { Clock, HttpResponse, HttpTransport } from './ports';
import { readRetryAfter } from './retry-after';
import { readShiftFulfilment, type ShiftFulfilment, shiftFulfilmentRequest } from './shift-fulfilment';

/** Without `Retry-After` a cool-down grows no longer than this. */
const LONGEST_UNSTATED_COOL_DOWN_SECONDS = 60;

/** What a report call needs besides the request. */
export interface ReportCallServices {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly budget: Budget;
}

/** One report call, all its attempts included. */
export interface ReportCallInput {
  readonly connection: Connection;
  readonly range: DateRange;
  readonly token: string;
  /** The same over all attempts. */
  readonly correlationId: string;
  /** Only one attempt: the service has failed lately, and this call finds out whether it still does. */
  readonly probing: boolean;
  /** The cool-down after the 429 before, in seconds, or 0: without `Retry-After` the next one is twice as long. */
  readonly lastCoolDownSeconds: number;
  /** Called once, after the first 401. @throws {ReportError} when no fresh token is to be had. */
  renewToken(refused: string): string;
  /** Called before the pause that precedes another attempt. */
  beforePause(pause: Pause): void;
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

/** How a report call ended. `failures` counts answers that speak against the service's health. */
export type ReportCallResult =
  | { readonly kind: 'report'; readonly report: ShiftFulfilment; readonly failures: number }
  | {
      readonly kind: 'failed';
      readonly error: ReportError;
      readonly rule: OutcomeRule;
      readonly failures: number;
      /** For how long to remember the failure, in seconds. */
      readonly seconds: number;
    };

/**
 * Asks for one report, as often as the outcome and the budget allow.
 *
 * The report is a read (a POST with an empty array), so it may be repeated. A first 401 costs one fresh token
 * and one repeat and counts as no attempt. Specification sections 4.2, 5 and 7.
 */
export function callReport(services: ReportCallServices, input: ReportCallInput): ReportCallResult {
  const { transport, clock, budget } = services;
  const { connection, range, correlationId } = input;
  let token = input.token;
  let renewed = false;
  let failures = 0;
  for (let attempt = 1; ; ) {
    const timeoutSeconds = timeoutThatFits(budget, clock.now());
    // A fresh token may have taken the rest of the time.
    if (timeoutSeconds === undefined) throw new ReportError('upstream_timeout', { correlationId });
    const response = transport.send(
      shiftFulfilmentRequest(connection, range, { token, correlationId, timeoutSeconds }),
    );
    if (response?.status === 401 && !renewed) {
      token = input.renewToken(token);
      renewed = true;
      continue;
    }
    const outcome = judge(response, connection, range);
    if ('rows' in outcome) return { kind: 'report', report: outcome, failures };
    if (outcome.circuit) failures += 1;
    const pause = pauseBefore(services, input, outcome, attempt, response);
    const allowed = input.probing ? 1 : outcome.attempts[budget.surface];
    if (attempt >= allowed || timeoutThatFits(budget, pause.resumesAt) === undefined) {
      return failed(outcome, response, correlationId, failures, pause);
    }
    input.beforePause(pause);
    clock.sleep(pause.millis);
    attempt += 1;
  }
}

function judge(
  response: HttpResponse | undefined,
  connection: Connection,
  range: DateRange,
): ShiftFulfilment | OutcomeRule {
  const rule = reportOutcome(response);
  if (rule !== undefined || response === undefined) return rule ?? REPORT_OUTCOMES.noAnswer;
  try {
    return readShiftFulfilment(response, connection, range);
  } catch (error) {
    if (!isReportError(error)) throw error;
    return REPORT_OUTCOMES.wrongShape;
  }
}

function pauseBefore(
  { clock, budget }: ReportCallServices,
  input: ReportCallInput,
  rule: OutcomeRule,
  attempt: number,
  response: HttpResponse | undefined,
): Pause {
  const now = clock.now();
  const random = clock.random();
  const stated = rule.coolDown ? readRetryAfter(response?.headers['retry-after'], now) : undefined;
  const doubled = 1000 * Math.min(LONGEST_UNSTATED_COOL_DOWN_SECONDS, 2 * input.lastCoolDownSeconds);
  const chosen = rule.coolDown
    ? Math.max(doubled, rateLimitPauseMillis(attempt - 1, random))
    : failurePauseMillis(attempt - 1, random);
  const millis = Math.ceil(stated === undefined ? chosen : stated * 1000);
  return {
    millis,
    resumesAt: now + millis,
    settledBy: now + millis + budget.timeoutSeconds * 1000,
    coolDownSeconds: rule.coolDown ? millis / 1000 : undefined,
  };
}

function failed(
  rule: OutcomeRule,
  response: HttpResponse | undefined,
  correlationId: string,
  failures: number,
  pause: Pause,
): ReportCallResult {
  const seconds =
    pause.coolDownSeconds === undefined ? rule.remember.seconds : Math.max(1, pause.coolDownSeconds);
  const status = response === undefined ? {} : { status: response.status };
  const error = new ReportError(rule.code, { ...status, correlationId, waitSeconds: seconds });
  return { kind: 'failed', error, rule, failures, seconds };
}
