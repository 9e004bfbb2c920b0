import type { CalendarDate } from '../../calendar/calendar-date';
import { type Basis, describeSupport } from '../../figures/basis';
import { QUANTITY_WORDS } from '../../figures/definitions';
import type { Figure, FigureRequest, Group } from '../../figures/group-figures';
import type { FigureFacts } from './figure-facts';

/** Half of the last digit that percentages are shown with (`0.0`): what lies closer looks the same. */
const HALF_A_DISPLAYED_UNIT = 0.05;

/** Figures of days that are less old than this may still be corrected by the service. */
const DAYS_UNTIL_FINAL = 10;

/**
 * What a reader must know about a group before using its figures; null when all is well.
 *
 * In this order: an incomplete period, percentages whose definition is not settled, records left out.
 */
export function groupNotes(group: Group, { requests, ...facts }: FigureFacts): string | null {
  const notes = [
    ...(facts.marksIncomplete ? periodNote(group) : []),
    ...requests.flatMap((request, index) => basisNote(request, group.figures[index])),
    ...leftOutNotes(group.figures, requests),
    ...(group.keys.length === 0 ? repetitionNotes(facts) : []),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

/** Whether the period of a group is not over, or not wholly inside the dates. */
export function isIncomplete({ days }: Group): boolean {
  return days !== undefined && days.covered < days.of;
}

function periodNote(group: Group): string[] {
  const { days, unfinished } = group;
  if (days !== undefined && days.covered < days.of) return [`${days.covered} of ${days.of} days`];
  return unfinished === 0 ? [] : [`${unfinished} of ${group.records} records are not over yet`];
}

/** What to know about the definition of a percentage. */
export function basisNote({ measure, basis }: FigureRequest, figure: Figure | undefined): string[] {
  const word = measure.words[0] ?? measure.name;
  if (basis?.kind === 'contradicted') return [`${word} fits no known definition`];
  if (basis?.kind !== 'assumed' || !figure || figure.min === null || figure.max === null) return [];
  if (figure.max - figure.min < HALF_A_DISPLAYED_UNIT) return [];
  return [`${word} is ${figure.min.toFixed(1)} to ${figure.max.toFixed(1)}, by definition`];
}

/** What concerns all records stands in the line of the total. */
function repetitionNotes({ repeated, conflicting }: Pick<FigureFacts, 'repeated' | 'conflicting'>): string[] {
  return [
    ...(repeated === 0 ? [] : [`${countRecords(repeated)} came twice and counted once`]),
    ...(conflicting === 0 ? [] : [`${countRecords(conflicting)} with the SHIFT_ID of another one`]),
  ];
}

function countRecords(count: number): string {
  return `${count} ${count === 1 ? 'record' : 'records'}`;
}

/** Figures with the same number of records left out share one note. */
export function leftOutNotes(figures: readonly Figure[], requests: readonly FigureRequest[]): string[] {
  const names = new Map<number, string[]>();
  figures.forEach(({ skipped }, index) => {
    const name = requests[index]?.measure.name;
    if (skipped > 0 && name !== undefined) names.set(skipped, [...(names.get(skipped) ?? []), name]);
  });
  return Array.from(names).map(
    ([skipped, left]) => `${countRecords(skipped)} without a value left out of ${left.join(', ')}`,
  );
}

/** How sure the definition is, what the percentage is of, and whether its days may still be corrected. */
export function describeBasis(
  basis: Basis | undefined,
  newestDay: CalendarDate | null,
  today: CalendarDate,
): string | null {
  if (basis === undefined) return null;
  const denominator = basis.survivors[0]?.definition.denominator;
  const word = QUANTITY_WORDS[denominator as keyof typeof QUANTITY_WORDS];
  const isProvisional = newestDay !== null && newestDay > today - DAYS_UNTIL_FINAL;
  return `${basis.kind}${word === undefined ? '' : `, of ${word}`}${isProvisional ? ', provisional' : ''}`;
}

/** The rows that speak for the definition in use; null where none were asked. */
export function supportOf(basis: Basis | undefined): string | null {
  const support = basis?.survivors[0];
  return support === undefined || support.of === 0 ? null : describeSupport(support);
}
