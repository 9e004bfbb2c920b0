import type { CalendarDate } from '../../calendar/calendar-date';
import { columnOf, ID_COLUMN } from '../../employer-api/shift-fulfilment-fields';
import type { ShiftRow, ShiftValue } from '../../employer-api/shift-records';
import { checkIdentities } from '../../figures/identities';
import { parseKeptBases, reviseBasis } from '../../figures/kept-basis';
import { MOST_COMPARED_NAMES, nearDuplicates } from '../../figures/names';
import type { Properties, TextPacker } from '../ports';
import { PROPERTY } from './document-state';
import type { FailedCheck } from './saved-report';
import {
  addSeenNames,
  listNames,
  NAME_FIELDS,
  type NameKind,
  packSeenNames,
  parseSeenNames,
} from './seen-names';

/**
 * What formulas can learn from a refresh: what the percentages are made of, and which names there are.
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
  const bases = parseKeptBases(properties[PROPERTY.bases], fingerprint);
  const names = parseSeenNames(properties[PROPERTY.names], fingerprint, packer);
  return {
    [PROPERTY.bases]: JSON.stringify(reviseBasis(bases, rows, today, fingerprint)),
    [PROPERTY.names]: packSeenNames(addSeenNames(names, rows, fingerprint), packer),
  };
}

/** SHIFT_IDs that are kept for a relation that fails. */
const KEPT_IDS = 3;

/** The most pairs of names that are kept, and the most characters of one. */
const [KEPT_PAIRS, LONGEST_PAIR] = [5, 60];

/** Fields without which a record is left out of periods, or cannot be told from its repetition. */
const NEEDED_FIELDS = ['SHIFT_DATE', 'SHIFT_ID'];

/**
 * What a person may want to look into: relations between the figures that do not hold in every shift, records without a
 * day or an ID, and names that may be one. Nothing is repaired.
 *
 * @returns Of a pair of names only its text; it fails in none of 0.
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

/** `venue "Grand Hotel" / "Grand Hotl"`; of long names the part in which they begin to differ. */
function describePair(kind: NameKind, names: readonly [string, string]): string {
  const room = LONGEST_PAIR - `${kind} "" / ""`.length;
  const [one, other] = names;
  if (one.length + other.length <= room) return `${kind} "${one}" / "${other}"`;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const most = Math.floor(room / 2);
  return `${kind} "${excerpt(one, same, most)}" / "${excerpt(other, same, most)}"`;
}

/** At most so many characters of a text, around one of them. */
function excerpt(text: string, at: number, most: number): string {
  if (text.length <= most) return text;
  // Dots at both ends take two.
  const size = most - 2;
  const from = Math.min(Math.max(0, at - Math.floor(size / 2)), text.length - size);
  const part = text.slice(from, from + size);
  // Not in the middle of a character of two halves.
  const whole = part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${whole}${from + part.length < text.length ? '…' : ''}`;
}

function idsOf(ids: readonly ShiftValue[]): number[] {
  return ids.filter((id): id is number => typeof id === 'number').slice(0, KEPT_IDS);
}
