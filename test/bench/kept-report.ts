import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../src/employer-api/shift-records';
import type { KeptReport } from '../../src/reports/fetching/kept-rows';

/** Rows as a report of the cache, with what it keeps beside them. */
export function keptReport(rows: readonly ShiftRow[]): KeptReport {
  return {
    range: { from: 45_658, to: 46_022 },
    fields: SHIFT_FULFILMENT_FIELDS,
    rows,
    generatedAt: '2026-03-10T08:59:58Z',
    fetchedAt: 1_773_133_200_000,
    issueCount: 0,
    emptyCount: 0,
    undated: 0,
    roundDays: [],
    issues: [],
    zone: 'Europe/London',
    correlationId: '7f3a0c52-6a52-4a8e-9d3b-0f4f4f4f4f4f',
  };
}
