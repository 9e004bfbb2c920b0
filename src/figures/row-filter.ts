import { isAcceptedDate, parseIsoDate, weekday } from '../calendar/calendar-date';
import type { FieldKind } from '../contract/fields';
import { WEEKDAY_NAMES } from '../contract/schedule';
import {
  columnOf,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../employer-api/shift-records';
import { findWeekday } from './group-keys';
import { foldName } from './names';

/** The name under which records are filtered by the day of the week of their SHIFT_DATE. */
export const WEEKDAY_FIELD = 'WEEKDAY';

/** What a field of the records must hold. */
export interface RowFilter {
  /** A field of a shift record, or `WEEKDAY`. */
  readonly field: string;
  /** The whole names that it picks or rules out, as given. */
  readonly names: readonly string[];
  /** @param value As in a row; for `WEEKDAY` the English name of the day. */
  matches(value: ShiftValue): boolean;
}

/** What the criteria of a field are compared with. */
export function criterionKind(field: string): FieldKind | 'weekday' {
  if (field === WEEKDAY_FIELD) return 'weekday';
  return SHIFT_FULFILMENT_FIELDS[columnOf(field)]?.kind ?? 'text';
}

/** A condition on one value. */
interface Criterion {
  /** Whether it picks values (`x`, `=x`), rather than ruling values out (`<>x`) or limiting them (`>x`). */
  readonly picks: boolean;
  /** The name or day that it picks or rules out; `undefined` where it is none by its whole text. */
  readonly name?: string;
  /** The one value that it picks or rules out: found in a set, since a range may hold ten thousand criteria. */
  readonly literal?: ShiftValue;
  /** @param value Text as `foldName` has it. */
  matches(value: ShiftValue): boolean;
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
  for (const one of kind === 'weekday' ? given.flatMap(splitDays) : given) {
    const criterion =
      kind === 'text' || kind === 'weekday' ? readName(String(one), kind) : readComparison(one, kind);
    if (criterion === undefined) return { refused: one };
    criteria.push(criterion);
  }
  const [picking, limiting] = [criteria.filter(({ picks }) => picks), criteria.filter(({ picks }) => !picks)];
  const [picked, ruledOut] = [literalsOf(picking), literalsOf(limiting)];
  const [patterns, limits] = [picking.filter(isNoLiteral), limiting.filter(isNoLiteral)];
  return {
    field,
    names: criteria.flatMap(({ name }) => (name === undefined ? [] : [name])),
    matches: (value) => {
      // A name of spaces alone is none.
      const folded = typeof value === 'string' ? foldName(value) || null : value;
      const isPicked =
        picking.length === 0 || picked.has(folded) || patterns.some((one) => one.matches(folded));
      return isPicked && !ruledOut.has(folded) && limits.every((one) => one.matches(folded));
    },
  };
}

/** No name of a weekday holds a comma, so `Sat, Sun` can only be a list, and `<>Sat, Sun` rules out both. */
function splitDays(given: string | number): readonly string[] {
  const text = String(given).trim();
  const sign = text.startsWith('<>') ? '<>' : '';
  return text.split(',').map((day) => `${sign}${day.trim().replace(/^<>/, '')}`);
}

function isNoLiteral({ literal }: Criterion): boolean {
  return literal === undefined;
}

function literalsOf(criteria: readonly Criterion[]): ReadonlySet<ShiftValue | undefined> {
  return new Set(criteria.filter((one) => !isNoLiteral(one)).map(({ literal }) => literal));
}

/** Names know `<>` and the signs `*` and `?`, nothing else: a venue may be called `>Bar` or `=Kitchen`. `<>` alone is any name. */
function readName(text: string, kind: 'text' | 'weekday'): Criterion | undefined {
  const picks = !text.trim().startsWith('<>');
  const name = picks ? text.trim() : text.trim().slice(2).trim();
  if (kind === 'weekday') {
    const day = findWeekday(name);
    if (day === undefined) return undefined;
    const literal = foldName(WEEKDAY_NAMES[day - 1] as string);
    return { picks, name, literal, matches: (value) => (value === literal) === picks };
  }
  if (name === '') return { picks, literal: null, matches: (value) => value !== null };
  const folded = foldName(name);
  if (!/[*?]/.test(folded)) {
    return { picks, name, literal: folded, matches: (value) => (value === folded) === picks };
  }
  const fits = readPattern(folded);
  return { picks, matches: (value) => (typeof value === 'string' && fits(value)) === picks };
}

const OPERATOR = /^(?:<>|>=|<=|=|<|>)/;

/** What a comparison asks of a value and a number. */
const COMPARISONS: Readonly<Record<string, (value: number, number: number) => boolean>> = {
  '>': (value, number) => value > number,
  '>=': (value, number) => value >= number,
  '<': (value, number) => value < number,
  '<=': (value, number) => value <= number,
};

/** Numbers and days are compared as they are published. `=` alone asks for nothing, `<>` alone for anything. */
function readComparison(given: string | number, kind: FieldKind): Criterion | undefined {
  const text = String(given).trim();
  const operator = OPERATOR.exec(text)?.[0] ?? '';
  const rest = text.slice(operator.length).trim();
  const compares = COMPARISONS[operator];
  const picks = operator !== '<>';
  if (rest === '' && compares === undefined) {
    return { picks, literal: null, matches: (value) => (value === null) === picks };
  }
  const number = typeof given === 'number' && kind !== 'date' ? given : readNumber(rest, kind);
  if (number === undefined || !Number.isFinite(number)) return undefined;
  if (compares === undefined) {
    return { picks, literal: number, matches: (value) => (value === number) === picks };
  }
  return { picks: false, matches: (value) => typeof value === 'number' && compares(value, number) };
}

function readNumber(text: string, kind: FieldKind): number | undefined {
  if (kind === 'percentage') return parseDecimal(text.replace(/\s?%$/, ''));
  if (kind !== 'date') return parseNumber(text);
  // The serial number of a cell may have a time of day, which is dropped.
  const day = parseIsoDate(text) ?? Math.floor(parseNumber(text) ?? Number.NaN);
  return isAcceptedDate(day) ? day : undefined;
}

/**
 * A number written with a point or a comma: `92.5`, `92,5`.
 *
 * @returns `undefined` for other text, among it `1,000` and `1.000`, each of which is one number to some people and another
 *   to others.
 */
export function parseNumber(text: string): number | undefined {
  return ambiguousNumber(text) === undefined ? parseDecimal(text) : undefined;
}

/** What of a criterion is one number to some people and another to others: the `1,000` of `<1,000`. */
export function ambiguousNumber(criterion: string): string | undefined {
  const text = criterion.trim().replace(OPERATOR, '').trim();
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? text : undefined;
}

function parseDecimal(text: string): number | undefined {
  if (!/^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?$/i.test(text)) return undefined;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Reads a pattern: `*` is any text, `?` any one character.
 *
 * @returns Whether a whole text fits. Its cost is at most the lengths of both multiplied, whatever the pattern.
 */
export function readPattern(pattern: string): (text: string) => boolean {
  const [first = [], ...others] = pattern.split('*').map((part) => Array.from(part));
  const last = others.pop();
  return (text) => {
    const characters = Array.from(text);
    const fitsAt = (part: readonly string[], start: number) =>
      part.every((character, at) =>
        character === '?' ? start + at < characters.length : character === characters[start + at],
      );
    if (!fitsAt(first, 0)) return false;
    if (last === undefined) return characters.length === first.length;
    let end = first.length;
    for (const part of others) {
      while (!fitsAt(part, end)) {
        if (end >= characters.length) return false;
        end += 1;
      }
      end += part.length;
    }
    const start = characters.length - last.length;
    return start >= end && fitsAt(last, start);
  };
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
  return typeof day === 'number' ? (WEEKDAY_NAMES[weekday(day) - 1] as string) : null;
}
