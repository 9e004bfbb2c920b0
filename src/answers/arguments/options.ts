import { type CalendarDate, isDate, type WeekStart } from '../../calendar/calendar-date';
import { findGroupKey, GROUP_KEYS, type GroupKey, keyWords } from '../../contract/fields';
import { LONGEST_TEXT } from '../../employer-api/shift-records';
import { findWeekday } from '../../figures/group-keys';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  findMeasure,
  MEASURES,
  type Measure,
  type Quantity,
  wordOf,
} from '../../figures/measures';
import { plainName } from '../../figures/names';
import {
  ambiguousNumber,
  criterionKind,
  parseNumber,
  type RowFilter,
  readRowFilter,
} from '../../figures/row-filter';
import { PERCENTAGE_DIGITS } from '../../limits';
import { type Cell, cellOf, cellsOf, isBlank, isEmpty, readCell, rowsOf, textOf } from './cells';
import { isDateText } from './dates';
import { findOption, type KnownOption, knownOptions, type OptionName } from './option-table';
import { echo, listWords, refuseOption, refuseUnknown } from './refusals';

/** What the options of a formula say; what is not given has its default. */
export type Options = ReturnType<typeof readOptions>;

/** What reading options needs to know. */
interface OptionContext {
  /** The function, as messages call it. */
  readonly name: string;
  /** The day on which a moment falls in the spreadsheet's zone. May cost a service call; asked only for dates. */
  dayOf(date: Date): CalendarDate;
}

/** An option as a formula gives it. */
interface GivenOption {
  readonly known: KnownOption;
  /** Its values that are not blank. None: as if it were not given. */
  readonly cells: readonly Cell[];
}

/**
 * Reads options in pairs: a name and a value as two arguments, or as the two columns of a range. Empty arguments and
 * rows are skipped.
 *
 * @param uses The options that a suggestion may name.
 * @throws {ReportError} `invalid_option`
 */
export function readPairs(args: readonly unknown[], uses: ReadonlySet<OptionName>): readonly GivenOption[] {
  const given: GivenOption[] = [];
  for (let at = 0; at < args.length; at += 1) {
    if (isEmpty(args[at])) continue;
    const name = cellOf(args[at]);
    if (Array.isArray(name)) given.push(...readRangeOfPairs(rowsOf(name), uses));
    else {
      const known = findOrRefuseOption(name, uses);
      at += 1;
      if (at === args.length) refuseOption(`${echo(String(name).trim())} needs a value after it`);
      given.push({ known, cells: cellsOf(args[at]) });
    }
  }
  return given;
}

function readRangeOfPairs(
  rows: readonly (readonly unknown[])[],
  uses: ReadonlySet<OptionName>,
): readonly GivenOption[] {
  const filled = rows.filter((row) => !row.every(isBlank));
  if (rows.some((row) => row.length < 2) || filled.some((row) => !row.slice(2).every(isBlank))) {
    refuseOption('Give options as pairs, or point at two columns: names, and their values beside them');
  }
  return filled.map(([name, value]) => ({ known: findOrRefuseOption(name, uses), cells: cellsOf(value) }));
}

function findOrRefuseOption(name: unknown, uses: ReadonlySet<OptionName>): KnownOption {
  const text = isBlank(name) ? '' : textOf(readCell(name));
  return findOption(text) ?? refuseUnknown('option', text.trim(), knownOptions(uses));
}

/**
 * Reads the options of a formula.
 *
 * @param args What follows the arguments that have a place of their own.
 * @param uses The options of the function; `refresh` always is one.
 * @throws {ReportError} `invalid_option`, one sentence that says what to write instead.
 */
