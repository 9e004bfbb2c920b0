import { decode, encode, isDate, type Json, refuseUnknownMembers } from './realm';
import { authModes } from './script-enums';

/** How the function is called, which decides what crosses in and out. */
export type CallStyle = 'formula' | 'sidebar' | 'event';

/** Calls one global function of the script. Never throws: JSON text of an outcome, without anything of this realm. */
export function invoke(style: CallStyle, name: string, argumentsText: string): string {
  try {
    const args = JSON.parse(argumentsText).map(RECEIVE[style]);
    const globals = globalThis as unknown as { readonly [name: string]: (...args: unknown[]) => unknown };
    const result = globals[name]?.(...args);
    if (isPromise(result)) return settle(result);
    return JSON.stringify({
      kind: 'returned',
      value: style === 'sidebar' ? pageValue(result) : encode(result),
    });
  } catch (error) {
    return describeError(error);
  }
}

/** Outcome of a thrown value, as JSON text. */
export function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) {
    return JSON.stringify({ kind: 'threw', name: '', message: String(error) });
  }
  const { name, message, stack } = error as Error;
  return JSON.stringify({
    kind: 'threw',
    name: String(name),
    message: String(message),
    stack: String(stack),
  });
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Fact J7: a promise is not waited for, and its failure is reported nowhere. */
function settle(promise: PromiseLike<unknown>): string {
  promise.then(undefined, () => undefined);
  return JSON.stringify({ kind: 'returned', value: null });
}

/** What an argument becomes in the realm. */
const RECEIVE: { readonly [style in CallStyle]: (value: never) => unknown } = {
  formula: formulaArgument,
  sidebar: (value: unknown) => value,
  event: eventArgument,
};

/** An omitted argument is `undefined`; a date of a cell is a `Date`. */
function formulaArgument(value: unknown): unknown {
  const isMissing = typeof value === 'object' && value !== null && '$missing' in value;
  return isMissing ? undefined : decode(value);
}

/** The event object of a trigger; an unknown member is refused like any other. */
function eventArgument(value: { readonly [member: string]: unknown }): unknown {
  const event = { ...value };
  if (typeof event.authMode === 'string') event.authMode = authModes[event.authMode];
  return refuseUnknownMembers('Event', event);
}

/**
 * What a page gets of a result: a copy, or null for the whole where any part cannot cross (facts H2, H4, H5):
 * dates, functions, numbers that JSON lacks, everything that is not a plain object or array.
 */
function pageValue(result: unknown): Json {
  const copied = copyForPage(result);
  return copied === undefined ? null : copied;
}

function copyForPage(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return copyList(value);
  if (typeof value !== 'object' || isDate(value)) return undefined;
  if (Object.prototype.toString.call(value) !== '[object Object]') return undefined;
  const copy: { [member: string]: Json } = {};
  for (const key of Object.keys(value as object)) {
    const member = (value as { readonly [member: string]: unknown })[key];
    if (member === undefined) continue;
    const crossed = copyForPage(member);
    if (crossed === undefined) return undefined;
    copy[key] = crossed;
  }
  return copy;
}

function copyList(list: readonly unknown[]): Json | undefined {
  const copy: Json[] = [];
  for (const member of list) {
    const crossed = member === undefined ? null : copyForPage(member);
    if (crossed === undefined) return undefined;
    copy.push(crossed);
  }
  return copy;
}
