import type { CalendarDate } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { agrees, type RatioSums } from './definitions';
import { type Quantity, quantityReader } from './measures';

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
  /** What the records publish themselves, on the 0 to 100 scale, where it is to be compared with their ratio by this definition. */
  readonly published?: Published | undefined;
}

/** A published percentage, and what it may be made of. */
export interface Published {
  read(row: ShiftRow): number | null;
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

/** What is added up of one request, by group. */
type Columns = { readonly [Name in keyof Sums]: number[] };

/**
 * Sums what is asked for over every group and over all rows, in one pass over the rows.
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
  const zeros = () => new Array<number>(groupCount + 1).fill(0);
  const [records, unfinished] = [zeros(), zeros()];
  const newestDay = new Array<CalendarDate | null>(groupCount + 1).fill(null);
  const finished = rows.map(({ [DAY_COLUMN]: day }, at) => {
    const isFinished = typeof day === 'number' && day < today;
    for (const group of [groupOf[at] as number, groupCount]) {
      records[group] = (records[group] as number) + 1;
      // A record without a day is not known to be over.
      if (!isFinished) unfinished[group] = (unfinished[group] as number) + 1;
      if (typeof day === 'number') newestDay[group] = Math.max(newestDay[group] ?? day, day);
    }
    return isFinished;
  });
  const columns = requests.map((request): Columns => {
    const sums = {
      ...{ numerator: zeros(), denominator: zeros(), carried: zeros(), agree: zeros(), of: zeros() },
    };
    const { top, bottom, says } = readersOf(request);
    rows.forEach((row, at) => {
      const isFinished = finished[at] === true;
      if (request.finishedDaysOnly && !isFinished) return;
      const [part, whole] = [top(row), bottom(row)];
      if (part === null || whole === null) return;
      const vote = isFinished ? says(row) : undefined;
      add(sums, groupOf[at] as number, part, whole, vote);
      add(sums, groupCount, part, whole, vote);
    });
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
      newestDay: newestDay[group] ?? null,
    }),
  };
}

function add(sums: Columns, group: number, part: number, whole: number, vote: boolean | undefined): void {
  sums.numerator[group] = (sums.numerator[group] as number) + part;
  sums.denominator[group] = (sums.denominator[group] as number) + whole;
  sums.carried[group] = (sums.carried[group] as number) + 1;
  if (vote === undefined) return;
  sums.of[group] = (sums.of[group] as number) + 1;
  if (vote) sums.agree[group] = (sums.agree[group] as number) + 1;
}

/** How one row's part, whole and vote for its own percentage are read. */
function readersOf({ numerator, denominator, published }: SumRequest) {
  const none = () => 0;
  const bottom = denominator === undefined ? none : quantityReader(denominator);
  if (published === undefined) return { top: readerOf(numerator), bottom, says: () => undefined };
  const [voteTop, voteBottom] = [quantityReader(published.numerator), quantityReader(published.denominator)];
  return {
    top: readerOf(numerator),
    bottom,
    says: (row: ShiftRow) => agrees(voteTop(row), voteBottom(row), published.read(row)),
  };
}

function readerOf(name: SumRequest['numerator']): (row: ShiftRow) => number | null {
  if (typeof name === 'object') return name.read;
  return name === 'RECORDS' ? () => 1 : quantityReader(name);
}
