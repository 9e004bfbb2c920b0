import { type CalendarDay, formatDay, monthsBefore, weekdayOf } from './calendar-day';
import type { Employer } from './employers';
import { drawInteger, drawOne, drawWeighted, type Random, seededRandom } from './seeded-random';
import { buildShiftRecord, type ShiftFigures, type ShiftRecord } from './shift-record';
import type { Workplace } from './workplaces';

/** How far back records go. Maximum date ranges are not shown; see gaps.md. */
const MONTHS_OF_HISTORY = 13;
/** How many days after today already have shifts posted. */
const DAYS_AHEAD = 14;
/** Hours of the newest finished days may still be unconfirmed. */
const DAYS_TO_CONFIRM_HOURS = 3;

const SHARE_WITHOUT_POSITIONS = 0.006;
const SHARE_PARTLY_WITHDRAWN = 0.08;
const SHARE_CANCELLED_LATE = 0.02;
const SHARE_UNCONFIRMED = 0.2;
const SHARE_LEAVING_EARLY = 0.12;

/** SHIFT_IDs of generated days stay below this; those of rows added on demand start here. */
const FIRST_ADDED_SHIFT_ID = 10_000_000_000;
const MOST_SHIFTS_PER_DAY = 500;
const MOST_ADDED_PER_DAY = 200_000;
const MOST_EMPLOYERS = 8;
/** 2020-01-01. Keeps SHIFT_IDs in the eight digits such services show. */
const FIRST_NUMBERED_DAY = 18_262;

/** Which days and which draw of the data are meant. */
export interface DataFrame {
  readonly seed: number;
  /** Days before it are finished, it and later days are still being filled. */
  readonly today: CalendarDay;
}

/** The first and the last day with shifts. */
export interface KeptDays {
  readonly firstDay: CalendarDay;
  readonly lastDay: CalendarDay;
}

/** The days the service keeps when that day is today. */
export function keptDays(today: CalendarDay): KeptDays {
  return { firstDay: monthsBefore(today, MONTHS_OF_HISTORY), lastDay: today + DAYS_AHEAD };
}

/**
 * Every shift record of one employer on one day, by SHIFT_ID ascending; empty outside the kept history.
 *
 * Depends on seed, employer, day and how far away today is, never on a range. As today draws nearer a shift's
 * positions fill up, but no position is ever unfilled again.
 */
export function generateShifts(
  frame: DataFrame,
  employer: Employer,
  day: CalendarDay,
): readonly ShiftRecord[] {
  const { firstDay, lastDay } = keptDays(frame.today);
  if (day < firstDay || day > lastDay) return [];
  const { shiftsPerDay, closedOn } = employer.habits;
  if (closedOn.includes(weekdayOf(day))) return [];
  const count = drawInteger(seededRandom(frame.seed, employer.employerId, day), ...shiftsPerDay);
  return Array.from({ length: count }, (_, index) =>
    generateShift(frame, employer, day, index, shiftIdOf(employer, day, index)),
  );
}

/**
 * A shift record beyond those of the day, for answers of a wanted size and for shifts reported late.
 *
 * @param index From 0 to 199,999. The SHIFT_ID follows from it, so two indexes never share one.
 */
export function generateAddedShift(
  frame: DataFrame,
  employer: Employer,
  day: CalendarDay,
  index: number,
): ShiftRecord {
  const shiftId =
    FIRST_ADDED_SHIFT_ID +
    ((day - FIRST_NUMBERED_DAY) * MOST_ADDED_PER_DAY + index) * MOST_EMPLOYERS +
    ordinalOf(employer);
  return generateShift(frame, employer, day, MOST_SHIFTS_PER_DAY + index, shiftId);
}

function shiftIdOf(employer: Employer, day: CalendarDay, index: number): number {
  return (
    10_000_000 +
    ((day - FIRST_NUMBERED_DAY) * MOST_SHIFTS_PER_DAY + index) * MOST_EMPLOYERS +
    ordinalOf(employer)
  );
}

/** Employer IDs of one seed differ in their remainder, which keeps SHIFT_IDs of two employers apart. */
function ordinalOf(employer: Employer): number {
  return employer.employerId % MOST_EMPLOYERS;
}

function generateShift(
  frame: DataFrame,
  employer: Employer,
  day: CalendarDay,
  index: number,
  shiftId: number,
): ShiftRecord {
  const random = seededRandom(frame.seed, employer.employerId, day, index);
  const workplace = drawWeighted(random, employer.habits.workplaces);
  const place = {
    day: formatDay(day),
    venue: workplace.venue,
    area: workplace.area,
    jobTitle: workplace.jobTitle,
    shiftId,
  };
  return buildShiftRecord(place, drawFigures(random, workplace, day - frame.today));
}

/** @param lead Days from today to the shift; negative once it is over. */
function drawFigures(random: Random, workplace: Workplace, lead: number): ShiftFigures {
  const posted = random() < SHARE_WITHOUT_POSITIONS ? 0 : drawInteger(random, ...workplace.crew);
  const withdrawn = random() < SHARE_PARTLY_WITHDRAWN ? drawInteger(random, 0, posted) : 0;
  const length = drawOne(random, workplace.hours);
  const hoursDraw = random();
  const crew = Array.from({ length: posted }, () => ({
    booking: random(),
    turnout: random(),
    leaving: random(),
  }));
  const filledByNow = workplace.fillRate * (lead > 0 ? 10 / (10 + lead) : 1);
  const booked = crew.filter((person) => person.booking < filledByNow);
  const isOver = lead < 0;
  const noShows = isOver ? booked.filter((person) => person.turnout < workplace.noShowRate) : [];
  const worked = isOver
    ? booked.filter((person) => person.turnout >= workplace.noShowRate + SHARE_CANCELLED_LATE)
    : [];
  const isConfirmed = isOver && !(lead >= -DAYS_TO_CONFIRM_HOURS && hoursDraw < SHARE_UNCONFIRMED);
  const leftEarly = worked.filter((person) => person.leaving < SHARE_LEAVING_EARLY).length;
  return {
    posted,
    booked: booked.length,
    worked: worked.length,
    noShows: noShows.length,
    demand: posted - withdrawn,
    hoursScheduled: booked.length * length,
    hoursWorked: isConfirmed ? worked.length * length - leftEarly * 0.25 : null,
  };
}
