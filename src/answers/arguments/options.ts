import { findWeekday, isDate } from '../../calendar/calendar-date';
import {
  findGroupKey,
  GROUP_KEYS,
  type GroupKey,
  KEY_HEADINGS,
  keyWords,
  SHIFT_FIELDS,
} from '../../contract/fields';
import { fitText, listed, plainName } from '../../employer-api/text';
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
  type DateContext,
  echo,
  isBlank,
  isStamp,
  refuseOption,
  refuseUnknown,
  rowsOf,
  textOf,
} from './cells';

const GROUPED = ['SHIFT_FULFILMENT_AGGREGATED', 'SHIFT_COMPARE'];
const TABLES = ['SHIFT_FULFILMENT', ...GROUPED, 'WORKER_TURNOVER'];
const SHOWN_BY_PERIOD = ['SHIFT_FULFILMENT_AGGREGATED', 'SHIFT_TREND'];
const FIGURES = [...GROUPED, 'SHIFT_METRIC', 'SHIFT_TREND'];
const SHIFTS = ['SHIFT_FULFILMENT', ...FIGURES];
const READING = [...SHIFTS, 'WORKER_TURNOVER'];

const { venue, area, role, weekday } = KEY_HEADINGS;
/** Fields that have an option of their own. */
const SHORT_NAMES = { venue, area, role, weekday };
/** The other fields are options under their own names. */
const FIELDS = SHIFT_FIELDS.map(({ name }) => name).filter((name) => ![venue, area, role].includes(name));

/** Every option in the documented order: the functions that use it, and the other words for it. */
export const OPTIONS = {
  columns: [TABLES, 'cols', 'fields'],
  'group by': [[...GROUPED, 'SHIFT_TREND'], 'by', 'group'],
  measures: [GROUPED, 'metric'],
  venue: [SHIFTS, 'VENUE_NAME'],
  area: [SHIFTS, 'AREA_NAME'],
  role: [SHIFTS, 'JOB_TITLE', 'job'],
  weekday: [SHIFTS],
  fields: [SHIFTS, ...FIELDS],
  sort: [TABLES, 'order'],
  limit: [[...TABLES, 'SHIFT_TREND'], 'max', 'top'],
  headers: [[...TABLES, 'SHIFT_TREND']],
  totals: [GROUPED],
  notes: [GROUPED],
  percent: [SHIFTS],
  decimals: [FIGURES],
  empty: [READING],
  dates: [['SHIFT_FULFILMENT', ...SHOWN_BY_PERIOD, 'WORKER_TURNOVER']],
  incomplete: [SHOWN_BY_PERIOD],
  basis: [FIGURES],
  evidence: [FIGURES],
  words: [['SHIFT_COMPARE'], 'sentence'],
  'as of': [READING],
  'if failed': [READING],
  'week starts': [READING],
  refresh: [[...READING, 'SHIFT_LIST', 'SHIFT_STATUS'], 'stamp'],
} as const satisfies Readonly<Record<string, readonly [usedBy: readonly string[], ...words: string[]]>>;

/** An option of the formulas. `fields` is any field of the records that has no shorter name, as a filter. */
export type OptionName = keyof typeof OPTIONS;

const NAMES = Object.keys(OPTIONS) as readonly OptionName[];

/** The options that a function uses; any other is refused. */
export function optionsOf(like: string): readonly OptionName[] {
  return NAMES.filter((name) => (OPTIONS[name][0] as readonly string[]).includes(like));
}

/** An option that a word names. */
interface KnownOption {
  readonly option: OptionName;
  /** The field, for filters. */
  readonly field: string | undefined;
  /** How messages call it. */
  readonly name: string;
  readonly words: readonly string[];
}

const KNOWN = NAMES.flatMap((option): readonly KnownOption[] => {
  const [, ...words] = OPTIONS[option];
  const short = SHORT_NAMES[option as keyof typeof SHORT_NAMES];
  if (option !== 'fields') return [{ option, field: short, name: option, words: [option, ...words] }];
  return words.map((field) => {
    return { option, field, name: field, words: field === 'SHIFT_DATE' ? [field, 'date'] : [field] };
  });
});

/** The names of all options; fields go by their own. */
export const OPTION_NAMES: readonly string[] = KNOWN.map(({ name }) => name);

/** Every word for an option. */
export const OPTION_WORDS: readonly string[] = KNOWN.flatMap(({ words }) => words);

const BY_WORD = new Map(KNOWN.flatMap((one) => one.words.map((word) => [plainName(word), one])));

/** The option that a text names. */
export function findOption(text: string): KnownOption | undefined {
  return BY_WORD.get(plainName(text));
}

/** What the options of a formula say; what is not given has its default. */
export type Options = ReturnType<typeof readOptions>;

/** Who asks, and how dates are read. */
export interface OptionContext extends Pick<DateContext, 'dayOf'> {
  /** The function, as messages call it. */
  readonly name: string;
}

