import { Columns, headingsOf, MOST_COLUMNS } from './generic-records-columns';
import { findRecords } from './generic-records-search';
import {
  convertLeaf,
  kindOf,
  type Leaf,
  type LeafKind,
  readLeaf,
  sharedKind,
} from './generic-records-values';
import type { Field } from './shift-fulfilment-fields';
import { type Issue, isRecord, LISTED_ISSUES, type ShiftRecords } from './shift-records';

/** Records of unknown fields as a table. */
export interface GenericRecords extends ShiftRecords {
  /** The columns, in the order in which they were first seen. */
  readonly fields: readonly Field[];
}

/**
 * Reads any answer that holds an array of records.
 *
 * Nested objects become columns with dotted names. A column's kind is the one that all its values share, or text.
 * What is missing or null is an empty cell and no issue, since nothing says that it should be there. Names that are
 * whole numbers come before the others of their object, as JavaScript reads them.
 *
 * @returns `undefined` when there is no array, or no record in it has a value of any name.
 */
export function readGenericRecords(answer: unknown): GenericRecords | undefined {
  const records = findRecords(answer);
  if (records === undefined) return undefined;
  const columns = new Columns();
  const kinds: Set<LeafKind>[] = [];
  const issues: Issue[] = [];
  let issueCount = 0;
  const report = (issue: Issue) => {
    issueCount += 1;
    if (issues.length < LISTED_ISSUES) issues.push(issue);
  };
  const leaves: Leaf[][] = [];
  records.forEach((record, at) => {
    const doubt = (problem: string) => report(`record ${at + 1} ${problem}`);
    if (!isRecord(record)) {
      doubt('is not an object');
      return;
    }
    const row: Leaf[] = [];
    columns.take(record, (index, value) => {
      const leaf = readLeaf(value, doubt);
      row[index] = leaf;
      const seen = kinds[index] ?? new Set();
      kinds[index] = leaf === null ? seen : seen.add(kindOf(leaf));
    });
    leaves.push(row);
  });
  if (columns.overflows) report(`there are more than ${MOST_COLUMNS} columns, the others are left out`);
  // Where an object stood in one record and null in another, the object's members are the columns.
  const kept = columns.list.filter(({ index, isSplit }) => !isSplit || (kinds[index]?.size ?? 0) > 0);
  if (kept.length === 0 && records.length > 0) return undefined;
  const headings = headingsOf(kept.map(({ names }) => names));
  const typed = kept.map(({ index }, at) => ({
    index,
    name: headings[at] ?? '',
    kind: sharedKind(kinds[index] ?? new Set()),
  }));
  return {
    fields: typed.map(({ name, kind }) => ({ name, kind })),
    rows: leaves.map((row) => typed.map(({ index, kind }) => convertLeaf(row[index] ?? null, kind))),
    issueCount,
    emptyCount: 0,
    issues,
  };
}