export function readOptions(args: readonly unknown[], uses: ReadonlySet<OptionName>, context: OptionContext) {
  const all = readPairs(args, new Set(uses).add('refresh'));
  const given = all.filter(({ cells }) => cells.length > 0);
  checkNames(given, uses, context.name);
  const read = <Value>(name: OptionName, readValue: ReadValue<Value>): Value | undefined => {
    const option = given.find(({ known }) => known.option === name);
    return option && readValue(option.cells, name);
  };
  return {
    /** Names as given, for `resolveColumns`. */
    columns: read('columns', readColumns),
    groupBy: read('group by', readGroupKeys),
    measures: read('measures', readMeasures),
    /** At most one per field. */
    filters: given.flatMap(({ known, cells }) =>
      known.field === undefined ? [] : [readFilter(known.field, cells, known.name, context)],
    ) as readonly RowFilter[],
    /** Names as given, for `resolveSort`. */
    sort: read('sort', readSort) ?? [],
    limit: read('limit', readCount(1)),
    headers: read('headers', readBoolean) ?? true,
    totals: read('totals', readBoolean) ?? false,
    notes: read('notes', readBoolean) ?? true,
    percent: read('percent', choiceReader({ '0-100': [], fraction: ['0-1'] })) ?? '0-100',
    /** Of calculated percentages, on the 0 to 100 scale. */
    decimals: read('decimals', readCount(0, MOST_DECIMALS)) ?? PERCENTAGE_DIGITS,
    /** Null is blank. */
    empty: read('empty', readText) ?? null,
    dates: read('dates', choiceReader({ date: [], text: [], serial: [] })) ?? 'date',
    /** The default is the function's. */
    incomplete: read('incomplete', choiceReader({ mark: [], hide: [], show: [] })),
    /** What percentages are made of; `undefined`: as the rows say. */
    basis: read('basis', readBasis),
    evidence: read('evidence', readBoolean) ?? false,
    words: read('words', readBoolean) ?? false,
    asOf: read('as of', readBoolean) ?? false,
    ifFailed: read('if failed', choiceReader({ last: [], error: [] })) ?? 'last',
    /** `undefined`: as the connection says. */
    weekStarts: read('week starts', readWeekStart),
  } as const;
}

function checkNames(given: readonly GivenOption[], uses: ReadonlySet<OptionName>, formula: string): void {
  const seen = new Set<string>();
  for (const { known } of given) {
    if (seen.has(known.name)) refuseOption(`"${known.name}" is given twice`);
    seen.add(known.name);
    if (known.option !== 'refresh' && !uses.has(known.option)) {
      refuseOption(`Leave out "${known.name}": ${formula} does not use it`);
    }
  }
}

/** For messages: what a field that is no name compares with. */
const EXPECTED = {
  weekday: 'day names, such as "Monday" or "<>Sunday"',
  date: 'dates, such as ">=2024-12-31"',
  number: 'numbers, such as ">=5"',
};

/**
 * Reads the filter on a field: one criterion, or a range of them. A date cell is its day.
 *
 * @param name How messages call the filter.
 * @throws {ReportError} `invalid_option` for what the field's values can never be compared with.
 */
function readFilter(
  field: string,
  cells: readonly Cell[],
  name: string,
  { dayOf }: Pick<OptionContext, 'dayOf'>,
): RowFilter {
  const criteria = cells.map((cell) => {
    if (typeof cell === 'number') return cell;
    return isDate(cell) ? dayOf(cell) : textOf(cell);
  });
  const filter = readRowFilter(field, criteria);
  if (!('refused' in filter)) return filter;
  const criterion = String(filter.refused);
  const number = ambiguousNumber(criterion);
  if (number !== undefined) {
    refuseOption(`Write ${number.replace(/[.,]/, '')} without a separator. (${echo(criterion)})`);
  }
  const expected = EXPECTED[criterionKind(field) as keyof typeof EXPECTED] ?? EXPECTED.number;
  return refuseOption(`"${name}" is compared with ${expected}. (${echo(criterion)})`);
}

const MOST_KEYS = 3;

/** `X as Heading, Y`. */
const readColumns = (cells: readonly Cell[], name: string) =>
  itemsOf(cells, name).map((item) => {
    const at = item.search(/\sas\s/i);
    if (at < 0) return { name: item, heading: undefined };
    const heading = item.slice(at + 4).trim();
    if (heading.length > LONGEST_TEXT) refuseOption(`Give columns shorter headings in "${name}"`);
    return { name: item.slice(0, at).trim(), heading };
  });

