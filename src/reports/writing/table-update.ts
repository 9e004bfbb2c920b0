import type { Clock } from '../../employer-api/ports';
import type { Properties, ReportSheets, TakeNotes } from '../ports';
import { type Lease, stagingIds } from '../saved/document-state';
import { sheetRows } from '../sheet/cells';
import { NEW_SHEET_COLUMNS } from '../sheet/sheets';
import { keepsHeadings, locate, recordOf, requireFitting, type TableRecord } from './table-place';
import {
  headingCells,
  type PreparedTable,
  prepareTable,
  type StagedTable,
  type TableDraft,
  wholeHeadings,
} from './table-writer';

/** The options of a table update. */
interface UpdateOptions {
  readonly staging: StagingOptions;
  /** Whether a deleted sheet may be made again: after a click, never on a schedule. */
  readonly mayReplace: boolean;
  /** Takes the notes of the table to their new rows; left out if the table will not be written. */
  readonly takeNotes?: TakeNotes | undefined;
}

/**
 * Prepares the write of a table: stages rows that are too many for one write, checks the table and claims its cells.
 *
 * Called under the lease and without the lock, so that nothing is read under the lock. People edit at any time, so the
 * table is checked last, after everything that takes time. Costs those of `prepareTable` and, if needed, of
 * `stageTable` with one call more to look for a filter.
 *
 * @param meanwhile Other preparations, done before the last check of the table.
 * @throws {ReportError} `sheet_blocked`, `range_too_large`; `write_timeout` if time ran short; `changed_meanwhile` if
 *   the table changed while rows were staged. Staged rows are left to `removeLeftovers`.
 */
export function prepareUpdate<Result>(
  sheets: ReportSheets,
  saved: TableRecord,
  draft: TableDraft,
  { staging, mayReplace, takeNotes }: UpdateOptions,
  meanwhile: () => Result,
): { readonly prepared: PreparedTable; readonly result: Result } {
  const sheet = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  const owned = sheet ? locate(sheet, saved) : saved;
  const isStaged = needsStaging(owned, draft, staging.directWriteCells) && !isFiltered(sheets, saved);
  const staged = isStaged ? stageTable(sheets, owned, draft, staging) : undefined;
  const prepare = () => prepareTable(sheets, saved, draft, { mayReplace, staged, takeNotes });
  // A sheet that is made now needs no second check, and its tab comes before the others.
  const made = isMissing(sheets, saved) ? prepare() : undefined;
  const result = meanwhile();
  return { prepared: made ?? prepare(), result };
}

/**
 * True if a filter may hide rows of a table. A write reaches hidden rows; whether a copy does is unknown (fact S34), so
 * a table with a filter is never staged, however large. One service call if there is a sheet.
 */
function isFiltered(sheets: ReportSheets, { sheetId, sheet: name }: TableRecord): boolean {
  const sheet = (sheetId === null ? undefined : sheets.byId(sheetId)) ?? sheets.byName(name);
  return sheet?.hasFilter() ?? false;
}

/** True if a table has no sheet yet, or its sheet is gone. No service call that counts. */
function isMissing(sheets: ReportSheets, { sheetId, sheet }: TableRecord): boolean {
  return (sheetId === null || sheets.byId(sheetId) === undefined) && sheets.byName(sheet) === undefined;
}

/** What staging needs. */
export interface StagingOptions {
  /** The largest table that is written directly, in cells. */
  readonly directWriteCells: number;
  /** The ID of the run's lease, stored before the staging sheet is made. It is part of the sheet's name. */
  readonly runId: string;
  /** Whether a person is at the spreadsheet, whose active sheet must stay in front. */
  readonly atKeyboard: boolean;
  readonly clock: Clock;
  /** When staging must be done. Milliseconds since 1970. */
  readonly deadline: number;
  /** Stores the ID of the staging sheet. One service call; must not write anything that others may change. */
  log(sheetId: number): void;
}

