import {
  type CalendarDate,
  type DateRange,
  isInside,
  isOn,
  type Margin,
  widen,
} from '../../calendar/calendar-date';
import type { ReportAnswer, ReportKind } from '../../employer-api/report-kind';
import { FRESH_MILLIS } from '../../limits';
import type { KeptReport } from './report-cache';

/*
 * The specification calls `to_date` the "end of the range" (section 4.2). It does not say that the last day is included,
 * nor by which clock the service's days begin. The add-on takes SHIFT_DATE to be the requested day, both ends
 * included, until an answer shows otherwise. Then it requests extra days at the ends and shows only the wanted ones.
 */

/** No extra days. */
export const NO_MARGIN: Margin = { before: 0, after: 0 };
/** The service leaves out the last day. */
export const WITHOUT_LAST_DAY: Margin = { before: 0, after: 1 };
/** The service's days are not those of SHIFT_DATE. It may leave out the last day too. */
export const OTHER_DAYS: Margin = { before: 1, after: 2 };

/** An answer and its days. */
type AnsweredDays = Pick<KeptReport, 'range' | 'asked' | 'fields' | 'rows'>;

/** True if an answer was requested with at least this many extra days. */
export function hasMargin({ range, asked = range }: KeptReport, margin: Margin): boolean {
  return isInside(widen(range, margin), asked);
}

/** True if one margin has all extra days of another. */
export function holdsMargin(margin: Margin, other: Margin): boolean {
  return margin.before >= other.before && margin.after >= other.after;
}

/** An extra day with at least this share of the records of the day before it is complete. */
const WHOLE_DAY_SHARE = 0.5;

/**
 * True if records show that the service's days are not those of SHIFT_DATE: some are of the day next to the requested
 * days, at one end only, or an extra day has only part of its records. A service that also sends days further away
 * ignores the range, which proves nothing.
 */
export function showsOtherDays(kind: ReportKind, answer: AnsweredDays): boolean {
  const { range, asked = range, fields, rows } = answer;
  const column = fields.findIndex(({ name }) => name === kind.dayField);
  let [before, after] = [false, false];
  for (const row of rows) {
    const day = row[column];
    if (typeof day !== 'number' || isOn(day, asked)) continue;
    if (day === asked.from - 1) before = true;
    else if (day === asked.to + 1) after = true;
    else return false;
  }
  const share = asked.from === range.from ? shareOnExtraDay(kind, answer) : 0;
  return before !== after || (share > 0 && share < WHOLE_DAY_SHARE);
}

/** True if an answer has its extra day at the end: the service includes the last day. */
export function showsLastDay(kind: ReportKind, answer: AnsweredDays): boolean {
  return shareOnExtraDay(kind, answer) >= WHOLE_DAY_SHARE;
}

/**
 * True if answers show that the service leaves out the last day: an answer with records has none of its last day, but
 * another answer that reaches further has some. Days that are not over do not count, since their records come and go.
 *
 * @param finished The last day that is over.
 */
export function showsLeftOutDay(
  kind: ReportKind,
  answers: readonly AnsweredDays[],
  finished: CalendarDate,
): boolean {
  const has = ({ fields, rows }: AnsweredDays, day: CalendarDate) => {
    const column = fields.findIndex(({ name }) => name === kind.dayField);
    return rows.some((row) => row[column] === day);
  };
  return answers.some((answer) => {
    const { range, asked = range, rows } = answer;
    const last = range.to;
    if (asked.to > last || last > finished || rows.length === 0 || has(answer, last)) return false;
    return answers.some((other) => other.range.from <= last && other.range.to > last && has(other, last));
  });
}

/** How many records an answer has on each day. */
export interface CountedAnswer extends Pick<KeptReport, 'range' | 'asked' | 'fetchedAt'> {
  readonly counts: ReadonlyMap<CalendarDate, number>;
}

/** Counts the records of an answer by their day. */
export function countByDay(kind: ReportKind, answer: KeptReport): CountedAnswer {
  const { range, asked, fetchedAt } = answer;
  const counts = countPerDay(daysOfRecords(kind, answer));
  return { range, ...(asked === undefined ? {} : { asked }), fetchedAt, counts };
}

