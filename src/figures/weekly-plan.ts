import {
  type CalendarDate,
  type DateRange,
  startOfPeriod,
  type WeekStart,
  weekday,
} from '../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../contract/schedule';
import { columnOf, DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { type GroupKey, isPeriodKey, KEY_HEADINGS, type KeyValue } from './group-keys';
import { foldName } from './names';
import { type RowFilter, WEEKDAY_FIELD } from './row-filter';

/** What a line of the targets sheet may set besides a target, each a number from 0 on. */
export type LineValue =
  /** Positions per week. */
  | 'planPositions'
  /** Hours per week. */
  | 'planHours'
  /** Money per hour worked, in whatever currency. */
  | 'ratePerHour'
  /** Money per missing person. */
  | 'creditPerMissing'
  /** Money per no-show. */
  | 'creditPerNoShow';

/** One line of the targets sheet. What it leaves blank it does not set; a blank key is any. */
export interface TargetLine extends Readonly<Record<LineValue, number | null>> {
  /** Its row on the sheet; the heading row is 1. */
  readonly line: number;
  readonly venue: string | null;
  readonly area: string | null;
  readonly role: string | null;
  /** The first day. */
  readonly from: CalendarDate | null;
  /** The last day, included. */
  readonly to: CalendarDate | null;
  /** The field of the percentage that the target is for, such as `TRUE_FULFILMENT_PERCENTAGE`. */
  readonly measure: string;
  /** In percent, 0 to 100. */
  readonly target: number | null;
}

const NAME_KEYS = ['venue', 'area', 'role'] as const;
const NAME_COLUMNS = NAME_KEYS.map((key) => columnOf(KEY_HEADINGS[key]));

/**
 * Reads what lines set for rows: the target of a percentage, or one of the other values.
 *
 * Of the lines that set it and are for a row's names and day, the one with the most filled keys counts (venue, area, job
 * title, first day, last day), of several the lowest on the sheet. A row without a name or a day fits no line that gives
 * one.
 *
 * @param measure The field of the percentage; counts with `target` alone.
 * @returns Null where no line sets it.
 */
export function lineValueReader(
  lines: readonly TargetLine[],
  value: LineValue | 'target',
  measure = '',
): (row: ShiftRow) => number | null {
  const setting = strongestFirst(
    lines.filter((line) => line[value] !== null && (value !== 'target' || line.measure === measure)),
  );
  const known = new Map<string, readonly TargetLine[]>();
  return (row) => {
    const names = NAME_COLUMNS.map((column) => foldedName(row[column]));
    const key = JSON.stringify(names);
    let found = known.get(key);
    if (found === undefined) {
      found = setting.filter((line) =>
        NAME_KEYS.every((name, at) => line[name] === null || foldedName(line[name]) === names[at]),
      );
      known.set(key, found);
    }
    const day = row[DAY_COLUMN];
    return found.find((line) => isOn(line, typeof day === 'number' ? day : null))?.[value] ?? null;
  };
}

/** Lines in the order in which they count: most filled keys first, then the lowest on the sheet. */
function strongestFirst(lines: readonly TargetLine[]): TargetLine[] {
  const filled = ({ venue, area, role, from, to }: TargetLine) =>
    [venue, area, role, from, to].filter((key) => key !== null).length;
  return [...lines].sort((one, other) => filled(other) - filled(one) || other.line - one.line);
}

/** Whether the days of a line include a day. */
function isOn({ from, to }: TargetLine, day: CalendarDate | null): boolean {
  if (from === null && to === null) return true;
  return day !== null && (from === null || from <= day) && (to === null || day <= to);
}

function foldedName(name: unknown): string | null {
  return typeof name === 'string' ? foldName(name) : null;
}

/** What a group is planned to have, by its keys and their values; null where no line plans for it. */
export type PlanReader = (keys: readonly GroupKey[], values: readonly KeyValue[]) => number | null;

/** The days and the shifts that a plan is read for. */
export interface PlanScope {
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and later days are not planned for, as they are not worked yet. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  readonly filters: readonly RowFilter[];
}

/**
 * Reads the weekly plans of lines for groups of shifts: a seventh for each day that is over.
 *
 * A line plans for the names that it gives, all of their shifts together: on a day, the line with the most filled dates
 * counts among those with the same names, of several the lowest. Plans of different names add up. A group has the plans
 * whose names are its own: a line without a venue counts for all venues together, not for each.
 *
 * @returns Blank plans only, where records are filtered by anything but names and days.
 */
export function weeklyPlan(
  lines: readonly TargetLine[],
  value: 'planHours' | 'planPositions',
  { range, today, weekStart, filters }: PlanScope,
): PlanReader {
  const onDays = filters.filter(({ field }) => field === 'SHIFT_DATE' || field === WEEKDAY_FIELD);
  const onNames = NAME_KEYS.flatMap((key) =>
    filters.filter(({ field }) => field === KEY_HEADINGS[key]).map(({ matches }) => ({ key, matches })),
  );
  if (onNames.length + onDays.length < filters.length) return () => null;
  const isChosen = (day: CalendarDate) =>
    onDays.every(({ field, matches }) => matches(field === WEEKDAY_FIELD ? nameOfDay(day) : day));
  const days = daysOf({ from: range.from, to: Math.min(range.to, today - 1) }).filter(isChosen);
  const plans = plansByNames(
    lines.filter(
      (line) =>
        line[value] !== null && onNames.every(({ key, matches }) => line[key] !== null && matches(line[key])),
    ),
  );
  return (keys, values) => {
    const isOfGroup = (line: TargetLine) =>
      NAME_KEYS.every((key) => {
        const at = keys.indexOf(key);
        return at < 0 || (line[key] !== null && foldName(line[key]) === foldedName(values[at]));
      });
    const covered = days.filter((day) =>
      keys.every((key, at) => isIn(day, key, values[at] ?? null, weekStart)),
    );
    const planned = new Map<TargetLine, number>();
    for (const plan of plans.filter(([line]) => line !== undefined && isOfGroup(line))) {
      for (const day of covered) {
        const line = plan.find((one) => isOn(one, day));
        if (line !== undefined) planned.set(line, (planned.get(line) ?? 0) + 1);
      }
    }
    if (planned.size === 0) return null;
    return [...planned].reduce((sum, [line, count]) => sum + planOfDays(line[value] as number, count), 0);
  };
}

/**
 * What a weekly plan is for so many days. Whole weeks apart, since sevenths that are added make no whole: 14 of 80 are
 * 159.99999999999997.
 */
function planOfDays(weekly: number, days: number): number {
  return weekly * Math.floor(days / 7) + (weekly * (days % 7)) / 7;
}

/**
 * Finds the shifts that the weekly hours of lines are for, so that hours worked are compared with a plan of the same shifts.
 *
 * @param keys What the shifts are grouped by: of a group only those lines plan that give its names.
 */
export function plannedShifts(
  lines: readonly TargetLine[],
  keys: readonly GroupKey[],
): (row: ShiftRow) => boolean {
  const named = NAME_KEYS.filter((key) => keys.includes(key));
  const planFor = lineValueReader(
    lines.filter((line) => named.every((key) => line[key] !== null)),
    'planHours',
  );
  return (row) => planFor(row) !== null;
}

/** Lines that give the same names, strongest first. */
function plansByNames(lines: readonly TargetLine[]): (readonly TargetLine[])[] {
  const found = new Map<string, TargetLine[]>();
  for (const line of strongestFirst(lines)) {
    const names = JSON.stringify(NAME_KEYS.map((key) => foldedName(line[key])));
    found.set(names, [...(found.get(names) ?? []), line]);
  }
  return [...found.values()];
}

function isIn(day: CalendarDate, key: GroupKey, value: KeyValue, weekStart: WeekStart): boolean {
  if (isPeriodKey(key)) return startOfPeriod(key, day, weekStart) === value;
  return key !== 'weekday' || nameOfDay(day) === value;
}

function nameOfDay(day: CalendarDate): string {
  return WEEKDAY_NAMES[weekday(day) - 1] as string;
}

function daysOf({ from, to }: DateRange): CalendarDate[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}
