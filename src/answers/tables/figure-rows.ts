import type { DateRange } from '../../calendar/date-range';
import type { WeekStart } from '../../calendar/period-unit';
import type { ShiftRow } from '../../employer-api/shift-records';
import type { Repeats } from '../../figures/distinct-rows';
import { type GroupedFigures, groupFigures } from '../../figures/group-figures';
import type { GroupKey } from '../../figures/group-keys';
import type { FigureFacts } from './figure-facts';

/** Records that were read for figures, and what is known of the figures. */
export interface FigureRows {
  /** The records that the filters leave. */
  readonly rows: readonly ShiftRow[];
  /** What came more than once, filtered or not. */
  readonly repeats: Repeats;
  readonly range: DateRange;
  readonly weekStart: WeekStart;
  readonly facts: FigureFacts;
  readonly zone: string;
}

/** Groups the records, or some of them. */
export function figuresBy(
  { rows, repeats, range, weekStart, facts }: FigureRows,
  keys: readonly GroupKey[],
  some: readonly ShiftRow[] = rows,
): GroupedFigures {
  return groupFigures(some, { keys, range, today: facts.today, weekStart, repeats }, facts.requests);
}
