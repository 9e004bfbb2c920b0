import { type CalendarDate, dayCount, isOn, startOfPeriod } from '../calendar/calendar-date';
import { DAY_COLUMN, ID_COLUMN, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import { type Definitions, definitionsFor, type KeptDefinitions, newestFinished } from './definitions';
import {
  type DaysCovered,
  type Figure,
  type FigureRequest,
  figureMaker,
  type Group,
  type GroupedFigures,
} from './figures';
import {
  type AskedDays,
  completeWeeks,
  type GroupKey,
  groupRows,
  isPeriodKey,
  type KeyValue,
} from './group-keys';
import {
  type ChosenDefinition,
  type Definition,
  type Measure,
  needsTargets,
  publishedPercentages,
} from './measures';
import { filterRows, type RowFilter } from './row-filter';
import { EARLIER_WEEKS, FEWEST_WEEKS, likenessOf } from './share-statistics';
import { type TargetLine, targetedFigure } from './targets';

/** What figures rest on besides the records. */
export interface FigureContext extends AskedDays {
  /** What refreshes found out about the percentages of this connection. */
  readonly keptDefinitions: KeptDefinitions | undefined;
  /** What the targets sheet says; absent where there is none. */
  readonly targets?: { readonly lines: readonly TargetLine[] } | undefined;
}

/** What is asked of records. */
interface AskedFigures {
  readonly measures: readonly Measure[];
  /** The definition that a formula chooses for its percentages. */
  readonly basis?: ChosenDefinition | undefined;
  /** Whether intervals are shown, so that likeness is measured: one more pass over the rows of 9 weeks or more. @default false */
  readonly hasIntervals?: boolean;
  readonly filters: readonly RowFilter[];
}

/** Records prepared for figures. */
export interface FigureSet extends AskedDays {
  /** Those that the filters leave, each once. */
  readonly rows: readonly ShiftRow[];
  /** How many of these came again and were left out, and how many have the SHIFT_ID of a different one before them. */
  readonly repeated: number;
  readonly conflicting: number;
  readonly filters: readonly RowFilter[];
  /** One per measure, in their order. */
  readonly requests: readonly FigureRequest[];
}

/**
 * Prepares records for figures: each once, filtered, and each percentage with the definitions that all records leave:
 * filters do not change a definition.
 */
export function prepareFigures(
  records: readonly ShiftRow[],
  { measures, basis: chosen, hasIntervals = false, filters }: AskedFigures,
  { range, today, weekStart, keptDefinitions: kept, targets }: FigureContext,
): FigureSet {
  const distinct = distinctRows(records);
  const rows = filterRows(distinct.rows, filters);
  const scope = { range, today, weekStart, filters };
  const fields = new Set(publishedPercentages(measures));
  const newest = fields.size > 0 ? newestFinished(distinct.rows, today) : [];
  const known = new Map(
    Array.from(fields, (field) => [field, definitionsFor(field, newest, { chosen, kept })]),
  );
  const asked = measures.map((measure): FigureRequest => {
    const own = measure.kind === 'rate' ? measure.of : undefined;
    const definitions = typeof own === 'string' ? known.get(own) : own && ownDefinition(own);
    const lines = targets?.lines ?? [];
    const targeted = needsTargets(measure) ? { targets: targetedFigure(measure, lines, scope) } : {};
    return { measure, definitions, ...targeted };
  });
  const likeness = hasIntervals ? likenessOfVenues({ ...scope, rows }, asked) : [];
  return {
    ...scope,
    rows,
    repeated: filterRows(distinct.repeated, filters).length,
    conflicting: filterRows(distinct.conflicting, filters).length,
    requests: asked.map((request, at) => ({ ...request, likeness: likeness[at] })),
  };
}

/**
 * How alike the positions of a week are at a venue (`likenessOf`), by the 13 complete weeks before the newest of a period: that
 * one would hide its own fall, as it would make weeks look less alike. Withheld weeks don't count.
 *
 * @returns One for each request; undefined for what is no percentage, or a target of one.
 */
export function likenessOfVenues(
  { rows, ...period }: AskedDays & { readonly rows: readonly ShiftRow[] },
  requests: readonly FigureRequest[],
): readonly (number | undefined)[] {
  const complete = completeWeeks(period).slice(-1 - EARLIER_WEEKS);
  if (complete.length - 1 < FEWEST_WEEKS) return requests.map(() => undefined);
  const [first, newest] = [complete[0], complete[complete.length - 1]] as [CalendarDate, CalendarDate];
  const inWeeks = rows.filter(({ [DAY_COLUMN]: day }) => isOn(day, { from: first, to: newest - 1 }));
  const venues = groupRows([inWeeks], ['venue'], period.weekStart).map(({ rows: own }) =>
    groupRows(own, ['week'], period.weekStart).map(({ rows: [records = []] }) => records),
  );
  return requests.map((request) => {
    if (request.measure.kind === 'count' || request.measure.beside) return undefined;
    const make = figureMaker(request, period.today);
    const figures = venues.map((weeks) => weeks.map((records) => make(records, false)));
    return likenessOf(figures.map((weeks) => weeks.filter(({ n, why }) => n > 0 && !why)));
  });
}

/** What a percentage of our own is made of. */
function ownDefinition(of: Definition): Definitions {
  return { left: [{ ...of, agree: 0, of: 0 }], by: 'add-on', scale: undefined };
}

/** Shift records, each once, and what came again. */
interface DistinctRows {
  readonly rows: readonly ShiftRow[];
  /** Records left out because another one with the same SHIFT_ID equals them in every field. */
  readonly repeated: readonly ShiftRow[];
  /** Records kept that share their SHIFT_ID with a different one before them. */
  readonly conflicting: readonly ShiftRow[];
}

/**
 * Takes the records that figures are made of: a record that came twice counts once.
 *
 * Only a SHIFT_ID can tell a repetition from two shifts that look alike, so records without one are all kept.
 * The same SHIFT_ID with other fields is kept and counted: which of the two is right is unknown here.
 *
 * @returns The first of equal records, in the order in which they came.
 */
export function distinctRows(rows: readonly ShiftRow[]): DistinctRows {
  const firsts = new Map<ShiftValue, ShiftRow>();
  // By all of their values: a service may send one SHIFT_ID for every record.
  const others = new Set<string>();
  const [repeated, conflicting]: [ShiftRow[], ShiftRow[]] = [[], []];
  const kept = rows.filter((row) => {
    const id = row[ID_COLUMN] ?? null;
    const first = firsts.get(id);
    if (id === null || first === undefined) {
      firsts.set(id, row);
      return true;
    }
    const values = JSON.stringify(row);
    const isAgain = others.has(values) || first.every((value, column) => value === row[column]);
    (isAgain ? repeated : conflicting).push(row);
    others.add(values);
    return !isAgain;
  });
  return { rows: kept, repeated, conflicting };
}

/**
 * Groups the records of a set, or some of them, and makes the figures of each group and of all.
 *
 * Grouped by periods alone, every period of the range appears, also without records; otherwise only combinations that
 * occur. Plans are those of all records: they are for all shifts of a name, not for some of them.
 */
export function figuresBy(
  { rows: all, requests, range, today, weekStart }: AskedDays & Pick<FigureSet, 'rows' | 'requests'>,
  keys: readonly GroupKey[],
  rows: readonly ShiftRow[] = all,
): GroupedFigures {
  // Days without values make the periods appear; being no records, they are not summed.
  const isOfPeriods = keys.length > 0 && keys.every(isPeriodKey);
  const days = isOfPeriods ? Array.from({ length: dayCount(range) }, (_, at) => [range.from + at]) : [];
  const daysOf = (values: readonly KeyValue[]): DaysCovered | undefined => {
    // The total has no values.
    const starts = values.flatMap((value, at) => (isPeriodKey(keys[at] as GroupKey) ? [Number(value)] : []));
    if (starts.length === 0) return undefined;
    const ends = keys
      .filter(isPeriodKey)
      .map((key, at) => startOfPeriod(key, starts[at] as number, weekStart, 1));
    const [start, end] = [Math.max(...starts), Math.min(...ends)];
    const covered = Math.min(end, range.to + 1, today) - Math.max(start, range.from);
    return { covered: Math.max(0, covered), of: end - start };
  };
  const makers = requests.map((request) => figureMaker(request, today));
  const groupOf = (values: readonly KeyValue[], own: readonly ShiftRow[]): Group => {
    const covered = daysOf(values);
    const isToCome = covered === undefined ? range.from >= today : covered.covered === 0;
    let made: readonly Figure[] | undefined;
    const figureAt = (make: (typeof makers)[number], at: number): Figure => {
      const { plan } = requests[at]?.targets ?? {};
      if (plan === undefined) return make(own, isToCome);
      const value = rows === all ? plan(values.length > 0 ? keys : [], values) : null;
      return { value, k: 0, n: 0, low: null, high: null, skipped: 0 };
    };
    return {
      keys: values,
      days: covered,
      records: own.length,
      get unfinished() {
        return own.filter((row) => dayOf(row) >= today).length;
      },
      get newestDay() {
        return own.reduce((newest: number | null, row) => Math.max(newest ?? 0, dayOf(row)), null);
      },
      get figures() {
        made ??= makers.map(figureAt);
        return made;
      },
    };
  };
  const groups = groupRows([rows, days], keys, weekStart);
  return {
    groups: groups.map(({ keys: own, rows: [of = []] }) => groupOf(own, of)),
    total: groupOf([], rows),
  };
}

function dayOf(row: ShiftRow): CalendarDate {
  return row[DAY_COLUMN] as CalendarDate;
}
