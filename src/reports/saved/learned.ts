import type { CalendarDate } from '../../calendar/calendar-date';
import { columnOf, ID_COLUMN, type ShiftRow, type ShiftValue } from '../../employer-api/shift-records';
import { parseKeptBases, reviseBasis } from '../../figures/basis';
import { checkIdentities } from '../../figures/identities';
import { nearDuplicates } from '../../figures/names';
import { MOST_COMPARED_NAMES } from '../../limits';
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
 * What formulas learn from a refresh: the denominator bases of percentages, and the names there are.
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
