import { type DateRange, isOn } from '../../calendar/calendar-date';
import { shownCount, shownNumber } from '../../employer-api/text';
import type { SheetRow, SheetValue } from './sheet-table';

/** A table to compare: the service's names of its columns, whatever their headings, and its rows. */
export interface ComparedTable {
  readonly fields: readonly string[];
  readonly rows: readonly SheetRow[];
}

/** The differences between two tables, by shift. The rows are those of the tables, not copies. */
export interface ShiftChanges {
  readonly kind: 'shifts';
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly added: readonly SheetRow[];
  readonly removed: readonly SheetRow[];
  /** Pairs of old and new, in the order of the new table. */
  readonly changed: readonly (readonly [before: SheetRow, after: SheetRow])[];
  /** How many rows could not be compared: without a SHIFT_ID, with a repeated one, or gone and without a day. */
  readonly apart: number;
}

/** For tables without SHIFT_ID: only whether they differ. */
export interface TableChanges {
  readonly kind: 'table';
  readonly isChanged: boolean;
}

/** The differences between two tables. */
export type Changes = ShiftChanges | TableChanges;

/** One field of a shift that changed. */
export interface FieldChange {
  readonly field: string;
  readonly before: SheetValue;
  readonly after: SheetValue;
}

/** Marks for a row of the new table that has no partner yet, or must not have one. */
const [ALONE, APART] = [-1, -2];

/**
 * Compares a report's table with the one before it by SHIFT_ID.
 *
 * A missing shift counts as removed only if its day is one of `days`: others have left a moving period. Rows without a
 * unique ID are counted separately and never matched. Fields that only one of the tables has are not compared. Takes
 * linear time.
 *
 * @param days The days for which the new table was fetched.
 */
export function compareRows(before: ComparedTable, after: ComparedTable, days: DateRange): Changes {
  if (!before.fields.includes('SHIFT_ID') || !after.fields.includes('SHIFT_ID')) {
    return { kind: 'table', isChanged: !areSameTables(before, after) };
  }
  const { partners, gone, apart: oldApart } = pairById(before, after);
  const added: SheetRow[] = [];
  const changed: [SheetRow, SheetRow][] = [];
  const isSame = sameFields(before.fields, after.fields);
  let apart = 0;
  after.rows.forEach((row, at) => {
    const partner = partners[at] as number;
    const old = before.rows[partner];
    if (partner === ALONE) added.push(row);
    else if (old === undefined) apart += 1;
    else if (!isSame(old, row)) changed.push([old, row]);
  });
  const dayOf = dayReader(before.fields);
  const isWithin = (row: SheetRow) => {
    const day = dayOf(row);
    return day === undefined || isOn(day, days);
  };
  const removed = gone.filter((row) => dayOf(row) !== undefined && isWithin(row));
  const undated = gone.filter((row) => dayOf(row) === undefined);
  const mostApart = Math.max(apart, oldApart.filter(isWithin).length + undated.length);
  const { fields } = after;
  return { kind: 'shifts', before: before.fields, after: fields, added, removed, changed, apart: mostApart };
}

