import * as v from 'valibot';
import { parseJson } from '../../employer-api/json';
import type { SheetTable } from '../tables/sheet-table';

/** Where a table is kept: each report has two places, so that writing one table never harms the other. */
export type SnapshotSlot = 'a' | 'b';

/**
 * Which kept table is which, as the saved report says it.
 *
 * Whoever edits the spreadsheet can edit the hidden sheet, but not the properties of the document: so it is the report
 * that holds the hashes. They are written with the report, after the table: of a run that is killed in between nobody
 * knows the hash of what it kept.
 */
export const SNAPSHOT_POINTER = v.object({
  /** Where the table is that the sheet shows. */
  slot: v.picklist(['a', 'b']),
  /** The hash of what is kept of that table. */
  hash: v.string(),
  /** The hash of the table before it, in the other slot; null when there is none. */
  previous: v.nullable(v.string()),
});

/** Which kept table is which, as `SNAPSHOT_POINTER` describes it. */
export type SnapshotPointer = v.InferOutput<typeof SNAPSHOT_POINTER>;

/** A table as a refresh wrote it, with what is needed to show it again. */
export interface Snapshot {
  readonly table: SheetTable;
  /** The service's names of the columns, which people may have given other headings. */
  readonly fields: readonly string[];
  /** What the table came by: the connection's fingerprint. Tables of different sources are never exchanged. */
  readonly source: string;
  /** Whatever else the report says of this table, as text. It is kept and given back unread. */
  readonly about: string;
}

const PLACES = v.object({
  sheetId: v.number(),
  /** Which report has which block of the sheet, in their order; empty text where a block is free. */
  reports: v.array(v.string()),
});

/** The hidden sheet and who has which block of it: the document property `snapshots`. */
export type SnapshotPlaces = v.InferOutput<typeof PLACES>;

/** Reads the document property; what cannot be read counts as no sheet. */
export function parseSnapshotPlaces(text: string | undefined): SnapshotPlaces | undefined {
  const parsed = v.safeParse(PLACES, parseJson(text ?? ''));
  return parsed.success ? parsed.output : undefined;
}

/** The other of the two slots. */
export function otherSlot(slot: SnapshotSlot): SnapshotSlot {
  return slot === 'a' ? 'b' : 'a';
}
