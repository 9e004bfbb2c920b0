import * as v from 'valibot';
import { columnOf, type ShiftRow } from '../../employer-api/shift-records';
import { parseJson } from '../../employer-api/text';
import { KEY_HEADINGS } from '../../figures/group-keys';
import { commonestSpelling, foldName, sortNames } from '../../figures/names';
import type { RowFilter } from '../../figures/row-filter';
import type { TextPacker } from '../ports';

const NAMES = v.array(v.string());
const SEEN_NAMES = v.object({
  version: v.literal(1),
  /** Of the connection whose reports held the names. */
  fingerprint: v.string(),
  venue: NAMES,
  area: NAMES,
  role: NAMES,
});

/** All venues, areas and roles that refreshes have seen, for drop-downs and to detect typing mistakes. */
export type SeenNames = v.InferOutput<typeof SEEN_NAMES>;

/** A kind of name, as formulas call it. */
export type NameKind = 'venue' | 'area' | 'role';

/** The field that holds each kind of name. */
export const NAME_FIELDS: Readonly<Record<NameKind, string>> = {
  venue: KEY_HEADINGS.venue,
  area: KEY_HEADINGS.area,
  role: KEY_HEADINGS.role,
};

/**
 * The longest list in characters, before and after packing. A property holds 9 kB; a longer list is not kept, and no
 * name is then refused as unknown. Much longer lists are not even packed, since packing happens under the lock.
 */
const [LONGEST_UNPACKED, LONGEST_LIST] = [300_000, 8500];

/** Adds the names of new rows; names of another connection are forgotten. */
export function addSeenNames(
  seen: SeenNames | undefined,
  rows: readonly ShiftRow[],
  fingerprint: string,
): SeenNames {
  const earlier = seen?.fingerprint === fingerprint ? seen : undefined;
  const merge = (kind: NameKind) => listNames(rows, kind, earlier?.[kind]);
  return { version: 1, fingerprint, venue: merge('venue'), area: merge('area'), role: merge('role') };
}

/**
 * The names of one kind, sorted, each once. Of spellings that groups treat as one name, the first in `more` is listed,
 * or else the most frequent in the rows.
 *
 * @param more Other names to list.
 */
export function listNames(rows: readonly ShiftRow[], kind: NameKind, more: readonly string[] = []): string[] {
  const column = columnOf(NAME_FIELDS[kind]);
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = row[column];
    if (typeof name === 'string' && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const spellings = new Map<string, Map<string, number>>();
  for (const [name, count] of counts) {
    const folded = foldName(name);
    spellings.set(folded, (spellings.get(folded) ?? new Map<string, number>()).set(name, count));
  }
  const names = new Map(Array.from(spellings, ([folded, same]) => [folded, commonestSpelling(same)]));
  // The first one is written last.
  for (const name of more.slice().reverse()) names.set(foldName(name), name);
  return sortNames(names.values());
}

/**
 * Makes a criterion such as `>Bar` or `Grand*` match the venue of that name, if these records or any refresh have one,
 * so that names picked from a list are found.
 *
 * @param seen Called only for such a criterion.
 */
export function nameFilters(
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
  seen: () => SeenNames | undefined,
): readonly RowFilter[] {
  return filters.map((filter) => {
    const kind = filter.mayHoldNames ? kindOfNames(filter) : undefined;
    return kind === undefined ? filter : filter.among(listNames(rows, kind, seen()?.[kind]));
  });
}

/** The kind of names that a filter compares; `undefined` for any other field. */
export function kindOfNames({ field }: RowFilter): NameKind | undefined {
  return (Object.keys(NAME_FIELDS) as NameKind[]).find((kind) => NAME_FIELDS[kind] === field);
}

/** The list as a property value; empty if it is too long to keep. */
export function packSeenNames(seen: SeenNames, packer: TextPacker): string {
  const text = JSON.stringify(seen);
  if (text.length > LONGEST_UNPACKED) return '';
  const packed = packer.pack(text);
  return packed.length <= LONGEST_LIST ? packed : '';
}

/** Reads a property value. @returns `undefined` if nothing is kept, or it belongs to another connection. */
export function parseSeenNames(
  text: string | undefined,
  fingerprint: string,
  packer: TextPacker,
): SeenNames | undefined {
  const parsed = v.safeParse(SEEN_NAMES, parseJson((text && packer.unpack(text)) || ''));
  return parsed.success && parsed.output.fingerprint === fingerprint ? parsed.output : undefined;
}
