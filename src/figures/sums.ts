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

/** What is added up of one request, for one group. */
type Adding = { -readonly [Name in keyof Sums]: Sums[Name] };

/** What is added up for one group. */
interface Account {
  records: number;
  unfinished: number;
  newestDay: CalendarDate | null;
  readonly sums: readonly Adding[];
}

/**
 * Sums what is asked for over every group and over all rows, in one pass over the rows.
 *
 * @param groupOf The group of each row, from 0 to `groupCount` − 1.
 */
export function sumGroups(
  rows: readonly ShiftRow[],
  groupOf: ArrayLike<number>,
  groupCount: number,
  requests: readonly SumRequest[],
  today: CalendarDate,
): GroupSums {
  const readers = requests.map(readersOf);
  const accounts = Array.from({ length: groupCount + 1 }, () => newAccount(requests.length));
  const all = accounts[groupCount] as Account;
  rows.forEach((row, at) => {
    const account = accounts[groupOf[at] as number] as Account;
    const day = row[DAY_COLUMN] as number | null;
    // A record without a day is not known to be over.
    const isFinished = day !== null && day < today;
    for (const one of [account, all]) addFacts(one, day, isFinished);
    readers.forEach(({ finishedDaysOnly, top, bottom, votes }, request) => {
      if (finishedDaysOnly && !isFinished) return;
      const [part, whole] = [top(row), bottom(row)];
      if (part === null || whole === null) return;
      const says = isFinished ? votes(row) : undefined;
      addTo(account.sums[request] as Adding, part, whole, says);
      addTo(all.sums[request] as Adding, part, whole, says);
    });
  });
  return {
    sums: (request, group) => accounts[group]?.sums[request] as Adding,
    facts: (group) => accounts[group] as Account,
  };
}

function newAccount(requests: number): Account {
  const sums = Array.from({ length: requests }, () => ({
    numerator: 0,
    denominator: 0,
    carried: 0,
    agree: 0,
    of: 0,
  }));
  return { records: 0, unfinished: 0, newestDay: null, sums };
}

function addFacts(account: Account, day: number | null, isFinished: boolean): void {
  account.records += 1;
  if (!isFinished) account.unfinished += 1;
  if (day !== null && day > (account.newestDay ?? Number.NEGATIVE_INFINITY)) account.newestDay = day;
}

function addTo(sums: Adding, part: number, whole: number, says: boolean | undefined): void {
  sums.numerator += part;
  sums.denominator += whole;
  sums.carried += 1;
  if (says === undefined) return;
  sums.of += 1;
  if (says) sums.agree += 1;
}

function readersOf({ numerator, denominator, finishedDaysOnly, published }: SumRequest) {
  const [voteTop, voteBottom] = published
    ? [quantityReader(published.numerator), quantityReader(published.denominator)]
    : [none, none];
  return {
    finishedDaysOnly,
    top: readerOf(numerator),
    bottom: denominator === undefined ? none : quantityReader(denominator),
    votes: (row: ShiftRow) => published && agrees(voteTop(row), voteBottom(row), published.read(row)),
  };
}

/** Of a count. */
const none = () => 0;

function readerOf(name: SumRequest['numerator']): (row: ShiftRow) => number | null {
  if (typeof name === 'object') return name.read;
  return name === 'RECORDS' ? () => 1 : quantityReader(name);
}
