import { isAcceptedDate, parseIsoDate, weekday } from '../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../contract/schedule';
import {
  columnOf,
  type FieldKind,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../employer-api/shift-records';
import { findWeekday } from './group-keys';
import { comparerWith, foldName } from './names';

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
      // A name of spaces alone is none.
      const folded = typeof value === 'string' ? foldName(value) || null : value;
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
      const folded = new Set<string | number>(known.map(foldName));
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
  return typeof day === 'number' ? (WEEKDAY_NAMES[weekday(day) - 1] as string) : null;
}

/**
 * What a criterion is compared with: the values of a field, or the English names of weekdays. A `fraction` is a percentage
 * where 0.9 stands for 90%.
 */
type CriterionKind = FieldKind | 'weekday' | 'fraction';

/** A condition on one value, as COUNTIF has it. */
interface Criterion {
  /** Whether it picks values (`x`, `=x`), rather than ruling values out (`<>x`) or limiting them (`>x`). */
  readonly picks: boolean;
  /** The name that it picks or rules out, where it is one by its whole text. */
  readonly name: string | undefined;
  /**
   * Its whole text, as `foldName` has it, where an operator or a wildcard gives it another meaning: a venue may be called
   * `>Bar` or `Grand*`.
   */
  readonly verbatim: string | undefined;
  /**
   * The numbers, or texts as `foldName` has them, that it picks or rules out; `undefined` where they cannot be listed. A
   * range may hold ten thousand criteria: these are found in a set, the others are tried one by one.
   */
  readonly listed: readonly (string | number)[] | undefined;
  /** @param value Text as `foldName` has it. Null fits `=` and `<>x` alone. */
  matches(value: ShiftValue): boolean;
}

/** What follows the operator, ready for comparing. */
interface Operand {
  equals(value: ShiftValue): boolean;
  /** Below 0 where a value comes before the operand. Absent where there is no order. */
  compare?(value: number | string): number;
  readonly name?: string;
  /** The only value that equals it. */
  readonly literal?: string | number;
}

const EMPTY: Operand = { equals: (value) => value === null || value === '' };

const OPERATOR = /^(?:<>|>=|<=|=|<|>)/;

/** What a comparison asks of the order of value and operand. */
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};

/**
 * Reads one criterion: an operator, or none, and what to compare with.
 *
 * Numbers are compared with numbers, dates with days, text with text: whole, without regard to case and doubled spaces,
 * with `*`, `?` and `~`. `=` alone asks for nothing, `<>` alone for anything. Unlike COUNTIF, a name that begins
 * with `=` also matches itself, so that it can be picked from a list.
 *
 * @returns `undefined` when no value of this kind can be compared with it, such as text with numbers.
 */
export function readCriterion(given: string | number, kind: CriterionKind): Criterion | undefined {
  const text = String(given).trim();
  const operator = OPERATOR.exec(text)?.[0] ?? '';
  const rest = text.slice(operator.length).trim();
  const operand = rest === '' ? EMPTY : readOperand(typeof given === 'number' ? given : rest, kind);
  const compares = COMPARISONS[operator];
  if (operand === undefined) return undefined;
  const folded = kind === 'text' ? foldName(text) : undefined;
  // An order without an operand can only be a name.
  if (compares !== undefined && rest === '' && folded !== undefined) return pickName(text);
  const itself = rest === '' ? undefined : folded;
  const verbatim = operator !== '' || /[*?~]/.test(rest) ? folded : undefined;
  const { name, compare, literal } = operand;
  const noPick = { picks: false, name: undefined, verbatim, listed: undefined };
  if (compares !== undefined) {
    return compare && { ...noPick, matches: (value) => value !== null && compares(compare(value)) };
  }
  if (operator === '<>') {
    const listed = literal === undefined ? undefined : [literal];
    return { ...noPick, name, listed, matches: (value) => !operand.equals(value) };
  }
  const listed = literal === undefined ? undefined : [literal, itself ?? literal];
  const matches = (value: ShiftValue) => operand.equals(value) || value === itself;
  return { picks: true, name, verbatim, listed, matches };
}

