import { SHIFT_FULFILMENT_FIELDS } from '../../employer-api/shift-records';
import { KEY_HEADINGS } from '../../figures/group-keys';
import { plainName } from '../../figures/names';
import {
  type Cell,
  cellsOf,
  echo,
  isBlank,
  type KnownWords,
  readCell,
  refuseOption,
  refuseUnknown,
  rowsOf,
  textOf,
} from './option-cells';

/** An option of the formulas. `fields` is any field of the records that has no shorter name, as a filter. */
export type OptionName = (typeof OPTIONS)[number]['name'];

/** One line of the documented table of options. */
interface DocumentedOption {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What it may be given, and what holds without it. */
  readonly value: string;
  readonly meaning: string;
  /** An option and its value as arguments of a formula. */
  readonly example: string;
}

const { venue, area, role, weekday } = KEY_HEADINGS;
/** Fields that have an option of their own. */
const SHORT_NAMES = { venue, area, role, weekday };

const FILTER = 'whole value as in COUNTIF: <>, >=, *, ?; a range is a list';

/** Every option, in the order in which it is documented. */
export const OPTIONS = [
  {
    name: 'columns',
    aliases: ['cols', 'fields'],
    value: 'comma list or range; all',
    meaning: 'the columns to show, in this order; X as Heading renames X',
    example: '"columns", "SHIFT_DATE, VENUE_NAME as Venue"',
  },
  {
    name: 'group by',
    aliases: ['by', 'group'],
    value:
      'up to 3 of day, week, month, quarter, year, weekday, venue, area, role; week, or venue in a comparison',
    meaning: 'what each line stands for',
    example: '"group by", "week, venue"',
  },
  {
    name: 'measures',
    aliases: ['metric'],
    value: 'comma list or range; all published ones, or true fulfilment % in a comparison',
    meaning: 'the figures to show',
    example: '"measures", "worked %, no shows"',
  },
  {
    name: 'venue',
    aliases: ['VENUE_NAME'],
    value: `${FILTER}; all`,
    meaning: 'only records of these venues',
    example: '"venue", "*Grand Hotel*"',
  },
  {
    name: 'area',
    aliases: ['AREA_NAME'],
    value: `${FILTER}; all`,
    meaning: 'only records of these areas',
    example: '"area", "<>Kitchen"',
  },
  {
    name: 'role',
    aliases: ['JOB_TITLE', 'job'],
    value: `${FILTER}; all`,
    meaning: 'only records of these job titles',
    example: '"role", "Bar*"',
  },
  {
    name: 'weekday',
    aliases: [],
    value: 'day name, <>day name, or a comma list or range of them; all',
    meaning: 'only records of these days of the week',
    example: '"weekday", "Friday"',
  },
  {
    name: 'fields',
    aliases: SHIFT_FULFILMENT_FIELDS.map(({ name }) => name).filter(
      (field) => !Object.values(SHORT_NAMES).includes(field),
    ),
    value: `${FILTER}; all`,
    meaning: 'any field name, date for SHIFT_DATE: only records with this value',
    example: '"NO_SHOWS", ">=1"',
  },
  {
    name: 'sort',
    aliases: ['order'],
    value:
      'comma list or range of names, each with desc behind it or a minus before it for descending; by key, records as received',
    meaning: 'the order of the lines',
    example: '"sort", "missing people desc, venue"',
  },
  {
    name: 'limit',
    aliases: ['max', 'top'],
    value: 'whole number of at least 1; none',
    meaning: 'the most lines to show; in a trend the newest periods, or the largest columns',
    example: '"limit", 10',
  },
  {
    name: 'headers',
    aliases: [],
    value: 'TRUE or FALSE; TRUE',
    meaning: 'the heading row',
    example: '"headers", FALSE',
  },
  {
    name: 'totals',
    aliases: [],
    value: 'TRUE or FALSE; FALSE',
    meaning: 'a last line for all records together',
    example: '"totals", TRUE',
  },
  {
    name: 'notes',
    aliases: [],
    value: 'TRUE or FALSE; TRUE',
    meaning:
      'the column NOTES; without it a percentage whose definitions lie more than 5 points apart is blank',
    example: '"notes", FALSE',
  },
  {
    name: 'percent',
    aliases: [],
    value: '0-100 or fraction; 0-100',
    meaning: 'the scale of percentages, also in filters: >=0.9 with fraction, >=90% with either',
    example: '"percent", "fraction"',
  },
  {
    name: 'empty',
    aliases: [],
    value: 'text; blank',
    meaning: 'what to show where nothing is known',
    example: '"empty", "n/a"',
  },
  {
    name: 'dates',
    aliases: [],
    value: 'date, text or serial; date',
    meaning: 'how days are written: as dates, as 2025-07-09, or as plain numbers',
    example: '"dates", "text"',
  },
  {
    name: 'incomplete',
    aliases: [],
    value: 'mark, hide or show; mark, in a trend hide',
    meaning: 'what to do with periods that are not over or not wholly inside the dates',
    example: '"incomplete", "hide"',
  },
  {
    name: 'basis',
    aliases: [],
    value:
      'posted, booked, true demand, worked + no shows, a pair such as booked / true demand, or auto; auto',
    meaning:
      'the denominator of a percentage, if the records do not settle it; a pair also gives the numerator',
    example: '"basis", "posted"',
  },
  {
    name: 'evidence',
    aliases: [],
    value: 'TRUE or FALSE; FALSE',
    meaning: 'for each percentage its number of positions, interval, range, basis, support and likeness',
    example: '"evidence", TRUE',
  },
  {
    name: 'words',
    aliases: ['sentence'],
    value: 'TRUE or FALSE; FALSE',
    meaning: 'one sentence in place of the table: whether a percentage moved by more than usual, and why',
    example: '"words", TRUE',
  },
  {
    name: 'as of',
    aliases: [],
    value: 'TRUE or FALSE; FALSE',
    meaning: 'a last column AS_OF: when the service made the figures',
    example: '"as of", TRUE',
  },
  {
    name: 'if failed',
    aliases: [],
    value: 'last or error; last',
    meaning: 'the last answer, up to 6 hours old, or an error, where the service does not answer',
    example: '"if failed", "error"',
  },
  {
    name: 'week starts',
    aliases: [],
    value: 'day name; Monday in the UK, Sunday in the US',
    meaning: 'the first day of weeks',
    example: '"week starts", "Sunday"',
  },
  {
    name: 'refresh',
    aliases: ['stamp'],
    value: 'any cell',
    meaning: 'recalculates the formula when the cell changes',
    example: '"refresh", SHIFT_STAMP',
  },
] as const satisfies readonly DocumentedOption[];

