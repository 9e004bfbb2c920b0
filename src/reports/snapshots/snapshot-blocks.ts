import type { SnapshotStore } from '../ports';
import type { SnapshotPlaces, SnapshotSlot } from './snapshot';
import { SNAPSHOT_CELLS } from './snapshot-cells';

/*
 * The hidden sheet: one block of rows for each report, one below the other. Column A holds slot a, column B slot b,
 * and the first row of column C says to which report the block belongs. A column per table and
 * not a row, since a new sheet has 1,000 rows and 26 columns, and columns are never inserted.
 */

/** Cells as read from a sheet. */
export type Cells = readonly (readonly unknown[])[];

/**
 * The state of a block. `ours`: it belongs to this report. `free`: it may be used. `lost`: its sheet is gone, or a
 * person uses it. `unread`: it could not be read this time.
 */
export type BlockState = 'ours' | 'free' | 'lost' | 'unread';

export const BLOCK_COLUMNS = 3;

/** The most blocks. The IDs of their reports are in one property, at most 9 kB. */
export const MOST_BLOCKS = 200;

/** The name of the hidden sheet with the snapshots. */
export const UNDO_SHEET_NAME = 'Shift Reports undo';
/** If a person has a sheet of that name, ours gets a number, up to this one. */
const MOST_NAMES = 5;
const MARK = 'Shift Reports keeps tables here for Undo. What is edited here is not used. Report: ';

/** The first row of a block. Blocks count from 0. */
export function rowOfBlock(index: number): number {
  return 1 + index * SNAPSHOT_CELLS;
}

/** The block of a report: its own, or else a free one, or else a new one. */
export function blockFor(places: SnapshotPlaces | undefined, reportId: string): number {
  if (places === undefined) return 0;
  const [own, free] = [places.reports.indexOf(reportId), places.reports.indexOf('')];
  return own >= 0 ? own : free >= 0 ? free : places.reports.length;
}

/** The state of a block, from its cells. */
export function stateOfBlock(cells: Cells, reportId: string): BlockState {
  if (markOf(cells) === MARK + reportId) return 'ours';
  const isBlank = cells.every((row) => row.every((cell) => cell === ''));
  return isBlank || isMarked(cells) ? 'free' : 'lost';
}

/** True if a block, or the first row of one, has our mark, for any report. */
export function isMarked(cells: Cells | undefined): boolean {
  const mark = markOf(cells);
  return typeof mark === 'string' && mark.startsWith(MARK);
}

/** A whole block that holds one table. */
export function wholeBlock(reportId: string, slot: SnapshotSlot, cells: readonly string[]): string[][] {
  return cells.map((cell, at) => [
    slot === 'a' ? cell : '',
    slot === 'b' ? cell : '',
    at === 0 ? MARK + reportId : '',
  ]);
}

/**
 * Makes or finds our hidden sheet: a new one, one made by a killed run, or one copied with the spreadsheet. Four
 * service calls, two more for each name that is taken, also in other capitals.
 *
 * @param lost A sheet that must no longer be used.
 * @returns `undefined` if people have sheets with all names that we would use.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function takeSheet(store: SnapshotStore, lost: number | undefined): number | undefined {
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const name = number === 1 ? UNDO_SHEET_NAME : `${UNDO_SHEET_NAME} ${number}`;
    const found = store.find(name);
    if (found === undefined || mayBeTaken(store, found, lost)) {
      const sheetId = found ? found.sheetId : store.create(name);
      if (sheetId === undefined) continue;
      store.hide(sheetId);
      return sheetId;
    }
  }
  return undefined;
}

function mayBeTaken(
  store: SnapshotStore,
  { sheetId, lastRow }: { readonly sheetId: number; readonly lastRow: number },
  lost: number | undefined,
): boolean {
  if (sheetId === lost) return false;
  return lastRow === 0 || isMarked(store.readBlock(sheetId, 1, 1, BLOCK_COLUMNS));
}

function markOf(cells: Cells | undefined): unknown {
  return cells?.[0]?.[BLOCK_COLUMNS - 1];
}
