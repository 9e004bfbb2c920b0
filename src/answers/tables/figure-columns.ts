import {
  type CalendarDate,
  type DateRange,
  dayCount,
  formatIsoDate,
  type WeekStart,
} from '../../calendar/calendar-date';
import { shownCount } from '../../employer-api/text';
import type { Contribution } from '../../figures/contributions';
import { type FigureSet, figuresBy } from '../../figures/figure-set';
import type { Figure, FigureRequest } from '../../figures/figures';
import { type Group, keyOf } from '../../figures/figures';
import {
  findWeekday,
  type GroupKey,
  groupRows,
  KEY_HEADINGS,
  type KeyValue,
  keyWords,
} from '../../figures/group-keys';
import type { Measure } from '../../figures/measures';
import { foldName, NO_NAME } from '../../figures/names';
import type { Options } from '../arguments/options';
import {
  type AnswerColumn,
  AS_OF_COLUMN,
  type CellValue,
  type LineValue,
  type Presentation,
  planTable,
} from './answer-table';
import {
  basisText,
  blankNote,
  daysNote,
  type FigureFacts,
  groupNotes,
  leftOutNotes,
  requireShown,
} from './notes';

/** A column of figures. */
type FigureColumn = AnswerColumn<Group, FigureFacts>;

/** A column that figures and comparisons have in common. */
type SharedColumn = AnswerColumn<
  Pick<Group, 'keys'>,
  Pick<FigureFacts, 'generatedAt' | 'totalName' | 'weekStart'>
>;

/** The columns of what a line stands for; the line of the total, which stands for all, says so. */
export function keyColumns(keys: readonly GroupKey[]): SharedColumn[] {
  return keys.map((key, index) => ({
    name: KEY_HEADINGS[key],
    words: keyWords(key),
    value: ({ keys: values }, { totalName = TOTAL }) =>
      values.length > 0 ? (values[index] ?? null) : index === 0 ? totalName : null,
    show: (value, present) => (typeof value === 'number' ? present.day(value) : present.text(value)),
    isBlank: ({ keys: values }) => values.length === 0,
    ...(key === 'weekday'
      ? { order: ({ keys: values }, { weekStart = 1 }) => placeInWeek(values[index] ?? null, weekStart) }
      : {}),
  }));
}

/** Days of the week follow each other, whatever their names. */
function placeInWeek(name: KeyValue, weekStart: WeekStart): LineValue {
  const day = typeof name === 'string' ? findWeekday(name) : undefined;
  return day === undefined ? null : (day - weekStart + 7) % 7;
}

/** The column that says what to know before using a line. */
export const NOTES_COLUMN: FigureColumn = {
  name: 'NOTES',
  words: [],
  tells: true,
  isBlank: () => true,
  value: groupNotes,
};

const PERCENTAGE = {
  show: (value: number | string, present: Presentation) => present.percentage(Number(value)),
};

/** One column per figure; with evidence, five more behind each percentage. */
export function figureColumns(measures: readonly Measure[], withEvidence: boolean): FigureColumn[] {
  return measures.flatMap(({ kind, name, words }, index): FigureColumn[] => {
    const figureOf = (group: Group) => group.figures[index] as Figure;
    const value = (group: Group) => figureOf(group).value;
    if (kind === 'count') return [{ name, words, value }];
    const figure = { name, words, value, ...PERCENTAGE };
    if (!withEvidence) return [figure];
    const evidence = (suffix: string, read: FigureColumn['value'], how: Partial<FigureColumn> = {}) => {
      return {
        name: `${name}_${suffix}`,
        words: words.map((word) => `${word} ${suffix}`),
        value: read,
        ...how,
      };
    };
    return [
      figure,
      evidence('N', (group) => figureOf(group).n),
      evidence('LOW', (group) => figureOf(group).low, PERCENTAGE),
      evidence('HIGH', (group) => figureOf(group).high, PERCENTAGE),
      evidence(
        'BASIS',
        (group, { requests, today }) =>
          basisText(requests[index] as FigureRequest, figureOf(group), group.newestDay, today),
        { tells: true },
      ),
      evidence('LIKENESS', (_, { requests }) => likenessShown(requests[index])),
    ];
  });
}

/** How much more weeks differ than independent positions would, with two decimals; null where it was not measured. */
function likenessShown(request: FigureRequest | undefined): number | null {
  return request?.likeness === undefined ? null : Number(request.likeness.toFixed(2));
}

