import { type DateRange, dayCount, formatIsoDate } from '../../calendar/calendar-date';
import { fitText, shownCount, shownNumber } from '../../employer-api/text';
import type { Contribution } from '../../figures/contributions';
import { describeCure, describeDefinitions, describeNamed } from '../../figures/definitions';
import {
  type DaysCovered,
  type Figure,
  type FigureRequest,
  type FigureSet,
  figuresBy,
  type Group,
  isOpen,
  isProvisional,
  keyOf,
  unfinishedIn,
} from '../../figures/figures';
import {
  type GroupKey,
  groupRows,
  isPeriodKey,
  KEY_HEADINGS,
  type KeyValue,
  keyWords,
} from '../../figures/group-keys';
import type { Measure } from '../../figures/measures';
import { NO_NAME } from '../../figures/names';
import { refuseOption } from '../arguments/cells';
import type { Options } from '../arguments/options';
import type { AnswerColumn, Line, LineValue } from './answer-table';

/** The names of the line of all records and of the column of the values beyond the limit. */
const [TOTAL, REST] = ['Total', 'Other'];

const EVIDENCE = [
  ['N', 'decimal'],
  ['LOW', 'rate'],
  ['HIGH', 'rate'],
] as const;

/** The columns of what a line stands for. */
function keyColumns(keys: readonly GroupKey[]): AnswerColumn[] {
  return keys.map((key) => ({
    name: KEY_HEADINGS[key],
    words: keyWords(key),
    kind: isPeriodKey(key) ? 'date' : key === 'weekday' ? 'weekday' : 'text',
  }));
}

/** What stands in them; the line of the total, which stands for all, says so. */
function keyValues(keys: readonly GroupKey[], values: readonly KeyValue[]): LineValue[] {
  if (values.length > 0) return keys.map((_, at) => values[at] ?? null);
  return keys.map((_, at) => (at === 0 ? TOTAL : undefined));
}

const NOTES_COLUMN: AnswerColumn = { name: 'NOTES', words: [], kind: 'words' };

/** What a table of figures shows: its keys and figures, with evidence five columns more behind each percentage, and notes. */
export function tableColumns(
  keys: readonly GroupKey[],
  measures: readonly Measure[],
  { evidence = false, notes = false }: Partial<Pick<Options, 'evidence' | 'notes'>>,
): AnswerColumn[] {
  const figures = measures.flatMap(({ kind, name, words }): AnswerColumn[] => {
    if (kind === 'count') return [{ name, words, kind: 'decimal' }];
    const beside = [...EVIDENCE, ['BASIS', 'words'], ['LIKENESS', 'decimal']] as const;
    const figure = { name, words, kind } as const;
    const shown = evidence ? beside : [];
    return [
      figure,
      ...shown.map(([suffix, of]) => {
        const named = words.map((word) => `${word} ${suffix}`);
        return { name: `${name}_${suffix}`, words: named, kind: of };
      }),
    ];
  });
  return [...keyColumns(keys), ...figures, ...(notes ? [NOTES_COLUMN] : [])];
}

/** What the lines of figures tell besides the figures. */
export interface FigureFacts extends Pick<FigureSet, 'requests' | 'today'>, HiddenPeriods {
  readonly keys: readonly GroupKey[];
}

interface HiddenPeriods {
  /** Whether notes name incomplete periods. @default true */
  readonly marksIncomplete?: boolean;
  /** Whether incomplete periods are not shown though the total counts them. @default false */
  readonly hidesPeriods?: boolean;
}

