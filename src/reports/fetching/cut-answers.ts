import type { CalendarDate } from '../../calendar/calendar-date';
import {
  type DateRange,
  dayCount,
  describeRange,
  isInside,
  isOn,
  isSameRange,
  type Margin,
} from '../../calendar/date-range';
import type { ReportKind } from '../../employer-api/report-kind';
import { LISTED_ISSUES } from '../../employer-api/shift-records';
import { holdsMargin, NO_MARGIN, OTHER_DAYS, WITHOUT_LAST_DAY } from './day-margin';
import { newestSlices } from './kept-pieces';
import type { Pace } from './pace';
import type { KeptReport } from './report-cache';
import { daysMissing } from './window-plan';

/*
 * A service may cut long answers without a word: the specification states no most records per response (section 8).
 * An answer that may be cut is asked for again in halves, and the halves count where they hold more. Where a half lacks
 * its last day, which the whole has, the service leaves out the last day of whatever it is asked for.
 */

/** An average day of fewer records may well have none. */
const MANY_A_DAY = 5;
/** Unless so many days, and this share of them, have records: of six days with a weekend in their middle four do. */
const FEWEST_REGULAR = 4;
const REGULAR_SHARE = 2 / 3;
/** Fewer records than this are no answer that was cut: it may lack its last day, and no more. */
const FEWEST_CUT = 20;
/** A last day with less than this share of any other day, of at least so many, has some of its records at most. */
const FEW_SHARE = 0.25;
const FEWEST_OTHERS = 3;
/** Fewer records than this are the same in two answers by chance. */
const FEWEST_TWINS = 500;
/** Fewer records than this are no limit that a service would have, unless the last day is cut as well. */
const FEWEST_ROUND = 250;
/** A last day with this share of an average day is not one in whose middle an answer was cut. */
const FULL_DAY_SHARE = 0.8;
/** Answers that are cut at a number of bytes differ in rows, though not by more than this share of the longest. */
const NEARLY_AS_LONG = 0.8;

/** An answer, or days of one, that hold all of their records. */
export interface WholeAnswer extends DateRange {
  /** How many records they have. What was asked for besides does not count: there a limit may cut. */
  readonly rows: number;
}

/** What is known of the sizes of answers. */
export type KnownSizes = Pick<Pace, 'whole' | 'cutAt'>;

/** What came of looking at pieces. */
export interface CheckedPieces {
  /** Days to ask for, to find out about an answer that looks cut. */
  readonly toAsk: readonly DateRange[];
  /** Answers whose halves hold more. */
  readonly cut: readonly KeptReport[];
  /** Answers that looked cut and whose halves hold the same, and the days at their ends that have no records. */
  readonly whole: readonly WholeAnswer[];
  /** Answers that hold records which their halves, asked for later, do not. */
  readonly unlike: readonly { readonly piece: KeptReport; readonly records: number }[];
  /** The days that have to be asked for besides, where halves lack records of their first or last day. */
  readonly margin: Margin;
}

/**
 * Tells which answers were cut, as far as can be told from what is there.
 *
 * An answer is doubtful where its rows stop before its last finished day. If none was longer it is also doubtful where it
 * has a round number of rows, where another answer is exactly as long, and where answers are known to be cut at its size.
 * What was once found to be whole is not doubted again: the same days with the same number of records, and days that were
 * found to be empty. It speaks for no other size, since a limit may be new.
 *
 * @param finished The last day that is over.
 */
