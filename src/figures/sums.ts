import type { CalendarDate } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { agrees, type RatioSums } from './definitions';
import { type Quantity, quantityReader } from './measures';

/** What is to be summed: a number, or two of them over the records that have both. */
export interface SumRequest {
  readonly numerator: Name;
  readonly denominator: Quantity | undefined;
  /** Leaves out today and what comes after it: none of it is over. */
  readonly finishedDaysOnly: boolean;
  /** What the records publish themselves, on the 0 to 100 scale, where it is to be compared with their ratio by this definition. */
  readonly published?: Published | undefined;
}

/** Reads a number of a row; null where it has none. */
type Read = (row: ShiftRow) => number | null;

/** What is read of a row. `RECORDS` counts the rows themselves. */
type Name = Quantity | 'RECORDS' | Read;

/** A published percentage, and what it may be made of. */
interface Published {
  readonly read: Read;
  readonly numerator: Quantity;
  readonly denominator: Quantity;
}

/** The sums of one request over one group; `denominator` is 0 where it has none, `of` where nothing was compared. */
export interface Sums extends RatioSums {
  /** Records that had every part. */
  readonly carried: number;
}

/** What a group holds, whatever is summed. */
export interface GroupFacts {
  readonly records: number;
  /** Records of today or later: left out of the figures of finished days. */
  readonly unfinished: number;
  /** The latest day; null without records. */
  readonly newestDay: CalendarDate | null;
}

/** The sums of every group. The group after the last one holds all rows, summed apart from the groups. */
interface GroupSums {
  sums(request: number, group: number): Sums;
  facts(group: number): GroupFacts;
}

/** What is added up of one request, by group. */
type Columns = { readonly [Name in keyof Sums]: Float64Array };

/**
 * Sums what is asked for over every group and over all rows.
 *
 * @param groupOf The group of each row, from 0 to `groupCount` − 1.
 */
export function sumGroups(
  rows: readonly ShiftRow[],
  groupOf: readonly number[],
  groupCount: number,
  requests: readonly SumRequest[],
  today: CalendarDate,
): GroupSums {
  const zeros = () => new Float64Array(groupCount + 1);
  const [records, unfinished, newestDay] = [zeros(), zeros(), zeros()];
  const addRecord = (group: number, day: number) => {
    add(records, group, 1);
    if (day >= today) add(unfinished, group, 1);
    if (day > (newestDay[group] as number)) newestDay[group] = day;
  };
  /** Nothing but 0 is ever added to it. */
  const none = zeros();
  const numbers = readNumbers(rows, requests);
  const days = numbers.get(readDay) as Float64Array;
  days.forEach((day, at) => {
    addRecord(groupOf[at] as number, day);
    addRecord(groupCount, day);
  });
  const columns = requests.map(({ numerator, denominator, finishedDaysOnly, published }): Columns => {
    const votes = published ? { agree: zeros(), of: zeros() } : { agree: none, of: none };
    const wholes = denominator ? zeros() : none;
    const sums = { numerator: zeros(), denominator: wholes, carried: zeros(), ...votes };
    const tops = numbers.get(numerator) as Float64Array;
    const bottoms = numbers.get(denominator);
    const own = published && numbers.get(published.read);
    const ownTops = numbers.get(published?.numerator) ?? tops;
    const ownBottoms = numbers.get(published?.denominator) ?? tops;
    for (let at = 0; at < tops.length; at += 1) {
      const isFinished = (days[at] as number) < today;
      const top = tops[at] as number;
      const bottom = bottoms === undefined ? 0 : (bottoms[at] as number);
      if ((finishedDaysOnly && !isFinished) || Number.isNaN(top) || Number.isNaN(bottom)) continue;
      const value = own !== undefined && isFinished ? (own[at] as number) : Number.NaN;
      const says = Number.isNaN(value)
        ? undefined
        : agrees(ownTops[at] as number, ownBottoms[at] as number, value);
      addNumbers(sums, groupOf[at] as number, top, bottom, says);
      addNumbers(sums, groupCount, top, bottom, says);
    }
    return sums;
  });
  return {
    sums: (request, group) => {
      const { numerator, denominator, carried, agree, of } = columns[request] as Columns;
      return {
        numerator: numerator[group] as number,
        denominator: denominator[group] as number,
        carried: carried[group] as number,
        agree: agree[group] as number,
        of: of[group] as number,
      };
    },
    facts: (group) => ({
      records: records[group] as number,
      unfinished: unfinished[group] as number,
      newestDay: newestDay[group] || null,
    }),
  };
}

function addNumbers(
  sums: Columns,
  group: number,
  top: number,
  bottom: number,
  says: boolean | undefined,
): void {
  add(sums.numerator, group, top);
  add(sums.denominator, group, bottom);
  add(sums.carried, group, 1);
  if (says === undefined) return;
  add(sums.of, group, 1);
  if (says) add(sums.agree, group, 1);
}

function add(column: Float64Array, group: number, number: number): void {
  column[group] = (column[group] as number) + number;
}

const readDay: Read = ({ [DAY_COLUMN]: day }) => day as number | null;

/** The days and the other numbers of all rows, NaN where a row has none: each row is visited once. */
function readNumbers(
  rows: readonly ShiftRow[],
  requests: readonly SumRequest[],
): ReadonlyMap<Name | undefined, Float64Array> {
  const names = new Set<Name>([readDay]);
  for (const { numerator, denominator, published } of requests) {
    names.add(numerator);
    if (denominator) names.add(denominator);
    if (published) names.add(published.numerator).add(published.denominator).add(published.read);
  }
  const columns = Array.from(names, (name) => {
    return { name, read: readerOf(name), values: new Float64Array(rows.length) };
  });
  rows.forEach((row, at) => {
    for (const { read, values } of columns) values[at] = read(row) ?? Number.NaN;
  });
  return new Map(columns.map(({ name, values }) => [name, values]));
}

function readerOf(name: Name): Read {
  if (typeof name === 'function') return name;
  return name === 'RECORDS' ? () => 1 : quantityReader(name);
}
