import * as v from 'valibot';
import { type DateRange, isOn } from '../../calendar/calendar-date';
import { fieldNamed, headingOf } from '../../contract/fields';
import { parseStored, shownCount, shownNumber } from '../../employer-api/text';
import { MOST_CHANGE_LINES } from '../../limits';
import type { ReportSheets } from '../ports';
import {
  displayCell,
  headingsOf,
  type SheetColumn,
  type SheetRow,
  type SheetValue,
  sheetRows,
} from '../sheet/cells';
import { dressSheet, ownSheet } from '../sheet/sheets';

/** A table to compare: the service's names of its columns, whatever their headings, and its rows. */
export interface ComparedTable {
  readonly fields: readonly string[];
  readonly rows: readonly SheetRow[];
}

/** The differences between two tables. */
interface Changes {
  /** In one sentence, for the activity list. */
  readonly sentence: string;
  /** SHIFT_ID, day and venue of a shift, what changed, and how it was before and is now. At most 5,000 are listed. */
  readonly lines: readonly SheetRow[];
  /** How many more there are. */
  readonly left: number;
}

/**
 * Compares a report's table with the one before it by SHIFT_ID: a line for each field that changed, for each shift that was
 * removed and for each that was added, and one for all shifts of days that the old table did not have.
 *
 * A missing shift counts as removed only if its day is one of `days`: others have left a moving period. Fields that only one
 * of the tables has are not compared, nor are rows whose SHIFT_ID is blank or stands twice. Takes linear time.
 *
 * @param days The days for which the new table was fetched.
 */
export function compareTables(before: ComparedTable, after: ComparedTable, days: DateRange): Changes {
  const [old, now] = [shiftsOf(before), shiftsOf(after)];
  if (old === undefined || now === undefined) {
    const isSame =
      JSON.stringify([before.fields, before.rows]) === JSON.stringify([after.fields, after.rows]);
    return { sentence: isSame ? 'Nothing changed.' : 'The table changed.', lines: [], left: 0 };
  }
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const shift of old.values()) {
    const day = shift?.about[1];
    if (typeof day === 'number') [first, last] = [Math.min(first, day), Math.max(last, day)];
  }
  const isNew = (day: SheetValue) => typeof day === 'number' && first <= last && (day < first || day > last);
  const shared = after.fields
    .map((field, to) => [field, before.fields.indexOf(field), to] as const)
    .filter(([, from]) => from >= 0);
  let newShifts = 0;
  // A list of lines for each shift.
  const [changed, removed, added]: [SheetRow[][], SheetRow[], SheetRow[]] = [[], [], []];
  for (const [id, shift] of now) {
    const partner = old.get(id);
    if (shift === null || partner === null) continue;
    const { about, row } = shift;
    if (partner !== undefined) {
      const different = shared.filter(([, from, to]) => partner.row[from] !== row[to]);
      const lines = different.map(([field, from, to]) => [
        ...[...about, headingOf(field)],
        ...[partner.row[from], row[to]].map(shownAs(field)),
      ]);
      if (lines.length > 0) changed.push(lines);
    } else if (isNew(about[1])) newShifts += 1;
    else added.push([...about, 'Shift added', null, null]);
  }
  const gone = [...old].flatMap(([id, shift]) => (shift === null || now.has(id) ? [] : [shift.about]));
  for (const about of gone)
    if (typeof about[1] === 'number' && isOn(about[1], days))
      removed.push([...about, 'Shift removed', null, null]);
  const counts = [
    [newShifts, 'of new days'],
    [added.length, 'added'],
    [removed.length, 'removed'],
    [changed.length, 'changed'],
  ] as const;
  const [most, ...others] = counts.filter(([count]) => count > 0);
  const rest = others.map(([count, what]) => `, ${shownNumber(count)} ${what}`).join('');
  const told = most ? `${shownCount(most[0], 'shift')} ${most[1]}${rest}.` : 'No shift changed.';
  const isPartial =
    [...old.values(), ...now.values()].includes(null) || gone.some(([, day]) => typeof day !== 'number');
  const news: SheetRow[] =
    newShifts === 0 ? [] : [[null, null, null, `${shownCount(newShifts, 'shift')} of new days`, null, null]];
  const lines = [...news, ...changed.flat(), ...removed, ...added];
  return {
    sentence: isPartial ? `${told} Some rows have no SHIFT_ID of their own and were not compared.` : told,
    lines: lines.slice(0, MOST_CHANGE_LINES),
    left: Math.max(0, lines.length - MOST_CHANGE_LINES),
  };
}