/** `X desc, Y`, or `-X, Y`. */
const readSort = (cells: readonly Cell[], name: string) =>
  itemsOf(cells, name).map((item) => {
    const order = /\s(?:asc|desc)(?:ending)?$/i.exec(item)?.[0] ?? '';
    // Also the minus sign of typeset text.
    const minus = /^[-\u2212]\s*/.exec(item)?.[0] ?? '';
    if (minus !== '' && order !== '') {
      refuseOption(`Write "NO_SHOWS desc" or "-NO_SHOWS" in "${name}", not both. (${echo(item)})`);
    }
    const descending = minus !== '' || /\sdesc/i.test(order);
    return { name: item.slice(minus.length, item.length - order.length).trim(), descending };
  });

/** One to three keys, none twice. */
const readGroupKeys: ReadValue<readonly GroupKey[]> = (cells, name) => {
  const keys = readDistinct(itemsOf(cells, name), readGroupKey, String);
  if (keys.length > MOST_KEYS) refuseOption(`"${name}" takes up to ${MOST_KEYS} of ${listWords(GROUP_KEYS)}`);
  return keys;
};

/** At least one figure, none twice. */
const readMeasures: ReadValue<readonly Measure[]> = (cells, name) =>
  readDistinct(itemsOf(cells, name), findOrRefuseMeasure, ({ words }) => words[0]);

/**
 * Reads what stands in the place of `by`: `week, venue`, or a range.
 *
 * @returns `undefined` where it is blank.
 * @throws {ReportError} `invalid_option`
 */
export function readGroupBy(value: unknown): readonly GroupKey[] | undefined {
  const cells = cellsOf(value);
  return cells.length === 0 ? undefined : readGroupKeys(cells, 'group by');
}

/** Reads what stands in the place of `metric`: one figure. @throws {ReportError} `invalid_option` */
export function readMeasure(value: unknown): Measure {
  const cells = cellsOf(value);
  if (cells.length === 0) refuseOption('Give a metric, such as "worked %"');
  return findOrRefuseMeasure(textOf(singleCell(cells, 'metric')).trim());
}

/** A list's items, of every cell. No name holds a comma. */
function itemsOf(cells: readonly Cell[], name: string): readonly string[] {
  const items = cells.flatMap((cell) => textOf(cell).split(','));
  const named = items.map((item) => item.trim()).filter((item) => item !== '');
  if (named.length === 0) refuseOption(`"${name}" needs a value after it`);
  return named;
}

function readGroupKey(text: string): GroupKey {
  const key = findGroupKey(text);
  if (key !== undefined) return key;
  refuseDates(text, 'a group such as "venue"');
  const words = GROUP_KEYS.flatMap((key) => keyWords(key).map((word): [string, GroupKey] => [word, key]));
  return refuseUnknown('group', text, { words: new Map(words), listed: GROUP_KEYS });
}

/** Refuses dates where something else belongs. */
function refuseDates(text: string, what: string): void {
  if (isDateText(text)) refuseOption(`Write ${what} here: ${echo(text)} names days`);
}

function findOrRefuseMeasure(text: string): Measure {
  const measure = findMeasure(text);
  if (measure !== undefined) return measure;
  refuseDates(text, 'a metric such as "worked %"');
  if (/^fill(?:ed)?(?:rate)?%?$/.test(plainName(text))) {
    refuseOption('"fill rate" has several meanings. Choose "booked %" or "true fulfilment %"');
  }
  const words = MEASURES.flatMap(({ name, words }) =>
    [name, ...words].map((word): [string, string] => [word, word]),
  );
  return refuseUnknown('metric', text, {
    words: new Map(words),
    listed: MEASURES.map(({ words }) => words[0]),
  });
}

/** Reads items up to the first that comes again: a huge list costs no more than there are names. */
function readDistinct<Item>(
  texts: readonly string[],
  read: (text: string) => Item,
  wordFor: (item: Item) => string,
): readonly Item[] {
  const items = new Set<Item>();
  for (const text of texts) {
    const item = read(text);
    if (items.has(item)) refuseOption(`${echo(wordFor(item))} is given twice`);
    items.add(item);
  }
  return Array.from(items);
}

/** Reads the values of an option. @throws {ReportError} `invalid_option`, by the option's name. */
type ReadValue<Value> = (cells: readonly Cell[], name: string) => Value;

