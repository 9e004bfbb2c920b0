import type { CalendarDate } from '../../calendar/calendar-date';
import { attempt } from '../../employer-api/errors';
import { fitLine } from '../../employer-api/text';
import { type NoteRun, takeNotes } from '../notes/notes';
import type { NamedBlock, ReportSheet, ReportSheets, TableServices } from '../ports';
import { columnsOf, type SavedReport } from '../saved/saved-report';
import {
  a1,
  areSame,
  blocked,
  type CellBlock,
  changedMeanwhile,
  dayOf,
  type GridSize,
  headingsOf,
  type ReadCell,
  requireUnmerged,
  type SheetColumn,
  type SheetRow,
  type SheetTable,
  sheetRows,
} from './cells';
import { STAGED_ROW, stageLines, stageTable } from './set-aside';
import { type CellLook, looksOf, type PlacedColumn } from './sheets';

/** The heading row of a table. */
export interface HeadingRow {
  readonly headings: readonly string[];
  /** The service's names of its columns; the headings right of them are those of note columns. */
  readonly fields: readonly string[];
}

/** What is stored of a report's table. */
type TableRecord = Pick<SavedReport, 'sheet' | 'sheetId' | 'rangeName' | 'next' | keyof HeadingRow>;

/** A report's table where it stands, or where it will begin. A heading row that is blank counts as the one last written. */
export interface FoundTable extends HeadingRow {
  /** Whether the heading row is there, and no write in progress may have left another. */
  readonly isIntact: boolean;
  readonly sheet: ReportSheet;
  /** The name on the sheet's tab. */
  readonly tab: string;
  /** The name of its cells. */
  readonly rangeName: string;
  /** Its cells with the heading row: those that have the name; no rows before the first write. */
  readonly block: CellBlock;
  /** The size of the sheet's grid then: any other before the write means that the table may have moved. */
  readonly grid: GridSize;
  /** Whether the sheet was made just now. */
  readonly isMade: boolean;
  /** That it begins anew, and why; empty for a table that was found. */
  readonly sentence: string;
}

/**
 * Finds a report's table by the name of its cells. Before the first write, or where the name is gone, the table begins in A1
 * of its sheet.
 *
 * The sheet of a made copy of a spreadsheet has a name already: its table is taken up if it has the report's headings.
 *
 * @param wanted The heading row of the table to write.
 * @param mayReplace Whether a deleted sheet may be made again: after a click, never on a schedule.
 * @throws {ReportError} `sheet_blocked`, with no cell changed.
 */
export function findTable(
  sheets: ReportSheets,
  saved: TableRecord,
  wanted: HeadingRow,
  mayReplace: boolean,
): FoundTable {
  const { sheet: tab, sheetId } = saved;
  const own = sheets.byId(sheetId);
  const known = saved.rangeName === '' ? undefined : sheets.named(saved.rangeName);
  if (known) return readTable(sheets, saved, wanted, known, saved.rangeName);
  if (saved.rangeName !== '' && own === undefined && !mayReplace)
    blocked(`Refresh in the sidebar to make the sheet “${tab}” again: it was deleted`);
  const there = own ?? sheets.byName(tab);
  const { rangeName, named } =
    saved.rangeName === '' ? freeRangeName(sheets, tab, there) : { ...saved, named: undefined };
  if (named) {
    const sentence = `The table that was on “${tab}” is this report’s now.`;
    return { ...readTable(sheets, saved, wanted, named, rangeName), sentence };
  }
  const sheet = there ?? sheets.create(tab);
  const grid = sheet.gridSize();
  const used = sheet.firstUsed({ row: 1, column: 1, ...grid });
  const isWritten = saved.headings.length > 0;
  if (used !== undefined && !isWritten) occupied(tab, used);
  if (used !== undefined)
    blocked(
      `Give the table on “${tab}” its name ${rangeName} back (Data ▸ Named ranges), or clear the sheet: the name was deleted, and ${used} is in use`,
    );
  return {
    ...{ sheet, tab, rangeName, grid, headings: saved.headings, fields: saved.fields },
    ...{ isIntact: false, isMade: there === undefined },
    block: { row: 1, column: 1, rows: 0, columns: 0 },
    sentence: own && isWritten ? `The table was begun anew: the name ${rangeName} was deleted.` : '',
  };
}

