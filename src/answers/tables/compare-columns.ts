import type { CalendarDate } from '../../calendar/calendar-date';
import { type DateRange, dayCount } from '../../calendar/date-range';
import type { Contribution } from '../../figures/contributions';
import type { Figure, FigureRequest } from '../../figures/group-figures';
import { type GroupKey, KEY_HEADINGS } from '../../figures/group-keys';
import type { Measure } from '../../figures/measures';
import type { Options } from '../arguments/options';
import type { AnswerColumn, LineValue } from './answer-table';
import { basisNote, describeBasis, leftOutNotes, supportOf } from './notes';
import type { Presentation } from './presentation';

/** What the rows of two periods tell besides their figures. */
export interface CompareFacts {
  readonly request: FigureRequest;
  readonly today: CalendarDate;
  readonly before: DateRange;
  readonly after: DateRange;
  /** Of the oldest piece. ISO 8601; null when the service did not say. */
  readonly generatedAt: string | null;
}

type CompareColumn = AnswerColumn<Contribution, CompareFacts>;
type Read = CompareColumn['value'];

/** Group, before, after, change, and the two parts of the change; then evidence, notes and the age. */
export function compareColumns(
  keys: readonly GroupKey[],
  measure: Measure,
  { evidence, notes, asOf }: Pick<Options, 'evidence' | 'notes' | 'asOf'>,
): CompareColumn[] {
  const isRate = measure.kind === 'rate';
  const number = (
    name: string,
    read: (line: Contribution) => number | null,
    scaled = isRate,
  ): CompareColumn => ({
    name,
    words: [name.replace('_', ' ')],
    value: read,
    show: (value, present) => (scaled ? present.percentage(Number(value)) : value),
  });
  const interval = (side: 'a' | 'b') => {
    const name = side.toUpperCase();
    return [
      number(`${name}_N`, (line) => line[side].n, false),
      number(`${name}_LOW`, (line) => line[side].low),
      number(`${name}_HIGH`, (line) => line[side].high),
      number(`${name}_MIN`, (line) => line[side].min),
      number(`${name}_MAX`, (line) => line[side].max),
    ];
  };
  return [
    ...keys.map((key, index): CompareColumn => keyColumn(key, index)),
    number('A', ({ a }) => a.value),
    number('B', ({ b }) => b.value),
    number('CHANGE', ({ change }) => change),
    number('RATE_PART', ({ ratePart }) => ratePart),
    number('MIX_PART', ({ mixPart }) => mixPart),
    ...(evidence && isRate ? [...interval('a'), ...interval('b'), ...basisColumns()] : []),
    ...(notes ? [text('NOTES', compareNotes)] : []),
    ...(asOf ? [{ ...text('AS_OF', (_, { generatedAt }) => generatedAt), show: showMoment }] : []),
  ];
}

function keyColumn(key: GroupKey, index: number): CompareColumn {
  const read: Read = ({ keys }) => (keys.length > 0 ? (keys[index] ?? null) : index === 0 ? 'Total' : null);
  return { ...text(KEY_HEADINGS[key], read), words: [key] };
}

function basisColumns(): CompareColumn[] {
  return [
    text('BASIS', (_, { request: { basis }, after, today }) => describeBasis(basis, after.to, today)),
    text('SUPPORT', (_, { request }) => supportOf(request.basis)),
  ];
}

function text(name: string, value: Read): CompareColumn {
  return { name, words: [], value, show: (shown, present) => present.text(String(shown)) };
}

function showMoment(value: number | string, present: Presentation) {
  return present.moment(String(value));
}

function compareNotes({ a, b }: Contribution, facts: CompareFacts): LineValue {
  const notes = [...sideNotes('A', a, facts.before, facts), ...sideNotes('B', b, facts.after, facts)];
  return notes.length === 0 ? null : notes.join('; ');
}

/** The same notes as a group has, marked with the period they are about. */
function sideNotes(
  side: string,
  figure: Figure,
  range: DateRange,
  { request, today }: CompareFacts,
): string[] {
  const over = Math.max(0, Math.min(range.to + 1, today) - range.from);
  const days = dayCount(range);
  return [
    ...(over < days ? [`${over} of ${days} days`] : []),
    ...basisNote(request, figure),
    ...leftOutNotes([figure], [request]),
  ].map((note) => `${side}: ${note}`);
}