export function checkPieces(
  kind: ReportKind,
  pieces: readonly KeptReport[],
  known: KnownSizes,
  finished: CalendarDate,
): CheckedPieces {
  const answers = pieces.filter((piece) => piece.answers === undefined);
  const most = answers.reduce((length, { rows }) => Math.max(length, rows.length), 0);
  const longest = answers.filter(({ rows }) => rows.length === most);
  const isAtLimit = (piece: KeptReport) =>
    (known.cutAt > 0 && most >= known.cutAt) ||
    (longest.length > 1 && most >= FEWEST_TWINS) ||
    isRoundAndOpen(kind, piece);
  const doubtful = answers.filter((piece) => {
    if (dayCount(piece.range) === 1 || isKnownWhole(kind, piece, known)) return false;
    if (longest.includes(piece) && isAtLimit(piece)) return true;
    return (
      piece.rows.length >= NEARLY_AS_LONG * most &&
      (stopsEarly(kind, piece, known, finished) ||
        isNewEmpty(regularEnd(kind, piece, answers, finished), known))
    );
  });
  const seen = doubtful.map((piece) => ({ piece, ...compareWithHalves(kind, piece, pieces) }));
  const whole = seen.filter(({ verdict }) => verdict === 'whole').map(({ piece }) => piece);
  return {
    // One at a time: what is found out about it may hold for others of its length.
    toAsk: seen.find(({ toAsk }) => toAsk.length > 0)?.toAsk ?? [],
    cut: seen.filter(({ verdict }) => verdict === 'cut').map(({ piece }) => piece),
    whole: whole.flatMap((piece) => {
      // Answers of one length by chance: what is found out about one holds for the others. A round length is no chance.
      const same = longest.includes(piece) && !isRound(most) ? longest : [piece];
      const empty = [...emptyEnds(kind, piece, finished), ...regularEnd(kind, piece, answers, finished)];
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
 * The one-day answers that are as long as those that were cut, each with an issue that says so: a day cannot be asked for
 * in halves. Those that have it already are left out.
 */
export function doubtfulDays(pieces: readonly KeptReport[], { cutAt }: KnownSizes): KeptReport[] {
  return pieces
    .filter(({ range, rows }) => cutAt > 0 && rows.length === cutAt && dayCount(range) === 1)
    .flatMap((piece) => {
      const doubt = `${describeRange(piece.range)} has ${cutAt} records, the number at which longer answers were cut`;
      return piece.hasFullDay ? [] : [{ ...withIssue(piece, doubt), hasFullDay: true }];
    });
}

/** An answer with an issue more, which is named first. */
export function withIssue(piece: KeptReport, issue: string): KeptReport {
  const issues = [issue, ...piece.issues].slice(0, LISTED_ISSUES);
  return { ...piece, issues, issueCount: piece.issueCount + 1 };
}

/**
 * The answers that may lack records, where nobody asks for their halves: those of a round number of rows, those of the size
 * at which answers are known to be cut, and those whose rows stop before the last finished day. Not those that a refresh
 * found to be whole.
 *
 * @param finished The last day that is over.
 */
export function doubtfulAnswers(
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
    if (dayCount(range) === 1) return known.cutAt > 0 && rows.length === known.cutAt;
    return (
      (known.cutAt > 0 && rows.length >= known.cutAt) ||
      isRoundAndOpen(kind, answer) ||
      stopsEarly(kind, answer, known, finished)
    );
  });
}

function sizeOf(kind: ReportKind, piece: KeptReport): WholeAnswer {
  const { from, to } = piece.range;
  return { from, to, rows: daysIn(kind, piece).days.length };
}

function isKnownWhole(kind: ReportKind, piece: KeptReport, { whole }: KnownSizes): boolean {
  const known = whole.filter((one) => isSameRange(one, piece.range));
  return known.length > 0 && known.some(({ rows }) => rows === sizeOf(kind, piece).rows);
}

/**
 * Whether an answer has a number of rows at which a service may cut. A small one may well be chance: it has to end within
 * a day.
 */
function isRoundAndOpen(kind: ReportKind, report: KeptReport): boolean {
  const count = report.rows.length;
  return isRound(count) && (count >= FEWEST_ROUND || !endsFull(kind, report));
}

/** Days of the rows, in their order, and how many rows each has; of the days of the range only. */
function daysIn({ dayField }: ReportKind, { fields, rows, range }: KeptReport) {
  const column = fields.findIndex(({ name }) => name === dayField);
  const days: CalendarDate[] = [];
  const counts = new Map<CalendarDate, number>();
  for (const row of rows) {
    const day = row[column];
    if (!isOn(day, range)) continue;
    days.push(day);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return { days, counts };
}

/** Whether service limits are made of such numbers: hundreds and thousands, powers of two. */
export function isRound(rows: number): boolean {
  return (
    [100, 250, 750].includes(rows) ||
    (rows > 0 && rows % 500 === 0) ||
    (rows >= FEWEST_ROUND && Number.isInteger(Math.log2(rows)))
  );
}

/**
 * Whether finished days at an end have no row though an average day has many, and nobody has found them to be empty; or
 * whether the last one has hardly any.
 */
function stopsEarly(kind: ReportKind, piece: KeptReport, known: KnownSizes, finished: CalendarDate): boolean {
  return isNewEmpty(emptyEnds(kind, piece, finished), known) || endsWithFew(kind, piece, finished);
}

/** Whether nobody has found some of these days to be empty. */
function isNewEmpty(ends: readonly DateRange[], { whole }: KnownSizes): boolean {
  const foundEmpty = whole.filter(({ rows }) => rows === 0);
  return ends.some(({ from, to }) => daysMissing({ from, to }, foundEmpty).length > 0);
}

/**
 * The last finished day where it alone has no record although most days before it have some, however few, the day a week
 * before among them, and no answer for other days has records of its own last day. Too weak a sign to tell people of: only
 * a refresh asks.
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
 * The finished days without a row at the end of an answer whose average day has many, and those at its beginning where the
 * newest days come first. Days on which another week has no row either are no reason to doubt.
 */
function emptyEnds(kind: ReportKind, { range, ...piece }: KeptReport, finished: CalendarDate): DateRange[] {
  const { from, to } = range;
  const { days, counts } = daysIn(kind, { range, ...piece });
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

/** Whether a day of these has no rows. */
function isClosed(day: CalendarDate, days: DateRange, counts: ReadonlyMap<CalendarDate, number>): boolean {
  return isOn(day, days) && !counts.has(day);
}

/** Whether the last finished day has hardly any rows, compared with all others that have some. */
function endsWithFew(kind: ReportKind, piece: KeptReport, finished: CalendarDate): boolean {
  const { days, counts } = daysIn(kind, piece);
  const last = Math.min(piece.range.to, finished);
  const few = counts.get(last) ?? 0;
  const others = Array.from(counts).flatMap(([day, count]) => (day < last ? [count] : []));
  const isMany = others.length >= FEWEST_OTHERS && days.length >= MANY_A_DAY * counts.size;
  return few > 0 && isMany && few < FEW_SHARE * Math.min(...others);
}

/** Whether rows are in order of days and reach the last day with about as many as on any other. */
function endsFull(kind: ReportKind, report: KeptReport): boolean {
  const { days, counts } = daysIn(kind, report);
  const { range } = report;
  const isInOrder = days.every((day, index) => index === 0 || day >= (days[index - 1] ?? day));
  return isInOrder && (counts.get(range.to) ?? 0) >= (FULL_DAY_SHARE * days.length) / dayCount(range);
}

/** What the halves of an answer say of it. */
interface Comparison {
  readonly toAsk: readonly DateRange[];
  readonly verdict: 'cut' | 'whole' | 'unlike' | undefined;
  /** How many records the halves lack, besides those of their own first and last days. */
  readonly missing: number;
  /** What they have to be asked for besides, where they lack nothing but those. */
  readonly margin: Margin;
}

/**
 * The last day of the first half: one that has records in the whole, since a half that lacks its last day shows it by that
 * one alone.
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
  const toAsk = [
    ...daysMissing({ from, to: middle }, ranges),
    ...daysMissing({ from: middle + 1, to }, ranges),
  ];
  if (toAsk.length > 0) return { toAsk, verdict: undefined, missing: 0, margin: NO_MARGIN };
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
  // As many gained as lost are records that moved to another day meanwhile.
  const isWhole = gained === lost && margin === NO_MARGIN;
  const verdict = gained > lost ? 'cut' : gained < lost ? 'unlike' : isWhole ? 'whole' : undefined;
  return { toAsk, verdict, missing: lost - gained, margin };
}
