import {
  type CalendarDate,
  type DateRange,
  dayCount,
  isOn,
  startOfPeriod,
  weekday,
  weekdayName,
} from '../calendar/calendar-date';
import { type GroupKey, KEY_HEADINGS } from '../contract/fields';
import { columnOf, DAY_COLUMN, type ShiftRow } from '../employer-api/shift-report';
import { type AskedDays, isPeriodKey, type KeyValue } from './group-keys';
import { type Measure, NUMBERS, type Quantity } from './measures';
import { foldName } from './names';
import { type RowFilter, WEEKDAY_FIELD } from './row-filter';

/**
 * What a line may set: a target in percent, 0 to 100; positions and hours per week; money per hour worked, per missing person
 * and per no-show, in whatever currency.
 */
type LineValue =
  | ('target' | 'planPositions' | 'planHours')
  | ('ratePerHour' | 'creditPerMissing' | 'creditPerNoShow');

/** One line of the targets sheet. What it leaves blank it does not set; without a name or a day it is for any. */
export interface TargetLine extends Readonly<Partial<DateRange & Record<LineValue, number>>> {
  /** Its row on the sheet; the heading row is 1. */
  readonly line: number;
  readonly venue?: string;
  readonly area?: string;
  readonly role?: string;
  /** The field of the percentage that the target is for, such as `TRUE_FULFILMENT_PERCENTAGE`. */
  readonly measure: string;
}

/** What a figure takes from the targets sheet. */
export interface TargetedFigure {
  /** The number of a record: its target in percent, or an amount of money. NaN where no line sets it. */
  readonly ofRow: (row: ShiftRow) => number;
  /** The figure of a whole group, where it is no sum over records: a plan. */
  readonly plan?: PlanReader | undefined;
}

/** What each amount of money is made of: what a line sets, times a number of the record. */
const AMOUNTS: Readonly<Record<string, readonly (readonly [LineValue, Quantity])[]>> = {
  COST: [['ratePerHour', 'HOURS_WORKED']],
  CREDITS: [
    ['creditPerMissing', 'MISSING_PEOPLE'],
    ['creditPerNoShow', 'NO_SHOWS'],
  ],
};

/** What a figure takes from lines of the targets sheet. */
export function targetedFigure(
  measure: Measure,
  lines: readonly TargetLine[],
  scope: AskedDays & { readonly filters: readonly RowFilter[] },
): TargetedFigure {
  if (measure.kind === 'rate') {
    const field = typeof measure.of === 'string' ? measure.of : measure.name.replace(/_(?:TARGET|GAP)$/, '');
    return { ofRow: lineValueReader(lines, 'target', field) };
  }
  const { quantity } = measure;
  const parts = AMOUNTS[quantity]?.map(
    ([price, of]) => [lineValueReader(lines, price), NUMBERS[of]] as const,
  );
  if (parts === undefined) {
    const value = quantity === 'PLAN_HOURS' ? 'planHours' : 'planPositions';
    return { ofRow: () => Number.NaN, plan: weeklyPlan(lines, value, scope) };
  }
  const ofRow = (row: ShiftRow) => {
    const known = parts
      .map(([priceOf, count]) => priceOf(row) * count(row))
      .filter((one) => !Number.isNaN(one));
    return known.length === 0 ? Number.NaN : known.reduce((sum, amount) => sum + amount);
  };
  return { ofRow };
}

const NAME_KEYS = ['venue', 'area', 'role'] as const;
const NAME_COLUMNS = NAME_KEYS.map((key) => columnOf(KEY_HEADINGS[key]));

/**
 * Reads what lines set for rows: the target of a percentage, or one of the other values.
 *
 * Of the lines that set it and are for a row's names and day, the one with the most filled keys counts (venue, area, job
 * title, first day, last day), of several the lowest on the sheet.
 *
 * @param measure The field of the percentage; counts with `target` alone.
 * @returns NaN where no line sets it.
 */
