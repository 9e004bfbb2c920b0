import { type CalendarDate, parseIsoDate } from '../calendar/calendar-date';
import { fitText } from './fit-text';
import type { FieldKind } from './shift-fulfilment-fields';
import { LONGEST_TEXT, type ShiftValue } from './shift-records';

/** A value of a record that is no object with members of its own. */
export type Leaf = string | number | boolean | null;

/** The kinds that can be told from values alone. A percentage looks like any other number. */
export type LeafKind = Exclude<FieldKind, 'percentage'>;

/** 1900-01-01. Earlier ones are mostly placeholders such as 0001-01-01, which a sheet cannot show as a date. */
const FIRST_DAY: CalendarDate = 2;

/**
 * A value as it is kept: arrays, and objects too deep to be taken apart, as JSON text.
 *
 * @param doubt Called with what is wrong with a value that is cut or cannot be kept; it holds no text of the answer.
 */
export function readLeaf(value: unknown, doubt: (problem: string) => void): Leaf {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  if (typeof value === 'number') {
    // Beyond 2^53 JSON numbers lose digits: left out rather than rounded. Adding 0 makes -0 plain.
    const isKept = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    if (!isKept) doubt('holds a number with more digits than can be kept');
    return isKept ? value + 0 : null;
  }
  const text = typeof value === 'string' ? value : jsonText(value);
  if (text === undefined) doubt('is nested too deeply');
  else if (text.length > LONGEST_TEXT) doubt('holds text that is longer than a cell holds');
  return text === undefined ? null : fitText(text);
}

/** What kind of value a leaf is by itself; a date is exactly `YYYY-MM-DD`, a date with a time is text. */
export function kindOf(leaf: Exclude<Leaf, null>): LeafKind {
  if (typeof leaf === 'boolean') return 'boolean';
  if (typeof leaf === 'number') return Number.isInteger(leaf) ? 'integer' : 'decimal';
  return (parseIsoDate(leaf) ?? 0) >= FIRST_DAY ? 'date' : 'text';
}

/** The kind of a column by the kinds of its values: the one they share, or text. */
export function sharedKind(kinds: ReadonlySet<LeafKind>): LeafKind {
  if (kinds.size === 2 && kinds.has('integer') && kinds.has('decimal')) return 'decimal';
  const [kind = 'text'] = Array.from(kinds);
  return kinds.size === 1 ? kind : 'text';
}

/** A value under its column's kind: a day as its serial number, a boolean as 1 or 0. */
export function convertLeaf(leaf: Leaf, kind: LeafKind): ShiftValue {
  if (leaf === null) return null;
  if (kind === 'text') return String(leaf);
  if (typeof leaf === 'boolean') return leaf ? 1 : 0;
  return typeof leaf === 'number' ? leaf : (parseIsoDate(leaf) ?? null);
}

function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
