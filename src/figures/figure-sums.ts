import type { CalendarDate } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { type Figure, type FigureRequest, figureOf, sumsNeeded } from './figure';
import { type GroupFacts, type GroupSums, sumGroups } from './sums';

/** Sums over groups of rows, and the figures that they make. The group after the last one holds all rows. */
export class FigureSums {
  private readonly grouped: GroupSums;
  /** Where the sums of each request are among all sums. */
  private readonly parts: readonly (readonly number[])[];

  /** @param groupOf The group of each row, from 0 to `groupCount` − 1. */
  constructor(
    rows: readonly ShiftRow[],
    groupOf: Int32Array,
    groupCount: number,
    private readonly requests: readonly FigureRequest[],
    today: CalendarDate,
  ) {
    const needed = requests.map(sumsNeeded);
    let place = 0;
    this.parts = needed.map((sums) => sums.map(() => place++));
    this.grouped = sumGroups(rows, groupOf, groupCount, needed.flat(), today);
  }

  /** What a group holds, whatever is asked for. */
  factsOf(group: number): GroupFacts {
    return this.grouped.facts(group);
  }

  /** The figures of a group, in the order of the requests. @param isToCome Whether none of its days is over. */
  figuresOf(group: number, isToCome: boolean): readonly Figure[] {
    const facts = { ...this.factsOf(group), isToCome };
    return this.requests.map((request, at) => {
      const sums = (this.parts[at] ?? []).map((part) => this.grouped.sums(part, group));
      return figureOf(request, sums, facts);
    });
  }
}
