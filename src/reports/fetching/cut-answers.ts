import type { CalendarDate } from '../../calendar/calendar-date';
import { type DateRange, dayCount, describeRange, isInside, isOn } from '../../calendar/date-range';
import type { ReportKind } from '../../employer-api/report-kind';
import { LISTED_ISSUES } from '../../employer-api/shift-records';
import { newestSlices } from './kept-pieces';
import type { Pace } from './pace';
import type { KeptReport } from './report-cache';
import { daysMissing } from './window-plan';

/*
 * A service may cut long answers without a word: the specification states no most records per response (section 8).
 * An answer that may be cut is asked for again in halves, and the halves count where they hold more.
 */

/** An average day of fewer records may well have none. */
const MANY_A_DAY = 5;
/** Fewer records than this are the same in two answers by chance. */
const FEWEST_TWINS = 500;
/** A last day with this share of an average day is not one in whose middle an answer was cut. */
const FULL_DAY_SHARE = 0.8;

/** What is known of the sizes of answers. */
export type KnownSizes = Pick<Pace, 'whole' | 'cutAt'>;

/** What came of looking at pieces. */
export interface CheckedPieces {
  /** Days to ask for, to find out about an answer that looks cut. */
  readonly toAsk: readonly DateRange[];
  /** Answers whose halves hold more. */
  readonly cut: readonly KeptReport[];
  /** Answers that looked cut, and whose halves hold the same. */
  readonly whole: readonly KeptReport[];
}

/**
 * Tells which answers were cut, as far as can be told from what is there.
 *
 * An answer can only have been cut if none was longer. Then it is doubtful where its rows stop before its last finished
 * day, where it has a round number of rows and does not end with a full day, where another answer is exactly as long,
 * and where answers are known to be cut at its size.
 *
 * @param finished The last day that is over, wherever the employer is.
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
  const doubtful = longest.filter(
    (piece) =>
      dayCount(piece.range) > 1 &&
      most > known.whole &&
      ((known.cutAt > 0 && most >= known.cutAt) ||
        (longest.length > 1 && most >= FEWEST_TWINS) ||
        looksCut(kind, piece, finished)),
  );
  const seen = doubtful.map((piece) => ({ piece, ...compareWithHalves(kind, piece, pieces) }));
  return {
    // One at a time: what is found out about it holds for the others, which are as long.
    toAsk: seen.find(({ toAsk }) => toAsk.length > 0)?.toAsk ?? [],
    cut: seen.filter(({ verdict }) => verdict === 'cut').map(({ piece }) => piece),
    whole: seen.filter(({ verdict }) => verdict === 'whole').map(({ piece }) => piece),
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
      if (piece.issues[0] === doubt) return [];
      const issues = [doubt, ...piece.issues].slice(0, LISTED_ISSUES);
      return [{ ...piece, issues, issueCount: piece.issueCount + 1 }];
    });
}

/**
 * The answers that may be cut, where nobody asks for their halves: those of a round number of rows that do not end with
 * a full day, and those of the size at which answers are known to be cut. Days without rows at the end are no reason
 * here: there are such days, and without the halves nobody would ever learn it.
 */
export function doubtfulAnswers(
  kind: ReportKind,
  answers: readonly KeptReport[],
  { whole, cutAt }: KnownSizes,
): readonly KeptReport[] {
  return answers.filter((answer) => {
    const { rows, range } = answer;
    if (answer.answers !== undefined || dayCount(range) === 1 || rows.length <= whole) return false;
    return (cutAt > 0 && rows.length >= cutAt) || isRoundAndOpen(kind, answer);
  });
}

/** Whether an answer by itself gives reason to doubt that it is complete. */
export function looksCut(kind: ReportKind, report: KeptReport, finished: CalendarDate): boolean {
  const { days, counts } = daysIn(kind, report);
  return stopsEarly(days, counts, report.range, finished) || isRoundAndOpen(kind, report);
}

