import {
  type CalendarDate,
  type DateRange,
  dayCount,
  isInside,
  isOn,
  isSameRange,
  type Margin,
} from '../../calendar/calendar-date';
import type { ReportKind } from '../../employer-api/report-kind';
import { FRESH_MILLIS } from '../../limits';
import { holdsMargin, NO_MARGIN, OTHER_DAYS, WITHOUT_LAST_DAY } from './asked-report';
import { newestSlices } from './kept-days';
import { daysMissing, type Pace, type WholeResponse } from './pace';
import type { KeptReport } from './report-cache';

/*
 * A service may truncate long answers without saying so: the specification states no maximum number of records per
 * response (section 8). An answer that looks truncated is requested again in halves, which replace it if they hold more
 * records. If a half lacks its last day but the whole has it, the service excludes the last day of every range.
 */

/** If an average day has fewer records than this, a day without any is not suspicious. */
const MANY_A_DAY = 5;
/** The fewest days with records, and their share of all days, for regular operation: 4 of 6 around a weekend. */
const FEWEST_REGULAR = 4;
const REGULAR_SHARE = 2 / 3;
/** An answer with fewer records than this is not truncated; it can only lack its last day. */
const FEWEST_CUT = 20;
/** A last day is incomplete if it has less than this share of the records of each of at least so many other days. */
const FEW_SHARE = 0.25;
const FEWEST_OTHERS = 3;
/** Below this number of records two answers may be equally long by chance. */
const FEWEST_TWINS = 500;
/** Below this number of records no service sets a limit, unless the last day is incomplete too. */
const FEWEST_ROUND = 250;
/** A last day with this share of an average day is complete. */
const FULL_DAY_SHARE = 0.8;
/** Answers truncated at a number of bytes differ in length; each has at least this share of the rows of the longest. */
const NEARLY_AS_LONG = 0.8;

/** What earlier refreshes learned about the sizes of answers. */
export type KnownSizes = Pick<Pace, 'whole' | 'truncatedAt'>;

/** The result of checking pieces for truncation. */
interface CheckedPieces {
  /** Days to request next, to find out whether an answer is truncated. */
  readonly toRequest: readonly DateRange[];
  /** Truncated answers: their halves hold more records. */
  readonly cut: readonly KeptReport[];
  /** Answers whose halves hold the same records, and the days at their ends that have no records. */
  readonly whole: readonly WholeResponse[];
  /** Answers with records that their halves, requested later, lack. */
  readonly unlike: readonly { readonly piece: KeptReport; readonly records: number }[];
  /** The extra days to request, if halves lack records of their first or last day. */
  readonly margin: Margin;
}

/**
 * Finds truncated answers by comparing the pieces it has.
 *
 * An answer is doubtful if its rows stop before its last finished day, or if an earlier answer has more of a day. The
 * longest answer is also doubtful if it has a round number of rows, if another answer has exactly as many, or if answers
 * are known to be truncated at its size.
 * An answer once found complete is not doubted again while its number of records stays the same, nor are days found
 * empty. That proves nothing about other sizes, since a limit may be new.
 *
 * @param finished The last day that is over.
 * @param earlier Answers of other refreshes of this execution.
 */
export function checkPieces(
  kind: ReportKind,
  pieces: readonly KeptReport[],
  known: KnownSizes,
  finished: CalendarDate,
  earlier: readonly CountedAnswer[] = [],
): CheckedPieces {
  const answers = pieces.filter((piece) => piece.answers === undefined);
  const most = answers.reduce((length, { rows }) => Math.max(length, rows.length), 0);
  const longest = answers.filter(({ rows }) => rows.length === most);
  const isAtLimit = (piece: KeptReport) =>
    (known.truncatedAt > 0 && most >= known.truncatedAt) ||
    (longest.length > 1 && most >= FEWEST_TWINS) ||
    isRoundAndOpen(kind, piece);
  const doubtful = answers.filter((piece) => {
    if (dayCount(piece.range) === 1 || isKnownWhole(kind, piece, known)) return false;
    if (longest.includes(piece) && isAtLimit(piece)) return true;
    if (earlier.length > 0 && lacksRecords(countByDay(kind, piece), earlier, finished)) return true;
    return (
      piece.rows.length >= NEARLY_AS_LONG * most &&
      (stopsEarly(kind, piece, known, finished) ||
        isNewEmpty(regularEnd(kind, piece, answers, finished), known))
    );
  });
  const seen = doubtful.map((piece) => ({ piece, ...compareWithHalves(kind, piece, pieces) }));
  const whole = seen.filter(({ verdict }) => verdict === 'whole').map(({ piece }) => piece);
  return {
    // One at a time: the result may apply to other answers of the same length.
    toRequest: seen.find(({ toRequest }) => toRequest.length > 0)?.toRequest ?? [],
    cut: seen.filter(({ verdict }) => verdict === 'cut').map(({ piece }) => piece),
    whole: whole.flatMap((piece) => {
      // Answers of the same length by chance are all complete if one is. A round length is not chance, nor a known limit.
      const isLimit = isRound(most) || most === known.truncatedAt;
      const same = longest.includes(piece) && !isLimit ? longest : [piece];
      const empty = [
        ...emptyEnds(daysIn(kind, piece), finished),
        ...regularEnd(kind, piece, answers, finished),
      ];
      const ends = empty.map((days) => ({ ...days, rows: 0 }));
      return [...same.map((one) => sizeOf(kind, one)), ...ends];
    }),
    unlike: seen
      .filter(({ verdict }) => verdict === 'unlike')
      .map(({ piece, missing }) => ({ piece, records: missing })),
    margin: seen.reduce((margin, one) => (holdsMargin(margin, one.margin) ? margin : one.margin), NO_MARGIN),
  };
}

