import { type DateRange, isOn } from '../../calendar/calendar-date';
import { fieldNamed, headingOf } from '../../contract/fields';
import { shownCount, shownNumber } from '../../employer-api/text';
import { MOST_CHANGE_LINES } from '../../limits';
import type { ReportSheets } from '../ports';
import {
  displayCell,
  headingsOf,
  type SheetColumn,
  type SheetRow,
  type SheetTable,
  type SheetValue,
  sheetRows,
} from '../sheet/cells';
import { dressSheet, ownSheet } from '../sheet/sheets';

/** A table to compare. */
export type ComparedTable = Pick<SheetTable, 'fields' | 'rows'>;

/** The differences between two tables. */
interface Changes {
  /** In one sentence, for the activity list. */
  readonly sentence: string;
  /** Day, venue and job title of a shift, what changed, and its SHIFT_ID. At most 5,000 are listed. */
  readonly lines: readonly SheetRow[];
  /** How many more there are. */
  readonly left: number;
}

/**
 * Compares a report's table with the one before it by SHIFT_ID: a line for each shift that changed, was removed or was
 * added, and one for all shifts of days that the old table did not have. Percentages are told only where no count or hours
 * changed, from which they follow.
 *
 * A missing shift counts as removed if its day is one of `days`, or is not known; others have left a moving period. Fields
 * that only one of the tables has are not compared, nor are rows whose SHIFT_ID is blank or stands twice. Takes linear time.
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
    const day = shift?.about[0];
    if (typeof day === 'number') [first, last] = [Math.min(first, day), Math.max(last, day)];
  }
  const isNew = (day: SheetValue) => typeof day === 'number' && first <= last && (day < first || day > last);
  const shared = after.fields
    .map((field, to) => ({ field, kind: fieldNamed(field)?.kind, from: before.fields.indexOf(field), to }))
    .filter(({ from }) => from >= 0);
  let newShifts = 0;
  const [changed, added]: [SheetRow[], SheetRow[]] = [[], []];
  for (const [id, shift] of now) {
    const partner = old.get(id);
    if (shift === null || partner === null) continue;
    const { about, row } = shift;
    if (partner !== undefined) {
      const different = shared.filter(({ from, to }) => partner.row[from] !== row[to]);
      const isCounted = different.some(({ kind }) => kind === 'integer' || kind === 'decimal');
      const words = different
        .filter(({ kind }) => !isCounted || kind !== 'percentage')
        .map(({ field, kind, from, to }) => {
          const [was, is] = [partner.row[from], row[to]].map((cell) => displayCell(cell, kind) || 'blank');
          return `${headingOf(field)} ${was} → ${is}`;
        });
      if (words.length > 0) changed.push([...about, words.join('; '), id]);
    } else if (isNew(about[0])) newShifts += 1;
    else added.push([...about, 'Shift added', id]);
  }
  // A shift without a day may only have left the period. It is listed all the same: the table no longer has it.
  const removed = [...old].flatMap(([id, shift]) => {
    const [day] = shift?.about ?? [];
    if (shift === null || now.has(id) || (typeof day === 'number' && !isOn(day, days))) return [];
    return [[...shift.about, 'Shift removed', id]];
  });
  const counts = [
    [newShifts, 'of new days'],
    [added.length, 'added'],
    [removed.length, 'removed'],
    [changed.length, 'changed'],
  ] as const;
  const [most, ...others] = counts.filter(([count]) => count > 0);
  const rest = others.map(([count, what]) => `, ${shownNumber(count)} ${what}`).join('');
  const told = most ? `${shownCount(most[0], 'shift')} ${most[1]}${rest}.` : 'No shift changed.';
  const isPartial = [...old.values(), ...now.values()].includes(null);
  const news =
    newShifts === 0 ? [] : [[null, null, null, `${shownCount(newShifts, 'shift')} of new days`, null]];
  // In the order in which the sentence counts them.
  const lines = [...news, ...added, ...removed, ...changed];
  return {
    sentence: isPartial ? `${told} Some rows have no SHIFT_ID of their own and were not compared.` : told,
    lines: lines.slice(0, MOST_CHANGE_LINES),
    left: Math.max(0, lines.length - MOST_CHANGE_LINES),
  };
}

/** A row, and the day, venue and job title of its shift; null for a field that the table does not have. */
interface Shift {
  readonly about: readonly [day: SheetValue, venue: SheetValue, role: SheetValue];
  readonly row: SheetRow;
}

/** The shift of each ID; null where it stands twice, or is blank. `undefined` for a table without IDs. */
function shiftsOf({ fields, rows }: ComparedTable): Map<SheetValue, Shift | null> | undefined {
  const at = fields.indexOf('SHIFT_ID');
  if (at < 0) return undefined;
  const places = ['SHIFT_DATE', 'VENUE_NAME', 'JOB_TITLE'].map((name) => fields.indexOf(name));
  const found = new Map<SheetValue, Shift | null>();
  for (const row of rows) {
    const id = row[at] ?? null;
    const [day = null, venue = null, role = null] = places.map((place) => row[place]);
    found.set(id, id === null || found.has(id) ? null : { about: [day, venue, role], row });
  }
  return found;
}

/** The columns of the sheet of changes: when a change was seen, in which report, and which. All fit beside an open sidebar. */
const COLUMNS: readonly SheetColumn[] = [
  { heading: 'Seen', kind: 'moment' },
  { heading: 'Report', kind: 'text', pixels: 90 },
  { heading: 'Date', kind: 'date' },
  { heading: 'Venue', kind: 'text', pixels: 160 },
  { heading: 'Job title', kind: 'text', pixels: 130 },
  { heading: 'What changed', kind: 'text', pixels: 400 },
  { heading: 'Shift ID', kind: 'integer' },
];

/** The name of the sheet that lists what refreshes changed. */
export const CHANGES_SHEET_NAME = 'Shift Reports changes';

/**
 * Inserts lines at the top of the sheet of changes, if there are any, and shows the sheet. Nothing below the headings is
 * read: earlier lines and what people wrote beside them move down.
 *
 * @param lines When the change was seen, as a serial number in the spreadsheet's zone, the name of the report's sheet, and
 *   what `compareTables` says.
 * @throws {ReportError} `sheet_blocked`, with no cell changed; `platform_unavailable`.
 */
export function addChangeLines(sheets: ReportSheets, lines: readonly SheetRow[]): void {
  const sheet = ownSheet(sheets, CHANGES_SHEET_NAME, headingsOf(COLUMNS), (made) =>
    dressSheet(made, COLUMNS),
  );
  if (lines.length > 0) {
    sheet.insertRows(2, lines.length);
    dressSheet(sheet, COLUMNS, false);
    sheet.write(2, sheetRows(lines, lines.length, COLUMNS.length));
  }
  sheets.show(sheet);
}
