import { type AskedRange, checkAskedRange } from '../checks/shift-fulfilment';
import { type CalendarDay, formatDay } from '../data/calendar-day';
import type { Employer } from '../data/employers';
import { writeReport, writeShiftRecord } from '../data/report-json';
import { type Answer, type ApiRequest, JSON_TYPE, textAnswer } from '../http-message';
import type { Store } from '../store';

/** Last segment of the report's path. Specification section 4.2. */
export const SHIFT_FULFILMENT = 'shift_fulfilment';

/** Answers a shift fulfilment request that passed the common checks. Specification section 2.2. */
export function answerShiftFulfilment(request: ApiRequest, employer: Employer, store: Store): Answer {
  const check = checkAskedRange(request);
  if (check.refusal !== undefined) return check.refusal;
  const shifts = daysWithShifts(check.range, store).flatMap((day) =>
    store.shiftsOn(employer, day).map(writeShiftRecord),
  );
  const { employerId, region } = employer;
  const echo = {
    employer_id: employerId,
    deployment_code: region,
    from_date: formatDay(check.range.fromDay),
    to_date: formatDay(check.range.toDay),
  };
  const metadata = {
    employer_id: employerId,
    generated_at: new Date(store.clock.now()).toISOString(),
  };
  return textAnswer(200, writeReport({ request: echo, metadata, shifts }), JSON_TYPE);
}

/** The days of a range that can have shifts at all, so that year 1 to 9999 costs no more than the history. */
function daysWithShifts(range: AskedRange, store: Store): readonly CalendarDay[] {
  const { firstDay, lastDay } = store.keptDays();
  const start = Math.max(range.fromDay, firstDay);
  const end = Math.min(range.toDay, lastDay);
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index);
}
