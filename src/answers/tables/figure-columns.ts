import { type DateRange, dayCount, formatIsoDate } from '../../calendar/calendar-date';
import { type GroupKey, KEY_HEADINGS, keyWords } from '../../contract/fields';
import { fitText, shownCount, shownNumber } from '../../employer-api/text';
import { describeCure, describeDefinitions, describeNamed } from '../../figures/definitions';
import {
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
import { groupRows, isPeriodKey, type KeyValue } from '../../figures/group-keys';
import type { Measure } from '../../figures/measures';
import { NO_NAME } from '../../figures/names';
import type { Contribution } from '../../figures/why-it-moved';
import { refuseOption } from '../arguments/cells';
import type { Options } from '../arguments/options';
import type { AnswerColumn, LineValue } from './answer-table';

const NOTES = { name: 'NOTES', words: [], kind: 'words' } as const;

/** What speaks for a figure, column by column; the first three are of the figure alone. */
const EVIDENCE: readonly (readonly [
  suffix: string,
  kind: 'decimal' | 'rate' | 'words',
  of: (figure: Figure, request: FigureRequest, mayChange: () => boolean) => LineValue,
])[] = [
  ['N', 'decimal', ({ n }) => n],
  ['LOW', 'rate', ({ low }) => low],
  ['HIGH', 'rate', ({ high }) => high],
  ['BASIS', 'words', (figure, request, mayChange) => basisText(request, figure, mayChange())],
  // Null where it was not measured.
  ['LIKENESS', 'decimal', (_, { likeness }) => (likeness === undefined ? null : Number(likeness.toFixed(2)))],
];

/** The columns of what a line stands for; the line of the total, which stands for all, says so. */
function keyColumns(keys: readonly GroupKey[]): AnswerColumn<Pick<Group, 'keys'>>[] {
  return keys.map((key, at) => ({
    name: KEY_HEADINGS[key],
    words: keyWords(key),
    kind: isPeriodKey(key) ? 'date' : key === 'weekday' ? 'weekday' : 'text',
    value: ({ keys: own }) => (own.length > 0 ? (own[at] ?? null) : at === 0 ? 'Total' : undefined),
  }));
}

/** What the lines of figures tell besides the figures. */
export interface FigureFacts extends Pick<FigureSet, 'requests' | 'today'> {
  /** Whether notes name incomplete periods. @default true */
  readonly marksIncomplete?: boolean;
  /** Whether incomplete periods are not shown though the total counts them. @default false */
  readonly hidesPeriods?: boolean;
}

/** What a table of figures shows: its keys and figures, with evidence five columns more behind each percentage, and notes. */
export function tableColumns(
  keys: readonly GroupKey[],
  measures: readonly Measure[],
  { evidence = false, notes = false }: Partial<Pick<Options, 'evidence' | 'notes'>>,
): AnswerColumn<Group, FigureFacts>[] {
  const columnsOf = ({ kind, name, words }: Measure, at: number): AnswerColumn<Group, FigureFacts>[] => {
    const figureOf = (group: Group) => group.figures[at] as Figure;
    const figure = { name, words, value: (group: Group) => figureOf(group).value };
    if (kind === 'count') return [{ ...figure, kind: 'decimal' }];
    const beside = EVIDENCE.map(
      ([suffix, shown, of]): AnswerColumn<Group, FigureFacts> => ({
        name: `${name}_${suffix}`,
        words: words.map((word) => `${word} ${suffix}`),
        kind: shown,
        value: (group, { requests, today }) =>
          of(figureOf(group), requests[at] as FigureRequest, () => isOpen(group, today)),
      }),
    );
    return [{ ...figure, kind }, ...(evidence ? beside : [])];
  };
  const noted: AnswerColumn<Group, FigureFacts> = {
    ...NOTES,
    value: (group, facts) => listNotes(group, facts).join('; ') || null,
  };
  return [...keyColumns(keys), ...measures.flatMap(columnsOf), ...(notes ? [noted] : [])];
}

/** What the rows of two periods tell besides their figures. */
export interface CompareFacts extends Pick<FigureFacts, 'today'> {
  readonly request: FigureRequest;
  readonly before: DateRange;
  readonly after: DateRange;
}

/**
 * Group, before, after, change, and the two parts of the change; then evidence and notes.
 *
 * @param labels Of the periods before and after, for the headings of their columns, which are named A and B.
 */
export function compareColumns(
  keys: readonly GroupKey[],
  { kind }: Measure,
  [before, after]: readonly [before: string, after: string],
  { evidence, notes }: Pick<Options, 'evidence' | 'notes'>,
): AnswerColumn<Contribution, CompareFacts>[] {
  type Column = AnswerColumn<Contribution, CompareFacts>;
  const column = (
    value: Column['value'],
    name: string,
    heading = name,
    shown: Column['kind'] = kind === 'rate' ? kind : 'decimal',
  ): Column => ({ name, heading, words: [heading], kind: shown, value });
  const beside = (
    suffixes: typeof EVIDENCE,
    figureOf: (line: Contribution) => Figure,
    name = '',
    heading = '',
  ): Column[] =>
    suffixes.map(([suffix, shown, of]) =>
      column(
        (line, { request, after: { to }, today }) =>
          of(figureOf(line), request, () => isProvisional(to, today)),
        `${name}${suffix}`,
        `${heading}${suffix}`,
        shown,
      ),
    );
  return [
    ...keyColumns(keys),
    column(({ a }) => a.value, 'A', before),
    column(({ b }) => b.value, 'B', after),
    column(({ change }) => change, 'CHANGE'),
    column(({ ratePart }) => ratePart, 'RATE_PART', 'OWN CHANGE'),
    column(({ mixPart }) => mixPart, 'MIX_PART', 'MIX'),
    ...(evidence && kind === 'rate'
      ? [
          ...beside(EVIDENCE.slice(0, 3), ({ a }) => a, 'A_', `${before} `),
          ...beside(EVIDENCE.slice(0, 3), ({ b }) => b, 'B_', `${after} `),
          ...beside(EVIDENCE.slice(3), ({ a, b }) => (b.why ? b : a)),
        ]
      : []),
    ...(notes ? [{ ...NOTES, value: compareNotes }] : []),
  ];
}

/** The notes of a group in both periods and, for sums over periods of different length, the length of each. */
function compareNotes(line: Contribution, { request, today, before, after }: CompareFacts): LineValue {
  const isSumOfOther = request.measure.kind === 'count' && dayCount(before) !== dayCount(after);
  const notesOf = (period: string, side: 'a' | 'b', range: DateRange): string[] => {
    const days = { covered: Math.max(0, Math.min(range.to + 1, today) - range.from), of: dayCount(range) };
    const isShort = isIncomplete({ days });
    const notes = [
      ...(isShort ? [daysNote(days)] : isSumOfOther ? [shownCount(days.of, 'day')] : []),
      ...(line.records[side] === 0 ? ['no records'] : []),
      ...blankNote(request, line[side]),
      ...leftOutNotes([line[side]], [request]),
    ];
    return notes.map((note) => `${period}: ${note}`);
  };
  return [...notesOf('before', 'a', before), ...notesOf('after', 'b', after)].join('; ') || null;
}

/**
 * The columns of one figure over time, split by another key: the period, then one column per value. The largest comes first,
 * by the figure itself or, for percentages, by their denominator. The values beyond `limit` share one column "Other", which
 * is computed from their records. Records of periods that are not shown count nowhere.
 *
 * @param periods The lines.
 * @throws {ReportError} `invalid_option` where all percentages are withheld.
 */
export function trendBySplit(
  read: FigureSet,
  [period, split]: readonly [GroupKey, GroupKey],
  periods: readonly Group[],
  limit: number | undefined,
): AnswerColumn<Group>[] {
  const figures = { ...read, rows: periods.flatMap(({ rows }) => rows) };
  const [{ measure, targets }] = figures.requests as [FigureRequest];
  const kind = measure.kind === 'rate' ? 'rate' : 'decimal';
  const columnOf = (rows: FigureSet['rows'], name: string, of?: KeyValue) => {
    const { groups, total } = figuresBy(figures, [period], rows);
    const [all] = total.figures;
    // Names have plans; several of them together have none.
    const plan = of === undefined ? undefined : targets?.plan;
    const size = plan ? plan([split], [of as KeyValue]) : measure.kind === 'rate' ? all?.n : all?.value;
    const known = new Map(groups.map((group) => [keyOf(group), group]));
    const value = (line: Group) =>
      plan ? plan([period, split], [keyOf(line), of as KeyValue]) : known.get(keyOf(line))?.figures[0]?.value;
    return { rows, known, size: size ?? 0, column: { name, words: [], kind, value } as const };
  };
  const ranked = groupRows(figures.rows, [split], figures.weekStart)
    .map(({ keys: [of = null], rows }) =>
      columnOf(rows, typeof of === 'number' ? formatIsoDate(of) : fitText(of ?? NO_NAME), of),
    )
    .sort((one, other) => other.size - one.size);
  const shown = ranked.slice(0, limit);
  const rest = ranked.slice(shown.length).flatMap(({ rows }) => rows);
  if (rest.length > 0) shown.push(columnOf(rest, 'Other'));
  const lines = shown.flatMap(({ known }) => periods.flatMap((group) => known.get(keyOf(group)) ?? []));
  requireShown(lines, figures.requests);
  return [...keyColumns([period]), ...shown.map(({ column }) => column)];
}

/**
 * What a reader must know of a group before using its figures: an incomplete period, why percentages are blank, and records
 * left out. None when all is well.
 */
export function listNotes(
  group: Group,
  { requests, today, marksIncomplete = true, hidesPeriods = false }: FigureFacts,
): string[] {
  const { days, rows, figures, keys } = group;
  const unfinished = unfinishedIn(group, today);
  const open =
    unfinished > 0 && `${shownNumber(unfinished)} of ${shownNumber(rows.length)} records are not over yet`;
  const period = isIncomplete(group) ? daysNote(days as Days) : open;
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

type Days = NonNullable<Group['days']>;

/** How much of a period there can be records of: `3 of 7 days`. */
function daysNote({ covered, of }: Days): string {
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
