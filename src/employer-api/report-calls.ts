import type { DateRange } from '../calendar/calendar-date';
import type { Connection } from './connection';
import {
  isReportError,
  OUTCOMES,
  type OutcomeRule,
  outcomeError,
  type ReportError,
  reportOutcome,
} from './errors';
import type { Clock, HttpResponse, HttpTransport } from './ports';
import { type ReportAnswer, type ReportKind, SHIFT_FULFILMENT_REPORT } from './shift-report';

/** One of the requests that are sent together. */
export interface ReportCall {
  readonly range: DateRange;
  readonly correlationId: string;
}

/** A call that was not answered with a report. */
export interface FailedCall {
  readonly rule: OutcomeRule;
  /** With `waitSeconds`: how long to wait before the next request. */
  readonly error: ReportError;
}

/**
 * Asks for several ranges of a report side by side, once. Specification sections 4.2, 5 and 7.
 *
 * @returns In the order of the calls.
 */
export function callReports(
  { transport, clock }: { readonly transport: HttpTransport; readonly clock: Pick<Clock, 'now'> },
  kind: ReportKind,
  connection: Connection,
  calls: readonly ReportCall[],
  { token, timeoutSeconds }: { readonly token: string; readonly timeoutSeconds: number },
): (ReportAnswer | FailedCall)[] {
  const responses = transport.sendAll(
    calls.map(({ range, correlationId }) =>
      kind.request(connection, range, { token, correlationId, timeoutSeconds }),
    ),
  );
  return calls.map((call, index) => judge(kind, connection, call, responses[index], clock.now()));
}

/** Whether a call failed. */
export function isFailed(result: ReportAnswer | FailedCall): result is FailedCall {
  return 'rule' in result;
}

function judge(
  kind: ReportKind,
  connection: Connection,
  { range, correlationId }: ReportCall,
  response: HttpResponse | undefined,
  now: number,
): ReportAnswer | FailedCall {
  const isDocumented = kind.name === SHIFT_FULFILMENT_REPORT.name;
  const rule = reportOutcome(response, { isDocumented, employer: connection.employer });
  const fail = (failed: OutcomeRule) => ({
    rule: failed,
    error: outcomeError(failed, response, now, correlationId),
  });
  if (response === undefined || rule !== undefined) return fail(rule ?? OUTCOMES.noAnswer);
  try {
    return kind.read(response, connection, range);
  } catch (error) {
    // What is nested too deeply fails in the platform itself.
    const sentence = isReportError(error) ? error.detail.sentence : undefined;
    return fail(sentence === undefined ? OUTCOMES.wrongShape : { ...OUTCOMES.wrongShape, sentence });
  }
}
