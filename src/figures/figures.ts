import { type CalendarDate, dayCount, startOfPeriod } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { DAYS_UNTIL_FINAL } from '../limits';
import { agrees, type Definitions, figureOf, publishedSource, type Withheld } from './definitions';
import { type AskedDays, type GroupKey, groupRows, isPeriodKey, type KeyValue } from './group-keys';
import { type Measure, type NumberSource, numberIn, type Quantity, SOURCES } from './measures';
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

/** What is added up of each record that has all of it. */
interface Addend {
  readonly numerator: NumberSource;
  /** @default 0 for each record */
  readonly denominator?: NumberSource;
  /** The numerator of the definition, and the published percentage that it is compared with. */
  readonly top?: NumberSource;
  readonly published?: NumberSource | undefined;
}

/** The sums of an addend. */
interface Sums {
  readonly numerator: number;
  readonly denominator: number;
  /** How many records had all of it, and how many had not. */
  readonly carried: number;
  readonly skipped: number;
  /** How many finished ones agree with the percentage that they publish, of those that can tell. */
  readonly agree: number;
  readonly of: number;
}

const NO_SUMS: Sums = { numerator: 0, denominator: 0, carried: 0, skipped: 0, agree: 0, of: 0 };

function sumUp(
  rows: readonly ShiftRow[],
  { numerator, denominator, top = numerator, published }: Addend,
  today: CalendarDate,
  finishedDaysOnly: boolean,
): Sums {
  let [numbers, wholes, carried, skipped, agree, of] = [0, 0, 0, 0, 0, 0];
  for (const row of rows) {
    const isOver = dayOf(row) < today;
    if (finishedDaysOnly && !isOver) continue;
    const number = numberIn(row, numerator);
    const whole = denominator === undefined ? 0 : numberIn(row, denominator);
    if (Number.isNaN(number) || Number.isNaN(whole)) {
      skipped += 1;
      continue;
    }
    numbers += number;
    wholes += whole;
    carried += 1;
    if (published === undefined || !isOver) continue;
    const says = agrees(numberIn(row, top), whole, numberIn(row, published));
    if (says !== undefined) of += 1;
    if (says) agree += 1;
  }
  return { numerator: numbers, denominator: wholes, carried, skipped, agree, of };
}

/** What a figure is made of: one sum for a count, and for a rate one for each definition that is left. */
function addendsOf({ measure, definitions, targets }: FigureRequest): readonly Addend[] {
  if (measure.kind === 'count') {
    if (measure.quantity === 'RECORDS') return [{ numerator: () => 1 }];
    return [{ numerator: targets?.ofRow ?? SOURCES[measure.quantity as Quantity] }];
  }
  const { beside, of } = measure;
  const published = typeof of === 'string' ? publishedSource(of, definitions?.scale) : undefined;
  return (definitions?.left ?? []).map((definition) => {
    const [top, denominator] = [SOURCES[definition.numerator], SOURCES[definition.denominator]];
    // In percentage points of the denominator, so that whole numbers stay whole: the sum is divided by its sum.
    const besideOf = (row: ShiftRow) => {
      const points = 100 * numberIn(row, top);
      const target = numberIn(row, denominator) * (targets?.ofRow(row) ?? Number.NaN);
      return beside === 'gap' || Number.isNaN(points) ? points - target : target;
    };
    return { numerator: beside ? besideOf : top, denominator, top, published };
  });
}

function dayOf(row: ShiftRow): CalendarDate {
  return row[DAY_COLUMN] as CalendarDate;
}

/**
 * Makes a figure of the records of a group.
 *
 * @returns Takes the records, and whether none of the group's days is over.
 */
export function figureMaker(request: FigureRequest, today: CalendarDate) {
  const { measure, definitions, likeness } = request;
  const addends = addendsOf(request);
  return (rows: readonly ShiftRow[], isToCome: boolean): Figure => {
    const sums = addends.map((addend) => sumUp(rows, addend, today, measure.finishedDaysOnly));
    const [{ numerator: k, denominator: n, carried, skipped } = NO_SUMS] = sums;
    if (measure.kind === 'count') {
      // 0 means asked and none; records of which nothing is known make a blank, and so do days that are to come.
      const isNone = rows.length === 0 && !(measure.finishedDaysOnly && isToCome);
      return { value: carried > 0 || isNone ? k : null, k, n: carried, low: null, high: null, skipped };
    }
    const whole = measure.beside === undefined ? 100 : 1;
    const ratios = sums.map(({ numerator, denominator, agree, of }) => {
      return { value: denominator === 0 ? null : (whole * numerator) / denominator, agree, of };
    });
    const { value, why } = definitions ? figureOf(definitions, ratios) : { value: null, why: undefined };
    const interval = value === null || whole === 1 ? undefined : wilsonInterval(k, n, likeness);
    const { low, high } = interval ?? { low: null, high: null };
    return { value, k, n, low, high, skipped, ...(why && { why }) };
  };
}

/** Whether the figures of a day may still be corrected. */
export function isProvisional(day: CalendarDate, today: CalendarDate): boolean {
  return day > today - DAYS_UNTIL_FINAL;
}

/** How many days of a period can hold records of ended shifts, out of all its days. */
export interface DaysCovered {
  /** Days of the period within the range and before today. */
  readonly covered: number;
  readonly of: number;
}

/** The records that agree in every key, and their figures. */
export interface Group {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  /**
   * How much of the period the records can cover: its days within the range and before today, out of all its
   * days; of several periods, out of those that they have in common. Incomplete when covered is less. Absent where no
   * key is a period.
   */
  readonly days: DaysCovered | undefined;
  readonly records: number;
  /** Records of today or later: left out of the figures of finished days. */
  readonly unfinished: number;
  /** The latest day; null without records. */
  readonly newestDay: CalendarDate | null;
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
  { keys, range, today, weekStart }: AskedDays & { readonly keys: readonly GroupKey[] },
  requests: readonly FigureRequest[],
  isPlanned = true,
): GroupedFigures {
  // Days without values make the periods appear; being no records, they are not summed.
  const isOfPeriods = keys.length > 0 && keys.every(isPeriodKey);
  const days = isOfPeriods ? Array.from({ length: dayCount(range) }, (_, at) => [range.from + at]) : [];
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
  const makers = requests.map((request) => figureMaker(request, today));
  const groupOf = (values: readonly KeyValue[], own: readonly ShiftRow[]): Group => {
    const covered = daysOf(values);
    const isToCome = covered === undefined ? range.from >= today : covered.covered === 0;
    let made: readonly Figure[] | undefined;
    const figureAt = (make: (typeof makers)[number], at: number): Figure => {
      const { plan } = requests[at]?.targets ?? {};
      if (plan === undefined) return make(own, isToCome);
      const value = isPlanned ? plan(values.length > 0 ? keys : [], values) : null;
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
        made = made ?? makers.map(figureAt);
        return made;
      },
    };
  };
  const grouped = groupRows([rows, days], keys, weekStart);
  return {
    groups: grouped.map((group) => groupOf(group.keys, group.rows[0] ?? [])),
    total: groupOf([], rows),
  };
}
