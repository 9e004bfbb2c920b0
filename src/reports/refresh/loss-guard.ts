import {
  type DateRange,
  dayCount,
  isOn,
  overlap,
  shortDays,
  shortMonth,
  startOfMonth,
} from '../../calendar/calendar-date';
import { CONFIRM_FIRST } from '../../contract/reports';
import { SHIFT_FULFILMENT_FIELDS, type ShiftValue } from '../../employer-api/shift-records';
import { shownCount, shownNumber } from '../../employer-api/text';
import { FEWEST_LOST } from '../../limits';
import type { TableCounts, WrittenTables } from '../saved/saved-report';
import { isFilled } from '../sheet/cells';

/** The shifts of a new table, before grouping and choice of columns. */
export interface ShiftTable {
  /** The same text for the same filters and owner, regardless of days, columns and sheet. */
  readonly asked: string;
  readonly range: DateRange;
  /** The service's names of the columns. */
  readonly fields: readonly string[];
  readonly rows: readonly (readonly ShiftValue[])[];
}

/** So many days are counted: a year and a month, in at most 2 kB. */
const MOST_DAYS = 400;
/** A week or more without a single shift is asked about, whatever its days. */
const EMPTY_DAYS = 7;
/** The most columns in a message. */
const MOST_NAMED_COLUMNS = 3;
/** Counts that are 0 in every shift where all goes well. Any other count, and hours, say nothing by zeros alone. */
const MAY_BE_ZERO: readonly string[] = ['NO_SHOWS', 'SHIFTS_UNFILLED'];

const isLikeBlank = SHIFT_FULFILMENT_FIELDS.map(
  ({ name, kind }) => (kind === 'integer' || kind === 'decimal') && !MAY_BE_ZERO.includes(name),
);

/** True if fewer than half came, and at least ten are missing. */
export function isLoss(had: number, came: number): boolean {
  return came * 2 < had && had - came >= FEWEST_LOST;
}

/**
 * What a new table lacks: on the days that both tables have, more than half of the shifts, or all values of a column; or
 * every shift of a week or more. Compared is the table with most shifts of those written since a person last answered,
 * while it has at least half of the new table's days, otherwise the newest. A loss of fewer than ten is none.
 *
 * @returns `only 12 of 40 shifts came`; `undefined` if the table may be written.
 */
export function findLoss(written: WrittenTables | null, now: ShiftTable): string | undefined {
  if (written?.asked !== now.asked) return undefined;
  const before = comparedWith(written, now.range);
  const all = sumOf(before.shifts);
  if (now.rows.length === 0 && dayCount(now.range) >= EMPTY_DAYS && all >= FEWEST_LOST)
    return describeLoss(0, all, now.range);
  const days = overlap(daysOf(before), now.range);
  if (days === undefined) return undefined;
  const after = countTable({ ...now, range: days });
  const [had, came] = [
    sumOf(before.shifts.slice(days.from - before.from).slice(0, dayCount(days))),
    sumOf(after.shifts),
  ];
  if (isLoss(had, came)) return describeLoss(came, had, days);
  // Each shift of other days has at most one of the values.
  const values = before.values.map((count) => count - (all - had));
  const lost = values.flatMap((count, at) =>
    count >= FEWEST_LOST && after.values[at] === 0
      ? `${fieldAt(at)} (${shownCount(count, 'value')} before)`
      : [],
  );
  return lost.length === 0 ? undefined : `no values came for ${listed(lost)}`;
}

function describeLoss(came: number, had: number, days: DateRange): string {
  return came === 0
    ? `no shifts came for ${shortDays(days)} (${shownNumber(had)} before)`
    : `only ${shownNumber(came)} of ${shownCount(had, 'shift')} came for ${shortDays(days)}`;
}

/** The question about a loss: one sentence, remedy first, without a full stop. */
export function askAbout(loss: string): string {
  return `${CONFIRM_FIRST}${loss}, so the old table stays`;
}

