import { KEY_HEADINGS, SHIFT_FIELDS } from '../../contract/fields';
import { plainName } from '../../figures/names';
import type { KnownWords } from './refusals';

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
const WORDS = new Map((Object.keys(OPTIONS) as OptionName[]).flatMap(wordsOf));

/** Every word for an option. */
export const OPTION_WORDS: readonly string[] = Array.from(WORDS.keys());

const PLAIN_WORDS = new Map(Array.from(WORDS, ([word, known]) => [plainName(word), known]));

function wordsOf(option: OptionName): [string, KnownOption][] {
  if (option === 'fields') {
    const words = [
      ...OPTIONS.fields.map((field) => [field, field] as const),
      ['date', 'SHIFT_DATE'] as const,
    ];
    return words.map(([word, field]) => [word, { option, field, name: field }]);
  }
  const known = { option, field: SHORT_NAMES[option as keyof typeof SHORT_NAMES], name: option };
  return [option, ...OPTIONS[option]].map((word) => [word, known]);
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
