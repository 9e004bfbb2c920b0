import { checkAskedRange } from '../checks/asked-range';
import { checkGrouping } from '../checks/grouping';
import type { Employer } from '../data/employers';
import { groupShifts } from '../data/grouped-shifts';
import { type Answer, type ApiRequest, jsonAnswer } from '../http-message';
import type { Store } from '../store';
import { daysWithShifts, frameReport } from './report-frame';

/** Answers the assumed aggregated report: the records of the shift fulfilment report in groups. */
export function answerAggregated(request: ApiRequest, employer: Employer, store: Store): Answer {
  const days = checkAskedRange(request, ['group_by']);
  if (days.refusal !== undefined) return days.refusal;
  const grouping = checkGrouping(request);
  if (grouping.refusal !== undefined) return grouping.refusal;
  const records = daysWithShifts(days.range, store).flatMap((day) => store.shiftsOn(employer, day));
  const groups = groupShifts(records, grouping.by, employer);
  return jsonAnswer(200, { ...frameReport(days.range, employer, store), report: { groups } });
}
