import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import type { DocumentState, StatusSheet } from '../saved/document-state';
import { makeSheet } from '../writing/table-place';
import { applySheetLook } from '../writing/table-writer';
import {
  countLines,
  isStatusBlock,
  isStatusHeading,
  lineCount,
  parseOtherLines,
  STAMP_NAME,
  STAMP_ROW,
  STATUS_COLUMN_COUNT,
  STATUS_FORMATS,
  STATUS_LOOK,
  STATUS_SHEET_NAME,
  statusBlock,
  statusRows,
} from './status-table';

/** The prepared status sheet, and how much of it may be written. */
export interface StatusRoom {
  readonly sheet: StatusSheet | undefined;
  /** Whether `sheet` is already stored; otherwise store it before the block is written. */
  readonly isLogged: boolean;
  /** What had to be left out, with the remedy, or on which other sheet the status is; empty if nothing. */
  readonly sentence: string;
}

const MOVED = `The status was not written: rows or columns of “${STATUS_SHEET_NAME}” were moved. Undo that, or delete the sheet and refresh.`;

const NOT_MADE = `There is no status sheet: Google Sheets refused to make “${STATUS_SHEET_NAME}”. The next refresh tries again.`;

/**
 * The sheet that says how fresh each report is.
 *
 * It never makes a refresh fail: when it is written, the table is already written or the failure recorded elsewhere.
 * `prepare` reads and is called before the lock; `write` reads nothing and is called under it.
 */
export class StatusBoard {
  constructor(
    private readonly sheets: ReportSheets,
    private readonly calendar: SpreadsheetCalendar,
  ) {}

  /**
   * Writes the whole block in one call, for all reports that have a line on the sheet. To make the sheet or add lines,
   * call `prepare` and `write` instead.
   *
   * @returns The status sheet to store; `undefined` if there is none.
   */
  show(state: DocumentState, zone: string, stampedAt?: number): StatusSheet | undefined {
    return this.write(state, zone, knownRoom(state), stampedAt);
  }

  /**
   * As `show`, but also on a changed grid, if the status is still in its cells: then one service call more. Called
   * without the lock, because it may read.
   */
  showAfterLook(state: DocumentState, zone: string): StatusSheet | undefined {
    return this.write(state, zone, this.lookedAt(state));
  }

  /**
   * True if the sheet has not changed since it was last read and has a line for each report, or if there is none. No
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
   * Finds or makes the sheet, with lines for all reports if the cells below are free. Under the lease, without the
   * lock.
   *
   * No service call if the sheet is ready; otherwise up to five for lines, and a few more for a new sheet.
   *
   * @param mayCreate Whether the sheet may be made (again): after a click, never on a schedule.
   * @returns `undefined` if there is none.
   */
  prepare(state: DocumentState, mayCreate: boolean): StatusRoom | undefined {
    try {
      const known = state.statusSheet;
      const sheet = known && this.sheets.byId(known.sheetId);
      if (known && sheet) return this.makeRoom(sheet, known, state);
      return this.findOrMake(state, mayCreate);
    } catch {
      const none = { sheet: undefined, isLogged: true, sentence: NOT_MADE };
      return knownRoom(state) ?? (mayCreate ? none : undefined);
    }
  }

