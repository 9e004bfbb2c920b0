import type { SnapshotStore } from '../ports';
import type { SnapshotPlaces, SnapshotSlot } from './snapshot';
import { SNAPSHOT_CELLS } from './snapshot-cells';

/*
 * The hidden sheet: one block of rows for each report, one below the other. Column A holds slot a, column B slot b,
 * and the first row of column C says whose block it is, to us and to whoever finds the sheet. A column per table and
 * not a row, since a new sheet has 1,000 rows and 26 columns, and columns are never inserted.
 */

/** Cells as they were read. */
export type Cells = readonly (readonly unknown[])[];

/**
 * What a block is: `ours` is this report's; `free` may be taken; of a `lost` one the sheet is gone, or someone uses it;
 * `unread` could not be read this time.
 */
export type BlockState = 'ours' | 'free' | 'lost' | 'unread';

/** Columns of a block. */
export const BLOCK_COLUMNS = 3;

/** So many reports have a block. Their IDs stand in one property, of 9 kB at most. */
export const MOST_BLOCKS = 200;

/** The name of the hidden sheet that keeps tables. */
export const UNDO_SHEET_NAME = 'Shift Reports undo';
/** Sheets of that name that are not ours are people's: then ours gets a number. */
const MOST_NAMES = 5;
const MARK = 'Shift Reports keeps tables here for Undo. What is edited here is not used. Report: ';

/** The first row of a block. Blocks count from 0. */
export function rowOfBlock(index: number): number {
  return 1 + index * SNAPSHOT_CELLS;
}

/** The block of a report: its own, else one that is free, else a new one. */
export function blockFor(places: SnapshotPlaces | undefined, reportId: string): number {
  if (places === undefined) return 0;
  const [own, free] = [places.reports.indexOf(reportId), places.reports.indexOf('')];
  return own >= 0 ? own : free >= 0 ? free : places.reports.length;
}

/** What a block is, by what stands in it. */
export function stateOfBlock(cells: Cells, reportId: string): BlockState {
  if (markOf(cells) === MARK + reportId) return 'ours';
  const isBlank = cells.every((row) => row.every((cell) => cell === ''));
  return isBlank || isMarked(cells) ? 'free' : 'lost';
}

/** Whether a block, or the first row of one, is ours, of whichever report. */
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
 * Our sheet, hidden: a new one, or one that a killed run made, or that came along with a copied spreadsheet. Four
 * service calls, two more for each name that is taken; a name is also taken in other capitals.
 *
 * @param lost A sheet that is not to be used any more.
 * @returns `undefined` when people have sheets of all names that we would use.
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