/** Reads options in pairs. Empty arguments and rows are skipped, and so are options without a value. */
function readPairs(args: readonly unknown[], uses: readonly OptionName[]) {
  const find = (name: unknown): KnownOption => {
    const text = isBlank(name) ? '' : textOf(name as Cell);
    const used = KNOWN.filter(({ option }) => uses.includes(option));
    const names = used.filter(({ option }) => option !== 'fields').map((one) => one.name);
    const words = used.flatMap((one) => one.words);
    return findOption(text) ?? refuseUnknown('option', text.trim(), words, names);
  };
  const given: { readonly known: KnownOption; readonly cells: readonly Cell[] }[] = [];
  for (let at = 0; at < args.length; at += 1) {
    if (isStamp(args[at]) || cellsOf(args[at]).length === 0) continue;
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
      if (at === args.length) {
        const text = echo(String(name).trim());
        const isGroup = uses.includes('group by') && findGroupKey(known.name) !== undefined;
        const hint = isGroup ? `; to group by it, write "by", ${text}` : '';
        refuseOption(`${text} needs a value after it${hint}`);
      }
      given.push({ known, cells: cellsOf(args[at]) });
    }
  }
  return given.filter(({ cells }) => cells.length > 0);
}

/**
 * Reads the options of a formula: pairs of a name and a value as two arguments, or as the two columns of a range.
 *
 * @param args What follows the arguments that have a place of their own.
 * @param uses The options of the function.
 * @throws {ReportError} `invalid_option`, one sentence that says what to write instead.
 */
export function readOptions(args: readonly unknown[], uses: readonly OptionName[], context: OptionContext) {
  const given = readPairs(args, uses);
  given.forEach(({ known: { name, option } }, at) => {
    if (given.findIndex(({ known }) => known.name === name) < at) refuseOption(`"${name}" is given twice`);
    if (!uses.includes(option)) refuseOption(`Leave out "${name}": ${context.name} does not use it`);
  });
  const read = <Value>(name: OptionName, readValue: ReadValue<Value>): Value | undefined => {
    const cells = given.find(({ known }) => known.option === name)?.cells;
    return cells && readValue(cells, name);
  };
  return {
    /** Names as given, for `resolveColumns`. */
    columns: read('columns', readColumns),
    groupBy: read('group by', readGroupKeys),
    measures: read('measures', (cells, name) => readDistinct(itemsOf(cells, name), measureNamed)),
    /** At most one per field. */
    filters: given.flatMap(({ known: { field, name }, cells }) =>
      field === undefined ? [] : [readFilter(field, cells, name, context)],
    ) as readonly RowFilter[],
    /** Names as given. */
    sort: read('sort', readSort) ?? [],
    limit: read('limit', wholeNumber(1)),
    headers: read('headers', flag) ?? true,
    totals: read('totals', flag) ?? false,
    notes: read('notes', flag) ?? true,
    percent: read('percent', oneOf('0-100', 'fraction')) ?? '0-100',
    /** Of calculated percentages, on the 0 to 100 scale. */
    decimals: read('decimals', wholeNumber(0, 10)) ?? PERCENTAGE_DIGITS,
    /** Null is blank. */
    empty: read('empty', shortText) ?? null,
    dates: read('dates', oneOf('date', 'text', 'serial')) ?? 'date',
    /** The default is the function's. */
    incomplete: read('incomplete', oneOf('mark', 'hide', 'show')),
    /** What percentages are made of; `undefined`: as the rows say. */
    basis: read('basis', definition) ?? undefined,
    evidence: read('evidence', flag) ?? false,
    words: read('words', flag) ?? false,
    asOf: read('as of', flag) ?? false,
    ifFailed: read('if failed', oneOf('last', 'error')) ?? 'last',
    /** `undefined`: as the connection says. */
    weekStarts: read('week starts', weekStart),
  } as const;
}

/** Reads the values of an option. @throws {ReportError} `invalid_option`, by the option's name. */
type ReadValue<Value> = (cells: readonly Cell[], name: string) => Value;

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

/** `X as Heading, Y`. */
function readColumns(cells: readonly Cell[], name: string) {
  return itemsOf(cells, name).map((item) => {
    const at = item.search(/\sas\s/i);
    if (at < 0) return { name: item, heading: undefined };
    return { name: item.slice(0, at).trim(), heading: fitText(item.slice(at + 4).trim()) };
  });
}

/** `X desc, Y`, or `-X, Y`. */
function readSort(cells: readonly Cell[], name: string) {
  return itemsOf(cells, name).map((item) => {
    const [order] = /\s(?:asc|desc)(?:ending)?$/i.exec(item) ?? [];
    if (order) return { name: item.slice(0, -order.length).trim(), descending: /desc/i.test(order) };
    // Also the minus sign of typeset text.
    const [minus = ''] = /^[-\u2212]\s*/.exec(item) ?? [];
    return { name: item.slice(minus.length), descending: minus !== '' };
  });
}

