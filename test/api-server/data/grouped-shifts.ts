import { type CalendarDay, formatDay, parseDay, weekdayOf } from './calendar-day';
import type { Employer } from './employers';
import { percentage, type ShiftRecord } from './shift-record';
import { startOfWeek } from './worker-turnover';

/** What the assumed aggregated report can group by, with the field that each gives. */
export const GROUP_FIELDS = {
  day: 'PERIOD_START',
  week: 'PERIOD_START',
  month: 'PERIOD_START',
  quarter: 'PERIOD_START',
  year: 'PERIOD_START',
  weekday: 'WEEKDAY',
  venue: 'VENUE_NAME',
  area: 'AREA_NAME',
  role: 'JOB_TITLE',
} as const;

/** One of `GROUP_FIELDS`. */
export type GroupName = keyof typeof GROUP_FIELDS;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const SUMS = [
  ...(['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'SHIFTS_UNFILLED', 'SHIFTS_WORKED', 'NO_SHOWS'] as const),
  ...(['HOURS_SCHEDULED', 'HOURS_WORKED', 'TRUE_DEMAND'] as const),
] as const;

/** One group: its keys, the sums, and percentages made of the sums as those of a record are made of its counts. */
export type ShiftGroup = Readonly<Record<string, string | number | null>>;

/** Groups records in the order in which groups first occur. Unconfirmed hours count as none. */
export function groupShifts(
  records: readonly ShiftRecord[],
  by: readonly GroupName[],
  employer: Employer,
): readonly ShiftGroup[] {
  const groups = new Map<string, ShiftRecord[]>();
  for (const record of records) {
    const key = JSON.stringify(by.map((name) => keyOf(record, name, employer)));
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups].map(([key, members]) => {
    const values = JSON.parse(key) as readonly string[];
    const keys = Object.fromEntries(by.map((name, index) => [GROUP_FIELDS[name], values[index] ?? null]));
    return { ...keys, ...addUp(members) };
  });
}

function keyOf(record: ShiftRecord, name: GroupName, employer: Employer): string {
  const day: CalendarDay = parseDay(record.SHIFT_DATE) ?? 0;
  const [year, month] = record.SHIFT_DATE.split('-').map(Number);
  switch (name) {
    case 'day':
      return record.SHIFT_DATE;
    case 'week':
      return formatDay(startOfWeek(day, employer));
    case 'month':
      return `${record.SHIFT_DATE.slice(0, 7)}-01`;
    case 'quarter':
      return `${year}-${['01', '04', '07', '10'][Math.floor(((month ?? 1) - 1) / 3)]}-01`;
    case 'year':
      return `${year}-01-01`;
    case 'weekday':
      return WEEKDAYS[weekdayOf(day)] ?? '';
    default:
      return record[GROUP_FIELDS[name]];
  }
}

function addUp(records: readonly ShiftRecord[]): ShiftGroup {
  const total = (field: (typeof SUMS)[number]) =>
    records.reduce((sum, record) => sum + (record[field] ?? 0), 0);
  const sums = Object.fromEntries(SUMS.map((field) => [field, total(field)]));
  return {
    ...sums,
    SHIFTS_BOOKED_PERCENTAGE: percentage(total('SHIFTS_BOOKED'), total('SHIFTS_POSTED')),
    SHIFTS_UNFILLED_PERCENTAGE: percentage(total('SHIFTS_UNFILLED'), total('SHIFTS_POSTED')),
    SHIFTS_WORKED_PERCENTAGE: percentage(total('SHIFTS_WORKED'), total('SHIFTS_BOOKED')),
    NO_SHOWS_PERCENTAGE: percentage(total('NO_SHOWS'), total('SHIFTS_BOOKED')),
    TRUE_FULFILMENT_PERCENTAGE: percentage(total('SHIFTS_WORKED'), total('TRUE_DEMAND')),
  };
}