/** One `setValues` has the cells of this many direct writes: 90,000 cells, 5 s on average. */
const CHUNK_WRITES = 5;

/** A table with notes is written directly up to so many direct writes: its notes are mostly not written. */
const NOTED_WRITES = 1.5;

/**
 * True if a table is too large to be written directly, counting its rows without the heading row, and old rows to
 * clear. A table wider than a new sheet is never staged, because columns are never added.
 */
export function needsStaging(saved: TableRecord, draft: TableDraft, directWriteCells: number): boolean {
  const { rows, columns } = blockSize(saved, draft);
  const notes = Math.max(saved.noted?.columns.length ?? 0, draft.notes?.columns.length ?? 0);
  const isLarge =
    rows * (columns - notes) > directWriteCells || rows * columns > NOTED_WRITES * directWriteCells;
  return isLarge && columns <= NEW_SHEET_COLUMNS;
}

/**
 * Fills a hidden staging sheet with the rows of a large table; the table itself stays unchanged.
 *
 * Call it under the lease and without the lock: 100,000 rows take minutes. 6 service calls, one more if a person is at
 * the spreadsheet, and one for each 90,000 cells. After a failure nothing is left behind.
 *
 * @returns With fewer rows than the draft if the next chunk would have missed the deadline.
 * @throws {ReportError} `sheet_blocked`; `range_too_large`, with nothing done.
 */
export function stageTable(
  sheets: ReportSheets,
  saved: TableRecord,
  draft: TableDraft,
  options: StagingOptions,
): StagedTable {
  requireFitting(draft);
  const headed = !keepsHeadings(saved, wholeHeadings(draft));
  let madeId: number | null = null;
  try {
    const log = (id: number) => {
      madeId = id;
      options.log(id);
    };
    const sheet = makeStagingSheet(sheets, blockSize(saved, draft), { ...options, log });
    const staged = { sheet, headed };
    const rows = fill(staged, draft, options);
    sheets.flush();
    return { ...staged, rows };
  } catch (error) {
    removeLeftovers(sheets, [madeId], options.runId);
    throw error;
  }
}

/** Staging sheets of killed runs. */
export interface Leftovers {
  readonly ids: readonly number[];
  /** The run that may have made a sheet without logging its ID. */
  readonly runId: string | undefined;
  /** A text that is the same for the same leftovers. */
  readonly key: string;
  /** Whether they were removed; left out before a try. */
  readonly areGone?: boolean;
}

/**
 * Finds the staging sheets of killed runs, by their logged IDs or by the name of the run whose lease is still stored.
 * No service call that counts, so it may be called under the lock.
 */
export function leftoversOf(
  sheets: ReportSheets,
  properties: Properties,
  lease: Lease | undefined,
): Leftovers | undefined {
  const ids = Object.values(stagingIds(properties)).filter((id) => sheets.byId(id) !== undefined);
  const runId = lease && sheets.byName(stagingName(lease.id)) ? lease.id : undefined;
  if (ids.length === 0 && runId === undefined) return undefined;
  return { ids, runId, key: JSON.stringify([ids, runId]) };
}

/**
 * Removes the staging sheets of killed runs: those with logged IDs, and one that was made but not yet logged.
 *
 * The latter is empty and has the name of its run; a sheet of that name with content belongs to a person. No service
 * call if there is nothing to remove; otherwise one per sheet, a read if a sheet was found by name, and a flush, after
 * which the IDs may be forgotten.
 *
 * @param killedRunId The ID of the lease of a killed run.
 * @returns True if all are gone.
 */
export function removeLeftovers(
  sheets: ReportSheets,
  loggedIds: readonly (number | null)[],
  killedRunId?: string,
): boolean {
  try {
    const ids = loggedIds.filter((id): id is number => id !== null && sheets.byId(id) !== undefined);
    const unlogged = killedRunId === undefined ? undefined : sheets.byName(stagingName(killedRunId));
    if (unlogged && !ids.includes(unlogged.id) && unlogged.lastRow() === 0) ids.push(unlogged.id);
    for (const id of ids) sheets.removeStaging(id);
    if (ids.length > 0) sheets.flush();
    return true;
  } catch {
    return false;
  }
}