/** An option that a word names. */
interface KnownOption {
  readonly option: OptionName;
  /** The field, for filters. */
  readonly field: string | undefined;
  /** How messages call it. */
  readonly name: string;
}

/** Every documented word, with the option that it names. */
const WORDS = new Map(OPTIONS.flatMap(wordsOf));
const PLAIN_WORDS = new Map(Array.from(WORDS, ([word, known]) => [plainName(word), known]));

function wordsOf({ name: option, aliases }: (typeof OPTIONS)[number]): [string, KnownOption][] {
  if (option === 'fields') {
    const words = [...aliases.map((field) => [field, field] as const), ['date', 'SHIFT_DATE'] as const];
    return words.map(([word, field]) => [word, { option, field, name: field }]);
  }
  const known = { option, field: SHORT_NAMES[option as keyof typeof SHORT_NAMES], name: option };
  return [option, ...aliases].map((word) => [word, known]);
}

/** The words to suggest to a person who uses a formula with these options. */
function knownOptions(uses: ReadonlySet<OptionName>): KnownWords {
  const used = Array.from(WORDS).filter(([, { option }]) => uses.has(option));
  const names = used.filter(([word, { name, option }]) => word === name && option !== 'fields');
  return { words: new Map(used.map(([word]) => [word, word])), listed: names.map(([word]) => word) };
}

/** The option that a text names, and nothing else. */
export function findOption(text: string): KnownOption | undefined {
  return PLAIN_WORDS.get(plainName(text));
}

/** Whether a text is an option: its name, alone or with a value behind `=` or `:`. */
export function isOption(text: string): boolean {
  return findOption(text) !== undefined || findOption(splitOption(text)?.[0] ?? '') !== undefined;
}