/** The line of a group, for `tableColumns` with the same options. */
export function figureLine(
  group: Group,
  facts: FigureFacts,
  { evidence = false, notes = false }: Partial<Pick<Options, 'evidence' | 'notes'>>,
): Line {
  const { keys, requests, today } = facts;
  const figures = requests.flatMap((request, at) => {
    const figure = group.figures[at] as Figure;
    if (!evidence || request.measure.kind === 'count') return [figure.value];
    const basis = basisText(request, figure, isOpen(group, today));
    return [figure.value, figure.n, figure.low, figure.high, basis, likenessCell(request)];
  });
  return [
    ...keyValues(keys, group.keys),
    ...figures,
    ...(notes ? [listNotes(group, facts).join('; ') || null] : []),
  ];
}

/** How much more weeks differ than independent positions would, with two decimals; null where it was not measured. */
function likenessCell({ likeness }: FigureRequest): number | null {
  return likeness === undefined ? null : Number(likeness.toFixed(2));
}

/** The options that shape a comparison. */
type CompareOptions = Pick<Options, 'evidence' | 'notes'>;

/**
 * Group, before, after, change, and the two parts of the change; then evidence and notes.
 *
 * @param labels Of the periods before and after, for the headings of their columns, which are named A and B.
 */
export function compareColumns(
  keys: readonly GroupKey[],
  { kind }: Measure,
  [a, b]: readonly [before: string, after: string],
  { evidence, notes }: CompareOptions,
): AnswerColumn[] {
  const of = kind === 'rate' ? kind : 'decimal';
  const column = (name: string, heading = name, shown: AnswerColumn['kind'] = of) => {
    return { name, heading, words: [name.replace('_', ' ')], kind: shown };
  };
  const interval = (name: string, label: string) =>
    EVIDENCE.map(([suffix, shown]) => column(`${name}_${suffix}`, `${label} ${suffix}`, shown));
  return [
    ...keyColumns(keys),
    ...[column('A', a), column('B', b), column('CHANGE')],
    ...[column('RATE_PART', 'OWN CHANGE'), column('MIX_PART', 'MIX')],
    ...(evidence && kind === 'rate'
      ? [
          ...[...interval('A', a), ...interval('B', b)],
          ...[column('BASIS', 'BASIS', 'words'), column('LIKENESS', 'LIKENESS', 'decimal')],
        ]
      : []),
    ...(notes ? [NOTES_COLUMN] : []),
  ];
}

/** What the rows of two periods tell besides their figures. */
export interface CompareFacts extends Pick<FigureFacts, 'keys' | 'today'> {
  readonly request: FigureRequest;
  readonly before: DateRange;
  readonly after: DateRange;
}

/** The line of a group in both periods, for `compareColumns` with the same options. */
export function compareLine(
  line: Contribution,
  facts: CompareFacts,
  { evidence, notes }: CompareOptions,
): Line {
  const { keys, request, after, today } = facts;
  const { a, b, change, ratePart, mixPart } = line;
  const basis = () => basisText(request, b.why ? b : a, isProvisional(after.to, today));
  return [
    ...keyValues(keys, line.keys),
    ...[a.value, b.value, change, ratePart, mixPart],
    ...(evidence && request.measure.kind === 'rate'
      ? [a.n, a.low, a.high, b.n, b.low, b.high, basis(), likenessCell(request)]
      : []),
    ...(notes ? [compareNotes(line, facts)] : []),
  ];
}

/** The notes of a group in both periods and, for sums over periods of different length, the length of each. */
function compareNotes(line: Contribution, { request, today, before, after }: CompareFacts): LineValue {
  const isSumOfOther = request.measure.kind === 'count' && dayCount(before) !== dayCount(after);
  const notesOf = (period: string, side: 'a' | 'b', range: DateRange): string[] => {
    const days = { covered: Math.max(0, Math.min(range.to + 1, today) - range.from), of: dayCount(range) };
    const isShort = isIncomplete({ days });
    const notes = [
      // Several unfinished days are given as a count, with the number of finished ones.
      ...(isSumOfOther && (days.of === 1 || !isShort) ? [shownCount(days.of, 'day')] : []),
      ...(isShort ? [daysNote(days)] : []),
      ...(line.records[side] === 0 ? ['no records'] : []),
      ...blankNote(request, line[side]),
      ...leftOutNotes([line[side]], [request]),
    ];
    return notes.map((note) => `${period}: ${note}`);
  };
  return [...notesOf('before', 'a', before), ...notesOf('after', 'b', after)].join('; ') || null;
}

