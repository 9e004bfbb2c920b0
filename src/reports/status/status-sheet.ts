import * as v from 'valibot';
import { shortDay } from '../../calendar/calendar-date';
import { intervalOf, type ReportInterval } from '../../contract/schedule';
import { parseStored } from '../../employer-api/text';
import { INTERVAL_MILLIS, INTERVALS_UNTIL_STALE } from '../../limits';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import type { DocumentState, StatusSheet } from '../saved/document-state';
import { countShifts, type ReportRun, type SavedReport, type TableContent } from '../saved/saved-report';
import { describeNextHour, hoursAhead, newestRunner } from '../saved/saved-schedule';
import { columnFormats, columnLetters, literalCell } from '../sheet/cells';
import { applySheetLook, makeSheet } from '../sheet/sheets';
import { type FittedColumn, tableLook } from '../sheet/table-look';

/** The name of the sheet that says how fresh each report is. */
export const STATUS_SHEET_NAME = 'Shift Reports status';

/** The column STATE by the outcome of the newest run. */
const STATES: Readonly<Record<ReportRun['outcome'], string>> = {
  refreshed: 'OK',
  held: 'HELD',
  unfinished: 'UNFINISHED',
  failed: 'FAILED',
};
const NEVER_REFRESHED = 'NEVER REFRESHED';
const SAMPLE_MARK = 'SAMPLE, ';

const STAMP_HEADING = 'STAMP';

/** The content of a cell, as if typed. */
type TypedCell = string | number;

/** The data for the line of a report. */
interface StatusLine {
  readonly report: SavedReport;
  /** The row of the sheet, from 1. */
  readonly row: number;
  /** A moment as a serial number in the spreadsheet's zone; blank if there is none. */
  readonly time: (millis: number | null | undefined) => TypedCell;
  readonly staleAfter: number | undefined;
  readonly next: string;
  readonly runsAs: string;
}

interface StatusColumn extends FittedColumn {
  readonly cell: (line: StatusLine) => TypedCell;
  /** The cell in lines that are not of reports. @default blank */
  readonly other?: (line: OtherLine, time: StatusLine['time']) => TypedCell;
}

/** The columns of the status sheet, in order. */
const COLUMNS: readonly StatusColumn[] = [
  {
    heading: 'REPORT',
    kind: 'text',
    pixels: 180,
    cell: ({ report }) => literalCell(report.sheet),
    other: ({ name }) => literalCell(name),
  },
  {
    heading: 'STATE',
    kind: 'text',
    pixels: 130,
    cell: ({ report }) => literalCell(stateWords(report)),
    other: ({ state }) => literalCell(state),
  },
  {
    heading: 'REFRESHED',
    kind: 'moment',
    cell: ({ report, time }) => time(report.content?.refreshedAt),
  },
  {
    heading: 'DATA AS OF',
    kind: 'moment',
    cell: ({ report, time }) => time(Date.parse(report.content?.generatedAt ?? '')),
  },
  { heading: 'SHIFTS', kind: 'count', cell: ({ report }) => countShifts(report) ?? '' },
  { heading: 'FIRST DAY', kind: 'date', cell: ({ report }) => report.content?.from ?? '' },
  { heading: 'LAST DAY', kind: 'date', cell: ({ report }) => report.content?.to ?? '' },
  {
    heading: 'ISSUES',
    kind: 'count',
    cell: ({ report: { content } }) => (content ? content.issues - content.empty : ''),
  },
  { heading: 'STALE AFTER', kind: 'moment', cell: ({ staleAfter, time }) => time(staleAfter) },
  // A formula, so that it turns true even if no script runs again. It has no argument separator, which differs between
  // locales.
  {
    heading: 'STALE',
    kind: 'boolean',
    pixels: 130,
    cell: ({ staleAfter, row }) =>
      staleAfter === undefined
        ? ''
        : `=NOW()>${lettersOf(({ heading }) => heading === 'STALE AFTER').join('')}${row}`,
  },
  {
    heading: 'LAST RUN',
    kind: 'moment',
    cell: ({ report, time }) => time(report.lastRun?.finishedAt),
    other: ({ at }, time) => time(at),
  },
  {
    heading: 'MESSAGE',
    kind: 'text',
    pixels: 420,
    cell: ({ report }) => literalCell(report.lastRun?.message ?? ''),
    other: ({ message }) => literalCell(message),
  },
  {
    heading: 'CORRELATION ID',
    kind: 'text',
    pixels: 160,
    // No request was made for sample data.
    cell: ({ report }) =>
      literalCell((report.content?.sample === undefined && report.lastRun?.correlationId) || ''),
  },
  { heading: 'CHANGED', kind: 'moment', cell: ({ report, time }) => time(report.content?.changedAt) },
  { heading: 'NEXT RUN', kind: 'text', pixels: 200, cell: ({ next }) => literalCell(next) },
  { heading: 'RUNS AS', kind: 'text', pixels: 200, cell: ({ runsAs }) => literalCell(runsAs) },
  // Not part of a report: it is in the first row below the headings.
  { heading: STAMP_HEADING, kind: 'integer', cell: () => '' },
];

