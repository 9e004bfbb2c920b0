import { type CalendarDate, formatIsoDate } from '../../calendar/calendar-date';
import { isDate } from '../../calendar/date-cell';
import { ambiguousNumber } from '../../figures/criteria';
import { criterionKind, type RowFilter, readRowFilter } from '../../figures/row-filter';
import { echo } from './echo';
import { type Cell, textOf } from './option-cells';
import { refuseOption } from './option-mistakes';

/** For messages: what a field that is not text compares with. Text compares with anything. */
const EXPECTED = {
  weekday: 'day names, such as "Monday" or "<>Sunday"',
  date: 'dates, such as ">=2024-12-31"',
  number: 'numbers, such as ">=5"',
};

/**
 * Reads the filter on a field: one criterion, or a range of them.
 *
 * A date cell is its day; beside text it is that day as `YYYY-MM-DD`. A percentage is compared on the scale on which the
 * formula shows it.
 *
 * @param name How messages call the filter.
 * @throws {ReportError} `invalid_option` for what the field's values can never be compared with.
 */
export function readFilter(
  field: string,
  cells: readonly Cell[],
  name: string,
  context: { dayOf(date: Date): CalendarDate; readonly percent: '0-100' | 'fraction' },
): RowFilter {
  const known = criterionKind(field);
  const kind = known === 'percentage' && context.percent === 'fraction' ? 'fraction' : known;
  const criteria = cells.map((cell) => {
    if (typeof cell === 'number') return cell;
    if (!isDate(cell)) return textOf(cell);
    const day = context.dayOf(cell);
    return kind === 'text' && Number.isFinite(day) ? formatIsoDate(day) : day;
  });
  const filter = readRowFilter(field, criteria, kind);
  if (!('refused' in filter)) return filter;
  if (kind === 'integer' || kind === 'decimal') refuseAmbiguous(String(filter.refused), kind);
  const expected = EXPECTED[kind as keyof typeof EXPECTED] ?? EXPECTED.number;
  return refuseOption(`"${name}" is compared with ${expected}. (${echo(String(filter.refused))})`);
}

/** Refuses `1,000`; `7.125` may be hours as well. */
function refuseAmbiguous(criterion: string, kind: 'integer' | 'decimal'): void {
  const number = ambiguousNumber(criterion);
  if (number === undefined) return;
  const orDecimals = kind === 'decimal' ? `, or ${number}0 with one decimal more` : '';
  refuseOption(`Write ${number.replace(/[.,]/, '')} without a separator${orDecimals}. (${echo(criterion)})`);
}
