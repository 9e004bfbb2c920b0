import {
  type CalendarDate,
  customPeriod,
  type DateRange,
  formatIsoDate,
  isAcceptedDate,
  type Period,
  periodBefore,
} from '../../calendar/calendar-date';
import { type DateContext, type DateEnd, isLeftOut, readEnd } from './date-end';
import { invalidRange, runsBackwards } from './date-mistakes';

/** The two date arguments of a formula, as the cells have them. */
export type DateArguments = readonly [from: unknown, to: unknown];

/**
 * Reads the two dates of a formula.
 *
 * Each is a date cell, a serial number, `YYYY-MM-DD`, a period word or an offset from today such as -7. In `from` a
 * period gives its first day, in `to` its last. Both blank are the last 7 days; a period alone gives both ends; any
 * other day alone runs through today.
 *
 * @param both The period word that both blank stand for instead.
 * @throws {ReportError} `invalid_range`, one sentence that says what to write instead.
 */
export function readRange(from: unknown, to: unknown, context: DateContext, both?: string): Period {
  const areLeft = isLeftOut(from) && isLeftOut(to);
  return readArguments([areLeft ? both : from, to], withOneToday(context));
}

/**
 * Reads the dates of two periods to be compared, the earlier one first.
 *
 * Where its dates are blank, it is the period of the same kind and length just before the later one.
 *
 * @throws {ReportError} `invalid_range`, also where the earlier one shares days with the later one because no option said
 *   where it ends.
 */
export function readComparedRanges(
  earlier: DateArguments,
  later: DateArguments,
  context: DateContext,
): { readonly before: DateRange; readonly after: Period } {
  const shared = withOneToday(context);
  const after = readArguments(later, shared);
  const before = earlier.every(isLeftOut) ? accept(periodBefore(after)) : readArguments(earlier, shared);
  const shareDays = before.from <= after.to && after.from <= before.to;
  if (shareDays && isLeftOut(earlier[1]) && readEnd(earlier[0], shared)?.isPeriod === false) {
    const rest = 'without one it reaches through today, into the second';
    invalidRange(`Give the last day of the first period: ${rest}. ("${formatIsoDate(before.from)}")`);
  }
  return { before, after };
}

/** Asks for today once at most, so that two words of one formula mean the same day at midnight too. */
function withOneToday(context: DateContext): DateContext {
  let known: CalendarDate | undefined;
  const today = () => {
    known = known ?? context.today();
    return known;
  };
  return {
    today,
    weekStart: () => context.weekStart(),
    dayOf: (date) => context.dayOf(date),
  };
}

function readArguments([from, to]: DateArguments, context: DateContext): Period {
  const first = readEnd(from, context);
  const last = readEnd(to, context);
  if (first === undefined) {
    return last === undefined ? lastSevenDays(context) : invalidRange('Give the first day as well');
  }
  if (first.isPeriod && (last === undefined || isSamePeriod(first, last))) return accept(first);
  const range = { from: first.from, to: last === undefined ? context.today() : last.to };
  return customPeriod(accept(range));
}

function lastSevenDays(context: DateContext): Period {
  const today = context.today();
  return customPeriod({ from: today - 7, to: today - 1 });
}

/** Whether both ends name one period, as 2025-07 and 2025-07. */
function isSamePeriod(first: DateEnd, last: DateEnd): boolean {
  return last.isPeriod && first.from === last.from && first.to === last.to;
}

function accept<Range extends DateRange>(range: Range): Range {
  if (!isAcceptedDate(range.from) || !isAcceptedDate(range.to)) {
    return invalidRange('Give dates from 1990 to 2100');
  }
  return range.from > range.to ? runsBackwards(range) : range;
}
