import {
  type CalendarDate,
  type DateRange,
  dayCount,
  startOfPeriod,
  type WeekStart,
} from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { DAYS_UNTIL_FINAL } from '../limits';
import {
  agrees,
  type Definitions,
  figureOf,
  publishedReader,
  type RatioSums,
  type Withheld,
} from './definitions';
import { type GroupKey, groupRows, isPeriodKey, type KeyValue } from './group-keys';
import { type Measure, type Quantity, quantityReader, type ReadNumber } from './measures';
import { wilsonInterval } from './share-statistics';
import type { TargetedFigure } from './targets';

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

/** One figure of one group, with what speaks for it. */
export interface Figure {
  /**
   * Counts: the sum. Null where the group has records but none with a value, 0 where it has no records; null, too, where
   * only finished days count and none of its days is over.
   * Rates: percent on the 0 to 100 scale, not rounded. Null where the denominator is 0, and where it is withheld.
   */
  readonly value: number | null;
  /** Rates: the numerator's sum by the definition in use. Counts: the sum. */
  readonly k: number;
  /** Rates: the denominator's sum by the definition in use. Counts: the records that carried a value. */
  readonly n: number;
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

/** What a group holds, whatever is summed. */
interface GroupFacts {
  readonly records: number;
  /** Records of today or later: left out of the figures of finished days. */
  readonly unfinished: number;
  /** The latest day; null without records. */
  readonly newestDay: CalendarDate | null;
}

/** What is added up of each record that has all of it. */
interface Addend {
  readonly top: ReadNumber;
  readonly bottom?: ReadNumber;
  /** The published percentage, and what it may be made of, where the two are to be compared. */
  readonly published?: { readonly value: ReadNumber; readonly top: ReadNumber; readonly bottom: ReadNumber };
}

/** The sums of one addend over one group; `denominator` is 0 where it has none, `of` where nothing was compared. */
interface Sums extends RatioSums {
  /** Records that had every part. */
  readonly carried: number;
}

const NO_SUMS: Sums = { numerator: 0, denominator: 0, carried: 0, agree: 0, of: 0 };
const ONE: ReadNumber = () => 1;
const DAY: ReadNumber = ({ [DAY_COLUMN]: day }) => day as number;

/**
 * Sums rows by group, and makes figures of the sums. The group after the last one holds all rows.
 *
 * @param groupOf The group of each row, from 0 to `groupCount` − 1.
 */
export function sumFigures(
  rows: readonly ShiftRow[],
  groupOf: readonly number[],
  groupCount: number,
  requests: readonly FigureRequest[],
  today: CalendarDate,
) {
  const numbersOf = numberColumns(rows);
  const days = numbersOf(DAY);
  const zeros = () => new Float64Array(groupCount + 1);
  const sumsOf = ({ top, bottom, published }: Addend, finishedDaysOnly: boolean) => {
    const sums = { numerator: zeros(), denominator: zeros(), carried: zeros(), agree: zeros(), of: zeros() };
    const [tops, bottoms] = [numbersOf(top), bottom && numbersOf(bottom)];
    const values = published && numbersOf(published.value);
    const [ownTops, ownBottoms] = published
      ? [numbersOf(published.top), numbersOf(published.bottom)]
      : [tops, tops];
    for (let at = 0; at < rows.length; at += 1) {
      const number = tops[at] as number;
      const whole = bottoms ? (bottoms[at] as number) : 0;
      const isOver = (days[at] as number) < today;
      if ((finishedDaysOnly && !isOver) || Number.isNaN(number) || Number.isNaN(whole)) continue;
      const group = groupOf[at] as number;
      add(sums.numerator, group, number);
      add(sums.denominator, group, whole);
      add(sums.carried, group, 1);
      const value = values && isOver ? (values[at] as number) : Number.NaN;
      if (Number.isNaN(value)) continue;
      const says = agrees(ownTops[at] as number, ownBottoms[at] as number, value);
      if (says !== undefined) add(sums.of, group, 1);
      if (says) add(sums.agree, group, 1);
    }
    for (const sum of Object.values(sums)) addTotal(sum);
    return sums;
  };
  const [records, finished, newestDay] = [zeros(), zeros(), zeros()];
  for (let at = 0; at < rows.length; at += 1) {
    const [group, day] = [groupOf[at] as number, days[at] as number];
    add(records, group, 1);
    if (day < today) add(finished, group, 1);
    if (day > (newestDay[group] as number)) newestDay[group] = day;
  }
  newestDay[groupCount] = newestDay.reduce((newest, day) => Math.max(newest, day), 0);
  addTotal(records);
  addTotal(finished);
  const columns = requests.map((request) =>
    addendsOf(request).map((addend) => sumsOf(addend, request.measure.finishedDaysOnly)),
  );
  return {
    facts: (group: number): GroupFacts => ({
      records: records[group] as number,
      unfinished: (records[group] as number) - (finished[group] as number),
      newestDay: newestDay[group] || null,
    }),
    /** @param isToCome Whether none of its days is over. */
    figure: (at: number, group: number, isToCome: boolean): Figure => {
      const { measure, definitions, likeness } = requests[at] as FigureRequest;
      const asked = (measure.finishedDaysOnly ? finished : records)[group] as number;
      const sums = (columns[at] ?? []).map((sum) => ({
        numerator: sum.numerator[group] as number,
        denominator: sum.denominator[group] as number,
        carried: sum.carried[group] as number,
        agree: sum.agree[group] as number,
        of: sum.of[group] as number,
      }));
      const [{ numerator: k, denominator, carried } = NO_SUMS] = sums;
      const skipped = sums.length === 0 ? 0 : asked - carried;
      if (measure.kind === 'count') {
        // 0 means asked and none; records of which nothing is known make a blank, and so do days that are to come.
        const isNone = records[group] === 0 && sums.length > 0 && !(measure.finishedDaysOnly && isToCome);
        return { value: carried > 0 || isNone ? k : null, k, n: carried, low: null, high: null, skipped };
      }
      const whole = measure.beside === undefined ? 100 : 1;
      const { value, why } = definitions
        ? figureOf(definitions, sums, whole)
        : { value: null, why: undefined };
      const interval = value === null || whole === 1 ? undefined : wilsonInterval(k, denominator, likeness);
      const { low, high } = interval ?? { low: null, high: null };
      return { value, k, n: denominator, low, high, skipped, ...(why && { why }) };
    },
  };
}

/** Puts the sum over all groups behind them. */
function addTotal(sums: Float64Array): void {
  sums[sums.length - 1] = sums.reduce((all, one) => all + one, 0);
}

function add(sums: Float64Array, group: number, number: number): void {
  sums[group] = (sums[group] as number) + number;
}

/** The numbers of all rows by what reads them, NaN where a row has none: each is read once. */
function numberColumns(rows: readonly ShiftRow[]): (read: ReadNumber) => Float64Array {
  const known = new Map<ReadNumber, Float64Array>();
  return (read) => {
    const numbers = known.get(read) ?? new Float64Array(rows.length);
    if (!known.has(read)) {
      for (let at = 0; at < rows.length; at += 1) numbers[at] = read(rows[at] as ShiftRow) ?? Number.NaN;
    }
    known.set(read, numbers);
    return numbers;
  };
}

/** What a figure is made of: one sum for a count, none for a plan, and for a rate one for each definition that is left. */
function addendsOf({ measure, definitions, targets }: FigureRequest): readonly Addend[] {
  if (measure.kind === 'count') {
    if (targets?.plan !== undefined) return [];
    if (targets !== undefined) return [{ top: targets.ofRow }];
    return [{ top: measure.quantity === 'RECORDS' ? ONE : quantityReader(measure.quantity as Quantity) }];
  }
  const { beside, of } = measure;
  const value = typeof of === 'string' ? publishedReader(of, definitions?.scale) : undefined;
  return (definitions?.left ?? []).map(({ definition }) => {
    const [top, bottom] = [quantityReader(definition.numerator), quantityReader(definition.denominator)];
    // In percentage points of the denominator, so that whole numbers stay whole: the sum is divided by its sum.
    const besideOf: ReadNumber = (row) => {
      const [part, whole, target] = [top(row), bottom(row), targets?.ofRow(row) ?? null];
      if (part === null || whole === null || target === null) return null;
      return beside === 'target' ? whole * target : 100 * part - whole * target;
    };
    const addend = { top: beside === undefined ? top : besideOf, bottom };
    return value ? { ...addend, published: { value, top, bottom } } : addend;
  });
}

/** Whether the figures of a day may still be corrected. */
export function isProvisional(day: CalendarDate, today: CalendarDate): boolean {
  return day > today - DAYS_UNTIL_FINAL;
}

/** How shift records are grouped. */
interface Grouping {
  readonly keys: readonly GroupKey[];
  /** The days that were asked for. */
  readonly range: DateRange;
  /** Today in the spreadsheet's time zone: it and what comes after are not finished. */
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
}

/** How many days of a period can hold records of ended shifts, out of all its days. */
export interface DaysCovered {
  /** Days of the period within the range and before today. */
  readonly covered: number;
  readonly of: number;
}

/** The records that agree in every key, and their figures. */
export interface Group extends GroupFacts {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  /**
   * How much of the period the records can cover: its days within the range and before today, out of all its
   * days; of several periods, out of those that they have in common. Incomplete when covered is less. Absent where no
   * key is a period.
   */
  readonly days: DaysCovered | undefined;
  /** In the order of the requests; made when first read, as most of a large grouping is never shown. */
  readonly figures: readonly Figure[];
}

/** The value of a group's key, by its place among the keys asked for; null where there is none. */
export function keyOf({ keys }: Group, at = 0): KeyValue {
  return keys[at] ?? null;
}

/** Groups in the order of their keys, and the figures of all records together. */
export interface GroupedFigures {
  readonly groups: readonly Group[];
  readonly total: Group;
}

/**
 * Groups shift records and makes the figures of each group and of all records.
 *
 * Grouped by periods alone, every period of the range appears, also without records; otherwise only combinations
 * that occur.
 *
 * @param isPlanned Whether plans are shown: they are for all shifts of a name, not for some of them.
 */
export function groupFigures(
  rows: readonly ShiftRow[],
  { keys, range, today, weekStart }: Grouping,
  requests: readonly FigureRequest[],
  isPlanned = true,
): GroupedFigures {
  // Days without values make the periods appear; being no records, they are not summed.
  const isOfPeriods = keys.length > 0 && keys.every(isPeriodKey);
  const days: readonly ShiftRow[] = isOfPeriods
    ? Array.from({ length: dayCount(range) }, (_, at) => [range.from + at])
    : [];
  const { groupOf, groups } = groupRows(isOfPeriods ? rows.concat(days) : rows, keys, weekStart);
  const { facts, figure } = sumFigures(rows, groupOf, groups.length, requests, today);
  const daysOf = (values: readonly KeyValue[]): DaysCovered | undefined => {
    const periods = keys.flatMap((unit, at) =>
      isPeriodKey(unit) ? [{ unit, start: Number(values[at]) }] : [],
    );
    // The total has no values.
    if (periods.length === 0 || values.length === 0) return undefined;
    const start = Math.max(...periods.map((period) => period.start));
    const end = Math.min(...periods.map((one) => startOfPeriod(one.unit, one.start, weekStart, 1)));
    const covered = Math.min(end, range.to + 1, today) - Math.max(start, range.from);
    return { covered: Math.max(0, covered), of: end - start };
  };
  const make = (values: readonly KeyValue[], group: number): Group => {
    const covered = daysOf(values);
    const isToCome = covered === undefined ? range.from >= today : covered.covered === 0;
    let made: readonly Figure[] | undefined;
    const makeFigure = ({ targets }: FigureRequest, at: number): Figure => {
      if (targets?.plan === undefined) return figure(at, group, isToCome);
      const value = isPlanned ? targets.plan(values.length > 0 ? keys : [], values) : null;
      return { value, k: 0, n: 0, low: null, high: null, skipped: 0 };
    };
    return {
      ...facts(group),
      keys: values,
      days: covered,
      get figures() {
        made = made ?? requests.map(makeFigure);
        return made;
      },
    };
  };
  return { groups: groups.map(make), total: make([], groups.length) };
}