  /**
   * Writes the block to the prepared sheet. One service call, which reads nothing. If the grid has changed since the
   * sheet was last read, only the stamp is written, to the cell with its name.
   *
   * @param stampedAt When the refresh succeeded: formulas that name the stamp recalculate. Left out after a failure, so
   *   that no formula replaces its figures with an error.
   * @returns The status sheet to store; `undefined` if there is none.
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
      const { rows } = before;
      if (hasMoved(sheet, before)) {
        if (stampedAt !== state.statusSheet?.stampedAt) sheet.writeNamed(STAMP_NAME, stampedAt);
        return before;
      }
      const block = statusBlock({ ...state, statusSheet: before }, this.calendar, zone);
      // Cells of a person in the place of a new line matter more than the line. The stamp is written anyway.
      sheet.write(1, block.slice(0, 1 + rows));
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

  /** If a person has a sheet of that name, ours gets a number. */
  private findOrMake(state: DocumentState, mayCreate: boolean): StatusRoom | undefined {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? STATUS_SHEET_NAME : `${STATUS_SHEET_NAME} ${number}`;
      const found = this.sheets.byName(name);
      if (found === undefined && !mayCreate) return undefined;
      const { sheet, isNew } = found ? { sheet: found, isNew: false } : makeSheet(this.sheets, name);
      const rows = isNew ? 0 : sheet.lastRow();
      if (rows === 0) return mayCreate ? this.make(sheet, name, state) : undefined;
      const heading = sheet.readRow(1, Math.min(STATUS_COLUMN_COUNT, sheet.columnCount()));
      // Made by a run that was killed before it could store it, or copied with the spreadsheet.
      if (isStatusHeading(heading)) return this.takeUp(sheet, rows, state);
    }
  }

  private takeUp(found: ReportSheet, lastRow: number, state: DocumentState): StatusRoom {
    const states = lastRow > 1 ? found.readBlock(2, 2, lastRow - 1, 1) : [];
    const sheet = {
      sheetId: found.id,
      // Even without reports there is one line, for the stamp.
      rows: Math.max(1, countLines(states.flat())),
      stampedAt: stampedAt(state),
      named: false,
      grid: found.gridSize(),
    };
    return { ...this.makeRoom(found, sheet, state), isLogged: false };
  }

  /** @param sheet A blank one. */
  private make(sheet: ReportSheet, name: string, state: DocumentState): StatusRoom {
    const named = nameStamp(sheet);
    sheet.format(STATUS_FORMATS);
    applySheetLook(sheet, STATUS_LOOK);
    const rows = statusRows(state);
    const made = { sheetId: sheet.id, rows, stampedAt: stampedAt(state), named, grid: sheet.gridSize() };
    const isOther = name !== STATUS_SHEET_NAME;
    const sentence = isOther ? `The status is on “${name}”: “${STATUS_SHEET_NAME}” is a sheet of yours.` : '';
    return { sheet: made, isLogged: false, sentence };
  }

  private makeRoom(sheet: ReportSheet, known: StatusSheet, state: DocumentState): StatusRoom {
    const isElsewhere = hasMoved(sheet, known) && !standsOn(sheet, known, state);
    if (isElsewhere) return { sheet: known, isLogged: true, sentence: MOVED };
    const needed = statusRows(state);
    const isFree = needed <= known.rows || sheet.claimRows(2 + known.rows, 1 + needed, STATUS_COLUMN_COUNT);
    const rows = isFree ? Math.max(needed, known.rows) : known.rows;
    // Named only once: a person may remove or move the name.
    const named = known.named || nameStamp(sheet);
    const room = { ...known, rows, named, grid: sheet.gridSize() };
    const isLogged = JSON.stringify(room) === JSON.stringify(known);
    return { sheet: room, isLogged, sentence: withoutLine(state, rows) };
  }
}

/** True if the grid has changed its size since the sheet was last read. No service call that counts. */
function hasMoved(sheet: ReportSheet, { grid }: StatusSheet): boolean {
  const now = sheet.gridSize();
  return now.rows !== grid.rows || now.columns !== grid.columns;
}

/** True if the status is still in its cells. One service call. */
function standsOn(sheet: ReportSheet, known: StatusSheet, state: DocumentState): boolean {
  const columns = Math.min(STATUS_COLUMN_COUNT, sheet.gridSize().columns);
  const cells = sheet.readBlock(1, 1, 1 + known.rows, columns);
  return isStatusBlock(cells, Math.min(known.rows, lineCount(state)), known.stampedAt > 0);
}

function stampedAt({ statusSheet }: DocumentState): number {
  return statusSheet?.stampedAt ?? 0;
}

/** The stored status sheet, without reading it. */
function knownRoom({ statusSheet }: DocumentState): StatusRoom | undefined {
  return statusSheet && { sheet: { ...statusSheet }, isLogged: true, sentence: '' };
}

/** @returns True if the name was set, or was taken already. */
function nameStamp(sheet: ReportSheet): boolean {
  try {
    sheet.nameCell(STAMP_NAME, STAMP_ROW, STATUS_COLUMN_COUNT);
    return true;
  } catch {
    return false;
  }
}

/** @param rows How many lines there is room for. */
function withoutLine({ reports, lines }: DocumentState, rows: number): string {
  const named = reports.map(({ sheet }) => `the report “${sheet}”`);
  const all = [...named, ...parseOtherLines(lines).map(({ name }) => `“${name}”`)];
  const [first, ...others] = all.slice(rows);
  if (first === undefined) return '';
  const [place, have] = [2 + rows, others.length === 0 ? 'has' : `and ${others.length} more have`];
  const cells = others.length === 0 ? `row ${place}` : `rows ${place} to ${place + others.length}`;
  return `Clear ${cells} of “${STATUS_SHEET_NAME}”: ${first} ${have} no line there.`;
}