/** TRUE or FALSE, or these words. */
const readBoolean: ReadValue<boolean> = (cells, name) => {
  const cell = singleCell(cells, name);
  const word = plainName(textOf(cell));
  if (word === 'true' || word === 'yes') return true;
  if (word === 'false' || word === 'no') return false;
  return refuseOption(`"${name}" must be TRUE or FALSE. (${echoCell(cell)})`);
};

const MOST_DECIMALS = 10;

/** A whole number from `least` to `most`. */
function readCount(least: number, most = Number.POSITIVE_INFINITY): ReadValue<number> {
  return (cells, name) => {
    const cell = singleCell(cells, name);
    const number = typeof cell === 'string' ? parseNumber(cell.trim()) : cell;
    if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
      return number;
    const range = most < Number.POSITIVE_INFINITY ? `from ${least} to ${most}` : `of at least ${least}`;
    return refuseOption(`"${name}" must be a whole number ${range}. (${echoCell(cell)})`);
  };
}

/** Text as it stands. */
const readText: ReadValue<string> = (cells, name) => {
  const cell = singleCell(cells, name);
  if (isDate(cell) || textOf(cell).length > LONGEST_TEXT) refuseOption(`"${name}" must be a short text`);
  return textOf(cell);
};

/** One of some words: the values, or other words for them. */
function choiceReader<Value extends string>(
  words: Readonly<Record<Value, readonly string[]>>,
): ReadValue<Value> {
  const values = Object.keys(words) as Value[];
  return (cells, name) => {
    const cell = singleCell(cells, name);
    const wanted = plainName(textOf(cell));
    const known = values.find((value) => [value, ...words[value]].some((word) => plainName(word) === wanted));
    if (known !== undefined) return known;
    const listed = values.map((value) => `"${value}"`);
    return refuseOption(`"${name}" must be ${listWords(listed)}. (${echoCell(cell)})`);
  };
}

/** What percentages are made of: a denominator, or `numerator / denominator`; `undefined` where the rows decide. */
const readBasis: ReadValue<ChosenDefinition | undefined> = (cells, name) => {
  const cell = singleCell(cells, name);
  const parts = textOf(cell).split('/');
  if (parts.length === 1 && plainName(textOf(cell)) === 'auto') return undefined;
  const denominators = quantitiesIn('denominator');
  const denominator = findQuantity(parts[parts.length - 1] as string, denominators);
  const numerator =
    parts.length === 2 ? findQuantity(parts[0] as string, quantitiesIn('numerator')) : undefined;
  const isKnown = parts.length === 1 || numerator !== undefined;
  if (denominator !== undefined && isKnown) return { numerator, denominator };
  const words = listWords([...denominators.map((quantity) => `"${wordOf(quantity)}"`), '"auto"']);
  return refuseOption(`"${name}" must be ${words}, or a pair such as "booked / posted". (${echoCell(cell)})`);
};

/** The day on which weeks start, by its English name or the beginning of it. */
const readWeekStart: ReadValue<WeekStart> = (cells, name) => {
  const cell = singleCell(cells, name);
  const day = typeof cell === 'string' ? findWeekday(cell) : undefined;
  return day ?? refuseOption(`"${name}" must be a day, such as "Monday". (${echoCell(cell)})`);
};

/** The one value of an option that takes no list. */
function singleCell(cells: readonly Cell[], name: string): Cell {
  const [cell] = cells;
  if (cell === undefined || cells.length > 1) return refuseOption(`"${name}" takes one value, not several`);
  return cell;
}

/** Every quantity that is the numerator, or the denominator, of a definition. */
function quantitiesIn(part: keyof Definition): readonly Quantity[] {
  return Array.from(
    new Set(
      Object.values<readonly Definition[]>(DEFINITIONS)
        .flat()
        .map((one) => one[part]),
    ),
  );
}

/** One of some quantities, by its word or the service's name. */
function findQuantity(text: string, quantities: readonly Quantity[]): Quantity | undefined {
  const wanted = plainName(text);
  return quantities.find((quantity) => {
    const words = [quantity, wordOf(quantity), ...(quantity === 'TRUE_DEMAND' ? ['demand'] : [])];
    return words.some((word) => plainName(word) === wanted);
  });
}

/** A cell as a message repeats it. */
function echoCell(cell: Cell): string {
  return echo(textOf(cell));
}
