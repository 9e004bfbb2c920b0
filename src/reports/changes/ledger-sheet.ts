import * as v from 'valibot';
import { dayOfCell, isDate } from '../../calendar/calendar-date';
import { parseJson } from '../../employer-api/text';
import { MOST_LEDGER_ROWS } from '../../limits';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import { sheetRows } from '../tables/report-table';
import { columnFormats, headingsOf, type SheetRow, type SheetValue } from '../tables/sheet-table';
import { tableLook } from '../tables/table-look';
import { blocked } from '../writing/table-heading';
import { makeSheet } from '../writing/table-room';
import { dressSheet } from '../writing/table-writer';
import { requireUnmerged } from '../writing/unmerged-cells';
import { LEDGER_COLUMNS } from './ledger';

const PLACE = v.object({
  sheetId: v.number(),
  /** How many rows below the heading row belong to the ledger: at least as many as were ever written. */
  rows: v.number(),
});

/** The place of the ledger: the document property `ledger`. Set once a person has asked for a ledger. */
export type LedgerPlace = v.InferOutput<typeof PLACE>;

/** What writing the ledger needs. */
export interface LedgerServices {
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  /** The spreadsheet's time zone. */
  readonly zone: string;
  /** Stores how far the ledger will reach, before it is written. */
  readonly log: (place: LedgerPlace) => void;
}

/** The name of the sheet that lists what refreshes changed. */
export const LEDGER_SHEET_NAME = 'Shift Reports changes';
const WIDTH = LEDGER_COLUMNS.length;
const HEADINGS = headingsOf(LEDGER_COLUMNS);
const HALF_A_SECOND = 500;
/** In days, the unit of serial numbers. */
const A_SECOND = 1 / 86_400;

/** Reads the document property; `undefined` if it cannot be read. */
export function parseLedgerPlace(text: string | undefined): LedgerPlace | undefined {
  const parsed = v.safeParse(PLACE, parseJson(text ?? ''));
  return parsed.success ? parsed.output : undefined;
}

/**
 * Adds the lines of one refresh at the top of the ledger, in one write. Lines beyond 5,000 and earlier lines of the
 * same refresh are removed.
 *
 * Edits of people in lines of the ledger stay; cells beside it do not move with them. Three service calls, up to six
 * more while it grows; up to ten for a new one.
 *
 * @param place The place of the ledger; `undefined` if there is none.
 * @param mayCreate Whether the sheet may be made (again): after a click, never on a schedule.
 * @returns The place to store; `undefined` if there is none.
 * @throws {ReportError} `sheet_blocked`, with no cell changed; `platform_unavailable`.
 */
export function addToLedger(
  services: LedgerServices,
  place: LedgerPlace | undefined,
  lines: readonly SheetRow[],
  mayCreate: boolean,
): LedgerPlace | undefined {
  const known = place && services.sheets.byId(place.sheetId);
  if (known && place) return extend(services, readLedger(known, place.rows), lines);
  return mayCreate ? begin(services, lines) : undefined;
}

/** A ledger as read. */
interface ReadLedger {
  readonly sheet: ReportSheet;
  readonly heading: readonly unknown[];
  /** The rows of the ledger below the heading row. */
  readonly cells: readonly (readonly unknown[])[];
  /** The number of these rows, including those that the grid lacks. */
  readonly owned: number;
}

function readLedger(sheet: ReportSheet, owned: number): ReadLedger {
  const [heading = [], ...cells] = sheet.readBlock(1, 1, 1 + owned, WIDTH);
  return { sheet, heading, cells, owned };
}

function begin(services: LedgerServices, lines: readonly SheetRow[]): LedgerPlace {
  const found = services.sheets.byName(LEDGER_SHEET_NAME);
  const { sheet, isNew } = found
    ? { sheet: found, isNew: false }
    : makeSheet(services.sheets, LEDGER_SHEET_NAME);
  const rows = isNew ? 0 : sheet.lastRow();
  if (rows === 0) return extend(services, { sheet, heading: [], cells: [], owned: 0 }, lines);
  // Made by a run that was killed before it could store it, or copied with the spreadsheet.
  const ledger = readLedger(sheet, rows - 1);
  if (!isHeading(ledger.heading)) {
    blocked(`Rename the sheet “${LEDGER_SHEET_NAME}”, which is not the ledger: its name is needed`);
  }
  const others = ledger.cells.findIndex(([seen]) => !isDate(seen));
  const owned = others < 0 ? rows - 1 : others;
  return extend(services, { ...ledger, cells: ledger.cells.slice(0, owned), owned }, lines);
}

function extend(services: LedgerServices, ledger: ReadLedger, added: readonly SheetRow[]): LedgerPlace {
  const { sheet, heading, cells, owned } = ledger;
  const isNew = [heading, ...cells].every((row) => row.every((cell) => cell === ''));
  if (!isNew && !isHeading(heading)) {
    blocked(
      `Put the heading row of “${LEDGER_SHEET_NAME}” back (undo the change): row 1 was changed or moved`,
    );
  }
  const earlier = readLines(cells, services).filter((line) => !isSameRefresh(line, added[0]));
  const lines = [...added, ...earlier].slice(0, MOST_LEDGER_ROWS);
  const height = Math.max(owned, lines.length);
  requireUnmerged(sheet, LEDGER_SHEET_NAME, { row: 1, column: 1, rows: 1 + height, columns: WIDTH });
  if (height > owned && !sheet.claimRows(2 + owned, 1 + height, WIDTH)) {
    blocked(`Clear the cells below the lines on “${LEDGER_SHEET_NAME}”: new lines need their place`);
  }
  if (isNew || height > owned) services.log({ sheetId: sheet.id, rows: height });
  // Formats come first: a ledger whose first write was interrupted is still blank and gets them again.
  if (isNew) {
    sheet.format(columnFormats(LEDGER_COLUMNS));
    dressSheet(sheet, tableLook(LEDGER_COLUMNS, lines));
  }
  sheet.write(1, sheetRows([HEADINGS, ...lines], 1 + height, WIDTH));
  return { sheetId: sheet.id, rows: lines.length };
}

/** True if an old line is of the refresh to list now: it is replaced. */
function isSameRefresh([seen, report]: SheetRow, [seenNow, reportNow]: SheetRow = []): boolean {
  return report === reportNow && Math.abs(Number(seen) - Number(seenNow)) < A_SECOND;
}

function isHeading(cells: readonly unknown[]): boolean {
  return HEADINGS.every((name, column) => cells[column] === name);
}

/** The lines as read, without blank ones. */
function readLines(
  cells: readonly (readonly unknown[])[],
  { calendar, zone }: Pick<LedgerServices, 'calendar' | 'zone'>,
): SheetRow[] {
  const serials = new Map<string, number>();
  const read = (cell: unknown, column: number): SheetValue => {
    if (!isDate(cell)) return cell === '' ? null : (cell as SheetValue);
    const isDay = LEDGER_COLUMNS[column]?.kind === 'date';
    const key = `${isDay} ${cell.getTime()}`;
    // Converting times is slow, and a ledger has few different days and moments.
    const known = serials.get(key) ?? serialOf(cell, isDay, (millis) => calendar.serial(millis, zone));
    serials.set(key, known);
    return known;
  };
  return cells.filter((row) => row.some((cell) => cell !== '')).map((row) => row.map(read));
}

/** Corrects rounding: Sheets may return a moment a millisecond early. */
function serialOf(date: Date, isDay: boolean, clock: (millis: number) => number): number {
  return isDay ? dayOfCell(date, clock) : clock(date.getTime() + HALF_A_SECOND);
}
