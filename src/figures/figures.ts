import { type CalendarDate, dayCount, startOfPeriod } from '../calendar/calendar-date';
import type { GroupKey } from '../contract/fields';
import { DAY_COLUMN, ID_COLUMN, type ShiftRow, type ShiftValue } from '../employer-api/shift-report';
import { DAYS_UNTIL_FINAL } from '../limits';
import {
  type Definitions,
  definitionsFor,
  figureOf,
  type KeptDefinitions,
  newestFinished,
  voteOf,
  type Withheld,
} from './definitions';
import { type AskedDays, completeWeeks, groupRows, isPeriodKey, type KeyValue } from './group-keys';
import {
  type ChosenDefinition,
  type Measure,
  NUMBERS,
  type NumberOf,
  needsTargets,
  publishedPercentages,
  type Quantity,
  type RateMeasure,
} from './measures';
import { filterRows, type RowFilter, rowsOn } from './row-filter';
import { EARLIER_WEEKS, FEWEST_WEEKS, likenessOf, type Share, wilsonInterval } from './share-statistics';
import { type TargetedFigure, type TargetLine, targetedFigure } from './targets';

/*
 * From records to figures: `prepareFigures` takes each record once and finds out what percentages are made of, `figuresBy`
 * groups them, and `figureMaker` sums the records of a group.
 */

/** A figure that is asked for. */
export interface FigureRequest {
  readonly measure: Measure;
  /** What the percentage is made of; `undefined` for counts. A percentage without one is blank. */
  readonly definitions: Definitions | undefined;
  /** How much more weeks differ than independent positions would, for intervals; absent where it was not measured. */
  readonly likeness?: number | undefined;
  /** What the figure takes from the targets sheet; absent for figures that rest on records alone. */
  readonly targets?: TargetedFigure | undefined;
}

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
  const definitionsOf = (of: RateMeasure['of']): Definitions | undefined =>
    typeof of === 'string'
      ? known.get(of)
      : { left: [{ ...of, agree: 0, of: 0 }], by: 'add-on', scale: undefined };
  const asked = measures.map(
    (measure): FigureRequest => ({
      measure,
      definitions: measure.kind === 'rate' ? definitionsOf(measure.of) : undefined,
      targets: needsTargets(measure) ? targetedFigure(measure, targets?.lines ?? [], scope) : undefined,
    }),
  );
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
 * Takes the records that figures are made of: a record that came twice counts once.
 *
 * Only a SHIFT_ID can tell a repetition from two shifts that look alike, so records without one are all kept.
 * The same SHIFT_ID with other fields is kept: which of the two is right is unknown here.
 *
 * @returns The first of equal records, in the order in which they came; the others of them; and the kept ones that share
 *   their SHIFT_ID with a different one before them.
 */
export function distinctRows(rows: readonly ShiftRow[]) {
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
  const inWeeks = rowsOn(rows, { from: first, to: newest - 1 });
  const venues = groupRows(inWeeks, ['venue'], period.weekStart).map((venue) =>
    groupRows(venue.rows, ['week'], period.weekStart),
  );
  return requests.map((request) => {
    if (request.measure.kind === 'count' || request.measure.beside) return undefined;
    const make = figureMaker(request, period.today);
    const figures = venues.map((weeks) => weeks.map((week) => make(week.rows, false)));
    return likenessOf(figures.map((weeks) => weeks.filter(({ n, why }) => n > 0 && !why)));
  });
}

/** The records that agree in every key, and their figures. */
export interface Group {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  /**
   * How many days of its period lie within the range and before today, out of all; of several periods, out of those that
   * they have in common. Absent where no key is a period.
   */
  readonly days: { readonly covered: number; readonly of: number } | undefined;
  readonly rows: readonly ShiftRow[];
  /** In the order of the requests; made when first read, as most of a large grouping is never shown. */
  readonly figures: readonly Figure[];
}

/** The value of a group's key, by its place among the keys asked for; null where there is none. */
export function keyOf({ keys }: Group, at = 0): KeyValue {
  return keys[at] ?? null;
}

/** How many records of a group are of today or later: left out of the figures of finished days. */
export function unfinishedIn({ rows }: Pick<Group, 'rows'>, today: CalendarDate): number {
  return rows.filter((row) => Number(row[DAY_COLUMN]) >= today).length;
}

/** Whether the figures of a day may still be corrected. */
export function isProvisional(day: CalendarDate, today: CalendarDate): boolean {
  return day > today - DAYS_UNTIL_FINAL;
}

/** Whether the figures of some record of a group may still be corrected. */
export function isOpen({ rows }: Pick<Group, 'rows'>, today: CalendarDate): boolean {
  return rows.some((row) => isProvisional(Number(row[DAY_COLUMN]), today));
}

/**
 * Groups the records of a set, or some of them, and makes the figures of each group and of all.
 *
 * Grouped by periods alone, every period of the range appears, also without records; otherwise only combinations that
 * occur. Plans are those of all records: they are for all shifts of a name, not for some of them.
 *
 * @returns The groups in the order of their keys, and the figures of all records together.
 */
