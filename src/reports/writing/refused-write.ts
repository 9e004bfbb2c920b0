import { recordOf, type TableRecord } from './table-heading';
import type { PreparedTable } from './table-writer';

/**
 * What is to be stored of a table whose write was refused, in place of what was logged before it: the rows that it was
 * about to take are nobody's again.
 *
 * The platform's word is not enough: a write may be reported as refused and be done. So the cells that would show it
 * are read: up to four service calls, none where the write was to reach no further than the table. To be called
 * without the lock.
 *
 * @param before What was stored before the write was logged.
 * @returns `undefined` where nothing was logged, or the cells could not be read or are not what they were: then what was
 *   logged has to stay.
 */
export function recordAfterRefusal(
  { sheet, record, isLogged, width, withHeading }: PreparedTable,
  before: TableRecord,
): TableRecord | undefined {
  if (isLogged) return undefined;
  const old =
    before.sheetId === record.sheetId
      ? before
      : { extent: 0, headings: [], nextHeadings: [], foot: undefined };
  try {
    const row = withHeading ? sheet.readRow(1, width) : [];
    if (row.some((cell, index) => cell !== (record.headings[index] ?? ''))) return undefined;
    const grown = record.extent - old.extent;
    if (grown > 0 && !sheet.isFree(2 + old.extent, 1, grown, width)) return undefined;
  } catch {
    return undefined;
  }
  const { extent, headings, nextHeadings, foot } = old;
  return recordOf({ ...record, extent, headings, nextHeadings, foot });
}
