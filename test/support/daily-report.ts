import { type DateRange, formatIsoDate } from '../../src/calendar/calendar-date';
import type { HttpRequest } from '../../src/employer-api/ports';
import { RECORD } from './sample-report';
import { serialOf } from './shift-records';
import { answer, type StubAnswer } from './stub-transport';

/** When the service says that it made a daily report. */
export const DAILY_GENERATED_AT = '2026-03-10T11:59:58Z';

/** The days from one to another, both as people write them. */
export function days(from: string, to: string): DateRange {
  return { from: serialOf(from), to: serialOf(to) };
}

/** The days that a request asks for. */
export function askedDays({ url }: HttpRequest): DateRange {
  const [, from = '', to = ''] = /from_date=([\d-]+)&to_date=([\d-]+)$/.exec(url) ?? [];
  return days(from, to);
}

/**
 * Answers any range with one shift record a day, whose SHIFT_ID is the serial number of its day.
 *
 * @param changes Fields that every record has otherwise.
 */
export function dailyReport(
  request: HttpRequest,
  generatedAt: string | null = DAILY_GENERATED_AT,
  changes: Record<string, unknown> = {},
): StubAnswer {
  const { from, to } = askedDays(request);
  const shifts = Array.from({ length: to - from + 1 }, (_, index) => ({
    ...RECORD,
    SHIFT_DATE: formatIsoDate(from + index),
    SHIFT_ID: from + index,
    ...changes,
  }));
  return answer(200, {
    request: { employer_id: 1042, from_date: formatIsoDate(from), to_date: formatIsoDate(to) },
    report: { shifts },
    metadata: { employer_id: 1042, generated_at: generatedAt },
  });
}
