import { type CalendarDate, isDate, type WeekStart } from '../../calendar/calendar-date';
import {
  findGroupKey,
  GROUP_KEYS,
  type GroupKey,
  KEY_HEADINGS,
  keyWords,
  SHIFT_FIELDS,
} from '../../contract/fields';
import { LONGEST_TEXT } from '../../employer-api/shift-records';
import { listed } from '../../employer-api/text';
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
import {
  type Cell,
  cellOf,
  cellsOf,
  echo,
  isBlank,
  isEmpty,
  readCell,
  refuseOption,
  refuseUnknown,
  rowsOf,
  textOf,
} from './cells';
import { isDateText } from './dates';

const { venue, area, role, weekday } = KEY_HEADINGS;
/** Fields that have an option of their own. */
const SHORT_NAMES = { venue, area, role, weekday };

/** Every option with the other words for it, in the documented order. */
export const OPTIONS = {
  columns: ['cols', 'fields'],
  'group by': ['by', 'group'],
  measures: ['metric'],
  venue: ['VENUE_NAME'],
  area: ['AREA_NAME'],
  role: ['JOB_TITLE', 'job'],
  weekday: [],
  fields: SHIFT_FIELDS.map(({ name }) => name).filter((field) => !Object.values(SHORT_NAMES).includes(field)),
  sort: ['order'],
  limit: ['max', 'top'],
  headers: [],
  totals: [],
  notes: [],
  percent: [],
  decimals: [],
  empty: [],
  dates: [],
  incomplete: [],
  basis: [],
  evidence: [],
  words: ['sentence'],
  'as of': [],
  'if failed': [],
  'week starts': [],
  refresh: ['stamp'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** An option of the formulas. `fields` is any field of the records that has no shorter name, as a filter. */
export type OptionName = keyof typeof OPTIONS;

/** An option that a word names. */
export interface KnownOption {
  readonly option: OptionName;
  /** The field, for filters. */
  readonly field: string | undefined;
  /** How messages call it. */
  readonly name: string;
}

/** Every documented word, with the option that it names. */
const WORDS = new Map(
  (Object.keys(OPTIONS) as OptionName[]).flatMap((option) => {
    if (option !== 'fields') {
      const known = { option, field: SHORT_NAMES[option as keyof typeof SHORT_NAMES], name: option };
      return [option, ...OPTIONS[option]].map((word): [string, KnownOption] => [word, known]);
    }
    const words = [...OPTIONS.fields.map((field) => [field, field]), ['date', 'SHIFT_DATE']];
    return words.map(([word, field = '']): [string, KnownOption] => [
      word ?? '',
      { option, field, name: field },
    ]);
  }),
);

/** Every word for an option. */
export const OPTION_WORDS: readonly string[] = Array.from(WORDS.keys());

const PLAIN_WORDS = new Map(Array.from(WORDS, ([word, known]) => [plainName(word), known]));

/** The option that a text names. */
export function findOption(text: string): KnownOption | undefined {
  return PLAIN_WORDS.get(plainName(text));
}

const FILTERS = ['venue', 'area', 'role', 'weekday', 'fields'] as const;
const READING = ['as of', 'if failed', 'week starts'] as const;
const TABLE = ['columns', 'sort', 'limit', 'headers'] as const;

/** The options that each function uses; any other is refused. `refresh` may be given to every one. */
export const OPTION_USES = {
  SHIFT_FULFILMENT: [...TABLE, ...FILTERS, 'percent', 'empty', 'dates', ...READING],
  SHIFT_FULFILMENT_AGGREGATED: [
    ...(['group by', 'measures', ...TABLE, ...FILTERS, 'totals', 'notes', 'percent', 'decimals'] as const),
    ...(['empty', 'dates', 'incomplete', 'basis', 'evidence', ...READING] as const),
  ],
  SHIFT_METRIC: [...FILTERS, 'percent', 'decimals', 'empty', 'basis', 'evidence', ...READING],
  SHIFT_TREND: [
    ...(['group by', ...FILTERS, 'limit', 'headers', 'percent', 'decimals', 'empty', 'dates'] as const),
    ...(['incomplete', 'basis', 'evidence', ...READING] as const),
  ],
  SHIFT_COMPARE: [
    ...(['group by', 'measures', ...TABLE, ...FILTERS, 'totals', 'notes', 'percent', 'decimals'] as const),
    ...(['empty', 'basis', 'evidence', 'words', ...READING] as const),
  ],
  SHIFT_LIST: [],
  SHIFT_STATUS: [],
  // Its fields are the service's own, which are unknown before it is read.
  WORKER_TURNOVER: [...TABLE, 'empty', 'dates', ...READING],
} as const satisfies Record<string, readonly OptionName[]>;

/** A function that takes options. */
export type FunctionName = keyof typeof OPTION_USES;

/** What the options of a formula say; what is not given has its default. */
export type Options = ReturnType<typeof readOptions>;

/** Who gives options, and how their dates are read. */
interface OptionContext {
  /** The function, as messages call it. */
  readonly name: string;
  /** The day on which a moment falls in the spreadsheet's zone. May cost a service call; asked only for dates. */
  dayOf(date: Date): CalendarDate;
}

/** An option as a formula gives it. */
interface GivenOption {
  readonly known: KnownOption;
  readonly cells: readonly Cell[];
}

/**
 * Reads options in pairs: a name and a value as two arguments, or as the two columns of a range. Empty arguments and
 * rows are skipped, and so are options without a value.
 *
 * @param uses The options that a suggestion may name; `refresh` always is one.
 * @throws {ReportError} `invalid_option`
 */
export function readPairs(args: readonly unknown[], uses: readonly OptionName[]): readonly GivenOption[] {
  const find = (name: unknown): KnownOption => {
    const text = isBlank(name) ? '' : textOf(readCell(name));
    const option = findOption(text);
    if (option !== undefined) return option;
    const used = Array.from(WORDS).filter(([, known]) => [...uses, 'refresh'].includes(known.option));
    const names = used.filter(([word, { name: own, option: one }]) => word === own && one !== 'fields');
    const words = new Map(used.map(([word]) => [word, word]));
    return refuseUnknown(
      'option',
      text.trim(),
      words,
      Array.from(names, ([word]) => word),
    );
  };
  const given: GivenOption[] = [];
  for (let at = 0; at < args.length; at += 1) {
    if (isEmpty(args[at])) continue;
    const name = cellOf(args[at]);
    if (Array.isArray(name)) {
      const rows = rowsOf(name);
      const filled = rows.filter((row) => !row.every(isBlank));
      if (rows.some((row) => row.length < 2) || filled.some((row) => !row.slice(2).every(isBlank))) {
        refuseOption('Give options as pairs, or point at two columns: names, and their values beside them');
      }
      given.push(...filled.map(([one, value]) => ({ known: find(one), cells: cellsOf(value) })));
    } else {
      const known = find(name);
      at += 1;
      if (at === args.length) refuseOption(`${echo(String(name).trim())} needs a value after it`);
      given.push({ known, cells: cellsOf(args[at]) });
    }
  }
  return given.filter(({ cells }) => cells.length > 0);
}

/**
 * Reads the options of a formula.
 *
 * @param args What follows the arguments that have a place of their own.
 * @param uses The options of the function; `refresh` always is one.
 * @throws {ReportError} `invalid_option`, one sentence that says what to write instead.
 */
export function readOptions(args: readonly unknown[], uses: readonly OptionName[], context: OptionContext) {
  const given = readPairs(args, uses);
  given.forEach(({ known }, at) => {
    if (given.findIndex((one) => one.known.name === known.name) < at)
      refuseOption(`"${known.name}" is given twice`);
    if (![...uses, 'refresh'].includes(known.option))
      refuseOption(`Leave out "${known.name}": ${context.name} does not use it`);
  });
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
    percent: read('percent', oneOf({ '0-100': [], fraction: ['0-1'] })) ?? '0-100',
    /** Of calculated percentages, on the 0 to 100 scale. */
    decimals: read('decimals', readCount(0, MOST_DECIMALS)) ?? PERCENTAGE_DIGITS,
    /** Null is blank. */
    empty: read('empty', readText) ?? null,
    dates: read('dates', oneOf({ date: [], text: [], serial: [] })) ?? 'date',
    /** The default is the function's. */
    incomplete: read('incomplete', oneOf({ mark: [], hide: [], show: [] })),
    /** What percentages are made of; `undefined`: as the rows say. */
    basis: read('basis', readBasis),
    evidence: read('evidence', readBoolean) ?? false,
    words: read('words', readBoolean) ?? false,
    asOf: read('as of', readBoolean) ?? false,
    ifFailed: read('if failed', oneOf({ last: [], error: [] })) ?? 'last',
    /** `undefined`: as the connection says. */
    weekStarts: read('week starts', readWeekStart),
  } as const;
}

/** For messages: what a field that is no name compares with. */
const EXPECTED = {
  weekday: 'day names, such as "Monday" or "<>Sunday"',
  date: 'dates, such as ">=2024-12-31"',
  number: 'numbers, such as ">=5"',
};

/** Reads the filter on a field: one criterion, or a range of them. A date cell is its day. @param name As messages call it. */
function readFilter(
  field: string,
  cells: readonly Cell[],
  name: string,
  { dayOf }: OptionContext,
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

/** Reads the values of an option. @throws {ReportError} `invalid_option`, by the option's name. */
type ReadValue<Value> = (cells: readonly Cell[], name: string) => Value;

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

/** A list's items, of every cell. No name holds a comma. */
function itemsOf(cells: readonly Cell[], name: string): readonly string[] {
  const items = cells.flatMap((cell) => textOf(cell).split(','));
  const named = items.map((item) => item.trim()).filter((item) => item !== '');
  if (named.length === 0) refuseOption(`"${name}" needs a value after it`);
  return named;
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

const MOST_KEYS = 3;

/** One to three keys, none twice. */
const readGroupKeys: ReadValue<readonly GroupKey[]> = (cells, name) => {
  const keys = readDistinct(itemsOf(cells, name), readGroupKey, String);
  if (keys.length > MOST_KEYS) refuseOption(`"${name}" takes up to ${MOST_KEYS} of ${listed(GROUP_KEYS)}`);
  return keys;
};

function readGroupKey(text: string): GroupKey {
  const key = findGroupKey(text);
  if (key !== undefined) return key;
  if (isDateText(text)) refuseOption(`Write a group such as "venue" here: ${echo(text)} names days`);
  const words = GROUP_KEYS.flatMap((one) => keyWords(one).map((word): [string, GroupKey] => [word, one]));
  return refuseUnknown('group', text, new Map(words), GROUP_KEYS);
}

/** Reads what stands in the place of `by`: `week, venue`, or a range; `undefined` where it is blank. @throws {ReportError} `invalid_option` */
export function readGroupBy(value: unknown): readonly GroupKey[] | undefined {
  const cells = cellsOf(value);
  return cells.length === 0 ? undefined : readGroupKeys(cells, 'group by');
}

/** At least one figure, none twice. */
const readMeasures: ReadValue<readonly Measure[]> = (cells, name) =>
  readDistinct(itemsOf(cells, name), measureNamed, ({ words }) => words[0]);

/** Reads what stands in the place of `metric`: one figure. @throws {ReportError} `invalid_option` */
export function readMeasure(value: unknown): Measure {
  const cells = cellsOf(value);
  if (cells.length === 0) refuseOption('Give a metric, such as "worked %"');
  return measureNamed(textOf(singleCell(cells, 'metric')).trim());
}

function measureNamed(text: string): Measure {
  const measure = findMeasure(text);
  if (measure !== undefined) return measure;
  if (isDateText(text)) refuseOption(`Write a metric such as "worked %" here: ${echo(text)} names days`);
  if (/^fill(?:ed)?(?:rate)?%?$/.test(plainName(text))) {
    refuseOption('"fill rate" has several meanings. Choose "booked %" or "true fulfilment %"');
  }
  const words = MEASURES.flatMap(({ name, words: own }) => [name, ...own]);
  const listing = MEASURES.map(({ words: own }) => own[0]);
  return refuseUnknown('metric', text, new Map(words.map((word) => [word, word])), listing);
}

/** TRUE or FALSE, or these words. */
const readBoolean: ReadValue<boolean> = (cells, name) => {
  const text = textOf(singleCell(cells, name));
  const word = plainName(text);
  if (word === 'true' || word === 'yes') return true;
  if (word === 'false' || word === 'no') return false;
  return refuseOption(`"${name}" must be TRUE or FALSE. (${echo(text)})`);
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
    return refuseOption(`"${name}" must be a whole number ${range}. (${echo(textOf(cell))})`);
  };
}

/** Text as it stands. */
const readText: ReadValue<string> = (cells, name) => {
  const cell = singleCell(cells, name);
  if (isDate(cell) || textOf(cell).length > LONGEST_TEXT) refuseOption(`"${name}" must be a short text`);
  return textOf(cell);
};

/** One of some words: the values, or other words for them. */
function oneOf<Value extends string>(words: Readonly<Record<Value, readonly string[]>>): ReadValue<Value> {
  const values = Object.keys(words) as Value[];
  return (cells, name) => {
    const text = textOf(singleCell(cells, name));
    const isMeant = (word: string) => plainName(word) === plainName(text);
    const known = values.find((value) => [value, ...words[value]].some(isMeant));
    return (
      known ??
      refuseOption(`"${name}" must be ${listed(values.map((value) => `"${value}"`))}. (${echo(text)})`)
    );
  };
}

/** What percentages are made of: a denominator, or `numerator / denominator`; `undefined` where the rows decide. */
const readBasis: ReadValue<ChosenDefinition | undefined> = (cells, name) => {
  const text = textOf(singleCell(cells, name));
  if (plainName(text) === 'auto') return undefined;
  const all = Object.values<readonly Definition[]>(DEFINITIONS).flat();
  const find = (word: string, part: keyof Definition): Quantity | undefined => {
    const isMeant = (known: string) => plainName(known) === plainName(word);
    const wordsOf = (one: Quantity) => [one, wordOf(one), ...(one === 'TRUE_DEMAND' ? ['demand'] : [])];
    return all.map((one) => one[part]).find((one) => wordsOf(one).some(isMeant));
  };
  const [first = '', second, third] = text.split('/');
  const denominator = find(second ?? first, 'denominator');
  const numerator = second === undefined ? undefined : find(first, 'numerator');
  const isPair = second !== undefined;
  if (denominator && third === undefined && (numerator || !isPair)) return { numerator, denominator };
  const words = Array.from(new Set(all.map((one) => `"${wordOf(one.denominator)}"`)));
  const choices = listed([...words, '"auto"']);
  return refuseOption(`"${name}" must be ${choices}, or a pair such as "booked / posted". (${echo(text)})`);
};

/** The day on which weeks start, by its English name or the beginning of it. */
const readWeekStart: ReadValue<WeekStart> = (cells, name) => {
  const cell = singleCell(cells, name);
  const day = typeof cell === 'string' ? findWeekday(cell) : undefined;
  return day ?? refuseOption(`"${name}" must be a day, such as "Monday". (${echo(textOf(cell))})`);
};

/** The one value of an option that takes no list. */
function singleCell(cells: readonly Cell[], name: string): Cell {
  const [cell] = cells;
  if (cell === undefined || cells.length > 1) return refuseOption(`"${name}" takes one value, not several`);
  return cell;
}
