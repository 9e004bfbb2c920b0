import type { CalendarDate, DateRange, WeekStart } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { type Definitions, definitionsFor, type KeptDefinitions, newestFinished } from './definitions';
import type { FigureRequest, TargetedFigure } from './figure';
import { type Group, type GroupedFigures, groupFigures } from './group-figures';
import type { GroupKey, KeyValue } from './group-keys';
import {
  type ChosenDefinition,
  type Definition,
  type Measure,
  needsTargets,
  type PercentageField,
  quantityReader,
  type RateMeasure,
} from './measures';
import { distinctRows } from './record-quality';
import { filterRows, type RowFilter } from './row-filter';
import { EARLIER_WEEKS } from './share-statistics';
import { type LineValue, lineValueReader, type PlanScope, type TargetLine, weeklyPlan } from './weekly-plan';
import { completeWeeks, likenessOfVenues } from './weeks';

/** What figures rest on besides the records. */
export interface FigureContext {
  /** The days that were asked for. */
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and what comes after are not finished. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
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
  /** Whether intervals are shown, so that likeness is measured: one more pass over the rows of 8 weeks or more. @default false */
  readonly hasIntervals?: boolean;
  readonly filters: readonly RowFilter[];
}

/** Records prepared for figures. */
export interface FigureSet extends Omit<FigureContext, 'keptDefinitions' | 'targets'> {
  /** Every record, each once: what the definitions are found from. Filters do not change a definition. */
  readonly all: readonly ShiftRow[];
  /** Those that the filters leave. */
  readonly rows: readonly ShiftRow[];
  /** How many of these came again and were left out, and how many have the SHIFT_ID of a different one before them. */
  readonly repeated: number;
  readonly conflicting: number;
  readonly filters: readonly RowFilter[];
  /** One per measure, in their order. */
  readonly requests: readonly FigureRequest[];
}

/** Prepares records for figures: each once, filtered, and each percentage with the definitions that the records leave. */
export function prepareFigures(
  records: readonly ShiftRow[],
  { measures, basis, hasIntervals = false, filters }: AskedFigures,
  { range, today, weekStart, keptDefinitions, targets }: FigureContext,
): FigureSet {
  const { rows: all, repeated, conflicting } = distinctRows(records);
  const rows = filterRows(all, filters);
  const found = { rows: all, today, kept: keptDefinitions };
  const scope = { range, today, weekStart, filters };
  const requests = requestFigures(measures, basis, found).map((request) =>
    needsTargets(request.measure)
      ? { ...request, targets: targetsOf(request.measure, targets?.lines ?? [], scope) }
      : request,
  );
  return {
    all,
    rows,
    repeated: filterRows(repeated, filters).length,
    conflicting: filterRows(conflicting, filters).length,
    ...scope,
    requests: hasIntervals ? withLikeness(requests, rows, scope) : requests,
  };
}

/** Percentages with the likeness of the newest 13 complete weeks of a range; as they are where it cannot be measured. */
function withLikeness(
  requests: readonly FigureRequest[],
  rows: readonly ShiftRow[],
  facts: Pick<FigureContext, 'range' | 'today' | 'weekStart'>,
): readonly FigureRequest[] {
  const rates = requests.filter(({ measure }) => measure.kind === 'rate');
  const likeness = likenessOfVenues(rows, completeWeeks(facts).slice(-EARLIER_WEEKS), rates, facts);
  return requests.map((request) => {
    const measured = likeness[rates.indexOf(request)];
    return measured === undefined ? request : { ...request, likeness: measured };
  });
}

/** Groups the records of a set, or some of them, and makes their figures. */
export function figuresBy(
  { rows, requests, range, today, weekStart }: FigureSet,
  keys: readonly GroupKey[],
  some: readonly ShiftRow[] = rows,
): GroupedFigures {
  // A plan is for all shifts of a name: of some of them there is none.
  const known = some === rows ? requests : requests.map(withoutPlan);
  return groupFigures(some, { keys, range, today, weekStart }, known);
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

/** The group of a set with these values of these keys: one without records where none has them, the total without keys. */
export function groupOfKeys(set: FigureSet, keys: readonly GroupKey[], values: readonly KeyValue[]): Group {
  const { groups, total } = figuresBy(set, keys);
  if (keys.length === 0) return total;
  const found = groups.find((group) => group.keys.every((value, at) => value === values[at]));
  return found ?? figuresBy(set, [], []).total;
}

/** The figures to compute, each percentage with the definitions that the rows leave or the formula chooses. */
export function requestFigures(
  measures: readonly Measure[],
  chosen: ChosenDefinition | undefined,
  { rows, today, kept }: Pick<FigureSet, 'rows' | 'today'> & { readonly kept: KeptDefinitions | undefined },
): FigureRequest[] {
  const known = new Map<PercentageField, Definitions>();
  let newest: readonly ShiftRow[] | undefined;
  const definitionsOf = (field: PercentageField) => {
    newest = newest ?? newestFinished(rows, today);
    const definitions = known.get(field) ?? definitionsFor(field, newest, { chosen, kept });
    known.set(field, definitions);
    return definitions;
  };
  return measures.map((measure) => {
    if (measure.kind === 'count') return { measure, definitions: undefined };
    const { of } = measure;
    return { measure, definitions: typeof of === 'string' ? definitionsOf(of) : ownDefinition(of) };
  });
}

function ownDefinition(definition: Definition): Definitions {
  return { left: [{ definition, agree: 0, of: 0 }], by: 'add-on', scale: undefined };
}
