import { type CalendarDay, formatDay, weekdayOf } from './calendar-day';
import type { Employer } from './employers';
import { drawInteger, drawOne, seededRandom } from './seeded-random';
import type { DataFrame } from './shift-generator';
import { percentage } from './shift-record';

/** One venue in one week. All of it is assumed: the specification shows no field of this report. */
export interface TurnoverRecord {
  readonly period_start: string;
  readonly period_end: string;
  readonly venue: { readonly name: string; readonly city: string | null };
  readonly headcount_start: number;
  /** These four are null until the week is over. */
  readonly hires: number | null;
  readonly leavers: number | null;
  readonly headcount_end: number | null;
  /** Leavers of the mean headcount, 0 to 100; null where there was nobody. */
  readonly turnover_percentage: number | null;
  readonly is_complete: boolean;
}

const CITIES = { UK: ['London', 'Leeds', 'Cardiff', null], US: ['Chicago', 'Milwaukee', null] } as const;
const LARGEST_TEAM = 40;
const WEEK = 7;

/** The first day of the week that holds a day: a Monday in the UK, a Sunday in the US. */
export function startOfWeek(day: CalendarDay, { region }: Pick<Employer, 'region'>): CalendarDay {
  return day - ((weekdayOf(day) - (region === 'UK' ? 1 : 0) + WEEK) % WEEK);
}

/** The venues of an employer in one week; none in weeks that have not begun. */
export function generateTurnover(
  frame: DataFrame,
  employer: Employer,
  weekStart: CalendarDay,
): readonly TurnoverRecord[] {
  if (weekStart > frame.today) return [];
  const venues = new Set(employer.habits.workplaces.map(({ venue }) => venue));
  return [...venues].map((venue) => countWeek(frame, employer, venue, weekStart));
}

function countWeek(
  frame: DataFrame,
  employer: Employer,
  venue: string,
  weekStart: CalendarDay,
): TurnoverRecord {
  const draw = (...parts: readonly (number | string)[]) =>
    seededRandom(frame.seed, employer.employerId, venue, ...parts);
  const before = headcountOn(draw, weekStart);
  const after = headcountOn(draw, weekStart + WEEK);
  const leavers = Math.max(before - after, drawInteger(draw('leavers', weekStart), 0, Math.min(2, before)));
  const isComplete = weekStart + WEEK <= frame.today;
  return {
    period_start: formatDay(weekStart),
    period_end: formatDay(weekStart + WEEK - 1),
    venue: { name: venue, city: drawOne(draw('city'), CITIES[employer.region]) },
    headcount_start: before,
    hires: isComplete ? after - before + leavers : null,
    leavers: isComplete ? leavers : null,
    headcount_end: isComplete ? after : null,
    turnover_percentage: isComplete ? percentage(2 * leavers, before + after) : null,
    is_complete: isComplete,
  };
}

/** A team has its size, give or take two people a week. */
function headcountOn(
  draw: (...parts: readonly (number | string)[]) => () => number,
  day: CalendarDay,
): number {
  const usual = drawInteger(draw('team'), 1, LARGEST_TEAM);
  return Math.max(0, usual + drawInteger(draw('headcount', day), -2, 2));
}
