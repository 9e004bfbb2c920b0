import { type CalendarDate, type DateRange, startOfPeriod, type WeekStart } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { type Basis, basisFor, chooseBasis, isRefuted, type KeptBases } from './basis';
import { type FigureRequest, sumsNeeded, type TargetedFigure } from './figure';
import { type GroupedFigures, groupFigures } from './group-figures';
import { type GroupKey, groupRows, type KeyValue } from './group-keys';
import {
  type ChosenDefinition,
  type Measure,
  needsTargets,
  quantityReader,
  type RateMeasure,
} from './measures';
import { foldName } from './names';
import { type DistinctRows, distinctRows } from './record-quality';
import { filterRows, type RowFilter } from './row-filter';
import { EARLIER_WEEKS, FEWEST_WEEKS, likenessOf, type WeekShare } from './share-statistics';
import { type SumRequest, sumGroups } from './sums';
import { type LineValue, lineValueReader, type PlanScope, type TargetLine, weeklyPlan } from './weekly-plan';

/** What figures rest on besides the records. */
export interface FigureContext {
  /** The days that were asked for. */
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and what comes after are not finished. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  /** What refreshes found out about the percentages of this connection. */
  readonly bases: KeptBases | undefined;
  /** What the targets sheet says; absent where there is none. */
  readonly targets?: { readonly lines: readonly TargetLine[] } | undefined;
}

/** What is asked of records. */
interface AskedFigures {
  readonly measures: readonly Measure[];
  /** The definition that a formula chooses for its percentages. */
  readonly basis?: ChosenDefinition | undefined;
  /** Whether intervals are shown, so that likeness is measured: one more pass over the rows of 8 weeks or more. @default false */
  readonly hasIntervals?: boolean;
  /**
   * The filters, once there are records.
   *
   * @param known Every record, those without a day among them: a criterion such as `>Bar` may be the name of a venue.
   */
  filters(known: readonly ShiftRow[]): readonly RowFilter[];
}

/**
 * Records prepared for figures. `rows` are those that the filters leave; `undated` and `doubts` are of all records,
 * filtered or not.
 */
export interface FigureSet extends DistinctRows, Omit<FigureContext, 'bases' | 'targets'> {
  /** Every record with a day, each once: what the definitions are found from. Filters do not change a definition. */
  readonly all: readonly ShiftRow[];
  readonly filters: readonly RowFilter[];
  /** One per measure, in their order. */
  readonly requests: readonly FigureRequest[];
}

/** Prepares records for figures: each once, filtered, and each percentage with the definition that the records settle. */
export function prepareFigures(
  records: readonly ShiftRow[],
  { measures, basis, hasIntervals = false, filters }: AskedFigures,
  { range, today, weekStart, bases, targets }: FigureContext,
): FigureSet {
  const { rows: all, doubts, undated } = distinctRows(records);
  const chosen = filters(undated.length === 0 ? all : all.concat(undated));
  const rows = filterRows(all, chosen);
  const requests = requestFigures(measures, basis, { rows: all, today, kept: bases }).map((request) =>
    needsTargets(request.measure)
      ? {
          ...request,
          targets: targetsOf(request.measure, targets?.lines ?? [], {
            range,
            today,
            weekStart,
            filters: chosen,
          }),
        }
      : request,
  );
  return {
    all,
    rows,
    doubts,
    undated,
    filters: chosen,
    requests: hasIntervals ? withLikeness(requests, rows, { range, today, weekStart }) : requests,
    range,
    today,
    weekStart,
  };
}

/**
 * Percentages with the likeness of the complete weeks of a range, by venue and by the definition in use; of the newest 13
 * weeks. As they are where it cannot be measured.
 */
function withLikeness(
  requests: readonly FigureRequest[],
  rows: readonly ShiftRow[],
  facts: Pick<FigureContext, 'range' | 'today' | 'weekStart'>,
): readonly FigureRequest[] {
  const weeks = completeWeeks(facts).slice(-EARLIER_WEEKS);
  const needed = requests.map((request) => (request.measure.kind === 'rate' ? usedSum(request) : undefined));
  const known = needed.filter((one) => one !== undefined);
  if (weeks.length < FEWEST_WEEKS || known.length === 0) return requests;
  const venues = sumWeeks(rows, weeks, ['venue'], known, facts);
  return requests.map((request, at) => {
    const place = known.indexOf(needed[at] as SumRequest);
    if (place < 0) return request;
    return {
      ...request,
      likeness: likenessOf(venues.map(({ byDefinition }) => byDefinition[place] as WeekCount[])),
    };
  });
}

/** The sums of the definition in use, without a look at what the records publish. */
function usedSum(request: FigureRequest): SumRequest | undefined {
  const [used] = sumsNeeded(request);
  return used && { ...used, published: undefined };
}

/** Groups the records of a set, or some of them, and makes their figures. */
export function figuresBy(
  { rows, requests, doubts, range, today, weekStart }: FigureSet,
  keys: readonly GroupKey[],
  some: readonly ShiftRow[] = rows,
): GroupedFigures {
  // A plan is for all shifts of a name: of some of them there is none.
  const known = some === rows ? requests : requests.map(withoutPlan);
  return groupFigures(some, { keys, range, today, weekStart, doubts }, known);
}

function withoutPlan(request: FigureRequest): FigureRequest {
  const { targets } = request;
  return targets?.plan === undefined ? request : { ...request, targets: { ...targets, plan: () => null } };
}

