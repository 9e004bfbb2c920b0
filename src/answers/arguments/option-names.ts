import { SHIFT_FULFILMENT_FIELDS } from '../../employer-api/shift-records';
import { KEY_HEADINGS } from '../../figures/group-keys';
import { plainName } from '../../figures/names';
import type { KnownWords } from './option-mistakes';

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
    meaning: 'the columns to show, in this order; X as Heading renames one',
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
    meaning: 'any field name, date for SHIFT_DATE: only records that hold this',
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
    meaning: 'what stands where nothing is known',
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
    meaning: 'what becomes of periods that are not over or not wholly inside the dates',
    example: '"incomplete", "hide"',
  },
  {
    name: 'basis',
    aliases: [],
    value:
      'posted, booked, true demand, worked + no shows, a pair such as booked / true demand, or auto; auto',
    meaning: 'the denominator of a percentage, if the records do not tell; a pair also gives the numerator',
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
    meaning: 'the formula is calculated again when the cell changes',
    example: '"refresh", SHIFT_STAMP',
  },
] as const satisfies readonly DocumentedOption[];

/** An option that a word names. */
export interface KnownOption {
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
export function knownOptions(uses: ReadonlySet<OptionName>): KnownWords {
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

/** Splits `name=value` or `name: value` at the first of the two signs. @returns `undefined` where there is none. */
export function splitOption(text: string): readonly [name: string, value: string] | undefined {
  const at = text.search(/[=:]/);
  return at < 0 ? undefined : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
