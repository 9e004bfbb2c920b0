import * as v from 'valibot';
import {
  type CalendarDate,
  type DateRange,
  dayOfCell,
  formatIsoDate,
  isDate,
  isOn,
} from '../../calendar/calendar-date';
import { parseStored, shownCount, shownNumber } from '../../employer-api/text';
import { MOST_CHANGE_LINES } from '../../limits';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import { columnFormats, headingsOf, type SheetRow, type SheetValue, sheetRows } from '../sheet/cells';
import { applySheetLook, blocked, makeSheet, requireUnmerged } from '../sheet/sheets';
import { type FittedColumn, tableLook } from '../sheet/table-look';

/** A table to compare: the service's names of its columns, whatever their headings, and its rows. */
export interface ComparedTable {
  readonly fields: readonly string[];
  readonly rows: readonly SheetRow[];
}

/** The differences between two tables, by shift. The rows are those of the tables, not copies. */
export interface ShiftChanges {
  readonly kind: 'shifts';
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly added: readonly SheetRow[];
  readonly removed: readonly SheetRow[];
  /** Pairs of old and new, in the order of the new table. */
  readonly changed: readonly (readonly [before: SheetRow, after: SheetRow])[];
  /** How many rows could not be compared: without a SHIFT_ID, with a repeated one, or gone and without a day. */
  readonly apart: number;
}

/** For tables without SHIFT_ID: only whether they differ. */
interface TableChanges {
  readonly kind: 'table';
  readonly isChanged: boolean;
}

/** The differences between two tables. */
type Changes = ShiftChanges | TableChanges;

/** One field of a shift that changed. */
interface FieldChange {
  readonly field: string;
  readonly before: SheetValue;
  readonly after: SheetValue;
}

/** Marks for a row of the new table that has no partner yet, or must not have one. */
const [ALONE, APART] = [-1, -2];

/**
 * Compares a report's table with the one before it by SHIFT_ID.
 *
 * A missing shift counts as removed only if its day is one of `days`: others have left a moving period. Rows without a
 * unique ID are counted separately and never matched. Fields that only one of the tables has are not compared. Takes
 * linear time.
 *
 * @param days The days for which the new table was fetched.
 */
export function compareRows(before: ComparedTable, after: ComparedTable, days: DateRange): Changes {
  if (!before.fields.includes('SHIFT_ID') || !after.fields.includes('SHIFT_ID')) {
    return { kind: 'table', isChanged: !areSameTables(before, after) };
  }
  const { partners, gone, apart: oldApart } = pairById(before, after);
  const added: SheetRow[] = [];
  const changed: [SheetRow, SheetRow][] = [];
  const isSame = sameFields(before.fields, after.fields);
  let apart = 0;
  after.rows.forEach((row, at) => {
    const partner = partners[at] as number;
    const old = before.rows[partner];
    if (partner === ALONE) added.push(row);
    else if (old === undefined) apart += 1;
    else if (!isSame(old, row)) changed.push([old, row]);
  });
  const dayOf = dayReader(before.fields);
  const isWithin = (row: SheetRow) => {
    const day = dayOf(row);
    return day === undefined || isOn(day, days);
  };
  const removed = gone.filter((row) => dayOf(row) !== undefined && isWithin(row));
  const undated = gone.filter((row) => dayOf(row) === undefined);
  const mostApart = Math.max(apart, oldApart.filter(isWithin).length + undated.length);
  const { fields } = after;
  return { kind: 'shifts', before: before.fields, after: fields, added, removed, changed, apart: mostApart };
}

