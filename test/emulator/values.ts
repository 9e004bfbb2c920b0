/** Plain data: what a script and its page send each other, and what arguments of formulas are made of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A value in a formula's argument or result, before it becomes a cell. A day or time is a `$date`. */
export type CellInput = null | boolean | number | string | { readonly $date: number };

/** One argument of a custom function: a single value, or the rows of a range. An omitted one is `undefined`. */
export type FormulaArgument = CellInput | readonly (readonly CellInput[])[] | undefined;

/** A refusal of the platform, which the script gets; logs print it as `Exception: text`. */
export class HostError extends Error {
  override readonly name = 'Exception';
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

/** A copy that holds nothing of the script's: dates as `$date`, what JSON cannot hold as null. */
export function plainCopy(value: unknown): Json {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  if (isDate(value)) return { $date: value.getTime() };
  if (Array.isArray(value)) return value.map(plainCopy);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, plainCopy(member)]));
}

/** What a script gets for a value of cells: a `Date` for a `$date`. */
export function scriptValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scriptValue);
  return typeof value === 'object' && value !== null ? new Date((value as { $date: number }).$date) : value;
}
