import * as v from 'valibot';
import { parseJson } from '../../employer-api/text';
import type { SheetTable } from '../tables/sheet-table';

/** Each report has two slots, so that writing one snapshot never damages the other. */
export type SnapshotSlot = 'a' | 'b';

/**
 * Says which snapshot is which. Stored with the saved report.
 *
 * Editors of the spreadsheet can edit the hidden sheet but not the document properties, so the report holds the hashes.
 * They are stored after the table is written: if a run is killed in between, the hash of its snapshot is unknown.
 */
export const SNAPSHOT_POINTER = v.object({
  /** The slot of the table that the sheet shows. */
  slot: v.picklist(['a', 'b']),
  /** The hash of its snapshot. */
  hash: v.string(),
  /** The hash of the previous table, in the other slot; null if there is none. */
  previous: v.nullable(v.string()),
});

/** Says which snapshot is which, as `SNAPSHOT_POINTER` describes it. */
export type SnapshotPointer = v.InferOutput<typeof SNAPSHOT_POINTER>;

/** A table as a refresh wrote it, with what is needed to show it again. */
export interface Snapshot {
  readonly table: SheetTable;
  /** The service's names of the columns, whatever their headings. */
  readonly fields: readonly string[];
  /** The fingerprint of the table's connection. Tables of different sources are never exchanged. */
  readonly source: string;
  /** Other data of the report about this table, as text. It is kept and returned unparsed. */
  readonly about: string;
}

const PLACES = v.object({
  sheetId: v.number(),
  /** The ID of the report of each block, in order; empty for a free block. */
  reports: v.array(v.string()),
});

/** The hidden sheet and the reports of its blocks: the document property `snapshots`. */
export type SnapshotPlaces = v.InferOutput<typeof PLACES>;

/** Reads the document property; `undefined` if it cannot be read. */
export function parseSnapshotPlaces(text: string | undefined): SnapshotPlaces | undefined {
  const parsed = v.safeParse(PLACES, parseJson(text ?? ''));
  return parsed.success ? parsed.output : undefined;
}

export function otherSlot(slot: SnapshotSlot): SnapshotSlot {
  return slot === 'a' ? 'b' : 'a';
}