/** The headings of the status sheet, in order. */
export const STATUS_HEADINGS = COLUMNS.map(({ heading }) => heading);

/** Number formats of the status sheet, by column letters. */
const STATUS_FORMATS = columnFormats(COLUMNS);

/** The look of the status sheet. A stamp has 13 digits. */
const STATUS_LOOK = tableLook(COLUMNS, [
  COLUMNS.map(({ heading }) => (heading === STAMP_HEADING ? 1e12 : null)),
]);

/** The name of the cell that each refresh rewrites, so that formulas that name it recalculate. */
const STAMP_NAME = 'SHIFT_STAMP';

/** The row of the stamp: below its heading. */
const STAMP_ROW = 2;

/** How many columns the status sheet has. */
const STATUS_COLUMN_COUNT = STATUS_HEADINGS.length;

/** True if a row read from a sheet is the heading row of a status sheet. */
function isStatusHeading(cells: readonly unknown[]): boolean {
  return STATUS_HEADINGS.every((heading, index) => cells[index] === heading);
}

/**
 * True if cells read from a status sheet, heading row first, are in their place: each line has its state, and the first
 * line has the stamp.
 *
 * @param lines The expected number of lines.
 */
function isStatusBlock(cells: readonly (readonly unknown[])[], lines: number, isStamped: boolean): boolean {
  const [heading = [], ...rows] = cells;
  const hasLines = rows.slice(0, lines).every((row) => row[1] !== '') && rows.length >= lines;
  return isStatusHeading(heading) && hasLines && (!isStamped || Boolean(rows[0]?.[STATUS_COLUMN_COUNT - 1]));
}

/**
 * The whole status block: the heading row, one row per report, other lines, and blank rows if there were more before. The
 * stamp is in the first row below the headings, which exists even without reports.
 *
 * Times are serial numbers in the spreadsheet's zone; the stamp is in milliseconds since 1970, which formulas cannot
 * mistake for a date.
 */
export function statusBlock(
  state: Pick<DocumentState, 'reports' | 'schedule' | 'statusSheet' | 'lines'>,
  calendar: SpreadsheetCalendar,
  zone: string,
): TypedCell[][] {
  const { reports, schedule, statusSheet } = state;
  const time = (millis: number | null | undefined) => (millis ? calendar.serial(millis, zone) : '');
  const writtenAt = Math.max(schedule.savedAt, ...reports.map(({ lastRun }) => lastRun?.finishedAt ?? 0));
  const next = (report: SavedReport) =>
    describeNextHour(
      hoursAhead(schedule, [report], writtenAt, zone, calendar),
      calendar.serial(writtenAt, zone),
    ) ?? '';
  const runner = newestRunner(schedule);
  const common = {
    time,
    runsAs: runner
      ? `Owner of the schedule saved on ${shortDay(Math.floor(calendar.serial(runner.savedAt, zone)))}${runner.mailOff && runner.email ? '; email is off' : ''}`
      : '',
  };
  const block = [COLUMNS.map(({ heading }): TypedCell => `'${heading}`)];
  reports.forEach((report, index) => {
    const line = {
      ...common,
      report,
      next: next(report),
      row: index + 2,
      staleAfter: staleAfterMillis(report, schedule),
    };
    block.push(COLUMNS.map(({ cell }) => cell(line)));
  });
  for (const line of parseOtherLines(state.lines))
    block.push(COLUMNS.map(({ other }) => other?.(line, time) ?? ''));
  const height = 1 + Math.max(statusRows(state), statusSheet?.rows ?? 0);
  while (block.length < height) block.push(COLUMNS.map(() => ''));
  const stampRow = block[STAMP_ROW - 1];
  if (stampRow) stampRow[STATUS_COLUMN_COUNT - 1] = statusSheet?.stampedAt || '';
  return block;
}

function stateWords({ content, lastRun }: SavedReport): string {
  const mark = content?.sample === undefined ? '' : SAMPLE_MARK;
  return `${mark}${lastRun === null ? NEVER_REFRESHED : STATES[lastRun.outcome]}`;
}

