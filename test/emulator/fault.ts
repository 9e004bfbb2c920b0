import { SERVER_ERROR } from './error-texts';

/** What goes wrong in the executions to come. Calls are counted from 1, in each execution anew. */
export interface Fault {
  /** The execution ends just before this call takes effect. */
  readonly killAtCall?: number;
  /** Of the sheet operations not yet flushed, how many survive the kill. @default 0 */
  readonly keepUnflushed?: number;
  /** This call throws the platform's passing error and has no effect. */
  readonly throwAtCall?: number;
  /** The call takes effect before it throws: the answer was lost on its way back. @default false */
  readonly afterEffect?: boolean;
  /** All later calls throw too. @default false */
  readonly forever?: boolean;
  /** Text of the thrown error. @default E33 */
  readonly message?: string;
  /** Counts only these calls. @default all */
  readonly match?: (call: { readonly method: string; readonly args: readonly unknown[] }) => boolean;
}

/** What a fault does to one call. */
export type Verdict =
  | { readonly kind: 'go' }
  | { readonly kind: 'kill'; readonly keep: number }
  | { readonly kind: 'throw'; readonly message: string; readonly afterEffect: boolean };

const GO: Verdict = { kind: 'go' };

/** Applies one fault to one execution. */
export class FaultPlan {
  #counted = 0;
  readonly #fault: Fault | null;

  constructor(fault: Fault | null) {
    this.#fault = fault;
  }

  /** To be asked once for each call, in order. */
  judge(call: { readonly method: string; readonly args: readonly unknown[] }): Verdict {
    const fault = this.#fault;
    if (fault === null || (fault.match !== undefined && !fault.match(call))) return GO;
    this.#counted++;
    if (fault.killAtCall === this.#counted) return { kind: 'kill', keep: fault.keepUnflushed ?? 0 };
    if (fault.throwAtCall === undefined) return GO;
    const reached = fault.forever ? this.#counted >= fault.throwAtCall : this.#counted === fault.throwAtCall;
    if (!reached) return GO;
    return { kind: 'throw', message: fault.message ?? SERVER_ERROR, afterEffect: fault.afterEffect ?? false };
  }
}
