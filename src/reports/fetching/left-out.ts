import { countRecords } from '../../answers/tables/notes';
import { dayCount, describeRange } from '../../calendar/calendar-date';
import type { ShiftRow } from '../../employer-api/shift-records';
import { distinctRows } from '../../figures/distinct-rows';
import { filterRows, type RowFilter } from '../../figures/row-filter';
import type { JoinedReport } from './joined-report';
import type { KeptReport } from './report-cache';

/** Records that the figures of a report leave out, and answers that may be truncated. */
export interface LeftOut {
  /** Records without a day, each once. */
  readonly undated: readonly ShiftRow[];
  /** Records of days that were not requested. */
  readonly outside: readonly ShiftRow[];
  /** Answers that may be truncated. */
  readonly cut: readonly KeptReport[];
}

/** The rows of a report and its records without a day that are left out. */
export function withUndated({ rows, undated }: Pick<JoinedReport, 'rows' | 'undated'>): readonly ShiftRow[] {
  return undated.length === 0 ? rows : rows.concat(undated);
}

/**
 * Notes on figures: which records are left out, and which answers may be truncated.
 *
 * @param filters Only records that match them are counted: others would not be in the figures anyway.
 */
export function leftOutWords(
  { undated, outside, cut }: LeftOut,
  filters: () => readonly RowFilter[],
): string[] {
  const count = (records: readonly ShiftRow[], what: string) => {
    const found = records.length === 0 ? 0 : filterRows(records, filters()).length;
    return found === 0 ? [] : [`${countRecords(found)} ${what} left out`];
  };
  return [
    ...count(undated, 'without a day'),
    ...count(distinctRows(outside).rows, 'of other days'),
    ...cut.map(({ rows, range, hasFullDay }) => {
      const found = `${rows.length} records for ${describeRange(range)} may not be all`;
      // A refresh cannot split a single day.
      return hasFullDay || dayCount(range) === 1
        ? `${found}: one day has as many as the service sends at once`
        : `${found}: refresh them as a saved report`;
    }),
  ];
}
