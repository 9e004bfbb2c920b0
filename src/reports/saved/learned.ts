import * as v from 'valibot';
import { echo, refuseOption } from '../../answers/arguments/refusals';
import type { CalendarDate } from '../../calendar/calendar-date';
import { KEY_HEADINGS } from '../../contract/fields';
import { columnOf, ID_COLUMN, type ShiftRow, type ShiftValue } from '../../employer-api/shift-records';
import { parseStored, utf8Length } from '../../employer-api/text';
import { keepDefinitions, parseKeptDefinitions } from '../../figures/definitions';
import { closestName, commonestSpelling, compareNames, foldName, nearDuplicates } from '../../figures/names';
import { checkIdentities } from '../../figures/record-quality';
import type { RowFilter } from '../../figures/row-filter';
import type { TargetLine } from '../../figures/weekly-plan';
import { MOST_COMPARED_NAMES, PROPERTY_BYTES } from '../../limits';
import type { ReadTargets } from '../../targets/read-targets';
import type { Properties, TextPacker } from '../ports';
import { PROPERTY } from './document-state';
import type { FailedCheck } from './saved-report';

/**
 * What formulas learn from a refresh: the definitions of percentages, and the names there are.
 *
 * @param properties The document properties, already read.
 * @returns The document properties to write.
 */
export function learnedFrom(
  rows: readonly ShiftRow[],
  properties: Properties,
  {
    fingerprint,
    today,
    packer,
  }: { readonly fingerprint: string; readonly today: CalendarDate; readonly packer: TextPacker },
): Record<string, string> {
  const definitions = parseKeptDefinitions(properties[PROPERTY.definitions], fingerprint);
  const names = parseSeenNames(properties[PROPERTY.names], fingerprint, packer);
  return {
    [PROPERTY.definitions]: JSON.stringify(keepDefinitions(definitions, rows, today, fingerprint)),
    [PROPERTY.names]: packSeenNames(addSeenNames(names, rows, fingerprint), packer),
  };
}

/** How many SHIFT_IDs are kept for a relation that fails. */
const KEPT_IDS = 3;

/** The most pairs of names that are kept, and the most characters of one. */
const [KEPT_PAIRS, LONGEST_PAIR] = [5, 60];

/** Without these fields a record is left out of periods, or cannot be distinguished from a repetition. */
const NEEDED_FIELDS = ['SHIFT_DATE', 'SHIFT_ID'];

/**
 * Findings for a person to look into: relations between figures that do not hold in every shift, records without a day
 * or an ID, and similar names that may be one. Nothing is corrected.
 *
 * @returns A pair of similar names has only its text, and counts of 0.
 */
export function failedChecks(rows: readonly ShiftRow[], today: CalendarDate): FailedCheck[] {
  const relations = checkIdentities(rows, today).flatMap(({ identity, holds, of, failing }) => {
    const ids = idsOf(failing.map(({ shiftId }) => shiftId));
    return holds === of ? [] : [{ identity, failing: of - holds, of, ids }];
  });
  return [...relations, ...NEEDED_FIELDS.flatMap((field) => missing(rows, field)), ...nameChecks(rows)];
}

function missing(rows: readonly ShiftRow[], field: string): FailedCheck[] {
  const column = columnOf(field);
  const without = rows.filter((row) => (row[column] ?? null) === null);
  if (without.length === 0) return [];
  const ids = idsOf(without.map((row) => row[ID_COLUMN] ?? null));
  return [{ identity: `${field} ≠ blank`, failing: without.length, of: rows.length, ids }];
}

function nameChecks(rows: readonly ShiftRow[]): FailedCheck[] {
  const kinds = Object.keys(NAME_FIELDS) as NameKind[];
  const pairs = kinds.flatMap((kind) => {
    const names = listNames(rows, kind);
    const found = names.length > MOST_COMPARED_NAMES ? [] : nearDuplicates(names, KEPT_PAIRS);
    return found.map((pair) => describePair(kind, pair));
  });
  return pairs.slice(0, KEPT_PAIRS).map((identity) => ({ identity, failing: 0, of: 0, ids: [] }));
}

/** `venue "Grand Hotel" / "Grand Hotl"`; long names are shortened to where they begin to differ. */
function describePair(kind: NameKind, names: readonly [string, string]): string {
  const room = LONGEST_PAIR - `${kind} "" / ""`.length;
  const [one, other] = names;
  if (one.length + other.length <= room) return `${kind} "${one}" / "${other}"`;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const most = Math.floor(room / 2);
  return `${kind} "${excerpt(one, same, most)}" / "${excerpt(other, same, most)}"`;
}