/** The first name for the table of a sheet that is free, or stands for cells of this very sheet. */
function freeRangeName(sheets: ReportSheets, tab: string, sheet: ReportSheet | undefined) {
  const wanted = `Shifts_${tab.replace(/\W/g, '_').slice(0, 100)}`;
  for (let number = 1; ; number += 1) {
    const rangeName = number === 1 ? wanted : `${wanted}_${number}`;
    const named = sheets.named(rangeName);
    if (named === undefined || named.sheet.id === sheet?.id) return { rangeName, named };
  }
}

/** Reads the heading row of a table. */
function readTable(
  sheets: ReportSheets,
  saved: TableRecord,
  wanted: HeadingRow,
  { sheet, block }: NamedBlock,
  rangeName: string,
): FoundTable {
  const tab = sheets.byName(saved.sheet)?.id === sheet.id ? saved.sheet : sheet.name();
  const grid = sheet.gridSize();
  const [cells = []] = sheet.readBlock(block.row, block.column, 1, block.columns);
  const isBlank = cells.every((cell) => cell === '');
  // After a killed write there are two rows that may stand there; people may have renamed it, and then in the form.
  const known = [saved, saved.next ?? wanted, wanted].find(
    ({ headings }) =>
      headings.length <= cells.length && cells.every((cell, at) => cell === (headings[at] ?? '')),
  );
  const { headings, fields } = known ?? saved;
  // Without headings, as many columns are those that were written; of an emptied table any.
  const isKnown = known ?? (isBlank && (headings.length === cells.length || !sheet.firstUsed(block)));
  if (!isKnown) refuseHeadings({ sheet, tab, block }, cells, saved);
  const there = (names: readonly string[]) => names.slice(0, cells.length);
  return {
    ...{ sheet, tab, rangeName, block, grid, headings: there(headings), fields: there(fields) },
    ...{ isIntact: !isBlank && saved.next === null, isMade: false, sentence: '' },
  };
}

const LONGEST_TOLD = 40;

/** Names the first column whose heading is not the one that was written. */
function refuseHeadings(
  { sheet, tab, block: { row, column } }: Pick<FoundTable, 'sheet' | 'tab' | 'block'>,
  cells: readonly unknown[],
  { headings, fields, rangeName }: TableRecord,
): never {
  if (rangeName === '') occupied(tab);
  let at = 0;
  while (cells[at] === headings[at]) at += 1;
  const [place, heading] = [a1(row, column + at), headings[at]];
  const [[text = ''] = []] = sheet.readTexts({ row, column: column + at, rows: 1, columns: 1 });
  const holds = fitLine(text, LONGEST_TOLD);
  const other =
    at >= fields.length
      ? 'change Note columns in the report’s form to what is there'
      : `edit the report and set Columns: ${heading} as …`;
  return blocked(
    heading === undefined
      ? `Take the column of ${place} out of the table on “${tab}” (undo the change): it holds “${holds}”, which is not a heading of the report`
      : `Put the heading ${heading} back in ${place} of “${tab}” (undo the change), or ${other}: the cell holds “${holds}”`,
  );
}

/** Refuses a sheet that belongs to a person. @throws {ReportError} `sheet_blocked` */
export function occupied(name: string, used = ''): never {
  const where = used === '' ? '' : ` in ${used}`;
  return blocked(`Choose an empty sheet or a new name: “${name}” already holds something${where}`);
}

/** A table to write. */
export interface TableDraft extends SheetTable {
  /** The headings of note columns, right of the others; their cells are read and written with the table. */
  readonly notes?: readonly string[];
  /** How many rows of the table stay as they are, above those to write. @default 0 */
  readonly head?: number;
}

/** The heading row of a draft with its note columns. */
export function headingRow({ columns, fields, notes = [] }: Omit<TableDraft, 'rows'>): HeadingRow {
  return { headings: [...headingsOf(columns), ...notes], fields };
}

/** The rows of a table below its heading row. */
export function rowCount({ block }: Pick<FoundTable, 'block'>): number {
  return Math.max(0, block.rows - 1);
}

/** The days of the rows that a table holds, from its date column; null for a cell without a day. */
export type TableDays = readonly (CalendarDate | null)[];

/** Reads the days of a table's rows. @returns `undefined` if it has no date column. */
export function readTableDays(found: FoundTable, value: ReadCell): TableDays | undefined {
  const column = found.fields.indexOf('SHIFT_DATE');
  return column < 0 ? undefined : readCells(found, value, 0, column, 1).map(([cell]) => dayOf(cell));
}

