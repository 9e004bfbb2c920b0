import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import type { DocumentState, StatusSheet } from '../saved/document-state';
import { columnLetters } from '../tables/sheet-table';
import { makeSheet } from '../writing/table-room';
import { hasColumns, hasMoved, standsOn, widthOf } from './status-place';
import {
  countLines,
  isStatusHeading,
  narrowed,
  STAMP_NAME,
  STAMP_ROW,
  STATUS_COLUMN_COUNT,
  STATUS_FORMATS,
  STATUS_SHEET_NAME,
  stampColumn,
  statusBlock,
  statusRows,
  statusWidth,
} from './status-table';

/** What of the status sheet may be written. */
export interface StatusRoom {
  readonly sheet: StatusSheet | undefined;
  /** Whether that is stored already; otherwise it has to be before the block is written. */
  readonly isLogged: boolean;
  /** What of the status had to be left out, and the remedy, or where else it is; empty when nothing. */
  readonly sentence: string;
}

const MOVED = `The status was not written: rows or columns of “${STATUS_SHEET_NAME}” were moved. Undo that, or delete the sheet and refresh.`;

const NOT_MADE = `There is no status sheet: Google Sheets refused to make “${STATUS_SHEET_NAME}”. The next refresh tries again.`;

/** Wide enough for a date with its time. */
const STATUS_COLUMN_PIXELS = 130;

/**
 * The sheet that says how fresh each report is.
 *
 * It never fails anything: by the time it is written the table is true, or the failure is noted elsewhere. `prepare`
 * reads and comes before the lock, `write` reads nothing and comes under it.
 */
export class StatusBoard {
  constructor(
    private readonly sheets: ReportSheets,
    private readonly calendar: SpreadsheetCalendar,
  ) {}

  /**
   * Writes the whole block in one call, from what is known of all reports, as far as the sheet has lines for them. Who
   * may make the sheet, or lines on it, prepares it first and has the room written.
   *
   * @returns Where the status sheet is; `undefined` when there is none.
   */
  show(state: DocumentState, zone: string, stampedAt?: number): StatusSheet | undefined {
    return this.write(state, zone, knownRoom(state), stampedAt);
  }

  /**
   * As `show`, and on a grid that has changed too, where the status stands all the same: then one service call more.
   * Without the lock, for it may read.
   */
  showAfterLook(state: DocumentState, zone: string): StatusSheet | undefined {
    return this.write(state, zone, this.lookedAt(state));
  }

  /**
   * Whether the sheet is as it was when it was looked at, with a line for each report; also when there is none. No
   * service call that counts.
   */
  isReady(state: DocumentState): boolean {
    const { statusSheet } = state;
    if (statusSheet === undefined) return true;
    try {
      const sheet = this.sheets.byId(statusSheet.sheetId);
      return statusRows(state) <= statusSheet.rows && !(sheet && hasMoved(sheet, statusSheet));
    } catch {
      return true;
    }
  }

  /**
   * Finds or makes the sheet, with lines for all reports where the cells below are free, and with all columns where
   * those to the right are. Under the lease and without the lock.
   *
   * No service call where the sheet is as it is to be; otherwise up to five for lines, up to five for columns, once,
   * and a few more for a new sheet. Columns without room are looked at again with `mayCreate` only.
   *
   * @param mayCreate Whether the sheet may be made (again): after a click, never on a schedule.
   * @returns `undefined` when there is none.
   */
  prepare(state: DocumentState, mayCreate: boolean): StatusRoom | undefined {
    try {
      const known = state.statusSheet;
      const sheet = known && this.sheets.byId(known.sheetId);
      if (known && sheet) return this.makeRoom(sheet, known, state, mayCreate);
      return this.findOrMake(state, mayCreate);
    } catch {
      const none = { sheet: undefined, isLogged: true, sentence: NOT_MADE };
      return knownRoom(state) ?? (mayCreate ? none : undefined);
    }
  }

  /**
   * Writes the block into the room that was prepared. One service call, which reads nothing. On a sheet whose grid has
   * changed since it was looked at, only the stamp is written, where its name is.
   *
   * @param stampedAt When the refresh succeeded: formulas that name the stamp are calculated again. `undefined` after
   *   a failure, so that no formula exchanges its figures for an error.
   * @returns What is to be stored of the sheet; `undefined` when there is none.
   */
  write(
    state: DocumentState,
    zone: string,
    room: StatusRoom | undefined,
    stampedAt = state.statusSheet?.stampedAt ?? 0,
  ): StatusSheet | undefined {
    try {
      const known = room?.sheet;
      const sheet = known && this.sheets.byId(known.sheetId);
      if (known === undefined || sheet === undefined) return state.statusSheet;
      const before = { ...known, stampedAt };
      const { rows, columns } = before;
      if (hasMoved(sheet, before)) {
        if (stampedAt !== state.statusSheet?.stampedAt) sheet.writeNamed(STAMP_NAME, stampedAt);
        return before;
      }
      const block = statusBlock({ ...state, statusSheet: before }, this.calendar, zone);
      // Where someone wrote where the next report's line belongs, their cells matter more. The stamp moves all the same.
      sheet.write(1, narrowed(block.slice(0, 1 + rows), columns));
      return { ...before, rows: Math.min(rows, statusRows(state)) };
    } catch {
      return state.statusSheet;
    }
  }

  private lookedAt(state: DocumentState): StatusRoom | undefined {
    const room = knownRoom(state);
    try {
      const known = room?.sheet;
      const sheet = known && this.sheets.byId(known.sheetId);
      if (!room || !sheet || !hasMoved(sheet, known) || !standsOn(sheet, known, state)) return room;
      return { ...room, sheet: { ...known, grid: sheet.gridSize() } };
    } catch {
      return room;
    }
  }