/** The most rows and columns of the block to write. */
function blockSize(saved: TableRecord, draft: TableDraft) {
  const { rows, head = 0 } = draft;
  return {
    rows: Math.max(saved.extent - head, rows.length),
    columns: Math.max(saved.headings.length, saved.nextHeadings.length, wholeHeadings(draft).length),
  };
}

function makeStagingSheet(
  sheets: ReportSheets,
  { rows, columns }: ReturnType<typeof blockSize>,
  { runId, atKeyboard, log }: StagingOptions,
) {
  const wanted = stagingName(runId);
  let name = wanted;
  for (let number = 2; sheets.byName(name) !== undefined; number += 1) name = `${wanted} ${number}`;
  return sheets.createStaging({ name, rows: 1 + rows, columns, atKeyboard }, log);
}

/** @returns The number of rows in the staging sheet. */
function fill(
  { sheet, headed }: Omit<StagedTable, 'rows'>,
  draft: TableDraft,
  options: StagingOptions,
): number {
  const { columns, rows } = draft;
  const { clock, deadline, directWriteCells } = options;
  const chunk = Math.max(1, Math.floor((CHUNK_WRITES * directWriteCells) / Math.max(1, columns.length)));
  let longestMillis = 0;
  let done = 0;
  if (rows.length === 0 && headed) sheet.write(1, headingCells(draft));
  while (done < rows.length) {
    const startedAt = clock.now();
    if (startedAt + longestMillis > deadline) break;
    const isFirst = headed && done === 0;
    // Notes are read last, so that their cells are filled then.
    const width = isFirst ? wholeHeadings(draft).length : columns.length;
    const cells = sheetRows(rows.slice(done, done + chunk), 0, width);
    sheet.write(isFirst ? 1 : 2 + done, isFirst ? [...headingCells(draft), ...cells] : cells);
    done = Math.min(done + chunk, rows.length);
    longestMillis = Math.max(longestMillis, clock.now() - startedAt);
  }
  return done;
}

/** A name that no person uses, since run IDs are random. */
function stagingName(runId: string): string {
  return `Shift Reports staging ${runId}`;
}

/**
 * The record of a table after a refused write, to replace the one logged before it: the table no longer claims the rows
 * that the write would have used.
 *
 * An error of the platform is no proof, because a write may succeed and still be reported as refused. So the cells that
 * would show the write are read: up to four service calls, none if the write reached no further than the table. Call it
 * without the lock.
 *
 * @param before The record before the write was logged.
 * @returns `undefined` if nothing was logged, or if the cells cannot be read or have changed: then the logged record
 *   has to stay.
 */
export function recordAfterRefusal(
  { sheet, record, isLogged, width, withHeading }: PreparedTable,
  before: TableRecord,
): TableRecord | undefined {
  if (isLogged) return undefined;
  const old =
    before.sheetId === record.sheetId
      ? before
      : {
          extent: 0,
          headings: [],
          nextHeadings: [],
          foot: undefined,
          noted: undefined,
          nextNoted: undefined,
        };
  try {
    const row = withHeading ? sheet.readRow(1, width) : [];
    if (row.some((cell, index) => cell !== (record.headings[index] ?? ''))) return undefined;
    const grown = record.extent - old.extent;
    if (grown > 0 && !sheet.isFree(2 + old.extent, 1, grown, width)) return undefined;
  } catch {
    return undefined;
  }
  const { extent, headings, nextHeadings, foot, noted, nextNoted } = old;
  return recordOf({ ...record, extent, headings, nextHeadings, foot, noted, nextNoted });
}