/** A table as it stands now, without notes and below its first `head` rows. */
export function readTableRows(found: FoundTable, value: ReadCell, head = 0): SheetTable {
  const { fields, headings } = found;
  const rows = readCells(found, value, head, 0, fields.length);
  return { fields, columns: columnsOf(fields, headings), rows };
}

function readCells(
  found: FoundTable,
  value: ReadCell,
  head: number,
  left: number,
  width: number,
): SheetRow[] {
  const rows = rowCount(found) - head;
  if (rows <= 0 || width === 0) return [];
  const { row, column } = found.block;
  const cells = found.sheet.readBlock(row + 1 + head, column + left, rows, width);
  return cells.map((line) => line.map(value));
}

/**
 * Checks everything that may prevent the write of a table, and makes room at the end of the grid. Changes no cell of the
 * table: notes whose shifts leave are added to the sheet of notes, and a large table is staged.
 *
 * Cells that the table grows over must be blank, as must those of its name without a heading, and none that are written may
 * be merged.
 *
 * Call it under the lease and without the lock: reading waits for formulas that calculate, and those may wait for the lock.
 *
 * @throws {ReportError} `sheet_blocked`; `write_timeout` if the rows took too long to stage.
 */
export function prepareTable(services: TableServices, run: NoteRun, found: FoundTable, draft: TableDraft) {
  const { sheets, directWriteCells } = services;
  const { sheet, tab, rangeName, block: old } = found;
  const { columns, head = 0, rows } = draft;
  const heading = headingRow(draft);
  const block = { ...old, rows: 1 + head + rows.length, columns: heading.headings.length };
  const reach = {
    ...old,
    rows: Math.max(old.rows, block.rows),
    columns: Math.max(old.columns, block.columns),
  };
  const isSame = found.isIntact && areSame(found.headings, heading.headings);
  // Rows that stay must keep their columns.
  if (head > 0 && (!isSame || head > rowCount(found))) changedMeanwhile('the table');
  const headed = found.headings.length;
  for (const beyond of [
    { ...reach, row: old.row + old.rows, rows: reach.rows - old.rows },
    { ...old, column: old.column + headed, columns: reach.columns - headed },
  ]) {
    const isAny = old.rows > 0 && beyond.rows > 0 && beyond.columns > 0;
    const used = isAny ? sheet.firstUsed(beyond) : undefined;
    if (used !== undefined) blocked(`Clear or move ${used} on “${tab}”: the table grows over this cell`);
  }
  requireUnmoved(sheets, found);
  sheet.grow({ rows: reach.row + reach.rows - 1, columns: reach.column + reach.columns - 1 });
  const first = isSame ? 1 + head : 0;
  const written = { ...reach, row: reach.row + first, rows: reach.rows - first };
  requireUnmerged(sheet, written);
  const grid = sheet.gridSize();
  const dressed = isSame ? [] : columnsToDress(draft, reach);
  const lines = isSame ? rows : [heading.headings, ...rows];
  // Large tables are staged first, because it takes long and people type notes at any time.
  const isLarge = (reach.rows - 1 - head) * reach.columns > directWriteCells;
  const staged = isLarge && !sheet.hasFilter() ? stageTable(services, lines, reach) : undefined;
  const isNoted = draft.notes?.length || found.headings.length > found.fields.length;
  const notes = isNoted ? takeNotes(services, run, found, draft, !isSame) : undefined;
  if (staged && notes?.areWritten)
    stageLines(services, staged, notes.cells, STAGED_ROW + lines.length - rows.length, columns.length + 1);
  const place = { sheetId: sheet.id, rangeName };
  const shrinks = reach.rows !== block.rows || reach.columns !== block.columns;
  const grows = reach.rows !== old.rows || reach.columns !== old.columns;
  return {
    /** What became of notes; left out for a table without notes. */
    notes,
    /**
     * What to store before a write that changes the heading row, so that the table is found whichever row a killed run
     * leaves: the one that is there, or the new one. `undefined` if the row stays.
     */
    before: isSame ? undefined : { ...place, headings: found.headings, fields: found.fields, next: heading },
    /** What to store once all writes are certain. */
    after: { ...place, sheet: tab, ...heading, next: null },
    /**
     * Writes the whole table in one operation, blanks old cells beyond it, and names its cells: enlarged before the write and
     * shrunk after it, so that everything written is inside the name wherever the run is killed.
     *
     * Under the lock. Reads nothing, except for a staged table.
     *
     * @returns What the person should do about refused formats; empty if none were refused.
     * @throws {ReportError} `sheet_blocked`, with the old table unchanged; `changed_meanwhile`, with nothing written.
     */
    write: () => {
      requireUnmoved(sheets, { sheet, grid });
      // Notes that stay where they are need not be written: someone may be typing there.
      const target = { ...written, columns: notes && !notes.areWritten ? columns.length : reach.columns };
      const writeLines = () => {
        const body = notes?.areWritten ? rows.map((row, at) => [...row, ...(notes.cells[at] ?? [])]) : rows;
        const all = isSame ? body : [heading.headings, ...body];
        sheet.write(target.row, sheetRows(all, target.rows, target.columns), target.column);
      };
      try {
        if (grows) sheet.nameBlock(rangeName, reach);
        if (staged) {
          sheet.copyValues(staged, STAGED_ROW, target);
          if (!isCopied(sheet, target, lines, columns)) writeLines();
        } else if (target.rows > 0 && target.columns > 0) writeLines();
      } catch (error) {
        // What people type below the old table is theirs.
        if (grows && old.rows > 0) attempt(() => sheet.nameBlock(rangeName, old));
        throw error;
      }
      const advice = dressTable(found, dressed, block.row + Math.max(1, block.rows - 1));
      const names = columns.findIndex(({ kind }) => kind !== 'text' && kind !== 'date');
      if (dressed.length > 0 && draft.notes?.length)
        attempt(() => sheet.dress({ ranges: [], frozenColumns: Math.min(Math.max(0, names), MOST_FROZEN) }));
      if (shrinks) sheet.nameBlock(rangeName, block);
      notes?.afterWrite();
      return advice;
    },
  };
}

