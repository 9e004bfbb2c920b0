import { countRecords } from '../../answers/tables/notes';
import { dayCount, describeRange } from '../../calendar/date-range';
import { fitLine } from '../../employer-api/fit-text';
import type { ShiftRow } from '../../employer-api/shift-records';
import { distinctRows } from '../../figures/distinct-rows';
import { filterRows, type RowFilter } from '../../figures/row-filter';
import type { JoinedReport } from './joined-report';
import type { KeptReport } from './report-cache';

/** What there is to know of the rows behind figures. */
export interface LeftOut {
  /** Records without a day, each once. */
  readonly undated: readonly ShiftRow[];
  /** Records of days that were not requested. */
  readonly outside: readonly ShiftRow[];
  /** Answers that may be truncated. */
  readonly cut: readonly KeptReport[];
  /** The sheets of saved reports whose new rows of some of the same days wait for confirmation. */
  readonly held: readonly string[];
}

const LONGEST_SHOWN_NAME = 40;

/** The rows of a report and its records without a day that are left out. */
export function withUndated({ rows, undated }: Pick<JoinedReport, 'rows' | 'undated'>): readonly ShiftRow[] {
  return undated.length === 0 ? rows : rows.concat(undated);
}

/**
 * Notes on figures: which records are left out, which answers may be truncated, and which reports doubt their rows.
 *
 * @param filters Only records that match them are counted: others would not be in the figures anyway.
 */
export function leftOutWords(
  { undated, outside, cut, held }: LeftOut,
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
    ...held.map((sheet) => `the new rows of “${fitLine(sheet, LONGEST_SHOWN_NAME)}” are not confirmed`),
  ];
}
