import type { CellValue } from '../reports/report-table';
import { SHIFT_FULFILMENT } from './shift-fulfilment';

/**
 * Shift fulfillment, one row per shift under a heading row: what was posted, booked, worked, missed and needed.
 *
 * @param {date|text} from First day, or a period such as "last week", "MTD" or "last 7 days". Example: DATE(2026, 3, 1)
 * @param {date|text} to (optional) Last day, included. Not needed when "from" is a period. Example: "2026-03-31"
 * @param {any} refresh (optional) A cell with a number or a date: the formula is calculated again when it changes.
 * @return {any[][]} A heading row, then one row per shift.
 * @customfunction
 */
export function SHIFT_FULFILLMENT(from: unknown, to: unknown, ...refresh: unknown[]): CellValue[][] {
  return SHIFT_FULFILMENT(from, to, ...refresh);
}
