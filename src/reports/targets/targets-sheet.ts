import { dayOfCell } from '../../calendar/calendar-date';
import { shortHash } from '../../employer-api/text';
import { MOST_TARGET_COLUMNS, MOST_TARGET_LINES, MOST_TARGET_ROWS } from '../../limits';
import { readTargets } from '../../targets/read-targets';
import { TARGETS_SHEET_NAME } from '../../targets/target-columns';
import type { CellBlock } from '../cell-block';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar, TextPacker } from '../ports';
import { formatTargets, type KeptTargets, parseTargets } from '../saved/kept-targets';

/** What reading the targets sheet needs. */
export interface TargetsServices {
  readonly sheets: Pick<ReportSheets, 'byId' | 'byName'>;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly packer: TextPacker;
}

/** How the targets sheet is read. */
export interface TargetsReading {
  /** The property `targets`, as stored. */
  readonly stored: string | undefined;
  /** The spreadsheet's time zone. */
  readonly zone: string;
  /** Whether formats and merged cells are read even if no value has changed. @default false */
  readonly isThorough?: boolean;
}

/**
 * Reads the targets sheet and gives the text of the property `targets`: `undefined` where it stays as it is, empty where
 * there is no sheet any longer. It never writes a cell.
 *
 * No service call that counts without the sheet. One where its values are as they were. Two more, for number formats and
 * merged cells, where they changed, and where a target is a number up to 1: it may be a percentage by its format.
 *
 * @throws {ReportError} `platform_unavailable`
 */
export function readTargetsSheet(
  { sheets, calendar, packer }: TargetsServices,
  { stored, zone, isThorough = false }: TargetsReading,
): string | undefined {
  const kept = parseTargets(stored, packer);
  const sheet = findTargetsSheet(sheets, kept);
  if (sheet === undefined) return stored ? '' : undefined;
  const grid = sheet.gridSize();
  const rows = Math.min(grid.rows, MOST_TARGET_ROWS);
  const block = { row: 1, column: 1, rows, columns: Math.min(grid.columns, MOST_TARGET_COLUMNS) };
  const values = sheet.readBlock(1, 1, block.rows, block.columns);
  const isLong = grid.rows > rows && sheet.lastRow() > rows;
  const seen = shortHash(JSON.stringify([sheet.id, isLong, values]));
  const isKnown = kept?.seen === seen && !kept.lines.some(({ target }) => target !== null && target <= 1);
  if (isKnown && !isThorough) return undefined;
  const formats = sheet.numberFormats(block);
  const { lines, mistakes } = readTargets({
    values,
    formats,
    merged: hiddenCells(sheet.mergedCells(block)),
    dayOf: (date) => dayOfCell(date, (millis) => calendar.serial(millis, zone)),
  });
  const tooLong = `Shorten the targets sheet to ${MOST_TARGET_LINES} lines.`;
  const all = isLong && !mistakes.includes(tooLong) ? [...mistakes, tooLong] : mistakes;
  const moneyFormat = findMoneyFormat(values, formats);
  const text = formatTargets({ sheetId: sheet.id, seen, moneyFormat, lines, mistakes: all }, packer);
  return text === stored ? undefined : text;
}

/** The targets sheet: the one that was read before, under whatever name, else the one of that name. No service call. */
export function findTargetsSheet(
  sheets: TargetsServices['sheets'],
  kept: Pick<KeptTargets, 'sheetId'> | undefined,
): ReportSheet | undefined {
  return (kept && sheets.byId(kept.sheetId)) ?? sheets.byName(TARGETS_SHEET_NAME);
}

/** Cells of merged blocks that read as blank: all but the first of each. */
function hiddenCells(blocks: readonly CellBlock[]): { row: number; column: number }[] {
  return blocks.flatMap(({ row, column, rows, columns }) => {
    const all = Array.from({ length: Math.min(rows, MOST_TARGET_ROWS) * columns }, (_, at) => ({
      row: row + Math.floor(at / columns),
      column: column - 1 + (at % columns),
    }));
    return all.slice(1);
  });
}

const MONEY: readonly string[] = ['RATE_PER_HOUR', 'CREDIT_PER_MISSING', 'CREDIT_PER_NO_SHOW'];
/** A format that is longer is not taken over. */
const LONGEST_FORMAT = 60;

/** The number format of the first amount of money on the sheet. */
function findMoneyFormat(
  [headings = [], ...rows]: readonly (readonly unknown[])[],
  formats: readonly (readonly string[])[],
): string {
  const places = headings.flatMap((heading, at) => (MONEY.includes(String(heading).trim()) ? [at] : []));
  for (const [at, row] of rows.entries()) {
    const place = places.find((column) => typeof row[column] === 'number');
    const format = place === undefined ? '' : (formats[at + 1]?.[place] ?? '');
    if (/[#0?]/.test(format) && format.length <= LONGEST_FORMAT) return format;
  }
  return '';
}
