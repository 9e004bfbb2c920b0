import { type CalendarDay, parseDay } from '../data/calendar-day';
import type { Answer, ApiRequest } from '../http-message';
import { refusalAnswer } from '../refusal';

/** The days a report is asked for, both included. */
export interface AskedRange {
  readonly fromDay: CalendarDay;
  readonly toDay: CalendarDay;
}

/** The outcome of a check: the asked days, or the answer that refuses. */
export type RangeCheck =
  | { readonly range: AskedRange; readonly refusal?: never }
  | { readonly refusal: Answer };

/**
 * Checks the days in a query. Specification section 4.2; what it does not show about missing, invalid and
 * inverted dates is refused with 400 (gaps.md).
 *
 * @param others Further parameters that the report takes.
 */
export function checkAskedRange(request: ApiRequest, others: readonly string[] = []): RangeCheck {
  const taken = ['from_date', 'to_date', ...others];
  if ([...request.query.keys()].some((name) => !taken.includes(name))) {
    return { refusal: refusalAnswer(400, `Only ${taken.join(', ')} are taken.`) };
  }
  const fromDay = readDay(request, 'from_date');
  const toDay = readDay(request, 'to_date');
  if (fromDay === undefined || toDay === undefined) {
    return { refusal: refusalAnswer(400, 'from_date and to_date must each be given once, as YYYY-MM-DD.') };
  }
  if (fromDay > toDay) return { refusal: refusalAnswer(400, 'from_date must not be after to_date.') };
  return { range: { fromDay, toDay } };
}

function readDay(request: ApiRequest, name: string): CalendarDay | undefined {
  const [text, ...more] = request.query.getAll(name);
  return text === undefined || more.length > 0 ? undefined : parseDay(text);
}