/**
 * The answers that may be truncated, for readers that do not request halves: those with a round number of rows, those
 * of the size at which answers are known to be truncated, and those whose rows stop before the last finished day.
 * Answers that a refresh found complete are left out.
 *
 * @param finished The last day that is over.
 */
export function doubtfulResponses(
  kind: ReportKind,
  answers: readonly KeptReport[],
  known: KnownSizes,
  finished: CalendarDate,
): readonly KeptReport[] {
  if (kind.dayField === undefined) return [];
  return answers.filter((answer) => {
    const { rows, range } = answer;
    if (answer.hasFullDay) return true;
    if (answer.answers !== undefined || isKnownWhole(kind, answer, known)) return false;
    if (dayCount(range) === 1) return known.truncatedAt > 0 && rows.length === known.truncatedAt;
    return (
      (known.truncatedAt > 0 && rows.length >= known.truncatedAt) ||
      isRoundAndOpen(kind, answer) ||
      stopsEarly(kind, answer, known, finished)
    );
  });
}

function sizeOf(kind: ReportKind, piece: KeptReport): WholeResponse {
  const { from, to } = piece.range;
  return { from, to, rows: daysIn(kind, piece).days.length };
}

function isKnownWhole(kind: ReportKind, piece: KeptReport, { whole }: KnownSizes): boolean {
  const known = whole.filter((one) => isSameRange(one, piece.range));
  return known.length > 0 && known.some(({ rows }) => rows === sizeOf(kind, piece).rows);
}

/**
 * True if a service may have truncated an answer at its number of rows. A small number may be chance, so the last day
 * has to be incomplete as well.
 */
function isRoundAndOpen(kind: ReportKind, report: KeptReport): boolean {
  const count = report.rows.length;
  return isRound(count) && (count >= FEWEST_ROUND || !endsFull(daysIn(kind, report)));
}

/** The days of an answer's rows, within its range. */
interface RowDays {
  readonly range: DateRange;
  /** In row order. */
  readonly days: readonly CalendarDate[];
  /** The number of rows per day. */
  readonly counts: ReadonlyMap<CalendarDate, number>;
}

function daysIn(kind: ReportKind, { range, ...report }: KeptReport): RowDays {
  const days = daysOfRecords(kind, report).filter((day) => isOn(day, range));
  return { range, days, counts: countPerDay(days) };
}

/** True for typical service limits: 100, 250, 750, multiples of 100 from 300 on, powers of two from 256. */
export function isRound(rows: number): boolean {
  return (
    [100, 250, 750].includes(rows) ||
    (rows >= FEWEST_ROUND && (rows % 100 === 0 || Number.isInteger(Math.log2(rows))))
  );
}

/**
 * True if finished days at an end have no rows although an average day has many and no refresh found them empty, or if
 * the last one has very few.
 */
function stopsEarly(kind: ReportKind, piece: KeptReport, known: KnownSizes, finished: CalendarDate): boolean {
  const rowDays = daysIn(kind, piece);
  return isNewEmpty(emptyEnds(rowDays, finished), known) || endsWithFew(rowDays, finished);
}

/** True if some of these days were never found empty. */
function isNewEmpty(ends: readonly DateRange[], { whole }: KnownSizes): boolean {
  const foundEmpty = whole.filter(({ rows }) => rows === 0);
  return ends.some(({ from, to }) => daysMissing({ from, to }, foundEmpty).length > 0);
}