/** What a figure takes from lines of the targets sheet. */
function targetsOf(measure: Measure, lines: readonly TargetLine[], scope: PlanScope): TargetedFigure {
  if (measure.kind === 'rate') return { ofRow: lineValueReader(lines, 'target', nameOfTargeted(measure)) };
  if (measure.quantity === 'PLAN_HOURS' || measure.quantity === 'PLAN_POSITIONS') {
    const value = measure.quantity === 'PLAN_HOURS' ? 'planHours' : 'planPositions';
    return { ofRow: () => null, plan: weeklyPlan(lines, value, scope) };
  }
  if (measure.quantity === 'COST') {
    return { ofRow: amountReader(lines, ['ratePerHour', quantityReader('HOURS_WORKED')]) };
  }
  return {
    ofRow: amountReader(
      lines,
      ['creditPerMissing', quantityReader('MISSING_PEOPLE')],
      ['creditPerNoShow', quantityReader('NO_SHOWS')],
    ),
  };
}

/** The sum of numbers of a record, each times what a line sets for it; null where no part is known. */
function amountReader(
  lines: readonly TargetLine[],
  ...parts: readonly (readonly [value: LineValue, read: (row: ShiftRow) => number | null])[]
): (row: ShiftRow) => number | null {
  const readers = parts.map(([value, read]) => ({ price: lineValueReader(lines, value), read }));
  return (row) => {
    let sum: number | null = null;
    for (const { price, read } of readers) {
      const [each, count] = [price(row), read(row)];
      if (each !== null && count !== null) sum = (sum ?? 0) + each * count;
    }
    return sum;
  };
}

/** The field whose target is meant: that of the percentage itself, or of our own one by its name. */
function nameOfTargeted({ name, of }: RateMeasure): string {
  return typeof of === 'string' ? of : name.replace(/_TARGET$/, '');
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

/** Where weeks lie, and which of them are over. */
interface WeekFacts {
  readonly range: DateRange;
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
}

/** A finished, complete week of one group or of all records, in positions. */
export interface WeekCount extends WeekShare {
  /** Its first day. */
  readonly week: CalendarDate;
  /** Whether its records publish percentages that contradict every definition that is left. */
  readonly isContradicted?: boolean;
}

/** The weeks of one group, or of all records. */
export interface GroupWeeks {
  /** As people write it; empty for all records, and for records that name none. */
  readonly who: string;
  /** The same for comparing: `groupKey` of its keys. */
  readonly key: string;
  /** For each ratio that was asked for, such as each definition that the rows leave, its weeks with positions, oldest first. */
  readonly byDefinition: readonly (readonly WeekCount[])[];
}

/** The first days of the weeks that lie wholly within the range and before today, oldest first. */
export function completeWeeks({ range, today, weekStart }: WeekFacts): CalendarDate[] {
  const end = Math.min(range.to + 1, today);
  const weeks: CalendarDate[] = [];
  let week = startOfPeriod('week', range.from, weekStart);
  if (week < range.from) week += 7;
  for (; week + 7 <= end; week += 7) weeks.push(week);
  return weeks;
}

/**
 * Sums the rows of these weeks by group.
 *
 * @param weeks Complete ones, oldest first, without a gap.
 * @param keys Of the groups; none for all records together.
 * @param needed Ratios.
 * @returns In the order of their names; those without a record in any of the weeks are left out.
 */
export function sumWeeks(
  rows: readonly ShiftRow[],
  weeks: readonly CalendarDate[],
  keys: readonly GroupKey[],
  needed: readonly SumRequest[],
  { today, weekStart }: Pick<WeekFacts, 'today' | 'weekStart'>,
): GroupWeeks[] {
  const [first, last] = [weeks[0], weeks[weeks.length - 1]] as [CalendarDate, CalendarDate];
  const inWeeks = rows.filter((row) => {
    const day = row[DAY_COLUMN];
    return typeof day === 'number' && day >= first && day < last + 7;
  });
  const { groupOf, groups } = groupRows(inWeeks, ['week', ...keys], weekStart);
  const { sums } = sumGroups(inWeeks, groupOf, groups.length, needed, today);
  const found = new Map<string, GroupWeeks & { byDefinition: WeekCount[][] }>();
  groups.forEach(([week, ...values], group) => {
    const key = groupKey(values);
    const known = found.get(key) ?? { who: groupName(values), key, byDefinition: needed.map(() => []) };
    found.set(key, known);
    const summed = needed.map((_, at) => sums(at, group));
    const isContradicted = summed.every(({ own }) => own && isRefuted(own));
    summed.forEach(({ numerator, denominator }, at) => {
      const count = { week: Number(week), k: numerator, n: denominator };
      if (denominator > 0)
        known.byDefinition[at]?.push(isContradicted ? { ...count, isContradicted } : count);
    });
  });
  return [...found.values()];
}

/** What identifies a group by its keys, in whatever capitals: names may hold the comma of `groupName`. */
export function groupKey(keys: readonly KeyValue[]): string {
  return JSON.stringify(keys.map((key) => (typeof key === 'string' ? foldName(key) : key)));
}

/** The keys of a group as one name: `Grand Hotel, Bar`; empty where the records name none. */
export function groupName(keys: readonly KeyValue[]): string {
  return keys.map((key) => key ?? '').join(', ');
}