/** A row, and the ID, day and venue of its shift; null for a field that the table does not have. */
interface Shift {
  readonly about: readonly [id: SheetValue, day: SheetValue, venue: SheetValue];
  readonly row: SheetRow;
}

/** The shift of each ID; null where it stands twice, or is blank. `undefined` for a table without IDs. */
function shiftsOf({ fields, rows }: ComparedTable): Map<SheetValue, Shift | null> | undefined {
  const [id, day, venue] = ['SHIFT_ID', 'SHIFT_DATE', 'VENUE_NAME'].map((name) => fields.indexOf(name));
  if (id === undefined || id < 0) return undefined;
  const found = new Map<SheetValue, Shift | null>();
  for (const row of rows) {
    const about = [row[id] ?? null, row[day as number] ?? null, row[venue as number] ?? null] as const;
    found.set(about[0], about[0] === null || found.has(about[0]) ? null : { about, row });
  }
  return found;
}

/** Shows a value of a field: its column holds values of all fields, so days and percentages become text. */
function shownAs(field: string): (value: SheetValue | undefined) => SheetValue {
  const kind = fieldNamed(field)?.kind;
  return (value = null) => (value === null ? 'blank' : kind === 'integer' ? value : displayCell(value, kind));
}

/**
 * The columns of the sheet of changes: when a change was seen, in which report, and which. Old and new values fit beside an
 * open sidebar, 1,090 pixels.
 */
const COLUMNS: readonly SheetColumn[] = [
  { heading: 'Seen', kind: 'moment' },
  { heading: 'Report', kind: 'text', pixels: 110 },
  { heading: 'Shift ID', kind: 'integer' },
  { heading: 'Date', kind: 'date' },
  { heading: 'Venue', kind: 'text', pixels: 200 },
  { heading: 'What changed', kind: 'text', pixels: 190 },
  { heading: 'Before', kind: 'text', pixels: 100 },
  { heading: 'Now', kind: 'text', pixels: 100 },
];

/** The name of the sheet that lists what refreshes changed. */
export const CHANGES_SHEET_NAME = 'Shift Reports changes';

const PLACE = v.object({
  sheetId: v.number(),
  /** When the refresh that was listed last was, as a serial number in the spreadsheet's zone. */
  seen: v.number(),
  /** The name of its report's sheet. */
  report: v.string(),
});

/** The document property `changes`, set once a person has asked for the sheet. */
type ChangesPlace = v.InferOutput<typeof PLACE>;

/** Reads the document property; `undefined` if it cannot be read. */
export function parseChangesPlace(text: string | undefined): ChangesPlace | undefined {
  return parseStored(PLACE, text);
}

/**
 * Inserts the lines of one refresh at the top of the sheet of changes and shows the sheet. Nothing is read: earlier lines
 * and what people wrote beside them move down. Lines of the refresh that was listed last are not listed again.
 *
 * About fifteen service calls; up to ten more for a new sheet.
 *
 * @param place The place of the sheet; `undefined` if there is none.
 * @returns The place to store.
 * @throws {ReportError} `sheet_blocked`, with no cell changed; `platform_unavailable`.
 */
export function addChangeLines(
  sheets: ReportSheets,
  place: ChangesPlace | undefined,
  refresh: Omit<ChangesPlace, 'sheetId'>,
  lines: readonly SheetRow[],
): ChangesPlace {
  const known = place && sheets.byId(place.sheetId);
  const sheet =
    known ?? ownSheet(sheets, CHANGES_SHEET_NAME, headingsOf(COLUMNS), (made) => dressSheet(made, COLUMNS));
  if (known === undefined || place?.seen !== refresh.seen || place.report !== refresh.report) {
    sheet.insertRows(2, lines.length);
    dressSheet(sheet, COLUMNS, lines.length);
    const rows = lines.map((line) => [refresh.seen, refresh.report, ...line]);
    sheet.write(2, sheetRows(rows, rows.length, COLUMNS.length));
  }
  sheets.show(sheet);
  return { sheetId: sheet.id, ...refresh };
}
