import type { Execution } from './execution';
import type { ExecutionKind } from './execution-kinds';
import type { VirtualClock } from './virtual-clock';
import type { SpreadsheetDocument } from './world/spreadsheet/spreadsheet-document';
import type { World } from './world/world';

/** Everything that may cross between the realm of the script and the emulator. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** One service call as it crosses. `target` identifies the object: a sheet ID, a range's rectangle, a cache's scope. */
export interface BridgeCall {
  /** Class and method as the Apps Script reference names them, for example `Range.setValues`. */
  readonly method: string;
  readonly target: Json;
  readonly args: readonly Json[];
}

/** The answer to a call: a value, or the message of the `Exception` that the service throws. */
export type BridgeReply = { readonly value: Json } | { readonly error: string };

/** What a handler may know about the execution that calls it. */
export interface CallContext {
  readonly world: World;
  /** The spreadsheet the script is attached to; null in a standalone script. */
  readonly document: SpreadsheetDocument | null;
  /** Email address of the person the execution runs as; `''` in a formula. */
  readonly user: string;
  readonly kind: ExecutionKind;
  readonly clock: VirtualClock;
  readonly execution: Execution;
  /** Adds to the cells this call read and wrote: counted in its record, and priced. */
  cells(read: number, written: number): void;
}

/**
 * Host side of one method. Throws `HostError` for what the platform refuses.
 *
 * May return a promise only through `context.execution`'s waits (sleep, lock, fetch) in the worker modes;
 * all other handlers answer at once.
 */
// biome-ignore lint/suspicious/noExplicitAny: each handler narrows what its own service class sends.
export type HostHandler = (context: CallContext, target: any, ...args: any[]) => HandlerResult;

/** `undefined` crosses as null. */
export type HandlerResult = Json | undefined | Promise<Json | undefined>;

/** The handlers of one service, by `Class.method`. */
export type HostHandlers = Readonly<Record<string, HostHandler>>;

/** A value in a formula's argument or result, before it becomes a cell. A day or time crosses as `$date`. */
export type CellInput = null | boolean | number | string | { readonly $date: number };

/** One argument of a custom function: a single value, or the rows of a range. An omitted one is `undefined`. */
export type FormulaArgument = CellInput | readonly (readonly CellInput[])[] | undefined;

/** What a custom function gave back. `message` is the thrown text, without a class name. */
export type FormulaOutcome =
  | {
      readonly kind: 'value';
      readonly value: CellInput | readonly CellInput[] | readonly (readonly CellInput[])[];
    }
  | { readonly kind: 'unknown-name' }
  | { readonly kind: 'error'; readonly message: string };

/** Runs a custom function for a cell; `cell` is its place, as `getActiveRange` must see it. */
export type EvaluateFormula = (
  name: string,
  args: readonly FormulaArgument[],
  cell: { readonly sheetId: number; readonly row: number; readonly column: number },
) => FormulaOutcome;
