import type { Clock } from '../../employer-api/ports';
import type { Properties, ReportSheets } from '../ports';
import { type Lease, stagingIds } from '../saved/document-state';
import { sheetRows } from '../tables/report-table';
import { headingsOf } from '../tables/sheet-table';
import { keepsHeadings, NEW_SHEET_COLUMNS, type TableRecord } from './table-heading';
import { requireFitting } from './table-room';
import { headingCells, type StagedTable, type TableDraft } from './table-writer';

/** What staging rests on. */
export interface StagingOptions {
  /** The largest table, in cells, that is written directly. */
  readonly directWriteCells: number;
  /** The ID of the run's lease: stored before the staging sheet is made, which is named after it. */
  readonly runId: string;
  /** Whether someone is looking, whose sheet must stay in front. */
  readonly atKeyboard: boolean;
  readonly clock: Clock;
  /** When staging must be done. Milliseconds since 1970. */
  readonly deadline: number;
  /** Keeps the ID of the staging sheet. One service call; must not touch what others may change meanwhile. */
  log(sheetId: number): void;
}

/** One `setValues` fills as many direct writes: 90,000 cells, 5 s on average, are put at stake at a time. */
const CHUNK_WRITES = 5;

/**
 * Whether a table is too large to be written directly. It is measured by its rows, the heading row aside, with those
 * that may have to be blanked. A table wider than a new sheet is never staged: columns are not added anywhere.
 */
export function needsStaging(saved: TableRecord, draft: TableDraft, directWriteCells: number): boolean {
  const { rows, columns } = blockSize(saved, draft);
  return rows * columns > directWriteCells && columns <= NEW_SHEET_COLUMNS;
}

/**
 * Fills a hidden sheet with the rows of a large table, while the table itself stays as it is.
 *
 * To be called under the lease and outside the lock: 100,000 rows take minutes. 6 service calls, one more at the
 * keyboard, and one for each 90,000 cells. After a failure nothing is left behind.
 *
 * @returns With fewer rows than the draft when the next chunk would not have been done before the deadline.
 * @throws {ReportError} `sheet_blocked`; `range_too_large`, with nothing done.
 */
export function stageTable(
  sheets: ReportSheets,
  saved: TableRecord,
  draft: TableDraft,
  options: StagingOptions,
): StagedTable {
  requireFitting(draft);
  const headed = !keepsHeadings(saved, headingsOf(draft.columns));
  let madeId: number | null = null;
  try {
    const log = (id: number) => {
      madeId = id;
      options.log(id);
    };
    const sheet = makeSheet(sheets, blockSize(saved, draft), { ...options, log });
    const staged = { sheet, headed };
    const rows = fill(staged, draft, options);
    sheets.flush();
    return { ...staged, rows };
  } catch (error) {
    removeLeftovers(sheets, [madeId], options.runId);
    throw error;
  }
}

/** Hidden sheets that killed runs left. */
export interface Leftovers {
  readonly ids: readonly number[];
  /** The run that may have made a sheet without logging its ID. */
  readonly runId: string | undefined;
  /** The same for the same leftovers. */
  readonly key: string;
  /** Whether they could be removed; left out where nobody tried. */
  readonly areGone?: boolean;
}

/**
 * What killed runs left: staging sheets that are there still, by their logged IDs or the name of the run whose lease is
 * stored still. No service call that counts, so that it may be asked under the lock.
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
 * Removes what killed runs left: staging sheets by their logged IDs, and one that was made but not logged yet.
 *
 * The latter is empty and bears the name of its run; a sheet of that name that holds something is someone's. Nothing
 * to remove costs nothing; otherwise one service call a sheet, one read where a sheet goes by its name, and a flush:
 * only then may the IDs be forgotten.
 *
 * @param killedRunId The ID of a lease that outlived its run.
 * @returns Whether all are gone.
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

/** How many rows and columns the block to write may have. */
function blockSize(saved: TableRecord, { columns, rows, head = 0 }: TableDraft) {
  return {
    rows: Math.max(saved.extent - head, rows.length),
    columns: Math.max(saved.headings.length, saved.nextHeadings.length, columns.length),
  };
}

function makeSheet(
  sheets: ReportSheets,
  { rows, columns }: ReturnType<typeof blockSize>,
  { runId, atKeyboard, log }: StagingOptions,
) {
  const wanted = stagingName(runId);
  let name = wanted;
  for (let number = 2; sheets.byName(name) !== undefined; number += 1) name = `${wanted} ${number}`;
  return sheets.createStaging({ name, rows: 1 + rows, columns, atKeyboard }, log);
}

/** @returns How many rows wait in the staging sheet now. */
function fill(
  { sheet, headed }: Omit<StagedTable, 'rows'>,
  { columns, rows }: TableDraft,
  options: StagingOptions,
): number {
  const { clock, deadline, directWriteCells } = options;
  const chunk = Math.max(1, Math.floor((CHUNK_WRITES * directWriteCells) / Math.max(1, columns.length)));
  let longestMillis = 0;
  let done = 0;
  if (rows.length === 0 && headed) sheet.write(1, headingCells(columns));
  while (done < rows.length) {
    const startedAt = clock.now();
    if (startedAt + longestMillis > deadline) break;
    const cells = sheetRows(rows.slice(done, done + chunk), 0, columns.length);
    const isFirst = headed && done === 0;
    sheet.write(isFirst ? 1 : 2 + done, isFirst ? [...headingCells(columns), ...cells] : cells);
    done = Math.min(done + chunk, rows.length);
    longestMillis = Math.max(longestMillis, clock.now() - startedAt);
  }
  return done;
}

/** Nobody else makes a sheet of that name: the ID of a run is a random one. */
function stagingName(runId: string): string {
  return `Shift Reports staging ${runId}`;
}
