import type { ShiftRow } from '../../../src/employer-api/shift-records';
import type { Definitions } from '../../../src/figures/definitions';
import { type FigureRequest, groupFigures } from '../../../src/figures/figures';
import { DEFINITIONS, type Measure, PUBLISHED_MEASURES } from '../../../src/figures/measures';

/** The last ten days of the rows, which are those of 2025, are not over. */
const TODAY = 46_013;
/** 2025: 1 January to 31 December. */
export const RANGE = { from: 45_658, to: 46_022 };

/** Week × venue × role with all 13 published measures, each percentage with one definition. */
const requests: FigureRequest[] = PUBLISHED_MEASURES.map((measure) => ({
  measure,
  definitions: definitionsOf(measure),
}));

/** What the product makes of rows grouped by week, venue and role. */
export function groups(taken: readonly ShiftRow[]) {
  const grouping = { keys: ['week', 'venue', 'role'], range: RANGE, today: TODAY, weekStart: 1 } as const;
  return groupFigures(taken, grouping, requests).groups;
}

function definitionsOf(measure: Measure): Definitions | undefined {
  if (measure.kind === 'count' || typeof measure.of !== 'string') return undefined;
  const left = DEFINITIONS[measure.of].slice(0, 1).map((definition) => ({ definition, agree: 1, of: 1 }));
  return { left, by: 'rows', scale: 100 };
}