/** The number of lines, from the cells of the column STATE. Cells below them belong to people. */
function countLines(states: readonly unknown[]): number {
  const words: unknown[] = [NEVER_REFRESHED, ...Object.values(STATES)];
  const others = states.findIndex((state) => !words.includes(String(state).replace(SAMPLE_MARK, '')));
  return others < 0 ? states.length : others;
}

/** The letters of some columns. */
function lettersOf(isAsked: (column: StatusColumn) => boolean): string[] {
  return COLUMNS.flatMap((column, index) => (isAsked(column) ? [columnLetters(index)] : []));
}

/** The number of lines of reports and others. */
function lineCount({ reports, lines }: Pick<DocumentState, 'reports' | 'lines'>): number {
  return reports.length + parseOtherLines(lines).length;
}

/** The rows of the status below the headings. */
function statusRows(state: Pick<DocumentState, 'reports' | 'lines'>): number {
  return Math.max(1, lineCount(state));
}

/** From when on a table counts as stale. Milliseconds since 1970; `undefined` without a schedule or a table. */
export function staleAfterMillis(
  {
    content,
    every: own,
  }: { readonly content: Pick<TableContent, 'refreshedAt'> | null; readonly every?: ReportInterval },
  schedule: DocumentState['schedule'],
): number | undefined {
  const every = intervalOf(schedule, own);
  if (content === null || every === 'off') return undefined;
  return content.refreshedAt + INTERVALS_UNTIL_STALE * INTERVAL_MILLIS[every];
}

const LINE = v.object({
  /** Shown in the column REPORT. */
  name: v.string(),
  state: v.picklist(['OK', 'UNFINISHED', 'FAILED']),
  /** When its newest run ended. Milliseconds since 1970. */
  at: v.number(),
  message: v.string(),
});

/** A line of the status sheet that is not of a report. */
export type OtherLine = Readonly<v.InferOutput<typeof LINE>>;

/** Reads the lines from the property `lines`; what cannot be read counts as none. */
export function parseOtherLines(text: string | undefined): readonly OtherLine[] {
  return parseStored(v.array(LINE), text) ?? [];
}

/** The text to store, with one line replaced or added. */
export function withOtherLine(text: string | undefined, line: OtherLine): string {
  const lines = parseOtherLines(text);
  const isKnown = lines.some(({ name }) => name === line.name);
  const after = isKnown ? lines.map((one) => (one.name === line.name ? line : one)) : [...lines, line];
  return JSON.stringify(after);
}

/** The text to store, without one line; `''` if none is left. */
export function withoutOtherLine(text: string | undefined, name: string): string {
  const left = parseOtherLines(text).filter((line) => line.name !== name);
  return left.length === 0 ? '' : JSON.stringify(left);
}

/** The prepared status sheet, and how much of it may be written. */
export interface PreparedStatusSheet {
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
 * `prepareStatusSheet` reads and is called before the lock; `write` reads nothing and is called under it.
 */
export class StatusSheetWriter {
  constructor(
    private readonly sheets: ReportSheets,
    private readonly calendar: SpreadsheetCalendar,
  ) {}

  /**
   * Writes the whole block in one call, for all reports that have a line on the sheet. To make the sheet or add lines,
   * call `prepareStatusSheet` and `write` instead.
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
  prepareStatusSheet(state: DocumentState, mayCreate: boolean): PreparedStatusSheet | undefined {
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
    room: PreparedStatusSheet | undefined,
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

  private lookedAt(state: DocumentState): PreparedStatusSheet | undefined {
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
  private findOrMake(state: DocumentState, mayCreate: boolean): PreparedStatusSheet | undefined {
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

  private takeUp(found: ReportSheet, lastRow: number, state: DocumentState): PreparedStatusSheet {
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
  private make(sheet: ReportSheet, name: string, state: DocumentState): PreparedStatusSheet {
    const named = nameStamp(sheet);
    sheet.format(STATUS_FORMATS);
    applySheetLook(sheet, STATUS_LOOK);
    const rows = statusRows(state);
    const made = { sheetId: sheet.id, rows, stampedAt: stampedAt(state), named, grid: sheet.gridSize() };
    const isOther = name !== STATUS_SHEET_NAME;
    const sentence = isOther ? `The status is on “${name}”: “${STATUS_SHEET_NAME}” is a sheet of yours.` : '';
    return { sheet: made, isLogged: false, sentence };
  }

  private makeRoom(sheet: ReportSheet, known: StatusSheet, state: DocumentState): PreparedStatusSheet {
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
function knownRoom({ statusSheet }: DocumentState): PreparedStatusSheet | undefined {
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