  /** A sheet of that name that is not ours is the user's: then ours gets a number. */
  private findOrMake(state: DocumentState, mayCreate: boolean): StatusRoom | undefined {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? STATUS_SHEET_NAME : `${STATUS_SHEET_NAME} ${number}`;
      const found = this.sheets.byName(name);
      if (found === undefined && !mayCreate) return undefined;
      const { sheet, isNew } = found ? { sheet: found, isNew: false } : makeSheet(this.sheets, name);
      const rows = isNew ? 0 : sheet.lastRow();
      if (rows === 0) return mayCreate ? this.make(sheet, name, state) : undefined;
      const heading = sheet.readRow(1, Math.min(STATUS_COLUMN_COUNT, sheet.columnCount()));
      // Made by a run that was killed before it could note so, or copied with the spreadsheet.
      if (isStatusHeading(heading)) return this.takeUp(sheet, heading, rows, state);
    }
  }

  private takeUp(
    found: ReportSheet,
    heading: readonly unknown[],
    lastRow: number,
    state: DocumentState,
  ): StatusRoom {
    const columns = statusWidth(heading);
    const states = lastRow > 1 ? found.readBlock(2, 2, lastRow - 1, 1) : [];
    const sheet = {
      sheetId: found.id,
      // Without reports there is a line all the same, for the stamp.
      rows: Math.max(1, countLines(states.flat())),
      stampedAt: stampedAt(state),
      named: false,
      columns,
    };
    return { ...this.makeRoom(found, sheet, state, true), isLogged: false };
  }

  /** @param sheet A blank one. */
  private make(sheet: ReportSheet, name: string, state: DocumentState): StatusRoom {
    const columns = STATUS_COLUMN_COUNT;
    const named = nameStamp(sheet, columns);
    sheet.format(STATUS_FORMATS);
    sheet.widen(columns, STATUS_COLUMN_PIXELS);
    const rows = statusRows(state);
    const made = {
      sheetId: sheet.id,
      rows,
      stampedAt: stampedAt(state),
      named,
      columns,
      grid: sheet.gridSize(),
    };
    const isOther = name !== STATUS_SHEET_NAME;
    const sentence = isOther ? `The status is on “${name}”: “${STATUS_SHEET_NAME}” is a sheet of yours.` : '';
    return { sheet: made, isLogged: false, sentence };
  }

  private makeRoom(
    sheet: ReportSheet,
    known: StatusSheet,
    state: DocumentState,
    mayLookAgain: boolean,
  ): StatusRoom {
    const before = { ...known, columns: known.columns ?? widthOf(sheet) };
    const isElsewhere = hasMoved(sheet, before) && !standsOn(sheet, before, state);
    if (isElsewhere) return { sheet: before, isLogged: true, sentence: MOVED };
    const mayWiden = before.columns < STATUS_COLUMN_COUNT && (known.columns === undefined || mayLookAgain);
    const columns = mayWiden && hasColumns(sheet, before) ? STATUS_COLUMN_COUNT : before.columns;
    if (columns > before.columns) sheet.format(STATUS_FORMATS);
    const needed = statusRows(state);
    const isFree = needed <= before.rows || sheet.claimRows(2 + before.rows, 1 + needed, columns);
    const rows = isFree ? Math.max(needed, before.rows) : before.rows;
    // Once: a name that someone removed or moved is theirs to keep.
    const isNamed = before.named && columns === before.columns;
    const named = isNamed || nameStamp(sheet, columns, stampColumn(before.columns));
    const room = { ...before, rows, columns, named, grid: sheet.gridSize() };
    const isLogged = JSON.stringify(room) === JSON.stringify(known);
    const isNarrow = columns < STATUS_COLUMN_COUNT;
    const sentences = [...(isNarrow ? [leftOut(columns)] : []), ...withoutLine(state, rows)];
    return { sheet: room, isLogged, sentence: sentences.join(' ') };
  }
}

function stampedAt({ statusSheet }: DocumentState): number {
  return statusSheet?.stampedAt ?? 0;
}

/** What is known to be ours, with nothing looked at. */
function knownRoom({ statusSheet }: DocumentState): StatusRoom | undefined {
  return statusSheet && { sheet: { ...statusSheet }, isLogged: true, sentence: '' };
}

/** @param former Where an older version had the stamp. @returns Whether it has its name by now. */
function nameStamp(sheet: ReportSheet, columns: number, former?: number): boolean {
  const column = stampColumn(columns);
  if (column === undefined) return false;
  try {
    sheet.nameCell(STAMP_NAME, STAMP_ROW, column, former);
    return true;
  } catch {
    return false;
  }
}

/** @param rows How many reports have a line. */
function withoutLine({ reports }: DocumentState, rows: number): string[] {
  const [first, ...others] = reports.slice(rows);
  if (first === undefined) return [];
  const [place, have] = [2 + rows, others.length === 0 ? 'has' : `and ${others.length} more have`];
  const cells = others.length === 0 ? `row ${place}` : `rows ${place} to ${place + others.length}`;
  return [`Clear ${cells} of “${STATUS_SHEET_NAME}”: the report “${first.sheet}” ${have} no line there.`];
}

function leftOut(columns: number): string {
  const [first, last] = [columnLetters(columns), columnLetters(STATUS_COLUMN_COUNT - 1)];
  return `Clear columns ${first} to ${last} of “${STATUS_SHEET_NAME}”: new columns of the status need their place.`;
}