/** The names of the line of all records and of the column of the values beyond the limit, unless a group has them. */
const [TOTAL, REST] = ['Total', 'Other'];

/** A name for the line of all records that none of the groups above it has. */
export function totalNameBeside(groups: readonly { readonly keys: readonly KeyValue[] }[]): string {
  return nameBeside(
    groups.map(({ keys: [first] }) => String(first)),
    TOTAL,
    'all',
  );
}

function nameBeside(names: readonly string[], name: string, sign: string): string {
  return names.some((one) => foldName(one) === foldName(name)) ? `${name} (${sign})` : name;
}

/** What the rows of two periods tell besides their figures. */
export interface CompareFacts {
  readonly request: FigureRequest;
  readonly today: CalendarDate;
  readonly before: DateRange;
  readonly after: DateRange;
  /** What the line of all records is called. */
  readonly totalName: string;
  /** The day on which weeks begin. */
  readonly weekStart: WeekStart;
  /** Of the oldest piece. ISO 8601; null when the service did not say. */
  readonly generatedAt: string | null;
}

type CompareColumn = AnswerColumn<Contribution, CompareFacts>;

/**
 * Group, before, after, change, and the two parts of the change; then evidence, notes and the age.
 *
 * @param labels Of the periods before and after, for the headings of their columns, which are named A and B.
 */
export function compareColumns(
  keys: readonly GroupKey[],
  { kind }: Measure,
  labels: readonly [before: string, after: string],
  { evidence, notes, asOf }: Pick<Options, 'evidence' | 'notes' | 'asOf'>,
): CompareColumn[] {
  const shown = kind === 'rate' ? PERCENTAGE : {};
  const column = (name: string, value: CompareColumn['value'], how: Partial<CompareColumn> = shown) => {
    return { name, words: [name.replace('_', ' ')], value, ...how };
  };
  const sides = (['a', 'b'] as const).map((side, at) => {
    const name = side.toUpperCase();
    const headed = (suffix: string) => ({ ...shown, heading: `${labels[at]}${suffix}` });
    return {
      value: column(name, (line) => line[side].value, headed('')),
      evidence: [
        column(`${name}_N`, (line) => line[side].n, { heading: `${labels[at]} N` }),
        column(`${name}_LOW`, (line) => line[side].low, headed(' LOW')),
        column(`${name}_HIGH`, (line) => line[side].high, headed(' HIGH')),
      ],
    };
  });
  return [
    ...keyColumns(keys),
    ...sides.map(({ value }) => value),
    column('CHANGE', ({ change }) => change),
    column('RATE_PART', ({ ratePart }) => ratePart, { ...shown, heading: 'OWN CHANGE' }),
    column('MIX_PART', ({ mixPart }) => mixPart, { ...shown, heading: 'MIX' }),
    ...(evidence && kind === 'rate' ? [...sides.flatMap((side) => side.evidence), ...BASIS_COLUMNS] : []),
    ...(notes ? [{ ...NOTES_COLUMN, value: compareNotes }] : []),
    ...(asOf ? [AS_OF_COLUMN] : []),
  ];
}

const BASIS_COLUMNS: readonly CompareColumn[] = [
  {
    name: 'BASIS',
    words: [],
    tells: true,
    value: ({ a, b }, { request, after, today }) => basisText(request, b.why ? b : a, after.to, today),
  },
  { name: 'LIKENESS', words: ['likeness'], value: (_, { request }) => likenessShown(request) },
];

