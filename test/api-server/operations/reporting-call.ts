import { checkReportingCall } from '../checks/reporting-call';
import { type Answer, type ApiRequest, JSON_TYPE, textAnswer } from '../http-message';
import type { Store } from '../store';
import { answerShiftFulfilment, SHIFT_FULFILMENT } from './shift-fulfilment';

/**
 * Answers a request to a regional server.
 *
 * @param fixedReports Answers of further reports by the last segment of their path, as JSON text. The
 * specification names two such reports without path or payload (section 4.3); there is none until one is given.
 */
export function answerReportingCall(
  request: ApiRequest,
  store: Store,
  fixedReports: ReadonlyMap<string, string>,
): Answer {
  const reports = new Set([SHIFT_FULFILMENT, ...fixedReports.keys()]);
  const check = checkReportingCall(request, store, reports);
  if (check.refusal !== undefined) return check.refusal;
  const fixed = fixedReports.get(check.report);
  if (fixed !== undefined) return textAnswer(200, fixed, JSON_TYPE);
  return answerShiftFulfilment(request, check.employer, store);
}
