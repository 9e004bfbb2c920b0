import type { CalendarDate } from '../calendar/calendar-date';
import { columnOf, DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { compareRoughly, numberIn, VERDICT, type Votes } from './infer-votes';
import { DEFINITIONS, type PercentageField, type Quantity, quantityReader } from './measures';

/** A number made of a record and of what is known besides, such as its target. */
export interface RowNumber {
  /** How explanations call its sum. */
  readonly words: string;
  /** Null where a part of it is not known. */
  read(row: ShiftRow): number | null;
}

/** What is to be summed: a number, or two of them over the records that have both. */
export interface SumRequest {
  readonly numerator: Quantity | 'RECORDS' | RowNumber;
  readonly denominator: Quantity | undefined;
  /** Leaves out today, what comes after it, and records without a day: none of them is known to be over. */
  readonly finishedDaysOnly: boolean;
  /** The percentage that the records publish themselves, where it is to be compared with the ratio. */
  readonly published?: PercentageField | undefined;
}

/** The sums of one request over one group. */
export interface Sums {
  readonly numerator: number;
  /** 0 where the request has none. */
  readonly denominator: number;
  /** Records that had every part. */
  readonly carried: number;
  /** Records with denominator 0 and a numerator above 0. */
  readonly over: number;
  /** Where a published percentage was compared. */
  readonly own?: OwnVotes;
}

/** How the percentages that the summed records of finished days publish agree with the ratio of each, roughly compared. */
interface OwnVotes extends Votes {
  /** Records among `over` that publish another percentage than services do for a denominator of 0. */
  readonly overAgainst: number;
  /** Records that publish 100 though they make more than 100%. */
  readonly capped: number;
}

/** What a group holds, whatever is summed. */
export interface GroupFacts {
  readonly records: number;
  /** Records that no figure of finished days counts. */
  readonly unfinished: number;
  /** The latest day; null where no record has a day. */
  readonly newestDay: CalendarDate | null;
}

/** The sums of every group. The group after the last one holds all rows, summed apart from the groups. */
export interface GroupSums {
  sums(request: number, group: number): Sums;
  facts(group: number): GroupFacts;
}

/** Rows are taken in blocks that stay in the processor's cache while one request after another reads them. */
const BLOCK = 512;
/** Where the facts stand among the numbers of a group; those of each request follow. */
const RECORDS = 0;
const UNFINISHED = 1;
const NEWEST_DAY = 2;
const FACTS_WIDTH = 3;
/** Where the sums stand among the numbers of a request; the last two only where it has a denominator. */
const NUMERATOR = 0;
const CARRIED = 1;
const DENOMINATOR = 2;
const OVER = 3;
const COUNT_WIDTH = 2;
const RATE_WIDTH = 4;
/** Then those of a compared percentage. */
const AGREE = 4;
const TELLING = 5;
const OVER_AGAINST = 6;
const CAPPED = 7;
const COMPARED_WIDTH = 8;

/** One block of rows, column by column; NaN where a row has no value. */
interface Block {
  size: number;
  /** Where the numbers of each row's group begin. */
  readonly cells: Int32Array;
  readonly day: Float64Array;
  readonly finished: Uint8Array;
  readonly values: ReadonlyMap<SumRequest['numerator'] | PercentageField, Float64Array>;
}

/**
 * Sums what is asked for over every group and over all rows, in one pass over the rows.
 *
 * @param groupOf The group of each row, from 0 to `groupCount` − 1.
 */
export function sumGroups(
  rows: readonly ShiftRow[],
  groupOf: Int32Array,
  groupCount: number,
  requests: readonly SumRequest[],
  today: CalendarDate,
): GroupSums {
  let width = FACTS_WIDTH;
  const offsets = requests.map(({ denominator, published }) => {
    const offset = width;
    width += denominator === undefined ? COUNT_WIDTH : published ? COMPARED_WIDTH : RATE_WIDTH;
    return offset;
  });
  const cells = new Float64Array((groupCount + 1) * width);
  for (let at = NEWEST_DAY; at < cells.length; at += width) cells[at] = Number.NEGATIVE_INFINITY;
  const total = groupCount * width;
  const block = emptyBlock(requests);
  const readers = [...block.values].map(([quantity, values]) => ({ read: readerOf(quantity), values }));
  for (let start = 0; start < rows.length; start += BLOCK) {
    block.size = Math.min(BLOCK, rows.length - start);
    for (let at = 0; at < block.size; at++) block.cells[at] = (groupOf[start + at] as number) * width;
    for (const { read, values } of readers) fill(values, rows, start, block.size, read);
    fill(block.day, rows, start, block.size, readDay);
    addFacts(cells, block, total, today);
    requests.forEach((request, at) => {
      addRequest(cells, block, total, request, offsets[at] as number);
    });
  }
  return readSums(cells, width, offsets, requests);
}

/** @param offsets Where the sums of each request begin among the numbers of a group, which are `width`. */
function readSums(
  cells: Float64Array,
  width: number,
  offsets: readonly number[],
  requests: readonly SumRequest[],
): GroupSums {
  return {
    sums: (request, group) => {
      const at = group * width + (offsets[request] as number);
      const isRate = requests[request]?.denominator !== undefined;
      return {
        numerator: cells[at + NUMERATOR] as number,
        carried: cells[at + CARRIED] as number,
        denominator: isRate ? (cells[at + DENOMINATOR] as number) : 0,
        over: isRate ? (cells[at + OVER] as number) : 0,
        ...(requests[request]?.published ? { own: ownVotes(cells, at) } : {}),
      };
    },
    facts: (group) => {
      const at = group * width;
      const newest = cells[at + NEWEST_DAY] as number;
      return {
        records: cells[at + RECORDS] as number,
        unfinished: cells[at + UNFINISHED] as number,
        newestDay: Number.isFinite(newest) ? newest : null,
      };
    },
  };
}

function ownVotes(cells: Float64Array, at: number): OwnVotes {
  return {
    agree: cells[at + AGREE] as number,
    of: cells[at + TELLING] as number,
    overAgainst: cells[at + OVER_AGAINST] as number,
    capped: cells[at + CAPPED] as number,
  };
}

const readDay = (row: ShiftRow) => row[DAY_COLUMN] as number | null;

function readerOf(name: SumRequest['numerator'] | PercentageField): (row: ShiftRow) => number | null {
  if (typeof name === 'object') return name.read;
  if (name === 'RECORDS') return () => 1;
  if (!isPercentage(name)) return quantityReader(name);
  const column = columnOf(name);
  return (row) => numberIn(row[column]);
}

function isPercentage(name: Quantity | PercentageField): name is PercentageField {
  return name in DEFINITIONS;
}

function emptyBlock(requests: readonly SumRequest[]): Block {
  const values = new Map<SumRequest['numerator'] | PercentageField, Float64Array>();
  for (const { numerator, denominator, published } of requests) {
    values.set(numerator, new Float64Array(BLOCK));
    if (denominator !== undefined) values.set(denominator, new Float64Array(BLOCK));
    if (published !== undefined) values.set(published, new Float64Array(BLOCK));
  }
  const [cells, day, finished] = [new Int32Array(BLOCK), new Float64Array(BLOCK), new Uint8Array(BLOCK)];
  return { size: 0, cells, day, finished, values };
}

function fill(
  values: Float64Array,
  rows: readonly ShiftRow[],
  start: number,
  size: number,
  read: (row: ShiftRow) => number | null,
): void {
  for (let at = 0; at < size; at++) values[at] = read(rows[start + at] as ShiftRow) ?? Number.NaN;
}

function addFacts(cells: Float64Array, block: Block, total: number, today: CalendarDate): void {
  for (let at = 0; at < block.size; at++) {
    const day = block.day[at] as number;
    block.finished[at] = Number(day < today);
    addRecord(cells, block.cells[at] as number, day, today);
    addRecord(cells, total, day, today);
  }
}

/** Adds one record to the facts that begin at `cell`. */
function addRecord(cells: Float64Array, cell: number, day: number, today: CalendarDate): void {
  increase(cells, cell + RECORDS, 1);
  // Not `day >= today`: a record without a day, NaN, is not finished either.
  if (!(day < today)) increase(cells, cell + UNFINISHED, 1);
  if (day > (cells[cell + NEWEST_DAY] as number)) cells[cell + NEWEST_DAY] = day;
}

function increase(cells: Float64Array, at: number, by: number): void {
  cells[at] = (cells[at] as number) + by;
}

function addRequest(
  cells: Float64Array,
  block: Block,
  total: number,
  request: SumRequest,
  offset: number,
): void {
  const { numerator, denominator, finishedDaysOnly } = request;
  const numerators = block.values.get(numerator) as Float64Array;
  const denominators = denominator === undefined ? undefined : block.values.get(denominator);
  // The sums of all rows stay in registers within a block; the loop is the whole cost of grouping.
  let [n, d, carried, over] = [0, 0, 0, 0];
  for (let at = 0; at < block.size; at++) {
    if (finishedDaysOnly && block.finished[at] === 0) continue;
    const top = numerators[at] as number;
    const bottom = denominators === undefined ? 1 : (denominators[at] as number);
    if (Number.isNaN(top) || Number.isNaN(bottom)) continue;
    const cell = (block.cells[at] as number) + offset;
    increase(cells, cell + NUMERATOR, top);
    increase(cells, cell + CARRIED, 1);
    n += top;
    carried += 1;
    if (denominators === undefined) continue;
    increase(cells, cell + DENOMINATOR, bottom);
    d += bottom;
    if (bottom === 0 && top > 0) {
      increase(cells, cell + OVER, 1);
      over += 1;
    }
  }
  const whole = total + offset;
  increase(cells, whole + NUMERATOR, n);
  increase(cells, whole + CARRIED, carried);
  if (denominators === undefined) return;
  increase(cells, whole + DENOMINATOR, d);
  increase(cells, whole + OVER, over);
  addVotes(cells, block, total, request, offset);
}

/** Compares what each record of a finished day publishes with the ratio of its own numbers. */
function addVotes(
  cells: Float64Array,
  block: Block,
  total: number,
  { numerator, denominator, published }: SumRequest,
  offset: number,
): void {
  if (denominator === undefined || published === undefined) return;
  const [numerators, denominators, values] = [numerator, denominator, published].map((name) =>
    block.values.get(name),
  ) as [Float64Array, Float64Array, Float64Array];
  let [agree, telling, overAgainst, capped] = [0, 0, 0, 0];
  for (let at = 0; at < block.size; at++) {
    const [top, bottom, value] = [numerators[at] as number, denominators[at] as number, values[at] as number];
    if (block.finished[at] === 0 || Number.isNaN(top + bottom + value)) continue;
    const says = compareRoughly(top, bottom, value);
    if (says === VERDICT.trivial || says === VERDICT.zeroNone || says === VERDICT.zeroFull) continue;
    const cell = (block.cells[at] as number) + offset;
    if (says === VERDICT.nothing) {
      if (bottom < 0) continue;
      // With both parts there, nothing else than 100 for more than 100% says nothing.
      increase(cells, cell + CAPPED, 1);
      capped += 1;
      continue;
    }
    increase(cells, cell + TELLING, 1);
    telling += 1;
    if (says === VERDICT.zeroOther && top > 0) {
      increase(cells, cell + OVER_AGAINST, 1);
      overAgainst += 1;
    } else if (says !== VERDICT.differs && says !== VERDICT.zeroOther) {
      increase(cells, cell + AGREE, 1);
      agree += 1;
    }
  }
  increase(cells, total + offset + AGREE, agree);
  increase(cells, total + offset + TELLING, telling);
  increase(cells, total + offset + OVER_AGAINST, overAgainst);
  increase(cells, total + offset + CAPPED, capped);
}
