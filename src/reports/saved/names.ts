import * as v from 'valibot';
import { echo, refuseOption } from '../../answers/arguments/cells';
import { headingOf, KEY_HEADINGS } from '../../contract/fields';
import type { ShiftRow } from '../../employer-api/shift-report';
import { fitLine } from '../../employer-api/text';
import { groupRows } from '../../figures/group-keys';
import { closest, compareNames, foldName } from '../../figures/names';
import type { RowFilter } from '../../figures/row-filter';

/** A kind of name, as formulas call it. */
export type NameKind = 'venue' | 'area' | 'role';

/** What sentences call a name of a kind, such as `job title`: its heading, in small letters. */
export function nounOf(kind: NameKind): string {
  return headingOf(KEY_HEADINGS[kind]).toLowerCase();
}

/** The most characters of a name that a sentence quotes. */
const LONGEST_TOLD = 60;

/** The kinds of names. */
export const NAME_KINDS: readonly NameKind[] = ['venue', 'area', 'role'];

const NAMES = v.pipe(v.array(v.string()), v.readonly());
/** The names that refreshes have seen, sorted, each once: what pickers offer. */
export const KNOWN_NAMES = v.object({ venue: NAMES, area: NAMES, role: NAMES });

/** What `KNOWN_NAMES` describes. Where none are kept, no name is refused as unknown. */
export type KnownNames = Readonly<v.InferOutput<typeof KNOWN_NAMES>>;

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
 * The names that filters pick or rule out and that none of the known ones is, each with these.
 *
 * @param knownOf The known names of a kind; `undefined` where it is not known which there are.
 */
export function strangersIn(
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

/**
 * The first name that filters pick or rule out and that no refresh has seen, the one that may be meant, and what to say of
 * them. A kind of which none is known is not checked; patterns are not looked at.
 */
export function findStranger(
  filters: readonly Pick<RowFilter, 'field' | 'names'>[],
  seen: KnownNames | undefined,
) {
  const [stranger] = strangersIn(filters, (kind) => (seen?.[kind].length ? seen[kind] : undefined));
  if (stranger === undefined) return undefined;
  const { kind, name, known } = stranger;
  const meant = closest(name, known);
  const guess = meant === undefined ? '' : ` Did you mean “${meant}”?`;
  return {
    kind,
    name,
    meant,
    sentence: `No refresh has seen the ${nounOf(kind)} “${fitLine(name, LONGEST_TOLD)}”.${guess}`,
  };
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
      `Put each ${list.kind} into its own cell and refer to that range: a comma is part of the name. (${echo(list.name)})`,
    );
  const [first] = seen === undefined ? [] : strangers;
  if (first === undefined) return;
  const { kind, name, known } = first;
  const near = closest(name, known);
  if (near !== undefined) refuseOption(`Unknown ${kind} ${echo(name)}. Did you mean ${echo(near)}?`);
  refuseOption(`Choose another ${kind}: no refresh has seen ${echo(name)}`);
}
