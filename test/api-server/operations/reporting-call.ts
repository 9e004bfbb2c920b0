import { ASSUMED_REPORTS } from '../assumed-reports';
import { checkReportingCall } from '../checks/reporting-call';
import type { Employer } from '../data/employers';
import { type Answer, type ApiRequest, JSON_TYPE, textAnswer } from '../http-message';
import type { Store } from '../store';
import { answerShiftFulfilment, SHIFT_FULFILMENT } from './shift-fulfilment';
import { answerAggregated } from './shift-fulfilment-aggregated';
import { answerWorkerTurnover } from './worker-turnover';

type Operation = (request: ApiRequest, employer: Employer, store: Store) => Answer;

/** The reports by their path behind the employer: the documented one, and those that are assumed (gaps.md). */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  [SHIFT_FULFILMENT, answerShiftFulfilment],
  [ASSUMED_REPORTS.worker_turnover.path, answerWorkerTurnover],
  [ASSUMED_REPORTS.shift_fulfilment_aggregated.path, answerAggregated],
]);

/**
 * Answers a request to a regional server.
 *
 * @param fixedReports Answers of further reports by the last segment of their path, as JSON text; there is none
 * until one is given.
 */
export function answerReportingCall(
  request: ApiRequest,
  store: Store,
  fixedReports: ReadonlyMap<string, string>,
): Answer {
  const fixed = new Map([...fixedReports].map(([name, text]) => [`reports/${name}`, text]));
  const check = checkReportingCall(request, store, new Set([...OPERATIONS.keys(), ...fixed.keys()]));
  if (check.refusal !== undefined) return check.refusal;
  const text = fixed.get(check.report);
  const operation = OPERATIONS.get(check.report) ?? answerShiftFulfilment;
  return text === undefined ? operation(request, check.employer, store) : textAnswer(200, text, JSON_TYPE);
}
