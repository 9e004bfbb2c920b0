import { type CalendarDate, weekday } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import { startOfPeriod, type WeekStart } from '../calendar/period-unit';
import { type GroupKey, KEY_HEADINGS } from './group-keys';
import type { KeyValue } from './key-codes';
import { foldName } from './names';
import { isPeriodKey } from './periods';
import { type RowFilter, WEEKDAY_FIELD } from './row-filter';
import { isOn, strongestFirst, type TargetLine } from './target-lines';
import { WEEKDAY_NAMES } from './weekday-names';

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

const NAME_KEYS = ['venue', 'area', 'role'] as const;

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
    // Sevenths that are added one by one do not make a whole: 14 of 80 are 159.99999999999997.
    return [...planned].reduce((sum, [line, count]) => sum + (line[value] ?? 0) * (count / 7), 0);
  };
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
  return WEEKDAY_NAMES[weekday(day) - 1] ?? '';
}

function daysOf({ from, to }: DateRange): CalendarDate[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}
