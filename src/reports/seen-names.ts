import * as v from 'valibot';
import { parseJson } from '../employer-api/json';
import type { ShiftRow } from '../employer-api/shift-records';
import { compareNames } from '../figures/names';
import { columnOf } from '../figures/quantities';
import type { TextPacker } from './ports';

const NAMES = v.array(v.string());
const SEEN_NAMES = v.object({
  version: v.literal(1),
  /** Of the connection whose reports held the names. */
  fingerprint: v.string(),
  venue: NAMES,
  area: NAMES,
  role: NAMES,
});

/** Every venue, area and role that a refresh has seen, for drop-downs and for telling typing mistakes. */
export type SeenNames = v.InferOutput<typeof SEEN_NAMES>;

/** A kind of name, as formulas call it. */
export type NameKind = 'venue' | 'area' | 'role';

/** The field that holds each kind of name. */
export const NAME_FIELDS: Readonly<Record<NameKind, string>> = {
  venue: 'VENUE_NAME',
  area: 'AREA_NAME',
  role: 'JOB_TITLE',
};

/** A property value holds 9 KB; beyond that no list is kept, and nothing is refused as unknown. */
const LONGEST_LIST = 8500;

/** The names seen so far and those of new rows; names of another connection are forgotten. */
export function addSeenNames(
  seen: SeenNames | undefined,
  rows: readonly ShiftRow[],
  fingerprint: string,
): SeenNames {
  const earlier = seen?.fingerprint === fingerprint ? seen : undefined;
  const merge = (kind: NameKind) => listNames(rows, kind, earlier?.[kind]);
  return { version: 1, fingerprint, venue: merge('venue'), area: merge('area'), role: merge('role') };
}

/** The names of one kind, sorted, each once. @param more Names to list with them. */
export function listNames(rows: readonly ShiftRow[], kind: NameKind, more: readonly string[] = []): string[] {
  const column = columnOf(NAME_FIELDS[kind]);
  const names = new Set(more);
  for (const row of rows) {
    const name = row[column];
    if (typeof name === 'string' && name !== '') names.add(name);
  }
  return Array.from(names).sort(compareSpellings);
}

/** As a property value; empty text when the list is too long to keep. */
export function packSeenNames(seen: SeenNames, packer: TextPacker): string {
  const packed = packer.pack(JSON.stringify(seen));
  return packed.length <= LONGEST_LIST ? packed : '';
}

/** @returns `undefined` when nothing is kept, or it was kept for another connection. */
export function parseSeenNames(
  text: string | undefined,
  fingerprint: string,
  packer: TextPacker,
): SeenNames | undefined {
  const parsed = v.safeParse(SEEN_NAMES, parseJson((text && packer.unpack(text)) || ''));
  return parsed.success && parsed.output.fingerprint === fingerprint ? parsed.output : undefined;
}

/** As in grouped tables; spellings of one name in an order of their own. */
function compareSpellings(one: string, other: string): number {
  return compareNames(one, other) || (one < other ? -1 : 1);
}
