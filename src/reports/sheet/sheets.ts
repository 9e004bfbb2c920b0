import { isDate, MILLIS_PER_DAY } from '../../calendar/calendar-date';
import { attempt, ReportError } from '../../employer-api/errors';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import { a1, type CellBlock, looksOf, type SheetColumn, type SheetValue, sheetRows } from './cells';

/** Refuses a write because of something in the sheet. @throws {ReportError} `sheet_blocked` */
export function blocked(sentence: string): never {
  throw new ReportError('sheet_blocked', { sentence });
}

/** Refuses a person's sheet that has the name of one of ours. @throws {ReportError} `sheet_blocked` */
export function refuseName(name: string): never {
  return blocked(`Rename the sheet “${name}”, which is one of yours: Shift Reports needs its name`);
}

/**
 * Gives a sheet of ours, whose table begins in A1, its look. A refused one is left as it is: it hides no value.
 *
 * @param isNew False where rows were inserted: whether these look as the row above or below is not published, and widths stay
 *   as people left them.
 */
export function dressSheet(sheet: ReportSheet, columns: readonly SheetColumn[], isNew = true): void {
  const placed = columns.map((column, index) => ({ at: 1 + index, column }));
  for (const look of looksOf(placed))
    if (isNew || look.pixels === undefined) attempt(() => sheet.dress(look));
}

/**
 * The sheet of ours with this name and first row; made where there is none. A killed run may have left it blank. Up to two
 * service calls, six and those of the set-up for a new one.
 *
 * @param setUp Makes a blank sheet ready, before its first row is written; left out for a hidden one.
 * @throws {ReportError} `sheet_blocked` if it is a person's sheet.
 */
export function ownSheet(
  sheets: ReportSheets,
  name: string,
  firstRow: readonly string[],
  setUp?: (sheet: ReportSheet) => void,
): ReportSheet {
  const sheet = sheets.byName(name) ?? sheets.create(name, setUp === undefined);
  const [cells = []] = sheet.readBlock(1, 1, 1, Math.min(firstRow.length, sheet.gridSize().columns));
  if (firstRow.every((text, at) => cells[at] === text)) return sheet;
  if (sheet.lastRow() > 0) refuseName(name);
  setUp?.(sheet);
  sheet.write(1, sheetRows([firstRow], 1, firstRow.length));
  return sheet;
}

/**
 * Checks that no cells about to be written are merged: only the first of merged cells keeps a value, the others lose
 * theirs silently. One service call; none for a block without cells.
 *
 * @param isNeeded True if a cell needs a value, by its row and column. Merged cells without such a cell are allowed.
 *   @default every cell
 * @throws {ReportError} `sheet_blocked`, which names the first merged cells.
 */
export function requireUnmerged(
  sheet: ReportSheet,
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
    `Unmerge ${place} on “${sheet.name()}” (Format ▸ Merge cells ▸ Unmerge): each value needs a cell of its own`,
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

/** Reads a cell; days and moments become serial numbers. */
export type ReadCell = (cell: unknown) => SheetValue;

/**
 * Reads a cell as the value that writes the same cell: text, numbers and booleans unchanged, days and moments as serial
 * numbers, an empty cell as null.
 *
 * Each distinct moment is converted once. No service call that counts.
 */
export function cellReader(calendar: SpreadsheetCalendar, zone: string): ReadCell {
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
