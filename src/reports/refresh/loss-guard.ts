import { type DateRange, dayCount, isOn, overlap, shortDays, shortMonth } from '../../calendar/calendar-date';
import type { ReportChoices } from '../../contract/reports';
import { DAY_COLUMN, SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../employer-api/shift-report';
import { listed, shownCount, shownNumber } from '../../employer-api/text';
import { filterRows } from '../../figures/row-filter';
import { FEWEST_LOST } from '../../limits';
import type { Digest } from '../ports';
import {
  type Baseline,
  holdsOthersRows,
  isSampleOwner,
  readCriteria,
  type SavedReport,
} from '../saved/saved-report';
import { isFilled } from '../sheet/cells';
import type { TableDays } from '../sheet/report-table';
import { countMonths } from './history';

/** The shifts behind a new table, before grouping and choice of columns. */
export interface ShiftTable {
  /** The same text for the same filters and owner, whatever the days, columns and sheet. */
  readonly filters: string;
  readonly range: DateRange;
  readonly rows: readonly ShiftRow[];
}

/**
 * The shifts behind a report's table, to be compared with those of the one that is there.
 *
 * @param content Of the table that is there: its owner counts where the new one is not known.
 * @param rows Of the range, before the report's own filters.
 */
export function shiftsBehind(
  digest: Digest,
  choices: ReportChoices,
  content: SavedReport['content'],
  owner: string,
  rows: readonly ShiftRow[],
  range: DateRange,
): ShiftTable {
  const { venue, area, role } = choices;
  const whose = owner || (holdsOthersRows({ content }, owner) ? '' : content?.owner);
  const filters = digest(JSON.stringify([venue, area, role, whose]));
  return { filters, range, rows: filterRows(rows, readCriteria(choices)) };
}

/** So many days are counted: a year and a month, in at most 2 kB. */
const MOST_DAYS = 400;
/** A week or more without a single shift is asked about, whatever its days. */
const EMPTY_DAYS = 7;
/** The most columns in a message. */
const MOST_NAMED_COLUMNS = 3;
/** Zeros are no values of counts and hours, but for these, which are 0 in every shift where all goes well. */
const MAY_BE_ZERO: readonly string[] = ['NO_SHOWS', 'SHIFTS_UNFILLED'];

const isLikeBlank = SHIFT_FULFILMENT_FIELDS.map(
  ({ name, kind }) => (kind === 'integer' || kind === 'decimal') && !MAY_BE_ZERO.includes(name),
);

/** True if fewer than half came, and at least ten are missing. */
function isLoss(had: number, came: number): boolean {
  return came * 2 < had && had - came >= FEWEST_LOST;
}

/** The question about a table that is held back, without a full stop. @param why What `askAbout` found. */
export function describeHeld(why: string): string {
  return `Keep or replace the table in the sidebar: ${why}, so the old table stays`;
}

/**
 * Asks about a new table that needs a person's word because of whose rows it would replace, or of what it lacks: on the days
 * that both tables have, more than half of the shifts, or all values of a column; or every shift of a week or more. A loss of
 * fewer than ten is none.
 *
 * @param saved The report with the table that is there.
 * @param owner Of the new rows.
 * @param now `undefined` if there is nothing to compare with: then only the owner counts.
 * @param merged The rows of a table that keeps history: a month that lacks most of its rows is a loss too.
 * @returns Why, to follow a colon, without a full stop; `undefined` if the table may be written.
 */
export function askAbout(
  saved: Pick<SavedReport, 'content' | 'mode' | 'baseline'>,
  owner: string,
  now: ShiftTable | undefined,
  merged?: { readonly daysBefore: TableDays; readonly days: TableDays },
): string | undefined {
  const { baseline } = saved;
  const why = reasonToAsk(saved, owner);
  if (why || !baseline || !now || baseline.filters !== now.filters) return why;
  return findLostShifts(baseline, now) ?? (merged && findLostMonth(merged.daysBefore, merged.days));
}

function reasonToAsk(saved: Pick<SavedReport, 'content' | 'mode'>, owner: string): string | undefined {
  if (!holdsOthersRows(saved, owner) || isSampleOwner(saved.content?.owner)) return undefined;
  if (isSampleOwner(owner)) return 'sample rows would replace real ones';
  // Kept days cannot be fetched again by another connection, and may not stay beside its rows.
  return saved.mode === 'history' ? 'the kept days of another employer would be deleted for good' : undefined;
}

/** What a table lacks: `only 12 shifts came for 1 Mar 2026 (40 before)`. */
function findLostShifts(baseline: Baseline, now: ShiftTable): string | undefined {
  const all = sumOf(baseline.shifts);
  if (now.rows.length === 0 && dayCount(now.range) >= EMPTY_DAYS && isLoss(all, 0))
    return describeLoss(0, all, shortDays(now.range));
  const days = overlap(daysOf(baseline), now.range);
  if (days === undefined) return undefined;
  const after = countTable({ ...now, range: days });
  const first = days.from - baseline.from;
  const had = sumOf(baseline.shifts.slice(first, first + dayCount(days)));
  const came = sumOf(after.shifts);
  if (isLoss(had, came)) return describeLoss(came, had, shortDays(days));
  // Each shift of other days has at most one of the values.
  const fewest = all - had + FEWEST_LOST;
  const isLost = (_: unknown, at: number) => (baseline.values[at] ?? 0) >= fewest && after.values[at] === 0;
  const lost = SHIFT_FULFILMENT_FIELDS.filter(isLost).map(({ name }) => name);
  const more = lost.splice(MOST_NAMED_COLUMNS).length;
  const named = more > 0 ? [...lost, shownCount(more, 'more column')] : lost;
  return lost.length === 0 ? undefined : `no values came for ${listed(named, 'and')}`;
}

/** The table that is there may hold fewer than the one that counts. */
function describeLoss(came: number, had: number, when: string, noun = 'shift'): string {
  const left = came === 0 ? `no ${noun}s` : `only ${shownCount(came, noun)}`;
  return `${left} came for ${when} (${shownNumber(had)} before)`;
}

/** A kept month of which most rows did not come again: `only 3 rows came for Jan 2026 (40 before)`. */
function findLostMonth(before: TableDays, days: TableDays): string | undefined {
  const now = countMonths(days);
  for (const [month, had] of Object.entries(countMonths(before))) {
    const came = now[month] ?? 0;
    if (isLoss(had, came)) return describeLoss(came, had, shortMonth(Number(month)), 'row');
  }
  return undefined;
}

/**
 * What is kept after a table was written: the one with most shifts of those written since a person last answered, while it
 * has at least half of the days of the newest.
 *
 * @param isConfirmed Whether a person confirmed the newest: then it counts.
 */
export function nextBaseline(
  baseline: Baseline | null,
  { filters, range, rows }: ShiftTable,
  isConfirmed: boolean,
): Baseline {
  const days = { from: Math.max(range.from, range.to - MOST_DAYS + 1), to: range.to };
  const newest = { filters, ...countTable({ range: days, rows }), isKept: false };
  if (isConfirmed || baseline?.filters !== filters) return newest;
  const shared = overlap(daysOf(baseline), days);
  const hasHalf = shared !== undefined && dayCount(shared) * 2 >= dayCount(days);
  return hasHalf && sumOf(baseline.shifts) > sumOf(newest.shifts) ? { ...baseline, isKept: false } : newest;
}

function daysOf({ from, shifts }: Baseline): DateRange {
  return { from, to: from + shifts.length - 1 };
}

/** Uses plain loops: a table may have 100,000 rows. */
function countTable({
  range,
  rows,
}: Omit<ShiftTable, 'filters'>): Pick<Baseline, 'from' | 'shifts' | 'values'> {
  const shifts = new Array<number>(dayCount(range)).fill(0);
  const values = new Array<number>(isLikeBlank.length).fill(0);
  for (const row of rows) {
    const day = row[DAY_COLUMN];
    if (!isOn(day, range)) continue;
    shifts[day - range.from] = (shifts[day - range.from] ?? 0) + 1;
    for (let at = 0; at < values.length; at += 1) {
      const value = row[at];
      if (isFilled(value) && !(value === 0 && isLikeBlank[at])) values[at] = (values[at] ?? 0) + 1;
    }
  }
  return { from: range.from, shifts, values };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
