import * as v from 'valibot';
import type { Field, ShiftRow } from '../../employer-api/shift-records';
import { parseJson } from '../../employer-api/text';
import { decodeRows, encodeRows } from '../fetching/encoded-rows';
import type { Digest, TextPacker } from '../ports';
import type { ColumnKind, SheetTable, SheetValue } from '../tables/sheet-table';
import type { Snapshot, SnapshotSlot } from './snapshot';

/** What packing tables into cells needs. */
export interface SnapshotPacking {
  readonly packer: TextPacker;
  readonly digest: Digest;
}

/** The report and slot of a snapshot. They are part of its hash. */
export interface SnapshotName {
  readonly report: string;
  readonly slot: SnapshotSlot;
}

/** A table as a column of cells, each to be written as text. */
export interface PackedTable {
  readonly cells: readonly string[];
  /** Needed to read the cells again. */
  readonly hash: string;
}

/** A cell holds 50,000 characters. */
const CHUNK_CHARACTERS = 45_000;
/** The cells of a snapshot; unused ones are blank. A table of more than 2 MB is not kept. */
export const SNAPSHOT_CELLS = 46;

const COLUMN_KINDS: readonly [ColumnKind, ...ColumnKind[]] = [
  'date',
  'text',
  'integer',
  'decimal',
  'percentage',
  'boolean',
  'moment',
];

/** The head of the packed text, before the rows. */
const ABOUT = v.object({
  columns: v.array(v.object({ heading: v.string(), kind: v.picklist(COLUMN_KINDS) })),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  fields: v.array(v.string()),
  source: v.string(),
  about: v.string(),
});

/** @returns `undefined` if the table is too large to keep. */
export function packTable(
  name: SnapshotName,
  { table, ...rest }: Snapshot,
  { packer, digest }: SnapshotPacking,
): PackedTable | undefined {
  const { columns, rows } = table;
  const about = { ...rest, columns, count: rows.length };
  const packed = packer.pack(`${JSON.stringify(about)}\n${encodeTable(table)}`);
  if (packed.length > SNAPSHOT_CELLS * CHUNK_CHARACTERS) return undefined;
  const cells = Array.from({ length: SNAPSHOT_CELLS }, (_, at) =>
    packed.slice(at * CHUNK_CHARACTERS, (at + 1) * CHUNK_CHARACTERS),
  );
  return { cells, hash: digest(hashed(name, packed)) };
}

/**
 * Reads a table back.
 *
 * @param hash The hash from `packTable`.
 * @returns `undefined` if any cell differs from what was written under this name: a wrong table is never returned.
 */
export function unpackTable(
  name: SnapshotName,
  cells: readonly unknown[],
  hash: string,
  { packer, digest }: SnapshotPacking,
): Snapshot | undefined {
  const packed = cells.join('');
  if (digest(hashed(name, packed)) !== hash) return undefined;
  const text = packer.unpack(packed) ?? '';
  const end = text.indexOf('\n');
  const about = v.safeParse(ABOUT, parseJson(text.slice(0, Math.max(end, 0))));
  if (!about.success) return undefined;
  const { columns, count, ...rest } = about.output;
  // Each row takes at least one character, so a larger count is invalid.
  const rows = count <= text.length ? rowsOf(text.slice(end + 1), count, columns.length) : undefined;
  return rows && { ...rest, table: { columns, rows } };
}

function rowsOf(text: string, count: number, width: number): SheetTable['rows'] | undefined {
  try {
    const rows = decodeRows(text, count);
    return rows.every((row) => row.length === width) ? rows : undefined;
  } catch {
    return undefined;
  }
}

function hashed({ report, slot }: SnapshotName, packed: string): string {
  return `${report}\n${slot}\n${packed}`;
}

/** Encodes columns by their values, which need not be of the column's kind. */
function encodeTable({ columns, rows }: SheetTable): string {
  const isWhole = (value: SheetValue | undefined) => value === null || Number.isSafeInteger(value);
  const fields = columns.map(({ heading, kind }, index): Field => {
    if (kind === 'text' || kind === 'boolean') return { name: '', kind };
    // Steps from row to row are exact only between whole numbers.
    return rows.every((row) => isWhole(row[index]))
      ? { name: heading, kind: kind === 'date' ? kind : 'integer' }
      : { name: '', kind: 'decimal' };
  });
  return encodeRows(rows as readonly ShiftRow[], fields);
}
