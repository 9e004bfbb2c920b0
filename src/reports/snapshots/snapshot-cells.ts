import * as v from 'valibot';
import { parseJson } from '../../employer-api/json';
import type { Field } from '../../employer-api/shift-fulfilment-fields';
import type { ShiftRow } from '../../employer-api/shift-records';
import { decodeRows, encodeRows } from '../fetching/encoded-rows';
import type { Digest, TextPacker } from '../ports';
import type { SheetTable, SheetValue } from '../tables/sheet-table';
import type { Snapshot, SnapshotSlot } from './snapshot';

/** What turns tables into text that fits cells. */
export interface SnapshotPacking {
  readonly packer: TextPacker;
  readonly digest: Digest;
}

/** Whose table it is, where, and of which refresh: what is read under another name is not what was written. */
export interface SnapshotName {
  readonly report: string;
  readonly slot: SnapshotSlot;
  readonly stamp: string;
}

/** A cell holds 50,000 characters. */
const CHUNK_CHARACTERS = 45_000;
/** 2 MB of packed text: a table of more, about 100,000 shifts, is not kept. Working value. */
const MOST_CHUNKS = 45;
/** How many cells one kept table takes: a head and the chunks, those that are not needed blank. */
export const SNAPSHOT_CELLS = 1 + MOST_CHUNKS;

const HEAD = v.object({
  version: v.literal(1),
  report: v.string(),
  slot: v.picklist(['a', 'b']),
  stamp: v.string(),
  /** Of the packed text, in characters. */
  length: v.number(),
  hash: v.string(),
});

/** What stands before the rows in the packed text. */
interface About extends Omit<Snapshot, 'table'> {
  readonly columns: SheetTable['columns'];
  readonly count: number;
}

/**
 * The cells that keep a table, one below the other, each to be written as text.
 *
 * @returns `undefined` when the table is too large to be kept.
 */
export function snapshotCells(
  name: SnapshotName,
  { table, ...rest }: Snapshot,
  { packer, digest }: SnapshotPacking,
): string[] | undefined {
  const about: About = { ...rest, columns: table.columns, count: table.rows.length };
  const text = `${JSON.stringify(about)}\n${encodeTable(table)}`;
  const packed = packer.pack(text);
  if (packed.length > MOST_CHUNKS * CHUNK_CHARACTERS) return undefined;
  const hash = digest(hashed(name, packed));
  const head: v.InferOutput<typeof HEAD> = { version: 1, ...name, length: packed.length, hash };
  const cells = [JSON.stringify(head)];
  for (let at = 0; at < packed.length; at += CHUNK_CHARACTERS) {
    cells.push(packed.slice(at, at + CHUNK_CHARACTERS));
  }
  while (cells.length < SNAPSHOT_CELLS) cells.push('');
  return cells;
}

/**
 * Reads a table back.
 *
 * @returns `undefined` when any cell is not what was written under this name: a table is never a wrong one.
 */
export function readSnapshotCells(
  name: SnapshotName,
  cells: readonly unknown[],
  packing: SnapshotPacking,
): Snapshot | undefined {
  const packed = cells.slice(1).join('');
  const head = v.safeParse(HEAD, parseJson(String(cells[0])));
  if (!head.success || head.output.length !== packed.length) return undefined;
  const { report, slot, stamp, hash } = head.output;
  if (report !== name.report || slot !== name.slot || stamp !== name.stamp) return undefined;
  if (hash !== packing.digest(hashed(name, packed))) return undefined;
  return unpackTable(packing.packer.unpack(packed));
}

function hashed({ report, slot, stamp }: SnapshotName, packed: string): string {
  return `${report}\n${slot}\n${stamp}\n${packed}`;
}

function unpackTable(text: string | undefined): Snapshot | undefined {
  if (text === undefined) return undefined;
  // Only what this add-on wrote has the right hash, so its shape is known.
  const end = text.indexOf('\n');
  const { columns, count, ...rest } = JSON.parse(text.slice(0, end)) as About;
  return { ...rest, table: { columns, rows: decodeRows(text.slice(end + 1), count) } };
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
