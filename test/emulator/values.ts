/** Plain data: what a script and its page send each other, and what arguments of formulas are made of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A value in a formula's argument or result, before it becomes a cell. A day or time is a `$date`. */
export type CellInput = null | boolean | number | string | { readonly $date: number };

/** One argument of a custom function: a single value, or the rows of a range. An omitted one is `undefined`. */
export type FormulaArgument = CellInput | readonly (readonly CellInput[])[] | undefined;

/** A refusal of the platform: the script gets an `Exception` with this message. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

/** The function, which remembers what it gave for each text. */
export function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const value = of(text);
    known.set(text, value);
    return value;
  };
}

/** True for dates of any realm. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** A value that a script handed over, as a cell takes it. */
export function cellInput(value: unknown): CellInput {
  if (value === null || value === undefined) return null;
  if (isDate(value)) return { $date: value.getTime() };
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'boolean' ? value : String(value);
}

/**
 * A copy that holds nothing of the script's: dates as `$date`, what JSON cannot hold as null.
 *
 * @param page What `google.script.run` does with a value that cannot cross, a date among them: `undefined`, which
 *   makes null of the whole result.
 */
export function plainCopy(value: unknown, page?: 'page'): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const none = page === undefined ? null : undefined;
  if (isDate(value)) return page === undefined ? { $date: value.getTime() } : undefined;
  if (Array.isArray(value)) {
    const copies = value.map((member) => (member === undefined ? null : plainCopy(member, page)));
    return copies.includes(undefined) ? undefined : (copies as Json[]);
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') return none;
  const pairs = Object.entries(value as object)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, plainCopy(member, page)] as const);
  return pairs.some(([, copy]) => copy === undefined) ? undefined : (Object.fromEntries(pairs) as Json);
}