/** What is kept after a table was written. @param isConfirmed Whether a person confirmed it: then it alone counts. */
export function afterWrite(
  written: WrittenTables | null,
  table: ShiftTable,
  isConfirmed: boolean,
): WrittenTables {
  const newest = countTable(table);
  const { asked, range } = table;
  const alone = { asked, most: newest, newest: null, isKept: false };
  if (isConfirmed || written?.asked !== asked || !hasHalf(written.most, range)) return alone;
  const { most } = written;
  return sumOf(most.shifts) > sumOf(newest.shifts) ? { ...alone, most, newest } : alone;
}

/**
 * Names the columns without values of a table, if at least ten of its shifts are over.
 *
 * @param today The first day that is not over.
 * @returns A sentence; empty if there is nothing to say.
 */
export function describeBlank({ fields, rows, range, asked }: ShiftTable, today: number): string {
  const over = { asked, fields, rows, range: { from: range.from, to: Math.min(range.to, today - 1) } };
  if (over.range.to < range.from) return '';
  const { shifts, values } = countTable(over);
  const blank = values.flatMap((count, at) => (count === 0 ? fieldAt(at) : []));
  if (sumOf(shifts) < FEWEST_LOST || blank.length === 0) return '';
  return `Check with the service: no shift has a value for ${listed(blank)}.`;
}

function comparedWith({ most, newest }: WrittenTables, range: DateRange): TableCounts {
  return newest === null || hasHalf(most, range) ? most : newest;
}

/** Whether a table has at least half of these days, as far as days are counted. */
function hasHalf(table: TableCounts, range: DateRange): boolean {
  const counted = countedDays(range);
  const shared = overlap(daysOf(table), counted);
  return shared !== undefined && dayCount(shared) * 2 >= dayCount(counted);
}

function countedDays({ from, to }: DateRange): DateRange {
  return { from: Math.max(from, to - MOST_DAYS + 1), to };
}

function daysOf({ from, shifts }: TableCounts): DateRange {
  return { from, to: from + shifts.length - 1 };
}

/** Uses plain loops: a table may have 100,000 rows. */
function countTable({ range, fields, rows }: ShiftTable): TableCounts {
  const days = countedDays(range);
  const columns = SHIFT_FULFILMENT_FIELDS.map(({ name }) => fields.indexOf(name));
  const [dayColumn = -1] = columns;
  const shifts = new Array<number>(dayCount(days)).fill(0);
  const values = new Array<number>(columns.length).fill(0);
  for (const row of rows) {
    const day = row[dayColumn];
    if (!isOn(day, days)) continue;
    shifts[day - days.from] = (shifts[day - days.from] ?? 0) + 1;
    for (let at = 0; at < columns.length; at += 1) {
      const value = row[columns[at] ?? -1];
      if (isFilled(value) && !(value === 0 && isLikeBlank[at])) values[at] = (values[at] ?? 0) + 1;
    }
  }
  return { from: days.from, shifts, values };
}

/** `A, B, C and 2 more columns`. */
function listed(columns: readonly string[]): string {
  const more = columns.length - MOST_NAMED_COLUMNS;
  const named = columns.slice(0, MOST_NAMED_COLUMNS).join(', ');
  return more > 0 ? `${named} and ${shownCount(more, 'more column')}` : named;
}

function fieldAt(at: number): string {
  return SHIFT_FULFILMENT_FIELDS[at]?.name ?? '';
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** A kept month of which most rows did not come again: `only 3 of 40 rows came for 2026-01`. @param before Days of rows. */
export function findLostMonth(
  before: readonly (number | null)[],
  after: readonly (number | null)[],
): string | undefined {
  const countMonths = (days: readonly (number | null)[]) => {
    const counts = new Map<number, number>();
    for (const day of days) {
      if (day === null) continue;
      const month = startOfMonth(day);
      counts.set(month, (counts.get(month) ?? 0) + 1);
    }
    return counts;
  };
  const now = countMonths(after);
  const lost = Array.from(countMonths(before)).find(([month, had]) => isLoss(had, now.get(month) ?? 0));
  if (lost === undefined) return undefined;
  const [month, had] = lost;
  const came = shownNumber(now.get(month) ?? 0);
  return `only ${came} of ${shownCount(had, 'row')} came for ${shortMonth(month)}`;
}
