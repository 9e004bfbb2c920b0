import { weekday } from '../calendar/calendar-date';
import { SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-fulfilment-fields';
import type { ShiftRow, ShiftValue } from '../employer-api/shift-records';
import { type Criterion, type CriterionKind, readCriterion } from './criteria';
import { foldName } from './names';
import { columnOf } from './quantities';
import { WEEKDAY_NAMES } from './weekday-names';

/** The name under which records are filtered by the day of the week of their SHIFT_DATE. */
export const WEEKDAY_FIELD = 'WEEKDAY';

/** What a field of the records must hold. */
export interface RowFilter {
  /** A field of a shift record, or `WEEKDAY`. */
  readonly field: string;
  /** The names that it picks by their whole text, as given. */
  readonly names: readonly string[];
  /** @param value As in a row; for `WEEKDAY` the English name of the day. */
  matches(value: ShiftValue): boolean;
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
 * @returns The first criterion that the field's values can never be compared with, or the filter.
 */
export function readRowFilter(
  field: string,
  given: readonly (string | number)[],
): RowFilter | { readonly refused: string | number } {
  const kind = criterionKind(field);
  const criteria: Criterion[] = [];
  for (const one of given) {
    const criterion = readCriterion(one, kind);
    if (criterion === undefined) return { refused: one };
    criteria.push(criterion);
  }
  const picking = criteria.filter(({ picks }) => picks);
  const limiting = criteria.filter(({ picks }) => !picks);
  const names = picking.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const matches = (value: ShiftValue) => {
    const folded = typeof value === 'string' ? foldName(value) : value;
    const isPicked = picking.length === 0 || picking.some((one) => one.matches(folded));
    return isPicked && limiting.every((one) => one.matches(folded));
  };
  return { field, names, matches };
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