/** Whether an answer has a round number of rows and does not end with a full day. */
function isRoundAndOpen(kind: ReportKind, report: KeptReport): boolean {
  if (!isRound(report.rows.length)) return false;
  const { days, counts } = daysIn(kind, report);
  return !endsFull(days, counts, report.range);
}

/** The days of the rows, in their order, and how many rows each has. */
function daysIn({ dayField }: ReportKind, { fields, rows }: KeptReport) {
  const column = fields.findIndex(({ name }) => name === dayField);
  const days = rows.map((row) => row[column]).filter((day): day is number => typeof day === 'number');
  const counts = new Map<number, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return { days, counts };
}

/** Whether service limits are made of such numbers: hundreds and thousands, powers of two. */
export function isRound(rows: number): boolean {
  return (
    [100, 250, 500].includes(rows) ||
    (rows > 0 && rows % 1000 === 0) ||
    (rows > 2500 && rows % 500 === 0) ||
    (rows >= 1024 && Number.isInteger(Math.log2(rows)))
  );
}

/**
 * Whether finished days at the end have no row though an average day has many: at the beginning, where the newest days
 * come first. Days on which an earlier week has no row either are no reason to doubt.
 */
function stopsEarly(
  days: readonly number[],
  counts: ReadonlyMap<number, number>,
  { from, to }: DateRange,
  finished: CalendarDate,
): boolean {
  const [first = from] = days;
  const last = days[days.length - 1] ?? first;
  const isNewestFirst = first > last;
  const end = Math.min(to, finished);
  const empty = isNewestFirst ? { from, to: last - 1 } : { from: last + 1, to: end };
  const held = isNewestFirst ? first - last + 1 : last - from + 1;
  if (empty.to < empty.from || days.length < MANY_A_DAY * held) return false;
  // Rows in no order of days: what comes last says nothing about where they stop.
  for (let day = empty.from; day <= empty.to; day += 1) if (counts.has(day)) return false;
  for (let day = empty.from; day <= empty.to; day += 1) {
    const week = isNewestFirst ? day + 7 : day - 7;
    const isClosedDay = week >= from && week <= end && !counts.has(week);
    if (!isClosedDay) return true;
  }
  return false;
}

/** Whether rows are in order of days and reach the last day with about as many as on any other. */
function endsFull(days: readonly number[], counts: ReadonlyMap<number, number>, range: DateRange): boolean {
  const isInOrder = days.every((day, index) => index === 0 || day >= (days[index - 1] ?? day));
  return isInOrder && (counts.get(range.to) ?? 0) >= (FULL_DAY_SHARE * days.length) / dayCount(range);
}

function compareWithHalves(
  kind: ReportKind,
  piece: KeptReport,
  pieces: readonly KeptReport[],
): { readonly toAsk: readonly DateRange[]; readonly verdict: 'cut' | 'whole' | undefined } {
  const { from, to } = piece.range;
  const middle = from + Math.ceil((to - from + 1) / 2) - 1;
  const parts = pieces.filter(
    (one) => one !== piece && isInside(one.range, piece.range) && one.fetchedAt >= piece.fetchedAt,
  );
  const ranges = parts.map(({ range }) => range);
  const toAsk = [
    ...daysMissing({ from, to: middle }, ranges),
    ...daysMissing({ from: middle + 1, to }, ranges),
  ];
  if (toAsk.length > 0) return { toAsk, verdict: undefined };
  const slices = newestSlices(piece.range, parts);
  const held = slices.reduce((sum, slice) => sum + rowsOn(kind, slice.report, slice), 0);
  return { toAsk, verdict: held > rowsOn(kind, piece, piece.range) ? 'cut' : 'whole' };
}

/** How many rows a report has on days of a range. */
function rowsOn({ dayField }: ReportKind, { fields, rows }: KeptReport, range: DateRange): number {
  const column = fields.findIndex(({ name }) => name === dayField);
  return rows.filter((row) => isOn(row[column], range)).length;
}
