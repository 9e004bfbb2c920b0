import { startOfPeriod, type Weekday, type WeekStart, weekday } from '../calendar/calendar-date';
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

/** A value of a key: the first day of a period, a weekday's name, a name, or null where the service sent no name. */
export type KeyValue = number | string | null;

/** One value of a key: what rows that belong together share. */
interface Identity {
  /** Its order is the key's: null last. */
  readonly value: KeyValue;
  /** In the order first seen. */
  readonly number: number;
  /** Each spelling of a name, in the order first seen. */
  readonly spellings: Spelling[];
}

/** A value of a field as it came, and how often. */
interface Spelling {
  readonly identity: Identity;
  readonly value: ShiftValue;
  count: number;
}

/** How the values of a field become values of a key. */
interface KeyKind {
  readonly field: string;
  /** Values with one identity are one value of the key; null for a value of its own. */
  readonly identify: (value: ShiftValue) => KeyValue;
  readonly show: (identity: Identity) => KeyValue;
}

function kindOf(key: GroupKey, weekStart: WeekStart): KeyKind {
  if (isPeriodKey(key)) {
    return {
      field: 'SHIFT_DATE',
      identify: (day) => startOfPeriod(key, Number(day), weekStart),
      show: ({ value }) => value,
    };
  }
  if (key === 'weekday') {
    return {
      field: 'SHIFT_DATE',
      identify: (day) => (weekday(Number(day)) - weekStart + 7) % 7,
      show: ({ value }) => WEEKDAY_NAMES[(Number(value) + weekStart - 1) % 7] as string,
    };
  }
  return {
    field: KEY_HEADINGS[key],
    // A name of nothing but blanks says as little as none.
    identify: (name) => (name === null ? null : foldName(String(name)) || null),
    show: ({ spellings }) =>
      commonestSpelling(new Map(spellings.map(({ value, count }) => [String(value), count]))),
  };
}

/** Reads one key of rows: a name is folded, and a period found, once for each value that differs. */
function keyReader(key: GroupKey, weekStart: WeekStart) {
  const { field, identify, show } = kindOf(key, weekStart);
  const column = columnOf(field);
  const known = new Map<ShiftValue, Spelling>();
  const identities = new Map<KeyValue, Identity>();
  const spell = (value: ShiftValue): Spelling => {
    const found = identify(value);
    const identity = identities.get(found) ?? { value: found, number: identities.size, spellings: [] };
    const spelling = { identity, value, count: 0 };
    identity.spellings.push(spelling);
    identities.set(found, identity);
    known.set(value, spelling);
    return spelling;
  };
  return {
    /** The number of a row's value. */
    read: (row: ShiftRow): number => {
      const value = row[column] ?? null;
      const spelling = known.get(value) ?? spell(value);
      spelling.count += 1;
      return spelling.identity.number;
    },
    /** What is shown for each value, and its place in the order; by the number of the value. */
    values: () => {
      const ordered = [...identities.values()].sort(compareIdentities);
      const places = new Map(ordered.map((identity, place) => [identity, place]));
      return Array.from(identities.values(), (identity) => ({
        place: places.get(identity) as number,
        shown: identity.value === null ? null : show(identity),
      }));
    },
  };
}

function compareIdentities({ value: one }: Identity, { value: other }: Identity): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return typeof one === 'number' ? one - Number(other) : compareNames(one, String(other));
}

/** More than the values of any key, and so few that the values of three keys make one exact number. */
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
  // Groups by the numbers of their values, in the order first seen.
  const found = new Map<number, number>();
  const seen = rows.map((row) => {
    let name = 0;
    for (const { read } of readers) name = name * MOST_VALUES + read(row);
    const group = found.get(name) ?? found.size;
    if (group === found.size) found.set(name, group);
    return group;
  });
  const values = readers.map((reader) => reader.values());
  const groups = Array.from(found, ([name, group]) => {
    const shown = new Array<KeyValue>(keys.length);
    let [rest, order, weight] = [name, 0, 1];
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const value = values[at]?.[rest % MOST_VALUES];
      shown[at] = value?.shown ?? null;
      order += weight * (value?.place ?? 0);
      rest = Math.floor(rest / MOST_VALUES);
      weight *= MOST_VALUES;
    }
    return { group, order, shown };
  }).sort((one, other) => one.order - other.order);
  const places = new Array<number>(groups.length);
  groups.forEach(({ group }, place) => {
    places[group] = place;
  });
  return {
    groupOf: seen.map((group) => places[group] as number),
    groups: groups.map(({ shown }) => shown),
  };
}

/** What a cell shows of a figure. */
export type FigurePart = 'value' | 'low' | 'high' | 'n' | 'basis';

/** One thing that the records of a figure have in common. */
export interface KeyPart {
  readonly key: GroupKey;
  readonly value: KeyValue;
}