/** The fields of a pair that differ, in the order of the new table. */
export function changedFields(
  { before, after }: Pick<ShiftChanges, 'before' | 'after'>,
  [old, row]: readonly [SheetRow, SheetRow],
): FieldChange[] {
  return sharedColumns(before, after).flatMap(([from, to]): FieldChange[] => {
    const change = { field: after[to] as string, before: old[from] ?? null, after: row[to] ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** The changes in one sentence, for the activity list. */
export function describeChanges(changes: Changes): string {
  if (changes.kind === 'table') return changes.isChanged ? 'The table changed.' : 'Nothing changed.';
  const { added, removed, changed, apart } = changes;
  const parts = [
    [added.length, 'added'],
    [removed.length, 'removed'],
    [changed.length, 'changed'],
  ] as const;
  const [first, ...others] = parts.filter(([count]) => count > 0);
  const rest = others.map(([count, what]) => `, ${shownNumber(count)} ${what}`).join('');
  const counts = first ? `${shownCount(first[0], 'shift')} ${first[1]}${rest}` : 'No shift changed';
  const note = apart === 0 ? '' : ` (${shownCount(apart, 'row')} could not be compared)`;
  return `${counts}${note}.`;
}

interface Pairs {
  /** For each row of the new table the index of its partner, `ALONE` or `APART`. */
  readonly partners: Int32Array;
  /** The old rows whose ID is unique in the old table and missing in the new one. */
  readonly gone: readonly SheetRow[];
  /** The old rows without a unique ID. */
  readonly apart: readonly SheetRow[];
}

/** Only new rows are in a map, in which old rows are looked up: an old table may hold years, a new one days. */
function pairById(before: ComparedTable, after: ComparedTable): Pairs {
  const partners = new Int32Array(after.rows.length).fill(ALONE);
  const incoming = indexById(after, partners);
  const column = before.fields.indexOf('SHIFT_ID');
  const gone = new Map<SheetValue, SheetRow | undefined>();
  const apart: SheetRow[] = [];
  before.rows.forEach((row, at) => {
    const id = row[column] ?? null;
    const partner = incoming.get(id);
    const other = partner === undefined ? gone.get(id) : before.rows[partners[partner] as number];
    const isSecond = partner === undefined ? gone.has(id) : partners[partner] !== ALONE;
    if (id === null || isSecond) apart.push(row);
    // The first row with this ID was taken as unique.
    if (isSecond && other) apart.push(other);
    if (partner !== undefined) partners[partner] = isSecond ? APART : at;
    else if (id !== null) gone.set(id, isSecond ? undefined : row);
  });
  return { partners, gone: Array.from(gone.values()).filter((row) => row !== undefined), apart };
}

/** The row of each ID; marks rows without a unique ID. */
function indexById({ fields, rows }: ComparedTable, partners: Int32Array): Map<SheetValue, number> {
  const column = fields.indexOf('SHIFT_ID');
  const places = new Map<SheetValue, number>();
  const twice = new Set<SheetValue>([null]);
  rows.forEach((row, at) => {
    const id = row[column] ?? null;
    const count = places.size;
    places.set(id, at);
    if (places.size === count) twice.add(id);
  });
  if (twice.size > 1 || places.has(null)) {
    rows.forEach((row, at) => {
      if (twice.has(row[column] ?? null)) partners[at] = APART;
    });
  }
  places.delete(null);
  return places;
}

function dayReader(fields: readonly string[]): (row: SheetRow) => number | undefined {
  const column = fields.indexOf('SHIFT_DATE');
  return (row) => {
    const day = row[column];
    return typeof day === 'number' ? day : undefined;
  };
}

/** The columns of the fields that both tables have. */
function sharedColumns(before: readonly string[], after: readonly string[]): [number, number][] {
  return after
    .map((field, to): [number, number] => [before.indexOf(field), to])
    .filter(([from]) => from >= 0);
}

function sameFields(
  before: readonly string[],
  after: readonly string[],
): (old: SheetRow, row: SheetRow) => boolean {
  const columns = sharedColumns(before, after);
  const [from, to] = [columns.map(([column]) => column), columns.map(([, column]) => column)];
  return (old, row) => {
    // A plain loop over two lists, because it runs for every cell of 100,000 rows.
    for (let at = 0; at < from.length; at += 1) {
      if (old[from[at] as number] !== row[to[at] as number]) return false;
    }
    return true;
  };
}

function areSameTables(before: ComparedTable, after: ComparedTable): boolean {
  const isSame = sameFields(before.fields, after.fields);
  return (
    before.fields.join('\n') === after.fields.join('\n') &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, at) => isSame(row, after.rows[at] as SheetRow))
  );
}
