import {
  type DateRange,
  dayCount,
  isOn,
  overlap,
  parseIsoDate,
  shortDays,
  shortMonth,
} from '../../calendar/calendar-date';
import { CONFIRM_FIRST } from '../../contract/reports';
import { SHIFT_FULFILMENT_FIELDS, type ShiftValue } from '../../employer-api/shift-records';
import { shownCount, shownNumber } from '../../employer-api/text';
import { FEWEST_LOST } from '../../limits';
import type { WrittenTable } from '../saved/saved-report';
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
function isLoss(had: number, came: number): boolean {
  return came * 2 < had && had - came >= FEWEST_LOST;
}

/**
 * What a new table lacks: on the days that both tables have, more than half of the shifts, or all values of a column; or
 * every shift of a week or more. A loss of fewer than ten is none.
 *
 * @returns `only 12 of 40 shifts came`; `undefined` if the table may be written.
 */
export function findLoss(written: WrittenTable | null, now: ShiftTable): string | undefined {
  if (written?.asked !== now.asked) return undefined;
  const all = sumOf(written.shifts);
  if (now.rows.length === 0 && dayCount(now.range) >= EMPTY_DAYS && all >= FEWEST_LOST)
    return describeLoss(0, all, now.range);
  const days = overlap(daysOf(written), now.range);
  if (days === undefined) return undefined;
  const after = countTable({ ...now, range: days });
  const first = days.from - written.from;
  const had = sumOf(written.shifts.slice(first, first + dayCount(days)));
  const came = sumOf(after.shifts);
  if (isLoss(had, came)) return describeLoss(came, had, days);
  // Each shift of other days has at most one of the values.
  const values = written.values.map((count) => count - (all - had));
  const lost = values.flatMap((count, at) =>
    count >= FEWEST_LOST && after.values[at] === 0
      ? `${SHIFT_FULFILMENT_FIELDS[at]?.name} (${shownCount(count, 'value')} before)`
      : [],
  );
  const more = lost.length - MOST_NAMED_COLUMNS;
  const named = lost.slice(0, MOST_NAMED_COLUMNS).join(', ');
  const others = more > 0 ? ` and ${shownCount(more, 'more column')}` : '';
  return lost.length === 0 ? undefined : `no values came for ${named}${others}`;
}

function describeLoss(came: number, had: number, days: DateRange): string {
  return came === 0
    ? `no shifts came for ${shortDays(days)} (${shownNumber(had)} before)`
    : `only ${shownNumber(came)} of ${shownCount(had, 'shift')} came for ${shortDays(days)}`;
}

/**
 * A kept month of which most rows did not come again: `only 3 of 40 rows came for Jan 2026`.
 *
 * @param before The number of rows by month: `2026-01`.
 */
export function findLostMonth(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string | undefined {
  const lost = Object.entries(before).find(([month, had]) => isLoss(had, after[month] ?? 0));
  if (lost === undefined) return undefined;
  const [month, had] = lost;
  return `only ${shownNumber(after[month] ?? 0)} of ${shownCount(had, 'row')} came for ${shortMonth(parseIsoDate(`${month}-01`) ?? 0)}`;
}

/** The question about a loss: one sentence, remedy first, without a full stop. */
export function askAbout(loss: string): string {
  return `${CONFIRM_FIRST}${loss}, so the old table stays`;
}

/**
 * What is kept after a table was written: the one with most shifts of those written since a person last answered, while it
 * has at least half of the days of the newest.
 *
 * @param isConfirmed Whether a person confirmed the newest: then it counts.
 */
export function afterWrite(
  written: WrittenTable | null,
  table: ShiftTable,
  isConfirmed: boolean,
): WrittenTable {
  const newest = { asked: table.asked, ...countTable(table), isKept: false };
  if (isConfirmed || written?.asked !== table.asked) return newest;
  const days = countedDays(table.range);
  const shared = overlap(daysOf(written), days);
  const hasHalf = shared !== undefined && dayCount(shared) * 2 >= dayCount(days);
  return hasHalf && sumOf(written.shifts) > sumOf(newest.shifts) ? { ...written, isKept: false } : newest;
}

function countedDays({ from, to }: DateRange): DateRange {
  return { from: Math.max(from, to - MOST_DAYS + 1), to };
}

function daysOf({ from, shifts }: Pick<WrittenTable, 'from' | 'shifts'>): DateRange {
  return { from, to: from + shifts.length - 1 };
}

/** Uses plain loops: a table may have 100,000 rows. */
function countTable({ range, fields, rows }: ShiftTable): Pick<WrittenTable, 'from' | 'shifts' | 'values'> {
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

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
