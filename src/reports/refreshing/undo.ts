import { otherSlot, type Snapshot, type SnapshotPointer } from '../snapshots/snapshot';
import type { KeptSnapshots } from '../snapshots/snapshot-archive';
import { UNDO_SHEET_NAME } from '../snapshots/snapshot-blocks';
import { isTail, readTail, type TailChange } from './kept-tail';

/** The table to write, and what the saved report says afterwards. */
export interface UndoPlan {
  readonly snapshot: Snapshot;
  /** What is to be put back of a table that keeps history; `undefined` of any other: then it is the whole snapshot. */
  readonly change: TailChange | undefined;
  /** To be saved with the report after the write: the table that was undone is then the one before. */
  readonly pointer: SnapshotPointer;
  /** What the person is told. */
  readonly sentence: string;
}

/** Why there is nothing to undo, the remedy first, without a full stop: for `ReportError`. */
export interface UndoRefusal {
  readonly refused: string;
}

/**
 * Plans to put back the table that the last refresh replaced, exactly as it was written. Undone again, the plan puts
 * back the newer one.
 *
 * Whether people have edited the table since is not looked at; they are told what becomes of their edits.
 *
 * @param sheet The report's name for the sentences.
 * @param source What the spreadsheet's connection is now: a table of another one is never shown again.
 */
export function planUndo(sheet: string, source: string, kept: KeptSnapshots): UndoPlan | UndoRefusal {
  const { pointer } = kept;
  if (pointer === null) return { refused: `Refresh “${sheet}” first: no table of it is kept` };
  if (pointer.previous === null) {
    return { refused: `Refresh “${sheet}” first: no table before the one it shows is kept` };
  }
  const snapshot = isTail(pointer) ? kept.current() : kept.previous();
  if (snapshot === undefined) {
    return { refused: describeBroken(sheet) };
  }
  if (snapshot.source !== source) {
    return { refused: `Refresh “${sheet}” instead: the table before it came by another connection` };
  }
  return {
    snapshot,
    change: readTail(snapshot),
    pointer: { slot: otherSlot(pointer.slot), hash: pointer.previous, previous: pointer.hash },
    sentence: `“${sheet}” shows the table from before its last change. Edits inside the table are gone, cells beside it stay.`,
  };
}

/** Says that a kept table is not what was kept: the remedy first, without a full stop. */
export function describeBroken(sheet: string): string {
  return `Refresh “${sheet}” instead: the table before it is gone from the hidden sheet “${UNDO_SHEET_NAME}”, or was changed there`;
}
