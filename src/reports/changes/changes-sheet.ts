import * as v from 'valibot';
import { type DateRange, isOn, shortDay } from '../../calendar/calendar-date';
import { fieldNamed } from '../../contract/fields';
import { parseStored, shownCount, shownNumber } from '../../employer-api/text';
import { MOST_CHANGE_LINES } from '../../limits';
import type { ReportSheet, ReportSheets } from '../ports';
import { columnFormats, headingsOf, type SheetRow, type SheetValue, sheetRows } from '../sheet/cells';
import { applySheetLook, blocked, makeSheet } from '../sheet/sheets';
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
  /** New shifts of days that the old table did not have: its period has moved on or grown. */
  readonly newDays: readonly SheetRow[];
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
  const [old, now] = [byId(before), byId(after)];
  if (old === undefined || now === undefined) {
    const isChanged =
      JSON.stringify([before.fields, before.rows]) !== JSON.stringify([after.fields, after.rows]);
    return { kind: 'table', isChanged };
  }
  const [oldDay, newDay] = [dayReader(before.fields), dayReader(after.fields)];
  const isNewDay = outsideOf(before.rows.map(oldDay));
  const columns = sharedColumns(before.fields, after.fields);
  const added: SheetRow[] = [];
  const newDays: SheetRow[] = [];
  const removed: SheetRow[] = [];
  const changed: [SheetRow, SheetRow][] = [];
  // Rows that cannot be compared, of each table.
  const apart = [0, 0] as [number, number];
  for (const [id, rows] of now) {
    const was = old.get(id) ?? [];
    const [row, partner] = [rows[0] as SheetRow, was[0]];
    if (id === null || rows.length > 1 || was.length > 1) apart[1] += rows.length;
    else if (partner === undefined) (isNewDay(newDay(row)) ? newDays : added).push(row);
    else if (columns.some(([from, to]) => partner[from] !== row[to])) changed.push([partner, row]);
  }
  for (const [id, rows] of old) {
    const others = now.get(id) ?? [];
    const isUnique = id !== null && rows.length === 1 && others.length < 2;
    if (isUnique && others.length === 1) continue;
    const within = rows.filter((row) => isOn(oldDay(row) ?? days.from, days));
    const isGone = isUnique && rows.every((row) => oldDay(row) !== undefined);
    if (isGone) removed.push(...within);
    else apart[0] += within.length;
  }
  const found = { added, newDays, removed, changed, apart: Math.max(...apart) };
  return { kind: 'shifts', before: before.fields, after: after.fields, ...found };
}

/** The rows of each ID, in their order; `undefined` for a table without IDs. */
function byId({ fields, rows }: ComparedTable): Map<SheetValue, SheetRow[]> | undefined {
  const column = fields.indexOf('SHIFT_ID');
  if (column < 0) return undefined;
  const found = new Map<SheetValue, SheetRow[]>();
  for (const row of rows) {
    const id = row[column] ?? null;
    const same = found.get(id);
    if (same) same.push(row);
    else found.set(id, [row]);
  }
  return found;
}

/** Whether a day is before the first or after the last of some days. */
function outsideOf(days: readonly (number | undefined)[]): (day: number | undefined) => boolean {
  const known = days.filter((day) => day !== undefined);
  const first = known.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const last = known.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY);
  return (day) => day !== undefined && first <= last && (day < first || day > last);
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

/** The columns of the fields that both tables have. */
function sharedColumns(before: readonly string[], after: readonly string[]): [number, number][] {
  return after
    .map((field, to): [number, number] => [before.indexOf(field), to])
    .filter(([from]) => from >= 0);
}

function dayReader(fields: readonly string[]): (row: SheetRow) => number | undefined {
  const column = fields.indexOf('SHIFT_DATE');
  return (row) => {
    const day = row[column];
    return typeof day === 'number' ? day : undefined;
  };
}

