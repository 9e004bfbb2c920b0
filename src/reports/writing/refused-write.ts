import { recordOf, type TableRecord } from './table-heading';
import type { PreparedTable } from './table-writer';

/**
 * The record of a table after a refused write, to replace the one logged before it: the table no longer claims the rows
 * that the write would have used.
 *
 * An error of the platform is no proof, because a write may succeed and still be reported as refused. So the cells that
 * would show the write are read: up to four service calls, none if the write reached no further than the table. Call it
 * without the lock.
 *
 * @param before The record before the write was logged.
 * @returns `undefined` if nothing was logged, or if the cells cannot be read or have changed: then the logged record
 *   has to stay.
 */
export function recordAfterRefusal(
  { sheet, record, isLogged, width, withHeading }: PreparedTable,
  before: TableRecord,
): TableRecord | undefined {
  if (isLogged) return undefined;
  const old =
    before.sheetId === record.sheetId
      ? before
      : {
          extent: 0,
          headings: [],
          nextHeadings: [],
          foot: undefined,
          noted: undefined,
          nextNoted: undefined,
        };
  try {
    const row = withHeading ? sheet.readRow(1, width) : [];
    if (row.some((cell, index) => cell !== (record.headings[index] ?? ''))) return undefined;
    const grown = record.extent - old.extent;
    if (grown > 0 && !sheet.isFree(2 + old.extent, 1, grown, width)) return undefined;
  } catch {
    return undefined;
  }
  const { extent, headings, nextHeadings, foot, noted, nextNoted } = old;
  return recordOf({ ...record, extent, headings, nextHeadings, foot, noted, nextNoted });
}
