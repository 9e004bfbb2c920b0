import type { WeekStart } from '../../calendar/calendar-date';
import { type Figure, type FigureRequest, isTooWide, needsWord } from '../../figures/figure';
import type { Group } from '../../figures/group-figures';
import { findWeekday, type GroupKey, KEY_HEADINGS, type KeyValue, keyWords } from '../../figures/group-keys';
import type { Measure } from '../../figures/measures';
import { foldName } from '../../figures/names';
import type { AnswerColumn, Doubt, LineValue, Presentation } from './answer-table';
import {
  agreementNotes,
  describeBasis,
  type FigureFacts,
  groupNotes,
  leftOutNotes,
  type NoteStyle,
  supportOf,
} from './notes';

/** A column of figures. */
export type FigureColumn = AnswerColumn<Group, FigureFacts>;

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

/**
 * One column per figure; with evidence, eight more behind each percentage.
 *
 * @param hasNotes Whether NOTES stand beside them; else SUPPORT counts the records left out.
 */
export function figureColumns(
  measures: readonly Measure[],
  withEvidence: boolean,
  hasNotes = false,
): FigureColumn[] {
  return measures.flatMap((measure, index) => {
    const figure: FigureColumn = {
      name: measure.name,
      words: measure.words,
      value: (group) => group.figures[index]?.value ?? null,
      show: measure.kind === 'rate' ? showPercentage : showPlain,
      doubt: doubtsOf(measure, index),
    };
    const isEvident = measure.kind === 'rate' && withEvidence;
    return isEvident ? [figure, ...evidenceColumns(measure, index, hasNotes)] : [figure];
  });
}

/** When one number misleads, and what tells so. */
function doubtsOf({ name }: Measure, index: number): Doubt<Group>[] {
  const where = (test: (figure: Figure) => boolean) => ({
    misleads: ({ figures }: Group) => figures[index] !== undefined && test(figures[index]),
  });
  return [
    { ...where(isTooWide), shownBy: [['NOTES'], [`${name}_MIN`, `${name}_MAX`]] },
    { ...where(needsWord), shownBy: [['NOTES'], [`${name}_SUPPORT`]] },
  ];
}

/** The column that says what to know before using a line. */
export function notesColumn(style: NoteStyle): FigureColumn {
  return {
    name: 'NOTES',
    words: [],
    tells: true,
    value: (group, facts) => groupNotes(group, facts, style),
    show: showPlain,
    isBlank: () => true,
  };
}

function evidenceColumns(measure: Measure, index: number, hasNotes: boolean): FigureColumn[] {
  const { name, words } = measure;
  const column = (
    suffix: string,
    read: (figure: Figure, group: Group, facts: FigureFacts) => LineValue,
    show: FigureColumn['show'] = showPlain,
  ): FigureColumn => ({
    name: `${name}_${suffix}`,
    words: words.map((word) => `${word} ${suffix}`),
    value: (group, facts) => read(group.figures[index] as Figure, group, facts),
    show,
  });
  return [
    column('N', ({ n }) => n),
    { ...column('LOW', ({ low }) => low, showPercentage), doubt: doubtsOf(measure, index) },
    { ...column('HIGH', ({ high }) => high, showPercentage), doubt: doubtsOf(measure, index) },
    column('MIN', ({ min }) => min, showPercentage),
    column('MAX', ({ max }) => max, showPercentage),
    column('BASIS', (_, group, { requests, today }) =>
      describeBasis(requests[index], group.newestDay, today),
    ),
    {
      ...column('SUPPORT', (figure, group, { requests: { [index]: request } }) =>
        supportOf(
          request?.basis,
          hasNotes || !request
            ? []
            : [...agreementNotes(figure, request, group), ...leftOutNotes([figure], [request])],
        ),
      ),
      tells: true,
    },
    column('LIKENESS', (_figure, _group, { requests }) => likenessShown(requests[index])),
  ];
}

/** How much more weeks differ than independent positions would, with two decimals; null where it was not measured. */
export function likenessShown(request: FigureRequest | undefined): number | null {
  return request?.likeness === undefined ? null : Number(request.likeness.toFixed(2));
}

function showPercentage(value: LineValue, present: Presentation): number {
  return present.percentage(Number(value));
}

function showPlain(value: number | string, present: Presentation) {
  return typeof value === 'string' ? present.text(value) : value;
}

/** What the line of all records is called, unless a group is. */
const TOTAL = 'Total';

/** A name for the line of all records that none of the groups above it has. */
export function totalNameBeside(groups: readonly { readonly keys: readonly KeyValue[] }[]): string {
  const isTaken = groups.some(({ keys: [first] }) => foldName(String(first)) === foldName(TOTAL));
  return isTaken ? `${TOTAL} (all)` : TOTAL;
}