/**
 * One figure over time, apart for each value of another key: the period, then one column per value, largest first: by the
 * figure itself, percentages by what they are of. Beyond `limit`, one column "Other", computed from its own records.
 * Records of periods that are not shown count nowhere.
 *
 * @param periods The lines.
 * @throws {ReportError} `invalid_option` where all percentages are withheld.
 */
export function trendBySplit(
  read: FigureSet,
  [period, split]: readonly [GroupKey, GroupKey],
  periods: readonly Group[],
  limit: number | undefined,
): { readonly columns: readonly AnswerColumn[]; readonly items: readonly Line[] } {
  const starts = periods.map((group) => keyOf(group));
  const figures = { ...read, rows: periods.flatMap(({ rows }) => rows) };
  const [{ measure, targets }] = figures.requests as [FigureRequest];
  const columnOf = (rows: FigureSet['rows'], heading: string, name?: KeyValue) => {
    const { groups, total } = figuresBy(figures, [period], rows);
    const [all] = total.figures;
    // Names have plans; several of them together have none.
    const plan = name === undefined ? undefined : targets?.plan;
    const size = plan ? plan([split], [name as KeyValue]) : measure.kind === 'rate' ? all?.n : all?.value;
    // Every period of the range is a group.
    const own = groups.filter((group) => starts.includes(keyOf(group)));
    const values = own.map((group) =>
      plan ? plan([period, split], [keyOf(group), name as KeyValue]) : group.figures[0]?.value,
    );
    return { heading, rows, own, size: size ?? 0, values };
  };
  const ranked = groupRows(figures.rows, [split], read.weekStart)
    .map(({ keys: [name = null], rows }) =>
      columnOf(rows, typeof name === 'number' ? formatIsoDate(name) : fitText(name ?? NO_NAME), name),
    )
    .sort((one, other) => other.size - one.size);
  const shown = ranked.slice(0, limit);
  const rest = ranked.slice(shown.length).flatMap(({ rows }) => rows);
  if (rest.length > 0) shown.push(columnOf(rest, REST));
  const lines = shown.flatMap(({ own }) => own);
  requireShown(lines, figures.requests);
  const kind = measure.kind === 'rate' ? 'rate' : 'decimal';
  const columns = shown.map(({ heading: name }): AnswerColumn => ({ name, words: [], kind }));
  return {
    columns: [...keyColumns([period]), ...columns],
    items: starts.map((start, at) => [start, ...shown.map(({ values }) => values[at])]),
  };
}

/**
 * What a reader must know of a group before using its figures: an incomplete period, why percentages are blank, and records
 * left out. None when all is well.
 */
export function listNotes(
  group: Group,
  {
    requests,
    today,
    marksIncomplete = true,
    hidesPeriods = false,
  }: Pick<FigureSet, 'requests' | 'today'> & HiddenPeriods,
): string[] {
  const { days, rows, figures, keys } = group;
  const unfinished = unfinishedIn(group, today);
  const open =
    unfinished > 0 && `${shownNumber(unfinished)} of ${shownNumber(rows.length)} records are not over yet`;
  const period = isIncomplete(group) ? daysNote(days as DaysCovered) : open;
  return [
    ...(marksIncomplete && period ? [period] : []),
    ...(hidesPeriods && keys.length === 0 ? ['includes incomplete periods that are hidden'] : []),
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
  mayChange = false,
): string | null {
  if (definitions === undefined) return null;
  const text = describeDefinitions(measure.words[0], definitions, why);
  return mayChange ? `${text}; newest days may still be corrected` : text;
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
