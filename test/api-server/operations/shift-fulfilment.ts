import { checkAskedRange } from '../checks/asked-range';
import type { Employer } from '../data/employers';
import { writeReport, writeShiftRecord } from '../data/report-json';
import { type Answer, type ApiRequest, JSON_TYPE, textAnswer } from '../http-message';
import type { Store } from '../store';
import { daysWithShifts, frameReport } from './report-frame';

/** The report's path behind the employer. Specification section 4.2. */
export const SHIFT_FULFILMENT = 'reports/shift_fulfilment';

/** Answers a shift fulfilment request that passed the common checks. Specification section 2.2. */
export function answerShiftFulfilment(request: ApiRequest, employer: Employer, store: Store): Answer {
  const check = checkAskedRange(request);
  if (check.refusal !== undefined) return check.refusal;
  const shifts = daysWithShifts(check.range, store).flatMap((day) =>
    store.shiftsOn(employer, day).map(writeShiftRecord),
  );
  return textAnswer(200, writeReport({ ...frameReport(check.range, employer, store), shifts }), JSON_TYPE);
}