/** The days of the records of an answer, in their order; records without a day are left out. */
export function daysOfRecords(
  { dayField }: ReportKind,
  { fields, rows }: Pick<KeptReport, 'fields' | 'rows'>,
): CalendarDate[] {
  const column = fields.findIndex(({ name }) => name === dayField);
  const days: CalendarDate[] = [];
  for (const row of rows) {
    const day = row[column];
    if (typeof day === 'number') days.push(day);
  }
  return days;
}

/** How often each day comes. */
export function countPerDay(days: readonly CalendarDate[]): Map<CalendarDate, number> {
  const counts = new Map<CalendarDate, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}

/** Answers further apart in time may differ because records were added or removed. */
const SAME_TIME_MILLIS = FRESH_MILLIS;

/**
 * True if overlapping answers of the same time show that the service's days are not those of SHIFT_DATE: one has records
 * of its first or last day, but fewer than another one that reaches further on both sides of that day.
 *
 * @param finished The last day that is over: records of later days come and go.
 */
export function showsShiftedDays(answers: readonly CountedAnswer[], finished: CalendarDate): boolean {
  return answers.some(({ range, asked = range, counts, fetchedAt }) =>
    [range.from, range.to].some((day) => {
      const own = counts.get(day) ?? 0;
      // With an extra day at that end, the answer has all of its records.
      const isEnd = day === range.from ? asked.from === day : asked.to === day;
      if (!isEnd || own === 0 || day > finished) return false;
      return answers.some(
        (other) =>
          other.range.from < day &&
          other.range.to > day &&
          Math.abs(other.fetchedAt - fetchedAt) <= SAME_TIME_MILLIS &&
          (other.counts.get(day) ?? 0) > own,
      );
    }),
  );
}

/** The number of records of the last extra day, divided by that of the last wanted day. */
function shareOnExtraDay(kind: ReportKind, { range, asked = range, fields, rows }: AnsweredDays): number {
  if (asked.to === range.to) return 0;
  const column = fields.findIndex(({ name }) => name === kind.dayField);
  const countOn = (day: CalendarDate) => rows.filter((row) => row[column] === day).length;
  return countOn(asked.to) / Math.max(1, countOn(range.to));
}

/**
 * The margin that two answers for one day show to be needed.
 *
 * @param wider The answer requested with the next day as well; `undefined` if it did not come.
 */
export function marginOfDay(
  kind: ReportKind,
  day: CalendarDate,
  alone: ReportAnswer,
  wider: ReportAnswer | undefined,
): Margin {
  const countOn = ({ fields, rows }: ReportAnswer, wanted: CalendarDate) => {
    const column = fields.findIndex(({ name }) => name === kind.dayField);
    return rows.filter((row) => row[column] === wanted).length;
  };
  if (showsOtherDays(kind, { ...alone, range: { from: day, to: day } })) return OTHER_DAYS;
  if (wider === undefined || countOn(wider, day) <= countOn(alone, day)) return NO_MARGIN;
  const isLeftOut = countOn(alone, day) === 0 && countOn(wider, day + 1) === 0;
  return isLeftOut ? WITHOUT_LAST_DAY : OTHER_DAYS;
}

/**
 * True if a day is among an answer's rows only because extra days were requested. If the service's days are not those
 * of SHIFT_DATE, part of the days next to the extra days comes too.
 */
export function isMarginDay(day: number, { range, asked }: KeptReport): boolean {
  if (asked === undefined || isOn(day, range)) return false;
  const more = asked.from < range.from ? 1 : 0;
  return isOn(day, widen(asked, { before: more, after: more }));
}

/** The requested days, to be kept beside an answer; nothing if there are no extra days. */
export function askedWith(range: DateRange, margin: Margin): { readonly asked?: DateRange } {
  return margin.before === 0 && margin.after === 0 ? {} : { asked: widen(range, margin) };
}