/**
 * The last finished day, if it alone has no records although most days before it have some, including the same weekday
 * a week earlier, and no answer for other days has records of its own last day. Too weak a sign to show to people: only
 * a refresh checks it.
 */
function regularEnd(
  kind: ReportKind,
  piece: KeptReport,
  answers: readonly KeptReport[],
  finished: CalendarDate,
): DateRange[] {
  const { counts } = daysIn(kind, piece);
  const [oldest, newest] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  const { range, asked = range } = piece;
  const last = Math.min(range.to, finished);
  const isRegular = counts.size >= FEWEST_REGULAR && counts.size >= REGULAR_SHARE * (newest - oldest + 1);
  if (!isRegular || newest !== last - 1 || asked.to > range.to || isClosed(last - 7, range, counts))
    return [];
  const others = answers.filter((one) => !isInside(one.range, range));
  const isIncluded = others.some((one) => daysIn(kind, one).counts.has(one.range.to));
  return isIncluded ? [] : [{ from: last, to: last }];
}

/**
 * The finished days without rows at the end of an answer whose average day has many, and at its beginning if the newest
 * days come first. Weekdays without rows in a neighbouring week are not suspicious.
 */
function emptyEnds({ range: { from, to }, days, counts }: RowDays, finished: CalendarDate): DateRange[] {
  const [oldest, newest] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  if (days.length === 0 || days.length < MANY_A_DAY * (newest - oldest + 1)) return [];
  const end = Math.min(to, finished);
  const isNewestFirst = (days[0] ?? 0) > (days[days.length - 1] ?? 0);
  const ends = [
    { from: newest + 1, to: end, step: -7 },
    ...(isNewestFirst ? [{ from, to: oldest - 1, step: 7 }] : []),
  ];
  return ends.flatMap(({ step, ...empty }) => {
    if (empty.to > empty.from && days.length < FEWEST_CUT) return [];
    for (let day = empty.from; day <= empty.to; day += 1) {
      if (!isClosed(day + step, { from, to: end }, counts)) return [empty];
    }
    return [];
  });
}

/** True if a day is one of these and has no rows. */
function isClosed(day: CalendarDate, days: DateRange, counts: ReadonlyMap<CalendarDate, number>): boolean {
  return isOn(day, days) && !counts.has(day);
}

/** True if the last finished day has very few rows compared with every other day that has some. */
function endsWithFew({ range, days, counts }: RowDays, finished: CalendarDate): boolean {
  const last = Math.min(range.to, finished);
  const few = counts.get(last) ?? 0;
  const others = Array.from(counts).flatMap(([day, count]) => (day < last ? [count] : []));
  const isMany = others.length >= FEWEST_OTHERS && days.length >= MANY_A_DAY * counts.size;
  return few > 0 && isMany && few < FEW_SHARE * Math.min(...others);
}

/** True if the rows are in order of days and the last day has about as many as an average day. */
function endsFull({ range, days, counts }: RowDays): boolean {
  const isInOrder = days.every((day, index) => index === 0 || day >= (days[index - 1] ?? day));
  return isInOrder && (counts.get(range.to) ?? 0) >= (FULL_DAY_SHARE * days.length) / dayCount(range);
}

/** An answer compared with its halves. */
interface Comparison {
  readonly toRequest: readonly DateRange[];
  readonly verdict: 'cut' | 'whole' | 'unlike' | undefined;
  /** How many records the halves lack, not counting their own first and last days. */
  readonly missing: number;
  /** The extra days to request, if the halves lack records of their first or last days only. */
  readonly margin: Margin;
}

/**
 * The last day of the first half: a day that has records in the whole, because only such a day shows whether a half
 * lacks its last day.
 */
function middleDay({ from, to }: DateRange, counts: ReadonlyMap<CalendarDate, number>): CalendarDate {
  const middle = from + Math.ceil((to - from + 1) / 2) - 1;
  const filled = Array.from(counts.keys()).filter((day) => day < to);
  return (
    filled.reduce<CalendarDate | undefined>(
      (best, day) => (best === undefined || Math.abs(day - middle) < Math.abs(best - middle) ? day : best),
      undefined,
    ) ?? middle
  );
}