/** At most `most` characters of a text, around the one at `at`. */
function excerpt(text: string, at: number, most: number): string {
  if (text.length <= most) return text;
  // Two are for the dots at both ends.
  const size = most - 2;
  const from = Math.min(Math.max(0, at - Math.floor(size / 2)), text.length - size);
  const part = text.slice(from, from + size);
  // Does not split a surrogate pair.
  const whole = part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${whole}${from + part.length < text.length ? '…' : ''}`;
}

function idsOf(ids: readonly ShiftValue[]): number[] {
  return ids.filter((id): id is number => typeof id === 'number').slice(0, KEPT_IDS);
}

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
const NAME_FIELDS: Readonly<Record<NameKind, string>> = {
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
  return Array.from(names.values()).sort(compareNames);
}

/** Filters need the names that refreshes have seen: asked for once, and only if a filter holds a name that the rows lack. */
export interface NamesToKnow {
  seenNames(): SeenNames | undefined;
}

/**
 * Refuses a name that filters pick or rule out, but no refresh and none of these records ever held: then it is a typing
 * mistake. Where no names are kept, only several names in one text are refused.
 *
 * @param rows All records that were read: before, an unknown name may belong to days that no refresh has reached.
 * @throws {ReportError} `invalid_option`
 */
export function refuseUnknownNames(
  run: NamesToKnow,
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
  const seen = parseStored(SEEN_NAMES, text && packer.unpack(text));
  return seen?.fingerprint === fingerprint ? seen : undefined;
}

/** What refreshes keep of the targets sheet, in one document property: formulas should not read another sheet. */
export interface KeptTargets extends ReadTargets {
  /** The sheet that was read, by its ID: it may be renamed. */
  readonly sheetId: number;
  /** A hash of the values that were read: as long as they stay, formats and merged cells are not read again. Empty before. */
  readonly seen: string;
  /** The number format of money on the sheet; empty where no cell holds any. */
  readonly moneyFormat: string;
}

const NAME = v.nullable(v.string());
const NUMBER = v.nullable(v.number());
/** Plan in positions and hours, rate, credits: as `stored` writes them. */
const VALUES = v.tuple([NUMBER, NUMBER, NUMBER, NUMBER, NUMBER]);
/** A line as an array, because names of fields would take most of the room. */
const LINE = v.tuple([v.number(), NAME, NAME, NAME, NUMBER, NUMBER, v.string(), NUMBER, VALUES]);
const KEPT = v.object({
  version: v.literal(1),
  sheetId: v.number(),
  seen: v.string(),
  moneyFormat: v.string(),
  lines: v.array(LINE),
  mistakes: v.array(v.string()),
});

/** The most mistakes that are kept; one more sentence counts the others. */
const KEPT_MISTAKES = 20;

/**
 * The text of the property `targets`: at most 8,000 bytes. Long lists are packed. Lists that are too long even so are not
 * kept, and a sentence says so.
 */
export function formatTargets(kept: KeptTargets, packer: TextPacker): string {
  const more = kept.mistakes.length - KEPT_MISTAKES;
  const mistakes = [
    ...kept.mistakes.slice(0, KEPT_MISTAKES),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'mistake is' : 'mistakes are'} not listed.`] : []),
  ];
  const text = textOf({ ...kept, mistakes });
  if (isShort(text)) return text;
  const packed = packer.pack(text);
  if (isShort(packed)) return packed;
  const tooLong =
    'Shorten the names in the targets sheet, or use fewer lines: they take too much room to be kept.';
  return textOf({ ...kept, lines: [], mistakes: [tooLong] });
}

/** Reads the property `targets`; `undefined` where there is no targets sheet. */
export function parseTargets(text: string | undefined, packer: TextPacker): KeptTargets | undefined {
  if (!text) return undefined;
  const stored = parseStored(KEPT, text.startsWith('{') ? text : packer.unpack(text));
  if (stored === undefined) return undefined;
  const { sheetId, seen, moneyFormat, lines, mistakes } = stored;
  return { sheetId, seen, moneyFormat, lines: lines.map(lineFrom), mistakes };
}

function textOf({ sheetId, seen, moneyFormat, lines, mistakes }: KeptTargets): string {
  return JSON.stringify({ version: 1, sheetId, seen, moneyFormat, lines: lines.map(stored), mistakes });
}

function stored(line: TargetLine): v.InferInput<typeof LINE> {
  const { venue, area, role, from, to, measure, target } = line;
  const { planPositions, planHours, ratePerHour, creditPerMissing, creditPerNoShow } = line;
  const values = [planPositions, planHours, ratePerHour, creditPerMissing, creditPerNoShow] as const;
  return [line.line, venue, area, role, from, to, measure, target, [...values]];
}

function lineFrom([line, venue, area, role, from, to, measure, target, values]: v.InferOutput<
  typeof LINE
>): TargetLine {
  const [planPositions, planHours, ratePerHour, creditPerMissing, creditPerNoShow] = values;
  const numbers = { planPositions, planHours, ratePerHour, creditPerMissing, creditPerNoShow };
  return { line, venue, area, role, from, to, measure, target, ...numbers };
}

function isShort(text: string): boolean {
  return utf8Length(text) <= PROPERTY_BYTES;
}
