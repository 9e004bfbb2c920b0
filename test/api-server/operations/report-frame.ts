import type { AskedRange } from '../checks/asked-range';
import { type CalendarDay, formatDay } from '../data/calendar-day';
import type { Employer } from '../data/employers';
import type { Store } from '../store';

/** The `request` and `metadata` of an answer. Specification section 2.2. */
export function frameReport(range: AskedRange, { employerId, region }: Employer, store: Store) {
  return {
    request: {
      employer_id: employerId,
      deployment_code: region,
      from_date: formatDay(range.fromDay),
      to_date: formatDay(range.toDay),
    },
    metadata: { employer_id: employerId, generated_at: new Date(store.clock.now()).toISOString() },
  };
}

/** The days of a range that can have shifts at all, so that year 1 to 9999 costs no more than the history. */
export function daysWithShifts(range: AskedRange, store: Store): readonly CalendarDay[] {
  const { firstDay, lastDay } = store.keptDays();
  const start = Math.max(range.fromDay, firstDay);
  const end = Math.min(range.toDay, lastDay);
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index);
}
