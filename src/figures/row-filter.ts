import {
  type DateRange,
  findWeekday,
  isAcceptedDate,
  isOn,
  parseIsoDate,
  weekday,
} from '../calendar/calendar-date';
import { type FieldKind, fieldNamed } from '../contract/fields';
import { columnOf, DAY_COLUMN, type ShiftRow, type ShiftValue } from '../employer-api/shift-report';
import { foldName } from './names';

/** The name under which records are filtered by the day of the week of their SHIFT_DATE. */
export const WEEKDAY_FIELD = 'WEEKDAY';

/** What a field of the records must hold. */
export interface RowFilter {
  /** A field of a shift record, or `WEEKDAY`. */
  readonly field: string;
  /** The whole names that it picks or rules out, as given. */
  readonly names: readonly string[];
  /** @param value As in a row; for `WEEKDAY` the number of the day, 1 for Monday. */
  matches(value: ShiftValue): boolean;
}

/** What the criteria of a field are compared with. */
export function criterionKind(field: string): FieldKind | 'weekday' {
  return field === WEEKDAY_FIELD ? 'weekday' : (fieldNamed(field)?.kind ?? 'text');
}

/** A condition on one value. */
interface Criterion {
  /** Whether it picks values (`x`, `=x`), rather than ruling values out (`<>x`; `>5` rules out what is not above 5). */
  readonly picks: boolean;
  /** The one value, or those that fit; text as `foldName` has it. */
  readonly is: ShiftValue | ((value: ShiftValue) => boolean);
  /** The whole name that it is, if it is one. */
  readonly name?: string;
}

/**
 * Reads the criteria of one field.
 *
 * A value must be picked by any of those that pick (`x`, `=x`), where there are any, and be ruled out by none of the
 * others: `<>x`, `>x` and so on. So `>=5` with `<=9` is all from 5 to 9.
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
    const isName = kind === 'text' || kind === 'weekday';
    const criterion = isName ? readName(String(one).trim(), kind) : readComparison(one, kind);
    if (criterion === undefined) return { refused: one };
    criteria.push(criterion);
  }
  const picking = criteria.filter(({ picks }) => picks);
  const isPicked = anyOf(picking);
  const isRuledOut = anyOf(criteria.filter(({ picks }) => !picks));
  return {
    field,
    names: criteria.flatMap(({ name }) => name ?? []),
    matches: (value) => {
      // A name of spaces alone is none.
      const folded = typeof value === 'string' ? foldName(value) || null : value;
      return (picking.length === 0 || isPicked(folded)) && !isRuledOut(folded);
    },
  };
}

/** Whether any criterion is a value: values are found in a set, since a range may hold ten thousand. */
function anyOf(criteria: readonly Criterion[]): (value: ShiftValue) => boolean {
  const values = new Set(criteria.map(({ is }) => is));
  const tests = criteria.flatMap(({ is }) => (typeof is === 'function' ? [is] : []));
  return (value) => values.has(value) || tests.some((fits) => fits(value));
}

/** No name of a weekday holds a comma, so `Sat, Sun` can only be a list, and `<>Sat, Sun` rules out both. */
function splitDays(given: string | number): readonly string[] {
  const text = String(given).trim();
  const sign = text.startsWith('<>') ? '<>' : '';
  return text.split(',').map((day) => `${sign}${day.trim().replace(/^<>/, '')}`);
}

/** Names know `<>` and the signs `*` and `?`, nothing else: a venue may be called `>Bar` or `=Kitchen`. `<>` alone is any name. */
function readName(text: string, kind: 'text' | 'weekday'): Criterion | undefined {
  const picks = !text.startsWith('<>');
  const name = picks ? text : text.slice(2).trim();
  if (kind === 'weekday') {
    const day = findWeekday(name);
    return day && { picks, is: day };
  }
  if (name === '') return { picks, is: null };
  const folded = foldName(name);
  if (!/[*?]/.test(folded)) return { picks, name, is: folded };
  const fits = readPattern(folded);
  return { picks, is: (value) => typeof value === 'string' && fits(value) };
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
  if (rest === '' && compares === undefined) return { picks, is: null };
  const number = typeof given === 'number' && kind !== 'date' ? given : readNumber(rest, kind);
  if (number === undefined || !Number.isFinite(number)) return undefined;
  if (compares === undefined) return { picks, is: number };
  return { picks: false, is: (value) => typeof value !== 'number' || !compares(value, number) };
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
 * Reads a pattern: `*` is any text, `?` any one character. What lies between two stars is taken where it first comes, and not
 * looked for again: so the cost is at most the lengths of both multiplied, whatever the pattern.
 *
 * @returns Whether a whole text fits.
 */
export function readPattern(pattern: string): (text: string) => boolean {
  const parts = pattern.split('*').map((part) => {
    return part.replace(/[\\^$.|+()[\]{}/]/g, '\\$&').replace(/\?/g, '[^]');
  });
  const [first, last] = [parts.shift(), parts.pop()];
  // A lookahead keeps the first match that it finds.
  const between = parts.map((part, at) => `(?=([^]*?${part}))\\${at + 1}`);
  const whole = new RegExp(`^${first}${last === undefined ? '' : `${between.join('')}[^]*${last}`}$`, 'u');
  return (text) => whole.test(text);
}

/** The records that fit every filter, in their order. Each distinct value of a field is compared once. */
export function filterRows(rows: readonly ShiftRow[], filters: readonly RowFilter[]): readonly ShiftRow[] {
  return filters.reduce((kept, { field, matches }) => {
    const isWeekday = field === WEEKDAY_FIELD;
    const column = isWeekday ? DAY_COLUMN : columnOf(field);
    const known = new Map<ShiftValue, boolean>();
    return kept.filter((row) => {
      const value = row[column] ?? null;
      const fits = known.get(value) ?? matches(isWeekday ? weekday(Number(value)) : value);
      known.set(value, fits);
      return fits;
    });
  }, rows);
}

/** The records of some days, in their order. */
export function rowsOn(rows: readonly ShiftRow[], days: DateRange): readonly ShiftRow[] {
  return rows.filter(({ [DAY_COLUMN]: day }) => isOn(day, days));
}