/** Picks one name as it is written, whatever its signs mean elsewhere. */
export function pickName(name: string): Criterion {
  const folded = foldName(name);
  return { picks: true, name, verbatim: undefined, listed: [folded], matches: (value) => value === folded };
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

function readOperand(given: string | number, kind: CriterionKind): Operand | undefined {
  const text = String(given);
  if (kind === 'text') return textOperand(text);
  if (kind === 'weekday') return weekdayOperand(text);
  if (kind === 'date') return numberOperand(parseDay(text));
  return numberOperand(
    kind === 'percentage' || kind === 'fraction' ? parsePercentage(given, kind) : parseCount(given),
  );
}

function textOperand(text: string): Operand {
  const fits = readPattern(foldName(text));
  const compare = comparerWith(text);
  const operand = {
    equals: (value: ShiftValue) => typeof value === 'string' && fits(value),
    compare: (value: number | string) => compare(String(value)),
  };
  return hasWildcards(text) ? operand : { ...operand, name: text, literal: readLiteral(foldName(text)) };
}

function weekdayOperand(text: string): Operand | undefined {
  if (hasWildcards(text)) return { equals: textOperand(text).equals };
  const day = findWeekday(text);
  return day && { equals: (value) => value === foldName(WEEKDAY_NAMES[day - 1] as string) };
}

function numberOperand(number: number | undefined): Operand | undefined {
  if (number === undefined) return undefined;
  const equals = (value: ShiftValue) => value === number;
  return { equals, compare: (value) => Number(value) - number, literal: number };
}

/** A day written as such, or as the serial number of a cell. Its time of day is dropped. */
function parseDay(text: string): number | undefined {
  const day = parseIsoDate(text) ?? Math.floor(parseNumber(text) ?? Number.NaN);
  return isAcceptedDate(day) ? day : undefined;
}

/** What is a number already is not ambiguous. */
function parseCount(given: string | number): number | undefined {
  return Number.isFinite(given) ? Number(given) : parseNumber(String(given));
}

/** On the service's scale of 0 to 100: `90%` is 90. No percentage has thousands, so 66.667 is no other number. */
function parsePercentage(given: string | number, kind: 'percentage' | 'fraction'): number | undefined {
  const text = String(given);
  const number = parseDecimal(text.replace(/\s?%$/, ''));
  if (number === undefined || kind === 'percentage' || text.endsWith('%')) return number;
  // Without the noise of binary fractions: 0.29 is 29, not 28.999999999999996.
  return Number((100 * number).toPrecision(15));
}

/** A text cut into `*`, `?`, escaped characters such as `~*`, and single characters. */
type Token = string;

/** Whether a text holds a `*` or `?` that stands for other characters. `~` before one of them takes that away. */
export function hasWildcards(pattern: string): boolean {
  return /[*?]/.test(pattern) && tokensOf(pattern).some(isWild);
}

/**
 * Reads a pattern as COUNTIF does: `*` is any text, `?` any one character, `~*`, `~?` and `~~` are those characters.
 *
 * @returns Whether a whole text fits. Its cost is at most the lengths of both multiplied, whatever the pattern.
 */
export function readPattern(pattern: string): (text: string) => boolean {
  const tokens = tokensOf(pattern);
  const plain = tokens.map(unescaped);
  if (!tokens.some(isWild)) {
    const literal = plain.join('');
    return (text) => text === literal;
  }
  const parts = literalParts(tokens);
  const isAny = tokens.map((token) => token === '*');
  const isOne = tokens.map((token) => token === '?');
  const least = isAny.filter((any) => !any).length;
  return (text) => {
    if (text.length < least || !parts.every((part) => text.includes(part))) return false;
    const characters = Array.from(text);
    let [at, token, lastAny, resume] = [0, 0, -1, 0];
    while (at < characters.length) {
      if (isAny[token]) {
        lastAny = token;
        resume = at;
        token += 1;
      } else if (isOne[token] || plain[token] === characters[at]) {
        at += 1;
        token += 1;
      } else if (lastAny < 0) {
        return false;
      } else {
        // The last `*` takes one character more.
        resume += 1;
        at = resume;
        token = lastAny + 1;
      }
    }
    while (isAny[token]) token += 1;
    return token === plain.length;
  };
}

/** The one text that fits a pattern without wildcards. */
function readLiteral(pattern: string): string {
  return tokensOf(pattern).map(unescaped).join('');
}

/** What every text that fits must hold: few do, and most of the others can be ruled out by that alone. */
function literalParts(tokens: readonly Token[]): readonly string[] {
  // A literal line break parts them as well: then they rule out less.
  return tokens
    .map((token) => (isWild(token) ? '\n' : unescaped(token)))
    .join('')
    .split('\n');
}

/** `~*`, `~?` and `~~` are the only tokens of two ASCII characters. */
function unescaped(token: Token): string {
  return token.length === 2 && token[0] === '~' ? token.slice(1) : token;
}

function tokensOf(pattern: string): readonly Token[] {
  return pattern.match(/~[*?~]|[\s\S]/gu) ?? [];
}

function isWild(token: Token): boolean {
  return token === '*' || token === '?';
}
