import * as v from 'valibot';
import { echo, refuseOption } from '../../answers/arguments/cells';
import { KEY_HEADINGS } from '../../contract/fields';
import { columnOf, type ShiftRow } from '../../employer-api/shift-records';
import { parseStored } from '../../employer-api/text';
import { closestName, commonestSpelling, compareNames, foldName } from '../../figures/names';
import type { RowFilter } from '../../figures/row-filter';
import type { TextPacker } from '../ports';

const NAMES = v.array(v.string());
const SEEN_NAMES = v.object({
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

/** The longest packed list, in characters: a longer one is not kept, and no name is then refused as unknown. */
const LONGEST_LIST = 8500;

/** Adds the names of new rows; names of another connection are forgotten. */
export function addSeenNames(
  seen: SeenNames | undefined,
  rows: readonly ShiftRow[],
  fingerprint: string,
): SeenNames {
  const earlier = seen?.fingerprint === fingerprint ? seen : undefined;
  const merge = (kind: NameKind) => listNames(rows, kind, earlier?.[kind]);
  return { fingerprint, venue: merge('venue'), area: merge('area'), role: merge('role') };
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
  return Array.from(names.values()).sort(compareNames);
}

/**
 * Refuses a name that filters pick or rule out, but no refresh and none of these records ever held: then it is a typing
 * mistake. Where no names are kept, only several names in one text are refused.
 *
 * @param rows All records that were read: before, an unknown name may belong to days that no refresh has reached.
 * @throws {ReportError} `invalid_option`
 */
export function refuseUnknownNames(
  run: { seenNames(): SeenNames | undefined },
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
): void {
  for (const filter of filters) {
    const kind = filter.names.length === 0 ? undefined : kindOfNames(filter);
    // Kept names have to be unpacked, which most formulas can do without.
    if (kind === undefined || unknownNames(filter, listNames(rows, kind)).length === 0) continue;
    const seen = run.seenNames();
    const known = listNames(rows, kind, seen?.[kind]);
    const strangers = unknownNames(filter, known);
    const folded = new Set(known.map(foldName));
    const list = strangers.find((name) => isListOf(folded, name));
    if (list !== undefined) {
      refuseOption(
        `Put each ${kind} into its own cell and refer to that range: a comma is part of the name. (${echo(list)})`,
      );
    }
    const [name] = seen === undefined ? [] : strangers;
    if (name === undefined) continue;
    const near = closestName(name, known);
    if (near !== undefined) refuseOption(`Unknown ${kind} ${echo(name)}. Did you mean ${echo(near)}?`);
    refuseOption(`Choose another ${kind}: no refresh has seen ${echo(name)}`);
  }
}

/** The names of a filter that none of the known ones is. */
export function unknownNames({ names }: RowFilter, known: readonly string[]): readonly string[] {
  const folded = new Set(known.map(foldName));
  return names.filter((name) => !folded.has(foldName(name)));
}

/** @param known Names as `foldName` has them. */
function isListOf(known: ReadonlySet<string>, text: string): boolean {
  return text.includes(',') && text.split(',').every((part) => known.has(foldName(part)));
}

/** The kind of names that a filter compares; `undefined` for any other field. */
export function kindOfNames({ field }: RowFilter): NameKind | undefined {
  return (Object.keys(NAME_FIELDS) as NameKind[]).find((kind) => NAME_FIELDS[kind] === field);
}

/** The list as a property value; empty if it is too long to keep. */
export function packSeenNames(seen: SeenNames, packer: TextPacker): string {
  const packed = packer.pack(JSON.stringify(seen));
  return packed.length <= LONGEST_LIST ? packed : '';
}

/** Reads a property value. @returns `undefined` if nothing is kept, or it belongs to another connection. */
export function parseSeenNames(
  text: string | undefined,
  fingerprint: string,
  packer: TextPacker,
): SeenNames | undefined {
  const seen = parseStored(SEEN_NAMES, text && packer.unpack(text));
  return seen?.fingerprint === fingerprint ? seen : undefined;
}