/** The fields of a pair that differ, in the order of the new table. */
export function changedFields(
  { before, after }: Pick<ShiftChanges, 'before' | 'after'>,
  [old, row]: readonly [SheetRow, SheetRow],
): FieldChange[] {
  return sharedColumns(before, after).flatMap(([from, to]): FieldChange[] => {
    const change = { field: after[to] as string, before: old[from] ?? null, after: row[to] ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** The changes in one sentence, for the activity list. */
export function describeChanges(changes: Changes): string {
  if (changes.kind === 'table') return changes.isChanged ? 'The table changed.' : 'Nothing changed.';
  const { added, removed, changed, apart } = changes;
  const parts = [
    [added.length, 'added'],
    [removed.length, 'removed'],
    [changed.length, 'changed'],
  ] as const;
  const [first, ...others] = parts.filter(([count]) => count > 0);
  const rest = others.map(([count, what]) => `, ${shownNumber(count)} ${what}`).join('');
  const counts = first ? `${shownCount(first[0], 'shift')} ${first[1]}${rest}` : 'No shift changed';
  const note = apart === 0 ? '' : ` (${shownCount(apart, 'row')} could not be compared)`;
  return `${counts}${note}.`;
}

interface Pairs {
  /** For each row of the new table the index of its partner, `ALONE` or `APART`. */
  readonly partners: Int32Array;
  /** The old rows whose ID is unique in the old table and missing in the new one. */
  readonly gone: readonly SheetRow[];
  /** The old rows without a unique ID. */
  readonly apart: readonly SheetRow[];
}

/** Only new rows are in a map, in which old rows are looked up: an old table may hold years, a new one days. */
function pairById(before: ComparedTable, after: ComparedTable): Pairs {
  const partners = new Int32Array(after.rows.length).fill(ALONE);
  const incoming = indexById(after, partners);
  const column = before.fields.indexOf('SHIFT_ID');
  const gone = new Map<SheetValue, SheetRow | undefined>();
  const apart: SheetRow[] = [];
  before.rows.forEach((row, at) => {
    const id = row[column] ?? null;
    const partner = incoming.get(id);
    const other = partner === undefined ? gone.get(id) : before.rows[partners[partner] as number];
    const isSecond = partner === undefined ? gone.has(id) : partners[partner] !== ALONE;
    if (id === null || isSecond) apart.push(row);
    // The first row with this ID was taken as unique.
    if (isSecond && other) apart.push(other);
    if (partner !== undefined) partners[partner] = isSecond ? APART : at;
    else if (id !== null) gone.set(id, isSecond ? undefined : row);
  });
  return { partners, gone: Array.from(gone.values()).filter((row) => row !== undefined), apart };
}

/** The row of each ID; marks rows without a unique ID. */
function indexById({ fields, rows }: ComparedTable, partners: Int32Array): Map<SheetValue, number> {
  const column = fields.indexOf('SHIFT_ID');
  const places = new Map<SheetValue, number>();
  const twice = new Set<SheetValue>([null]);
  rows.forEach((row, at) => {
    const id = row[column] ?? null;
    const count = places.size;
    places.set(id, at);
    if (places.size === count) twice.add(id);
  });
  if (twice.size > 1 || places.has(null)) {
    rows.forEach((row, at) => {
      if (twice.has(row[column] ?? null)) partners[at] = APART;
    });
  }
  places.delete(null);
  return places;
}

function dayReader(fields: readonly string[]): (row: SheetRow) => number | undefined {
  const column = fields.indexOf('SHIFT_DATE');
  return (row) => {
    const day = row[column];
    return typeof day === 'number' ? day : undefined;
  };
}

/** The columns of the fields that both tables have. */
function sharedColumns(before: readonly string[], after: readonly string[]): [number, number][] {
  return after
    .map((field, to): [number, number] => [before.indexOf(field), to])
    .filter(([from]) => from >= 0);
}

function sameFields(
  before: readonly string[],
  after: readonly string[],
): (old: SheetRow, row: SheetRow) => boolean {
  const columns = sharedColumns(before, after);
  const [from, to] = [columns.map(([column]) => column), columns.map(([, column]) => column)];
  return (old, row) => {
    // A plain loop over two lists, because it runs for every cell of 100,000 rows.
    for (let at = 0; at < from.length; at += 1) {
      if (old[from[at] as number] !== row[to[at] as number]) return false;
    }
    return true;
  };
}

function areSameTables(before: ComparedTable, after: ComparedTable): boolean {
  const isSame = sameFields(before.fields, after.fields);
  return (
    before.fields.join('\n') === after.fields.join('\n') &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, at) => isSame(row, after.rows[at] as SheetRow))
  );
}

/**
 * The columns of the sheet of changes: which shift changed, how, and when that was seen. Old and new values fit beside an
 * open sidebar, 1,090 pixels.
 */
export const CHANGE_LINE_COLUMNS: readonly FittedColumn[] = [
  { heading: 'SEEN', kind: 'moment' },
  { heading: 'REPORT', kind: 'text', pixels: 110 },
  { heading: 'SHIFT_ID', kind: 'integer' },
  { heading: 'SHIFT_DATE', kind: 'date' },
  { heading: 'VENUE_NAME', kind: 'text', pixels: 170 },
  { heading: 'CHANGE', kind: 'text', pixels: 80 },
  { heading: 'FIELD', kind: 'text', pixels: 240 },
  { heading: 'OLD', kind: 'text', pixels: 90 },
  { heading: 'NEW', kind: 'text', pixels: 90 },
];

/** Changes as lines of the sheet. */
interface ChangeLines {
  readonly rows: readonly SheetRow[];
  /** How many lines did not fit. */
  readonly left: number;
}

/**
 * The lines of one refresh: a line for each field that changed, for each shift that was removed, and for
 * each that was added, in this order, since new days add many. A day among the values is shown as text, `2026-03-01`.
 *
 * @param seenAt The time of the refresh, as a serial number in the spreadsheet's zone.
 * @param report The name of the report's sheet.
 */
export function changeLines(changes: ShiftChanges, seenAt: number, report: string): ChangeLines {
  const rows: SheetRow[] = [];
  let left = 0;
  const add = (shift: SheetRow, rest: readonly SheetValue[]) => {
    if (rows.length < MOST_CHANGE_LINES) rows.push([seenAt, report, ...shift, ...rest]);
    else left += 1;
  };
  const after = shiftReader(changes.after);
  for (const pair of changes.changed) {
    const shift = after(pair[1]);
    for (const change of changedFields(changes, pair)) {
      const { field } = change;
      add(shift, ['changed', field, shown(field, change.before), shown(field, change.after)]);
    }
  }
  const before = shiftReader(changes.before);
  for (const row of changes.removed) add(before(row), ['removed', null, null, null]);
  for (const row of changes.added) add(after(row), ['added', null, null, null]);
  return { rows, left };
}

/** Reads the ID, day and venue of a shift; null for a field that the table does not have. */
function shiftReader(fields: readonly string[]): (row: SheetRow) => SheetRow {
  const columns = ['SHIFT_ID', 'SHIFT_DATE', 'VENUE_NAME'].map((name) => fields.indexOf(name));
  return (row) => columns.map((column) => row[column] ?? null);
}

/** A value for the sheet: a day becomes text, because its column holds values of all fields. */
function shown(field: string, value: SheetValue): SheetValue {
  return field === 'SHIFT_DATE' && typeof value === 'number' ? formatIsoDate(value as CalendarDate) : value;
}

const PLACE = v.object({
  sheetId: v.number(),
  /** How many rows below the heading row are ours: at least as many as were ever written. */
  rows: v.number(),
});

/** The place of the sheet of changes: the document property `ledger`. Set once a person has asked for the sheet. */
type ChangesPlace = v.InferOutput<typeof PLACE>;

/** What writing the sheet of changes needs. */
interface ChangesServices {
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  /** The spreadsheet's time zone. */
  readonly zone: string;
  /** Stores how far our lines will reach, before it is written. */
  readonly log: (place: ChangesPlace) => void;
}

/** The name of the sheet that lists what refreshes changed. */
export const CHANGES_SHEET_NAME = 'Shift Reports changes';
const WIDTH = CHANGE_LINE_COLUMNS.length;
const HEADINGS = headingsOf(CHANGE_LINE_COLUMNS);
const HALF_A_SECOND = 500;
/** In days, the unit of serial numbers. */
const A_SECOND = 1 / 86_400;

/** Reads the document property; `undefined` if it cannot be read. */
export function parseChangesPlace(text: string | undefined): ChangesPlace | undefined {
  return parseStored(PLACE, text);
}

/**
 * Adds the lines of one refresh at the top of the sheet of changes, in one write. Lines beyond 5,000 and earlier lines of the
 * same refresh are removed.
 *
 * Edits of people in our lines stay; cells beside it do not move with them. Three service calls, up to six
 * more while it grows; up to ten for a new one.
 *
 * @param place The place of the sheet; `undefined` if there is none.
 * @param mayCreate Whether the sheet may be made (again): after a click, never on a schedule.
 * @returns The place to store; `undefined` if there is none.
 * @throws {ReportError} `sheet_blocked`, with no cell changed; `platform_unavailable`.
 */
export function addChangeLines(
  services: ChangesServices,
  place: ChangesPlace | undefined,
  lines: readonly SheetRow[],
  mayCreate: boolean,
): ChangesPlace | undefined {
  const known = place && services.sheets.byId(place.sheetId);
  if (known && place) return extend(services, readChanges(known, place.rows), lines);
  return mayCreate ? begin(services, lines) : undefined;
}

/** The sheet as read. */
interface ReadChanges {
  readonly sheet: ReportSheet;
  readonly heading: readonly unknown[];
  /** The lines below the heading row. */
  readonly cells: readonly (readonly unknown[])[];
  /** The number of these rows, including those that the grid lacks. */
  readonly owned: number;
}

function readChanges(sheet: ReportSheet, rows: number): ReadChanges {
  const [heading = [], ...cells] = sheet.readBlock(1, 1, 1 + rows, WIDTH);
  // Someone may have deleted lines: what was written below the last one is no line of ours.
  const last = cells.map(([seen]) => isDate(seen)).lastIndexOf(true);
  const others = cells.findIndex((row, at) => at > last && row.some((cell) => cell !== ''));
  const owned = others < 0 ? rows : others;
  return { sheet, heading, cells: cells.slice(0, owned), owned };
}

function begin(services: ChangesServices, lines: readonly SheetRow[]): ChangesPlace {
  const found = services.sheets.byName(CHANGES_SHEET_NAME);
  const { sheet, isNew } = found
    ? { sheet: found, isNew: false }
    : makeSheet(services.sheets, CHANGES_SHEET_NAME);
  const rows = isNew ? 0 : sheet.lastRow();
  if (rows === 0) return extend(services, { sheet, heading: [], cells: [], owned: 0 }, lines);
  // Made by a run that was killed before it could store it, or copied with the spreadsheet.
  const read = readChanges(sheet, rows - 1);
  if (!isHeading(read.heading)) {
    blocked(
      `Rename the sheet “${CHANGES_SHEET_NAME}”, which is not the sheet of changes: its name is needed`,
    );
  }
  const others = read.cells.findIndex(([seen]) => !isDate(seen));
  const owned = others < 0 ? read.owned : others;
  return extend(services, { ...read, cells: read.cells.slice(0, owned), owned }, lines);
}

function extend(services: ChangesServices, read: ReadChanges, added: readonly SheetRow[]): ChangesPlace {
  const { sheet, heading, cells, owned } = read;
  const isNew = [heading, ...cells].every((row) => row.every((cell) => cell === ''));
  if (!isNew && !isHeading(heading)) {
    blocked(
      `Put the heading row of “${CHANGES_SHEET_NAME}” back (undo the change): row 1 was changed or moved`,
    );
  }
  const earlier = readLines(cells, services).filter((line) => !isSameRefresh(line, added[0]));
  const lines = [...added, ...earlier].slice(0, MOST_CHANGE_LINES);
  const height = Math.max(owned, lines.length);
  requireUnmerged(sheet, CHANGES_SHEET_NAME, { row: 1, column: 1, rows: 1 + height, columns: WIDTH });
  if (height > owned && !sheet.claimRows(2 + owned, 1 + height, WIDTH)) {
    blocked(`Clear the cells below the lines on “${CHANGES_SHEET_NAME}”: new lines need the space`);
  }
  if (isNew || height > owned) services.log({ sheetId: sheet.id, rows: height });
  // Formats come first: a sheet whose first write was interrupted is still blank and gets them again.
  if (isNew) {
    sheet.format(columnFormats(CHANGE_LINE_COLUMNS));
    applySheetLook(sheet, tableLook(CHANGE_LINE_COLUMNS, lines));
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
  { calendar, zone }: Pick<ChangesServices, 'calendar' | 'zone'>,
): SheetRow[] {
  const serials = new Map<string, number>();
  const read = (cell: unknown, column: number): SheetValue => {
    if (!isDate(cell)) return cell === '' ? null : (cell as SheetValue);
    const isDay = CHANGE_LINE_COLUMNS[column]?.kind === 'date';
    const key = `${isDay} ${cell.getTime()}`;
    // Converting times is slow, and there are few different days and moments.
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
