import { isDate, MILLIS_PER_DAY } from '../../calendar/calendar-date';
import { ReportError } from '../../employer-api/errors';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import { a1, type CellBlock, type SheetValue } from './cells';

/** Refuses a write because of something in the sheet. @throws {ReportError} `sheet_blocked` */
export function blocked(sentence: string): never {
  throw new ReportError('sheet_blocked', { sentence });
}

/**
 * Adds a sheet, or finds the one with its name in other capitals, since for Google Sheets such names are the same. Call
 * it after `byName` has found none, without the lock. Two service calls; if the name is taken one more, and one per
 * sheet.
 *
 * @throws {ReportError} `sheet_blocked`
 */
export function makeSheet(
  sheets: ReportSheets,
  name: string,
): { readonly sheet: ReportSheet; readonly isNew: boolean } {
  try {
    return { sheet: sheets.create(name), isNew: true };
  } catch (error) {
    const sheet = sheets.byNameInAnyCase(name);
    if (sheet === undefined) throw error;
    return { sheet, isNew: false };
  }
}

/**
 * Checks that no cells about to be written are merged: only the first of merged cells keeps a value, the others lose
 * theirs silently. One service call; none for a block without cells.
 *
 * @param name The sheet's current name.
 * @param isNeeded True if a cell needs a value, by its row and column. Merged cells without such a cell are allowed.
 *   @default every cell
 * @throws {ReportError} `sheet_blocked`, which names the first merged cells.
 */
export function requireUnmerged(
  sheet: ReportSheet,
  name: string,
  block: CellBlock,
  isNeeded: (row: number, column: number) => boolean = () => true,
): void {
  if (block.rows <= 0 || block.columns <= 0) return;
  const losing = sheet
    .mergedCells(block)
    .find(({ row, column, rows, columns }) =>
      Array.from({ length: rows * columns }, (_, at) => at).some(
        (at) => at > 0 && isNeeded(row + Math.floor(at / columns), column + (at % columns)),
      ),
    );
  if (losing === undefined) return;
  const place = a1(losing.row, losing.column, losing.rows, losing.columns);
  blocked(
    `Unmerge ${place} on “${name}” (Format ▸ Merge cells ▸ Unmerge): each value needs a cell of its own`,
  );
}

/**
 * Ends a write that rests on what is no longer so.
 *
 * @param what What someone changed: `the table`.
 * @throws {ReportError} `changed_meanwhile`
 */
export function changedMeanwhile(what: string): never {
  throw new ReportError('changed_meanwhile', { sentence: `Try again: ${what} was changed meanwhile` });
}

/** An hour as a fraction of a day, with a tolerance for rounding. */
const HOUR = 1 / 24 + 1e-6;

/**
 * Reads a cell as the value that writes the same cell: text, numbers and booleans unchanged, days and moments as serial
 * numbers, an empty cell as null.
 *
 * Each distinct moment is converted once. No service call that counts.
 */
export function cellReader(calendar: SpreadsheetCalendar, zone: string): (cell: unknown) => SheetValue {
  const serials = new Map<number, number>();
  return (cell) => {
    if (typeof cell === 'string') return cell === '' ? null : cell;
    if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
    if (!isDate(cell)) return null;
    const millis = cell.getTime();
    const serial = serials.get(millis) ?? serialOf(millis, calendar, zone);
    serials.set(millis, serial);
    return serial;
  };
}

/** The serial number of a moment in the zone, to the millisecond. */
function serialOf(millis: number, calendar: SpreadsheetCalendar, zone: string): number {
  const odd = ((millis % 1000) + 1000) % 1000;
  const serial = calendar.serial(millis - odd, zone) + odd / MILLIS_PER_DAY;
  const day = Math.floor(serial);
  const time = serial - day;
  if (time === 0 || time > HOUR) return serial;
  // If clocks go forward at midnight, the day begins at one o'clock, and its cell is read as that moment.
  const midnight = calendar.serial(millis - Math.round(time * MILLIS_PER_DAY), zone);
  return midnight === day ? serial : day;
}
