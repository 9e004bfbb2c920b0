import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { WeekStart } from '../calendar/period-unit';
import type { ShiftRow } from '../employer-api/shift-records';
import { type Basis, chooseBasis } from './basis';
import type { ChosenDefinition } from './definitions';
import { type DistinctRows, distinctRows } from './distinct-rows';
import type { FigureRequest } from './figure';
import { type GroupedFigures, groupFigures } from './group-figures';
import type { GroupKey } from './group-keys';
import { groupRows } from './group-rows';
import { basisFor, type KeptBases } from './kept-basis';
import type { KeyValue } from './key-codes';
import type { Measure } from './measures';
import { filterRows, type RowFilter } from './row-filter';

/** What figures rest on besides the records. */
export interface FigureContext {
  /** The days that were asked for. */
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and what comes after are not finished. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  /** What refreshes found out about the percentages of this connection. */
  readonly bases: KeptBases | undefined;
}

/** What is asked of records. */
export interface AskedFigures {
  readonly measures: readonly Measure[];
  /** The definition that a formula chooses for its percentages. */
  readonly basis?: ChosenDefinition | undefined;
  /**
   * The filters, once there are records.
   *
   * @param known Every record, those without a day among them: a criterion such as `>Bar` may be the name of a venue.
   */
  filters(known: readonly ShiftRow[]): readonly RowFilter[];
}

/**
 * Records prepared for figures. `rows` are those that the filters leave; `undated` and `repeats` are of all records,
 * filtered or not.
 */
export interface FigureSet extends DistinctRows, Omit<FigureContext, 'bases'> {
  /** Every record with a day, each once: what the definitions are found from. Filters do not change a definition. */
  readonly all: readonly ShiftRow[];
  readonly filters: readonly RowFilter[];
  /** One per measure, in their order. */
  readonly requests: readonly FigureRequest[];
}

/** Prepares records for figures: each once, filtered, and each percentage with the definition that the records settle. */
export function prepareFigures(
  records: readonly ShiftRow[],
  { measures, basis, filters }: AskedFigures,
  { range, today, weekStart, bases }: FigureContext,
): FigureSet {
  const { rows: all, repeats, undated } = distinctRows(records);
  const chosen = filters(undated.length === 0 ? all : all.concat(undated));
  return {
    all,
    rows: filterRows(all, chosen),
    repeats,
    undated,
    filters: chosen,
    requests: requestFigures(measures, basis, { rows: all, today, kept: bases }),
    range,
    today,
    weekStart,
  };
}

/** Groups the records of a set, or some of them, and makes their figures. */
export function figuresBy(
  { rows, requests, repeats, range, today, weekStart }: FigureSet,
  keys: readonly GroupKey[],
  some: readonly ShiftRow[] = rows,
): GroupedFigures {
  return groupFigures(some, { keys, range, today, weekStart, repeats }, requests);
}

/** The records of a set with these values of these keys; all of them where there is no key. */
export function rowsOfGroup(
  { rows, weekStart }: Pick<FigureSet, 'rows' | 'weekStart'>,
  keys: readonly GroupKey[],
  values: readonly KeyValue[],
): readonly ShiftRow[] {
  const { groupOf, groups } = groupRows(rows, keys, weekStart);
  const wanted = groups.findIndex((group) => group.every((value, at) => value === values[at]));
  return rows.filter((_, at) => groupOf[at] === wanted);
}

/** The figures to compute, each percentage with the definition that the rows or the formula settle. */
export function requestFigures(
  measures: readonly Measure[],
  chosen: ChosenDefinition | undefined,
  evidence: {
    readonly rows: readonly ShiftRow[];
    readonly today: CalendarDate;
    readonly kept: KeptBases | undefined;
  },
): FigureRequest[] {
  return measures.map((measure) => ({ measure, basis: basisOf(measure, chosen, evidence) }));
}

function basisOf(
  measure: Measure,
  chosen: ChosenDefinition | undefined,
  { rows, today, kept }: Parameters<typeof requestFigures>[2],
): Basis | undefined {
  if (measure.kind === 'count') return undefined;
  if (typeof measure.of !== 'string') {
    return { kind: 'defined', survivors: [{ definition: measure.of, agree: 0, of: 0 }] };
  }
  const inferred = basisFor(measure.of, kept, rows, today);
  return (chosen && chooseBasis(inferred, measure.of, chosen, { rows, today })) ?? inferred;
}