function compareNotes({ a, b, records }: Contribution, known: CompareFacts): LineValue {
  const notes = [
    ...sideNotes(a, records.a, 'before', known).map((note) => `before: ${note}`),
    ...sideNotes(b, records.b, 'after', known).map((note) => `after: ${note}`),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

/** The notes of a group and, for sums over periods of different length, the length of each period. */
function sideNotes(
  figure: Figure,
  records: number,
  side: 'before' | 'after',
  { request, today, before, after }: CompareFacts,
): string[] {
  const range = side === 'before' ? before : after;
  const covered = Math.max(0, Math.min(range.to + 1, today) - range.from);
  const of = dayCount(range);
  const isIncomplete = covered < of;
  const isSumOfOther = request.measure.kind === 'count' && dayCount(before) !== dayCount(after);
  return [
    // Several unfinished days are given as a count, with the number of finished ones.
    ...(isSumOfOther && (of === 1 || !isIncomplete) ? [shownCount(of, 'day')] : []),
    ...(isIncomplete ? [daysNote({ covered, of })] : []),
    ...(records === 0 ? ['no records'] : []),
    ...blankNote(request, figure),
    ...leftOutNotes([figure], [request]),
  ];
}

/** One figure over time, apart for each value of another key. */
interface SplitTrend {
  readonly measure: Measure;
  readonly period: GroupKey;
  readonly split: GroupKey;
  /** The lines: the periods that are shown. */
  readonly periods: readonly Group[];
  readonly figures: FigureSet;
  readonly facts: FigureFacts;
}

/**
 * The period, then one column per value of the other key, largest first: by the figure itself, percentages by what
 * they are of. Beyond `limit`, one column "Other", computed from its own records. Records of periods that are not shown
 * count nowhere.
 *
 * @throws {ReportError} `invalid_option` where all percentages are withheld.
 */
export function trendBySplit(
  { measure, period, split, periods, figures: read, facts }: SplitTrend,
  options: Pick<Options, 'limit' | 'headers' | 'asOf'>,
  present: Presentation,
): CellValue[][] {
  const starts = new Set(periods.map((group) => keyOf(group)));
  const figures = { ...read, rows: rowsWhere(read, period, (start) => starts.has(start)) };
  const isRate = measure.kind === 'rate';
  const ranked = [...figuresBy(figures, [split]).groups].sort(
    (one, other) => size(other, isRate) - size(one, isRate),
  );
  const shown = ranked.slice(0, options.limit).map((group) => keyOf(group));
  const groups = figuresBy(figures, [period, split]).groups;
  const plan = figures.requests[0]?.targets?.plan;
  const series = shown.map((value): Series => {
    const own = groups.filter((group) => keyOf(group, 1) === value);
    const planOf = plan && ((start: KeyValue) => plan([period, split], [start, value]));
    return { name: headingOf(value, present), groups: own, planOf };
  });
  if (shown.length < ranked.length) {
    const named = new Set(shown);
    const rest = rowsWhere(figures, split, (value) => !named.has(value));
    const name = nameBeside(
      series.map((one) => one.name),
      REST,
      'rest',
    );
    series.push({ name, groups: figuresBy(figures, [period], rest).groups, planOf: plan && (() => null) });
  }
  requireShown(
    series.flatMap((one) => one.groups),
    figures.requests,
  );
  const columns = series.map((one) => valueColumn(measure, one));
  const all = [...keyColumns([period]), ...columns, ...(options.asOf ? [AS_OF_COLUMN] : [])];
  const { headers } = options;
  const layOut = planTable(all, { columns: undefined, sort: [], limit: undefined, headers });
  return layOut({ lines: periods, last: undefined, facts }, present);
}

/** What one column shows: its groups, by period. */
interface Series {
  readonly name: string;
  readonly groups: readonly Group[];
  /** Its plan by the first day of a period, where the figure is one: also where there are no records. */
  readonly planOf?: ((start: KeyValue) => number | null) | undefined;
}

function size({ figures: [figure] }: Group, isRate: boolean): number {
  return (isRate ? figure?.n : figure?.value) ?? 0;
}

/** A column that looks its figure up by period: no records make a count of 0, but of days to come, and no percentage. */
function valueColumn(measure: Measure, { name, groups, planOf }: Series): FigureColumn {
  const byPeriod = new Map(groups.map((group) => [keyOf(group), group]));
  const [{ value, show }] = figureColumns([measure], false) as [FigureColumn];
  return {
    name,
    words: [],
    value: (line, facts) => {
      const group = byPeriod.get(keyOf(line));
      if (group) return value(group, facts);
      if (planOf) return planOf(keyOf(line));
      const isAsked = !(measure.finishedDaysOnly && line.days?.covered === 0);
      return measure.kind === 'count' && isAsked ? 0 : null;
    },
    show,
  };
}

function rowsWhere({ rows, weekStart }: FigureSet, key: GroupKey, test: (value: KeyValue) => boolean) {
  const { groupOf, groups } = groupRows(rows, [key], weekStart);
  const fits = groups.map(([value]) => test(value ?? null));
  return rows.filter((_, row) => fits[groupOf[row] as number]);
}

function headingOf(value: KeyValue, present: Presentation): string {
  return typeof value === 'number' ? formatIsoDate(value) : String(present.text(value ?? NO_NAME));
}
