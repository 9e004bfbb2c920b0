import { weekday } from '../calendar/calendar-date';
import {
  columnOf,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../employer-api/shift-records';
import { type Criterion, type CriterionKind, pickName, readCriterion } from './criteria';
import { foldName } from './names';
import { WEEKDAY_NAMES } from './weekday-names';

/** The name under which records are filtered by the day of the week of their SHIFT_DATE. */
export const WEEKDAY_FIELD = 'WEEKDAY';

/** What a field of the records must hold. */
export interface RowFilter {
  /** A field of a shift record, or `WEEKDAY`. */
  readonly field: string;
  /** The names that it picks or rules out by their whole text, as given. */
  readonly names: readonly string[];
  /** Whether an operator or a wildcard in it could as well be part of a name. */
  readonly mayHoldNames: boolean;
  /** @param value As in a row; for `WEEKDAY` the English name of the day. */
  matches(value: ShiftValue): boolean;
  /** The filter where these names exist: `>Bar` is the venue of that name, if there is one. */
  among(names: readonly string[]): RowFilter;
  /** Those of `names` that none of these is. */
  unknownNames(known: readonly string[]): readonly string[];
}

/** What the criteria of a field are compared with. */
export function criterionKind(field: string): CriterionKind {
  if (field === WEEKDAY_FIELD) return 'weekday';
  return SHIFT_FULFILMENT_FIELDS[columnOf(field)]?.kind ?? 'text';
}

/**
 * Reads the criteria of one field.
 *
 * A value must be picked by any of those that pick (`x`, `=x`), where there are any, and pass all the others: be none
 * of the `<>x` and within every `>x`. So `>=5` with `<=9` is all from 5 to 9.
 *
 * @param kind What they are compared with.
 * @returns The first criterion that the field's values can never be compared with, or the filter.
 */
export function readRowFilter(
  field: string,
  given: readonly (string | number)[],
  kind = criterionKind(field),
): RowFilter | { readonly refused: string | number } {
  const criteria: Criterion[] = [];
  for (const one of kind === 'weekday' ? given.flatMap(splitDays) : given) {
    const criterion = readCriterion(one, kind);
    if (criterion === undefined) return { refused: one };
    criteria.push(criterion);
  }
  return filterBy(field, criteria);
}

/** No name of a weekday holds a comma, so `Sat, Sun` can only be a list, and `<>Sat, Sun` rules out both. */
function splitDays(given: string | number): readonly (string | number)[] {
  const days = String(given)
    .split(',')
    .map((day) => day.trim())
    .filter((day) => day !== '');
  const isRuledOut = days[0]?.startsWith('<>');
  const read = days.map((day) => (isRuledOut && !/^[<>=]/.test(day) ? `<>${day}` : day));
  return days.length === 0 ? [given] : read;
}

function filterBy(field: string, criteria: readonly Criterion[]): RowFilter {
  const picking = criteria.filter(({ picks }) => picks);
  const limiting = criteria.filter(({ picks }) => !picks);
  const [picked, ruledOut] = [listedIn(picking), listedIn(limiting)];
  const [patterns, limits] = [picking.filter(isUnlisted), limiting.filter(isUnlisted)];
  return {
    field,
    names: namesOf(criteria),
    mayHoldNames: criteria.some(({ verbatim }) => verbatim !== undefined),
    matches: (value) => {
      const folded = typeof value === 'string' ? foldName(value) : value;
      const isPicked =
        picking.length === 0 || picked.has(folded) || patterns.some((one) => one.matches(folded));
      return isPicked && !ruledOut.has(folded) && limits.every((one) => one.matches(folded));
    },
    among: (known) => {
      const folded = new Map(known.map((name) => [foldName(name), name]));
      const named = criteria.map((criterion) => {
        const name = criterion.verbatim === undefined ? undefined : folded.get(criterion.verbatim);
        return name === undefined ? criterion : pickName(name);
      });
      return filterBy(field, named);
    },
    unknownNames: (known) => {
      const folded = new Set(known.map(foldName));
      return namesOf(criteria.filter(({ listed }) => !listed?.some((name) => folded.has(name))));
    },
  };
}

function isUnlisted({ listed }: Criterion): boolean {
  return listed === undefined;
}

function listedIn(criteria: readonly Criterion[]): ReadonlySet<ShiftValue> {
  return new Set(criteria.flatMap(({ listed }) => listed ?? []));
}

function namesOf(criteria: readonly Criterion[]): readonly string[] {
  return criteria.flatMap(({ name }) => (name === undefined ? [] : [name]));
}

/** The records that fit every filter, in their order. Each distinct value of a field is compared once. */
export function filterRows(rows: readonly ShiftRow[], filters: readonly RowFilter[]): readonly ShiftRow[] {
  if (filters.length === 0) return rows;
  const tests = filters.map(rowTest);
  return rows.filter((row) => tests.every((test) => test(row)));
}

function rowTest({ field, matches }: RowFilter): (row: ShiftRow) => boolean {
  const isWeekday = field === WEEKDAY_FIELD;
  const column = columnOf(isWeekday ? 'SHIFT_DATE' : field);
  const known = new Map<ShiftValue, boolean>();
  return (row) => {
    const value = row[column] ?? null;
    const before = known.get(value);
    if (before !== undefined) return before;
    const fits = matches(isWeekday ? weekdayName(value) : value);
    known.set(value, fits);
    return fits;
  };
}

function weekdayName(day: ShiftValue): string | null {
  return typeof day === 'number' ? (WEEKDAY_NAMES[weekday(day) - 1] ?? null) : null;
}
