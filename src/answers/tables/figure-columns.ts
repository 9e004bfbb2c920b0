import {
  type CalendarDate,
  type DateRange,
  dayCount,
  formatIsoDate,
  type WeekStart,
} from '../../calendar/calendar-date';
import { fitText, shownCount, shownNumber } from '../../employer-api/text';
import type { Contribution } from '../../figures/contributions';
import { describeCure, describeDefinitions, describeNamed } from '../../figures/definitions';
import { type FigureSet, figuresBy } from '../../figures/figure-set';
import {
  type DaysCovered,
  type Figure,
  type FigureRequest,
  type Group,
  isProvisional,
  keyOf,
} from '../../figures/figures';
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
import { refuseOption } from '../arguments/cells';
import type { Options } from '../arguments/options';
import {
  type AnswerColumn,
  AS_OF_COLUMN,
  type CellValue,
  type LineValue,
  PLAIN,
  type Presentation,
  planTable,
} from './answer-table';

/** A column of figures. */
type FigureColumn = AnswerColumn<Group, FigureFacts>;

/** A column that figures and comparisons have in common. */
type SharedColumn = AnswerColumn<
  Pick<Group, 'keys'>,
  Pick<FigureFacts, 'generatedAt' | 'totalName' | 'weekStart'>
>;

