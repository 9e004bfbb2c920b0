import {
  type CalendarDate,
  type DateRange,
  startOfPeriod,
  type Weekday,
  type WeekStart,
  weekday,
} from '../calendar/calendar-date';
import { type GroupKey, KEY_HEADINGS } from '../contract/fields';
import { WEEKDAY_NAMES } from '../contract/schedule';
import { columnOf, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import { commonestSpelling, compareNames, foldName } from './names';

export { type GroupKey, KEY_HEADINGS, keyWords } from '../contract/fields';

/** A key that names calendar periods: its value is the first day of one. */
export type PeriodKey = Extract<GroupKey, 'day' | 'week' | 'month' | 'quarter' | 'year'>;

/** The weekday that a text names by its first three letters or more, whatever their case: `mon`, `Thurs`, `sunday`. */
export function findWeekday(text: string): Weekday | undefined {
  const word = text.trim().toLowerCase();
  const place = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(word));
  return word.length < 3 || place < 0 ? undefined : ((place + 1) as Weekday);
}

const PERIOD_KEYS: readonly GroupKey[] = ['day', 'week', 'month', 'quarter', 'year'] satisfies PeriodKey[];

/** Whether a key names calendar periods. A weekday names none: it recurs. */
export function isPeriodKey(key: GroupKey): key is PeriodKey {
  return PERIOD_KEYS.includes(key);
}

/** How many days of a period can hold records of ended shifts, out of all its days. */
export interface DaysCovered {
  /** Days of the period within the range and before today. */
  readonly covered: number;
  readonly of: number;
}

/**
 * Counts the days that several periods have in common, such as those of a week within a month. They are incomplete when
 * fewer are covered than there are.
 *
 * @param periods At least one, by its first day.
 */
export function daysCovered(
  periods: readonly { readonly unit: PeriodKey; readonly start: CalendarDate }[],
  { range, today, weekStart }: { range: DateRange; today: CalendarDate; weekStart: WeekStart },
): DaysCovered {
  const start = Math.max(...periods.map((period) => period.start));
  const end = Math.min(...periods.map((period) => startOfPeriod(period.unit, period.start, weekStart, 1)));
  const covered = Math.min(end, range.to + 1, today) - Math.max(start, range.from);
  return { covered: Math.max(0, covered), of: end - start };
}

/** A value of a key: the first day of a period, a weekday's name, a name, or null where the service sent none. */
export type KeyValue = number | string | null;

/** What rows that belong together share of one key, and what is shown for it. */
interface Identity {
  /** Its order is the key's: null last. */
  readonly value: KeyValue;
  /** In the order first seen. */
  readonly number: number;
  /** Its place among the values of the key, once all rows are read. */
  rank: number;
  /** How often each spelling of a name came. */
  readonly spellings: Map<ShiftValue, number>;
}

/** How the values of a field become values of a key. */
interface KeyKind {
  readonly field: string;
  /** Values with one identity are one value of the key; null for a value of its own. */
  readonly identify: (value: ShiftValue) => KeyValue;
  readonly show: (identity: Identity) => KeyValue;
}

function kindOf(key: GroupKey, weekStart: WeekStart): KeyKind {
  const ofDay = (identify: (day: CalendarDate) => number) => (value: ShiftValue) =>
    typeof value === 'number' ? identify(value) : null;
  if (isPeriodKey(key)) {
    return {
      field: 'SHIFT_DATE',
      identify: ofDay((day) => startOfPeriod(key, day, weekStart)),
      show: ({ value }) => value,
    };
  }
  if (key === 'weekday') {
    return {
      field: 'SHIFT_DATE',
      identify: ofDay((day) => (weekday(day) - weekStart + 7) % 7),
      show: ({ value }) => WEEKDAY_NAMES[(Number(value) + weekStart - 1) % 7] as string,
    };
  }
  return {
    field: KEY_HEADINGS[key],
    // A name of nothing but blanks says as little as none.
    identify: (name) => (name === null ? null : foldName(String(name)) || null),
    show: ({ spellings }) => commonestSpelling(spellings as ReadonlyMap<string, number>),
  };
}

/** Reads one key of rows: a name is folded, and a period found, once for each value that differs. */
function keyReader(key: GroupKey, weekStart: WeekStart) {
  const { field, identify, show } = kindOf(key, weekStart);
  const column = columnOf(field);
  const known = new Map<ShiftValue, Identity>();
  const byIdentity = new Map<KeyValue, Identity>();
  const isName = !isPeriodKey(key) && key !== 'weekday';
  const read = (row: ShiftRow): Identity => {
    const value = row[column] ?? null;
    let identity = known.get(value);
    if (identity === undefined) {
      const found = identify(value);
      identity = byIdentity.get(found) ?? {
        ...{ value: found, number: byIdentity.size, rank: 0, spellings: new Map() },
      };
      byIdentity.set(found, identity);
      known.set(value, identity);
    }
    if (isName) identity.spellings.set(value, (identity.spellings.get(value) ?? 0) + 1);
    return identity;
  };
  const rank = () => {
    [...byIdentity.values()].sort(compareIdentities).forEach((identity, place) => {
      identity.rank = place;
    });
  };
  return { read, rank, show };
}

function compareIdentities({ value: one }: Identity, { value: other }: Identity): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return typeof one === 'number' ? one - Number(other) : compareNames(one, String(other));
}

/** More than a key has values: three keys together still make an exact number. */
const MOST_VALUES = 200_000;

/** Which group each row belongs to. */
interface GroupedRows {
  /** The group of each row, from 0. */
  readonly groupOf: readonly number[];
  /** The key values of each group, ascending by the first key, then the second, and so on. */
  readonly groups: readonly (readonly KeyValue[])[];
}

/** Groups rows by their keys: only combinations that occur. Without keys all rows are one group. */
export function groupRows(
  rows: readonly ShiftRow[],
  keys: readonly GroupKey[],
  weekStart: WeekStart,
): GroupedRows {
  if (keys.length === 0) return { groupOf: rows.map(() => 0), groups: [[]] };
  const readers = keys.map((key) => keyReader(key, weekStart));
  const found = new Map<number, { readonly identities: readonly Identity[]; place: number }>();
  const groupOfRow = rows.map((row) => {
    const identities = readers.map(({ read }) => read(row));
    const name = identities.reduce((all, { number }) => all * MOST_VALUES + number, 0);
    let group = found.get(name);
    if (group === undefined) {
      group = { identities, place: 0 };
      found.set(name, group);
    }
    return group;
  });
  for (const { rank } of readers) rank();
  const ordered = [...found.values()].sort((one, other) => {
    for (let at = 0; at < keys.length; at += 1) {
      const difference = (one.identities[at]?.rank ?? 0) - (other.identities[at]?.rank ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  ordered.forEach((group, place) => {
    group.place = place;
  });
  return {
    groupOf: groupOfRow.map(({ place }) => place),
    groups: ordered.map(({ identities }) =>
      identities.map((identity, at) =>
        identity.value === null ? null : (readers[at]?.show(identity) ?? null),
      ),
    ),
  };
}

/** What a cell shows of a figure. */
export type FigurePart = 'value' | 'low' | 'high' | 'n' | 'basis';

/** One thing that the records of a figure have in common. */
export interface KeyPart {
  readonly key: GroupKey;
  readonly value: KeyValue;
}
