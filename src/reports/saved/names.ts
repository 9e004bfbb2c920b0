import * as v from 'valibot';
import { quoted, refuseOption } from '../../answers/arguments/cells';
import { headingOf, KEY_HEADINGS } from '../../contract/fields';
import type { ShiftRow } from '../../employer-api/shift-report';
import { parseStored } from '../../employer-api/text';
import { KEPT_DEFINITIONS } from '../../figures/definitions';
import { groupRows } from '../../figures/group-keys';
import { closest, compareNames, foldName } from '../../figures/names';
import type { RowFilter } from '../../figures/row-filter';
import { PROPERTY_BYTES } from '../../limits';
import type { TextPacker } from '../ports';

/** A kind of name, as formulas call it. */
export type NameKind = 'venue' | 'area' | 'role';

/** What sentences call a name of a kind, such as `job title`: its heading, in small letters. */
export function nounOf(kind: NameKind): string {
  return headingOf(KEY_HEADINGS[kind]).toLowerCase();
}

/** The kinds of names. */
export const NAME_KINDS: readonly NameKind[] = ['venue', 'area', 'role'];

const NAMES = v.pipe(v.array(v.string()), v.readonly());
const KNOWN_NAMES = v.object({ venue: NAMES, area: NAMES, role: NAMES });

/** The names that refreshes have seen, sorted, each once: what pickers offer. Where none are kept, none is refused. */
export type KnownNames = Readonly<v.InferOutput<typeof KNOWN_NAMES>>;

const LEARNED = v.object({
  /** Of the connection that the rows came by. */
  fingerprint: v.string(),
  /** What they say of percentages. */
  definitions: KEPT_DEFINITIONS,
  /** Left out where there are too many to keep. */
  names: v.exactOptional(KNOWN_NAMES),
});

/** What formulas learn from the refreshes of a connection. */
export type Learned = v.InferOutput<typeof LEARNED>;

/** Reads a property value. @returns `undefined` if nothing is kept, or it belongs to another connection. */
export function parseLearned(
  text: string | undefined,
  fingerprint: string,
  packer: TextPacker,
): Learned | undefined {
  const learned = parseStored(LEARNED, text && packer.unpack(text));
  return learned?.fingerprint === fingerprint ? learned : undefined;
}

/** The property value. */
export function packLearned({ names, ...learned }: Learned, packer: TextPacker): string {
  const packed = packer.pack(JSON.stringify({ ...learned, names }));
  return packed.length <= PROPERTY_BYTES ? packed : packer.pack(JSON.stringify(learned));
}

/** The names that are known once these rows came. */
export function learnNames(seen: KnownNames | undefined, rows: readonly ShiftRow[]): KnownNames {
  const [venue = [], area = [], role = []] = NAME_KINDS.map((kind) => listNames(rows, kind, seen?.[kind]));
  return { venue, area, role };
}

/**
 * The names of one kind, sorted, each once. Of spellings that are one name, the first in `more` is listed, or else that of
 * groups.
 *
 * @param more Other names to list.
 */
export function listNames(rows: readonly ShiftRow[], kind: NameKind, more: readonly string[] = []): string[] {
  const found = groupRows(rows, [kind], 1).flatMap(({ keys: [name] }) => (name ? String(name).trim() : []));
  // The first one is written last.
  const names = new Map([...found, ...more.slice().reverse()].map((name) => [foldName(name), name]));
  return Array.from(names.values()).sort(compareNames);
}

/**
 * The names that filters pick or rule out and that none of the known ones is, each with these. Patterns are not looked at.
 *
 * @param knownOf The known names of a kind; `undefined` where it is not known which there are.
 */
function strangersIn(
  filters: readonly Pick<RowFilter, 'field' | 'names'>[],
  knownOf: (kind: NameKind) => readonly string[] | undefined,
) {
  return filters.flatMap(({ field, names }) => {
    const kind = NAME_KINDS.find((one) => KEY_HEADINGS[one] === field);
    const known = kind && names.length > 0 ? knownOf(kind) : undefined;
    if (kind === undefined || known === undefined) return [];
    const folded = new Set(known.map(foldName));
    const strangers = names.filter((name) => !folded.has(foldName(name)));
    return strangers.map((name) => ({ kind, name, known, folded }));
  });
}

/** A stranger, the known name that may be meant, and what to say of them. */
function describeStranger({ kind, name, known }: ReturnType<typeof strangersIn>[number]) {
  const [noun, meant] = [nounOf(kind), closest(name, known)];
  const sentence =
    meant === undefined
      ? `Choose another ${noun}: no refresh has seen ${quoted(name)}.`
      : `Unknown ${noun} ${quoted(name)}. Did you mean ${quoted(meant)}?`;
  return { kind, name, meant, sentence };
}

/** The first name in filters that no refresh has seen. A kind of which none is known is not checked. */
export function findStranger(
  filters: readonly Pick<RowFilter, 'field' | 'names'>[],
  seen: KnownNames | undefined,
) {
  const [first] = strangersIn(filters, (kind) => (seen?.[kind].length ? seen[kind] : undefined));
  return first && describeStranger(first);
}

/**
 * Refuses a name that filters pick or rule out, but no refresh and none of these records ever held: then it is a typing
 * mistake. Where no names are kept, only several names in one text are refused.
 *
 * @param rows All records that were read: before, an unknown name may belong to days that no refresh has reached.
 * @throws {ReportError} `invalid_option`
 */
export function refuseUnknownNames(
  run: { seenNames(): KnownNames | undefined },
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
): void {
  // Kept names have to be unpacked, which most formulas can do without.
  if (strangersIn(filters, (kind) => listNames(rows, kind)).length === 0) return;
  const seen = run.seenNames();
  const strangers = strangersIn(filters, (kind) => listNames(rows, kind, seen?.[kind]));
  const list = strangers.find(
    ({ name, folded }) => name.includes(',') && name.split(',').every((part) => folded.has(foldName(part))),
  );
  if (list !== undefined)
    refuseOption(
      `Put each ${nounOf(list.kind)} into its own cell and refer to that range: a comma is part of the name. (${quoted(list.name)})`,
    );
  const [first] = strangers;
  if (seen && first) refuseOption(describeStranger(first).sentence);
}
