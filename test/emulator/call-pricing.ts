import { addEstimate, estimateCall } from './costs';
import type { CallRecord, ExecutionRecord } from './execution-record';

/** Extra facts about a call, for its record and its price. */
export interface CallNotes {
  cells?: number;
  keys?: number;
  kilobytes?: number;
  serverMillis?: number;
}

/** Writes size and price of a call into its record, and adds the price to the execution's. */
export function priceCall(execution: ExecutionRecord, call: CallRecord, notes: CallNotes): void {
  const { cells, keys, kilobytes = 0, serverMillis = 0 } = notes;
  if (cells !== undefined) call.cells = cells;
  if (keys !== undefined) call.keys = keys;
  const estimate = estimateCall(call.method, { cells: cells ?? 0, keys: keys ?? 0, kilobytes, serverMillis });
  call.estimateMillis = estimate.mid;
  addEstimate(execution.estimateMillis, estimate);
}

/** The price of a commit that no `flush` asked for: a read's, or null for the end of the execution. */
export function priceCommit(execution: ExecutionRecord, cells: number, call: CallRecord | null): void {
  if (cells === 0) return;
  const estimate = estimateCall('SpreadsheetApp.flush', { cells, keys: 0, kilobytes: 0, serverMillis: 0 });
  if (call !== null) call.estimateMillis += estimate.mid;
  addEstimate(execution.estimateMillis, estimate);
}
