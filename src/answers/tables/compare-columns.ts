import { type CalendarDate, type DateRange, dayCount, type WeekStart } from '../../calendar/calendar-date';
import type { Contribution, SideFacts } from '../../figures/contributions';
import { type Figure, type FigureRequest, isTooWide, needsWord } from '../../figures/figure';
import type { GroupKey } from '../../figures/group-keys';
import type { Measure } from '../../figures/measures';
import type { Options } from '../arguments/options';
import { type AnswerColumn, AS_OF_COLUMN, type Doubt, type LineValue } from './answer-table';
import { keyColumns, likenessShown } from './figure-columns';
import {
  agreementNotes,
  basisNote,
  contradictingNotes,
  daysNote,
  describeBasis,
  leftOutNotes,
  type NoteStyle,
  overNotes,
  repetitionNotes,
  ruledOutZeroNotes,
  supportOf,
  zeroNotes,
} from './notes';

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
type Read = CompareColumn['value'];
type Side = 'a' | 'b';

/**
 * Group, before, after, change, and the two parts of the change; then evidence, notes and the age.
 *
 * @param labels Of the periods before and after, for the headings of their columns, which are named A and B.
 */
export function compareColumns(
  keys: readonly GroupKey[],
  measure: Measure,
  labels: readonly [before: string, after: string],
  { evidence, notes, asOf, percent }: Pick<Options, 'evidence' | 'notes' | 'asOf' | 'percent'>,
): CompareColumn[] {
  const isRate = measure.kind === 'rate';
  const number = (
    name: string,
    read: (line: Contribution) => number | null,
    sides: readonly Side[] = [],
    scaled = isRate,
  ): CompareColumn => ({
    name,
    words: [name.replace('_', ' ')],
    value: read,
    show: (value, present) => (scaled ? present.percentage(Number(value)) : value),
    doubt: doubtsOf(sides),
  });
  const headed = (side: Side, column: CompareColumn): CompareColumn => {
    const heading = labels[side === 'a' ? 0 : 1] + column.name.slice(1).replace('_', ' ');
    return { ...column, heading };
  };
  const interval = (side: Side) => {
    const name = side.toUpperCase();
    return [
      number(`${name}_N`, (line) => line[side].n, [], false),
      number(`${name}_LOW`, (line) => line[side].low, [side]),
      number(`${name}_HIGH`, (line) => line[side].high, [side]),
      number(`${name}_MIN`, (line) => line[side].min),
      number(`${name}_MAX`, (line) => line[side].max),
    ].map((column) => headed(side, column));
  };
  return [
    ...keyColumns(keys),
    headed(
      'a',
      number('A', ({ a }) => a.value, ['a']),
    ),
    headed(
      'b',
      number('B', ({ b }) => b.value, ['b']),
    ),
    number('CHANGE', ({ change }) => change, ['a', 'b']),
    number('RATE_PART', ({ ratePart }) => ratePart, ['a', 'b']),
    number('MIX_PART', ({ mixPart }) => mixPart, ['a', 'b']),
    ...(evidence && isRate ? [...interval('a'), ...interval('b'), ...basisColumns(notes)] : []),
    ...(notes ? [notesColumn({ percent, evidence })] : []),
    ...(asOf ? [AS_OF_COLUMN] : []),
  ];
}

/** What comes from a figure misleads where the figure alone would. */
function doubtsOf(sides: readonly Side[]): Doubt<Contribution>[] {
  const where = (test: (figure: Figure) => boolean) => ({
    misleads: (line: Contribution) => sides.some((side) => test(line[side])),
  });
  const ends = sides.flatMap((side) => ['MIN', 'MAX'].map((end) => `${side.toUpperCase()}_${end}`));
  return [
    { ...where(isTooWide), shownBy: [['NOTES'], ends] },
    { ...where(needsWord), shownBy: [['NOTES'], ['SUPPORT']] },
  ];
}

function basisColumns(hasNotes: boolean): CompareColumn[] {
  const ofOne = (figure: Figure, request: FigureRequest, facts: SideFacts) => [
    ...agreementNotes(figure, request, facts),
    ...leftOutNotes([figure], [request]),
  ];
  const ofBoth = ({ a, b, facts }: Contribution, request: FigureRequest) => [
    ...ofOne(a, request, facts.a).map((note) => `before: ${note}`),
    ...ofOne(b, request, facts.b).map((note) => `after: ${note}`),
  ];
  return [
    text('BASIS', (_, { request, after, today }) => describeBasis(request, after.to, today)),
    {
      ...text('SUPPORT', (line, { request }) =>
        supportOf(request.basis, hasNotes ? [] : ofBoth(line, request)),
      ),
      tells: true,
    },
    {
      ...text('LIKENESS', (_, { request }) => likenessShown(request)),
      words: ['likeness'],
      show: (value) => value,
    },
  ];
}

function text(name: string, value: Read): CompareColumn {
  return { name, words: [], value, show: (shown, present) => present.text(String(shown)) };
}

function notesColumn(style: NoteStyle): CompareColumn {
  const column = text('NOTES', (line, facts) => compareNotes(line, facts, style));
  return { ...column, isBlank: () => true, tells: true };
}

function compareNotes({ a, b, facts }: Contribution, known: CompareFacts, style: NoteStyle): LineValue {
  const notes = [
    ...sideNotes(a, facts.a, 'before', known, style).map((note) => `before: ${note}`),
    ...sideNotes(b, facts.b, 'after', known, style).map((note) => `after: ${note}`),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

/** The notes of a group and, for sums over periods of different length, the length of each period. */
function sideNotes(
  figure: Figure,
  facts: SideFacts,
  side: 'before' | 'after',
  { request, today, before, after }: CompareFacts,
  style: NoteStyle,
): string[] {
  const range = side === 'before' ? before : after;
  const covered = Math.max(0, Math.min(range.to + 1, today) - range.from);
  const of = dayCount(range);
  const isIncomplete = covered < of;
  const isSumOfOther = request.measure.kind === 'count' && dayCount(before) !== dayCount(after);
  return [
    // Several unfinished days are given as a count, with the number of finished ones.
    ...(isSumOfOther && (of === 1 || !isIncomplete) ? [lengthNote(of)] : []),
    ...(isIncomplete ? [daysNote({ covered, of })] : []),
    ...(facts.records === 0 ? ['no records'] : []),
    ...basisNote(request, figure, style),
    ...leftOutNotes([figure], [request]),
    ...zeroNotes([figure], [request]),
    ...ruledOutZeroNotes(facts, [figure], [request]),
    ...contradictingNotes([figure], [request]),
    ...overNotes([figure], [request], style.evidence ? undefined : facts.records),
    ...repetitionNotes(facts),
  ];
}

function lengthNote(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
