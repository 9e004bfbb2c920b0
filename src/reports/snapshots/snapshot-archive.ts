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

/** What keeps tables. */
export interface SnapshotServices extends SnapshotPacking {
  readonly store: SnapshotStore;
}

/** What is kept of one report, read once. A table is unpacked when it is asked for: about 3 ms per 1,000 rows. */
export interface KeptSnapshots {
  readonly reportId: string;
  readonly pointer: SnapshotPointer | null;
  readonly places: SnapshotPlaces | undefined;
  readonly block: { readonly index: number; readonly state: BlockState };
  /** The table that the last refresh wrote; `undefined` when it was not kept or cannot be read. */
  current(): Snapshot | undefined;
  /** The table before it. */
  previous(): Snapshot | undefined;
}

/** What the saved report and the document property `snapshots` are to say now. */
export interface SnapshotKept {
  /** Null when the table is not kept: there is no undo then. */
  readonly pointer: SnapshotPointer | null;
  readonly places: SnapshotPlaces | undefined;
  /** Why the table is not kept; empty when it is. */
  readonly sentence: string;
}

/**
 * Reads what is kept of a report. One service call; none where nothing was ever kept in this spreadsheet.
 *
 * It never fails: what cannot be read counts as not kept.
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
 * Keeps the table that is about to be written, in the slot of the table before the last one.
 *
 * Call it before the sheet is written, and save what it returns after that: a run that is killed in between leaves
 * unharmed the table that the saved report names. One service call; for the first table of a spreadsheet, or when the
 * hidden sheet was deleted, five. It never fails: a table that cannot be kept is told in a sentence.
 */
export function keepSnapshot(
  services: SnapshotServices,
  kept: KeptSnapshots,
  snapshot: Snapshot,
): SnapshotKept {
  const { pointer, places } = kept;
  const slot = pointer === null ? 'a' : otherSlot(pointer.slot);
  const unkept = (why: string) => ({ pointer: null, places, sentence: `Undo will not be possible: ${why}.` });
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
 * Blanks what is kept of reports that are removed, or of all when the connection is. Two service calls for each.
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
    // Whatever stands there without our mark is someone else's.
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

/** Every text with one leading apostrophe, which the platform takes off again. */
function literal(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.map((cell) => (cell === '' ? '' : `'${cell}`)));
}
