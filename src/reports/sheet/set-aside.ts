import { attempt, ReportError, toReportError } from '../../employer-api/errors';
import { EXECUTION_SECONDS, STAGED_COPY_MILLIS } from '../../limits';
import type { ReportSheet, ReportSheets, TableServices } from '../ports';
import type { SavedReport } from '../saved/saved-report';
import { type GridSize, type SheetRow, type SheetTable, sheetRows } from './cells';
import { ownSheet } from './sheets';

/*
 * Tables set aside on hidden sheets: large ones, made ready to be copied to their place at once, and those kept for Undo.
 * Their first cell says what they are for, and nothing that is typed there is used.
 */

/** The hidden sheet on which large tables are made ready. */
export const STAGING_SHEET_NAME = 'Shift Reports staging';
/** The hidden sheet with the tables kept for Undo. */
export const UNDO_SHEET_NAME = 'Shift Reports undo';

const MARKS = {
  [STAGING_SHEET_NAME]: 'Shift Reports makes large tables ready here. What is typed here is deleted.',
  [UNDO_SHEET_NAME]: 'Shift Reports keeps tables here for Undo. What is edited here is not used.',
};

/** What staging needs. */
type StagingServices = Pick<TableServices, 'sheets' | 'directWriteCells' | 'clock' | 'budget'>;

/** The staged row that comes first, below the mark. */
export const STAGED_ROW = 2;
/** One `setValues` has the cells of this many direct writes: 90,000 cells, 5 s on average. */
const CHUNK_WRITES = 5;

/**
 * Fills the hidden staging sheet with lines of a large table; the table itself stays unchanged.
 *
 * @param size How much will be copied at most, with blank cells.
 * @throws {ReportError} `sheet_blocked`; `write_timeout` if the next chunk would miss the deadline.
 */
export function stageTable(
  services: StagingServices,
  lines: readonly SheetRow[],
  size: GridSize,
): ReportSheet {
  const { sheets } = services;
  const sheet = ownSheet(sheets, STAGING_SHEET_NAME, [MARKS[STAGING_SHEET_NAME]]);
  sheet.blank();
  sheet.grow({ rows: STAGED_ROW - 1 + size.rows, columns: size.columns });
  sheet.write(1, [[MARKS[STAGING_SHEET_NAME]]]);
  stageLines(services, sheet, lines, STAGED_ROW, 1);
  sheets.flush();
  return sheet;
}

/** Writes staged lines from a cell on. @throws {ReportError} As `stageTable`. */
export function stageLines(
  { clock, budget, directWriteCells }: StagingServices,
  sheet: ReportSheet,
  lines: readonly SheetRow[],
  row: number,
  column: number,
): void {
  const deadline = budget.deadline - EXECUTION_SECONDS[budget.surface].total * 1000 + STAGED_COPY_MILLIS;
  const width = lines[0]?.length ?? 0;
  if (width === 0) return;
  const chunk = Math.ceil((CHUNK_WRITES * directWriteCells) / width);
  let longestMillis = 0;
  for (let done = 0; done < lines.length; done += chunk) {
    const startedAt = clock.now();
    if (startedAt + longestMillis > deadline) throw new ReportError('write_timeout');
    sheet.write(row + done, sheetRows(lines.slice(done, done + chunk), 0, width), column);
    longestMillis = Math.max(longestMillis, clock.now() - startedAt);
  }
}

/** Empties a hidden sheet of ours, if there is one: what came by a connection goes with it. */
export function clearHidden(sheets: ReportSheets, name: keyof typeof MARKS): void {
  const sheet = sheets.byName(name);
  if (sheet && sheet.readBlock(1, 1, 1, 1)[0]?.[0] === MARKS[name]) sheet.blank();
}

/** A table as it stood before a refresh, with what is needed to show it again. */
export interface Snapshot extends SheetTable {
  /** The first day of the rows, of a table that keeps history; null for a whole table. */
  readonly since: number | null;
  /** The report's record of this table. */
  readonly about: Pick<SavedReport, 'content' | 'history' | 'baseline'>;
  /** A hash of the rows that took their place: people may have typed into them or sorted them since. */
  readonly next: string;
}

