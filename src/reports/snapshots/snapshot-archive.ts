import { toReportError } from '../../employer-api/errors';
import type { SnapshotStore } from '../ports';
import {
  otherSlot,
  type Snapshot,
  type SnapshotPlaces,
  type SnapshotPointer,
  type SnapshotSlot,
} from './snapshot';
import {
  BLOCK_COLUMNS,
  type BlockState,
  blockFor,
  type Cells,
  isMarked,
  MOST_BLOCKS,
  rowOfBlock,
  stateOfBlock,
  takeSheet,
  wholeBlock,
} from './snapshot-blocks';
import { packTable, SNAPSHOT_CELLS, type SnapshotPacking, unpackTable } from './snapshot-cells';

/** What keeping snapshots needs. */
export interface SnapshotServices extends SnapshotPacking {
  readonly store: SnapshotStore;
}

/** The snapshots of one report, read once. A table is unpacked on demand: about 3 ms per 1,000 rows. */
export interface KeptSnapshots {
  readonly reportId: string;
  readonly pointer: SnapshotPointer | null;
  readonly places: SnapshotPlaces | undefined;
  readonly block: { readonly index: number; readonly state: BlockState };
  /** The table that the last refresh wrote; `undefined` if it was not kept or cannot be read. */
  current(): Snapshot | undefined;
  /** The table before it. */
  previous(): Snapshot | undefined;
}

/** What to store in the saved report and the document property `snapshots`. */
export interface SnapshotKept {
  /** Null if the table is not kept: Undo is then not possible. */
  readonly pointer: SnapshotPointer | null;
  readonly places: SnapshotPlaces | undefined;
  /** Why the table is not kept; empty if it is. */
  readonly sentence: string;
}

/**
 * Reads the snapshots of a report. One service call; none if this spreadsheet never had any.
 *
 * Never fails: a snapshot that cannot be read counts as not kept.
 */
export function readSnapshots(
  services: SnapshotServices,
  places: SnapshotPlaces | undefined,
  reportId: string,
  pointer: SnapshotPointer | null,
): KeptSnapshots {
  const index = blockFor(places, reportId);
  const cells = readCells(services, places, index);
  const state = typeof cells === 'string' ? cells : stateOfBlock(cells, reportId);
  const read = (slot: SnapshotSlot, hash: string | null) => {
    if (hash === null || typeof cells === 'string') return undefined;
    const column = cells.map((row) => row[slot === 'a' ? 0 : 1]);
    return unpackTable({ report: reportId, slot }, column, hash, services);
  };
  return {
    reportId,
    pointer,
    places,
    block: { index, state },
    current: () => (pointer === null ? undefined : read(pointer.slot, pointer.hash)),
    previous: () => (pointer === null ? undefined : read(otherSlot(pointer.slot), pointer.previous)),
  };
}

/**
 * Keeps a snapshot of the table about to be written, in the slot of the table before the last one.
 *
 * Call it before the sheet is written, and store its result after that: if the run is killed in between, the snapshot
 * that the saved report names stays intact. One service call; five for the first snapshot of a spreadsheet, or if the
 * hidden sheet was deleted. Never fails: if the table cannot be kept, the sentence says why.
 */
export function keepSnapshot(
  services: SnapshotServices,
  kept: KeptSnapshots,
  snapshot: Snapshot,
): SnapshotKept {
  const { pointer, places } = kept;
  const slot = pointer === null ? 'a' : otherSlot(pointer.slot);
  const unkept = (why: string) => ({
    pointer: null,
    places,
    sentence: `This refresh can’t be undone: ${why}.`,
  });
  if (kept.block.state === 'unread') return unkept('the hidden sheet for it could not be read');
  if (kept.block.index >= MOST_BLOCKS) {
    return unkept(`tables are kept of ${MOST_BLOCKS} reports, and of no more`);
  }
  const packed = packTable({ report: kept.reportId, slot }, snapshot, services);
  if (packed === undefined) return unkept('the table is too large to be kept beside the sheet');
  try {
    const written = writeCells(services.store, kept, slot, packed.cells);
    if (written === undefined) return unkept('other sheets have the names of the hidden sheet for it');
    const previous = kept.block.state === 'ours' && pointer ? pointer.hash : null;
    return { pointer: { slot, hash: packed.hash, previous }, places: written, sentence: '' };
  } catch (error) {
    return unkept(`Google Sheets did not keep the table (${toReportError(error).code})`);
  }
}

/**
 * Clears the snapshots of removed reports, or of all reports if the connection is removed. Two service calls each.
 *
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function forgetSnapshots(
  store: SnapshotStore,
  places: SnapshotPlaces,
  reportIds: readonly string[] = places.reports,
): SnapshotPlaces {
  const { sheetId } = places;
  const blank = Array.from({ length: SNAPSHOT_CELLS }, () => ['', '']);
  const reports = places.reports.map((reportId, index) => {
    if (reportId === '' || !reportIds.includes(reportId)) return reportId;
    // Cells without our mark belong to a person.
    const isOurs = isMarked(store.readBlock(sheetId, rowOfBlock(index), 1, BLOCK_COLUMNS));
    if (isOurs) store.writeBlock(sheetId, rowOfBlock(index), 1, blank);
    return '';
  });
  return { sheetId, reports };
}

function readCells(
  { store }: SnapshotServices,
  places: SnapshotPlaces | undefined,
  index: number,
): Cells | 'lost' | 'unread' {
  if (places === undefined) return 'lost';
  try {
    return store.readBlock(places.sheetId, rowOfBlock(index), SNAPSHOT_CELLS, BLOCK_COLUMNS) ?? 'lost';
  } catch {
    return 'unread';
  }
}

function writeCells(
  store: SnapshotStore,
  { reportId, places, block }: KeptSnapshots,
  slot: SnapshotSlot,
  cells: readonly string[],
): SnapshotPlaces | undefined {
  const isNew = block.state === 'lost' || places === undefined;
  const sheetId = isNew ? takeSheet(store, places?.sheetId) : places.sheetId;
  if (sheetId === undefined) return undefined;
  const index = isNew ? 0 : block.index;
  const isOwnColumn = block.state === 'ours';
  store.writeBlock(
    sheetId,
    rowOfBlock(index),
    isOwnColumn && slot === 'b' ? 2 : 1,
    literal(isOwnColumn ? cells.map((cell) => [cell]) : wholeBlock(reportId, slot, cells)),
  );
  const reports = isNew ? [] : [...places.reports];
  reports[index] = reportId;
  return { sheetId, reports };
}

/** Adds a leading apostrophe to every text, which the platform removes. */
function literal(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.map((cell) => (cell === '' ? '' : `'${cell}`)));
}