function compareWithHalves(kind: ReportKind, piece: KeptReport, pieces: readonly KeptReport[]): Comparison {
  const { from, to } = piece.range;
  const inWhole = daysIn(kind, piece).counts;
  const middle = middleDay(piece.range, inWhole);
  const parts = pieces.filter(
    (one) => one !== piece && isInside(one.range, piece.range) && one.fetchedAt >= piece.fetchedAt,
  );
  const ranges = parts.map(({ range }) => range);
  const toRequest = [
    ...daysMissing({ from, to: middle }, ranges),
    ...daysMissing({ from: middle + 1, to }, ranges),
  ];
  if (toRequest.length > 0) return { toRequest, verdict: undefined, missing: 0, margin: NO_MARGIN };
  let [gained, lost] = [0, 0];
  let margin = NO_MARGIN;
  for (const slice of newestSlices(piece.range, parts)) {
    const inHalf = daysIn(kind, slice.report).counts;
    for (let day = slice.from; day <= slice.to; day += 1) {
      const [held, expected] = [inHalf.get(day) ?? 0, inWhole.get(day) ?? 0];
      const { range } = slice.report;
      gained += Math.max(0, held - expected);
      if (held >= expected) continue;
      if (day !== range.from && day !== range.to) lost += expected - held;
      else if (margin !== OTHER_DAYS) {
        margin = held === 0 && day === range.to ? WITHOUT_LAST_DAY : OTHER_DAYS;
      }
    }
  }
  if (lost > 0) margin = NO_MARGIN;
  // As many gained as lost: records moved to another day in the meantime.
  const isWhole = gained === lost && margin === NO_MARGIN;
  const verdict = gained > lost ? 'cut' : gained < lost ? 'unlike' : isWhole ? 'whole' : undefined;
  return { toRequest, verdict, missing: lost - gained, margin };
}

/** How many records an answer has on each day. */
export interface CountedAnswer extends Pick<KeptReport, 'range' | 'asked' | 'fetchedAt'> {
  readonly counts: ReadonlyMap<CalendarDate, number>;
}

/** The days of the records of an answer, in their order; records without a day are left out. */
function daysOfRecords(
  { dayField }: ReportKind,
  { fields, rows }: Pick<KeptReport, 'fields' | 'rows'>,
): CalendarDate[] {
  const column = fields.findIndex(({ name }) => name === dayField);
  const days: CalendarDate[] = [];
  for (const row of rows) {
    const day = row[column];
    if (typeof day === 'number') days.push(day);
  }
  return days;
}

/** How often each day comes. */
function countPerDay(days: readonly CalendarDate[]): Map<CalendarDate, number> {
  const counts = new Map<CalendarDate, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}

/** Answers further apart in time may differ because records were added or removed. */
const SAME_TIME_MILLIS = FRESH_MILLIS;

/**
 * True if overlapping answers of the same time show that the service's days are not those of SHIFT_DATE: one has records
 * of its first or last day, but fewer than another one that reaches further on both sides of that day.
 *
 * @param finished The last day that is over: records of later days come and go.
 */
export function showsShiftedDays(answers: readonly CountedAnswer[], finished: CalendarDate): boolean {
  return answers.some(({ range, asked = range, counts, fetchedAt }) =>
    [range.from, range.to].some((day) => {
      const own = counts.get(day) ?? 0;
      // With an extra day at that end, the answer has all of its records.
      const isEnd = day === range.from ? asked.from === day : asked.to === day;
      if (!isEnd || own === 0 || day > finished) return false;
      return answers.some(
        (other) =>
          other.range.from < day &&
          other.range.to > day &&
          Math.abs(other.fetchedAt - fetchedAt) <= SAME_TIME_MILLIS &&
          (other.counts.get(day) ?? 0) > own,
      );
    }),
  );
}

/**
 * True if an answer of the same time has more records of a finished day, so that this one may be truncated. A day at its
 * end of which the other one reaches further counts for `showsShiftedDays` alone.
 */
function lacksRecords(
  { range, counts, fetchedAt }: CountedAnswer,
  others: readonly CountedAnswer[],
  finished: CalendarDate,
): boolean {
  return others.some((other) => {
    if (Math.abs(other.fetchedAt - fetchedAt) > SAME_TIME_MILLIS) return false;
    const isShifted = (day: CalendarDate) =>
      (day === range.from && other.range.from < day) || (day === range.to && other.range.to > day);
    return Array.from(other.counts).some(
      ([day, count]) =>
        isOn(day, range) && day <= finished && count > (counts.get(day) ?? 0) && !isShifted(day),
    );
  });
}

/** Counts the records of an answer by their day. */
export function countByDay(kind: ReportKind, answer: KeptReport): CountedAnswer {
  const { range, asked, fetchedAt } = answer;
  const counts = countPerDay(daysOfRecords(kind, answer));
  return { range, ...(asked === undefined ? {} : { asked }), fetchedAt, counts };
}