/** What keeping snapshots needs. */
type SnapshotServices = Pick<TableServices, 'sheets' | 'packer' | 'digest'>;

/** A report, as far as its snapshot goes. */
type Undoable = Pick<SavedReport, 'id' | 'undo'>;

/** A cell holds 50,000 characters. */
const CHUNK_CHARACTERS = 45_000;
/** The cells of a table; unused ones are blank. A table of more than 2 MB is not kept. */
const SNAPSHOT_CELLS = 46;

/**
 * Keeps a table as compressed text in the first row of a hidden sheet that no report's record names: so the one kept before
 * stays until the refresh is recorded. Editors may edit the sheet but not the record, which holds the row and a hash. Never
 * fails.
 *
 * @param reports All of the spreadsheet.
 * @returns What to store with the report; null if the table can't be kept, and the sentence says why.
 */
export function keepSnapshot(
  { sheets, packer, digest }: SnapshotServices,
  { reports }: { readonly reports: readonly Undoable[] },
  { id, content, history, baseline }: Pick<Undoable, 'id'> & Snapshot['about'],
  replaced: Omit<Snapshot, 'about'>,
): { readonly pointer: Undoable['undo']; readonly sentence: string } {
  const snapshot: Snapshot = { ...replaced, about: { content, history, baseline } };
  const unkept = (why: string) => ({ pointer: null, sentence: `${why} This refresh can’t be undone.` });
  const packed = packer.pack(JSON.stringify(snapshot));
  if (packed.length > SNAPSHOT_CELLS * CHUNK_CHARACTERS)
    return unkept('The table is too large to be kept beside the sheet.');
  const cells = Array.from({ length: SNAPSHOT_CELLS }, (_, at) =>
    packed.slice(at * CHUNK_CHARACTERS, (at + 1) * CHUNK_CHARACTERS),
  );
  try {
    const taken = reports.flatMap(({ undo }) => undo?.row ?? []);
    const known = taken.length > 0 ? sheets.byName(UNDO_SHEET_NAME) : undefined;
    const sheet = known ?? ownSheet(sheets, UNDO_SHEET_NAME, [MARKS[UNDO_SHEET_NAME]]);
    let row = 2;
    while (taken.includes(row)) row += 1;
    sheet.grow({ rows: row, columns: SNAPSHOT_CELLS });
    sheet.write(row, sheetRows([cells], 1, SNAPSHOT_CELLS));
    return { pointer: { row, hash: digest(id + packed) }, sentence: '' };
  } catch (error) {
    return unkept(toReportError(error).message);
  }
}

/**
 * The table kept for a report.
 *
 * @returns `undefined` if there is none, or any of its cells was changed. Never fails.
 */
export function readSnapshot(
  { sheets, packer, digest }: SnapshotServices,
  { id, undo }: Undoable,
): Snapshot | undefined {
  return attempt(() => {
    const cells = undo && sheets.byName(UNDO_SHEET_NAME)?.readBlock(undo.row, 1, 1, SNAPSHOT_CELLS);
    const packed = (cells ?? []).flat().join('');
    const text = digest(id + packed) === undo?.hash ? packer.unpack(packed) : undefined;
    return text === undefined ? undefined : (JSON.parse(text) as Snapshot);
  });
}

/**
 * Blanks all rows but those of the reports that stay. Cells that cannot be cleared stay in their hidden sheet, where nothing
 * reads them.
 *
 * @param reports Those that were there: they have used at most one row more.
 * @param isRunning Whether a refresh runs: it may just have filled a row that no record names yet.
 */
export function forgetSnapshots(
  sheets: ReportSheets,
  reports: readonly Undoable[],
  stay: readonly Undoable[],
  isRunning: boolean,
): void {
  const rowsOf = (some: readonly Undoable[]) => some.flatMap(({ undo }) => undo?.row ?? []);
  const [named, kept] = [rowsOf(reports), rowsOf(stay)];
  if (named.length === 0) return;
  const sheet = sheets.byName(UNDO_SHEET_NAME);
  const used = isRunning ? named : Array.from({ length: reports.length + 1 }, (_, at) => 2 + at);
  for (const row of used)
    if (!kept.includes(row)) attempt(() => sheet?.write(row, sheetRows([], 1, SNAPSHOT_CELLS)));
}
