import * as v from 'valibot';
import { parseJson } from '../../employer-api/json';
import type { Field } from '../../employer-api/shift-fulfilment-fields';
import type { ShiftRow } from '../../employer-api/shift-records';
import { decodeRows, encodeRows } from '../fetching/encoded-rows';
import type { Digest, TextPacker } from '../ports';
import type { ColumnKind, SheetTable, SheetValue } from '../tables/sheet-table';
import type { Snapshot, SnapshotSlot } from './snapshot';

/** What turns tables into text that fits cells. */
export interface SnapshotPacking {
  readonly packer: TextPacker;
  readonly digest: Digest;
}

/** Whose table it is, and where: what is read under another name is not what was written. */
export interface SnapshotName {
  readonly report: string;
  readonly slot: SnapshotSlot;
}

/** A table as cells, one below the other, each to be written as text. */
export interface PackedTable {
  readonly cells: readonly string[];
  /** Without it they are not read again. */
  readonly hash: string;
}

/** A cell holds 50,000 characters. */
const CHUNK_CHARACTERS = 45_000;
/** How many cells one kept table takes, those that are not needed blank: a table of more than 2 MB is not kept. */
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

/** What stands before the rows in the packed text. */
const ABOUT = v.object({
  columns: v.array(v.object({ heading: v.string(), kind: v.picklist(COLUMN_KINDS) })),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  fields: v.array(v.string()),
  source: v.string(),
  about: v.string(),
});

/** @returns `undefined` when the table is too large to be kept. */
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
 * @param hash As `packTable` gave it.
 * @returns `undefined` when any cell is not what was written under this name: a table is never a wrong one.
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
  // Each row takes at least a character: no count is believed that the text cannot hold.
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

/** The columns are encoded by what they hold, which need not be of their kind. */
function encodeTable({ columns, rows }: SheetTable): string {
  const isWhole = (value: SheetValue | undefined) => value === null || Number.isSafeInteger(value);
  const fields = columns.map(({ heading, kind }, index): Field => {
    if (kind === 'text' || kind === 'boolean') return { name: '', kind };
    // Steps from row to row are exact between whole numbers only.
    return rows.every((row) => isWhole(row[index]))
      ? { name: heading, kind: kind === 'date' ? kind : 'integer' }
      : { name: '', kind: 'decimal' };
  });
  return encodeRows(rows as readonly ShiftRow[], fields);
}