export function lineValueReader(
  lines: readonly TargetLine[],
  value: LineValue,
  measure = '',
): (row: ShiftRow) => number {
  const setting = linesThatSet(lines, value).filter((line) => value !== 'target' || line.measure === measure);
  // By names as they are sent: to fold those of every record would take most of the time of a page.
  const known = new Map<string, typeof setting>();
  return (row) => {
    if (setting.length === 0) return Number.NaN;
    const names = NAME_COLUMNS.map((column) => row[column]);
    const key = JSON.stringify(names);
    const isFor = (line: TargetLine) =>
      NAME_KEYS.every((name, at) => line[name] === undefined || folded(line[name]) === folded(names[at]));
    const found = known.get(key) ?? setting.filter(isFor);
    known.set(key, found);
    return found.find((line) => isOn(row[DAY_COLUMN], line))?.[value] ?? Number.NaN;
  };
}

/** The lines that set a value, in the order in which they count: most filled keys first, then the lowest on the sheet. */
function linesThatSet(lines: readonly TargetLine[], value: LineValue): (TargetLine & DateRange)[] {
  const filled = ({ venue, area, role, from, to }: TargetLine) =>
    [venue, area, role, from, to].filter((key) => key !== undefined).length;
  return lines
    .filter((line) => line[value] !== undefined)
    .sort((one, other) => filled(other) - filled(one) || other.line - one.line)
    .map((line) => ({ from: -Infinity, to: Infinity, ...line }));
}

function folded(name: unknown): string | null {
  return typeof name === 'string' ? foldName(name) : null;
}

/** What a group is planned to have, by its keys and their values; null where no line plans for it. */
type PlanReader = (keys: readonly GroupKey[], values: readonly KeyValue[]) => number | null;

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
  { range, today, weekStart, filters }: AskedDays & { readonly filters: readonly RowFilter[] },
): PlanReader {
  const past = { from: range.from, to: Math.min(range.to, today - 1) };
  let days = Array.from({ length: Math.max(0, dayCount(past)) }, (_, at) => past.from + at);
  let planning = linesThatSet(lines, value);
  for (const { field, matches } of filters) {
    const key = NAME_KEYS.find((one) => KEY_HEADINGS[one] === field);
    if (key) planning = planning.filter((line) => line[key] !== undefined && matches(line[key]));
    else if (field === WEEKDAY_FIELD) days = days.filter((day) => matches(weekday(day)));
    else if (field === 'SHIFT_DATE') days = days.filter(matches);
    else return () => null;
  }
  const plans = new Map<string, typeof planning>();
  for (const line of planning) {
    const names = JSON.stringify(NAME_KEYS.map((key) => folded(line[key])));
    plans.set(names, [...(plans.get(names) ?? []), line]);
  }
  const isIn = (day: CalendarDate, key: GroupKey, group: KeyValue) =>
    isPeriodKey(key)
      ? startOfPeriod(key, day, weekStart) === group
      : key !== 'weekday' || weekdayName(day) === group;
  return (keys, values) => {
    const isOfGroup = (line: TargetLine) =>
      NAME_KEYS.every((key) => {
        const at = keys.indexOf(key);
        return at < 0 || (line[key] !== undefined && folded(line[key]) === folded(values[at]));
      });
    const covered = days.filter((day) => keys.every((key, at) => isIn(day, key, values[at] ?? null)));
    const amounts = Array.from(plans.values()).flatMap((plan) => {
      const planned = covered.map((day) => plan.find((line) => isOn(day, line)));
      return plan.filter(isOfGroup).flatMap((line) => {
        // The days of a line are counted first: sevenths don't add up to a whole, 14 of 80 come to 159.99999999999997.
        const count = planned.filter((one) => one === line).length;
        return count === 0 ? [] : ((line[value] as number) * count) / 7;
      });
    });
    return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount);
  };
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
    lines.filter((line) => named.every((key) => line[key] !== undefined)),
    'planHours',
  );
  return (row) => !Number.isNaN(planFor(row));
}