export function figuresBy(
  { rows: all, requests, range, today, weekStart }: AskedDays & Pick<FigureSet, 'rows' | 'requests'>,
  keys: readonly GroupKey[],
  rows: readonly ShiftRow[] = all,
) {
  const makers = requests.map((request) => figureMaker(request, today));
  const daysOf = (values: readonly KeyValue[]): Group['days'] => {
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
  const groupOf = (values: readonly KeyValue[], own: readonly ShiftRow[]): Group => {
    const days = daysOf(values);
    const isToCome = days === undefined ? range.from >= today : days.covered === 0;
    let made: readonly Figure[] | undefined;
    const figureAt = (make: (typeof makers)[number], at: number): Figure => {
      const { plan } = requests[at]?.targets ?? {};
      if (plan === undefined) return make(own, isToCome);
      const value = rows === all ? plan(values.length > 0 ? keys : [], values) : null;
      return { value, k: 0, n: 0, low: null, high: null, skipped: 0 };
    };
    return {
      ...{ keys: values, days, rows: own },
      get figures() {
        made ??= makers.map(figureAt);
        return made;
      },
    };
  };
  // Days without values make periods appear; they are no records.
  const isOfPeriods = keys.length > 0 && keys.every(isPeriodKey);
  const empty = isOfPeriods ? Array.from({ length: dayCount(range) }, (_, at) => [range.from + at]) : [];
  const groups: readonly Group[] = groupRows(isOfPeriods ? [...rows, ...empty] : rows, keys, weekStart).map(
    (group) => groupOf(group.keys, isOfPeriods ? group.rows.filter(({ length }) => length > 1) : group.rows),
  );
  return { groups, total: groupOf([], rows) };
}

/** One figure of one group, with what speaks for it. */
export interface Figure extends Share {
  /**
   * Counts: the sum. Null where the group has records but none with a value, 0 where it has no records; null, too, where
   * only finished days count and none of its days is over.
   * Rates: percent on the 0 to 100 scale, not rounded. Null where the denominator is 0, and where it is withheld.
   */
  readonly value: number | null;
  // Rates: `k` and `n` are the sums by the definition in use. Counts: the sum, and the records that carried a value.
  /**
   * The 95% Wilson interval in percent, scaled by likeness; at least this wide where that was not measured. Null where the
   * numerator is not within 0 and n, and with the value.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** Records left out because a part of the figure was null. */
  readonly skipped: number;
  /** Why a percentage is withheld; absent where it is shown. */
  readonly why?: Withheld;
}

/** What is added up of each record that has all of it: the parts of a figure. */
interface Parts {
  readonly top: NumberOf;
  /** Of a count 1: the records that have it. */
  readonly bottom: NumberOf;
  /** Whether a record agrees with the percentage that it publishes. */
  readonly vote?: ReturnType<typeof voteOf>;
}

/** The sums of parts, how many records lacked one of them, and how many finished ones agree. */
const NO_SUMS = { k: 0, n: 0, skipped: 0, agree: 0, of: 0 };

/** The parts of a figure: for a rate those of each definition that is left. */
function partsOf({ measure, definitions, targets }: FigureRequest): readonly Parts[] {
  if (measure.kind === 'count') {
    const { quantity } = measure;
    const top = quantity === 'RECORDS' ? () => 1 : (targets?.ofRow ?? NUMBERS[quantity as Quantity]);
    return [{ top, bottom: () => 1 }];
  }
  const { beside, of } = measure;
  return (definitions?.left ?? []).map((definition) => {
    const [top, bottom] = [NUMBERS[definition.numerator], NUMBERS[definition.denominator]];
    // In percentage points of the denominator, so that whole numbers stay whole: the sum is divided by its sum.
    const besideOf = (row: ShiftRow) => {
      const points = 100 * top(row);
      const target = bottom(row) * (targets?.ofRow(row) ?? Number.NaN);
      return beside === 'gap' || Number.isNaN(points) ? points - target : target;
    };
    const votes = typeof of === 'string' ? { vote: voteOf(of, definition, definitions?.scale) } : {};
    return { top: beside ? besideOf : top, bottom, ...votes };
  });
}

/**
 * Makes a figure of the records of a group.
 *
 * @returns Takes the records, and whether none of the group's days is over.
 */
export function figureMaker(request: FigureRequest, today: CalendarDate) {
  const { measure, definitions, likeness } = request;
  const parts = partsOf(request);
  const sumUp = (rows: readonly ShiftRow[], { top, bottom, vote }: Parts): typeof NO_SUMS => {
    let [k, n, skipped, agree, of] = [0, 0, 0, 0, 0];
    for (const row of rows) {
      const isOver = Number(row[DAY_COLUMN]) < today;
      if (measure.finishedDaysOnly && !isOver) continue;
      const part = top(row);
      const whole = bottom(row);
      if (Number.isNaN(part + whole)) {
        skipped += 1;
        continue;
      }
      k += part;
      n += whole;
      const says = vote !== undefined && isOver ? vote(row) : undefined;
      if (says !== undefined) of += 1;
      if (says) agree += 1;
    }
    return { k, n, skipped, agree, of };
  };
  return (rows: readonly ShiftRow[], isToCome: boolean): Figure => {
    const sums = parts.map((own) => sumUp(rows, own));
    const [{ k, n, skipped } = NO_SUMS] = sums;
    if (measure.kind === 'count') {
      // 0 means asked and none; records of which nothing is known make a blank, and so do days that are to come.
      const isNone = rows.length === 0 && !(measure.finishedDaysOnly && isToCome);
      return { value: n > 0 || isNone ? k : null, k, n, low: null, high: null, skipped };
    }
    const whole = measure.beside === undefined ? 100 : 1;
    const ratios = sums.map((own) => ({ ...own, value: own.n === 0 ? null : (whole * own.k) / own.n }));
    const { value, why } = definitions ? figureOf(definitions, ratios) : { value: null, why: undefined };
    const interval = value === null || whole === 1 ? undefined : wilsonInterval(k, n, likeness);
    return { value, k, n, low: null, high: null, ...interval, skipped, ...(why && { why }) };
  };
}
