import type { Json } from './bridge';
import type { Estimate } from './costs';
import type { ExecutionKind } from './execution-kinds';

/** How an execution ended. */
export type Outcome =
  /** `value` as the caller of this kind gets it: a page gets null for what cannot cross. */
  | { readonly kind: 'returned'; readonly value: Json }
  | { readonly kind: 'threw'; readonly name: string; readonly message: string }
  /** Ended by the platform: nothing after that moment had an effect. */
  | { readonly kind: 'killed'; readonly message: string };

/** One service call. The summary never holds a value of a cache, a property or a payload. */
export interface CallRecord {
  /** From 1: the number that a fault is aimed at. */
  readonly index: number;
  readonly method: string;
  readonly wire: boolean;
  cells?: number;
  keys?: number;
  estimateMillis: number;
  readonly argumentsSummary?: string;
}

/** One run of the script, from its start to its outcome. */
export interface ExecutionRecord {
  readonly id: number;
  readonly kind: ExecutionKind;
  readonly functionName: string;
  /** The person at the keyboard; for a trigger, its creator. */
  readonly user: string;
  /** Null in a standalone script. */
  readonly bookId: string | null;
  outcome: Outcome;
  readonly calls: CallRecord[];
  wireCalls: number;
  /** Requests sent; each of a batch counts. */
  fetches: number;
  cellsRead: number;
  cellsWritten: number;
  /** Sum over the calls and the start. */
  readonly estimateMillis: Estimate;
  /** Time on the emulator's clock. */
  virtualMillis: number;
  /** Part of that spent in `Utilities.sleep`. */
  sleptMillis: number;
}