/** A list's items, of every cell. No name holds a comma. */
function itemsOf(cells: readonly Cell[], name: string): readonly string[] {
  const items = cells.flatMap((cell) => textOf(cell).split(','));
  const named = items.map((item) => item.trim()).filter((item) => item !== '');
  if (named.length === 0) refuseOption(`"${name}" needs a value after it`);
  return named;
}

/** Items that are read, each once: a huge list costs no more than there are names. */
function readDistinct<Item>(texts: readonly string[], read: (text: string) => Item): readonly Item[] {
  return Array.from(new Set(Array.from(new Set(texts), read)));
}

/** One to three keys. */
function readGroupKeys(cells: readonly Cell[], name: string): readonly GroupKey[] {
  const keys = readDistinct(
    itemsOf(cells, name),
    (text) => findGroupKey(text) ?? refuseUnknown('group', text, GROUP_KEYS.flatMap(keyWords), GROUP_KEYS),
  );
  if (keys.length > 3) refuseOption(`"${name}" takes up to 3 of ${listed(GROUP_KEYS)}`);
  return keys;
}

/** Reads what stands in the place of `metric`: one figure. @throws {ReportError} `invalid_option` */
export function readMeasure(value: unknown): Measure {
  const cells = cellsOf(value);
  if (cells.length === 0) refuseOption('Give a metric, such as "worked %"');
  return measureNamed(textOf(singleCell(cells, 'metric')).trim());
}

function measureNamed(text: string): Measure {
  const measure = findMeasure(text);
  if (measure !== undefined) return measure;
  if (/^fill(?:ed)?(?:rate)?%?$/.test(plainName(text))) {
    refuseOption('"fill rate" has several meanings. Choose "booked %" or "true fulfilment %"');
  }
  const words = MEASURES.flatMap(({ name, words: own }) => [name, ...own]);
  const listing = MEASURES.map(({ words: own }) => own[0]);
  return refuseUnknown('metric', text, words, listing);
}

/** Reads an option of one value. @param must What that must be, for messages. @param read `undefined` for anything else. */
function single<Value>(
  must: string,
  read: (text: string, cell: Cell) => Value | undefined,
): ReadValue<Value> {
  return (cells, name) => {
    const cell = singleCell(cells, name);
    const text = textOf(cell);
    const value = read(text, cell);
    return value === undefined ? refuseOption(`"${name}" must be ${must}. (${echo(text)})`) : value;
  };
}

/** The one value of what takes no list. @throws {ReportError} `invalid_option` */
export function singleCell(cells: readonly Cell[], name: string): Cell {
  const [cell] = cells;
  if (cell === undefined || cells.length > 1) return refuseOption(`"${name}" takes one value, not several`);
  return cell;
}

const flag = single('TRUE or FALSE', (text) => {
  const word = plainName(text);
  return ['true', 'yes'].includes(word) || (['false', 'no'].includes(word) ? false : undefined);
});

const shortText = single('a short text', (text, cell) => (isDate(cell) ? undefined : fitText(text)));

/** The day on which weeks start, by its English name or the beginning of it. */
const weekStart = single('a day, such as "Monday"', findWeekday);

/** A whole number from `least` to `most`. */
function wholeNumber(least: number, most = Number.POSITIVE_INFINITY): ReadValue<number> {
  const range = most < Number.POSITIVE_INFINITY ? `from ${least} to ${most}` : `of at least ${least}`;
  return single(`a whole number ${range}`, (_, cell) => {
    const number = typeof cell === 'string' ? parseNumber(cell.trim()) : cell;
    const isWhole = typeof number === 'number' && Number.isInteger(number);
    return isWhole && number >= least && number <= most ? number : undefined;
  });
}

/** One of some words. */
function oneOf<Value extends string>(...words: readonly Value[]): ReadValue<Value> {
  return single(listed(words.map((word) => `"${word}"`)), (text) =>
    words.find((word) => plainName(word) === plainName(text)),
  );
}

const ALL_DEFINITIONS = Object.values<readonly Definition[]>(DEFINITIONS).flat();
const DENOMINATOR_WORDS = new Set(ALL_DEFINITIONS.map(({ denominator }) => `"${wordOf(denominator)}"`));
const wordsOf = (one: Quantity) => [one, wordOf(one), ...(one === 'TRUE_DEMAND' ? ['demand'] : [])];

/** What percentages may be made of, by every word for it: a denominator alone, and each pair that there is. */
const BASES: ReadonlyMap<string, ChosenDefinition> = new Map(
  ALL_DEFINITIONS.flatMap(({ numerator, denominator }) =>
    wordsOf(denominator).flatMap((below): (readonly [string, ChosenDefinition])[] => [
      [plainName(below), { denominator }],
      ...wordsOf(numerator).map(
        (above) => [plainName(`${above}/${below}`), { numerator, denominator }] as const,
      ),
    ]),
  ),
);

/** What percentages are made of; null where the rows decide. */
const definition = single(
  `${listed([...DENOMINATOR_WORDS, '"auto"'])}, or a pair such as "booked / posted"`,
  (text) => (plainName(text) === 'auto' ? null : BASES.get(plainName(text))),
);