/** Splits `name=value` or `name: value` at the first of the two signs. @returns `undefined` without a name before it. */
function splitOption(text: string): readonly [name: string, value: string] | undefined {
  const at = text.search(/[=:]/);
  return at < 1 ? undefined : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

const FILTERS = ['venue', 'area', 'role', 'weekday', 'fields'] as const;
const READING = ['if failed', 'week starts'] as const;

/** The options that each function uses; any other is refused. `refresh` may be given to every one. */
export const OPTION_USES = {
  SHIFT_FULFILMENT: [
    ...(['columns', ...FILTERS, 'sort', 'limit', 'headers', 'percent', 'empty', 'dates'] as const),
    ...(['as of', ...READING] as const),
  ],
  SHIFT_FULFILMENT_AGGREGATED: [
    ...(['group by', 'measures', 'columns', ...FILTERS, 'sort', 'limit', 'headers', 'totals'] as const),
    ...(['notes', 'percent', 'empty', 'dates', 'incomplete', 'basis', 'evidence', 'as of'] as const),
    ...READING,
  ],
  SHIFT_METRIC: [...FILTERS, 'percent', 'empty', 'basis', 'evidence', 'as of', ...READING],
  SHIFT_TREND: [
    ...(['group by', ...FILTERS, 'limit', 'headers', 'percent', 'empty', 'dates', 'incomplete'] as const),
    ...(['basis', 'evidence', 'as of', ...READING] as const),
  ],
  SHIFT_COMPARE: [
    ...(['group by', 'measures', 'columns', ...FILTERS, 'sort', 'limit', 'headers', 'totals'] as const),
    ...(['notes', 'percent', 'empty', 'basis', 'evidence', 'words', 'as of', ...READING] as const),
  ],
  SHIFT_LIST: [],
  SHIFT_STATUS: [],
  // Its fields are the service's own, which are unknown before it is read.
  WORKER_TURNOVER: ['columns', 'sort', 'limit', 'headers', 'empty', 'dates', 'as of', ...READING],
} as const satisfies Record<string, readonly OptionName[]>;

/** A function that takes options. */
export type FunctionName = keyof typeof OPTION_USES;

/** An option as a formula gives it. */
export interface GivenOption {
  readonly known: KnownOption;
  /** Its values that are not blank. None: as if it were not given. */
  readonly cells: readonly Cell[];
}

/**
 * Reads options in their three spellings, freely mixed: a name and a value as two arguments, text `name=value`, and
 * ranges with names in the first column or the first row.
 *
 * A number, a date or TRUE/FALSE where a name is expected is a cell to wait for, and ignored, as are blanks.
 *
 * @param uses The options that a suggestion may name.
 * @throws {ReportError} `invalid_option`
 */
export function readSpellings(
  args: readonly unknown[],
  uses: ReadonlySet<OptionName>,
): readonly GivenOption[] {
  const given: GivenOption[] = [];
  const add = (options: readonly GivenOption[]) => {
    for (const option of options) given.push(option);
  };
  for (let at = 0; at < args.length; at += 1) {
    const rows = rowsOf(args[at]);
    const isCell = rows.length === 1 && rows[0]?.length === 1;
    const value = isCell ? rows[0]?.[0] : undefined;
    const known = typeof value === 'string' ? findOption(value) : undefined;
    if (known !== undefined) {
      at += 1;
      if (at === args.length) refuseOption(`${echo(String(value).trim())} needs a value after it`);
      given.push({ known, cells: cellsOf(args[at]) });
    } else if (!isCell) add(readRange(rows, uses));
    else if (typeof value === 'string') add(readText(value, uses));
    else if (!isBlank(value)) readCell(value);
  }
  return given;
}

/** Reads `name=value; name: value`. Commas belong to the values: `venue=Grand Hotel, London`. */
function readText(text: string, uses: ReadonlySet<OptionName>): GivenOption[] {
  const parts = text.split(/[;\r\n]/).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const [name, value] = splitOption(part) ?? [part.trim()];
    const known = findOption(name) ?? refuseUnknown('option', name, knownOptions(uses));
    if (value === undefined) refuseOption(`${echo(name)} needs a value after it`);
    // Such a filter would match nothing, and a blank cell does not say why.
    const swallowed = value.split(',').find((item, at) => at > 0 && findOption(splitOption(item)?.[0] ?? ''));
    if (swallowed !== undefined) {
      refuseOption(`Separate options in one text by ";", not by ",". (${echo(swallowed.trim())})`);
    }
    return { known, cells: cellsOf(value) };
  });
}

