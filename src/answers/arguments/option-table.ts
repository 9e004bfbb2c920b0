import { KEY_HEADINGS, SHIFT_FIELDS } from '../../contract/fields';

import { plainName } from '../../figures/names';
import type { KnownWords } from './refusals';

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

const NAMES = 'a name, with * or ?, or <> before it';

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
    value: `${NAMES}; all`,
    meaning: 'only records of these venues',
    example: '"venue", "*Grand Hotel*"',
  },
  {
    name: 'area',
    aliases: ['AREA_NAME'],
    value: `${NAMES}; all`,
    meaning: 'only records of these areas',
    example: '"area", "<>Kitchen"',
  },
  {
    name: 'role',
    aliases: ['JOB_TITLE', 'job'],
    value: `${NAMES}; all`,
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
    aliases: SHIFT_FIELDS.map(({ name }) => name).filter(
      (field) => !Object.values(SHORT_NAMES).includes(field),
    ),
    value: 'a value, or one behind =, <>, >, >=, < or <=; all',
    meaning: 'any field name, date for SHIFT_DATE: only records with this value',
    example: '"NO_SHOWS", ">=1"',
  },
  {
    name: 'sort',
    aliases: ['order'],
    value: 'comma list or range of names, desc or a minus for descending; by key, records as received',
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
    meaning: 'the column NOTES: incomplete periods, why a percentage is blank, records left out or repeated',
    example: '"notes", FALSE',
  },
  {
    name: 'percent',
    aliases: [],
    value: '0-100 or fraction; 0-100',
    meaning: 'the scale of percentages in the result; filters compare as published',
    example: '"percent", "fraction"',
  },
  {
    name: 'decimals',
    aliases: [],
    value: 'whole number from 0 to 10; 1',
    meaning: 'how many decimals calculated percentages are rounded to, on the 0 to 100 scale',
    example: '"decimals", 3',
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
    meaning: 'the denominator of a percentage, if the records leave several; a pair also gives the numerator',
    example: '"basis", "posted"',
  },
  {
    name: 'evidence',
    aliases: [],
    value: 'TRUE or FALSE; FALSE',
    meaning: 'for each percentage its number of positions, interval, basis and likeness',
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
    meaning: 'recalculates the formula when the cell changes; without a name, only SHIFT_STAMP does',
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

/** What to suggest to a person who uses a formula with these options. */
export function knownOptions(uses: ReadonlySet<OptionName>): KnownWords {
  const used = Array.from(WORDS).filter(([, { option }]) => uses.has(option));
  const names = used.filter(([word, { name, option }]) => word === name && option !== 'fields');
  return { words: new Map(used.map(([word]) => [word, word])), listed: names.map(([word]) => word) };
}

/** The option that a text names. */
export function findOption(text: string): KnownOption | undefined {
  return PLAIN_WORDS.get(plainName(text));
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
    ...(['notes', 'percent', 'decimals', 'empty', 'dates', 'incomplete', 'basis', 'evidence'] as const),
    'as of',
    ...READING,
  ],
  SHIFT_METRIC: [...FILTERS, 'percent', 'decimals', 'empty', 'basis', 'evidence', 'as of', ...READING],
  SHIFT_TREND: [
    ...(['group by', ...FILTERS, 'limit', 'headers', 'percent', 'decimals', 'empty', 'dates'] as const),
    ...(['incomplete', 'basis', 'evidence', 'as of', ...READING] as const),
  ],
  SHIFT_COMPARE: [
    ...(['group by', 'measures', 'columns', ...FILTERS, 'sort', 'limit', 'headers', 'totals'] as const),
    ...(['notes', 'percent', 'decimals', 'empty', 'basis', 'evidence', 'words'] as const),
    ...(['as of', ...READING] as const),
  ],
  SHIFT_LIST: [],
  SHIFT_STATUS: [],
  // Its fields are the service's own, which are unknown before it is read.
  WORKER_TURNOVER: ['columns', 'sort', 'limit', 'headers', 'empty', 'dates', 'as of', ...READING],
} as const satisfies Record<string, readonly OptionName[]>;

/** A function that takes options. */
export type FunctionName = keyof typeof OPTION_USES;
