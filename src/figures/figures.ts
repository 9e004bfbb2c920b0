import type { CalendarDate } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { DAYS_UNTIL_FINAL } from '../limits';
import { type Definitions, figureOf, type Votes, voteOf, type Withheld } from './definitions';
import type { KeyValue } from './group-keys';
import { type Measure, NUMBERS, type NumberOf, type Quantity } from './measures';
import { type Share, wilsonInterval } from './share-statistics';
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
  /** Of rates. */
  readonly bottom?: NumberOf;
  /** Whether a record agrees with the percentage that it publishes. */
  readonly vote?: ReturnType<typeof voteOf> | undefined;
}

/** The sums of parts, how many records had all of them and how many had not, and how many finished ones agree. */
interface Sums extends Share, Votes {
  readonly carried: number;
  readonly skipped: number;
}

const NO_SUMS: Sums = { k: 0, n: 0, carried: 0, skipped: 0, agree: 0, of: 0 };

function sumUp(
  rows: readonly ShiftRow[],
  { top, bottom, vote }: Parts,
  today: CalendarDate,
  finishedDaysOnly: boolean,
): Sums {
  let [k, n, carried, skipped, agree, of] = [0, 0, 0, 0, 0, 0];
  for (const row of rows) {
    const isOver = Number(row[DAY_COLUMN]) < today;
    if (finishedDaysOnly && !isOver) continue;
    const part = top(row);
    const whole = bottom === undefined ? 0 : bottom(row);
    if (Number.isNaN(part) || Number.isNaN(whole)) {
      skipped += 1;
      continue;
    }
    k += part;
    n += whole;
    carried += 1;
    const says = vote !== undefined && isOver ? vote(row) : undefined;
    if (says !== undefined) of += 1;
    if (says) agree += 1;
  }
  return { k, n, carried, skipped, agree, of };
}

/** The parts of a figure: for a rate those of each definition that is left. */
function partsOf({ measure, definitions, targets }: FigureRequest): readonly Parts[] {
  if (measure.kind === 'count') {
    const { quantity } = measure;
    return [{ top: quantity === 'RECORDS' ? () => 1 : (targets?.ofRow ?? NUMBERS[quantity as Quantity]) }];
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
    const vote = typeof of === 'string' ? voteOf(of, definition, definitions?.scale) : undefined;
    return { top: beside ? besideOf : top, bottom, vote };
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
  return (rows: readonly ShiftRow[], isToCome: boolean): Figure => {
    const sums = parts.map((own) => sumUp(rows, own, today, measure.finishedDaysOnly));
    const [{ k, n, carried, skipped } = NO_SUMS] = sums;
    if (measure.kind === 'count') {
      // 0 means asked and none; records of which nothing is known make a blank, and so do days that are to come.
      const isNone = rows.length === 0 && !(measure.finishedDaysOnly && isToCome);
      return { value: carried > 0 || isNone ? k : null, k, n: carried, low: null, high: null, skipped };
    }
    const whole = measure.beside === undefined ? 100 : 1;
    const ratios = sums.map((own) => {
      return { value: own.n === 0 ? null : (whole * own.k) / own.n, agree: own.agree, of: own.of };
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
