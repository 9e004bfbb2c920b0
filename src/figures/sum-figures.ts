import type { CalendarDate } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { type Figure, type FigureRequest, figureOf, sumsNeeded } from './figure';
import { type GroupFacts, sumGroups } from './sums';

/** What a group holds and its figures, in the order of the requests. */
export interface GroupResult extends GroupFacts {
  readonly figures: readonly Figure[];
}

/**
 * The figures of every group of rows.
 *
 * They are made from the sums when they are first read: most of a large grouping is never shown.
 *
 * @returns The result of a group by its number; that of all rows together under `groupCount`.
 */
export function sumFigures(
  rows: readonly ShiftRow[],
  groupOf: Int32Array,
  groupCount: number,
  requests: readonly FigureRequest[],
  today: CalendarDate,
): (group: number) => GroupResult {
  const needed = requests.map(sumsNeeded);
  const grouped = sumGroups(rows, groupOf, groupCount, needed.flat(), today);
  let offset = 0;
  const parts = needed.map((list) => list.map(() => offset++));
  return (group) => {
    let figures: readonly Figure[] | undefined;
    const make = (request: FigureRequest, at: number) =>
      figureOf(
        request,
        (parts[at] ?? []).map((part) => grouped.sums(part, group)),
        facts,
      );
    const facts = grouped.facts(group);
    return {
      ...facts,
      get figures() {
        figures = figures ?? requests.map(make);
        return figures;
      },
    };
  };
}
