import type { CalendarDate } from '../../calendar/calendar-date';
import { type DateRange, isInside, isOn, type Margin, widen } from '../../calendar/date-range';
import type { ReportAnswer, ReportKind } from '../../employer-api/report-kind';
import type { KeptReport } from './report-cache';

/*
 * The specification calls `to_date` the "end of the range" (section 4.2). It does not say that the last day is included,
 * nor by which clock the service's days begin. The add-on takes SHIFT_DATE to be the day that is asked for, both ends
 * included, until an answer shows otherwise. Then it asks for days more at the ends, and shows the wanted ones only.
 */

/** The service is asked for exactly the days that are wanted. */
export const NO_MARGIN: Margin = { before: 0, after: 0 };
/** The service leaves out the last day. */
export const WITHOUT_LAST_DAY: Margin = { before: 0, after: 1 };
/** The service's days are not those of SHIFT_DATE. It may leave out the last day besides. */
export const OTHER_DAYS: Margin = { before: 1, after: 2 };

/** An answer, and the days that it is for. */
type AnsweredDays = Pick<KeptReport, 'range' | 'asked' | 'fields' | 'rows'>;

/** Whether an answer was asked for with so many days more, or with more than those. */
export function hasMargin({ range, asked = range }: KeptReport, margin: Margin): boolean {
  return isInside(widen(range, margin), asked);
}

/** Whether one margin holds all days of another one. */
export function holdsMargin(margin: Margin, other: Margin): boolean {
  return margin.before >= other.before && margin.after >= other.after;
}

/** With so many records, compared with the day before it, a day that was asked for besides is a whole one. */
const WHOLE_DAY_SHARE = 0.5;

/**
 * Whether records show that the service's days are not those of SHIFT_DATE: some are of the day next to the days asked for,
 * at one end only, or a day that was asked for besides has some of its records. A service that sends any other days as well
 * does not keep to the range at all, and shows nothing.
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
  const share = asked.from === range.from ? shareOnDayMore(kind, answer) : 0;
  return before !== after || (share > 0 && share < WHOLE_DAY_SHARE);
}

/** Whether an answer that was asked for with one day more at the end has that one too: the last day is included. */
export function showsLastDay(kind: ReportKind, answer: AnsweredDays): boolean {
  return shareOnDayMore(kind, answer) >= WHOLE_DAY_SHARE;
}

/**
 * Whether answers show that the service leaves out the last day: one that has records lacks all of its last day, of which
 * another one, for later days too, has some. Days that are not over do not count: records of those come and go.
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

/** How many records there are of the last day that was asked for besides, for each one of the last wanted day. */
function shareOnDayMore(kind: ReportKind, { range, asked = range, fields, rows }: AnsweredDays): number {
  if (asked.to === range.to) return 0;
  const column = fields.findIndex(({ name }) => name === kind.dayField);
  const countOn = (day: CalendarDate) => rows.filter((row) => row[column] === day).length;
  return countOn(asked.to) / Math.max(1, countOn(range.to));
}

/**
 * What two answers for one day show, of which the second was asked for with the next day as well.
 *
 * @param wider `undefined` where it did not come.
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
 * Whether a day of an answer's rows is there only because more was asked for than is wanted. Where the service's days are
 * others, the days next to those come in part as well.
 */
export function isMarginDay(day: number, { range, asked }: KeptReport): boolean {
  if (asked === undefined || isOn(day, range)) return false;
  const more = asked.from < range.from ? 1 : 0;
  return isOn(day, widen(asked, { before: more, after: more }));
}

/** The days that the service is asked for, to be kept beside an answer; nothing where they are those of the window. */
export function askedWith(range: DateRange, margin: Margin): { readonly asked?: DateRange } {
  return margin.before === 0 && margin.after === 0 ? {} : { asked: widen(range, margin) };
}
