import { parseIsoDate } from '../calendar/calendar-date';
import { type FieldKind, SHIFT_FULFILMENT_FIELDS } from './shift-fulfilment-fields';

/** A value of a shift record: a day as `CalendarDate`, a number, text, or null where there is none. */
export type ShiftValue = number | string | null;

/** One shift record: its 18 values in the documented order. */
export type ShiftRow = readonly ShiftValue[];

/** Something in an answer that was left out or is doubtful. The words hold no text of the answer. */
export type Issue = string;

/** The most issues that are kept in words; all are counted. */
export const LISTED_ISSUES = 50;

/** The most characters of text that fit one cell of a sheet, with the apostrophe that marks text. */
export const LONGEST_TEXT = 49_999;

/** Shift records as rows, and what was wrong with them. */
export interface ShiftRecords {
  readonly rows: readonly ShiftRow[];
  /** Everything that is empty or doubtful. */
  readonly issueCount: number;
  /** How many of the issues are values that the service sent as null. */
  readonly emptyCount: number;
  /** The first 50 issues in words, those that are no mere empty values first. */
  readonly issues: readonly Issue[];
}

/**
 * Reads shift records field by field.
 *
 * A value that is missing, null or of the wrong kind becomes an empty cell and an issue; its neighbours stay
 * as they are. Counts below 0 and percentages over 100 are kept as sent: the specification states no range.
 * Unknown fields are ignored. A SHIFT_ID that comes twice is kept and reported.
 */
export function readShiftRecords(records: readonly unknown[]): ShiftRecords {
  const rows: ShiftRow[] = [];
  const doubts: Issue[] = [];
  const empties: Issue[] = [];
  let issueCount = 0;
  let emptyCount = 0;
  const report = (issue: Issue, isEmpty = false) => {
    issueCount += 1;
    if (isEmpty) emptyCount += 1;
    const list = isEmpty ? empties : doubts;
    if (list.length < LISTED_ISSUES) list.push(issue);
  };
  const seenIds = new Set<ShiftValue>();
  records.forEach((record, index) => {
    if (!isRecord(record)) {
      report(`record ${index + 1} is not a shift record`);
      return;
    }
    const row = readRow(record, (field, problem, isEmpty) =>
      report(`record ${index + 1}, ${field} ${problem}`, isEmpty),
    );
    const id = row[row.length - 1] ?? null;
    if (id !== null && seenIds.has(id)) report(`record ${index + 1}, SHIFT_ID comes more than once`);
    seenIds.add(id);
    rows.push(row);
  });
  return { rows, issueCount, emptyCount, issues: [...doubts, ...empties].slice(0, LISTED_ISSUES) };
}

/** Whether a JSON value is an object, not an array and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readRow(
  record: Record<string, unknown>,
  report: (field: string, problem: string, isEmpty?: boolean) => void,
): ShiftRow {
  const row: ShiftValue[] = [];
  for (const { name, kind } of SHIFT_FULFILMENT_FIELDS) {
    const sent = Object.prototype.hasOwnProperty.call(record, name) ? record[name] : undefined;
    const value = sent === undefined || sent === null ? null : readValue(sent, kind);
    if (sent === undefined) report(name, 'is missing');
    else if (sent === null) report(name, 'is empty', true);
    else if (value === undefined) report(name, 'is not of the documented type');
    else if (typeof value === 'string' && value.length > LONGEST_TEXT)
      report(name, 'is longer than a cell holds');
    row.push(value ?? null);
  }
  return row;
}

/** @returns `undefined` when the value is not of its kind. */
function readValue(value: unknown, kind: FieldKind): ShiftValue | undefined {
  if (kind === 'text') return typeof value === 'string' ? value : undefined;
  if (kind === 'date') return typeof value === 'string' ? parseIsoDate(value) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  // Beyond 2^53 JSON numbers lose digits: refused rather than rounded. Adding 0 makes -0 plain.
  return kind !== 'integer' || Number.isSafeInteger(value) ? value + 0 : undefined;
}