/** The changes in one sentence, for the activity list. */
export function describeChanges(changes: Changes): string {
  if (changes.kind === 'table') return changes.isChanged ? 'The table changed.' : 'Nothing changed.';
  const { added, newDays, removed, changed, apart } = changes;
  const parts = [
    [newDays.length, 'of new days'],
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

/**
 * The columns of the sheet of changes: which shift changed, how, and when that was seen. Old and new values fit beside an
 * open sidebar, 1,090 pixels.
 */
export const CHANGE_LINE_COLUMNS: readonly FittedColumn[] = [
  { heading: 'SEEN', kind: 'moment' },
  { heading: 'REPORT', kind: 'text', pixels: 100 },
  { heading: 'SHIFT_ID', kind: 'integer' },
  { heading: 'SHIFT_DATE', kind: 'date' },
  { heading: 'VENUE_NAME', kind: 'text', pixels: 200 },
  { heading: 'CHANGE', kind: 'text', pixels: 80 },
  { heading: 'FIELD', kind: 'text', pixels: 130 },
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
 * The lines of one refresh: a line for each field that changed, for each shift that was removed and for each that was
 * added, and one for all shifts of new days. A day among the values is shown as text, `1 Mar 2026`.
 *
 * @param seenAt The time of the refresh, as a serial number in the spreadsheet's zone.
 * @param report The name of the report's sheet.
 */
export function changeLines(changes: Changes, seenAt: number, report: string): ChangeLines {
  if (changes.kind === 'table') return { rows: [], left: 0 };
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
      const name = fieldNamed(field)?.heading ?? field;
      add(shift, ['changed', name, shown(field, change.before), shown(field, change.after)]);
    }
  }
  const before = shiftReader(changes.before);
  for (const row of changes.removed) add(before(row), ['removed', null, null, null]);
  for (const row of changes.added) add(after(row), ['added', null, null, null]);
  const { length } = changes.newDays;
  if (length > 0) add([null, null, null], ['new days', null, null, shownCount(length, 'shift')]);
  return { rows, left };
}

/** Reads the ID, day and venue of a shift; null for a field that the table does not have. */
function shiftReader(fields: readonly string[]): (row: SheetRow) => SheetRow {
  const columns = ['SHIFT_ID', 'SHIFT_DATE', 'VENUE_NAME'].map((name) => fields.indexOf(name));
  return (row) => columns.map((column) => row[column] ?? null);
}

/** A value for the sheet: a day becomes text, because its column holds values of all fields. */
function shown(field: string, value: SheetValue): SheetValue {
  return field === 'SHIFT_DATE' && typeof value === 'number' ? shortDay(value) : value;
}

const PLACE = v.object({
  sheetId: v.number(),
  /** Which refresh was listed last: when it was, as a serial number, and the name of the report's sheet. */
  last: v.tuple([v.number(), v.string()]),
});

/** The place of the sheet of changes: the document property `ledger`. Set once a person has asked for the sheet. */
type ChangesPlace = v.InferOutput<typeof PLACE>;

/** The name of the sheet that lists what refreshes changed. */
export const CHANGES_SHEET_NAME = 'Shift Reports changes';

const HEADINGS = headingsOf(CHANGE_LINE_COLUMNS);
const WIDTH = HEADINGS.length;

/** Reads the document property; `undefined` if it cannot be read. */
export function parseChangesPlace(text: string | undefined): ChangesPlace | undefined {
  return parseStored(PLACE, text);
}

/**
 * Inserts the lines of one refresh at the top of the sheet of changes and shows the sheet. Nothing is read: earlier lines
 * and what people wrote beside them move down. Lines of the refresh that was listed last are not listed again.
 *
 * Seven service calls; up to ten more for a new sheet.
 *
 * @param place The place of the sheet; `undefined` if there is none.
 * @returns The place to store; `undefined` if there is none and nothing to list.
 * @throws {ReportError} `sheet_blocked`, with no cell changed; `platform_unavailable`.
 */
export function addChangeLines(
  { sheets }: { readonly sheets: ReportSheets },
  place: ChangesPlace | undefined,
  lines: readonly SheetRow[],
): ChangesPlace | undefined {
  const [first] = lines;
  const known = place && sheets.byId(place.sheetId);
  if (first === undefined) return place;
  const last: ChangesPlace['last'] = [Number(first[0]), String(first[1])];
  if (known && JSON.stringify(place?.last) === JSON.stringify(last)) {
    sheets.show(known);
    return place;
  }
  const sheet = known ?? findOrMake(sheets);
  sheet.insertRows(2, lines.length);
  // Whether new rows take the formats of the row above or below is not published.
  sheet.format(columnFormats(CHANGE_LINE_COLUMNS, {}, lines.length));
  sheet.write(1, sheetRows([HEADINGS, ...lines], 1 + lines.length, WIDTH));
  sheets.show(sheet);
  return { sheetId: sheet.id, last };
}

/** A sheet of that name with our headings was copied with the spreadsheet. @throws {ReportError} `sheet_blocked` */
function findOrMake(sheets: ReportSheets): ReportSheet {
  const sheet = sheets.byName(CHANGES_SHEET_NAME) ?? makeSheet(sheets, CHANGES_SHEET_NAME).sheet;
  if (sheet.lastRow() > 0) {
    const heading = sheet.readRow(1, Math.min(WIDTH, sheet.gridSize().columns));
    if (HEADINGS.every((name, column) => heading[column] === name)) return sheet;
    blocked(
      `Rename the sheet “${CHANGES_SHEET_NAME}”, which is not the sheet of changes: its name is needed`,
    );
  }
  applySheetLook(sheet, tableLook(CHANGE_LINE_COLUMNS));
  return sheet;
}
