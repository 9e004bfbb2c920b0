import { checkAskedRange } from '../checks/asked-range';
import type { Employer } from '../data/employers';
import { startOfWeek } from '../data/worker-turnover';
import { type Answer, type ApiRequest, jsonAnswer } from '../http-message';
import type { Store } from '../store';
import { daysWithShifts, frameReport } from './report-frame';

/** Answers the assumed worker turnover report: every week that the asked days touch, venue by venue. */
export function answerWorkerTurnover(request: ApiRequest, employer: Employer, store: Store): Answer {
  const check = checkAskedRange(request);
  if (check.refusal !== undefined) return check.refusal;
  const weeks = new Set(daysWithShifts(check.range, store).map((day) => startOfWeek(day, employer)));
  const periods = [...weeks].flatMap((week) => store.turnoverIn(employer, week));
  return jsonAnswer(200, { ...frameReport(check.range, employer, store), report: { periods } });
}
