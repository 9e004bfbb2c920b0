import {
  type CalendarDate,
  type DateRange,
  startOfPeriod,
  type WeekStart,
  weekday,
} from '../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../contract/schedule';
import { columnOf, DAY_COLUMN, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import { type GroupKey, isPeriodKey, KEY_HEADINGS, type KeyValue } from './group-keys';
import { foldName } from './names';
import { type RowFilter, WEEKDAY_FIELD } from './row-filter';

/** What a line of the targets sheet may set besides a target, each a number from 0 on. */
export const LINE_VALUES = [
  /** Positions per week. */
  'planPositions',
  /** Hours per week. */
  'planHours',
  /** Money per hour worked, in whatever currency. */
  'ratePerHour',
  /** Money per missing person. */
  'creditPerMissing',
  /** Money per no-show. */
  'creditPerNoShow',
] as const;

/** One of `LINE_VALUES`. */
export type LineValue = (typeof LINE_VALUES)[number];

/** The names and days that a line is for; null is any. */
interface LineKeys {
  readonly venue: string | null;
  readonly area: string | null;
  readonly role: string | null;
  /** The first day. */
  readonly from: CalendarDate | null;
  /** The last day, included. */
  readonly to: CalendarDate | null;
}

/** One line of the targets sheet. What it leaves blank it does not set. */
export interface TargetLine extends LineKeys, Readonly<Record<LineValue, number | null>> {
  /** Its row on the sheet; the heading row is 1. */
  readonly line: number;
  /** The field of the percentage that the target is for, such as `TRUE_FULFILMENT_PERCENTAGE`. */
  readonly measure: string;
  /** In percent, 0 to 100. */
  readonly target: number | null;
}

/** Whose target is asked for. A name that is null fits no line that gives one; so does a day that is null. */
interface TargetedShift {
  readonly venue: string | null;
  readonly area: string | null;
  readonly role: string | null;
  readonly day: CalendarDate | null;
}

const NAME_KEYS = ['venue', 'area', 'role'] as const;

/**
 * The target of one percentage for shifts of one venue, area, job title and day.
 *
 * Of the lines that are for these shifts and set a target of this percentage, the one with the most filled keys counts
 * (venue, area, job title, first day, last day), of several the lowest on the sheet. For a group of shifts with different
 * targets use the figures of `targetMeasure`: a mean weighted by what the percentage is out of.
 *
 * @param lines As `readTargets` or the property `targets` gives them.
 * @param measure The field of the percentage, such as `TRUE_FULFILMENT_PERCENTAGE`.
 * @returns In percent, 0 to 100; null where no line sets it.
 */
export function targetFor(
  lines: readonly TargetLine[],
  shift: TargetedShift,
  measure = 'TRUE_FULFILMENT_PERCENTAGE',
): number | null {
  const found = strongestFirst(lines).find((line) => sets(line, 'target', measure) && isFor(line, shift));
  return found?.target ?? null;
}

/**
 * Reads what lines set for rows: the target of a percentage, or one of `LINE_VALUES`, by the rule of `targetFor`. Each
 * combination of names is looked up once.
 *
 * @param measure Counts with `target` alone.
 */
export function lineValueReader(
  lines: readonly TargetLine[],
  value: LineValue | 'target',
  measure = '',
): (row: ShiftRow) => number | null {
  const setting = strongestFirst(lines.filter((line) => sets(line, value, measure)));
  const places = NAME_KEYS.map((key) => columnOf(KEY_HEADINGS[key]));
  const [venueAt, areaAt, roleAt] = places as [number, number, number];
  const known = new Map<ShiftValue, Map<ShiftValue, Map<ShiftValue, readonly TargetLine[]>>>();
  const linesFor = (row: ShiftRow) => {
    const [venue, area, role] = [row[venueAt] ?? null, row[areaAt] ?? null, row[roleAt] ?? null];
    const areas = known.get(venue) ?? new Map<ShiftValue, Map<ShiftValue, readonly TargetLine[]>>();
    known.set(venue, areas);
    const roles = areas.get(area) ?? new Map<ShiftValue, readonly TargetLine[]>();
    areas.set(area, roles);
    const before = roles.get(role);
    if (before !== undefined) return before;
    const shift = { venue: nameIn(venue), area: nameIn(area), role: nameIn(role) };
    const found = setting.filter((line) => NAME_KEYS.every((key) => fitsName(line[key], shift[key])));
    roles.set(role, found);
    return found;
  };
  return (row) => {
    const day = row[DAY_COLUMN];
    const on = typeof day === 'number' ? day : null;
    return linesFor(row).find((line) => isOn(line, on))?.[value] ?? null;
  };
}

/** Lines in the order in which they count: most filled keys first, then the lowest on the sheet. */
function strongestFirst<Line extends LineKeys & { readonly line: number }>(lines: readonly Line[]): Line[] {
  return [...lines].sort((one, other) => filledKeys(other) - filledKeys(one) || other.line - one.line);
}

/** Whether the days of a line include a day. */
function isOn({ from, to }: Pick<LineKeys, 'from' | 'to'>, day: CalendarDate | null): boolean {
  if (from === null && to === null) return true;
  return day !== null && (from === null || from <= day) && (to === null || day <= to);
}

function isFor(line: LineKeys, shift: TargetedShift): boolean {
  return NAME_KEYS.every((key) => fitsName(line[key], shift[key])) && isOn(line, shift.day);
}

function fitsName(wanted: string | null, name: string | null): boolean {
  return wanted === null || (name !== null && foldName(wanted) === foldName(name));
}

function nameIn(value: ShiftValue): string | null {
  return typeof value === 'string' ? value : null;
}

function sets(line: TargetLine, value: LineValue | 'target', measure: string): boolean {
  return line[value] !== null && (value !== 'target' || line.measure === measure);
}

function filledKeys({ venue, area, role, from, to }: LineKeys): number {
  return [venue, area, role, from, to].filter((key) => key !== null).length;
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
  const names = NAME_KEYS.flatMap((key) => filters.filter(({ field }) => field === KEY_HEADINGS[key]));
  const onDays = filters.filter(({ field }) => field === 'SHIFT_DATE' || field === WEEKDAY_FIELD);
  if (names.length + onDays.length < filters.length) return () => null;
  const days = daysOf({ from: range.from, to: Math.min(range.to, today - 1) }).filter((day) =>
    onDays.every(({ field, matches }) => matches(field === WEEKDAY_FIELD ? nameOfDay(day) : day)),
  );
  const plans = plansByNames(lines.filter((line) => line[value] !== null)).filter(([line]) =>
    NAME_KEYS.every((key) =>
      names.every(
        ({ field, matches }) => field !== KEY_HEADINGS[key] || (line[key] !== null && matches(line[key])),
      ),
    ),
  );
  return (keys, values) => {
    const covered = days.filter((day) =>
      keys.every((key, at) => isIn(day, key, values[at] ?? null, weekStart)),
    );
    const planned = new Map<TargetLine, number>();
    for (const plan of plans) {
      if (!isOfGroup(plan[0], keys, values)) continue;
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
function plansByNames(lines: readonly TargetLine[]): (readonly [TargetLine, ...TargetLine[]])[] {
  const found = new Map<string, [TargetLine, ...TargetLine[]]>();
  for (const line of strongestFirst(lines)) {
    const name = JSON.stringify(NAME_KEYS.map((key) => (line[key] === null ? null : foldName(line[key]))));
    const same = found.get(name);
    if (same === undefined) found.set(name, [line]);
    else same.push(line);
  }
  return [...found.values()];
}

function isOfGroup(line: TargetLine, keys: readonly GroupKey[], values: readonly KeyValue[]): boolean {
  return NAME_KEYS.every((key) => {
    const at = keys.indexOf(key);
    const value = values[at] ?? null;
    return (
      at < 0 || (line[key] !== null && value !== null && foldName(line[key]) === foldName(String(value)))
    );
  });
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
