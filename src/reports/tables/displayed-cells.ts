import { formatIsoDate } from '../../calendar/calendar-date';
import type { ColumnKind, SheetValue } from './sheet-table';

/** The longest text of a cell that is worth sending for show. */
const LONGEST_SHOWN = 200;
/** As many digits as a cell shows of a number without a format. */
const SHOWN_DIGITS = 10;

/** A value as a written table shows it, with the number format of its column; empty where there is none. */
export function displayCell(value: SheetValue | undefined, kind: ColumnKind | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string')
    return value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN - 1)}…` : value;
  if (kind === 'date') return formatIsoDate(value);
  if (kind === 'percentage') return `${value.toFixed(1)}%`;
  return kind === 'integer' ? String(Math.round(value)) : String(Number(value.toPrecision(SHOWN_DIGITS)));
}