/** The width of a note column, in pixels; longer notes wrap. */
const NOTE_PIXELS = 180;
/** Columns before the first figure stay in view beside notes, so many at most: which shift they are about. */
const MOST_FROZEN = 4;

/** All columns, to be given a format and a look; those that go lose theirs. Texts are as wide as the longest of them. */
function columnsToDress({ columns, notes = [], rows }: TableDraft, reach: CellBlock): PlacedColumn[] {
  const noted = notes.map((heading) => ({ heading, kind: 'text' as const, pixels: NOTE_PIXELS }));
  const all: readonly (SheetColumn | undefined)[] = [...columns, ...noted];
  const longest = (at: number) => rows.reduce((most, row) => Math.max(most, String(row[at] ?? '').length), 0);
  return Array.from({ length: reach.columns }, (_, at) => {
    const isFitted = columns[at]?.kind === 'text' && rows.length > 0;
    return { at: reach.column + at, column: all[at], letters: isFitted ? longest(at) : undefined };
  });
}

/**
 * Checks that the sheet still exists, with the same numbers of rows and columns: people may have inserted or deleted some
 * while this run waited for the lock.
 *
 * @throws {ReportError} `changed_meanwhile`
 */
export function requireUnmoved(
  sheets: ReportSheets,
  { sheet, grid }: Pick<FoundTable, 'sheet' | 'grid'>,
): void {
  const now = sheets.byId(sheet.id)?.gridSize();
  if (now?.rows !== grid.rows || now.columns !== grid.columns) changedMeanwhile('the table');
}

/** Whether a copy reached every line, by one column: a slicer or a typed table may hide rows that a copy leaves out. */
function isCopied(
  sheet: ReportSheet,
  { row: top, column: left }: CellBlock,
  lines: readonly SheetRow[],
  columns: readonly SheetColumn[],
): boolean {
  const at = columns.map(({ kind }) => kind === 'integer' || kind === 'text').lastIndexOf(true);
  if (at < 0 || lines.length === 0) return true;
  const shown = attempt(() => sheet.readBlock(top, left + at, lines.length, 1));
  return lines.every((line, row) => String(line[at] ?? '') === String(shown?.[row]?.[0]));
}

/** Gives whole columns their look, including later rows; if cells below the table prevent that, only its rows. */
function dressTable(
  { sheet, tab, block: { row } }: FoundTable,
  dressed: readonly PlacedColumn[],
  last: number,
): string {
  // Most refreshes keep the heading row, and the columns as people set them.
  if (dressed.length === 0) return '';
  const set = (look: CellLook) => {
    sheet.dress(look);
    return true;
  };
  const refused = looksOf(dressed, row).filter((look) => !attempt(() => set(look)));
  if (refused.every(({ format }) => format === undefined)) return '';
  for (const look of looksOf(dressed, row, last)) attempt(() => sheet.dress(look));
  return `Set the number formats on “${tab}” yourself (Format ▸ Number): Google Sheets refused some of them.`;
}