function readRange(
  rows: readonly (readonly unknown[])[],
  uses: ReadonlySet<OptionName>,
): readonly GivenOption[] {
  const isLine = rows.length === 1 || rows.every((row) => row.length < 2);
  const cells = isLine ? rows.flat() : [];
  const first = cells.find((cell): cell is string => typeof cell === 'string' && !isBlank(cell));
  const holdsText = first !== undefined && findOption(first) === undefined && isOption(first);
  // A list of `name=value` texts is read as if each were an argument.
  if (holdsText) return readSpellings(cells.map(blankOrCell), uses);
  return readOptionLines(rows).map(({ known, values }) => ({ known, cells: cellsOf([values]) }));
}

function blankOrCell(value: unknown): Cell {
  return isBlank(value) ? '' : readCell(value);
}

/** An option in a range: its name, and the cells beside or below it. */
interface OptionLine {
  readonly known: KnownOption;
  readonly values: readonly unknown[];
}

/** A row or a column of a range. */
interface Line {
  readonly name: unknown;
  readonly values: readonly unknown[];
}

/** Fields that stand as values of other options, where fields are options too. */
const FIELDS_TAKEN: Partial<Record<OptionName, RegExp>> = {
  columns: /./,
  sort: /./,
  'group by': /NAME|TITLE|DATE|WEEKDAY/,
  measures: /SHIFTS_|NO_SHOWS|HOURS_|TRUE_/,
  basis: /^(?:SHIFTS_POSTED|SHIFTS_BOOKED|TRUE_DEMAND)$/,
};

/**
 * Finds the options of a range: names in its first column, or else in its first row, and their values beside.
 *
 * A range without any text can only be cells to wait for; it holds no option.
 *
 * @throws {ReportError} `invalid_option` when neither the first column nor the first row holds names alone.
 */
export function readOptionLines(rows: readonly (readonly unknown[])[]): readonly OptionLine[] {
  if (!rows.some((row) => row.some(isText))) return [];
  const ways = waysOf(rows);
  const valid = ways.filter((lines) => lines.every((line) => strangerOf(line) === undefined));
  // Empty cells below a first row of names look like a first column with one name: its value would be a name.
  const way = valid.find((lines) => !lines.some(looksTurned)) ?? valid[0];
  if (way !== undefined) return way.flatMap(readLine);
  const [first, second = []] = ways as [readonly Line[], (readonly Line[])?];
  const meant = likeness(second) > likeness(first) ? second : first;
  const stranger = meant.map(strangerOf).find((text) => text !== undefined) as string;
  return refuseOption(
    `A range of options needs names in its first column or first row. ${echo(stranger)} is not an option`,
  );
}

/** The range read by rows, then by columns, where names have room for values. */
function waysOf(rows: readonly (readonly unknown[])[]): readonly (readonly Line[])[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const across = rows.map(([name, ...values]) => ({ name, values }));
  const down = Array.from({ length: width }, (_, at) => {
    return { name: rows[0]?.[at], values: rows.slice(1).map((row) => row[at]) };
  });
  if (width < 2) return [down];
  return rows.length < 2 ? [across] : [across, down];
}

/** What keeps a line from being an option or empty: a name that is unknown, or a value without a name. */
function strangerOf({ name, values }: Line): string | undefined {
  if (isText(name)) return findOption(name) === undefined ? name.trim() : undefined;
  const value = values.find((cell) => !isBlank(cell));
  return value === undefined ? undefined : textOf(readCell(value)).trim();
}

/** How much lines look like options, from 0 to 1: one without a known name counts half. */
function likeness(lines: readonly Line[]): number {
  const filled = lines.filter(({ name, values }) => ![name, ...values].every(isBlank));
  const counts = filled.map((line): number => readLine(line).length || (isStamp(line.name) ? 0 : 0.5));
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, filled.length);
}

function looksTurned(line: Line): boolean {
  return readLine(line).some(({ known, values }) =>
    values.some((value) => {
      const other = isText(value) ? findOption(value) : undefined;
      return other !== undefined && !FIELDS_TAKEN[known.option]?.test(other.field ?? '');
    }),
  );
}

function readLine({ name, values }: Line): OptionLine[] {
  const known = isText(name) ? findOption(name) : undefined;
  return known === undefined ? [] : [{ known, values }];
}

function isStamp(cell: unknown): boolean {
  return !isText(cell) && !isBlank(cell);
}

function isText(cell: unknown): cell is string {
  return typeof cell === 'string' && !isBlank(cell);
}