/** The columns of what a line stands for; the line of the total, which stands for all, says so. */
function keyColumns(keys: readonly GroupKey[]): SharedColumn[] {
  return keys.map((key, index) => ({
    name: KEY_HEADINGS[key],
    words: keyWords(key),
    value: ({ keys: values }, { totalName = TOTAL }) =>
      values.length > 0 ? (values[index] ?? null) : index === 0 ? totalName : null,
    show: (value, present) => (typeof value === 'number' ? present.day(value) : fitText(value)),
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
const NOTES_COLUMN: FigureColumn = {
  name: 'NOTES',
  words: [],
  tells: true,
  isBlank: () => true,
  value: groupNotes,
};

const PERCENTAGE = {
  show: (value: number | string, present: Presentation) => present.percentage(Number(value)),
};

/** What a table of figures shows: the columns of its keys and of its figures, and what is asked for besides. */
export function tableColumns(
  keys: readonly GroupKey[],
  measures: readonly Measure[],
  { evidence = false, notes = false, asOf = false }: Partial<Pick<Options, 'evidence' | 'notes' | 'asOf'>>,
): FigureColumn[] {
  return [
    ...keyColumns(keys),
    ...figureColumns(measures, evidence),
    ...(notes ? [NOTES_COLUMN] : []),
    ...(asOf ? [AS_OF_COLUMN] : []),
  ];
}

/** One column per figure; with evidence, five more behind each percentage. */
function figureColumns(measures: readonly Measure[], withEvidence: boolean): FigureColumn[] {
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
export interface CompareFacts
  extends Required<Pick<FigureFacts, 'today' | 'generatedAt' | 'totalName' | 'weekStart'>> {
  readonly request: FigureRequest;
  readonly before: DateRange;
  readonly after: DateRange;
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
  const column = (
    name: string,
    heading: string,
    value: CompareColumn['value'],
    how: Partial<CompareColumn> = shown,
  ): CompareColumn => ({ name, heading, words: [name.replace('_', ' ')], value, ...how });
  const [a, b] = labels;
  return [
    ...keyColumns(keys),
    column('A', a, (line) => line.a.value),
    column('B', b, (line) => line.b.value),
    column('CHANGE', 'CHANGE', ({ change }) => change),
    column('RATE_PART', 'OWN CHANGE', ({ ratePart }) => ratePart),
    column('MIX_PART', 'MIX', ({ mixPart }) => mixPart),
    ...(evidence && kind === 'rate'
      ? [
          ...(['a', 'b'] as const).flatMap((side, at) => [
            column(`${side.toUpperCase()}_N`, `${labels[at]} N`, (line) => line[side].n, {}),
            column(`${side.toUpperCase()}_LOW`, `${labels[at]} LOW`, (line) => line[side].low),
            column(`${side.toUpperCase()}_HIGH`, `${labels[at]} HIGH`, (line) => line[side].high),
          ]),
          column(
            'BASIS',
            'BASIS',
            (line, { request, after, today }) =>
              basisText(request, line.b.why ? line.b : line.a, after.to, today),
            { tells: true },
          ),
          column('LIKENESS', 'LIKENESS', (_, { request }) => likenessShown(request), {}),
        ]
      : []),
    ...(notes ? [{ ...NOTES_COLUMN, value: compareNotes }] : []),
    ...(asOf ? [AS_OF_COLUMN] : []),
  ];
}

/** The notes of a group in both periods and, for sums over periods of different length, the length of each. */
function compareNotes(line: Contribution, { request, today, before, after }: CompareFacts): LineValue {
  const notesOf = (side: 'a' | 'b', range: DateRange): string[] => {
    const days = { covered: Math.max(0, Math.min(range.to + 1, today) - range.from), of: dayCount(range) };
    const isOpen = isIncomplete({ days });
    const isSumOfOther = request.measure.kind === 'count' && dayCount(before) !== dayCount(after);
    return [
      // Several unfinished days are given as a count, with the number of finished ones.
      ...(isSumOfOther && (days.of === 1 || !isOpen) ? [shownCount(days.of, 'day')] : []),
      ...(isOpen ? [daysNote(days)] : []),
      ...(line.records[side] === 0 ? ['no records'] : []),
      ...blankNote(request, line[side]),
      ...leftOutNotes([line[side]], [request]),
    ];
  };
  const notes = [
    ...notesOf('a', before).map((note) => `before: ${note}`),
    ...notesOf('b', after).map((note) => `after: ${note}`),
  ];
  return notes.join('; ') || null;
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
  const inPeriods = partsOf(read, period).filter(({ name }) => starts.has(name));
  const figures = { ...read, rows: inPeriods.flatMap(({ rows }) => rows) };
  const plan = figures.requests[0]?.targets?.plan;
  const parts = partsOf(figures, split).map((part) => {
    const own = figuresBy(figures, [period], part.rows);
    const [figure] = own.total.figures;
    const value = plan ? plan([split], [part.name]) : measure.kind === 'rate' ? figure?.n : figure?.value;
    return { ...part, groups: own.groups, size: value ?? 0 };
  });
  const ranked = parts.sort((one, other) => other.size - one.size);
  const [{ value, show }] = figureColumns([measure], false) as [FigureColumn];
  const columnOf = (
    name: string,
    groups: readonly Group[],
    planOf: (start: KeyValue) => number | null,
  ): FigureColumn => {
    const byPeriod = new Map(groups.map((group) => [keyOf(group), group]));
    const read: FigureColumn['value'] = (line, about) =>
      plan ? planOf(keyOf(line)) : value(byPeriod.get(keyOf(line)) as Group, about);
    return { name, words: [], value: read, show };
  };
  const shown = ranked.slice(0, options.limit);
  const columns = shown.map(({ name, groups }) => {
    const heading = typeof name === 'number' ? formatIsoDate(name) : fitText(name ?? NO_NAME);
    return columnOf(heading, groups, (start) => plan?.([period, split], [start, name]) ?? null);
  });
  const rest = ranked.slice(shown.length).flatMap(({ rows }) => rows);
  const others = rest.length === 0 ? [] : figuresBy(figures, [period], rest).groups;
  if (rest.length > 0) {
    const names = columns.map(({ name }) => name);
    columns.push(columnOf(nameBeside(names, REST, 'rest'), others, () => null));
  }
  const lines = [...shown.flatMap(({ groups }) => groups), ...others];
  requireShown(
    lines.filter((group) => starts.has(keyOf(group))),
    figures.requests,
  );
  const all = [...keyColumns([period]), ...columns, ...(options.asOf ? [AS_OF_COLUMN] : [])];
  const layOut = planTable(all, { ...PLAIN, headers: options.headers });
  return layOut({ lines: periods, facts }, present);
}

/** Records by the value of a key, in the order of the values. */
function partsOf({ rows, weekStart }: FigureSet, key: GroupKey) {
  const groups = groupRows([rows], [key], weekStart);
  return groups.map(({ keys: [name = null], rows: own }) => ({ name, rows: own.flat() }));
}

/**
 * What a reader must know about a group before using its figures; null when all is well: an incomplete period, why
 * percentages are blank, and records left out.
 */
export function groupNotes(group: Group, facts: NoteFacts): string | null {
  return listNotes(group, facts).join('; ') || null;
}

type NoteFacts = Omit<FigureFacts, 'today' | 'generatedAt'>;

/** The same, each note alone. */
export function listNotes(group: Group, { requests, marksIncomplete, hiddenPeriods }: NoteFacts): string[] {
  const { days, records, unfinished, figures, keys } = group;
  const open =
    unfinished > 0 && `${shownNumber(unfinished)} of ${shownNumber(records)} records are not over yet`;
  const period = isIncomplete(group) ? daysNote(days as DaysCovered) : open;
  const several = hiddenPeriods === 1 ? 'period that is' : 'periods that are';
  const isHiding = keys.length === 0 && hiddenPeriods > 0;
  return [
    ...(marksIncomplete && period ? [period] : []),
    ...(isHiding ? [`includes ${hiddenPeriods} incomplete ${several} hidden`] : []),
    ...requests.flatMap((request, index) => blankNote(request, figures[index] as Figure)),
    ...leftOutNotes(figures, requests),
  ];
}

/** Whether the period of a group is not over, or not wholly inside the dates. */
export function isIncomplete({ days }: Pick<Group, 'days'>): boolean {
  return days !== undefined && days.covered < days.of;
}

/** How much of a period there can be records of: `3 of 7 days`. */
function daysNote({ covered, of }: DaysCovered): string {
  return of === 1 ? 'not over yet' : `${covered} of ${of} days`;
}

/** Why a percentage is blank, if it is withheld. */
export function blankNote({ measure, definitions }: FigureRequest, { why }: Figure): string[] {
  return why && definitions ? [describeNamed(measure.words[0], definitions, why)] : [];
}

/** What a percentage is made of or why it is blank, and whether its days may still be corrected; null for counts. */
export function basisText(
  { measure, definitions }: FigureRequest,
  { why }: Pick<Figure, 'why'>,
  newestDay: CalendarDate | null,
  today: CalendarDate,
): string | null {
  if (definitions === undefined) return null;
  const text = describeDefinitions(measure.words[0], definitions, why);
  return newestDay !== null && isProvisional(newestDay, today)
    ? `${text}; newest days may still be corrected`
    : text;
}

/** Records that lack a part of a figure that was asked for; figures of which the same is to be said share one note. */
function leftOutNotes(figures: readonly Figure[], requests: readonly FigureRequest[]): string[] {
  const skipped = requests.map((_, at) => figures[at]?.skipped ?? 0);
  const counts = Array.from(new Set(skipped)).filter((count) => count > 0);
  return counts.map((count) => {
    const names = requests.flatMap(({ measure }, at) => (skipped[at] === count ? [measure.name] : []));
    return `${shownCount(count, 'record')} without a value left out of ${names.join(', ')}`;
  });
}

/** Of all records together: those that came again, and those that may be one. */
export function repetitionNotes({
  repeated,
  conflicting,
}: Pick<FigureSet, 'repeated' | 'conflicting'>): string[] {
  return [
    ...(repeated === 0 ? [] : [`${shownCount(repeated, 'record')} came twice and counted once`]),
    ...(conflicting === 0 ? [] : [`${shownCount(conflicting, 'record')} with the SHIFT_ID of another one`]),
  ];
}

/**
 * Refuses a percentage that none of the lines shows, where nothing beside them would say why.
 *
 * @throws {ReportError} `invalid_option`, with what to choose.
 */
export function requireShown(
  lines: readonly Pick<Group, 'figures'>[],
  requests: readonly FigureRequest[],
): void {
  requests.forEach(({ measure, definitions }, index) => {
    const figures = lines.map((line) => line.figures[index] as Figure);
    const why = figures.find((figure) => figure.why !== undefined)?.why;
    if (measure.kind === 'count' || definitions === undefined || why === undefined) return;
    if (figures.every(({ value }) => value === null)) refuseOption(describeCure(measure, definitions, why));
  });
}

/** What the rows tell about figures, besides the figures. */
export interface FigureFacts extends Pick<FigureSet, 'requests' | 'today'> {
  /** When the service made the oldest piece of the rows. ISO 8601; null when it did not say. */
  readonly generatedAt: string | null;
  /** Whether notes name incomplete periods. */
  readonly marksIncomplete: boolean;
  /** How many incomplete periods are not shown though the total counts them. */
  readonly hiddenPeriods: number;
  /** What the line of all records is called. @default 'Total' */
  readonly totalName?: string;
  /** The day on which weeks begin. @default Monday */
  readonly weekStart?: FigureSet['weekStart'];
}

/** What a set tells about its figures, where every period is shown. */
export function factsOf(
  { requests, today, weekStart }: FigureSet,
  generatedAt: string | null,
  marksIncomplete = true,
): FigureFacts {
  return { requests, today, weekStart, generatedAt, marksIncomplete, hiddenPeriods: 0 };
}
